"""Bots that fail are tried again ever later, and nobody else has to wait for them."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace

import pytest

from embertable.server import room as rooms
from embertable.server.app import Server
from embertable.server.errors import ServerError
from embertable.server.people import Person
from embertable.server.protocol import NewTable, SeatPlan
from embertable.server.sqlite import SqliteStore
from tests.server.running import run
from tests.server.test_hostile import person

BOTS = [SeatPlan(kind="bot", bot="random"), SeatPlan(kind="bot", bot="random")]


class Failing:
    """Thinkers that fail so often, and then think."""

    def __init__(self, thinkers, times: int) -> None:
        self.thinkers = thinkers
        self.left = times
        self.asked = 0

    async def decide(self, *wish):
        self.asked += 1
        self.left -= 1
        if self.left >= 0:
            raise RuntimeError("a bot with a bug")
        return await self.thinkers.decide(*wish)


class Watching:
    """Somebody who looks at a room and waits for what happens."""

    person: Person | None = None

    def __init__(self) -> None:
        self.woken = asyncio.Event()

    def wake(self) -> None:
        self.woken.set()

    def close(self, error: ServerError) -> None:
        raise error


async def settled(room: rooms.Room) -> None:
    """Let a bot that thinks come to its end."""
    while room._thinking is not None and not room._thinking.done():
        await asyncio.wait([room._thinking], timeout=1.0)
    await asyncio.sleep(0)  # for what is called when it is done


@pytest.mark.parametrize("times", [1, 8])
def test_a_bot_that_fails_is_tried_again_ever_later(times, tmp_path, monkeypatch):
    now = [1000.0]
    clock = SimpleNamespace(monotonic=lambda: now[0], time=time.time)

    async def evening():
        server = Server(SqliteStore(tmp_path / "t.sqlite"))
        await server.open()
        try:
            monkeypatch.setattr(rooms, "time", clock)
            failing = Failing(server.thinkers, times)
            server.rooms.thinkers = failing  # type: ignore[assignment]
            room = await server.rooms.make(person("ada"), NewTable(game="lueur", seats=BOTS))
            await settled(room)
            waited = []
            for failure in range(1, times):
                pause = room._think_after - now[0]
                now[0] += pause - 0.01
                room.think()
                await settled(room)
                assert failing.asked == failure, "it is left alone for a while"
                now[0] += 0.02
                room.think()
                await settled(room)
                assert failing.asked == failure + 1
                waited.append(round(pause))
            assert waited == [1, 2, 5, 15, 60, 60, 60][: times - 1]
            assert room.live.number == 1
            now[0] += 100
            watching = Watching()
            room.watchers.add(watching)
            room.think()
            await asyncio.wait_for(watching.woken.wait(), 60)
            assert room.live.number > 1
        finally:
            await server.close()

    run(evening)
