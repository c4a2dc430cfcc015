"""The Den: Billygoat begins beside it, the Team must never enter it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Step, Table, View
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.ending import DEN, lose
from embertable.games.faceless.layout import SETUP, Placement, is_connected
from embertable.games.faceless.moments import (
    BeforeEntering,
    BillygoatSites,
    KeepsObstaclesAway,
    MemoryEffectsAllowed,
    ObstaclesLaid,
    PowersAllowed,
    SpaceTaken,
    TurnStarted,
)
from embertable.games.faceless.setup import LayObstacles
from embertable.games.faceless.state import FacelessState, Part

den = Ruleset("den")


@dataclass
class DenView(View):
    spaces: tuple[int, ...]
    is_near: bool


@dataclass
class Den(Part):
    """The spaces it covers, and whether the Team began this turn beside it."""

    spaces: list[int] = field(default_factory=list)
    is_near: bool = False

    def copy(self) -> Den:
        return Den(self.spaces[:], self.is_near)

    def shown(self) -> View:
        return DenView(tuple(self.spaces), self.is_near)


def den_of(table: Table[FacelessState]) -> Den | None:
    """None before it is placed."""
    part = table.state.parts.get("den")
    assert part is None or isinstance(part, Den)
    return part


@den.on(ObstaclesLaid)
def place_den(table: Table[FacelessState], moment: ObstaclesLaid) -> Iterable[Step]:
    return [PlaceDen()]


@dataclass
class PlaceDen(Step):
    """On three free spaces by the rules for Obstacles, but for the symbol (F-SETUP-07b)."""

    def run(self, table: Table[FacelessState]) -> None:
        open_to_it = room_for_den(table.state)
        if open_to_it:
            table.state.parts["den"] = Den(list(table.chance.pick(SETUP, open_to_it).cells))
        else:
            table.do_all([LayObstacles(), *table.reactions(ObstaclesLaid())])


def room_for_den(state: FacelessState) -> list[Placement]:
    board = state.content.board
    covered = board.mask([space for space in range(board.size) if state.cover[space] != AWAY])
    return [
        placement
        for placement in state.content.den_placements
        if not placement.zone & covered
        and (not placement.may_cut_off or is_connected(board, covered | placement.mask))
    ]


@den.changes(SpaceTaken)
def cover_spaces(table: Table[FacelessState], moment: SpaceTaken, taken: int) -> int:
    part = den_of(table)
    return 1 if part is not None and moment.space in part.spaces else taken


@den.changes(KeepsObstaclesAway)
def keep_obstacles_away(table: Table[FacelessState], moment: KeepsObstaclesAway, away: int) -> int:
    part = den_of(table)
    return 1 if part is not None and moment.space in part.spaces else away


@den.changes(BillygoatSites)
def begin_beside_den(table: Table[FacelessState], moment: BillygoatSites, sites: int) -> int:
    """Instead of beside an Obstacle (F-EXP-DEN-02)."""
    board = table.state.content.board
    part = den_of(table)
    assert part is not None
    around = 0
    for space in part.spaces:
        around |= board.mask(board.around[space])
    return around & ~board.mask(part.spaces)


@den.on(BeforeEntering)
def lose_in_den(table: Table[FacelessState], moment: BeforeEntering) -> Iterable[Step]:
    """Nothing helps against it (F-EXP-DEN-03)."""
    part = den_of(table)
    assert part is not None
    return [FallIntoDen()] if moment.space in part.spaces else []


@dataclass
class FallIntoDen(Step):
    def run(self, table: Table[FacelessState]) -> None:
        lose(table, DEN)


@den.on(TurnStarted)
def look_for_den(table: Table[FacelessState], moment: TurnStarted) -> Iterable[Step]:
    return [LookForDen()]


@dataclass
class LookForDen(Step):
    """Once, for the whole turn (F-EXP-DEN-05)."""

    def run(self, table: Table[FacelessState]) -> None:
        part = den_of(table)
        assert part is not None
        part.is_near = is_beside(table, part)


def is_beside(table: Table[FacelessState], part: Den) -> bool:
    around = table.state.content.board.around[table.state.team]
    return any([space in part.spaces for space in around])


def blocks(table: Table[FacelessState], seat: int) -> bool:
    """Only the current player is concerned (F-EXP-DEN-05)."""
    part = den_of(table)
    if part is None or seat != table.state.current or table.state.turn == 0:
        return False
    return is_beside(table, part) if table.options["den_check"] == "continuous" else part.is_near


@den.changes(PowersAllowed)
def forbid_power(table: Table[FacelessState], moment: PowersAllowed, allowed: int) -> int:
    return 0 if blocks(table, moment.seat) else allowed


@den.changes(MemoryEffectsAllowed)
def forbid_effects(table: Table[FacelessState], moment: MemoryEffectsAllowed, allowed: int) -> int:
    return 0 if blocks(table, moment.seat) else allowed
