"""Whether chances come true: what was said, against the share that was won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Bin:
    """Positions for which about the same chance was said, and how their games ended."""

    said: float
    won: float
    games: int


def binned(pairs: Sequence[tuple[float, float]], bins: int) -> list[Bin]:
    """Pairs of a chance and a share of the victory, grouped by the chance."""
    by_bin: dict[int, list[tuple[float, float]]] = {}
    for said, share in pairs:
        by_bin.setdefault(min(bins - 1, int(said * bins)), []).append((said, share))
    return [
        Bin(
            sum([said for said, _ in group]) / len(group),
            sum([share for _, share in group]) / len(group),
            len(group),
        )
        for _, group in sorted(by_bin.items())
    ]
