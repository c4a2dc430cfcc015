"""Who plays the games of a plan: this process, a pool of them, or a Dask cluster.

All are executors that take batches. Results do not depend on which worker played what.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any

from embertable.engine.content import Content
from embertable.engine.errors import MissingExtra
from embertable.engine.game import Game
from embertable.games import load
from embertable.lab.errors import ClusterLost, NoCluster, OtherWorkers, UnknownEngine
from embertable.lab.one_game import Row, play_unit
from embertable.lab.plan import Plan
from embertable.lab.workers import HeldInterrupts, leave_interrupts, open_workers

DASK = "dask://"
POOL = "pool"
CLUSTER_SECONDS = 10
"""Seconds a cluster has to answer."""


@dataclass(frozen=True)
class Batch:
    """Some games of one cell."""

    plan: Plan
    cell: int
    numbers: tuple[int, ...]


def play_batch(batch: Batch) -> tuple[list[Row], float]:
    """The rows of a batch, and the seconds that it took."""
    start = time.perf_counter()
    plan, cell = batch.plan, batch.plan.cells[batch.cell]
    game = load(plan.game)
    path, hash = plan.pack(cell.pack)
    content = content_of(game, path)
    ours = {"rules": str(plan.rules), "content": hash}
    theirs = {"rules": str(game.rules_version), "content": content.hash}
    for what, value in ours.items():
        if theirs[what] != value:
            raise OtherWorkers(what, theirs[what], value)
    rows = [
        [batch.cell, *row]
        for number in batch.numbers
        for row in play_unit(game, cell, content, plan.seed, number, plan.runs, plan.marked)
    ]
    return rows, time.perf_counter() - start


@cache
def content_of(game: Game, path: Path | None) -> Content:
    return game.content() if path is None else game.read_content(path)


class Here(Executor):
    """Plays immediately, in this process."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@dataclass
class WorkerPool:
    """An executor, how many games it can play at once, and what interrupts it."""

    executor: Executor
    size: int
    interrupts: HeldInterrupts


@contextlib.contextmanager
def open_pool(engine: str, workers: int | None, games: int) -> Iterator[WorkerPool]:
    """The workers of an engine, for as long as they are needed."""
    if engine.startswith(DASK):
        with cluster(engine.removeprefix(DASK)) as pool:
            yield pool
    elif engine != POOL:
        raise UnknownEngine(engine)
    elif (count := min(workers or os.cpu_count() or 1, max(1, games))) == 1:
        # Its games end by the interrupt itself: it is not held back.
        yield WorkerPool(Here(), 1, HeldInterrupts())
    else:
        with open_workers(count, begin_work) as (executor, interrupts):
            yield WorkerPool(executor, count, interrupts)


def begin_work() -> None:
    """Ignore Ctrl-C in a worker, and end it when its parent is gone."""
    leave_interrupts()
    lab = multiprocessing.parent_process()
    assert lab is not None

    def end_with_it() -> None:
        lab.join()
        os._exit(1)

    Thread(target=end_with_it, daemon=True).start()


@contextlib.contextmanager
def cluster(address: str) -> Iterator[WorkerPool]:
    """The workers of a Dask cluster; when one leaves, others take over its games."""
    try:
        from distributed import Client, KilledWorker
        from distributed.comm import CommClosedError
    except ImportError as error:
        raise MissingExtra("lab") from error
    try:
        client = Client(f"tcp://{address}", timeout=CLUSTER_SECONDS)
    except (OSError, ValueError) as error:
        raise NoCluster(address, str(error).splitlines()[0].rstrip(".")) from error
    with HeldInterrupts() as interrupts, client:
        size = sum(client.nthreads().values())
        if not size:
            raise NoCluster(address, "it has no workers")
        executor = client.get_executor(pure=False)
        try:
            yield WorkerPool(executor, size, interrupts)
        except (CancelledError, CommClosedError, KilledWorker) as error:
            raise ClusterLost(address, type(error).__name__) from error
        finally:
            executor.shutdown(wait=False)
