"""Worker processes that Ctrl-C does not reach: their parent ends them.

A worker ignores interrupts once it runs; while it starts and imports, an interrupt would print a
traceback. A signal that is blocked stays blocked in a new process, so it starts with it blocked.
"""

from __future__ import annotations

import signal
from multiprocessing.context import SpawnContext, SpawnProcess


class Worker(SpawnProcess):
    """A process that starts with interrupts blocked."""

    def start(self) -> None:
        if not hasattr(signal, "pthread_sigmask"):
            super().start()
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class WorkerContext(SpawnContext):
    """Makes such processes, for a `ProcessPoolExecutor`."""

    Process = Worker
