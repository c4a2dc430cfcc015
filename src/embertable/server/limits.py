"""Rate limits for connections, people and addresses."""

from __future__ import annotations

import time
from collections.abc import Callable


class Allowance:
    """A token bucket: a rate on average, and a burst."""

    __slots__ = ("_now", "_then", "at_once", "left", "per_second")

    def __init__(
        self, per_second: float, at_once: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.per_second = per_second
        self.at_once = at_once
        self.left = at_once
        self._now = now
        self._then = now()

    def take(self, cost: float = 1.0) -> bool:
        self._fill()
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def owe(self, cost: float = 1.0) -> float:
        """Take it in any case; seconds to wait until it is paid for."""
        self._fill()
        self.left -= cost
        return max(0.0, -self.left / self.per_second)

    def _fill(self) -> None:
        now = self._now()
        self.left = min(self.at_once, self.left + (now - self._then) * self.per_second)
        self._then = now

    def is_full(self) -> bool:
        return self.left + (self._now() - self._then) * self.per_second >= self.at_once


MANY = 10_000
"""Names after which full buckets are dropped for the first time."""


class Allowances:
    """A token bucket for each name; full ones are dropped when there are many."""

    def __init__(self, per_second: float, at_once: float) -> None:
        self.per_second = per_second
        self.at_once = at_once
        self._of: dict[str, Allowance] = {}
        self._many = MANY

    def take(self, name: str, cost: float = 1.0) -> bool:
        return self._for(name).take(cost)

    def owe(self, name: str, cost: float = 1.0) -> float:
        return self._for(name).owe(cost)

    def _for(self, name: str) -> Allowance:
        if name not in self._of:
            if len(self._of) > self._many:
                self._of = {one: left for one, left in self._of.items() if not left.is_full()}
                # Where few are full, to look at all of them for each new one would take too long.
                self._many = max(MANY, 2 * len(self._of))
            self._of[name] = Allowance(self.per_second, self.at_once)
        return self._of[name]
