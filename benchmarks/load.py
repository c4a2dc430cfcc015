"""Measure how long decisions take with many tables on a real server, commit included.

    python benchmarks/load.py --tables 200 --seconds 60

Starts `embertable serve` on a new SQLite file unless `--address` names a server. Each seat of each
table has its own socket; once a second, a seat that must decide takes a random option. A decision
is timed from sending it to `done`, which comes after the commit. Joining at the start is not
measured. When a game is over, or after `--leave-after` decisions, its players open a new table while
the others play. With `--servers 2` and a PostgreSQL store, the players of each table are spread over
two servers.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import re
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from embertable.server.client import Client
from embertable.server.protocol import PROTOCOL, Act, Hello

TEXT, PING, PONG = 1, 9, 10
"""Kinds of frames."""


class Choice(msgspec.Struct):
    """The part of an option that is sent back."""

    seat: int
    action: msgspec.Raw


class Fields(msgspec.Struct):
    """The part of a position, or of its changes, that this program reads; None if it did not change."""

    options: list[Choice] | None = None
    result: msgspec.Raw | None = None


class Message(Fields, rename={"kind": "is"}, kw_only=True):
    """The part of a server message that this program reads."""

    kind: str
    id: str = ""
    seq: int = 0
    fields: Fields | None = None


decoder = msgspec.json.Decoder(Message)


@dataclass
class Tally:
    """What was measured."""

    seconds: list[float] = field(default_factory=list)
    errors: int = 0
    late: int = 0
    games: int = 0


class Player(asyncio.Protocol):
    """A seat with its socket; keeps the newest options, and answers by id.

    It reads frames itself, which takes a third of what a whole client takes: the generator shares
    the machine with the server.
    """

    def __init__(self) -> None:
        self.seq = 0
        self.options: list[Choice] = []
        self.offered: list[Choice] = []
        """The options of the last position; `options` are those that were not taken yet."""
        self.over = False
        self.answers: dict[str, asyncio.Future[str]] = {}
        self.greeted = asyncio.get_running_loop().create_future()
        self.closed = False
        self.waiting = bytearray()

    async def sit(self, client: Client, table: str, text: bool, whole: bool) -> None:
        """Open the socket with a session and send the first message."""
        parts = urlsplit(client.address)
        assert parts.hostname
        assert parts.port
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, parts.hostname, parts.port)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /api/tables/{table}/socket HTTP/1.1",
            f"Host: {parts.netloc}",
            f"Origin: {client.address}",
            f"Cookie: {client.cookie}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        ]
        self.transport.write("\r\n".join([*lines, "", ""]).encode())
        await asyncio.wait_for(self.greeted, 60)
        hello = Hello(protocol=PROTOCOL, want_text=text, changes=not whole)
        self.send(TEXT, msgspec.json.encode(hello))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True

    def data_received(self, data: bytes) -> None:
        self.waiting += data
        if not self.greeted.done():
            head, end, rest = bytes(self.waiting).partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head.partition(b"\r\n")[0], head
            self.waiting = bytearray(rest)
            self.greeted.set_result(None)
        while (frame := self.next_frame()) is not None:
            self.take(*frame)

    def next_frame(self) -> tuple[int, bytes] | None:
        """Read the kind and content of the next frame; servers do not mask."""
        held = self.waiting
        if len(held) < 2:
            return None
        start, length = 2, held[1]
        for short, size in ((126, 2), (127, 8)):
            if held[1] == short:
                start, length = 2 + size, int.from_bytes(held[2 : 2 + size], "big")
        if len(held) < start + length or len(held) < start:
            return None
        content = bytes(held[start : start + length])
        kind = held[0] & 15
        del held[: start + length]
        return kind, content

    def take(self, kind: int, content: bytes) -> None:
        if kind == PING:
            self.send(PONG, content)
        if kind != TEXT:
            return
        message = decoder.decode(content)
        if message.kind in ("position", "changes"):
            shown = message.fields or message
            self.seq = message.seq
            self.offered = self.offered if shown.options is None else shown.options
            self.options = self.offered
            if shown.result is not None:
                self.over = bytes(shown.result) != b"null"
        elif message.id in self.answers:
            self.answers.pop(message.id).set_result(message.kind)

    def send(self, kind: int, content: bytes) -> None:
        """Encode a frame with a mask of zeros: clients must mask, with any key."""
        size = len(content)
        length = bytes([128 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + length + bytes(4) + content)

    async def act(self, rng: random.Random, id: str) -> tuple[float, str]:
        option = rng.choice(self.options)
        self.options = []
        act = Act(id=id, seq=self.seq, action=json.loads(bytes(option.action)), seat=option.seat)
        answer = self.answers[id] = asyncio.get_running_loop().create_future()
        start = time.perf_counter()
        self.send(TEXT, msgspec.json.encode(act))
        kind = await asyncio.wait_for(answer, 30)
        return time.perf_counter() - start, kind


class Start:
    """Opens when everybody has joined, so that joining is not measured."""

    def __init__(self, tables: int, seconds: float, servers: list[int]) -> None:
        self.servers = servers
        self.worked = 0.0
        self.missing = tables
        self.seconds = seconds
        self.opened = asyncio.Event()
        self.end = 0.0

    async def wait(self) -> None:
        self.missing -= 1
        if self.missing == 0:
            self.end = time.perf_counter() + self.seconds
            self.worked = processor(self.servers)
            self.opened.set()
        await self.opened.wait()

    def is_over(self) -> bool:
        return self.opened.is_set() and time.perf_counter() >= self.end


async def table(plan: argparse.Namespace, number: int, start: Start, tally: Tally) -> None:
    """Play games one after the other at a fixed rate of decisions until the time is up."""
    rng = random.Random(number)
    addresses = plan.address.split(",")
    people = [Client(addresses[place % len(addresses)]) for place in range(plan.seats)]
    for place, client in enumerate(people):
        await client.sign_in(f"P{place}")
    while not start.is_over():
        tally.games += 1
        await game(plan, people, rng, start, tally)


async def game(
    plan: argparse.Namespace,
    people: list[Client],
    rng: random.Random,
    start: Start,
    tally: Tally,
) -> None:
    seats = [{"kind": "me"}] + [{"kind": "open"}] * (plan.seats - 1)
    made = await people[0].post("/api/tables", {"game": plan.game, "seats": seats})
    for client in people[1:]:
        await client.post(f"/api/tables/{made['id']}/join", {"invite": made["invite"]})
    players = [Player() for _ in people]
    try:
        for player, client in zip(players, people, strict=True):
            await player.sit(client, made["id"], plan.text, plan.whole)
        if not start.opened.is_set():
            await start.wait()
        # Spread the decisions over time.
        due = time.perf_counter() + rng.random() / plan.rate
        decisions = 0
        last = plan.leave_after or sys.maxsize
        while decisions < last and not start.is_over() and not any(one.over for one in players):
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += 1 / plan.rate
            awaited = [player for player in players if player.options]
            if not awaited:
                tally.late += 1
                continue
            seconds, kind = await rng.choice(awaited).act(rng, f"{decisions}")
            decisions += 1
            tally.errors += kind != "done"
            tally.seconds.append(seconds)
        tally.errors += sum(player.closed for player in players)
    finally:
        for player in players:
            player.transport.close()


async def started(plan: argparse.Namespace, store: str) -> tuple[asyncio.subprocess.Process, str]:
    """Start a server and return its address."""
    command = ["-m", "embertable", "serve", "--port", "0", "--per-minute", "1000000"]
    server = await asyncio.create_subprocess_exec(
        sys.executable, *command, "--store", plan.store or store, stdout=asyncio.subprocess.PIPE
    )
    assert server.stdout
    found = re.search(rb"http://\S+", await server.stdout.readline())
    assert found, "the server did not start"
    return server, found[0].decode().rstrip("/")


async def measure(plan: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="embertable-load-") as folder:
        servers = []
        if not plan.address:
            all_started = [
                await started(plan, f"{folder}/tables.sqlite") for _ in range(plan.servers)
            ]
            servers = [server for server, _ in all_started]
            plan.address = ",".join(address for _, address in all_started)
        pids = [server.pid for server in servers]
        try:
            before = memory(pids)
            tally = Tally()
            start = Start(plan.tables, plan.seconds, pids)
            await asyncio.gather(
                *(table(plan, number, start, tally) for number in range(plan.tables))
            )
            worked = processor(pids) - start.worked
            grown = memory(pids) - before
        finally:
            for server in servers:
                server.terminate()
                await server.wait()
    times = sorted(tally.seconds)
    return {
        "game": plan.game,
        "tables": plan.tables,
        "seats": plan.seats,
        "servers": plan.servers,
        "seconds": plan.seconds,
        "new_games": tally.games - plan.tables,
        "decisions": len(times),
        "decisions_per_second": round(len(times) / plan.seconds, 1),
        "p50_ms": round(1000 * percentile(times, 0.5), 2),
        "p99_ms": round(1000 * percentile(times, 0.99), 2),
        "worst_ms": round(1000 * times[-1], 2) if times else 0.0,
        "server_cpu_ms_per_decision": round(1000 * worked / max(1, len(times)), 2),
        "errors": tally.errors,
        "not_ready": tally.late,
        "memory_per_table_kb": round(grown / 1024 / plan.tables, 1),
    }


def percentile(times: list[float], part: float) -> float:
    return times[min(len(times) - 1, int(len(times) * part))] if times else 0.0


def memory(pids: list[int]) -> int:
    """Return the memory of some processes in bytes; 0 where it cannot be read."""
    try:
        texts = [Path(f"/proc/{pid}/status").read_text() for pid in pids]
    except OSError:
        return 0
    lines = [line for text in texts for line in text.splitlines() if "VmRSS" in line]
    return 1024 * sum(int(line.split()[1]) for line in lines)


def processor(pids: list[int]) -> float:
    """Return the processor time of some processes; 0 where it cannot be read."""
    try:
        texts = [Path(f"/proc/{pid}/stat").read_text() for pid in pids]
    except OSError:
        return 0.0
    fields = [text.rpartition(")")[2].split() for text in texts]
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=1.0, help="decisions per second and table")
    parser.add_argument("--game", default="lueur")
    parser.add_argument("--store", default="", help="a file or postgresql://…")
    parser.add_argument("--address", default="", help="running servers: a,b")
    parser.add_argument(
        "--servers", type=int, default=1, help="number of servers to start on one store"
    )
    parser.add_argument("--leave-after", type=int, default=0, help="decisions; 0: play to the end")
    parser.add_argument("--text", action="store_true", help="also request the text view")
    parser.add_argument(
        "--whole", action="store_true", help="whole positions instead of their changes"
    )
    print(json.dumps(asyncio.run(measure(parser.parse_args())), indent=1))


if __name__ == "__main__":
    main()
