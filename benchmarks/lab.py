"""How much a second worker brings, and what a Dask cluster costs against the pool.

    python benchmarks/lab.py [GAMES] [ROUNDS]

Plays one plan whole, start of the workers included, in turns: one process, a pool of two, a
cluster of two. The best of all rounds counts, because other work only ever slows one down.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from distributed import Client

from embertable.lab.bench import build
from embertable.lab.plan import read_plan
from embertable.lab.study import TABLE, run_plan

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
        ways = {
            "one worker": ("pool", 1),
            "pool of two": ("pool", 2),
            "Dask with two": (f"dask://{address}", None),
        }
        seconds: dict[str, list[float]] = {name: [] for name in ways}
        results: set[bytes] = set()
        for turn in range(rounds):
            for name, (engine, workers) in ways.items():
                out = Path(folder, f"{name}-{turn}")
                start = time.perf_counter()
                run_plan(read_plan(plan), out, engine, workers, lambda *_: None)
                seconds[name].append(time.perf_counter() - start)
                print(f"{name:<16}{seconds[name][-1]:8.2f} s", flush=True)
                results.add((out / TABLE).read_bytes())
        best = {name: min(each) for name, each in seconds.items()}
        print(f"two workers are {best['one worker'] / best['pool of two']:.2f} x one")
        print(f"Dask takes {best['Dask with two'] / best['pool of two']:.2f} x the pool's time")
        print("all results are byte-equal" if len(results) == 1 else "RESULTS DIFFER")


@contextlib.contextmanager
def cluster() -> Iterator[str]:
    """A scheduler and two workers with one thread each, as separate processes."""
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
        with Client(f"tcp://{address}", timeout=120) as client:
            client.wait_for_workers(2, timeout=120)
        yield address
    finally:
        for one in reversed(started):
            one.kill()
            one.wait()


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:]]
    main(*[*numbers, *[200, 3][len(numbers) :]])
