"""Progress in Dead Cells: Biomes left behind, places entered, and the health of the weakest."""

from __future__ import annotations

from typing import Any, Final

from embertable.engine.table import Seat, Table
from embertable.envs.coding.rewards import Progress
from embertable.games.deadcells.state import NOBODY, DeadCellsState

STAGES: Final = 4
"""A Run's Biomes, and its Boss."""
PLACES: Final = 6
"""A way through a Biome."""
ENTERED: Final = 2
"""The face of a tile that the Beheaded have entered."""
HEALTH: Final = 0.4


class DeadCellsProgress(Progress):
    def of(self, table: Table[Any], seat: Seat) -> float:
        state: DeadCellsState = table.state
        if state.beaten:
            return 1.0
        part = (1.0 - HEALTH) * min(1.0, state.faces.count(ENTERED) / PLACES)
        if state.dead == NOBODY and table.result is None:
            weakest = 1.0
            for one in state.characters:
                weakest = min(weakest, one.health() / max(1, one.max_health))
            part += HEALTH * max(0.0, weakest)
        return min(1.0, (state.finished + part) / STAGES)
