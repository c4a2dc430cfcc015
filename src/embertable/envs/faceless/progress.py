"""Progress in The Faceless: Memories found, and turns survived."""

from __future__ import annotations

from typing import Any, Final

from embertable.engine.table import Seat, Table
from embertable.envs.coding.rewards import Progress
from embertable.games.faceless.state import FacelessState

LONG_GAME: Final = 24
"""Turns after which surviving longer counts no more."""
SURVIVAL: Final = 0.25


class FacelessProgress(Progress):
    def of(self, table: Table[Any], seat: Seat) -> float:
        state: FacelessState = table.state
        result = table.result
        if result is not None and result.winners:
            return 1.0
        memories = len(state.memory_spaces)
        found = (memories - state.memories_left()) / memories if memories else 0.0
        survived = min(state.turn, LONG_GAME) / LONG_GAME
        return (1.0 - SURVIVAL) * found + SURVIVAL * survived
