"""How the game ends: the party wins or loses together (W-WIN, W-LOSE)."""

from __future__ import annotations

from typing import Final

from embertable.engine.table import Result, Table
from embertable.games.setawatch.control import SEATS
from embertable.games.setawatch.state import END, WATCH, WatchState

WON: Final = "won"
EXHAUSTED: Final = "exhausted"
UNHALLOWED_LOOSE: Final = "unhallowed"


def win(table: Table[WatchState]) -> None:
    seats = SEATS[table.state.players]
    table.end(Result(WON, seats, tuple([1 for _ in seats])))


def lose(table: Table[WatchState], outcome: str) -> None:
    table.end(Result(outcome, (), tuple([0 for _ in SEATS[table.state.players]])))


def is_lost(state: WatchState) -> bool:
    """Nobody on Watch has a ready card; not tested in Camp (W-LOSE-01, -03)."""
    return state.phase in (WATCH, END) and state.ready_on_watch() == 0


def lose_if_exhausted(table: Table[WatchState]) -> bool:
    if is_lost(table.state):
        lose(table, EXHAUSTED)
        return True
    return False
