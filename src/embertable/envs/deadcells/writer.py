"""Observations of Dead Cells, written directly from the table."""

from __future__ import annotations

from typing import Any

from librt.strings import BytesWriter, write_i32_le

from embertable.engine.table import Seat, Table
from embertable.envs.coding.shapes import NOTHING, UNKNOWN, Many, Phrase, Shape, Vocabulary, nothing
from embertable.envs.coding.writing import (
    Kept,
    KeptRow,
    KeptWords,
    Writer,
    begin,
    many,
    numbers_of,
    part,
    write_words,
)
from embertable.games.deadcells.cards import blueprints_left
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.state import HIDDEN, Character, DeadCellsState, Enemy


class DeadCellsWriter(Writer):
    def __init__(self, shape: Shape, words: Vocabulary) -> None:
        self.numbers = words.numbers
        self.phrase = Phrase(words, 2)
        self.phrases: dict[str, bytes] = {"": nothing(self.phrase.size)}
        """The cached rows of phrases."""
        self.characters = many(shape, "characters")
        self.scrolls = numbers_of(shape, "characters.scrolls")
        self.equipment = many(shape, "characters.equipment")
        self.companion_damage = numbers_of(shape, "characters.companion_damage")
        self.hand = many(shape, "characters.hand")
        self.cards = many(shape, "characters.unseen")
        # Two per character: its owner sees more of it than the others.
        self.unseen = [
            KeptWords(words.numbers, self.cards, in_order=True)
            for _ in range(2 * self.characters.most)
        ]
        self.kept_spaces = KeptRow()
        self.content: DeadCellsContent | None = None
        """The content that the cached rows belong to."""
        self.drawn: tuple[int, ...] = ()
        self.left_row = b""
        self.active = many(shape, "characters.active")
        self.tokens = numbers_of(shape, "characters.tokens")
        self.frozen = numbers_of(shape, "characters.frozen")
        self.spaces = many(shape, "spaces")
        self.closed = numbers_of(shape, "closed")
        self.curses = many(shape, "curses")
        self.discards = KeptWords(words.numbers, many(shape, "discards"), in_order=True)
        self.treasure_out = KeptWords(words.numbers, many(shape, "treasure_out"), in_order=True)
        self.bag = many(shape, "bag")
        self.collector = many(shape, "collector")
        self.offers = numbers_of(shape, "offers")
        self.shop_costs = Kept(part(shape, "shop_costs"))
        self.enemies = many(shape, "enemies")
        self.enemy_frozen = numbers_of(shape, "enemies.frozen")
        self.loot = many(shape, "loot")
        self.spent = many(shape, "spent")
        self.aimed = numbers_of(shape, "aimed")
        self.runes = Kept(part(shape, "board.runes"))
        self.mutations = Kept(part(shape, "board.mutations"))
        self.left = numbers_of(shape, "board.left")
        self.prices = Kept(part(shape, "board.prices"))
        self.peeked = Kept(part(shape, "board.peeked"))
        self.decks = Kept(part(shape, "board.decks"))
        self.monsters = Kept(part(shape, "board.monsters"))
        self.treasure = Kept(part(shape, "board.treasure"), in_order=True)
        self.starts = Kept(part(shape, "board.starts"))

    def again(self, shape: Shape, words: Vocabulary) -> Writer:
        return DeadCellsWriter(shape, words)

    def write(self, table: Table[Any], seat: Seat, out: BytesWriter) -> None:
        state = table.state
        assert isinstance(state, DeadCellsState)
        numbers = self.numbers
        if self.content is not state.content:
            self.content = state.content
            self.kept_spaces = KeptRow()
            self.left_row = b""
        count = begin(out, len(state.characters), self.characters)
        for character in state.characters:
            self.write_character(state, character, character.seat == seat, out)
        out.write(self.characters.blanks[count])
        write_i32_le(out, state.first)
        write_i32_le(out, state.passing)
        write_i32_le(out, numbers.get(state.biome, UNKNOWN))
        write_i32_le(out, numbers.get(state.place, UNKNOWN))
        self.write_spaces(state, out)
        self.closed.write_list(state.closed, out)
        write_words(out, numbers, state.curses, self.curses)
        write_i32_le(out, len(state.monsters))
        write_i32_le(out, len(state.elites))
        self.discards.write(state.monsters_out + state.elites_out, out)
        write_i32_le(out, len(state.treasure))
        self.treasure_out.write(state.treasure_out, out)
        write_i32_le(out, blueprints_left(state))
        write_i32_le(out, state.teeth)
        write_i32_le(out, state.cells)
        write_i32_le(out, state.food)
        write_words(out, numbers, state.scrolls + state.found + state.blueprints, self.bag)
        write_words(out, numbers, state.collector, self.collector)
        self.offers.write_list(state.offers, out)
        self.shop_costs.write(state.campaign.shop_costs, out)
        self.write_combat(state, out)
        self.write_board(state, out)

    def write_character(
        self, state: DeadCellsState, character: Character, own: bool, out: BytesWriter
    ) -> None:
        numbers = self.numbers
        serenade = character.is_serenade()
        hidden = not state.shown and not own and not serenade
        write_i32_le(out, character.seat)
        write_i32_le(out, numbers.get(character.beheaded, UNKNOWN))
        self.scrolls.write_list(character.scrolls, out)
        write_i32_le(out, 1 if character.melee else 0)
        write_i32_le(out, character.health())
        write_i32_le(out, character.max_health)
        write_i32_le(out, character.slots)
        write_words(out, numbers, character.equipment, self.equipment)
        self.companion_damage.write_list(character.companion_damage, out)
        # Only the owner sees the hand; to the others its cards are among the unseen ones.
        unseen = character.draw
        if own:
            write_words(out, numbers, character.hand, self.hand)
        else:
            write_words(out, numbers, [], self.hand)
            unseen = unseen + character.hand
        if hidden:
            unseen = unseen + [card for card in character.active if card]
        write_i32_le(out, len(character.hand))
        self.unseen[2 * character.seat + (1 if own else 0)].write(unseen, out)
        write_i32_le(out, len(character.draw))
        top = character.draw[-1] if serenade and character.draw else ""
        write_i32_le(out, numbers.get(top, UNKNOWN))
        write_words(out, numbers, character.discard, self.cards)
        self.write_active(character, hidden, out)
        self.write_phrase(character.signal, out)
        write_i32_le(out, character.shields)
        write_i32_le(out, character.golden)
        self.tokens.write_list(character.tokens, out)
        self.frozen.write_list(character.frozen, out)
        write_i32_le(out, character.power)

    def write_active(self, character: Character, hidden: bool, out: BytesWriter) -> None:
        cards = character.active
        count = begin(out, len(cards), self.active)
        for place in range(count):
            card = cards[place]
            write_i32_le(out, NOTHING if hidden else self.numbers.get(card, UNKNOWN))
            announced = character.announced
            self.write_phrase(announced[place] if place < len(announced) else "", out)
            write_i32_le(out, 1 if hidden and card else 0)
        out.write(self.active.blanks[count])

    def write_phrase(self, phrase: str, out: BytesWriter) -> None:
        row = self.phrases.get(phrase)
        if row is None:
            fresh = BytesWriter()
            self.phrase.write(phrase, fresh)
            row = self.phrases[phrase] = fresh.getvalue()
        out.write(row)

    def write_spaces(self, state: DeadCellsState, out: BytesWriter) -> None:
        if not state.biome or not state.tiles:
            write_i32_le(out, 0)
            out.write(self.spaces.blanks[0])
            return
        if self.kept_spaces.changed([state.tiles, [state.biome]], [state.faces]):
            self.kept_spaces.row = self.spaces_row(state)
        out.write(self.kept_spaces.row)

    def spaces_row(self, state: DeadCellsState) -> bytes:
        numbers = self.numbers
        out = BytesWriter()
        spaces = state.content.biomes[state.biome].spaces
        count = begin(out, len(spaces), self.spaces)
        for place in range(count):
            space = spaces[place]
            face = state.faces[place]
            tile = "" if face == HIDDEN else state.tiles[place]
            write_i32_le(out, numbers.get(space.id, UNKNOWN))
            write_i32_le(out, numbers.get(space.shape, UNKNOWN))
            write_i32_le(out, numbers.get(tile, UNKNOWN))
            write_i32_le(out, face)
        out.write(self.spaces.blanks[count])
        return out.getvalue()

    def write_combat(self, state: DeadCellsState, out: BytesWriter) -> None:
        numbers = self.numbers
        write_i32_le(out, 1 if state.fighting else 0)
        write_i32_le(out, state.round)
        count = begin(out, len(state.enemies), self.enemies)
        for place in range(count):
            self.write_enemy(state, state.enemies[place], out)
        out.write(self.enemies.blanks[count])
        self.write_phrases(state.loot, self.loot, out)
        write_i32_le(out, numbers.get(state.wall, UNKNOWN))
        write_i32_le(out, numbers.get(state.constraint, UNKNOWN))
        write_i32_le(out, state.skipped)
        write_i32_le(out, state.bonus)
        self.write_phrases(state.spent, self.spent, out)
        self.aimed.write_list(state.aimed, out)
        write_i32_le(out, numbers.get(state.boss, UNKNOWN))
        write_i32_le(out, state.instance)
        write_i32_le(out, numbers.get(state.attack if state.boss else "", UNKNOWN))
        write_i32_le(out, len(state.attacks))
        write_i32_le(out, state.finished)

    def write_enemy(self, state: DeadCellsState, enemy: Enemy, out: BytesWriter) -> None:
        write_i32_le(out, enemy.space)
        write_i32_le(out, self.numbers.get(enemy.card, UNKNOWN))
        write_i32_le(out, 1 if enemy.boss else 0)
        write_i32_le(out, enemy.health)
        write_i32_le(out, enemy.damage)
        write_i32_le(out, enemy.shields)
        self.tokens.write_list(enemy.tokens, out)
        self.enemy_frozen.write_list(enemy.frozen, out)
        write_i32_le(out, 1 if enemy.space and state.is_invisible(enemy) else 0)

    def write_phrases(self, phrases: list[str], room: Many, out: BytesWriter) -> None:
        count = begin(out, len(phrases), room)
        for place in range(count):
            self.write_phrase(phrases[place], out)
        out.write(room.blanks[count])

    def write_board(self, state: DeadCellsState, out: BytesWriter) -> None:
        campaign = state.campaign
        content = state.content
        self.runes.write(campaign.runes, out)
        self.mutations.write(campaign.mutations, out)
        write_i32_le(out, campaign.boss_cells)
        write_i32_le(out, state.cells_active)
        if not self.left_row or self.drawn is not campaign.drawn:
            self.drawn = campaign.drawn
            left = [len(deck) - self.drawn[place] for place, deck in enumerate(content.upgrades)]
            left.append(len(content.well) - self.drawn[len(left)])
            fresh = BytesWriter()
            self.left.write_list(left, fresh)
            self.left_row = fresh.getvalue()
        out.write(self.left_row)
        self.prices.write(campaign.prices, out)
        self.peeked.write(campaign.peeked, out)
        self.decks.write(campaign.decks, out)
        self.monsters.write(campaign.monsters, out)
        self.treasure.write(campaign.treasure, out)
        self.starts.write(campaign.starts, out)
        write_i32_le(out, 1 if campaign.won else 0)
