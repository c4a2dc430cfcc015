"""Countdowns that run while people play. Rules know no time, so the host counts it.

`Game.countdown` says what runs and which action the system takes at its end; the action is offered to
SYSTEM whenever no step is running. The host passes the time in, so that a server, a terminal and a
test can each use their own clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from embertable.engine.table import SYSTEM, Action, Table

PAUSES: Final = ("disconnected", "agreed", "never")
"""When a countdown may be paused: while a player is away, by agreement, or never."""


@dataclass
class Countdown:
    """A running countdown: after `seconds` the system takes `action`."""

    seconds: int
    action: Action
    pause: str


class CountdownTimer:
    """The remaining time of a table's countdown; `left` is all that must be stored."""

    def __init__(self, left: float | None = None) -> None:
        self.left = left
        self.since: float | None = None
        """The time of the last count, in the host's seconds; None while paused."""

    def run(self, now: float) -> None:
        if self.since is None:
            self.since = now

    def stop(self, now: float) -> None:
        self.count(now)
        self.since = None

    def count(self, now: float) -> None:
        if self.since is not None:
            if self.left is not None:
                self.left -= now - self.since
            self.since = now

    def due(self, table: Table[Any], now: float) -> Action | None:
        """The system's action, once time is up and no step is running.

        The next countdown runs from the moment the last one ended, however late its action came.
        """
        countdown = table.game.countdown(table)
        self.count(now)
        if countdown is None:
            self.left = None  # The next one starts afresh.
            return None
        if self.left is None:
            self.left = float(countdown.seconds)
        if self.left > 0.0 or countdown.action not in table.offered(SYSTEM):
            return None
        self.left += countdown.seconds
        return countdown.action
