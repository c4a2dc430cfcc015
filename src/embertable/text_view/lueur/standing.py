"""Where a game stands, as lists of tables say it."""

from __future__ import annotations

from embertable.engine.catalogue import Plain
from embertable.engine.table import Table
from embertable.games.lueur.state import LueurState


def standing(table: Table[LueurState]) -> dict[str, Plain]:
    """The round, of so many."""
    state = table.state
    return {"n": state.round, "rounds": state.content.rounds} if state.round else {}
