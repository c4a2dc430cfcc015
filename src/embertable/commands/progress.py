"""Progress of long commands on stderr: how much is done, how fast, and the time left.

A line appears after two seconds, also while nothing has finished yet. When the command is
interrupted, the same line's place says what is kept and how to go on.
"""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

import click

from embertable.commands.messages import render
from embertable.engine.catalogue import Message, decimal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from embertable.engine.catalogue import Value

FIRST = 2.0
"""Seconds without a word; what takes no longer needs none."""
BETWEEN = 10.0
"""Seconds between two lines on a pipe."""
REDRAWN = 0.2
"""Seconds between two changes of the line on a terminal."""


class Line:
    """One line that changes on a terminal; on a pipe, a new line now and then."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.is_terminal = sys.stderr.isatty()
        self.next = now() + FIRST
        self.is_shown = False
        self.lock = Lock()

    def show(self, text: Callable[[], str]) -> None:
        """Show the text if it is time to."""
        with self.lock:
            now = self.now()
            if now < self.next:
                return
            self.next = now + (REDRAWN if self.is_terminal else BETWEEN)
            self.is_shown = True
            click.echo(
                f"\r{text()}\x1b[K" if self.is_terminal else text(),
                None,
                not self.is_terminal,
                True,
            )

    def clear(self) -> None:
        with self.lock:
            self.next = float("inf")
            if self.is_shown and self.is_terminal:
                click.echo("\r\x1b[K", nl=False, err=True)


class Meter:
    """Counts what is done; the rate is that since the first count, which may be of an earlier run."""

    def __init__(self, lang: str, unit: str, now: Callable[[], float] = time.monotonic) -> None:
        self.lang = lang
        self.unit = unit
        self.now = now
        self.start = now()
        self.first: int | None = None
        self.done = 0
        self.total = 0

    def count(self, done: int, total: int) -> None:
        if self.first is None:
            self.first = done
        self.done, self.total = done, total

    def has_begun(self) -> bool:
        return self.first is not None

    def text(self) -> str:
        spent = self.now() - self.start
        rate = (self.done - (self.first or 0)) / spent if spent > 0 else 0.0
        left = (self.total - self.done) / rate if rate else None
        id, shown = ("progress.second", rate) if rate >= 1 else ("progress.minute", rate * 60)
        if not rate:
            id = "progress.begun"
        return render(
            self.lang,
            id,
            done=self.done,
            total=self.total,
            unit=Message(self.unit),
            rate=decimal(self.lang, f"{shown:.1f}"),
            left="–" if left is None else clock(left),
            spent=clock(spent),
        )


@contextmanager
def progress(
    lang: str, unit: str = "unit.games", stopped: str = "progress.again", **arguments: Value
) -> Iterator[Callable[[int, int], None]]:
    """Shows how many units of how many are done; `stopped` is said after an interruption."""
    meter = Meter(lang, unit)
    line = Line()

    def on_progress(done: int, total: int) -> None:
        meter.count(done, total)
        line.show(meter.text)

    def farewell() -> str:
        return render(
            lang,
            stopped,
            done=meter.done,
            total=meter.total,
            unit=Message(unit),
            **arguments,
        )

    with ticking(line, meter.text, meter.has_begun), stoppable(line, farewell):
        yield on_progress


@contextmanager
def counted(
    lang: str, total: int, unit: str = "unit.games", stopped: str = "progress.again"
) -> Iterator[Callable[[int], None]]:
    """The same for work that tells how many units it has just finished."""
    done = 0
    with progress(lang, unit, stopped) as on_progress:
        on_progress(0, total)

        def finished(units: int) -> None:
            nonlocal done
            done += units
            on_progress(done, total)

        yield finished


@contextmanager
def timed(
    lang: str, seconds: float, stopped: str, **arguments: Value
) -> Iterator[Callable[[int], None]]:
    """The same for work that ends when its time is up."""
    start, line = time.monotonic(), Line()
    games = 0

    def text() -> str:
        spent = time.monotonic() - start
        rate = decimal(lang, f"{games / max(spent, 1e-9):.1f}")
        left = clock(max(0.0, seconds - spent))
        return render(lang, "progress.timed", games=games, rate=rate, left=left)

    def played(count: int) -> None:
        nonlocal games
        games = count
        line.show(text)

    def farewell() -> str:
        return render(lang, stopped, games=games, **arguments)

    with ticking(line, text), stoppable(line, farewell):
        yield played


@contextmanager
def ticking(
    line: Line, text: Callable[[], str], has_begun: Callable[[], bool] = lambda: True
) -> Iterator[None]:
    """Show the line also while nothing finishes, once it is known how much there is to do."""
    ended = Event()

    def tick() -> None:
        while not ended.wait(REDRAWN):
            if has_begun():
                line.show(text)

    thread = Thread(target=tick, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        line.clear()


@contextmanager
def stoppable(line: Line, farewell: Callable[[], str]) -> Iterator[None]:
    """After Ctrl-C, say what is kept and how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        line.clear()
        click.echo(farewell(), err=True)
        raise


def clock(seconds: float) -> str:
    hours, rest = divmod(int(seconds), 3600)
    minutes = f"{rest // 60:02}" if hours else f"{rest // 60}"
    return f"{hours}:{minutes}:{rest % 60:02}" if hours else f"{minutes}:{rest % 60:02}"
