"""Intervals, tests and corrections for tables of results."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cache

LEVEL = 0.05
"""Intervals are at 95 %."""
FEWEST = 20
"""What fewer seeds show is left out of comparisons of many things."""
RARE = 0.03
"""Where fewer games are won, or lost, how far they got says more than who won."""
SMALL = 0.05
"""A difference in the win rate that hardly anybody notices."""
SMALL_SHARE = 0.2
"""The same for other measures, in standard deviations of all games (Cohen's small effect)."""


def wilson(successes: float, trials: float, z: float = 1.96) -> tuple[float, float]:
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


def student_p(t: float, freedom: int) -> float:
    """The two-sided p-value of Student's t."""
    if freedom < 1:
        return 1.0
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


@cache
def student_limit(freedom: int) -> float:
    """The t that 5 % of Student's distribution exceed in size; the normal's 1.96 in the limit."""
    if freedom < 1:
        return math.inf
    low, high = 1.9, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if student_p(middle, freedom) > LEVEL else (low, middle)
    return high


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by Lentz's continued fraction."""
    if x <= 0.0 or x >= 1.0:
        return float(x >= 1.0)
    if x > (a + 1) / (a + b + 2):
        return 1.0 - incomplete_beta(b, a, 1.0 - x)
    logs = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(logs + a * math.log(x) + b * math.log1p(-x)) / a
    above, below, fraction = 1.0, 0.0, 1.0
    for step in range(400):
        half = step // 2
        if step == 0:
            term = 1.0
        elif step % 2 == 0:
            term = half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
        else:
            term = -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
        below = 1.0 / nonzero(1.0 + term * below)
        above = nonzero(1.0 + term / above)
        fraction *= above * below
        if abs(1.0 - above * below) < 1e-14:
            break
    return front * (fraction - 1.0)


def nonzero(value: float) -> float:
    return value if abs(value) > 1e-300 else 1e-300


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


def standard_deviation(values: Sequence[float]) -> float:
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return math.sqrt(sum([(value - middle) ** 2 for value in values]) / (len(values) - 1))


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error, from values that come in independent clusters."""

    mean: float
    error: float
    clusters: int

    def interval(self) -> tuple[float, float]:
        """At 95 %, by Student's t; boundless where one cluster says nothing about the others."""
        if self.clusters < 2:
            return -math.inf, math.inf
        width = student_limit(self.clusters - 1) * self.error
        return self.mean - width, self.mean + width

    def p_value(self) -> float:
        """The two-sided p-value of the hypothesis that the mean is zero."""
        if self.clusters < 2:
            return 1.0
        if self.error == 0.0:
            # All clusters agree: each is at least a toss that fell on the same side.
            return 1.0 if self.mean == 0.0 else min(1.0, 2.0 ** (1 - self.clusters))
        return student_p(self.mean / self.error, self.clusters - 1)

    def more_clusters(self, margin: float) -> int | None:
        """How many more clusters settle whether the mean is zero, if it stays about the same.

        Settled means: the interval excludes zero, or lies within the margin on both sides of it. None
        where too few clusters differ to tell.
        """
        low, high = self.interval()
        if low > 0 or high < 0 or (-margin <= low and high <= margin):
            return 0
        if self.clusters < 2 or self.error == 0.0:
            return None
        room = max(abs(self.mean), margin - abs(self.mean))
        wanted = self.clusters * (student_limit(self.clusters - 1) * self.error / room) ** 2
        return max(1, math.ceil(wanted) - self.clusters)


def estimate(values: Sequence[float], clusters: Sequence[Hashable]) -> Estimate:
    """The mean of all values; values of one cluster may depend on each other."""
    count = len(values)
    if not count:
        return Estimate(0.0, 0.0, 0)
    middle = mean(values)
    sums: dict[Hashable, float] = defaultdict(float)
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] += value - middle
    groups = len(sums)
    if groups < 2:
        return Estimate(middle, 0.0, groups)
    squares = sum([each * each for each in sums.values()])
    return Estimate(middle, math.sqrt(squares * groups / (groups - 1)) / count, groups)


def effective_trials(values: Sequence[float], clusters: Sequence[Hashable]) -> float:
    """How many independent trials would say as much about a rate as these clustered ones."""
    rate = mean(values)
    found = estimate(values, clusters)
    if not 0.0 < rate < 1.0:
        # All alike: nothing shows that the trials of one cluster are more than one.
        return float(found.clusters)
    if found.error == 0.0:
        return float(len(values))
    return max(1.0, min(float(len(values)), rate * (1 - rate) / found.error**2))


def clustered_sign_test(differences: Sequence[float], clusters: Sequence[Hashable]) -> float:
    """The sign test on the sums of clusters."""
    sums: dict[Hashable, float] = defaultdict(float)
    for value, cluster in zip(differences, clusters, strict=True):
        sums[cluster] += value
    better = len([1 for each in sums.values() if each > 0])
    return sign_test(better, len([1 for each in sums.values() if each < 0]))


def correlation(ones: Sequence[float], others: Sequence[float]) -> float | None:
    """Pearson's correlation; None if one of the series is constant."""
    a, b = mean(ones), mean(others)
    together = sum([(x - a) * (y - b) for x, y in zip(ones, others, strict=True)])
    apart = sum([(x - a) ** 2 for x in ones]) * sum([(y - b) ** 2 for y in others])
    return together / math.sqrt(apart) if apart > 0 else None


def correlation_interval(
    ones: Sequence[float], others: Sequence[float], clusters: Sequence[Hashable]
) -> tuple[float, float, float] | None:
    """Pearson's correlation and its 95 % interval, by a jackknife over clusters on Fisher's z.

    None where one of the series is constant, or fewer than three clusters are left.
    """
    whole = correlation(ones, others)
    names = list(dict.fromkeys(clusters))
    if whole is None or len(names) < 3:
        return None
    # Sums without one cluster follow from all sums, so that no cluster reads all values again.
    totals = [0.0] * 6
    parts: dict[Hashable, list[float]] = {name: [0.0] * 6 for name in names}
    for x, y, cluster in zip(ones, others, clusters, strict=True):
        for place, value in enumerate((1.0, x, y, x * x, y * y, x * y)):
            totals[place] += value
            parts[cluster][place] += value
    left_out: list[float] = []
    for name in names:
        n, x, y, xx, yy, xy = [
            total - part for total, part in zip(totals, parts[name], strict=True)
        ]
        apart = (xx - x * x / n) * (yy - y * y / n) if n > 1 else 0.0
        if apart > 1e-12:
            left_out.append(fisher((xy - x * y / n) / math.sqrt(apart)))
    count = len(left_out)
    if count < 3:
        return None
    middle = mean(left_out)
    spread = math.sqrt((count - 1) / count * sum([(each - middle) ** 2 for each in left_out]))
    width = student_limit(count - 1) * spread
    return whole, math.tanh(fisher(whole) - width), math.tanh(fisher(whole) + width)


def fisher(correlation: float) -> float:
    """Fisher's z, in which correlations have about the same error everywhere."""
    return math.atanh(min(max(correlation, -0.999999), 0.999999))


def quantile(values: Sequence[float], share: float) -> float:
    """The value with this share of the values below it."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
