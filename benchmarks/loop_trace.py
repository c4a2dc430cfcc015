"""Run `embertable` and note what keeps its event loop, by kind; `hostile.py --trace` shows it.

    python benchmarks/loop_trace.py trace.json serve

The time of a callback has three parts: its processor time, which a busy machine does not change; the time
in which it waited for a processor; and the rest, in which another thread held the interpreter, or it
waited for the disk. Pauses of the garbage collector count for the callback in which they happen and are
also listed. It runs on asyncio's loop, not on uvloop. Linux only.
"""

from __future__ import annotations

import asyncio
import atexit
import ctypes
import gc
import json
import os
import re
import sys
import time
from asyncio import events
from collections.abc import Callable
from pathlib import Path
from typing import Any

LONG_SECONDS = 0.002
"""Callbacks that take at least so long are listed one by one."""

ID = re.compile(r"[0-9a-f]{16}|\d+")


def kind_of(callback: Any) -> str:
    """What a callback works on: a route, a coroutine, or the protocol that gets data."""
    owner = getattr(callback, "__self__", None)
    if isinstance(owner, asyncio.Task):
        running: Any = owner.get_coro()
        name = str(getattr(running, "__qualname__", running))
        frame = getattr(running, "cr_frame", None)
        if name == "RequestResponseCycle.run_asgi" and frame is not None:
            scope = frame.f_locals["self"].scope
            return f"{scope['method']} {ID.sub('…', scope['path'])}"
        return name
    name = str(getattr(callback, "__qualname__", callback))
    protocol = getattr(owner, "_protocol", None)
    return f"{name} {type(protocol).__name__}" if protocol is not None else name


def processor_queue() -> Callable[[], float]:
    """A function that returns how long this thread has waited for a processor, in seconds."""
    file = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
    buffer = ctypes.create_string_buffer(80)
    read = ctypes.PyDLL(None).pread  # Unlike `os.pread`, it keeps the interpreter.

    def waited() -> float:
        length = read(file, buffer, 80, 0)
        return int(buffer.raw[:length].split()[1]) / 1e9

    return waited


class Trace:
    """The long callbacks with their times, and what all of them used in each second."""

    def __init__(self) -> None:
        self.seconds: dict[int, list[float]] = {}
        """Of each second: the callbacks, their processor time, their waits for a processor and for the interpreter."""
        self.long: list[tuple[float, str, float, float, float]] = []
        """When it ended, its kind, its processor time, its wait for a processor, its time on the wall."""
        self._collecting = 0.0

    def ran(self, callback: Any, processor: float, queued: float, wall: float) -> None:
        now = time.monotonic()
        sums = self.seconds.setdefault(int(now), [0, 0.0, 0.0, 0.0])
        for place, more in enumerate((1, processor, queued, wall - processor - queued)):
            sums[place] += more
        if wall >= LONG_SECONDS:
            self.long.append((now, kind_of(callback), processor, queued, wall))

    def collected(self, phase: str, about: dict[str, int]) -> None:
        """Note a pause of the garbage collector, in whichever thread."""
        now = time.thread_time()
        if phase == "start":
            self._collecting = now
        elif (processor := now - self._collecting) >= LONG_SECONDS:
            kind = f"garbage, generation {about['generation']}"
            self.long.append((time.monotonic(), kind, processor, 0.0, processor))

    def install(self) -> None:
        """Time every callback of the event loop of this thread from now on."""
        run = events.Handle._run  # noqa: SLF001 - the only place that all callbacks pass
        waited = processor_queue()

        def timed(handle: events.Handle) -> None:
            callback = handle._callback  # type: ignore[attr-defined] # noqa: SLF001
            # The whole is measured around its parts, so that no part is longer.
            wall, queued, processor = time.perf_counter(), waited(), time.thread_time()
            run(handle)
            processor, queued = time.thread_time() - processor, waited() - queued
            self.ran(callback, processor, queued, time.perf_counter() - wall)

        setattr(events.Handle, "_run", timed)  # noqa: B010 - it is private
        gc.callbacks.append(self.collected)

    def write(self, file: Path) -> None:
        file.write_text(json.dumps({"seconds": self.seconds, "long": self.long}), encoding="utf-8")


def main() -> None:
    from embertable.cli import main as embertable
    from embertable.server import run

    run.loop_factory = lambda: None  # The callbacks of uvloop do not pass through Python.
    trace = Trace()
    trace.install()
    atexit.register(trace.write, Path(sys.argv.pop(1)))
    embertable()


if __name__ == "__main__":
    main()
