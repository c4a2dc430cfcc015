"""Quiet upkeep: tables at rest cost nothing, however many there are."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from embertable.server import app, rooms
from embertable.server.app import Server, Settings
from embertable.server.bot_driver import BotDriver
from embertable.server.http_types import NewTable, Pace, SeatPlan
from embertable.server.postgres import notices
from embertable.server.rendering import Renderings
from embertable.server.room import Room
from embertable.server.rooms import Rooms
from embertable.server.sessions import Person
from embertable.server.upkeep import Alarms, presence, told_presence
from tests.server.test_bots import Watching
from tests.server.test_hostile import person
from tests.server.test_shares import with_server

TABLES = 12
PEOPLE = [SeatPlan(kind="me"), SeatPlan(kind="me")]


async def many(server: Server, **more: Any) -> list[Room]:
    wanted = NewTable(game="lueur", **{"seats": PEOPLE, **more})
    return [await server.rooms.create(person("ada"), wanted) for _ in range(TABLES)]


async def looks(server: Server, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many tables the server looks at in one heartbeat."""
    seen: list[Room] = []
    with monkeypatch.context() as patch:
        patch.setattr(BotDriver, "wake", lambda driver: seen.append(driver.room))
        await server.look_after()
    return len(seen)


def test_tables_at_rest_are_not_looked_at(tmp_path, monkeypatch):
    async def evening(server: Server) -> None:
        found = await many(server)
        for room in found:
            room.watchers.add(Watching())
            room.wake()
        assert await looks(server, monkeypatch) == 0
        found[3].is_behind = True
        found[3].wake()
        assert await looks(server, monkeypatch) == 1

    with_server(tmp_path, evening)


@pytest.mark.parametrize(
    "more",
    [
        {"pace": Pace(seconds=600, increment=0)},
        {"absent": "greedy"},
        {"seats": [SeatPlan(kind="me"), SeatPlan(kind="bot", bot="random")]},
    ],
    ids=["clock", "absent", "bot"],
)
def test_tables_that_time_may_change_are_looked_at_while_somebody_watches(
    tmp_path, monkeypatch, more
):
    async def evening(server: Server) -> None:
        found = await many(server, **more)
        assert await looks(server, monkeypatch) == 0
        with monkeypatch.context() as patch:
            patch.setattr(BotDriver, "wake", lambda self: None)
            for room in found:
                room.watchers.add(Watching())
                room.wake()
        assert await looks(server, monkeypatch) == TABLES
        for room in found:
            room.watchers.clear()
        assert await looks(server, monkeypatch) == 0

    with_server(tmp_path, evening)


def test_renderings_are_let_go_a_few_tables_at_a_time(tmp_path, monkeypatch):
    async def evening(server: Server) -> None:
        settled = []

        def note(one: Renderings) -> None:
            settled.append(one)

        monkeypatch.setattr(Renderings, "settle", note)
        monkeypatch.setattr(rooms, "AT_ONCE", 4)
        for room in await many(server):
            server.rooms.note_change(room.live.id)
        let_go = asyncio.ensure_future(server.rooms.settle_renderings())
        seen = []
        while not let_go.done():
            await asyncio.sleep(0)
            seen.append(len(settled))
        assert seen[:3] == [4, 8, 12]

    with_server(tmp_path, evening)


def test_a_walk_over_all_tables_is_found_out(tmp_path, monkeypatch):
    """The control: every table is looked at in every heartbeat."""
    monkeypatch.setattr(Rooms, "to_look_after", Rooms.all)
    with pytest.raises(AssertionError):
        test_tables_at_rest_are_not_looked_at(tmp_path, monkeypatch)


# Idle tables.


def test_alarms_ring_once_in_order():
    rng = random.Random(1)
    alarms = Alarms()
    times = {f"table {n}": rng.random() for n in range(200)}
    for name, at in times.items():
        alarms.set(name, at)
        alarms.set(name, 0.0)  # It has one already.
    half = alarms.due(0.5)
    assert half == sorted((one for one in times if times[one] <= 0.5), key=times.__getitem__)
    assert alarms.due(0.5) == []
    assert len(alarms) == 200 - len(half)
    alarms.set(half[0], 0.6)
    assert half[0] in alarms.due(1.0)


def test_tables_go_when_they_were_idle_for_long_enough(tmp_path, monkeypatch):
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr("embertable.server.room.time.monotonic", lambda: clock.now)

    async def evening(server: Server) -> None:
        found = await many(server)
        await server.rooms.store_summaries()
        watched, touched = found[0], found[1]
        watched.watchers.add(Watching())
        clock.now += rooms.IDLE_SECONDS - 1
        touched.wake()
        await server.rooms.store_summaries()
        server.rooms.unload_idle()
        assert len(server.rooms.all()) == TABLES
        clock.now += 2
        server.rooms.unload_idle()
        assert set(server.rooms.all()) == {watched, touched}
        clock.now += rooms.IDLE_SECONDS
        server.rooms.unload_idle()
        assert server.rooms.all() == [watched]
        watched.watchers.clear()
        watched.wake()
        await server.rooms.store_summaries()
        clock.now += rooms.IDLE_SECONDS - 1
        server.rooms.unload_idle()
        assert server.rooms.all() == [watched]
        clock.now += 2
        server.rooms.unload_idle()
        assert server.rooms.all() == []
        assert len(server.rooms._idle) == 0

    with_server(tmp_path, evening)


def test_a_table_that_is_read_again_has_one_alarm(tmp_path):
    async def evening(server: Server) -> None:
        room = await server.rooms.create(person("ada"), NewTable(game="lueur"))
        for _ in range(3):
            server.rooms.drop(room.live.id)
            await server.rooms.room(room.live.id)
        assert len(server.rooms._idle) == 1

    with_server(tmp_path, evening)


# Who is connected.


def test_presence_names_many_tables_in_few_notices():
    here = {f"{n:016x}": {f"{n:012x}{one:012x}" for one in range(4)} for n in range(300)}
    told = presence(here)
    assert len(told) <= 8
    # PostgreSQL takes 8,000 bytes, of which ours names its sender.
    assert all(len(one.encode()) < 8000 - 20 for one in told)
    assert " ".join(notices(told)) == " ".join(told), "none is too long to send"
    heard: dict[str, set[str]] = {}
    for one in told:
        for table, people in told_presence(one.removeprefix("here:")).items():
            heard.setdefault(table, set()).update(people)
    assert heard == here
    assert presence({}) == []


def test_a_server_hears_who_is_connected_elsewhere(tmp_path):
    async def evening(server: Server) -> None:
        found = await many(server)
        here = {room.live.id: [f"p{n}", "q"] for n, room in enumerate(found)}
        for notice in presence(here):
            server.on_notice(notice)
        for n, room in enumerate(found):
            assert room.present() == {f"p{n}", "q"}

    with_server(tmp_path, evening)


class Unwalked(set):  # type: ignore[type-arg]
    """Sockets that nobody may go through."""

    def __iter__(self) -> Any:
        raise AssertionError("somebody counts the sockets")


@dataclass(eq=False)
class Open:
    """A socket, as the server counts it."""

    person: Person | None
    address: str


def test_sockets_are_admitted_in_constant_time_and_by_their_limits(tmp_path, monkeypatch):
    monkeypatch.setattr(app, "MOST_SOCKETS", 3)
    monkeypatch.setattr(app, "MOST_NAMELESS_SOCKETS", 4)
    monkeypatch.setattr(app, "MOST_SOCKETS_FROM_ADDRESS", 6)
    server = Server(None, Settings())  # type: ignore[arg-type]
    server.sockets = Unwalked()

    def open_sockets(who: str, address: str, number: int) -> list[Any]:
        found = []
        for _ in range(number):
            one: Any = Open(person(who) if who else None, address)
            if server.may_connect(one.person, address):
                server.connected(one)
                found.append(one)
        return found

    mine = open_sockets("ada", "one", 9)
    assert len(mine) == 3
    assert len(open_sockets("", "two", 9)) == 4
    assert len(open_sockets("bruno", "two", 9)) == 2, "the address has six"
    server.disconnected(mine[0])
    assert len(open_sockets("ada", "three", 9)) == 1
    assert dict(server.counts.by_address) == {"one": 2, "two": 6, "three": 1}
