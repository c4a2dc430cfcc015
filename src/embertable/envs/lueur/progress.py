"""Progress in Lueur: the lead over the best rival, in bursts of light."""

from __future__ import annotations

from typing import Any, Final

from embertable.engine.table import Seat, Table
from embertable.envs.coding.rewards import Progress
from embertable.games.lueur.state import LueurState

CLEAR_LEAD: Final = 50.0


class LueurProgress(Progress):
    def of(self, table: Table[Any], seat: Seat) -> float:
        state: LueurState = table.state
        best = -1000
        for player in state.players:
            if player.seat != seat and player.bursts > best:
                best = player.bursts
        lead = (state.players[seat].bursts - best) / CLEAR_LEAD
        return max(-1.0, min(1.0, lead))
