"""Random play to the end of a table: what search, labs and benchmarks do most of the time."""

from __future__ import annotations

from typing import Any, Final

from embertable.engine.table import Table

MULTIPLIER: Final = 48271
MODULUS: Final = 2147483647


def playout(table: Table[Any], luck: int, most: int = 1_000_000) -> int:
    """Play a table on with evenly chosen actions; `luck` repeats them. How many were taken."""
    value = luck % (MODULUS - 1) + 1
    for decisions in range(most):
        if table.next_choice() is None:
            return decisions
        offered = table.offered()
        value = value * MULTIPLIER % MODULUS
        table.apply(offered[value % len(offered)])
    return most
