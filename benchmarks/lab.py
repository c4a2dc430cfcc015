"""Measure the speed-up of a second worker, and the cost of a Dask cluster against the pool.

    python benchmarks/lab.py [GAMES] [ROUNDS]

Runs one plan, including the start of the workers, in alternation: one process, a pool of two, a
cluster of two. The best round counts, because other work only ever slows one down. Processor time,
including the scheduler and all workers, is printed too: on a busy machine it is more reliable than
wall time.
"""

from __future__ import annotations

import contextlib
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from embertable.lab.bench import build
from embertable.lab.plan import read_plan
from embertable.lab.run_plan import TABLE, run_plan

START_SECONDS = 120
PLAN = """
game = "lueur"
games = {games}
bots = "greedy"
"""


def main(games: int, rounds: int) -> None:
    print(f"{build()} build, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {games} games")
    with tempfile.TemporaryDirectory() as folder, cluster() as address:
        plan = Path(folder, "plan.toml")
        plan.write_text(PLAN.format(games=games))
        ways: dict[str, tuple[str, int | None]] = {
            "one worker": ("pool", 1),
            "pool of two": ("pool", 2),
            "Dask with two": (f"dask://{address}", None),
        }
        spent: dict[str, list[Spent]] = {name: [] for name in ways}
        results: set[bytes] = set()
        for turn in range(rounds):
            for name, (engine, workers) in ways.items():
                out = Path(folder, f"{name}-{turn}")
                before, start = processor(address), time.perf_counter()
                run_plan(read_plan(plan), out, engine, workers, lambda *_: None)
                clock = time.perf_counter() - start
                spent[name].append(Spent(clock, processor(address) - before))
                print(f"{name:<16}{spent[name][-1]}", flush=True)
                results.add((out / TABLE).read_bytes())
        best = {name: min([one.clock for one in each]) for name, each in spent.items()}
        work = {name: min([one.processor for one in each]) for name, each in spent.items()}
        one, pool, dask = ways
        print(f"wall time: two workers are {best[one] / best[pool]:.2f} x one")
        print(f"wall time: Dask takes {best[dask] / best[pool]:.2f} x the pool's time")
        print(f"processor time: two workers could be {2 * work[one] / work[pool]:.2f} x one")
        print(f"processor time: Dask takes {work[dask] / work[pool]:.2f} x the pool's time")
        print("all results are byte-equal" if len(results) == 1 else "RESULTS DIFFER")


def connected(address: str) -> Any:
    # Workers of the pool import this file and do not need Dask.
    from distributed import Client

    return Client(f"tcp://{address}", timeout=START_SECONDS)


@dataclass(frozen=True)
class Spent:
    """Return the wall time and the processor time of all processes that take part."""

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock:8.2f} s by the clock, {self.processor:8.2f} s of the processor"


def processor(address: str) -> float:
    """Return the processor time so far of this process, its children and the cluster."""
    with connected(address) as client:
        others = sum(client.run(time.process_time).values())
        others += client.run_on_scheduler(time.process_time)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = time.process_time() + children.ru_utime + children.ru_stime
    return float(own + others)


@contextlib.contextmanager
def cluster() -> Iterator[str]:
    """Run a scheduler and two workers with one thread each, as separate processes."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    address = f"127.0.0.1:{port}"
    programs = [
        ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port)],
        *[["distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny"]] * 2,
    ]
    started = [
        subprocess.Popen(  # noqa: S603  our own Python
            [sys.executable, "-m", *program, "--no-dashboard"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for program in programs
    ]
    try:
        with connected(address) as client:
            client.wait_for_workers(2, timeout=START_SECONDS)
        yield address
    finally:
        for one in reversed(started):
            one.kill()
            one.wait()


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:]]
    main(*[*numbers, *[200, 4][len(numbers) :]])
