"""Spectral: for Billygoat an Obstacle is one space, beside all spaces around it."""

from __future__ import annotations

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Table
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.expansions.avatars.cards import has_form
from embertable.games.faceless.moments import BillygoatSteps, Caught
from embertable.games.faceless.state import FacelessState

spectral = Ruleset("spectral")


@spectral.changes(BillygoatSteps)
def cross_obstacles(table: Table[FacelessState], moment: BillygoatSteps, steps: int) -> int:
    """Onto the cell nearest to the Team, off it to any space around (F-AVA-SPECTRAL-02)."""
    if not has_form(table, "spectral"):
        return steps
    state = table.state
    board = state.content.board
    here = state.cover[moment.space]
    if here != AWAY:
        for cell in state.obstacles[here]:
            for near in board.around[cell]:
                if state.cover[near] == AWAY:
                    steps |= 1 << near
        return steps
    beside = {state.cover[near] for near in board.around[moment.space]}
    for obstacle in beside - {AWAY}:
        steps |= board.mask(nearest_cells(state, obstacle))
    return steps


def nearest_cells(state: FacelessState, obstacle: int) -> list[int]:
    distances = state.content.board.distances[state.team]
    cells = state.obstacles[obstacle]
    nearest = min([distances[cell] for cell in cells])
    return [cell for cell in cells if distances[cell] == nearest]


@spectral.changes(Caught)
def catch_on_swamp(table: Table[FacelessState], moment: Caught, caught: int) -> int:
    """On any cell of the Swamp he stands on, the Team is on his space (F-AVA-SPECTRAL-03)."""
    state = table.state
    obstacle = state.cover[state.billygoat()]
    if obstacle == AWAY or not has_form(table, "spectral"):
        return caught
    return 1 if state.cover[state.team] == obstacle else caught
