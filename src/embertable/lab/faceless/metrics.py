"""What the lab measures in The Faceless: Memories found."""

from __future__ import annotations

from typing import Any

from embertable.engine.table import Table
from embertable.games.faceless.content import AVATARS
from embertable.lab.metrics import GameMetrics, Kind, Source, kind, score


def memories(table: Table[Any], side: int) -> int:
    return len(table.state.memory_spaces) - int(table.state.memories_left())


METRICS = GameMetrics(
    together=True,
    kinds=(
        kind("kid", "KidTaken", "kids"),
        kind("memory", "MemoryUsed", "memories"),
        Kind("avatar", "AvatarRevealed", lambda _: AVATARS, "avatar", "avatar"),
    ),
    stages=frozenset({"TurnBegan"}),
    standing=memories,
    reach=score,
    luck=(
        Source("board", ("setup", "table", "crossroads", "die", "haunted", "servants")),
        Source("deck", ("deck",)),
    ),
)
