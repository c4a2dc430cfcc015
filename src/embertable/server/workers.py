"""Worker processes with limits: whatever takes long, or comes from a stranger, runs here.

A job has a limit of processor time and of memory, and ends with its asker. Askers take turns, so that
the many jobs of one do not delay the first job of another; each may have only so many waiting. A
search that others wait for is hurried: it answers with the best it has found.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import shutil
import sys
import tempfile
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from embertable.server import work
from embertable.server.errors import Busy, Relayed, TooHeavy, TooMuch
from embertable.server.priority import give_way
from embertable.spawning import WorkerContext

log = logging.getLogger("embertable.server")

MEGABYTE = 1_000_000

GRACE_SECONDS = 2.0
"""A worker that has not ended a job this long after it was told to is killed."""

LONGEST_SEARCH = 15.0
"""A search answers after this many seconds, even if nobody else waits."""

SHARE_SECONDS = 1.0
"""How long a search may go on while others wait for its worker; they share this time."""


FOLDER = "embertable-worker-"
"""What the names of the workers' folders begin with; the id of their server's process follows."""

DIED = ("died",)
CALLED_OFF = ("off",)
"""Replies of workers that have none."""


@dataclass(frozen=True)
class Limits:
    """What one job may use, and how many may wait."""

    seconds: float = 10.0
    """Processor time of a job."""
    memory: int = 400 * MEGABYTE
    """Memory of a job, beyond what its worker already uses."""
    waiting: int = 200
    waiting_each: int = 16
    """How many jobs of one asker may wait."""
    slow: int = 1
    """How many slow jobs run at a time, so that quick ones find a free worker."""

    def patience(self) -> float:
        """Seconds after which a job has hung, however busy the machine is."""
        return self.seconds * 6 + 10


@dataclass(eq=False)
class Job:
    """A call that waits for a worker, or runs in one."""

    number: int
    asker: str
    game: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    slow: bool
    answer: asyncio.Future[Any]
    limits: Limits
    worker: Worker | None = None
    started: float = 0.0
    is_patient: bool = False
    """Whether it can be hurried."""


@dataclass
class Worker:
    """One process and the pipe to it; its methods block and are called in threads."""

    context: Any
    process: Any = None
    pipe: Any = None
    folder: str = ""
    """Where the process keeps temporary files, which a killed one cannot remove itself."""
    orders: Any = field(init=False)
    """Shared with the process: the numbers of the jobs to hurry and to call off."""

    def __post_init__(self) -> None:
        self.orders = self.context.RawArray("Q", 2)

    def start(self) -> None:
        """Start the process if there is none, and wait until it is ready."""
        if self.process is not None and self.process.is_alive():
            return
        self.end()
        self.pipe, other = self.context.Pipe()
        self.folder = tempfile.mkdtemp(prefix=f"{FOLDER}{os.getpid()}-")
        process = self.context.Process(
            target=work.work_on, args=(other, self.orders, self.folder), daemon=True
        )
        with other:
            process.start()
        give_way(process.pid)  # It does so from the start: importing takes longer than most jobs.
        self.process = process
        self.pipe.recv()

    def call(self, job: Job) -> tuple[Any, ...]:
        """The reply to a job; a process that is gone, or may be damaged, is given up."""
        limits = job.limits
        order = (job.number, job.game, limits.seconds, limits.memory, job.function, job.arguments)
        reply: tuple[Any, ...] = DIED
        with contextlib.suppress(EOFError, OSError):
            self.pipe.send(order)
            reply = self.pipe.recv()
        if reply[0] in ("died", "heavy"):
            self.end()
        return reply

    def hurry(self, number: int) -> None:
        self.orders[work.HURRIED] = number

    def call_off(self, number: int) -> None:
        self.orders[work.CALLED_OFF] = number
        if self.process is not None and self.process.is_alive():
            work.interrupt(self.process.pid)

    def kill(self) -> None:
        if self.process is not None and self.process.is_alive():
            self.process.kill()

    def end(self) -> None:
        self.kill()
        if self.process is not None:
            self.process.join()
            self.process.close()
            self.process = None
        if self.pipe is not None:
            self.pipe.close()
            self.pipe = None
            shutil.rmtree(self.folder, ignore_errors=True)


class Workers:
    """A few workers, started when they are needed, and the queue in front of them."""

    def __init__(self, processes: int = 1, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        context = WorkerContext()
        self._free = [Worker(context) for _ in range(processes)]
        self._all = list(self._free)
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="workers")
        self._queues: OrderedDict[str, deque[Job]] = OrderedDict()
        self._running: set[Job] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = itertools.count(1)
        self._closed = False

    def waiting(self) -> int:
        return sum(map(len, self._queues.values()))

    async def run(
        self,
        game: str,
        function: Callable[..., Any],
        *arguments: Any,
        asker: str = "",
        slow: bool = False,
        is_patient: bool = False,
        limits: Limits | None = None,
    ) -> Any:
        """What `function` returns in a worker that has loaded `game`; cancelling this ends it there.

        Raises:
            TooMuch: this asker has too many jobs waiting.
            Busy: too many jobs of all askers wait.
            TooHeavy: it used up its time or its memory.
            Relayed: the function raised one of our errors.

        """
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        number = next(self._numbers)
        limits = limits or self.limits
        job = Job(number, asker, game, function, arguments, slow, answer, limits)
        job.is_patient = is_patient
        self._enqueue(job)
        self._dispatch()
        try:
            return await answer
        except asyncio.CancelledError:
            self._call_off(job)
            raise

    def _enqueue(self, job: Job) -> None:
        mine = self._queues.get(job.asker, ())
        if len(mine) >= self.limits.waiting_each:
            raise TooMuch
        if self._closed or self.waiting() >= self.limits.waiting:
            raise Busy
        self._queues.setdefault(job.asker, deque()).append(job)

    def _dispatch(self) -> None:
        while self._free and (job := self._next()) is not None:
            job.worker = self._free.pop()
            self._running.add(job)
            task = asyncio.ensure_future(self._serve(job, job.worker))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if self._queues:
            self._hurry_searches()

    def _next(self) -> Job | None:
        """The first job of the asker whose turn it is; slow jobs leave room for quick ones."""
        slow = sum(job.slow for job in self._running)
        for asker, jobs in self._queues.items():
            if not jobs[0].slow or slow < self.limits.slow:
                job = jobs.popleft()
                self._queues.move_to_end(asker)
                if not jobs:
                    del self._queues[asker]
                return job
        return None

    async def _serve(self, job: Job, worker: Worker) -> None:
        try:
            reply = await self._reply(job, worker)
            if reply == DIED and not job.answer.done():
                # The process was killed. Jobs change nothing, so another one may try.
                reply = await self._reply(job, worker)
            if not job.answer.done():
                settle(job.answer, reply)
        except Exception as error:  # noqa: BLE001 - whoever waits must hear of it
            if not job.answer.done():
                job.answer.set_exception(error)
        finally:
            self._running.discard(job)
            self._free.append(worker)
            if not self._closed:
                self._dispatch()

    async def _reply(self, job: Job, worker: Worker) -> tuple[Any, ...]:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._threads, worker.start)
        if job.answer.done():
            return CALLED_OFF
        job.started = time.monotonic()
        timers = [loop.call_later(job.limits.patience(), worker.kill)]
        if job.is_patient:
            timers.append(loop.call_later(LONGEST_SEARCH, worker.hurry, job.number))
        try:
            return await loop.run_in_executor(self._threads, worker.call, job)
        finally:
            for timer in timers:
                timer.cancel()

    def _call_off(self, job: Job) -> None:
        """Nobody waits for a job any more."""
        jobs = self._queues.get(job.asker)
        if jobs is not None and job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._queues[job.asker]
        elif job in self._running and job.worker is not None and job.started:
            job.worker.call_off(job.number)
            asyncio.get_running_loop().call_later(GRACE_SECONDS, self._kill_if_running, job)

    def _kill_if_running(self, job: Job) -> None:
        if job in self._running and job.worker is not None:
            job.worker.kill()

    def _hurry_searches(self) -> None:
        """Let searches end soon while other askers wait for their worker."""
        loop = asyncio.get_running_loop()
        for job in self._running:
            others = sum(asker != job.asker for asker in self._queues)
            if job.is_patient and others:
                spent = time.monotonic() - job.started if job.started else 0.0
                loop.call_later(max(0.0, SHARE_SECONDS / others - spent), self._hurry, job)

    def _hurry(self, job: Job) -> None:
        others = any(asker != job.asker for asker in self._queues)
        if others and job in self._running and job.worker is not None:
            job.worker.hurry(job.number)

    def close(self) -> None:
        """End all workers; jobs that wait get no answer."""
        self._closed = True
        self._queues.clear()
        for worker in self._all:
            worker.kill()
        self._threads.shutdown(wait=True)
        for worker in self._all:
            with contextlib.suppress(ValueError):
                worker.end()


def settle(answer: asyncio.Future[Any], reply: tuple[Any, ...]) -> None:
    """Give a worker's reply to whoever waits for it."""
    kind, *rest = reply
    if kind == "done":
        answer.set_result(rest[0])
    elif kind == "refused":
        answer.set_exception(Relayed(*rest))
    elif kind == "fault":
        answer.set_exception(RuntimeError(rest[0]))
    else:
        answer.set_exception(TooHeavy())


def remove_left_folders() -> None:
    """Remove the folders of workers whose server was killed and could not do so itself."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER}*-*"):
        server = folder.name.removeprefix(FOLDER).partition("-")[0]
        if server.isdigit() and not is_running(int(server)):
            # Those of another user cannot be removed, and need not be.
            shutil.rmtree(folder, ignore_errors=True)


def is_running(process: int) -> bool:
    if sys.platform == "win32":
        return True  # There a signal would end the process.
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
