"""Whoever is refused again and again waits for it, and nobody else does."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.exceptions import InvalidStatus

from embertable.server.app import MOST_SOCKETS_FROM_ADDRESS, Server, make_app
from embertable.server.limits import MANY, Allowance, Allowances
from embertable.server.protocol import Clause, Position, Refused, Why, to_client
from embertable.server.shares import Shares
from embertable.server.sqlite import SqliteStore
from embertable.server.tarpit import LATE_SECONDS, MOST_LATE_EACH, Tarpit
from tests.server.running import run, serving, signed_in

MALLORY = "192.0.2.66"
ADA = "192.0.2.1"
NOWHERE = "/api/records/none"


def waits_of(server: Server) -> list[float]:
    """How long each refusal waits from now on, on a clock that jumps there."""
    waits: list[float] = []

    async def jump(seconds: float) -> None:
        waits.append(seconds)

    server.tarpit.sleep = jump
    return waits


class Asking:
    """Sends requests to an application directly, from any address."""

    def __init__(self, server: Server) -> None:
        self.app = make_app(server)
        self.waits = waits_of(server)

    async def get(self, path: str, address: str) -> int:
        headers = [(b"host", b"t")]
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": headers,
            "client": (address, 1),
        }
        sent: list[MutableMapping[str, Any]] = []

        async def receive() -> MutableMapping[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        return int(sent[0]["status"])


@contextlib.asynccontextmanager
async def asking(folder: Path) -> AsyncIterator[tuple[Asking, Server]]:
    server = Server(SqliteStore(folder / "t.sqlite"))
    await server.open()
    try:
        yield Asking(server), server
    finally:
        await server.close()


async def answers_in_a_second(folder: Path, most: int = 200) -> int:
    """How many refusals somebody gets who has had many and asks again at once, on a clock that only waits move."""
    async with asking(folder) as (them, _):
        for _ in range(40):
            await them.get(NOWHERE, MALLORY)
        them.waits.clear()
        for number in range(most):
            assert await them.get(NOWHERE, MALLORY) == 404
            if sum(them.waits) >= 1.0:
                return number + 1
        return most


def test_who_asks_for_nothing_without_end_is_answered_four_times_a_second(tmp_path):
    assert run(lambda: answers_in_a_second(tmp_path)) <= 5


def test_refusals_that_are_sent_at_once_are_found_out(tmp_path, monkeypatch):
    """The control: nobody waits."""
    monkeypatch.setattr(Tarpit, "is_late", lambda self, address, status: False)
    assert run(lambda: answers_in_a_second(tmp_path)) == 200


def test_who_asks_for_nothing_now_and_then_does_not_wait(tmp_path):
    async def evening():
        async with asking(tmp_path) as (them, _):
            for _ in range(40):
                await them.get(NOWHERE, MALLORY)
            assert them.waits
            them.waits.clear()
            for _ in range(20):
                assert await them.get(NOWHERE, ADA) == 404
                assert await them.get("/api/games", MALLORY) == 200
            assert them.waits == [], "neither others wait, nor what is not refused"

    run(evening)


async def asked_in_a_second(folder: Path, most: int = 200) -> int:
    """How many answers somebody gets who has had many, on a clock that only waits move."""
    async with asking(folder) as (them, server):
        server.shares._requests = Allowances(0.0, 20)
        for number in range(most):
            assert await them.get("/api/games", MALLORY) == 200
            if sum(them.waits) >= 1.0:
                return number + 1
        return most


def test_who_asks_too_often_waits_before_anything_is_done(tmp_path):
    assert run(lambda: asked_in_a_second(tmp_path)) == 24


def test_requests_without_a_limit_are_found_out(tmp_path, monkeypatch):
    """The control: nobody counts them."""
    monkeypatch.setattr(Shares, "may_ask", lambda self, address, path: True)
    assert run(lambda: asked_in_a_second(tmp_path)) == 200


def test_a_household_that_opens_many_pages_does_not_wait():
    """Twenty people, with a hundred files and twenty questions each."""
    shares = Shares()
    for _ in range(20):
        assert all(shares.may_ask(ADA, f"/assets/{one}.js") for one in range(100))
        assert all(shares.may_ask(ADA, "/api/games") for _ in range(20))


def test_a_whole_network_of_one_subscriber_counts_as_one(tmp_path):
    async def evening():
        async with asking(tmp_path) as (them, _):
            for number in range(40):
                await them.get(NOWHERE, f"2001:db8::{number:x}")
            assert them.waits

    run(evening)


def test_an_answer_of_too_many_requests_always_waits(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            waits = waits_of(server)
            for _ in range(200):
                with contextlib.suppress(Exception):
                    await signed_in(address)
                if waits:
                    break
            assert waits == [LATE_SECONDS]

    run(evening)


def test_few_refusals_of_an_address_wait_and_the_rest_is_not_even_read(tmp_path):
    async def evening():
        async with asking(tmp_path) as (them, server):
            for _ in range(40):
                await them.get(NOWHERE, MALLORY)
            go_on = asyncio.Event()

            async def wait(_: float) -> None:
                await go_on.wait()

            server.tarpit.sleep = wait
            waiting = [
                asyncio.ensure_future(them.get(NOWHERE, MALLORY)) for _ in range(MOST_LATE_EACH)
            ]
            for _ in range(6000):
                if server.tarpit.all_waiting == MOST_LATE_EACH:
                    break
                await asyncio.sleep(0.01)
            read = server.metrics.requests._value.get()
            assert await them.get("/api/games", MALLORY) == 429
            assert server.metrics.requests._value.get() == read
            assert await them.get("/api/games", ADA) == 200
            go_on.set()
            assert await asyncio.gather(*waiting) == [404] * MOST_LATE_EACH
            assert await them.get("/api/games", MALLORY) == 200
            assert server.tarpit.all_waiting == 0
            assert not server.tarpit.waiting

    run(evening)


def test_a_connection_of_an_address_that_waits_too_much_is_not_even_read(tmp_path, monkeypatch):
    """It costs no more than an idle one, and is closed after a while."""
    monkeypatch.setattr(H11Protocol, "data_received", None)

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            server.tarpit.waiting["127.0.0.1"] = MOST_LATE_EACH
            parts = urlsplit(address)
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
            writer.write(b"GET /api/games HTTP/1.1\r\nHost: t\r\n\r\n")
            answer = await asyncio.wait_for(reader.read(), 60)
            assert answer.startswith(b"HTTP/1.1 429 ")
            writer.close()
            assert server.gate.refused == 1

    run(evening)


def test_only_a_part_of_all_connections_waits():
    """Those that wait are in work, so the gate lets them stay."""
    held = Tarpit(Shares(), connections=12)

    async def evening():
        go_on = asyncio.Event()

        async def wait(_: float) -> None:
            await go_on.wait()

        held.sleep = wait
        waits = [asyncio.ensure_future(held.hold(f"192.0.2.{one}")) for one in range(3)]
        await asyncio.sleep(0)
        assert held.all_waiting == 3
        await held.hold(ADA)
        assert held.all_waiting == 3
        go_on.set()
        await asyncio.gather(*waits)
        assert held.all_waiting == 0

    run(evening)


def test_a_socket_that_is_refused_waits_too(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            waits = waits_of(server)
            server.tarpit.shares = Shares(2.0)
            ada = await signed_in(address)
            for _ in range(3):
                with pytest.raises(InvalidStatus):
                    async with ada.sit("none") as seat:
                        await seat.position()
            assert waits == [LATE_SECONDS]

    run(evening)


def test_who_comes_and_goes_without_end_waits_to_come_in(tmp_path):
    """Everybody at a table is told of each who comes and goes."""

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            waits = waits_of(server)
            server.shares._sockets = Allowances(0.0, 3.0)
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur"})
            for _ in range(5):
                async with ada.sit(table["id"]) as seat:
                    assert (await seat.position()).seat == 0
            assert waits == [LATE_SECONDS] * 2

    run(evening)


def test_a_school_that_comes_back_after_a_restart_does_not_wait():
    shares = Shares()
    assert all(shares.may_connect(ADA) for _ in range(MOST_SOCKETS_FROM_ADDRESS))


def test_a_socket_that_sends_too_much_is_closed_late(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            waits = waits_of(server)
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur"})
            async with ada.sit(table["id"]) as seat:
                await seat.position()
                for _ in range(50):
                    await seat.socket.send("[" * 100)
                assert await seat.closed() == 1008
            assert seat.farewell
            assert seat.farewell.error == "TooMuch"
            assert waits == [LATE_SECONDS]

    run(evening)


def test_junk_is_refused_without_another_position(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur"})
            async with ada.sit(table["id"]) as seat:
                await seat.position()
                seat.frames = []
                for _ in range(5):
                    await seat.socket.send("[" * 100)
                await seat.ask(Why(id="w", action={}))
                kinds = [to_client.decode(frame) for frame in seat.frames]
                assert [type(one) for one in kinds] == [Refused] * 5 + [Clause]
                answer = await seat.act_again("x", seat.last.seq if seat.last else 0, {}, 0)
                assert isinstance(answer, Refused)
                assert isinstance(await seat.receive(), Position), "what was wrong may be old"

    run(evening)


def test_many_names_are_not_looked_through_for_each_new_one(monkeypatch):
    """With a network of addresses, each of which has used something, none can be dropped."""
    looked: list[Allowance] = []

    def is_full(one: Allowance) -> bool:
        looked.append(one)
        return False

    allowances = Allowances(0.0, 10.0)
    for number in range(MANY + 1):
        allowances.take(f"{number}")
    monkeypatch.setattr(Allowance, "is_full", is_full)
    for number in range(100):
        allowances.take(f"new {number}")
    assert len(looked) <= MANY + 1
