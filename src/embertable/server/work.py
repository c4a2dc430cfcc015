"""The inside of a worker process: takes jobs from a pipe, one at a time, and keeps their limits."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import tempfile
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from embertable.engine.catalogue import LANGUAGES
from embertable.engine.errors import EmbertableError
from embertable.games import load

try:
    import resource
except ImportError:  # Windows has no such limits.
    resource = None  # type: ignore[assignment]

HURRIED, CALLED_OFF = range(2)
"""The places of the two shared orders: which job to hurry, and which to call off."""

CANNOT_INTERRUPT = not hasattr(signal, "SIGUSR1")


class CalledOff(BaseException):
    """Nobody waits for this job any more."""


class OutOfTime(BaseException):
    """The job used up its processor time."""


class Current:
    """The job of this process, and the orders for it, in memory shared with the server."""

    orders: Any = (0, 0)
    job = 0


def work_on(pipe: Any, orders: Any, folder: str) -> None:
    """Take jobs until the server is gone."""
    begin(orders)
    tempfile.tempdir = folder
    pipe.send("ready")
    while True:
        try:
            order = pipe.recv()
        except EOFError:
            return
        reply, is_clean = done(*order)
        pipe.send(reply)
        if not is_clean:
            return


def begin(orders: Any) -> None:
    """Leave Ctrl-C to the server, and exit when it is gone, even if it was killed."""
    Current.orders = orders
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not CANNOT_INTERRUPT:
        signal.signal(signal.SIGUSR1, on_called_off)
        signal.signal(signal.SIGPROF, on_out_of_time)
    threading.Thread(target=end_with_server, daemon=True).start()


def end_with_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def interrupt(process: int) -> None:
    """Make a worker look at its orders; where that is impossible, end it."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGTERM if CANNOT_INTERRUPT else signal.SIGUSR1)


def on_called_off(number: int, frame: FrameType | None) -> None:
    if Current.job and Current.orders[CALLED_OFF] == Current.job:
        raise CalledOff


def on_out_of_time(number: int, frame: FrameType | None) -> None:
    if Current.job:
        raise OutOfTime


def is_hurried() -> bool:
    """Whether the current job should answer at once with what it has, or is not wanted any more."""
    return bool(Current.job) and Current.job in (
        Current.orders[HURRIED],
        Current.orders[CALLED_OFF],
    )


def done(
    number: int,
    game: str,
    seconds: float,
    memory: int,
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
) -> tuple[tuple[Any, ...], bool]:
    """The reply to a job, and whether this process is as good as new after it."""
    try:
        # Loading a game takes longer than most jobs, and is nobody's fault.
        load(game).content()
        limit(seconds, memory)
        Current.job = number
        try:
            if Current.orders[CALLED_OFF] == number:
                raise CalledOff
            return ("done", function(*arguments)), True
        finally:
            Current.job = 0
            limit(0.0, 0)
    except CalledOff:
        return ("off",), True
    except (OutOfTime, MemoryError):
        return ("heavy",), False
    except EmbertableError as error:
        texts = {language: error.render(language) for language in LANGUAGES}
        return ("refused", type(error).__name__, getattr(error, "status", 400), texts), True
    except RecursionError:
        return ("heavy",), True
    except Exception as error:  # noqa: BLE001 - the server logs it
        if isinstance(error.__context__, MemoryError):
            # There was no memory left to clean up either.
            return ("heavy",), False
        return ("fault", traceback.format_exc()), True


def limit(seconds: float, memory: int) -> None:
    """Limit processor time and memory from now on; 0 lifts the limits."""
    if resource is None:
        return
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.5 if seconds else 0.0)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = hard if not memory else used_memory() + memory
    if wanted != soft and (not memory or used_memory()):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


def used_memory() -> int:
    """The address space of this process in bytes; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
