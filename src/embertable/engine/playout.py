"""Random playouts, as benchmarks and labs use them."""

from __future__ import annotations

from typing import Any, Final

from embertable.engine.table import Table

MULTIPLIER: Final = 48271
MODULUS: Final = 2147483647


def playout(table: Table[Any], seed: int, most: int = 1_000_000) -> int:
    """Play a table to its end with uniformly random actions; return how many were taken."""
    value = seed % (MODULUS - 1) + 1
    for decisions in range(most):
        if table.next_choice() is None:
            return decisions
        offered = table.offered()
        value = value * MULTIPLIER % MODULUS
        table.apply(offered[value % len(offered)])
    return most
