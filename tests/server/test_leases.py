"""A table lives in one of several servers; whoever comes to another door is forwarded."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from websockets.asyncio.client import connect

from embertable.server import leases, rooms
from embertable.server.app import Server, Settings
from embertable.server.client import ApiError, Client
from embertable.server.forwarding import one_request
from embertable.server.leases import LEASE, PEER, Leases
from embertable.server.postgres import PostgresStore
from embertable.server.sqlite import SqliteStore
from embertable.server.store import Document, Store
from tests.server.faults import Wrapped
from tests.server.history import History, Player
from tests.server.running import run, serving, signed_in
from tests.server.test_proxy import ask
from tests.server.zygotes import come_back, stop

PEERS = Settings(peer_host="127.0.0.1")
APART = Settings()
TWO = [{"kind": "me"}, {"kind": "open"}]
Servers = tuple[tuple[Server, str], tuple[Server, str]]


@contextlib.asynccontextmanager
async def two_servers(shared_place: str, settings: Settings = PEERS) -> AsyncIterator[Servers]:
    async with serving(shared_place, settings) as one, serving(shared_place, settings) as two:
        yield one, two


async def table_of_two(first: str, second: str) -> tuple[str, list[Client]]:
    """A table that lives at the first server, and two people who come through different doors."""
    ada, bruno = await signed_in(first), await signed_in(second, "Bruno")
    table = await ada.post("/api/tables", {"game": "lueur", "seats": TWO, "seed": 4})
    await ada.get(f"/api/tables/{table['id']}")
    await bruno.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
    return table["id"], [ada, bruno]


@contextlib.asynccontextmanager
async def playing(
    id: str, people: list[Client], decisions: int, fault: str = "none"
) -> AsyncIterator[History]:
    """People who decide at random; so many decisions have been acknowledged, and they go on.

    With a planted fault they may come to a standstill before.
    """
    history = History()
    players = [Player(one, id, history, random.Random(n), f"{n}") for n, one in enumerate(people)]
    tasks = [asyncio.ensure_future(come_back(player)) for player in players]
    try:
        await history.answers(decisions, tasks, seconds=60)
        assert history.count() >= decisions or fault != "none"
        yield history
    finally:
        await stop(tasks)


# Wrong doors.


def test_everybody_at_a_table_reaches_one_process(shared_place):
    async def evening():
        async with two_servers(shared_place) as ((a, one), (b, two)):
            id, people = await table_of_two(one, two)
            async with playing(id, people, 20) as history:
                here = a.rooms.loaded(id)
                assert here is not None
                assert len(here.connected()) == 2
                assert b.rooms.loaded(id) is None
                assert b.leases is not None
                assert len(b.leases.forwarded) == 1
                assert {socket.host for socket in a.sockets} == {"127.0.0.1"}
            assert await history.broken(a.store) == []

    run(evening)


def test_without_leases_both_processes_hold_the_table(shared_place):
    """The control: what is compared above does differ."""

    async def evening():
        async with two_servers(shared_place, APART) as ((a, one), (b, two)):
            id, people = await table_of_two(one, two)
            async with playing(id, people, 5):
                assert a.rooms.loaded(id) is not None
                assert b.rooms.loaded(id) is not None

    run(evening)


def test_requests_and_their_bodies_are_forwarded(shared_place):
    async def evening():
        async with two_servers(shared_place) as ((_, one), (b, two)):
            id, (ada, _) = await table_of_two(one, two)
            ada.address = two
            for path in ("", "/record", "/components", "/strangers"):
                assert await ada.get(f"/api/tables/{id}{path}")
            # Longer than a segment, so that the body arrives after the head was read.
            body = {"things": ["x" * 100] * 3000}
            with pytest.raises(ApiError) as problem:
                await ada.post(f"/api/tables/{id}/names", body)
            assert problem.value.status == 400
            await ada.post(f"/api/tables/{id}/revoke", {})
            with pytest.raises(ApiError) as problem:
                await ada.get("/api/tables/0123456789abcdef")
            assert problem.value.status == 404
            with pytest.raises(ApiError) as problem:
                await Client(two).get(f"/api/tables/{id}")
            assert problem.value.status in (401, 403)
            assert b.rooms.loaded(id) is None
            assert await b.store.get(LEASE, "0123456789abcdef") is None

    run(evening)


@pytest.mark.parametrize(
    ("source", "counted"), [("127.0.0.9", "127.0.0.9"), ("127.0.0.1", "198.51.100.7")]
)
def test_limits_count_the_client_and_not_the_door(shared_place, source, counted):
    """Only a proxy is believed about others; a door comes from the proxy's address, and is none."""

    async def evening():
        settings = Settings(peer_host="127.0.0.1", proxies=("127.0.0.1",))
        async with two_servers(shared_place, settings) as ((a, one), (_, two)):
            id, _ = await table_of_two(one, two)
            refused: list[str] = []
            count = a.refused

            def note(error: Any, address: str, *rest: str) -> None:
                refused.append(address)
                count(error, address, *rest)

            a.refused = note  # type: ignore[assignment,method-assign]
            said = {"x_forwarded_for": "198.51.100.7"}
            await asyncio.to_thread(ask, two, source, f"/api/tables/{id}", **said)
            assert refused == [counted]

    run(evening)


def test_a_forwarded_socket_counts_for_its_client(shared_place):
    async def evening():
        async with two_servers(shared_place) as ((a, one), (_, two)):
            id, (ada, _) = await table_of_two(one, two)
            for door in (one, two):
                async with connect(
                    f"ws{door.removeprefix('http')}/api/tables/{id}/socket",
                    origin=door,  # type: ignore[arg-type]
                    additional_headers={"cookie": ada.cookie},
                    local_addr=("127.0.0.9", 0),
                    proxy=None,
                ):
                    assert [socket.host for socket in a.sockets] == ["127.0.0.9"]
                for _ in range(6000):
                    if not a.sockets:
                        break
                    await asyncio.sleep(0.01)

    run(evening)


@pytest.mark.parametrize("claimed", [b"", b"wrong 127.0.0.9 5\n", b"x" * 500, b"a b c d\n"])
def test_the_port_for_peers_is_closed_to_others(shared_place, claimed):
    async def evening():
        async with serving(shared_place, PEERS) as (server, _):
            assert server.leases is not None
            request = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
            assert await answer_of(server.leases, claimed + request) == b""
            # The control: with the token it answers.
            known = b"%s 127.0.0.9 5\n" % server.leases.token
            assert b" 200 " in await answer_of(server.leases, known + request, 15)

    run(evening)


async def answer_of(to: Leases, sent: bytes, length: int = -1) -> bytes:
    reader, writer = await asyncio.open_connection(to.host, to.port)
    writer.write(sent)
    try:
        return await asyncio.wait_for(reader.read(length), 60)
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


def test_a_forwarded_request_is_the_last_of_its_connection():
    """The next one may be about a table that lives elsewhere."""
    request = b"GET /api/tables/a HTTP/1.1\r\nhost: a\r\n\r\nbody"
    assert one_request(request) == request.replace(b"1.1\r\n", b"1.1\r\nconnection: close\r\n")
    upgrade = request.replace(b"host", b"Upgrade: websocket\r\nhost")
    assert one_request(upgrade) == upgrade


def test_a_table_that_was_made_elsewhere_is_let_go(shared_place, monkeypatch):
    """It lives where its people came first; who made it keeps no copy that must follow."""
    monkeypatch.setattr(rooms, "ASKED_SECONDS", 0.0)

    async def evening():
        async with two_servers(shared_place) as ((a, one), (b, two)):
            ada = await signed_in(one)
            alone = [{"kind": "me"}, {"kind": "me"}]
            table = await ada.post("/api/tables", {"game": "lueur", "seats": alone, "seed": 4})
            assert a.rooms.loaded(table["id"]) is not None
            ada.address = two
            async with playing(table["id"], [ada], 5):
                assert b.rooms.loaded(table["id"]) is not None
                for _ in range(600):
                    if a.rooms.loaded(table["id"]) is None:
                        break
                    await asyncio.sleep(0.05)
                assert a.rooms.loaded(table["id"]) is None

    run(evening)


# Leases.


class LastTaker(Wrapped):
    """The bug of leases that are written instead of taken: the last one holds them."""

    async def put_new(self, document: Document) -> bool:
        await self.store.put(document)
        return True

    async def replace(self, _: Document, new: Document) -> bool:
        return await self.put_new(new)


class Slowly(Wrapped):
    """A store that lets all others read before it writes."""

    async def put_new(self, document: Document) -> bool:
        await asyncio.sleep(0.05)
        return await self.store.put_new(document)

    async def replace(self, old: Document, new: Document) -> bool:
        await asyncio.sleep(0.05)
        return await self.store.replace(old, new)


async def holders(store: Store, holder: str, count: int = 8) -> int:
    """How many of some servers believe that they took one table at the same time."""
    await store.append("t", 1, b"")
    if holder:
        await store.put(Document(LEASE, "t", holder, b"", time.time()))
    servers = [Leases(Slowly(store)) for _ in range(count)]
    for number, one in enumerate(servers):
        one.host, one.port = "127.0.0.1", 1000 + number
        await one.open()
    found = await asyncio.gather(*(one.elsewhere("t") for one in servers))
    others = {peer.name for peer in found if peer is not None}
    owners = [one.name for one, peer in zip(servers, found, strict=True) if peer is None]
    assert len(owners) > 1 or others == set(owners), "the others know who holds it"
    return len(owners)


@pytest.mark.parametrize("holder", ["", "a server that is gone"])
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_the_database_decides_who_takes_a_table(shared_place, tmp_path, kind, holder):
    async def evening():
        store = (
            PostgresStore(shared_place)
            if kind == "postgres"
            else SqliteStore(tmp_path / "t.sqlite")
        )
        await store.open()
        try:
            assert await holders(store, holder) == 1
        finally:
            await store.close()

    run(evening)


@pytest.mark.parametrize("holder", ["", "a server that is gone"])
def test_leases_that_are_only_written_are_found_out(tmp_path, holder):
    async def evening():
        store = SqliteStore(tmp_path / "t.sqlite")
        await store.open()
        try:
            assert await holders(LastTaker(store), holder) > 1
        finally:
            await store.close()

    run(evening)


def test_a_lease_ends_with_its_server(tmp_path):
    async def evening():
        store = SqliteStore(tmp_path / "t.sqlite")
        await store.open()
        try:
            await store.append("t", 1, b"")
            a, b, strange = Leases(store), Leases(store), Leases(store, "siblings of others")
            for one in (a, b, strange):
                one.host, one.port = "127.0.0.1", 1
                await one.open()
            assert await a.elsewhere("t") is None
            assert (await b.elsewhere("t") or b).name == a.name
            await expire(store, a.name)
            assert (await b.elsewhere("t") or b).name == a.name, "what is known is believed a while"
            b.doubt("t")
            await b.settle()
            assert await b.elsewhere("t") is None
            await a.renew()
            a.doubt("t")
            assert (await a.elsewhere("t") or a).name == b.name, "too late: the table has moved"
            await b.close()
            a.doubt("t")
            assert await a.elsewhere("t") is None, "whoever leaves gives its tables up at once"
            await store.append("u", 1, b"")
            assert await strange.elsewhere("u") is None
            assert await a.elsewhere("u") is None, "out of reach, so it is served here as well"
            lease = await store.get(LEASE, "u")
            assert lease is not None
            assert lease.owner == strange.name
        finally:
            await store.close()

    run(evening)


async def expire(store: Store, name: str) -> None:
    known = await store.get(PEER, name)
    assert known is not None
    await store.put(known._replace(expires=time.time() - 1.0))


# Faults: each costs speed and nothing else.


def test_a_table_is_served_here_while_its_server_does_not_answer(shared_place):
    async def evening():
        async with serving(shared_place, PEERS) as (b, two):
            # A server that is up for the database, and does not listen.
            gone = Leases(b.store)
            gone.host, gone.port = "127.0.0.1", 1
            await gone.open()
            id, people = await table_of_two(two, two)
            assert b.leases is not None
            await b.store.put(Document(LEASE, id, gone.name, b"", time.time()))
            b.leases.doubt(id)
            async with playing(id, people, 10) as history:
                assert (await b.store.get(LEASE, id) or gone).owner == gone.name  # type: ignore[union-attr]
                await expire(b.store, gone.name)
                await b.leases.settle()
                lease = await b.store.get(LEASE, id)
                assert lease is not None
                assert lease.owner == b.leases.name, "and moves here once the other's time is over"
            assert await history.broken(b.store) == []

    run(evening)


@pytest.mark.parametrize("fault", ["none", "last-wins"])
def test_two_servers_that_both_hold_a_table_keep_one_order(shared_place, monkeypatch, fault):
    """A doubled lease: both serve the table, and the log decides; without its key that is found out."""

    async def nowhere_else(self: Leases, table: str) -> None:
        return None

    monkeypatch.setattr(Leases, "elsewhere", nowhere_else)

    async def evening():
        from embertable.server.store import open_store
        from tests.server.faults import FAULTS

        stores = [FAULTS[fault](open_store(shared_place)) for _ in range(2)]
        async with serving(stores[0], PEERS) as (a, one), serving(stores[1], PEERS) as (b, two):
            broken: list[str] = []
            for _ in range(1 if fault == "none" else 12):
                id, (ada, bruno) = await table_of_two(one, two)
                again = Client(two)
                again.cookie = ada.cookie
                async with playing(id, [ada, bruno, again], 12, fault) as history:
                    assert a.rooms.loaded(id)
                    assert b.rooms.loaded(id)
                broken += await history.broken(a.store)
                if broken:
                    break
            assert bool(broken) == (fault != "none")

    run(evening)


def test_leases_that_move_while_people_play_lose_nothing(shared_place, monkeypatch):
    monkeypatch.setattr(leases, "KNOWN_SECONDS", 0.0)

    async def evening():
        rng = random.Random(8)
        async with two_servers(shared_place) as ((a, one), (b, two)):
            id, people = await table_of_two(one, two)
            history = History()
            players = [
                Player(client, id, history, random.Random(n), f"{n}")
                for n, client in enumerate(people)
            ]
            names = [server.leases.name for server in (a, b) if server.leases]
            for _ in range(12):
                tasks = [asyncio.ensure_future(come_back(player)) for player in players]
                await history.answers(3, tasks, seconds=30)
                owner = rng.choice([*names, "nobody"])
                await a.store.put(Document(LEASE, id, owner, b"", time.time()))
                await stop(tasks)
            assert history.count() >= 24
            assert await history.broken(a.store) == []

    run(evening)
