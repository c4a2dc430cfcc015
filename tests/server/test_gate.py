"""Slow heads, slow bodies and idle connections take nobody's place."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import random
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from embertable.server import gate
from embertable.server import run as server_run
from tests.server.running import EMBERTABLE, Process, run, serving, signed_in

DESCRIPTORS = 1024
HALF_HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
HALF_BODY = b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\n{"
FEW_DESCRIPTORS = ("bash", "-c", f'ulimit -n {DESCRIPTORS}; exec "$@"', "bash")

OPEN_GATE = """
from embertable.server import gate
gate.Gate.admit = lambda self, new: None
gate.Gate.sweep = lambda self: None
from embertable.cli import main
main()
"""
"""The control: everybody is let in and nobody is sent away."""


@contextlib.contextmanager
def crowd(address: str, source: str, number: int, word: bytes) -> Iterator[list[socket.socket]]:
    """Connections from an address that send this much and no more."""
    parts = urlsplit(address)
    assert parts.hostname
    assert parts.port
    opened: list[socket.socket] = []
    try:
        for _ in range(number):
            one = socket.socket()
            opened.append(one)
            one.setblocking(False)
            one.bind((source, 0))
            one.connect_ex((parts.hostname, parts.port))
        for one in opened:
            with contextlib.suppress(OSError):
                one.settimeout(0.5)
                one.send(word) if word else None
        yield opened
    finally:
        for one in opened:
            one.close()


def is_served(address: str, source: str, seconds: float) -> bool:
    """Whether somebody from this address gets an answer."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(
        parts.netloc, timeout=seconds, source_address=(source, 0)
    )
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


async def besieged(program: tuple[str, ...], store: str, seconds: float) -> list[bool]:
    """Whether honest people are served during half heads, half bodies, and thousands that say nothing."""
    server = Process("--store", store, program=(*FEW_DESCRIPTORS, *program))
    address = await server.start()
    served: list[bool] = []

    def ask(source: str) -> None:
        # One who is not served says it all, and the server keeps a core busy meanwhile.
        if all(served):
            served.append(is_served(address, source, seconds))

    def attack() -> None:
        with crowd(address, "127.0.0.2", 1100, HALF_HEAD):
            ask("127.0.0.1")
            with crowd(address, "127.0.0.3", 1100, HALF_BODY):
                ask("127.0.0.1")
                ask("127.0.0.2")
        with crowd(address, "127.0.0.4", 2800, b""):
            ask("127.0.0.1")

    try:
        await asyncio.to_thread(attack)
        return served
    finally:
        await server.kill()


@pytest.mark.timeout(300)
def test_thousands_of_slow_connections_leave_room_for_others(tmp_path):
    served = run(lambda: besieged(EMBERTABLE, str(tmp_path / "t.sqlite"), 60))
    assert served == [True] * 4


@pytest.mark.timeout(300)
def test_a_server_without_a_gate_is_found_out(tmp_path):
    program = (sys.executable, "-P", "-c", OPEN_GATE)
    served = run(lambda: besieged(program, str(tmp_path / "t.sqlite"), 4))
    assert False in served


@pytest.mark.parametrize("word", [b"", HALF_HEAD, HALF_BODY])
def test_who_takes_too_long_is_sent_away(tmp_path, monkeypatch, word):
    """Bytes that trickle in do not start the time anew."""
    monkeypatch.setattr(gate, "HEAD_SECONDS", 0.5)
    monkeypatch.setattr(gate, "BODY_SECONDS", 0.5)

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            parts = urlsplit(address)
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
            writer.write(word)

            async def trickle() -> None:
                for _ in range(600):
                    await asyncio.sleep(0.1)
                    if word:
                        writer.write(b"x")

            trickling = asyncio.ensure_future(trickle())
            with contextlib.suppress(ConnectionError):
                await asyncio.wait_for(reader.read(), 60)
            trickling.cancel()
            writer.close()
            assert server.gate.refused == 1
            assert not server.gate.inside

    run(evening)


def test_a_client_that_does_not_read_its_answer_is_sent_away(tmp_path, monkeypatch):
    monkeypatch.setattr(gate, "STALLED_SECONDS", 0.5)

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            parts = urlsplit(address)
            ask = f"GET /api/games/deadcells/components HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n"
            one = socket.socket()
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            await asyncio.to_thread(one.connect, (parts.hostname, parts.port))
            one.sendall(ask.encode() * 40)
            for _ in range(600):
                if server.gate.refused:
                    break
                await asyncio.sleep(0.1)
            one.close()
            assert server.gate.refused == 1

    run(evening)


def test_a_request_in_work_is_not_idle_and_keeps_its_place(tmp_path, monkeypatch):
    """A busy household loses connections that do nothing, never the one that is served."""
    monkeypatch.setattr(gate, "MOST_IDLE", 2)

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur"})
            async with ada.sit(table["id"]) as seat:
                await seat.position()
                with crowd(address, "127.0.0.1", 20, HALF_HEAD):
                    assert (await ada.get("/api/session"))["name"] == "Ada"
                    assert len(server.gate.inside) <= 3
                await ada.post(f"/api/tables/{table['id']}/mute", {"seat": 0, "muted": True})
                assert (await seat.position()).seat == 0

    run(evening)


async def most_in_one_turn(store: str) -> tuple[int, int]:
    """How many of a crowd's connections one turn of the event loop takes at most, and all of them."""
    taken: list[int] = []
    turn = 0

    def next_turn() -> None:
        nonlocal turn
        turn += 1
        asyncio.get_running_loop().call_soon(next_turn)

    async with serving(store) as (server, address):
        admit = server.gate.admit

        def noted(new: gate.GatedProtocol) -> None:
            taken.append(turn)
            admit(new)

        server.gate.admit = noted  # type: ignore[method-assign]
        with crowd(address, "127.0.0.2", 300, b""):
            next_turn()
            for _ in range(100_000):
                if len(taken) == 300:
                    break
                await asyncio.sleep(0)
    return max(taken.count(one) for one in set(taken)), len(taken)


def test_a_crowd_that_connects_at_once_is_let_in_a_few_at_a_time(tmp_path):
    """Otherwise three hundred connections keep everybody's decisions waiting for 50 ms."""
    at_once, all = run(lambda: most_in_one_turn(str(tmp_path / "t.sqlite")))
    assert at_once <= server_run.ACCEPTED_AT_ONCE
    assert all == 300, "the system keeps the others until their turn"


def test_a_server_that_takes_the_whole_crowd_at_once_is_found_out(tmp_path, monkeypatch):
    monkeypatch.setattr(server_run, "ACCEPTED_AT_ONCE", 2048)
    at_once, _ = run(lambda: most_in_one_turn(str(tmp_path / "t.sqlite")))
    assert at_once > 100


class Line:
    """A connection that does nothing, and counts how often the gate looks at it."""

    looks = 0

    def __init__(self, household: str) -> None:
        self.household = household
        self.client = None
        self.transport = self

    def is_idle(self) -> bool:
        Line.looks += 1
        return True

    def abort(self) -> None:
        pass


def line(household: str) -> Any:
    return Line(household)


def test_letting_somebody_in_does_not_look_at_everybody_else():
    inside = gate.Gate(most=5000)
    Line.looks = 0
    for number in range(2000):
        inside.admit(line(f"address {number}"))
    assert len(inside.inside) == 2000
    assert Line.looks <= 2000


def test_the_address_with_most_idle_connections_makes_room():
    inside = gate.Gate(most=10)
    greedy = [line("greedy") for _ in range(6)]
    honest = [line(f"honest {number}") for number in range(6)]
    for one in (*greedy, *honest):
        inside.sockets.add(one)
        inside.admit(one)
    assert [one for one in greedy if one not in inside.inside] == greedy[:2]
    assert all(one in inside.inside for one in honest)


def test_idle_connections_are_counted_as_a_plain_list_would():
    rng = random.Random(1)
    idle = gate.IdleConnections()
    plain: list[Any] = []
    for _ in range(3000):
        if plain and rng.random() < 0.5:
            gone = plain.pop(rng.randrange(len(plain)))
            idle.discard(gone)
        else:
            plain.append(line(f"address {int(rng.expovariate(0.3))}"))
            idle.add(plain[-1])
        number = Counter(one.household for one in plain)
        assert all(idle.number(address) == count for address, count in number.items())
        found = idle.least_needed()
        if found is None:
            assert not plain
            continue
        assert number[found.household] == max(number.values())
        assert found is next(one for one in plain if one.household == found.household)
