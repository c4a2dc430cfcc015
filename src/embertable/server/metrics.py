"""Counts and times for `/metrics`, in the text form of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)


class Metrics:
    """What this process has counted since its start."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.buckets = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0

    def count(self, name: str) -> None:
        self.counts[name] += 1

    def decided(self, seconds: float) -> None:
        """A decision was stored and answered after so long."""
        self.buckets[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds

    def text(self, gauges: dict[str, float]) -> str:
        lines: list[str] = []
        for name, count in sorted(self.counts.items()):
            lines += [f"# TYPE embertable_{name}_total counter", f"embertable_{name}_total {count}"]
        for name, value in gauges.items():
            lines += [f"# TYPE embertable_{name} gauge", f"embertable_{name} {value:g}"]
        lines.append("# TYPE embertable_decision_seconds histogram")
        total = 0
        for bound, count in zip((*BOUNDS, None), self.buckets, strict=True):
            total += count
            limit = "+Inf" if bound is None else f"{bound:g}"
            lines.append(f'embertable_decision_seconds_bucket{{le="{limit}"}} {total}')
        lines.append(f"embertable_decision_seconds_sum {self.seconds:.6f}")
        lines.append(f"embertable_decision_seconds_count {total}")
        return "\n".join(lines) + "\n"
