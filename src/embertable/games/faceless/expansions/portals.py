"""Portals: who ends a movement beside one is drawn onto it, who ends on one goes to the next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Event, Step, Table, View
from embertable.games.faceless.expansions.spots import open_spaces, spread
from embertable.games.faceless.moments import AfterSetup, MovementEnded, MovementEndsOn, SpaceTaken
from embertable.games.faceless.state import FacelessState, Part
from embertable.games.faceless.team import stand_on

portals = Ruleset("portals")

PORTALS: Final = 3


@dataclass
class PortalAttracted(Event):
    portal: int
    space: int


@dataclass
class PortalCrossed(Event):
    portal: int
    space: int


@dataclass
class PortalsView(View):
    """The spaces of A, B and C."""

    spaces: tuple[int, ...]


@dataclass
class Portals(Part):
    spaces: list[int] = field(default_factory=list)

    def copy(self) -> Portals:
        return Portals(self.spaces[:])

    def shown(self) -> View:
        return PortalsView(tuple(self.spaces))


def portals_of(table: Table[FacelessState]) -> Portals | None:
    part = table.state.parts.get("portals")
    assert part is None or isinstance(part, Portals)
    return part


@portals.on(AfterSetup)
def place_portals(table: Table[FacelessState], moment: AfterSetup) -> Iterable[Step]:
    return [PlacePortals()]


@dataclass
class PlacePortals(Step):
    """Three apart on random free spaces (F-EXP-PORTAL-01)."""

    def run(self, table: Table[FacelessState]) -> None:
        gap = table.state.content.portals.min_distance_between
        table.state.parts["portals"] = Portals(spread(table, open_spaces(table), PORTALS, gap))


@portals.changes(SpaceTaken)
def take_space(table: Table[FacelessState], moment: SpaceTaken, taken: int) -> int:
    part = portals_of(table)
    return 1 if part is not None and moment.space in part.spaces else taken


@portals.changes(MovementEndsOn)
def stand_after_movement(table: Table[FacelessState], moment: MovementEndsOn, space: int) -> int:
    """Onto the next Portal, or onto the one beside (F-EXP-PORTAL-02, F-EXP-PORTAL-03)."""
    part = portals_of(table)
    if part is None:
        return space
    if space in part.spaces:
        return part.spaces[(part.spaces.index(space) + 1) % len(part.spaces)]
    for portal in part.spaces:
        if portal in table.state.content.board.around[space]:
            return portal
    return space


@portals.on(MovementEnded)
def draw_team_in(table: Table[FacelessState], moment: MovementEnded) -> Iterable[Step]:
    return [UsePortal()]


@dataclass
class UsePortal(Step):
    """At most one of the two happens, and once (F-EXP-PORTAL-06)."""

    def run(self, table: Table[FacelessState]) -> None:
        part = portals_of(table)
        assert part is not None
        team = table.state.team
        if team in part.spaces:
            target = (part.spaces.index(team) + 1) % len(part.spaces)
            table.emit(PortalCrossed(target, part.spaces[target]))
            stand_on(table, part.spaces[target])
            return
        for portal, space in enumerate(part.spaces):
            if space in table.state.content.board.around[team]:
                table.emit(PortalAttracted(portal, space))
                stand_on(table, space)
                return
