"""What the lab measures in Dead Cells: how far a Run gets, and in what shape."""

from __future__ import annotations

from typing import Any

from embertable.engine.table import Table
from embertable.lab.metrics import SEATS, GameMetrics, Source, kind, score


def biomes_and_health(table: Table[Any], side: int) -> int:
    """Biomes left behind, then the health of the weakest."""
    state = table.state
    shares = [100 * one.health() // max(1, one.max_health) for one in state.characters]
    return int(100 * state.finished + min(shares, default=100))


METRICS = GameMetrics(
    together=True,
    kinds=(
        kind("beheaded", "BeheadedTaken", "beheaded"),
        kind("equipment", "Equipped", "equipment", field="card", group="card"),
        kind("biome", "BiomeEntered", "biomes", is_place=True),
        kind("boss", "BossMet", "bosses", group="biome", is_place=True),
        kind("enemy", "EnemyPlaced", "monsters", field="card", group="card"),
    ),
    stages=frozenset({"CombatStarted", "BossMet"}),
    standing=biomes_and_health,
    reach=score,
    luck=(
        Source("heroes", ("beheaded",)),
        Source("tiles", ("table",)),
        Source("hands", SEATS),
    ),
    bot_options={"beheaded": "random"},
)
