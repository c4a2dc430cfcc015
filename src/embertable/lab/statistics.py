"""Intervals, tests and corrections for tables of results."""

from __future__ import annotations

import math
from collections.abc import Sequence


def wilson(successes: float, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's score interval for a rate, at 95 % by default."""
    if not trials:
        return 0.0, 1.0
    rate = successes / trials
    spread = z * z / trials
    middle = rate + spread / 2
    width = z * math.sqrt(rate * (1 - rate) / trials + spread / (4 * trials))
    low, high = (middle - width) / (1 + spread), (middle + width) / (1 + spread)
    return max(0.0, low), min(1.0, high)


def median_interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % confidence interval of the median from order statistics, or the whole range."""
    ordered = sorted(values)
    trials = len(ordered)
    below = 0.0
    cut = 0
    while cut < trials // 2:
        below += math.comb(trials, cut) / 2**trials
        if below > 0.025:
            break
        cut += 1
    cut = max(0, cut - 1)
    return ordered[cut], ordered[trials - 1 - cut]


def two_sided(z: float) -> float:
    """The two-sided p-value of a normal deviate."""
    return math.erfc(abs(z) / math.sqrt(2))


def sign_test(better: int, worse: int) -> float:
    """The p-value of the exact two-sided sign test on pairs (McNemar)."""
    trials = better + worse
    if not trials:
        return 1.0
    few = min(better, worse)
    # Larger powers of two overflow, and the normal approximation is as good.
    if trials > 1000:
        return two_sided((abs(better - worse) - 1) / math.sqrt(trials))
    tail = sum([math.comb(trials, count) for count in range(few + 1)])
    return min(1.0, float(2 * tail / 2**trials))


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction of p-values for multiple comparisons."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    corrected = [1.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = highest
    return corrected


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def standard_error(values: Sequence[float]) -> float:
    """The standard error of the mean."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    variance = sum([(value - middle) ** 2 for value in values]) / (len(values) - 1)
    return math.sqrt(variance / len(values))


def correlation(ones: Sequence[float], others: Sequence[float]) -> float | None:
    """Pearson's correlation; None if one of the series is constant."""
    a, b = mean(ones), mean(others)
    together = sum([(x - a) * (y - b) for x, y in zip(ones, others, strict=True)])
    apart = sum([(x - a) ** 2 for x in ones]) * sum([(y - b) ** 2 for y in others])
    return together / math.sqrt(apart) if apart > 0 else None


def quantile(values: Sequence[float], share: float) -> float:
    """The value with this share of the values below it."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
