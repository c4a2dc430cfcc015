"""Setting up: first player, adventurers, deck, spells and the opening dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.game import Setting
from embertable.engine.table import CHANCE, Action, Choice, Draw, Drawn, Event, Seat, Step, Table
from embertable.games.lueur.content import BLACK, Die, LueurContent
from embertable.games.lueur.evening import DealCompanions, place_small_dice
from embertable.games.lueur.moments import PiecesPlaced
from embertable.games.lueur.rounds import PlayRound
from embertable.games.lueur.state import (
    CAMP,
    CROMAUG,
    CURSE,
    KAAR_MOVE,
    KAAR_SHIELD,
    SECOND_LAP,
    TABLE,
    LueurState,
    MeetingSpace,
    Player,
)

PLAYERS: Final = ("2", "3", "4")
JOURNEYS: Final = ("province", "archipelago")
ADVENTURERS: Final = ("choose", "random")
READINGS: Final = (
    Setting(CURSE, ("all", "others"), "all", "L-CURSE-02"),
    Setting(KAAR_MOVE, ("must", "may"), "must", "L-KAAR-05"),
    Setting(KAAR_SHIELD, ("recruiting", "always"), "recruiting", "L-KAAR-06"),
    Setting(SECOND_LAP, ("regained", "lost"), "regained", "L-REROLL-08"),
    Setting(CROMAUG, ("must", "may"), "must", "L-CROMAUG-05"),
    Setting(CAMP, ("any_time", "on_arrival"), "any_time", "L-JOURNEY-PROVINCE-09"),
)
"""Where the rulebook can be read in two ways; the first value is the ledger's."""

FIRST_TOKENS: Final = 2


@dataclass
class AdventurerTaken(Event):
    seat: Seat
    adventurer: str


def empty_table(options: dict[str, str], content: LueurContent) -> LueurState:
    """Everything still in the box."""
    players = int(options["players"])
    return LueurState(
        content=content,
        players=[Player(seat, content.start_bursts) for seat in range(players)],
        faces=[""] * len(content.dice),
        track=[MeetingSpace() for _ in content.spaces],
        other_readings=[one.name for one in READINGS if options[one.name] != one.default],
    )


@dataclass
class SetOut(Step):
    """The first player is drawn before adventurers are chosen in turn order (L-SETUP-02)."""

    random: bool

    def run(self, table: Table[LueurState]) -> None:
        table.do(DrawFirstPlayer(CHANCE), LayOut(self.random))


@dataclass
class DrawFirstPlayer(Draw):
    def options(self, table: Table[LueurState]) -> list[Action]:
        return [GoFirst(CHANCE, player.seat) for player in table.state.players]

    def drawn(self, table: Table[LueurState]) -> Action:
        return GoFirst(CHANCE, table.chance.draw(TABLE, len(table.state.players)))


@dataclass(unsafe_hash=True)
class GoFirst(Drawn):
    first: Seat

    def run(self, table: Table[LueurState]) -> None:
        table.state.first = self.first


@dataclass
class LayOut(Step):
    """The last player's tokens, the reserve, then adventurers, cards and dice."""

    random: bool

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        last = state.players[state.turn_order()[-1]]
        last.rerolls = FIRST_TOKENS
        fill_reserve(state)
        adventurers: list[Step] = (
            [DrawAdventurers()]
            if self.random
            else [ChooseAdventurer(seat) for seat in state.turn_order()]
        )
        table.do_all([*adventurers, ShuffleSpells(), ShuffleDeck(), OpenTrack(), PlayRound()])


def fill_reserve(state: LueurState) -> None:
    """One large die of each reserve colour, and the black die (L-SETUP-06)."""
    dice = state.content.dice
    for colour in state.content.reserve_colours:
        state.reserve.append(large_dice(dice, colour)[-1])
    state.reserve.append(state.content.black_die)


def large_dice(dice: tuple[Die, ...], colour: str) -> list[int]:
    return [die.id for die in dice if die.large and die.colour == colour]


class ChooseAdventurer(Choice):
    def options(self, table: Table[LueurState]) -> list[Action]:
        return [TakeAdventurer(self.seat, name) for name in free_adventurers(table.state)]


def free_adventurers(state: LueurState) -> list[str]:
    taken = [player.adventurer for player in state.players]
    return [name for name in state.content.adventurers if name not in taken]


@dataclass(unsafe_hash=True)
class TakeAdventurer(Action):
    """The card, its large dice, and the pieces for the journey."""

    adventurer: str

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        player = state.players[self.seat]
        card = state.content.adventurers[self.adventurer]
        player.adventurer = self.adventurer
        player.dice = large_dice(state.content.dice, card.die_colour)[: card.dice]
        table.emit(AdventurerTaken(self.seat, self.adventurer))
        table.do_all(table.reactions(PiecesPlaced(self.seat)))


@dataclass
class DrawAdventurers(Step):
    """Assign the adventurers at random."""

    def run(self, table: Table[LueurState]) -> None:
        seats = table.state.turn_order()
        if table.chance.entered:
            table.do_all([DealAdventurer(CHANCE, seat) for seat in seats])
            return
        names = list(table.state.content.adventurers)
        table.chance.shuffle("adventurers", names)
        table.do_all([TakeAdventurer(seat, names[place]) for place, seat in enumerate(seats)])


@dataclass
class DealAdventurer(Draw):
    """A free adventurer, for a player whose card is dealt at the table."""

    player: Seat

    def owner(self) -> Seat:
        return self.player

    def options(self, table: Table[LueurState]) -> list[Action]:
        return [TakeAdventurer(self.player, name) for name in free_adventurers(table.state)]

    def drawn(self, table: Table[LueurState]) -> Action:
        return TakeAdventurer(
            self.player, table.chance.pick("adventurers", free_adventurers(table.state))
        )


@dataclass
class ShuffleSpells(Step):
    def run(self, table: Table[LueurState]) -> None:
        table.state.spell_pile = list(table.state.content.spells)
        table.chance.shuffle(TABLE, table.state.spell_pile)


@dataclass
class ShuffleDeck(Step):
    """Some cards of each pack go to the box unseen; pack A lies on pack B (L-SETUP-09)."""

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        packs: dict[str, list[str]] = {"A": [], "B": []}
        for card in state.content.companions.values():
            packs[card.pack].append(card.id)
        for pack in packs.values():
            table.chance.shuffle(TABLE, pack)
            for _ in range(state.content.removed_per_pack):
                state.boxed.append(pack.pop())
        state.deck = [*packs["B"], *packs["A"]]


@dataclass
class OpenTrack(Step):
    """The coloured small dice are rolled and placed, then companions are dealt (L-SETUP-12)."""

    def run(self, table: Table[LueurState]) -> None:
        dice = table.state.content.dice
        table.do(DealCompanions())
        place_small_dice(table, [die.id for die in dice if not die.large and die.colour != BLACK])
