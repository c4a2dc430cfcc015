"""How the game ends: one victory and three ways to lose, for all together (F-END-05)."""

from __future__ import annotations

from typing import Final

from embertable.engine.table import Result, Table
from embertable.games.faceless.moments import Caught, StillNeeded
from embertable.games.faceless.state import FacelessState

VICTORY: Final = "victory"
CAUGHT: Final = "caught"
OBSTACLE: Final = "obstacle"
DECK: Final = "deck"
DEN: Final = "den"
SERVANT: Final = "servant"


def lose(table: Table[FacelessState], why: str) -> None:
    finish(table, why, ())


def finish(table: Table[FacelessState], outcome: str, winners: tuple[int, ...]) -> None:
    """Everybody's score is the number of Memories collected."""
    seats = len(table.state.hands)
    collected = len(table.state.memory_names) - table.state.memories_left()
    table.end(Result(outcome, winners, tuple([collected] * seats)))


def check_victory(table: Table[FacelessState]) -> None:
    """As soon as all Memories are collected, used or not (F-END-01)."""
    if table.has_ended() or table.state.memories_left():
        return
    if table.ask(StillNeeded(), 0) == 0:
        finish(table, VICTORY, tuple(range(len(table.state.hands))))


def check_caught(table: Table[FacelessState]) -> bool:
    """Billygoat and the Team on one space (F-END-03)."""
    state = table.state
    if state.places[3] == state.team or table.ask(Caught(), 0):
        lose(table, CAUGHT)
        return True
    return False
