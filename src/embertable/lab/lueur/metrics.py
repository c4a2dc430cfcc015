"""What the lab measures in Lueur: who leads, by bursts of light."""

from __future__ import annotations

from typing import Any

from embertable.engine.table import Table
from embertable.lab.metrics import SEATS, GameMetrics, Source, ahead, kind, result_of


def lead(table: Table[Any], side: int) -> int:
    return ahead([player.bursts for player in table.state.players], side)


def final_lead(table: Table[Any], side: int) -> int:
    return ahead(result_of(table).scores, side)


METRICS = GameMetrics(
    together=False,
    kinds=(
        kind("adventurer", "AdventurerTaken", "adventurers", group="card"),
        kind("companion", "CompanionRecruited", "companions", group="card"),
        kind("spell", "SpellTriggered", "spells", group="card"),
    ),
    stages=frozenset({"RoundStarted"}),
    standing=lead,
    reach=final_lead,
    luck=(Source("cards", ("table", "adventurers")), Source("dice", SEATS)),
)
