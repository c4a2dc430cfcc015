"""Where a game stands, as lists of tables say it."""

from __future__ import annotations

from embertable.engine.catalogue import Plain
from embertable.engine.table import Table
from embertable.games.setawatch.state import WatchState


def standing(table: Table[WatchState]) -> dict[str, Plain]:
    """The night, and its location."""
    state = table.state
    return {"n": max(1, state.round), "location": state.location} if state.location else {}
