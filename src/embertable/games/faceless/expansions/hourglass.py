"""The Hourglass: rules know no clock, so the system says when the sand has run out.

It does so at safe points only (F-EXP-HOUR-06); replays have it in the record.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from embertable.engine.countdown import Countdown
from embertable.engine.rulesets import Ruleset
from embertable.engine.table import SYSTEM, Action, Event, Step, Table, View
from embertable.games.faceless.deck import AddThreats, RefillDisplay
from embertable.games.faceless.moments import AfterSetup, MemoryCollected, SystemActions
from embertable.games.faceless.state import FacelessState, Part
from embertable.games.faceless.team import ChooseStep
from embertable.games.faceless.turns import ChooseAction, ChooseAddition
from embertable.games.faceless.walk import ChooseHeading, ChoosePlace

hourglass = Ruleset("hourglass")

SAFE_POINTS: Final = (ChooseAction, ChooseAddition, ChoosePlace, ChooseHeading, ChooseStep)


@dataclass
class GlassTurned(Event):
    """The sand had run out beside a Memory."""


@dataclass
class SandRanOut(Event):
    """The sand had run out without a Memory: n cards are added."""

    n: int


@dataclass
class HourglassView(View):
    seconds: int
    is_safe: bool
    """Whether a Memory was collected since the glass was turned."""


@dataclass
class Hourglass(Part):
    seconds: int
    is_safe: bool = False

    def copy(self) -> Hourglass:
        return Hourglass(self.seconds, self.is_safe)

    def shown(self) -> View:
        return HourglassView(self.seconds, self.is_safe)


def glass_of(table: Table[FacelessState]) -> Hourglass:
    part = table.state.parts["hourglass"]
    assert isinstance(part, Hourglass)
    return part


@hourglass.on(AfterSetup)
def set_glass(table: Table[FacelessState], moment: AfterSetup) -> Iterable[Step]:
    return [SetGlass()]


@dataclass
class SetGlass(Step):
    """At its original place, when the first turn begins (F-EXP-HOUR-01)."""

    def run(self, table: Table[FacelessState]) -> None:
        table.state.parts["hourglass"] = Hourglass(table.state.content.hourglass.seconds)


@hourglass.on(MemoryCollected)
def put_beside_memory(table: Table[FacelessState], moment: MemoryCollected) -> Iterable[Step]:
    return [PutBesideMemory()]


@dataclass
class PutBesideMemory(Step):
    """Before any power answers (F-INT-47)."""

    def run(self, table: Table[FacelessState]) -> None:
        glass_of(table).is_safe = True


def glass_countdown(table: Table[FacelessState]) -> Countdown | None:
    """Three minutes and again, from the first turn on (F-EXP-HOUR-05)."""
    if "hourglass" not in table.state.parts:
        return None
    return Countdown(glass_of(table).seconds, SandRunsOut(SYSTEM), table.options["hourglass_pause"])


@hourglass.on(SystemActions)
def let_sand_run_out(table: Table[FacelessState], moment: SystemActions) -> Iterable[Step]:
    """Around the action, while a figure is posed and between free steps (F-EXP-HOUR-06)."""
    if "hourglass" in table.state.parts and isinstance(table.next_choice(), SAFE_POINTS):
        return [SandRunsOut(SYSTEM)]
    return []


class SandRunsOut(Action):
    """Cards for a glass without a Memory, none beside one (F-EXP-HOUR-03, F-EXP-HOUR-04)."""

    def run(self, table: Table[FacelessState]) -> None:
        glass = glass_of(table)
        if glass.is_safe:
            glass.is_safe = False
            table.emit(GlassTurned())
        else:
            cards = table.state.content.hourglass.penalty_cards
            table.emit(SandRanOut(cards))
            table.do(AddThreats(cards), RefillDisplay())
