"""Thinking time: each seat has a stock, which runs while it is awaited and the servers are up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Downtime = tuple[float, float]


@dataclass
class Clocks:
    """What each seat had left at the last change, and whose clocks have run since."""

    left: list[float]
    increment: float
    running: frozenset[int]
    since: float
    downtimes: Sequence[Downtime]
    """When no server was up; nobody loses time then. The list is shared and grows."""

    def left_at(self, seat: int, now: float) -> float:
        if seat not in self.running:
            return self.left[seat]
        return self.left[seat] - uptime(self.since, now, self.downtimes)

    def is_out(self, seat: int, now: float) -> bool:
        return seat in self.running and self.left_at(seat, now) <= 0

    def move(self, now: float, running: Sequence[int], actor: int | None) -> None:
        """The table has changed: time passed for those awaited before, others are awaited now."""
        self.left = [max(0.0, self.left_at(seat, now)) for seat in range(len(self.left))]
        if actor is not None:
            self.left[actor] += self.increment
        self.running = frozenset(running)
        self.since = now


@dataclass
class CountdownTimer:
    """What is left of a rule's own time, such as an hourglass, as of the last change."""

    left: float | None
    since: float
    downtimes: Sequence[Downtime]
    paused: bool = False

    def left_at(self, now: float) -> float | None:
        if self.left is None or self.paused:
            return self.left
        return self.left - uptime(self.since, now, self.downtimes)

    def move(self, now: float, seconds: int | None, turned: bool) -> None:
        """The table has changed: `seconds` is what a full glass holds, None while none runs."""
        self.left = self.left_at(now)
        self.since = now
        if seconds is None:
            self.left = None
        elif self.left is None:
            self.left = float(seconds)
        elif turned:
            # It runs from the moment the last ended, however late the table could bear it.
            self.left += seconds


def uptime(start: float, end: float, downtimes: Sequence[Downtime]) -> float:
    """The seconds between two times during which a server was up."""
    down = sum(max(0.0, min(end, last) - max(start, first)) for first, last in downtimes)
    return max(0.0, end - start - down)
