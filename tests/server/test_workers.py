"""Workers keep their limits: time, memory, the queue, and fair turns."""

from __future__ import annotations

import asyncio
import ctypes
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import pytest

from embertable.engine.errors import UnknownGame
from embertable.games import load
from embertable.server import priority, work, workers
from embertable.server.errors import Busy, Relayed, TooHeavy, TooMuch
from embertable.server.workers import Limits, Workers
from tests.server.running import run

PATIENCE = 120.0
"""Seconds after which a worker has hung; a busy machine starts one in a few."""


# What runs in a worker.


def add(one: int, other: int) -> int:
    return one + other


def name_process() -> int:
    return os.getpid()


def priority_of_process() -> int:
    return os.getpriority(os.PRIO_PROCESS, 0)


def spin() -> None:
    while True:
        pass


def fill() -> int:
    return len([bytearray(10_000_000) for _ in range(100)])


def refuse() -> None:
    load("chess")


def stumble() -> None:
    raise KeyError("a bug")


def search() -> str:
    """A search without end, which can be hurried."""
    while not work.is_hurried():
        time.sleep(0.001)
    return "the best so far"


def die_once(folder: str) -> str:
    """The first process that gets here is killed."""
    try:
        Path(folder, "died").mkdir()
    except FileExistsError:
        return "again"
    os.kill(os.getpid(), signal.SIGKILL)
    return ""


async def asked(pool: Workers, function: Any, *arguments: Any, **how: Any) -> Any:
    return await asyncio.wait_for(pool.run("lueur", function, *arguments, **how), PATIENCE)


def with_pool(test, processes: int = 1, **limits: Any) -> None:
    async def whole() -> None:
        pool = Workers(processes, Limits(**limits))
        try:
            await test(pool)
        finally:
            await asyncio.to_thread(pool.close)

    run(whole)


async def until(condition) -> None:
    """Wait for something that no event tells of."""
    for _ in range(int(PATIENCE / 0.01)):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come about")


def test_a_job_is_done_and_a_refusal_keeps_its_name_and_languages():
    async def test(pool: Workers) -> None:
        assert await asked(pool, add, 2, 3) == 5
        with pytest.raises(Relayed) as caught:
            await asked(pool, refuse)
        refused = caught.value
        assert refused.name == UnknownGame.__name__
        assert refused.render("en") != refused.render("it")
        with pytest.raises(Relayed):
            await asyncio.wait_for(pool.run("chess", add, 2, 3), PATIENCE)
        with pytest.raises(RuntimeError, match="a bug"):
            await asked(pool, stumble)
        assert await asked(pool, add, 3, 4) == 7

    with_pool(test)


@pytest.mark.parametrize("work", [spin, fill])
def test_a_job_that_takes_too_much_is_ended_and_the_next_one_done(work):
    async def test(pool: Workers) -> None:
        with pytest.raises(TooHeavy):
            await asked(pool, work)
        assert await asked(pool, add, 2, 3) == 5

    with_pool(test, seconds=0.5, memory=200_000_000)


def test_a_worker_without_limits_is_found_out(monkeypatch):
    """The control: the limits of time are not kept."""

    async def test(pool: Workers) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(pool.run("lueur", spin), 3.0)

    with_pool(test, seconds=1000.0)


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="the system has no priorities")
def test_a_worker_gives_way_to_the_server(monkeypatch):
    """Also while it imports, which takes longer than most jobs: so the server sees to it."""
    events: list[str] = []

    def noted(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def noting(*arguments: Any) -> Any:
            events.append(name)
            return real(*arguments)

        return noting

    monkeypatch.setattr(workers, "give_way", noted("way", priority.give_way))
    monkeypatch.setattr(workers.Worker, "call", noted("call", workers.Worker.call))

    async def test(pool: Workers) -> None:
        mine = os.getpriority(os.PRIO_PROCESS, 0)
        assert await asked(pool, priority_of_process) == min(mine + priority.NICE, 19)
        assert events == ["way", "call"]

    with_pool(test)


def slice_of(process: int) -> int:
    """How many nanoseconds a process may run at a time; 0 where the system does not say."""
    number = {"x86_64": 315, "aarch64": 275, "riscv64": 275}.get(platform.machine())
    if sys.platform != "linux" or number is None:
        return 0
    found = ctypes.create_string_buffer(priority.ATTRIBUTES.size)
    failed = ctypes.CDLL(None).syscall(number, process, found, len(found), 0)
    return 0 if failed else priority.ATTRIBUTES.unpack(found.raw)[5]


@pytest.mark.skipif(not slice_of(0), reason="the system knows no slices")
def test_a_worker_is_interrupted_at_once_when_the_server_wakes_up():
    async def test(pool: Workers) -> None:
        process = await asked(pool, name_process)
        assert slice_of(process) == priority.SLICE > slice_of(0)

    with_pool(test)


def test_a_process_that_has_ended_gives_way_too():
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    priority.give_way(ended.pid)


def test_a_killed_worker_is_replaced(tmp_path):
    async def test(pool: Workers) -> None:
        assert await asked(pool, die_once, str(tmp_path)) == "again"

    with_pool(test)


def test_a_process_that_could_not_be_started_is_started_for_the_next_job(monkeypatch):
    """The machine may have no process left for a moment."""
    start = SpawnProcess.start

    def fail_once(self: SpawnProcess) -> None:
        monkeypatch.setattr(SpawnProcess, "start", start)
        raise OSError("no process left")

    async def test(pool: Workers) -> None:
        monkeypatch.setattr(SpawnProcess, "start", fail_once)
        with pytest.raises(OSError, match="no process left"):
            await asked(pool, add, 2, 3)
        assert await asked(pool, add, 2, 3) == 5

    with_pool(test)


def test_a_job_ends_with_its_asker_and_keeps_its_worker():
    async def test(pool: Workers) -> None:
        process = await asked(pool, name_process)
        running = asyncio.ensure_future(asked(pool, spin))
        waiting = asyncio.ensure_future(asked(pool, spin))
        await until(lambda: any(job.started for job in pool._running))
        waiting.cancel()
        running.cancel()
        await asyncio.gather(running, waiting, return_exceptions=True)
        assert pool.waiting() == 0
        assert await asked(pool, name_process) == process

    with_pool(test, seconds=1000.0)


def test_a_worker_that_does_not_listen_is_killed(monkeypatch):
    monkeypatch.setattr(workers, "GRACE_SECONDS", 0.1)
    monkeypatch.setattr(work, "interrupt", lambda process: None)

    async def test(pool: Workers) -> None:
        process = await asked(pool, name_process)
        running = asyncio.ensure_future(asked(pool, spin))
        await until(lambda: any(job.started for job in pool._running))
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert await asked(pool, name_process) != process

    with_pool(test, seconds=1000.0)


def test_queues_are_short_for_each_asker_and_for_all():
    async def test(pool: Workers) -> None:
        jobs = [asyncio.ensure_future(asked(pool, spin, asker="mallory")) for _ in range(3)]
        await until(lambda: pool.waiting() == 2)
        with pytest.raises(TooMuch):
            await asked(pool, add, 1, 2, asker="mallory")
        jobs += [asyncio.ensure_future(asked(pool, spin, asker=name)) for name in ("a", "b")]
        await until(lambda: pool.waiting() == 4)
        with pytest.raises(Busy):
            await asked(pool, add, 1, 2, asker="ada")
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        assert await asked(pool, add, 1, 2, asker="ada") == 3

    with_pool(test, seconds=1000.0, waiting=4, waiting_each=2)


def test_askers_take_turns():
    async def test(pool: Workers) -> None:
        order: list[str] = []

        async def ask(asker: str) -> None:
            await asked(pool, add, 1, 2, asker=asker)
            order.append(asker)

        jobs = [asyncio.ensure_future(ask("mallory")) for _ in range(9)]
        await asyncio.sleep(0)
        jobs += [asyncio.ensure_future(ask("ada")) for _ in range(2)]
        await asyncio.gather(*jobs)
        assert [place for place, asker in enumerate(order) if asker == "ada"] <= [2, 4]

    with_pool(test)


def test_first_come_first_served_is_found_out(monkeypatch):
    """The control: everybody has the same queue."""
    real = Workers._enqueue

    def enqueue(self, job):
        job.asker = "everybody"
        real(self, job)

    monkeypatch.setattr(Workers, "_enqueue", enqueue)
    with pytest.raises(AssertionError):
        test_askers_take_turns()


def test_a_search_is_hurried_while_others_wait_and_left_alone_otherwise(monkeypatch):
    monkeypatch.setattr(workers, "SHARE_SECONDS", 0.05)

    async def test(pool: Workers) -> None:
        searching = asyncio.ensure_future(asked(pool, search, asker="mallory", is_patient=True))
        mine = asyncio.ensure_future(asked(pool, add, 1, 1, asker="mallory"))
        await until(lambda: any(job.started for job in pool._running))
        await asyncio.sleep(0.2)
        assert not searching.done(), "nobody else waits"
        assert await asked(pool, add, 1, 2, asker="ada") == 3
        assert await searching == "the best so far"
        assert await mine == 2

    with_pool(test, seconds=1000.0)


def test_a_slow_job_leaves_a_worker_for_quick_ones():
    async def test(pool: Workers) -> None:
        slow = [asyncio.ensure_future(asked(pool, spin, slow=True)) for _ in range(3)]
        assert await asked(pool, add, 1, 2, asker="ada") == 3
        assert len(pool._running) == 1
        for job in slow:
            job.cancel()
        await asyncio.gather(*slow, return_exceptions=True)

    with_pool(test, processes=2, seconds=1000.0)


def test_folders_of_killed_servers_are_removed_and_no_others(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left = tmp_path / f"embertable-worker-{ended.pid}-abc"
    mine = tmp_path / f"embertable-worker-{os.getpid()}-abc"
    others = [tmp_path / "embertable-worker-abc", tmp_path / "embertable-worker-x-1"]
    for folder in (left, mine, *others):
        folder.mkdir()
    (left / "half").write_text("done")
    workers.remove_left_folders()
    assert sorted(tmp_path.iterdir()) == sorted([mine, *others])


def test_the_folder_of_a_worker_names_its_server(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    async def test(pool: Workers) -> None:
        assert await asked(pool, add, 2, 3) == 5
        workers.remove_left_folders()
        (folder,) = tmp_path.iterdir()
        assert folder.name.startswith(f"embertable-worker-{os.getpid()}-")

    with_pool(test)
    assert list(tmp_path.iterdir()) == []
