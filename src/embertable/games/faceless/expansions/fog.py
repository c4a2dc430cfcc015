"""The Fog: nobody sees the needle until the action is done or the figure is posed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Event, Step, Table, View
from embertable.games.faceless.moments import (
    ActionDone,
    AfterSetup,
    NeedleHidden,
    PoseConfirmed,
    ThreatPhaseStarted,
    TurnStarted,
)
from embertable.games.faceless.state import FacelessState, Part

fog = Ruleset("fog")


@dataclass
class FogView(View):
    covers: bool


@dataclass
class Fog(Part):
    covers: bool = False

    def copy(self) -> Fog:
        return Fog(self.covers)

    def shown(self) -> View:
        return FogView(self.covers)


class CompassCovered(Event):
    pass


class CompassUncovered(Event):
    pass


@dataclass
class CoverCompass(Step):
    """The cover is put on, or lifted; neither can be taken back alone (F-EXP-FOG-03)."""

    covers: bool

    def run(self, table: Table[FacelessState]) -> None:
        part = table.state.parts.get("fog")
        covered = isinstance(part, Fog) and part.covers
        table.state.parts["fog"] = Fog(self.covers)
        if self.covers and not covered:
            table.make_final()
            table.emit(CompassCovered())
        elif covered and not self.covers:
            table.reveal()
            table.emit(CompassUncovered())


@fog.on(AfterSetup)
def lay_cover(table: Table[FacelessState], moment: AfterSetup) -> Iterable[Step]:
    return [CoverCompass(False)]


@fog.on(TurnStarted)
def cover_compass(table: Table[FacelessState], moment: TurnStarted) -> Iterable[Step]:
    return [CoverCompass(True)]


@fog.on(PoseConfirmed)
def lift_for_movement(table: Table[FacelessState], moment: PoseConfirmed) -> Iterable[Step]:
    return [CoverCompass(False)]


@fog.on(ActionDone)
def lift_after_action(table: Table[FacelessState], moment: ActionDone) -> Iterable[Step]:
    return [CoverCompass(False)]


@fog.on(ThreatPhaseStarted)
def lift_for_threats(table: Table[FacelessState], moment: ThreatPhaseStarted) -> Iterable[Step]:
    return [CoverCompass(False)]


@fog.changes(NeedleHidden)
def hide_needle(table: Table[FacelessState], moment: NeedleHidden, hidden: int) -> int:
    part = table.state.parts.get("fog")
    return 1 if isinstance(part, Fog) and part.covers else hidden
