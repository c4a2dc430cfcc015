"""A logistic regression with a ridge penalty, the same to the last digit on every machine.

Sums are exact (`math.fsum`), so neither their order nor the Python changes them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul
from typing import TypeAlias

Rows: TypeAlias = Sequence[Sequence[float]]

STEPS = 8
"""Newton's method has long converged by then."""
LIMIT = 30.0
DIGITS = 5
LEAST_CHANCE = 1e-6


def fitted(rows: Rows, won: Sequence[float], ridge: float) -> list[float]:
    """The weights of the features of which the first is always 1, rounded.

    The penalty counts features in standard deviations, and leaves the first alone.
    """
    columns = [list(column) for column in zip(*rows, strict=True)]
    means = [0.0, *[mean(column) for column in columns[1:]]]
    scales = [1.0, *[spread(column) for column in columns[1:]]]
    scaled = [
        [(value - middle) / scale for value in column]
        for column, middle, scale in zip(columns, means, scales, strict=True)
    ]
    size = len(scaled)
    weights = [0.0] * size
    for _ in range(STEPS):
        chances = [chance(weights, row) for row in zip(*scaled, strict=True)]
        errors = [said - was for said, was in zip(chances, won, strict=True)]
        slope = [
            math.fsum(map(mul, column, errors)) + (ridge * weight if at else 0.0)
            for at, (column, weight) in enumerate(zip(scaled, weights, strict=True))
        ]
        bend = [[0.0] * size for _ in range(size)]
        for i, column in enumerate(scaled):
            weighed = [one * said * (1 - said) for one, said in zip(column, chances, strict=True)]
            for j in range(i + 1):
                bend[i][j] = bend[j][i] = math.fsum(map(mul, weighed, scaled[j]))
            if i:
                bend[i][i] += ridge
        weights = [weight - step for weight, step in zip(weights, solved(bend, slope), strict=True)]
    plain = [weight / scale for weight, scale in zip(weights, scales, strict=True)]
    plain[0] -= math.fsum(map(mul, plain[1:], means[1:]))
    return [round(weight, DIGITS) for weight in plain]


def mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def spread(values: Sequence[float]) -> float:
    """The standard deviation; 1 where nothing varies."""
    middle = mean(values)
    return math.sqrt(mean([(one - middle) ** 2 for one in values])) or 1.0


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a symmetric positive system (Cholesky's method)."""
    size = len(right)
    lower = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = matrix[i][j] - math.fsum(map(mul, lower[i][:j], lower[j][:j]))
            # A feature that says nothing new gets no weight.
            lower[i][j] = math.sqrt(max(rest, 1e-9)) if i == j else rest / lower[j][j]
    found: list[float] = []
    for i in range(size):
        found.append((right[i] - math.fsum(map(mul, lower[i][:i], found))) / lower[i][i])
    for i in reversed(range(size)):
        above = math.fsum([lower[j][i] * found[j] for j in range(i + 1, size)])
        found[i] = (found[i] - above) / lower[i][i]
    return found


def chance(weights: Sequence[float], row: Sequence[float]) -> float:
    logit = math.fsum(map(mul, weights, row))
    return 1 / (1 + math.exp(-min(LIMIT, max(-LIMIT, logit))))


def loss(rows: Rows, won: Sequence[float], weights: Sequence[float]) -> float:
    """The mean logarithmic loss."""
    costs = [
        -math.log(max(LEAST_CHANCE, said if was else 1 - said))
        for was, said in zip(won, [chance(weights, row) for row in rows], strict=True)
    ]
    return mean(costs)
