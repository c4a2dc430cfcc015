"""Kaar brings the black die into play and keeps its owner from ever receiving it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import (
    CHANCE,
    Action,
    Choice,
    Draw,
    Drawn,
    Event,
    Seat,
    SeatStep,
    Step,
    Table,
)
from embertable.games.lueur.content import MINUS_BURSTS
from embertable.games.lueur.late_morning import roll
from embertable.games.lueur.moments import BeforeRecruit, CompanionArrived
from embertable.games.lueur.state import KAAR_MOVE, LueurState

kaar = Ruleset("kaar")


@dataclass
class BlackDiePlaced(Event):
    seat: Seat
    space: str


@dataclass
class BlackDieMoved(Event):
    seat: Seat
    space: str


@kaar.on(CompanionArrived)
def bring_the_black_die(table: Table[LueurState], moment: CompanionArrived) -> Iterable[Step]:
    state = table.state
    if (
        state.content.companions[moment.companion].rules_black_die
        and state.content.black_die in state.reserve
    ):
        yield PlaceBlackDie(moment.seat)


class PlaceBlackDie(SeatStep):
    def run(self, table: Table[LueurState]) -> None:
        table.do(RollBlackDie(CHANCE, self.seat))


@dataclass
class RollBlackDie(Draw):
    """Rolled again while its space has no companion; at Noon no space has one (L-KAAR-02)."""

    roller: Seat

    def owner(self) -> Seat:
        return self.roller

    def options(self, table: Table[LueurState]) -> list[Action]:
        return [LayBlackDie(CHANCE, self.roller, space) for space in open_spaces(table.state)]

    def drawn(self, table: Table[LueurState]) -> Action:
        state = table.state
        die = state.content.black_die
        spaces = open_spaces(state)
        state.faces[die] = MINUS_BURSTS
        while state.faces[die] not in spaces:
            roll(table, self.roller, die)
        return LayBlackDie(CHANCE, self.roller, state.faces[die])


def open_spaces(state: LueurState) -> list[str]:
    """Where the black die may come to lie: any face of it that shows such a space counts."""
    spaces = state.spaces_with_companions() or list(state.content.spaces)
    faces = state.content.dice[state.content.black_die].faces
    return [space for space in spaces if space in faces]


@dataclass(unsafe_hash=True)
class LayBlackDie(Drawn):
    """The black die comes into play on the space that it shows."""

    roller: Seat
    space: str

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        die = state.content.black_die
        state.faces[die] = self.space
        state.reserve.remove(die)
        state.space(self.space).dice.append(die)
        table.emit(BlackDiePlaced(self.roller, self.space))


@kaar.on(BeforeRecruit)
def move_the_black_die_away(table: Table[LueurState], moment: BeforeRecruit) -> Iterable[Step]:
    state = table.state
    if state.content.black_die in state.space(moment.space).dice and any(
        state.content.companions[companion].rules_black_die
        for companion in state.players[moment.seat].companions
    ):
        may = KAAR_MOVE in state.other_readings
        choice = ChooseWhetherToMove if may else ChooseBlackDieSpace
        yield choice(moment.seat, moment.space)


@dataclass
class BlackDieChoice(Choice):
    """Where Kaar's owner moves the black die (L-KAAR-05)."""

    space: str

    def options(self, table: Table[LueurState]) -> list[Action]:
        return [
            MoveBlackDie(self.seat, self.space, to)
            for to in table.state.spaces_with_companions()
            if to != self.space
        ]


class ChooseBlackDieSpace(BlackDieChoice):
    """The move is compulsory."""


class ChooseWhetherToMove(BlackDieChoice):
    """The other reading: the owner may also take the die along."""

    def options(self, table: Table[LueurState]) -> list[Action]:
        return [*super().options(table), KeepBlackDie(self.seat)]


@dataclass(unsafe_hash=True)
class MoveBlackDie(Action):
    space: str
    to: str

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        die = state.content.black_die
        state.space(self.space).dice.remove(die)
        state.space(self.to).dice.append(die)
        table.emit(BlackDieMoved(self.seat, self.to))


class KeepBlackDie(Action):
    """It stays where it is and comes with the companion."""

    def run(self, table: Table[LueurState]) -> None:
        pass
