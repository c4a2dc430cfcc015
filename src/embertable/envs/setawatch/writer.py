"""Observations of Set a Watch, written directly from the table; all seats see the same."""

from __future__ import annotations

from typing import Any

from librt.strings import BytesWriter, write_i32_le

from embertable.engine.table import Seat, Table
from embertable.envs.coding.shapes import UNKNOWN, Many, Shape, Vocabulary
from embertable.envs.coding.writing import (
    NO_NUMBERS,
    KeptRow,
    KeptWords,
    Writer,
    begin,
    many,
    numbers_of,
    write_words,
)
from embertable.games.setawatch.content import DICE, WatchContent
from embertable.games.setawatch.control import controllers
from embertable.games.setawatch.health import base_health, health, reach, reveal_level
from embertable.games.setawatch.state import FLEX, Adventurer, HeldItem, WatchState
from embertable.games.setawatch.view import (
    DIE_STATES,
    camp_spaces,
    known_from_bottom,
    known_from_top,
    known_name,
    shown_values,
)


class AdventurerRow:
    """The cached cards of one adventurer, and the values they were written from."""

    def __init__(self) -> None:
        self.row = b""
        self.board: list[str] = []
        self.aside: list[str] = []
        self.tamed: list[str] = []
        self.trophies: list[str] = []
        self.exhausted: list[bool] = []
        self.took_die: list[bool] = []
        self.items: list[HeldItem] = []
        """Copies, because items change."""


class WatchWriter(Writer):
    def __init__(self, shape: Shape, words: Vocabulary) -> None:
        self.numbers = words.numbers
        self.die_states = [words.numbers[state] for state in DIE_STATES]
        self.unused_bottom = many(shape, "unused_bottom")
        self.adventurers = many(shape, "adventurers")
        self.seats = numbers_of(shape, "adventurers.seats")
        self.dice = many(shape, "adventurers.dice")
        self.board = many(shape, "adventurers.board")
        self.aside = many(shape, "adventurers.aside")
        self.held = many(shape, "adventurers.items")
        self.tamed = many(shape, "adventurers.tamed")
        self.trophies = many(shape, "adventurers.trophies")
        self.line = many(shape, "line")
        self.stolen = numbers_of(shape, "line.stolen")
        self.attackers = numbers_of(shape, "line.attackers")
        self.deck_top = many(shape, "deck_top")
        self.deck_bottom = many(shape, "deck_bottom")
        self.looked_at = many(shape, "looked_at")
        self.graveyard = KeptWords(words.numbers, many(shape, "graveyard"))
        self.horde = many(shape, "horde")
        self.unhallowed = many(shape, "unhallowed")
        self.removed = KeptWords(words.numbers, many(shape, "removed"), in_order=True)
        self.waiting = many(shape, "waiting")
        self.items_bottom = many(shape, "items_bottom")
        self.market = many(shape, "market")
        pile = self.market.shape
        assert isinstance(pile, Many)
        self.pile = pile
        self.rooms = [many(shape, "spaces"), many(shape, "runes")]
        self.names: list[list[str]] = [[], []]
        """The names of camp spaces and runes, in the order of `rooms`."""
        self.words_of_adventurers: list[int] = []
        self.content: WatchContent | None = None
        self.picked_dice = numbers_of(shape, "picked_dice")
        self.known_cards: list[str] = []
        self.known: set[str] = set()
        """The same, quicker to look up."""
        self.kept_map = b""
        self.location = ""
        self.map_deck: list[str] = []
        self.unused: list[str] = []
        self.kept_cards = KeptRow()
        self.kept_market = KeptRow()
        self.kept_adventurers = [AdventurerRow() for _ in range(self.adventurers.most)]
        self.coins: dict[str, int] = {}
        self.laid: dict[str, int] = {}
        """The coins and dice in the camp that its cached row was written from."""
        self.camp = b""

    def again(self, shape: Shape, words: Vocabulary) -> Writer:
        return WatchWriter(shape, words)

    def write(self, table: Table[Any], seat: Seat, out: BytesWriter) -> None:
        state = table.state
        assert isinstance(state, WatchState)
        numbers = self.numbers
        if self.content is not state.content:
            self.open_box(state)
        if self.known_cards != state.known:
            self.known_cards = state.known[:]
            self.known = set(state.known)
            self.kept_map = self.kept_cards.row = self.kept_market.row = b""
        write_i32_le(out, state.players)
        write_i32_le(out, numbers.get(table.options["difficulty"], UNKNOWN))
        write_i32_le(out, state.round)
        write_i32_le(out, numbers.get(state.phase, UNKNOWN))
        write_i32_le(out, state.firewood)
        write_i32_le(out, reveal_level(state) if state.location else 0)
        self.write_map(state, out)
        count = begin(out, len(state.adventurers), self.adventurers)
        values = shown_values(table)
        for one in state.adventurers:
            self.write_adventurer(state, one, values, out)
        out.write(self.adventurers.blanks[count])
        write_i32_le(out, state.resting)
        self.write_line(state, out)
        self.write_piles(state, out)
        write_i32_le(out, state.coins)
        self.write_camp(state, out)
        write_i32_le(out, numbers.get(state.familiar, UNKNOWN))
        write_i32_le(out, 1 if state.familiar_used else 0)
        write_i32_le(out, state.hex)
        picked = [die for die in state.picked_dice if die >= 0]
        self.picked_dice.write_list(picked, out)

    def open_box(self, state: WatchState) -> None:
        """Note what the content alone decides."""
        self.content = state.content
        self.names = [camp_spaces(state), list(state.content.runes)]
        self.camp = b""
        cards = state.content.adventurers
        self.words_of_adventurers = [self.numbers.get(one.id, UNKNOWN) for one in cards]

    def write_map(self, state: WatchState, out: BytesWriter) -> None:
        if (
            not self.kept_map
            or self.location != state.location
            or self.map_deck != state.map_deck
            or self.unused != state.unused
        ):
            self.location = state.location
            self.map_deck, self.unused = state.map_deck[:], state.unused[:]
            numbers = self.numbers
            fresh = BytesWriter()
            write_i32_le(fresh, numbers.get(state.location, UNKNOWN))
            ways = state.map_deck
            coming = known_name(self.known, ways[-1]) if ways else ""
            write_i32_le(fresh, numbers.get(coming, UNKNOWN))
            final = known_name(self.known, ways[0]) if ways else state.location
            write_i32_le(fresh, numbers.get(final, UNKNOWN))
            write_i32_le(fresh, len(ways))
            write_i32_le(fresh, len(state.unused))
            write_words(
                fresh, numbers, known_from_bottom(self.known, state.unused), self.unused_bottom
            )
            self.kept_map = fresh.getvalue()
        out.write(self.kept_map)

    def write_adventurer(
        self, state: WatchState, one: Adventurer, values: list[int], out: BytesWriter
    ) -> None:
        card = state.content.adventurers[one.number]
        write_i32_le(out, one.number)
        write_i32_le(out, self.words_of_adventurers[one.number])
        self.write_seats(controllers(state, one.number) if one.seat >= FLEX else (), out)
        write_i32_le(out, 1 if one.seat == FLEX else 0)
        first = one.number * DICE
        count = DICE if state.round else 0
        write_i32_le(out, count)
        for die in range(first, first + count):
            write_i32_le(out, values[die])
            write_i32_le(out, self.die_states[state.dice[die]])
        out.write(self.dice.blanks[count])
        self.write_cards(one, out)
        write_i32_le(out, one.rests)
        write_i32_le(out, 1 if state.resting == one.number else 0)
        write_i32_le(out, 1 if one.participating else 0)
        write_i32_le(out, reach(state, one.number) if state.location else card.range)

    def write_seats(self, seats: tuple[Seat, ...], out: BytesWriter) -> None:
        count = len(seats)
        write_i32_le(out, count)
        for place in range(count):
            write_i32_le(out, seats[place])
        out.write(self.seats.blanks[count])

    def write_cards(self, one: Adventurer, out: BytesWriter) -> None:
        kept = self.kept_adventurers[one.number]
        if (
            not kept.row
            or kept.board != one.board
            or kept.aside != one.aside
            or kept.tamed != one.tamed
            or kept.trophies != one.trophies
            or kept.exhausted != one.exhausted
            or kept.took_die != one.took_die
            or not are_as_before(one.items, kept.items)
        ):
            kept.board = one.board[:]
            kept.aside = one.aside[:]
            kept.tamed = one.tamed[:]
            kept.trophies = one.trophies[:]
            kept.exhausted = one.exhausted[:]
            kept.took_die = one.took_die[:]
            kept.items = [held.copy() for held in one.items]
            kept.row = self.cards_row(one)
        out.write(kept.row)

    def cards_row(self, one: Adventurer) -> bytes:
        numbers = self.numbers
        out = BytesWriter()
        count = begin(out, len(one.board), self.board)
        for slot in range(count):
            write_i32_le(out, numbers.get(one.board[slot], UNKNOWN))
            write_i32_le(out, 1 if one.exhausted[slot] else 0)
            write_i32_le(out, 1 if one.took_die[slot] else 0)
        out.write(self.board.blanks[count])
        write_words(out, numbers, one.aside, self.aside)
        count = begin(out, len(one.items), self.held)
        for place in range(count):
            held = one.items[place]
            write_i32_le(out, numbers.get(held.item, UNKNOWN))
            write_i32_le(out, 1 if held.exhausted else 0)
            write_i32_le(out, 1 if held.activated else 0)
        out.write(self.held.blanks[count])
        write_words(out, numbers, one.tamed, self.tamed)
        write_words(out, numbers, one.trophies, self.trophies)
        return out.getvalue()

    def write_line(self, state: WatchState, out: BytesWriter) -> None:
        numbers = self.numbers
        count = begin(out, len(state.line), self.line)
        for place in range(count):
            one = state.line[place]
            card = one.card if one.up or one.card in self.known else ""
            write_i32_le(out, numbers.get(card, UNKNOWN))
            write_i32_le(out, 1 if one.up else 0)
            write_i32_le(out, numbers.get(one.mount, UNKNOWN))
            write_i32_le(out, base_health(state, one) if one.up else 0)
            write_i32_le(out, health(state, place) if one.up else 0)
            write_i32_le(out, one.damage)
            self.stolen.write_list(one.stolen, out)
            write_i32_le(out, 1 if one.negated else 0)
            self.attackers.write_list(one.by, out)
        out.write(self.line.blanks[count])

    def write_piles(self, state: WatchState, out: BytesWriter) -> None:
        write_i32_le(out, 1 if state.out_of_actions else 0)
        cards = [
            state.deck,
            state.looked_at,
            state.graveyard,
            state.horde,
            state.unhallowed,
            state.removed,
            state.waiting,
        ]
        if self.kept_cards.changed(cards, NO_NUMBERS):
            self.kept_cards.row = self.creatures_row(state)
        out.write(self.kept_cards.row)
        if self.kept_market.changed([state.items, *state.market], NO_NUMBERS):
            self.kept_market.row = self.market_row(state)
        out.write(self.kept_market.row)

    def creatures_row(self, state: WatchState) -> bytes:
        numbers = self.numbers
        out = BytesWriter()
        write_i32_le(out, len(state.deck))
        write_words(out, numbers, known_from_top(self.known, state.deck), self.deck_top)
        write_words(out, numbers, known_from_bottom(self.known, state.deck), self.deck_bottom)
        write_words(out, numbers, state.looked_at[::-1], self.looked_at)
        self.graveyard.write(state.graveyard[::-1], out)
        horde = [known_name(self.known, card) for card in state.horde[::-1]]
        write_words(out, numbers, horde, self.horde)
        ordered = known_from_top(self.known, state.unhallowed)
        others = sorted(state.unhallowed[: len(state.unhallowed) - len(ordered)])
        write_words(out, numbers, ordered + others, self.unhallowed)
        write_i32_le(out, len(ordered))
        self.removed.write(state.removed, out)
        write_words(out, numbers, state.waiting, self.waiting)
        return out.getvalue()

    def market_row(self, state: WatchState) -> bytes:
        numbers = self.numbers
        out = BytesWriter()
        write_i32_le(out, len(state.items))
        write_words(out, numbers, known_from_bottom(self.known, state.items), self.items_bottom)
        count = begin(out, len(state.market), self.market)
        for pile in state.market:
            write_words(out, numbers, pile[::-1], self.pile)
        out.write(self.market.blanks[count])
        return out.getvalue()

    def write_camp(self, state: WatchState, out: BytesWriter) -> None:
        if not self.camp or self.coins != state.space_coins or self.laid != state.space_dice:
            self.coins = state.space_coins.copy()
            self.laid = state.space_dice.copy()
            self.camp = self.camp_row()
        out.write(self.camp)

    def camp_row(self) -> bytes:
        out = BytesWriter()
        for place, room in enumerate(self.rooms):
            names = self.names[place]
            count = begin(out, len(names), room)
            for number in range(count):
                write_i32_le(out, self.coins.get(names[number], 0))
                write_i32_le(out, self.laid.get(names[number], 0))
            out.write(room.blanks[count])
        return out.getvalue()


def are_as_before(items: list[HeldItem], before: list[HeldItem]) -> bool:
    if len(items) != len(before):
        return False
    for place, held in enumerate(items):
        kept = before[place]
        if (
            held.item != kept.item
            or held.exhausted != kept.exhausted
            or held.activated != kept.activated
        ):
            return False
    return True
