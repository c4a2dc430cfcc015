"""A ridge regression over sparse rows, the same to the last digit for the same rows in the same order."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from embertable.lab.logistic import solved

Row: TypeAlias = Mapping[str, float]


@dataclass(frozen=True)
class Pull:
    """To what a fit holds a weight, and how strongly."""

    usual: float
    strength: float


def ridge_fit(
    rows: Sequence[Row], wanted: Sequence[float], pull: Callable[[str], Pull]
) -> dict[str, float]:
    """The weights of all features that occur, in the order of their names."""
    names = sorted({name for row in rows for name in row})
    column = {name: place for place, name in enumerate(names)}
    pulls = [pull(name) for name in names]
    products = [[0.0] * len(names) for _ in names]
    right = [0.0] * len(names)
    for row, target in zip(rows, wanted, strict=True):
        entries = sorted([(column[name], amount) for name, amount in row.items() if amount])
        rest = target - math.fsum([pulls[place].usual * amount for place, amount in entries])
        for place, amount in entries:
            right[place] += amount * rest
            line = products[place]
            for other, more in entries:
                line[other] += amount * more
    for place, one in enumerate(pulls):
        products[place][place] += one.strength
    found = solved(products, right)
    return {name: one.usual + change for name, one, change in zip(names, pulls, found, strict=True)}


def worth(weights: Row, row: Row) -> float:
    """What a row is worth; features that no fit has seen count nothing."""
    return math.fsum([weights.get(name, 0.0) * amount for name, amount in row.items()])


def error(rows: Sequence[Row], wanted: Sequence[float], weights: Row) -> float:
    """The root mean square error."""
    misses = [target - worth(weights, row) for row, target in zip(rows, wanted, strict=True)]
    return math.sqrt(math.fsum([miss * miss for miss in misses]) / len(misses))
