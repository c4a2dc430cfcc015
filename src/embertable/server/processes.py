"""Several servers on one machine behind one port: a parent that starts them and replaces those that die.

All of them accept from the same listening socket. The parent loads the games once, so that the others
share that memory and a new one is up at once.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import signal
import sys
import time
from collections.abc import Callable

from embertable.server.errors import NoWorkers, WorkersNeedPostgres
from embertable.server.store import is_shared

log = logging.getLogger("embertable.server")

Work = Callable[[int, Callable[[], None], int], None]
"""Serves as one of several until it is stopped: its number, what to call when it is up, and what ends with the parent."""

RESTART_SECONDS = 1.0
"""At most one process of each number is started in so long."""


def check_peers(store: str, workers: int) -> None:
    """Servers that share tables need a store for all of them; several on this machine also need to fork.

    Raises:
        WorkersNeedPostgres: the store belongs to one process.
        NoWorkers: the system cannot fork.

    """
    if not is_shared(store):
        raise WorkersNeedPostgres
    if workers > 1 and not hasattr(os, "fork"):
        raise NoWorkers


class Processes:
    """The processes of one server, by their number."""

    def __init__(self, count: int, work: Work) -> None:
        self.count = count
        self.work = work
        self.stopping = False
        self._numbers: dict[int, int] = {}
        self._started: dict[int, float] = {}
        self._alive, self._open = os.pipe()
        """Nobody writes: the first can be read once the second is closed, with the parent at the latest."""

    def run(self, ready: Callable[[], None]) -> bool:
        """Run all processes until a signal comes; whether they could be started."""
        before = {
            one: signal.signal(one, lambda *_: self.stop())
            for one in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            if not all(self._start_and_wait(number) for number in range(self.count)):
                self.stop()
                self._wait_for_all()
                return False
            ready()
            self._wait_for_all()
            return True
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    def stop(self) -> None:
        self.stopping = True
        for pid in list(self._numbers):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)

    def _wait_for_all(self) -> None:
        """Wait until all have ended, and replace those that should not have."""
        while self._numbers:
            pid, _ = os.waitpid(-1, 0)
            number = self._numbers.pop(pid, None)
            if number is None or self.stopping:
                continue
            time.sleep(max(0.0, self._started[number] + RESTART_SECONDS - time.monotonic()))
            if not self.stopping:
                os.close(self._start(number))

    def _start_and_wait(self, number: int) -> bool:
        """Start a process and wait until it is up; False if it ends instead."""
        told = self._start(number)
        try:
            select.select([told], [], [])
            return os.read(told, 1) != b""
        finally:
            os.close(told)

    def _start(self, number: int) -> int:
        """Start a process; from the descriptor one byte can be read when it is up."""
        told, tell = os.pipe()
        self._started[number] = time.monotonic()
        # Until the child has its own handlers, a signal must not make it act as the parent.
        signals = (signal.SIGINT, signal.SIGTERM)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                os.close(told)
                os.close(self._open)
                for one in signals:
                    signal.signal(one, signal.SIG_DFL)
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
                self.work(number, lambda: tell_once(tell), self._alive)
                status = 0
            except KeyboardInterrupt:
                status = 0
            except Exception:
                log.exception("a worker failed")
            finally:
                with contextlib.suppress(Exception):
                    sys.stdout.flush()
                    sys.stderr.flush()
                os._exit(status)
        self._numbers[pid] = number
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(tell)
        if self.stopping:
            self.stop()  # The signal came before this process was known.
        return told


def tell_once(descriptor: int) -> None:
    with contextlib.suppress(OSError):
        os.write(descriptor, b"1")
        os.close(descriptor)
