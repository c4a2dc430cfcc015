"""Which build is running."""

from __future__ import annotations

from embertable.engine import table


def build() -> str:
    """`compiled` or `pure`."""
    return "pure" if table.__file__.endswith(".py") else "compiled"
