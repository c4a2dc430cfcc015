"""Two servers on one store: a table opened at any point of the other's commit shows the entry soon."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest

from embertable.server import app
from embertable.server.app import Server
from embertable.server.http_types import NewTable, SeatPlan
from embertable.server.rooms import Rooms
from embertable.server.sqlite import SqliteStore
from embertable.server.store import Row
from tests.server.faults import Wrapped
from tests.server.running import run
from tests.server.test_hostile import person

ADA = person("ada")
ALONE = [SeatPlan(kind="me"), SeatPlan(kind="me")]


class Line:
    """What carries notices between servers, and may lose, delay or double them."""

    def __init__(self, rng: random.Random, faults: bool) -> None:
        self.rng = rng
        self.faults = faults
        self.listeners: dict[object, Callable[[str], None]] = {}

    def carry(self, sender: object, word: str) -> None:
        times = self.rng.choice((0, 1, 2)) if self.faults else 1
        for listener, told in self.listeners.items():
            for _ in range(times if listener is not sender else 0):
                if self.faults and self.rng.random() < 0.5:
                    delay = self.rng.choice((0.0, 0.001, 0.01))
                    asyncio.get_running_loop().call_later(delay, told, word)
                else:
                    told(word)


class Shared(Wrapped):
    """A store that another server uses as well; it can be held between reading a log and returning it."""

    def __init__(self, store: SqliteStore, line: Line) -> None:
        super().__init__(store)
        self.line = line
        self.after_read: Callable[[], Any] | None = None

    async def open(self, create: bool = True) -> None:
        pass

    async def close(self) -> None:
        pass

    async def append(self, table: str, seq: int, body: bytes) -> bool:
        done = await self.store.append(table, seq, body)
        if done:
            self.line.carry(self, f"table:{table}")
        return done

    async def entries(self, table: str, after: int = 0) -> list[Row]:
        found = await self.store.entries(table, after)
        if self.after_read is not None:
            held, self.after_read = self.after_read, None
            await held()
        return found

    async def notify(self, word: str) -> None:
        self.line.carry(self, word)

    def listen(self, on_notice: Callable[[str], None]) -> None:
        self.line.listeners[self] = on_notice


async def two_servers(store: SqliteStore, line: Line) -> tuple[Server, Server, Shared]:
    await store.open()
    stores = [Shared(store, line) for _ in range(2)]
    servers = [Server(one) for one in stores]
    for server in servers:
        await server.open()
    return servers[0], servers[1], stores[1]


async def opened_during_commits(path: Any, tries: int, faults: bool) -> int:
    """Open tables at B between its reading and its registering, while A writes; how many stay behind."""
    store = SqliteStore(path)
    a, b, at_b = await two_servers(store, Line(random.Random(5), faults))
    behind = 0
    try:
        for number in range(tries):
            room = await a.rooms.create(ADA, NewTable(game="lueur", seats=ALONE, seed=1))

            async def write(room=room, number=number) -> None:
                await room.chat(ADA, "hello", f"{number}")

            point = number % 4
            if point == 0:
                await write()
            elif point == 1:
                at_b.after_read = write
            there = asyncio.ensure_future(b.rooms.room(room.live.id))
            if point == 2:
                await write()
            other = await there
            if point == 3:
                await write()
            await asyncio.gather(*b.rooms._tasks)
            if other.live.number != room.live.number:
                await b.tidy(app.COMPARE_BEATS)
                await asyncio.gather(*b.rooms._tasks)
            behind += other.live.number != room.live.number
            for server in (a, b):
                server.rooms._rooms.clear()
        return behind
    finally:
        await a.close()
        await b.close()
        await store.close()


@pytest.mark.parametrize("faults", [False, True])
@pytest.mark.timeout(300)
def test_a_table_opened_during_a_commit_shows_it(tmp_path, faults):
    assert run(lambda: opened_during_commits(tmp_path / "t.sqlite", 250, faults)) == 0


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_many_tables_opened_during_commits_show_them(tmp_path):
    assert run(lambda: opened_during_commits(tmp_path / "t.sqlite", 20_000, faults=True)) == 0


def test_a_server_that_trusts_notices_is_found_out(tmp_path, monkeypatch):
    """The control: nothing is compared, so what falls between reading and registering is lost."""

    async def nothing(self: Rooms) -> None:
        pass

    monkeypatch.setattr(Rooms, "catch_up_all", nothing)
    assert run(lambda: opened_during_commits(tmp_path / "t.sqlite", 24, faults=True)) > 0
