"""Kaar brings the black die into play and keeps its owner from ever receiving it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Action, Choice, Event, Seat, SeatStep, Step, Table
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
    """Rolled again while its space has no companion; at Noon no space has one (L-KAAR-02)."""

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        die = state.content.black_die
        spaces = state.spaces_with_companions() or list(state.content.spaces)
        state.faces[die] = MINUS_BURSTS
        while state.faces[die] not in spaces:
            roll(table, self.seat, die)
        state.reserve.remove(die)
        state.space(state.faces[die]).dice.append(die)
        table.emit(BlackDiePlaced(self.seat, state.faces[die]))


@kaar.on(BeforeRecruit)
def move_the_black_die_away(table: Table[LueurState], moment: BeforeRecruit) -> Iterable[Step]:
    state = table.state
    if state.content.black_die in state.space(moment.space).dice and any(
        [
            state.content.companions[companion].rules_black_die
            for companion in state.players[moment.seat].companions
        ]
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
