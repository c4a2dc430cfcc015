"""The little statistics that a table of results needs."""

from __future__ import annotations

import math


def wilson(successes: int, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a rate, at 95 % unless told otherwise."""
    if not trials:
        return 0.0, 1.0
    rate = successes / trials
    spread = z * z / trials
    middle = rate + spread / 2
    width = z * math.sqrt(rate * (1 - rate) / trials + spread / (4 * trials))
    low, high = (middle - width) / (1 + spread), (middle + width) / (1 + spread)
    return max(0.0, low), min(1.0, high)
