"""Where a game stands, as lists of tables say it."""

from __future__ import annotations

from embertable.engine.catalogue import Plain
from embertable.engine.table import Table
from embertable.games.faceless.state import FacelessState


def standing(table: Table[FacelessState]) -> dict[str, Plain]:
    """The turn, and how many Memories are found."""
    state = table.state
    found = len(state.used) + len(state.unused)
    return (
        {"n": state.turn, "found": found, "all": len(state.content.memories)} if state.turn else {}
    )
