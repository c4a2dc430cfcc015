"""Worker processes for games by the thousand, and a Ctrl-C that ends them at once.

Python raises an interrupt wherever the main thread happens to be. Inside `Queue.put` or
`Future.result` that leaves a lock which nobody releases, and the pool's own thread waits for it
for good. So Ctrl-C and SIGTERM are held back while a pool is open, and raised between two steps.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from types import FrameType
from typing import Any, Self, TypeVar

from embertable.spawning import WorkerContext

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 16
"""Tasks per process that are handed out before the oldest has finished."""
BETWEEN = 0.1
"""Seconds between two looks for an interrupt while nothing finishes."""


class HeldInterrupts:
    """Notes Ctrl-C and SIGTERM instead of raising them; `release` raises what was noted."""

    def __init__(self) -> None:
        self.noted: int | None = None
        self.usual: dict[int, Any] = {}

    def __enter__(self) -> Self:
        # Only the main thread is interrupted, and only it may say how.
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                if callable(signal.getsignal(number)):
                    self.usual[number] = signal.signal(number, self.note)
        return self

    def note(self, number: int, frame: FrameType | None) -> None:
        self.noted = number

    def release(self) -> None:
        """Raise what was noted; another interrupt after it is not held back."""
        if self.noted is not None:
            self.stop_holding()
            number, self.noted = self.noted, None
            signal.raise_signal(number)

    def stop_holding(self) -> None:
        while self.usual:
            signal.signal(*self.usual.popitem())

    def __exit__(self, *raised: object) -> None:
        self.stop_holding()
        if raised[0] is None:
            self.release()

    def first_finished(
        self, under_way: Iterable[Future[R]]
    ) -> tuple[set[Future[R]], set[Future[R]]]:
        """Those that have finished, at least one, and the others."""
        while True:
            self.release()
            finished, others = wait(under_way, BETWEEN, FIRST_COMPLETED)
            if finished:
                return finished, others


@contextmanager
def open_workers(
    count: int, begin: Callable[[], None]
) -> Iterator[tuple[ProcessPoolExecutor, HeldInterrupts]]:
    """Worker processes for as long as they are needed; an error ends them at once."""
    with (
        HeldInterrupts() as interrupts,
        ProcessPoolExecutor(count, WorkerContext(), initializer=begin) as pool,
    ):
        try:
            yield pool, interrupts
        except BaseException:
            end_workers(pool)
            raise


def in_processes(play: Callable[[T], R], tasks: Iterable[T], processes: int) -> Iterator[R]:
    """The results in order, whichever process works; an interruption ends the workers at once."""
    if processes == 1:
        yield from map(play, tasks)
        return
    with open_workers(processes, leave_interrupts) as (pool, interrupts):

        def oldest() -> R:
            future = under_way.popleft()
            interrupts.first_finished([future])
            return future.result()

        under_way: deque[Future[R]] = deque()
        for task in tasks:
            under_way.append(pool.submit(play, task))
            if len(under_way) == AHEAD * processes:
                yield oldest()
        while under_way:
            yield oldest()


def end_workers(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool without waiting for the games they play."""
    usual = threading.excepthook
    # The pool's thread finds its workers gone, and some of its futures cancelled.
    threading.excepthook = lambda _: None
    try:
        # A worker that was just being started is not in the pool's own list yet.
        workers = multiprocessing.active_children()
        for process in workers:
            process.terminate()
        for process in workers:
            process.join()
        pool.shutdown(cancel_futures=True)
    finally:
        threading.excepthook = usual


def leave_interrupts() -> None:
    """Ignore Ctrl-C in workers: the parent process ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
