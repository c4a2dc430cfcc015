"""`embertable serve --workers N`: several processes behind one port, each table in one of them."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest

from embertable.server.client import Client
from tests.server.history import History, Player
from tests.server.running import EMBERTABLE, Process, run, signed_in
from tests.server.zygotes import keep_coming_back, stop

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="workers need fork")


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, without those of workers for bots."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(one) for one in text.split()]


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


async def eventually(what) -> None:
    for _ in range(1200):
        if what():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it did not happen within a minute")


async def owners(store: str) -> dict[str, str]:
    connection = await asyncpg.connect(store)
    rows = await connection.fetch("select id, owner from documents where kind = 'lease'")
    await connection.close()
    return {row["id"]: row["owner"] for row in rows}


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_people_play_on_while_workers_are_killed(shared_place):
    async def evening():
        server = Process("--workers", "2", "--store", shared_place)
        address = await server.start()
        assert server.child is not None
        parent = server.child.pid
        history = History()
        rng = random.Random(1)
        players: list[Player] = []
        for _ in range(4):
            ada, bruno = await signed_in(address), await signed_in(address, "Bruno")
            seats = [{"kind": "me"}, {"kind": "open"}]
            table = await ada.post("/api/tables", {"game": "lueur", "seats": seats})
            await bruno.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
            players += [
                Player(one, table["id"], history, random.Random(rng.random()), f"{place}")
                for place, one in enumerate((ada, bruno))
            ]
        playing = [asyncio.ensure_future(keep_coming_back(one, [address])) for one in players]
        try:
            for _ in range(3):
                await history.answers(20, playing, seconds=30)
                before = children_of(parent)
                assert len(before) == 2
                os.kill(rng.choice(before), signal.SIGKILL)
                await eventually(
                    lambda before=before: (
                        len(children_of(parent)) == 2 and set(children_of(parent)) != set(before)
                    )
                )
            await history.answers(20, playing, seconds=30)
            assert all(not one.done() or one.exception() is None for one in playing)
        finally:
            await stop(playing)
        assert len(await owners(shared_place)) == 4, "every table has one owner"
        workers = children_of(parent)
        await server.kill(signal.SIGTERM)
        assert not any(is_running(one) for one in workers)
        from embertable.server.postgres import PostgresStore

        store = PostgresStore(shared_place)
        await store.open()
        try:
            assert await history.broken(store) == []
        finally:
            await store.close()
        assert history.count() >= 60

    run(evening)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_workers_end_with_their_parent(shared_place):
    async def evening():
        server = Process("--workers", "2", "--store", shared_place)
        address = await server.start()
        await Client(address).get("/healthz")
        assert server.child is not None
        workers = children_of(server.child.pid)
        assert len(workers) == 2
        await server.kill(signal.SIGKILL)
        await eventually(lambda: not any(is_running(one) for one in workers))

    run(evening)


@pytest.mark.parametrize("option", [("--workers", "2"), ("--peer-host", "127.0.0.1")])
def test_one_file_has_one_server(tmp_path, option):
    said = subprocess.run(
        [*EMBERTABLE, "serve", "--store", str(tmp_path / "t.sqlite"), *option],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "EMBERTABLE_LANG": "en"},
    )
    assert said.returncode == 2
    assert said.stderr.count("\n") == 1
    assert "PostgreSQL" in said.stderr
    assert not (tmp_path / "t.sqlite").exists()


def test_a_worker_that_cannot_start_ends_all():
    """The program says so instead of starting it again for ever."""
    code = (
        "import sys, time\n"
        "from embertable.server.processes import Processes\n"
        "def work(number, told, stop):\n"
        "    if number == 1: raise ValueError('broken')\n"
        "    told(); time.sleep(60)\n"
        "sys.exit(0 if Processes(2, work).run(lambda: None) else 7)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], timeout=60, check=False, capture_output=True
    )
    assert ended.returncode == 7
    assert b"broken" in ended.stderr


def test_a_worker_that_dies_is_replaced_and_signals_reach_all(tmp_path):
    code = (
        "import os, sys, time\n"
        "from embertable.server.processes import Processes\n"
        "def work(number, told, stop):\n"
        "    open(sys.argv[1] + f'/{os.getpid()}', 'w').close()\n"
        "    told(); time.sleep(60)\n"
        "sys.exit(0 if Processes(2, work).run(lambda: print('up', flush=True)) else 7)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == "up\n"
    first = {int(file.name) for file in tmp_path.iterdir()}
    assert len(first) == 2
    os.kill(min(first), signal.SIGKILL)

    async def evening():
        await eventually(lambda: len(list(tmp_path.iterdir())) == 3)

    run(evening)
    parent.send_signal(signal.SIGTERM)
    assert parent.wait(60) == 0
    parent.stdout.close()
    assert not any(is_running(int(file.name)) for file in tmp_path.iterdir())
