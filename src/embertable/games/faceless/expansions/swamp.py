"""Swamp Obstacles: the Team may walk over them, one Memory for each step onto them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Step, Table
from embertable.games.faceless.layout import SETUP
from embertable.games.faceless.moments import ObstacleOpen, ObstaclesLaid
from embertable.games.faceless.state import FacelessState, Part

swamp = Ruleset("swamp")


@dataclass
class Swamps(Part):
    """The Obstacles that lie with their Swamp side up."""

    obstacles: list[int] = field(default_factory=list)

    def copy(self) -> Swamps:
        return Swamps(self.obstacles[:])


def swamps_of(table: Table[FacelessState]) -> Swamps:
    part = table.state.parts["swamp"]
    assert isinstance(part, Swamps)
    return part


@swamp.on(ObstaclesLaid)
def turn_some_over(table: Table[FacelessState], moment: ObstaclesLaid) -> Iterable[Step]:
    return [TurnSwamps()]


@dataclass
class TurnSwamps(Step):
    """Any Obstacle, the Entrance included (F-EXP-SWAMP-01)."""

    def run(self, table: Table[FacelessState]) -> None:
        content = table.state.content
        scenario = content.scenarios.get(table.options["scenario"])
        count = content.swamps
        if scenario is not None and scenario.swamps:
            count = scenario.swamps
        obstacles = list(range(len(content.obstacles)))
        table.chance.shuffle(SETUP, obstacles)
        table.state.parts["swamp"] = Swamps(sorted(obstacles[:count]))


@swamp.changes(ObstacleOpen)
def open_swamps(table: Table[FacelessState], moment: ObstacleOpen, is_open: int) -> int:
    """No Swamp lies there while the players still lay the Obstacles."""
    if "swamp" not in table.state.parts:
        return is_open
    return 1 if table.state.cover[moment.space] in swamps_of(table).obstacles else is_open
