"""Many connections, abandoned tables, and clients that never read."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from pathlib import Path

import msgspec
import pytest

from embertable.server import conversation, rooms
from embertable.server.app import Settings
from embertable.server.http_types import NewTable
from embertable.server.protocol import Pointed
from tests.server.running import run, serving, signed_in


def memory() -> int:
    """The memory of this process in bytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


async def churn(store, connections: int) -> tuple[int, int]:
    """How much memory and how many descriptors leak over this many connections."""
    rng = random.Random(1)
    async with serving(store, Settings(per_minute=1e6)) as (server, address):
        ada = await signed_in(address)
        wish = {"game": "lueur", "seats": [{"kind": "me"}, {"kind": "me"}], "seed": 1}

        async def visit(table: str) -> None:
            async with ada.sit(table, want_text=False) as seat:
                position = await seat.my_turn()
                if position.options and rng.random() < 0.3:
                    await seat.act(rng.choice(position.options))

        async def visits(count: int) -> None:
            table = ""
            for number in range(count):
                if number % 20 == 0:
                    table = (await server.rooms.create(await me(), new(wish))).live.id
                await visit(table)
                server.rooms.unload_idle()

        async def me():
            return await server.sessions.person_of_token(ada.cookie.partition("=")[2])

        await visits(60)
        gc.collect()
        before = memory(), descriptors()
        await visits(connections)
        async with asyncio.timeout(60):
            while server.sockets:  # noqa: ASYNC110 - no event
                await asyncio.sleep(0.01)
        await server.rooms.store_summaries()  # A table is let go once its summary is stored.
        server.rooms.unload_idle()
        gc.collect()
        assert len(server.rooms.all()) <= 2, "abandoned tables are let go"
        assert server.sockets == set()
        return memory() - before[0], descriptors() - before[1]


def new(wish):
    return msgspec.convert(wish, NewTable)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_memory_and_descriptors_stay_as_connections_come_and_go(tmp_path, monkeypatch):
    monkeypatch.setattr(rooms, "IDLE_SECONDS", 0.0)

    async def evening():
        grown, left_open = await churn(tmp_path / "t.sqlite", 2000)
        assert grown <= 20_000_000
        assert left_open <= 2

    run(evening)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_memory_and_descriptors_stay_over_many_connections(tmp_path, monkeypatch):
    monkeypatch.setattr(rooms, "IDLE_SECONDS", 0.0)

    async def evening():
        grown, left_open = await churn(tmp_path / "t.sqlite", 20_000)
        assert grown <= 20_000_000
        assert left_open <= 2

    run(evening)


@pytest.mark.slow
def test_rooms_that_are_never_let_go_are_found_out(tmp_path, monkeypatch):
    """The control: a server that keeps every table in memory."""
    monkeypatch.setattr(rooms.Rooms, "unload_idle", lambda self: None)

    async def evening():
        with pytest.raises(AssertionError, match="let go"):
            await churn(tmp_path / "t.sqlite", 60)

    run(evening)


def test_what_is_let_go_is_gone_without_the_garbage_collector(tmp_path, monkeypatch):
    """The server collects everything so seldom that tables in reference cycles would stay for hours."""
    monkeypatch.setattr(rooms, "IDLE_SECONDS", 0.0)

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            wish = {"game": "lueur", "seats": [{"kind": "me"}, {"kind": "me"}], "seed": 1}
            made = await ada.post("/api/tables", wish)
            gc.collect()
            gc.disable()
            try:
                held = weakref.ref((await server.rooms.room(made["id"])).live)
                async with ada.sit(made["id"]) as seat:
                    position = await seat.my_turn()
                    await seat.act(position.options[0])
                    (connection,) = server.sockets
                    line = weakref.ref(connection.line)
                    del connection
                async with asyncio.timeout(60):
                    while server.sockets or line() is not None:  # noqa: ASYNC110 - no event
                        await asyncio.sleep(0.01)
                    while held() is not None:
                        await server.rooms.store_summaries()
                        server.rooms.unload_idle()
                        await asyncio.sleep(0.01)
            finally:
                gc.enable()

    run(evening)


def test_a_reader_that_never_reads_is_dropped_and_others_go_on(tmp_path, monkeypatch):
    monkeypatch.setattr(conversation, "SEND_SECONDS", 0.3)

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada, clara = [await signed_in(address, name) for name in ("Ada", "Clara")]
            wish = {"game": "lueur", "seats": [{"kind": "me"}, {"kind": "me"}], "seed": 1}
            made = await ada.post("/api/tables", wish)
            table, invite = made["id"], made["invite"]
            async with ada.sit(table) as good, clara.sit(table, invite=invite) as deaf:
                await deaf.position()
                deaf.socket.transport.pause_reading()
                room = await server.rooms.room(table)
                watching = next(
                    one for one in server.sockets if one.person and one.person.name == "Clara"
                )
                await good.position()
                # Nobody reads, so what is sent fills every buffer on the way.
                for _ in range(4000):
                    if watching not in server.sockets:
                        break
                    watching.wake()
                    room.watchers.discard(watching)
                    await asyncio.sleep(0)
                    if len(watching._replies) < conversation.MOST_REPLIES - 1:
                        watching.reply(Pointed(seat=0, thing="x" * 60_000))
                async with asyncio.timeout(60):
                    while watching in server.sockets:  # noqa: ASYNC110 - no event
                        await asyncio.sleep(0.02)
                position = await good.my_turn()
                await good.act(position.options[0])

    run(evening)
