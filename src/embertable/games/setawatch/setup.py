"""Setting up: adventurers, decks, market and the first location (W-SETUP)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from embertable.engine.table import CHANCE, PARTY, Action, Draw, Drawn, Step, Table
from embertable.games.setawatch.components import Preset
from embertable.games.setawatch.content import ACOLYTE, ADVENTURERS, BOARD, CREATURE, WatchContent
from embertable.games.setawatch.control import OwnChoice, PartyChoice
from embertable.games.setawatch.deckbuilding import LOCATIONS, is_copy, listed, unmet_guidelines
from embertable.games.setawatch.events import AdventurerTaken, FlexChosen, GuidelineUnmet
from embertable.games.setawatch.own_cards import MAP, asks_for_item, asks_for_location, owns_cards
from embertable.games.setawatch.party_effects import TurnFamiliar
from embertable.games.setawatch.powers import location_steps
from embertable.games.setawatch.rounds import PlayRound, reach_location
from embertable.games.setawatch.state import (
    CHANCE_OF_CARDS,
    CHANCE_OF_DICE,
    FLEX,
    NOBODY,
    Adventurer,
    WatchState,
)

PLAYERS: Final = ("1", "2", "3", "4")
ON_OFF: Final = ("on", "off")
RANDOM: Final = "random"
STRICT: Final = "strict"
LICH: Final = ("lenient", STRICT)
FIRE_DIE: Final = 6
UNASSIGNED: Final = -2


def empty_table(players: int, content: WatchContent, strict_lich: bool = False) -> WatchState:
    """Everything still in the box; nobody has an adventurer yet."""
    return WatchState(
        content=content,
        players=players,
        adventurers=[
            Adventurer(number, UNASSIGNED, took_die=[False] * BOARD)
            for number in range(ADVENTURERS)
        ],
        strict_lich=strict_lich,
    )


@dataclass
class SetOut(Step):
    """Everything random first, then who plays whom, and the Familiar (W-SETUP-20)."""

    def run(self, table: Table[WatchState]) -> None:
        options = table.options
        deal_abilities(table)
        build_deck(table, table.state.content.presets[options["deck"]])
        build_map(table)
        build_unhallowed(table, table.state.content.presets[options["deck"]])
        state = table.state
        state.items = list(state.content.items)
        table.chance.shuffle(CHANCE_OF_CARDS, state.items)
        state.firewood = state.content.firewood_start
        rolls = [RollFirewood(CHANCE)] if options["starting_fire"] == "d6" else []
        if owns_cards(table):
            table.do_all([OpenMarket(), *rolls, OpenCamp()])
        else:
            OpenMarket().run(table)
            table.do_all([*rolls, OpenCamp()])


@dataclass
class RollFirewood(Draw):
    """The optional start: as much Firewood as a die with six sides shows."""

    def stands_alone(self) -> bool:
        return True

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [StackFirewood(CHANCE, n) for n in range(1, FIRE_DIE + 1)]

    def drawn(self, table: Table[WatchState]) -> Action:
        return StackFirewood(CHANCE, table.chance.draw(CHANCE_OF_DICE, FIRE_DIE) + 1)


@dataclass(unsafe_hash=True)
class StackFirewood(Drawn):
    n: int

    def run(self, table: Table[WatchState]) -> None:
        table.state.firewood = self.n


@dataclass
class OpenCamp(Step):
    """Coins, the first location, then who plays whom."""

    def run(self, table: Table[WatchState]) -> None:
        if asks_for_location(table, self, MAP):
            return
        state = table.state
        for space in state.content.coin_spaces:
            state.space_coins[space] = state.content.coins_per_space
        reach_location(table)
        table.do(AssignAdventurers(), SetFamiliar(), OpenGame())


def deal_abilities(table: Table[WatchState]) -> None:
    """Two ready, one exhausted, two beside the board (W-SETUP-03)."""
    for one in table.state.adventurers:
        cards = list(table.state.content.adventurers[one.number].abilities)
        one.board = take_some(table, cards, BOARD)
        one.exhausted = [False, False, True]
        one.aside = cards


def take_some(table: Table[WatchState], pool: list[str], count: int) -> list[str]:
    """Take `n` random cards out of a pool, one after another."""
    found: list[str] = []
    for _ in range(min(count, len(pool))):
        found.append(pool.pop(table.chance.draw(CHANCE_OF_CARDS, len(pool))))
    return found


def build_deck(table: Table[WatchState], preset: Preset) -> None:
    """Thirty creatures in piles with a Summon card each, small piles below (W-SETUP-05 to -07)."""
    state = table.state
    content = state.content
    own = listed(table.options["cards"])
    if own:
        chosen = own_creatures(table, own)
        for type, n, least in unmet_guidelines(content, chosen):  # a random deck stays hidden
            table.emit(GuidelineUnmet(type, n, least))
    else:
        chosen = choose_creatures(table, preset, int(table.options["acolytes"]))
    table.chance.shuffle(CHANCE_OF_CARDS, chosen)
    summons = content.summons_by_difficulty[table.options["difficulty"]]
    state.deck = []
    for number in range(summons):
        size = pile_size(len(chosen), summons - number)
        pile = [chosen.pop() for _ in range(size)]
        pile.insert(table.chance.draw(CHANCE_OF_CARDS, size + 1), content.summons[number])
        state.deck.extend(pile)
    state.unseen = sorted(state.deck)


def pile_size(cards: int, piles: int) -> int:
    """The bottom pile comes first and is no larger than those above."""
    return cards // piles


def choose_creatures(table: Table[WatchState], preset: Preset, acolytes: int) -> list[str]:
    """The cards of the Creature deck by preset and number of acolytes (W-DECK-08)."""
    content = table.state.content
    pools = content.pools(preset)
    chosen = take_some(table, pools.acolytes[:], acolytes)
    pool = pools.creatures[:]
    if preset.fixed:
        table.chance.shuffle(CHANCE_OF_CARDS, pool)
        fixed = take_copies(content, preset.fixed, pool)
        table.chance.shuffle(CHANCE_OF_CARDS, fixed)
        others = [id for id in pool if id not in fixed]
        chosen += [*fixed, *others][: content.deck_size - len(chosen)]
    else:
        chosen += take_some(table, pool, content.deck_size - len(chosen))
    taken = set(chosen)
    table.state.boxed = [id for id in pools.by_id if id not in taken]
    return chosen


def own_creatures(table: Table[WatchState], names: list[str]) -> list[str]:
    """The cards of an own list; of a creature named as such, any copies (W-DECK-07)."""
    content = table.state.content
    pool = list(content.cards)
    table.chance.shuffle(CHANCE_OF_CARDS, pool)
    chosen = take_copies(content, names, pool)
    kinds = (CREATURE, ACOLYTE)
    left = [id for id in sorted(pool) if content.cards[id].creature.kind in kinds]
    table.state.boxed = [id for id in left if id not in chosen]
    return chosen


def take_copies(content: WatchContent, names: Sequence[str], pool: list[str]) -> list[str]:
    """For each name a card of the pool; cards that are named themselves come first."""
    found = [name for name in names if name in content.cards]
    for name in names:
        if name not in content.cards:
            found.append(next(id for id in pool if is_copy(content, id, name) and id not in found))
    return found


def build_map(table: Table[WatchState]) -> None:
    """Eight regular or picked locations over a final one; the rest is unused (W-SETUP-08)."""
    state = table.state
    content = state.content
    pools = content.pools(content.presets[table.options["deck"]])
    regular, respites = pools.regular[:], pools.respites
    final = table.options["final"]
    if final == RANDOM:
        final = table.chance.pick(CHANCE_OF_CARDS, content.finals)
    else:
        state.known.append(final)
    picked = listed(table.options["locations"])
    if picked:
        unpicked = [id for id in (*regular, *respites) if id not in picked]
        state.map_deck = [final, *take_some(table, picked, LOCATIONS)]
        state.unused = unpicked
    else:
        state.map_deck = [final, *take_some(table, regular, LOCATIONS)]
        state.unused = [*regular, *respites]
    table.chance.shuffle(CHANCE_OF_CARDS, state.unused)


def build_unhallowed(table: Table[WatchState], preset: Preset) -> None:
    """One unseen into the Horde, seven face up, the rest out of the game (W-SETUP-11)."""
    state = table.state
    pool = state.content.pools(preset).unhallowed[:]
    state.horde = take_some(table, pool, 1)
    state.unseen.append(state.horde[0])
    state.unhallowed = take_some(table, pool, state.content.unhallowed_size)
    state.known.extend(state.unhallowed)
    state.boxed.extend(sorted(pool))


@dataclass
class OpenMarket(Step):
    """An item for each pile (W-SETUP-17)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        for pile in state.market:
            if not pile:
                if asks_for_item(table, self):
                    return
                item = state.items.pop()
                state.show(item)
                pile.append(item)


@dataclass
class AssignAdventurers(Step):
    """Seats get their adventurers one after another; with three, one is left over (W-CTRL)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        free = [one.number for one in state.adventurers if one.seat == UNASSIGNED]
        each = ADVENTURERS // state.players
        counts = [len([o for o in state.adventurers if o.seat == s]) for s in range(state.players)]
        waiting = [seat for seat in range(state.players) if counts[seat] < each]
        if not waiting:
            for number in free:
                state.adventurers[number].seat = FLEX
                table.emit(FlexChosen(number))
        elif len(free) == 1 or state.players == 1:
            table.do(TakeAdventurer(PARTY, waiting[0], free[0]), self)
        elif table.options["adventurers"] == RANDOM:
            table.do(
                TakeAdventurer(PARTY, waiting[0], table.chance.pick(CHANCE_OF_CARDS, free)), self
            )
        else:
            table.do(ChooseAdventurer(PARTY, waiting[0]), self)


@dataclass
class ChooseAdventurer(PartyChoice):
    """Whom the player of a seat plays; any seat may answer, so nobody has to wait."""

    player: int

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [
            TakeAdventurer(PARTY, self.player, one.number)
            for one in table.state.adventurers
            if one.seat == UNASSIGNED
        ]


@dataclass(unsafe_hash=True)
class TakeAdventurer(Action):
    player: int
    adventurer: int

    def run(self, table: Table[WatchState]) -> None:
        table.state.adventurers[self.adventurer].seat = self.player
        table.emit(AdventurerTaken(self.player, self.adventurer))


@dataclass
class SetFamiliar(Step):
    def run(self, table: Table[WatchState]) -> None:
        content = table.state.content
        if content.witch != NOBODY:
            table.do(ChooseFamiliar(PARTY, content.witch))


class ChooseFamiliar(OwnChoice):
    """The side of the Familiar that lies up at the start (W-SETUP-19)."""

    def options(self, table: Table[WatchState]) -> list[Action]:
        sides = table.state.content.adventurers[self.adventurer].familiars
        return [TurnFamiliar(PARTY, side.id) for side in sides]


@dataclass
class OpenGame(Step):
    """The first location acts when set-up is done, without its modifier (W-SETUP-13, -14)."""

    def run(self, table: Table[WatchState]) -> None:
        table.do_all([*location_steps(table.state, "arrive"), PlayRound(1)])
