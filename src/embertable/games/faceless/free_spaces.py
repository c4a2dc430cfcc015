"""Which spaces no component lies on, as masks."""

from __future__ import annotations

from embertable.engine.table import Table
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.moments import SpaceTaken
from embertable.games.faceless.state import FacelessState


def free_spaces(table: Table[FacelessState]) -> int:
    """Those without any component, of the base game or of an expansion (F-DEF-02)."""
    return table.state.content.board.every & ~(covered_spaces(table.state) | taken_spaces(table))


def covered_spaces(state: FacelessState, left_out: int = AWAY) -> int:
    """Those that Obstacles cover, but for one of them."""
    bits = state.content.board.bits
    covered = 0
    for obstacle, spaces in enumerate(state.obstacles):
        if obstacle != left_out:
            for space in spaces:
                covered |= bits[space]
    return covered


def taken_spaces(table: Table[FacelessState]) -> int:
    """Those with something else than an Obstacle on them."""
    state = table.state
    size = state.content.board.size
    taken = 0
    for places in ([state.team], state.places, state.memory_spaces):
        for place in places:
            if AWAY < place < size:
                taken |= 1 << place
    if table.rules.changes(SpaceTaken):
        for space in range(size):
            if not taken >> space & 1 and table.ask(SpaceTaken(space), 0):
                taken |= 1 << space
    return taken
