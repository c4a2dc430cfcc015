"""Adds numbers the same way on every Python."""

from __future__ import annotations

from collections.abc import Iterable


def add_up(values: Iterable[float]) -> float:
    """Add from first to last; the built-in `sum` corrects rounding errors since Python 3.12."""
    total = 0.0
    for value in values:
        total += value
    return total
