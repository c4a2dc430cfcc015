"""Progress of long commands on stderr: how much is done, how fast, and the time left."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from embertable.commands.messages import render
from embertable.engine.catalogue import decimal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FIRST = 2.0
"""Seconds without a word; what takes no longer needs none."""
BETWEEN = 10.0
"""Seconds between two lines on a pipe."""
REDRAWN = 0.2
"""Seconds between two changes of the line on a terminal."""


class Line:
    """One line that changes on a terminal; on a pipe, a new line now and then."""

    def __init__(self) -> None:
        self.is_terminal = sys.stderr.isatty()
        self.next = time.monotonic() + FIRST
        self.is_shown = False

    def show(self, text: Callable[[], str]) -> None:
        now = time.monotonic()
        if now < self.next:
            return
        self.next = now + (REDRAWN if self.is_terminal else BETWEEN)
        self.is_shown = True
        click.echo(
            f"\r{text()}\x1b[K" if self.is_terminal else text(), None, not self.is_terminal, True
        )

    def clear(self) -> None:
        if self.is_shown and self.is_terminal:
            click.echo("\r\x1b[K", nl=False, err=True)


@contextmanager
def progress(lang: str) -> Iterator[Callable[[int, int], None]]:
    """Shows how many games of how many are done."""
    from embertable.lab.run_plan import Pace

    pace, line = Pace(), Line()

    def on_progress(done: int, total: int) -> None:
        rate, left = pace.after(done, total)
        line.show(lambda: pace_line(lang, done, total, rate, left))

    try:
        yield on_progress
    finally:
        line.clear()


@contextmanager
def counted(lang: str, total: int) -> Iterator[Callable[[int], None]]:
    """The same for work that tells how many games it has just finished."""
    done = 0
    with progress(lang) as on_progress:
        on_progress(0, total)

        def finished(games: int) -> None:
            nonlocal done
            done += games
            on_progress(done, total)

        yield finished


@contextmanager
def timed(lang: str, seconds: float) -> Iterator[Callable[[int], None]]:
    """The same for work that ends when its time is up."""
    start, line = time.monotonic(), Line()

    def played(games: int) -> None:
        spent = time.monotonic() - start
        rate = decimal(lang, f"{games / max(spent, 1e-9):.1f}")
        left = clock(max(0.0, seconds - spent))
        line.show(lambda: render(lang, "progress.timed", games=games, rate=rate, left=left))

    try:
        yield played
    finally:
        line.clear()


def pace_line(lang: str, done: int, total: int, rate: float, left: float | None) -> str:
    id, shown = ("progress.second", rate) if rate >= 1 else ("progress.minute", rate * 60)
    time_left = "–" if left is None else clock(left)
    rate_shown = decimal(lang, f"{shown:.1f}")
    return render(lang, id, done=done, total=total, rate=rate_shown, left=time_left)


def clock(seconds: float) -> str:
    hours, rest = divmod(int(seconds), 3600)
    minutes = f"{rest // 60:02}" if hours else f"{rest // 60}"
    return f"{hours}:{minutes}:{rest % 60:02}" if hours else f"{minutes}:{rest % 60:02}"
