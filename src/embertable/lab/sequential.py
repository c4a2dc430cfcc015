"""A sequential test: play until the results decide between two hypotheses about a mean.

Wald's sequential probability ratio test, generalised to results with more values than won and lost: the
likelihood of a mean is the highest that any distribution on the observed values with this mean
gives the results. For results that are 0 or 1, this is Wald's test itself.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LOW = "low"
HIGH = "high"
"""The verdicts: the mean is at most the lower, or at least the higher of the two."""
TRACE = 1e-3
"""Added to the counts of 0 and 1, so that every mean between them stays possible."""
HALVINGS = 60


@dataclass(frozen=True)
class Hypotheses:
    """Two means between 0 and 1, and the probability of accepting the wrong one of them."""

    low: float
    high: float
    error: float = 0.05

    def bound(self) -> float:
        """The log-likelihood ratio, of either sign, at which the test ends."""
        return math.log((1 - self.error) / self.error)

    def among(self, seats: int) -> Hypotheses:
        """The same strengths against several rivals: a rate of p against one has odds of p / (1 - p).

        >>> Hypotheses(0.5, 0.65).among(3)
        Hypotheses(low=0.3333333333333333, high=0.4814814814814815, error=0.05)
        """
        low, high = (rate / (rate + (seats - 1) * (1 - rate)) for rate in (self.low, self.high))
        return Hypotheses(low, high, self.error)


def log_likelihood_ratio(results: Iterable[float], hypotheses: Hypotheses) -> float:
    """How much better the higher mean explains results between 0 and 1 than the lower one."""
    counts = Counter([round(result, 9) for result in results])
    if not counts:
        return 0.0
    weights = {0.0: TRACE, 1.0: TRACE}
    for value, count in counts.items():
        weights[value] = weights.get(value, 0.0) + count
    values = list(weights)
    likely = fitted(values, list(weights.values()), hypotheses.high)
    unlikely = fitted(values, list(weights.values()), hypotheses.low)
    return math.fsum(
        [
            counts[value] * math.log(high / low)
            for value, high, low in zip(values, likely, unlikely, strict=True)
        ]
    )


def fitted(values: Sequence[float], weights: Sequence[float], mean: float) -> list[float]:
    """The most likely distribution on the values that has this mean."""
    total = math.fsum(weights)
    shares = [weight / total for weight in weights]
    low, high = -1 / (max(values) - mean), 1 / (mean - min(values))
    # The slope falls from plus to minus infinity between the two ends.
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        slope = math.fsum(
            [
                share * (value - mean) / (1 + middle * (value - mean))
                for share, value in zip(shares, values, strict=True)
            ]
        )
        if slope > 0:
            low = middle
        else:
            high = middle
    tilt = (low + high) / 2
    return [
        share / (1 + tilt * (value - mean)) for share, value in zip(shares, values, strict=True)
    ]


def verdict(results: Iterable[float], hypotheses: Hypotheses) -> str | None:
    """LOW or HIGH; None while the results do not decide."""
    ratio = log_likelihood_ratio(results, hypotheses)
    if abs(ratio) < hypotheses.bound():
        return None
    return HIGH if ratio > 0 else LOW
