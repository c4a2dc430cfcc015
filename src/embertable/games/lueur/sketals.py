"""Sketals bring a large die from the dice reserve and take it back with them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Action, Choice, Event, Seat, Step, Table
from embertable.games.lueur.content import ANY_COLOUR
from embertable.games.lueur.moments import CompanionArrived, CompanionLeft
from embertable.games.lueur.state import LueurState

sketals = Ruleset("sketals")


@dataclass
class DieTaken(Event):
    seat: Seat
    companion: str
    die: int


@dataclass
class NoDieLeft(Event):
    seat: Seat
    companion: str


@dataclass
class DieReturned(Event):
    seat: Seat
    die: int


@sketals.on(CompanionArrived)
def take_its_die(table: Table[LueurState], moment: CompanionArrived) -> Iterable[Step]:
    if table.state.content.companions[moment.companion].die_colour:
        yield TakeItsDie(moment.seat, moment.companion)


@dataclass
class TakeItsDie(Step):
    """If no fitting die is there, nothing happens, now or later (L-SKETAL-03)."""

    seat: Seat
    companion: str

    def run(self, table: Table[LueurState]) -> None:
        choice = ChooseReserveDie(self.seat, self.companion)
        options = choice.options(table)
        if not options:
            table.emit(NoDieLeft(self.seat, self.companion))
        else:
            table.do(options[0] if len(options) == 1 else choice)


def reserve_dice(state: LueurState, seat: Seat, colour: str) -> list[int]:
    """Large dice a Sketal may take: the reserve, and what its owner gave back in this step."""
    dice = [*state.reserve, *state.players[seat].returned]
    kinds = state.content.dice
    return [die for die in dice if kinds[die].large and colour in {kinds[die].colour, ANY_COLOUR}]


@dataclass
class ChooseReserveDie(Choice):
    companion: str

    def options(self, table: Table[LueurState]) -> list[Action]:
        colour = table.state.content.companions[self.companion].die_colour
        dice = reserve_dice(table.state, self.seat, colour)
        return [TakeReserveDie(self.seat, self.companion, die) for die in dice]


@dataclass(unsafe_hash=True)
class TakeReserveDie(Action):
    """The die is not rolled yet (L-DEF-09)."""

    companion: str
    die: int

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        player = state.players[self.seat]
        pile = state.reserve if self.die in state.reserve else player.returned
        pile.remove(self.die)
        player.dice.append(self.die)
        player.sketal_dice[self.companion] = state.content.dice[self.die].colour
        state.faces[self.die] = ""
        table.emit(DieTaken(self.seat, self.companion, self.die))


@sketals.on(CompanionLeft)
def give_its_die_back(table: Table[LueurState], moment: CompanionLeft) -> Iterable[Step]:
    if moment.companion in table.state.players[moment.seat].sketal_dice:
        yield GiveDieBack(moment.seat, moment.companion)


@dataclass
class GiveDieBack(Step):
    """Of several dice of that colour the player chooses, unless they are alike (L-SKETAL-06)."""

    seat: Seat
    companion: str

    def run(self, table: Table[LueurState]) -> None:
        colour = table.state.players[self.seat].sketal_dice.pop(self.companion)
        choice = ChooseReturn(self.seat, colour)
        options = choice.options(table)
        table.do(options[0] if len(options) == 1 else choice)


@dataclass
class ChooseReturn(Choice):
    colour: str

    def options(self, table: Table[LueurState]) -> list[Action]:
        state = table.state
        player = state.players[self.seat]
        options: list[Action] = []
        known: list[tuple[str, bool]] = []
        for die in player.dice:
            kind = state.content.dice[die]
            look = (state.faces[die], die in player.set_aside)
            if kind.large and kind.colour == self.colour and look not in known:
                known.append(look)
                options.append(ReturnDie(self.seat, die))
        return options


@dataclass(unsafe_hash=True)
class ReturnDie(Action):
    die: int

    def run(self, table: Table[LueurState]) -> None:
        player = table.state.players[self.seat]
        player.dice.remove(self.die)
        if self.die in player.set_aside:
            player.set_aside.remove(self.die)
        player.returned.append(self.die)
        table.state.faces[self.die] = ""
        table.emit(DieReturned(self.seat, self.die))
