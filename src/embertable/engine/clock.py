"""Time that runs while people play: rules know none, so whoever keeps the table counts it.

A game says with `Game.countdown` what runs and what the keeper does at its end; that action is one
of the keeper's options at the points where it harms nothing. The keeper tells the time, so that a
server, a terminal and a test can each have their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from embertable.engine.table import SYSTEM, Action, Table

PAUSES: Final = ("disconnected", "agreed", "never")
"""When a countdown may stand: while a player is away, when all want it, or only with the table."""


@dataclass
class Countdown:
    """What runs now: for so many seconds, and then the keeper takes the action."""

    seconds: int
    action: Action
    pause: str


class Clock:
    """What is left of a table's countdown; `left` is all that must be kept to go on later."""

    def __init__(self, left: float | None = None) -> None:
        self.left = left
        self.since: float | None = None
        """When it was counted last, in the keeper's seconds; None while it stands."""

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
        """The keeper's action once time is up and the table can bear it; the next time runs then.

        It runs from the moment the last ended, however late the table could bear it.
        """
        countdown = table.game.countdown(table)
        self.count(now)
        if countdown is None:
            return None
        if self.left is None:
            self.left = float(countdown.seconds)
        if self.left > 0.0 or countdown.action not in table.offered(SYSTEM):
            return None
        self.left += countdown.seconds
        return countdown.action
