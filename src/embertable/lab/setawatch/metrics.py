"""What the lab measures in Set a Watch: cards that are ready, and rounds held."""

from __future__ import annotations

from typing import Any

from embertable.engine.table import Table
from embertable.lab.metrics import GameMetrics, Source, kind, result_of


def ready_cards(table: Table[Any], side: int) -> int:
    return sum([one.ready_cards() for one in table.state.adventurers])


def rounds_held(table: Table[Any], side: int) -> int:
    return int(table.state.round) - (0 if result_of(table).winners else 1)


METRICS = GameMetrics(
    together=True,
    kinds=(
        kind("item", "ItemBought", "items"),
        kind("ability", "AbilityUsed", "abilities"),
        kind("location", "LocationReached", "locations", is_place=True),
        kind("creature", "CardRevealed", "cards", field="card", group="card"),
    ),
    stages=frozenset({"RoundBegan"}),
    standing=ready_cards,
    reach=rounds_held,
    luck=(Source("cards", ("cards",)), Source("dice", ("dice",))),
)
