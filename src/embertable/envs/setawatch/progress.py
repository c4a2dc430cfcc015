"""Progress in Set a Watch: rounds held, creatures that are gone, and cards that are ready."""

from __future__ import annotations

from typing import Any, Final

from embertable.engine.table import Seat, Table
from embertable.envs.coding.rewards import Progress
from embertable.games.setawatch.state import WATCH, WatchState

LONG_LINE: Final = 9
CARDS: Final = 12
"""Ability cards of a whole party."""
READY: Final = 0.4


class WatchProgress(Progress):
    def of(self, table: Table[Any], seat: Seat) -> float:
        state: WatchState = table.state
        result = table.result
        if result is not None and result.winners:
            return 1.0
        rounds = state.round + len(state.map_deck)
        if state.round == 0 or rounds == 0:
            return 0.0
        ready = 0
        for adventurer in state.adventurers:
            ready += adventurer.ready_cards()
        part = READY * min(1.0, ready / CARDS)
        if state.phase == WATCH:
            part += (1.0 - READY) * max(0.0, 1.0 - len(state.line) / LONG_LINE)
        return (state.round - 1 + part) / rounds
