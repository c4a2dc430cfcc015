"""Where a game stands, as lists of tables say it."""

from __future__ import annotations

from embertable.engine.catalogue import Plain
from embertable.engine.table import Table
from embertable.games.deadcells.state import DeadCellsState


def standing(table: Table[DeadCellsState]) -> dict[str, Plain]:
    """The Biome, or the Boss."""
    place = table.state.boss or table.state.biome
    return {"biome": place} if place else {}
