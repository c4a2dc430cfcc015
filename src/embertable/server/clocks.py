"""Time at a live table: thinking time for each seat, and the countdown of a rule.

Both count from the times of log entries, and only while a server is up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from embertable.engine.countdown import Countdown
from embertable.engine.table import SYSTEM, Seat
from embertable.server.entries import Acted, AnyEntry, Opened, Paused, PauseWanted, Seated, Undone
from embertable.server.played_game import PlayedGame
from embertable.server.projections import Seats

Downtime = tuple[float, float]
"""From when to when no server was up."""


@dataclass
class Clocks:
    """The thinking time left to each seat at the last change, and which clocks run since."""

    left: list[float]
    increment: float
    running: frozenset[Seat]
    since: float
    downtimes: Sequence[Downtime]
    """Shared by all tables; it grows."""

    def left_at(self, seat: Seat, now: float) -> float:
        if seat not in self.running:
            return self.left[seat]
        return self.left[seat] - uptime(self.since, now, self.downtimes)

    def is_out(self, seat: Seat, now: float) -> bool:
        return seat in self.running and self.left_at(seat, now) <= 0

    def apply(self, entry: AnyEntry, played: PlayedGame, seats: Seats) -> None:
        """Charge those who were awaited, and start the clocks of those who are awaited now."""
        if isinstance(entry, (Acted, Undone, Seated)):
            actor = entry.seat if isinstance(entry, Acted) and entry.seat >= 0 else None
            self.move(entry.at, awaited_people(played, seats), actor)

    def move(self, now: float, running: frozenset[Seat], actor: Seat | None) -> None:
        self.left = [max(0.0, self.left_at(seat, now)) for seat in range(len(self.left))]
        if actor is not None:
            self.left[actor] += self.increment
        self.running = running
        self.since = now


def start_clocks(
    opened: Opened, played: PlayedGame, seats: Seats, downtimes: Sequence[Downtime]
) -> Clocks | None:
    """The clocks of a new table; None if thinking time is not limited."""
    if not opened.seconds:
        return None
    left = [float(opened.seconds)] * len(seats)
    running = awaited_people(played, seats)
    return Clocks(left, float(opened.increment), running, opened.at, downtimes)


def awaited_people(played: PlayedGame, seats: Seats) -> frozenset[Seat]:
    """The people who must decide; nobody while a seat is open."""
    if seats.open():
        return frozenset()
    return frozenset(seat for seat in played.awaited() if seats[seat].person)


@dataclass
class TableCountdown:
    """The time left of a rule's countdown, such as an hourglass, at the last change."""

    left: float | None
    since: float
    downtimes: Sequence[Downtime]
    paused: bool = False
    pause_votes: set[str] = field(default_factory=set)
    """The people who want it to be paused."""

    def left_at(self, now: float) -> float | None:
        if self.left is None or self.paused:
            return self.left
        return self.left - uptime(self.since, now, self.downtimes)

    def apply(self, entry: AnyEntry, played: PlayedGame, seats: Seats) -> None:
        if isinstance(entry, PauseWanted):
            (self.pause_votes.add if entry.paused else self.pause_votes.discard)(entry.by)
        if not isinstance(entry, (Acted, Undone, Paused, PauseWanted, Seated)):
            return
        self.move(entry.at, running(played), is_restart(entry, played))
        if isinstance(entry, Paused):
            self.paused = entry.paused
        elif is_pausable(played):
            self.paused = bool(seats.people()) and seats.people() <= self.pause_votes

    def move(self, now: float, countdown: Countdown | None, restarted: bool) -> None:
        self.left = self.left_at(now)
        self.since = now
        if countdown is None:
            self.left = None
        elif self.left is None:
            self.left = float(countdown.seconds)
        elif restarted:
            # The next countdown starts when the last one ended, however late that was handled.
            self.left += countdown.seconds


def start_countdown(
    opened: Opened, played: PlayedGame, downtimes: Sequence[Downtime]
) -> TableCountdown:
    """The countdown of a new table; a record may have stored what was left of one."""
    countdown = TableCountdown(played.session.record.clock, opened.at, downtimes)
    countdown.move(opened.at, running(played), restarted=False)
    return countdown


def running(played: PlayedGame) -> Countdown | None:
    """The countdown that a rule runs now, if any."""
    return None if played.is_closed() else played.game.countdown(played.table)


def is_pausable(played: PlayedGame) -> bool:
    """Whether a countdown runs that people may pause by agreement."""
    countdown = running(played)
    return countdown is not None and countdown.pause == "agreed"


def is_restart(entry: AnyEntry, played: PlayedGame) -> bool:
    """Whether the system took the action that was due at the end of a countdown."""
    if not isinstance(entry, Acted) or entry.seat != SYSTEM:
        return False
    countdown = running(played)
    return countdown is not None and played.game.codec().encode(countdown.action) == entry.action


def uptime(start: float, end: float, downtimes: Sequence[Downtime]) -> float:
    """The seconds between two times during which a server was up."""
    down = sum(max(0.0, min(end, last) - max(start, first)) for first, last in downtimes)
    return max(0.0, end - start - down)
