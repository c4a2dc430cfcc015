"""The little statistics that a table of results needs."""

from __future__ import annotations

import math
from collections.abc import Sequence


def wilson(successes: float, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a rate, at 95 % unless told otherwise."""
    if not trials:
        return 0.0, 1.0
    rate = successes / trials
    spread = z * z / trials
    middle = rate + spread / 2
    width = z * math.sqrt(rate * (1 - rate) / trials + spread / (4 * trials))
    low, high = (middle - width) / (1 + spread), (middle + width) / (1 + spread)
    return max(0.0, low), min(1.0, high)


def sign_test(better: int, worse: int) -> float:
    """How likely luck alone would give a difference as large as this between equals."""
    trials = better + worse
    tail = sum([math.comb(trials, k) for k in range(min(better, worse) + 1)])
    return min(1.0, 2.0 * tail / float(2**trials))


def median_between(values: Sequence[float]) -> tuple[float, float]:
    """The smallest interval of order statistics that holds the median with 95 %, or all values."""
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
