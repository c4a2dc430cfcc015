"""Measure how long decisions take with many tables on a real server, commit included.

    python benchmarks/load.py --tables 200 --seconds 60
    python benchmarks/load.py --ladder 50x1x4,100x1x4,100x1x8 --seconds 10
    python benchmarks/load.py --tables 50 --churn --seconds 300

The clock is open: each table has a plan of times at which somebody decides, and a decision is timed
from its planned time to `done`, which comes after the commit. A server that falls behind does not
slow the plan down; what was planned and is not done at the end counts with the time it has waited so
far. `service` is the time from sending, as a closed loop would measure it, and `generator_lag` how
late this program itself was, which shares the machine with the server.

Starts `embertable serve` on a new SQLite file unless `--address` names a server or `--store` a
database. Joining at the start is not measured. `--baseline` first runs the same plan against a
durable echo server (echo.py) on an SQLite file of its own; `--ladder` does that for each of its rungs,
TABLESxRATExVIEWERS. Viewers above the number of seats are spectators. With `--churn`, games are left
after a few decisions and new ones begun, people drop their sockets and come back, and each of six
parts of the time is reported. With `--rest`, people stay after the last decision, and what the server holds and
does meanwhile is reported. When a game is over its players open a new table.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from embertable.server.client import Client
from embertable.server.protocol import PROTOCOL, Act, Hello

ECHO = Path(__file__).parent / "echo.py"
PARTS = 6
"""Of a run with churn."""

PATIENCE = 60.0
DROP_CHANCE = 0.05
"""With churn: how often somebody's socket breaks after a decision at their table."""

TEXT, PING, PONG = 1, 9, 10
"""Kinds of frames."""


class Choice(msgspec.Struct):
    """The part of an option that is sent back."""

    seat: int
    action: msgspec.Raw


class Fields(msgspec.Struct):
    """The part of a position, or of its changes, that this program reads; None if it did not change."""

    options: list[Choice] | None = None
    result: dict[str, Any] | None = None


class Message(Fields, rename={"kind": "is"}, kw_only=True):
    """The part of a server message that this program reads."""

    kind: str
    id: str = ""
    seq: int = 0
    fields: Fields | None = None


decoder = msgspec.json.Decoder(Message)


@dataclass
class Tally:
    """What was measured: for each decision its planned time, and how long it took from there."""

    planned: list[tuple[float, float]] = field(default_factory=list)
    service: list[float] = field(default_factory=list)
    lag: list[float] = field(default_factory=list)
    memory: list[tuple[float, int]] = field(default_factory=list)
    rest: dict[str, float] = field(default_factory=dict)
    """What the server held and did while everybody stayed and nobody decided."""
    errors: int = 0
    overdue: int = 0
    games: int = 0
    reconnected: int = 0


class Player(asyncio.Protocol):
    """A seat with its socket; keeps the newest options, and answers by id.

    It reads frames itself, which takes a third of what a whole client takes: the generator shares
    the machine with the server.
    """

    def __init__(self, news: asyncio.Event) -> None:
        self.seq = 0
        self.options: list[Choice] = []
        self.offered: list[Choice] = []
        """The options of the last position; `options` are those that were not taken yet."""
        self.over = False
        self.answers: dict[str, asyncio.Future[str]] = {}
        self.greeted = asyncio.get_running_loop().create_future()
        self.closed = False
        self.waiting = bytearray()
        self.news = news
        """Set whenever this player has heard something."""

    async def sit(
        self, client: Client, table: str, plan: argparse.Namespace, source: str, invite: str = ""
    ) -> None:
        """Open the socket with a session and send the first message."""
        parts = urlsplit(client.address)
        assert parts.hostname
        assert parts.port
        loop = asyncio.get_running_loop()
        # Limits count by address; these people come from many.
        await loop.create_connection(
            lambda: self, parts.hostname, parts.port, local_addr=(source, 0) if source else None
        )
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /api/tables/{table}/socket?invite={invite} HTTP/1.1",
            f"Host: {parts.netloc}",
            f"Origin: {client.address}",
            *([f"Cookie: {client.cookie}"] if client.cookie else []),
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        ]
        self.transport.write("\r\n".join([*lines, "", ""]).encode())
        await asyncio.wait_for(self.greeted, 60)
        self.send(TEXT, hello_of(plan))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        self.news.set()
        for answer in self.answers.values():
            if not answer.done():
                answer.set_result("closed")

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
        self.news.set()
        if message.kind in ("position", "changes"):
            shown = message.fields or message
            self.seq = message.seq
            self.offered = self.offered if shown.options is None else shown.options
            self.options = self.offered
            self.over = self.over or shown.result is not None
        elif message.id in self.answers:
            self.answers.pop(message.id).set_result(message.kind)

    def send(self, kind: int, content: bytes) -> None:
        """Encode a frame with a mask of zeros: clients must mask, with any key."""
        size = len(content)
        length = bytes([128 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + length + bytes(4) + content)

    async def act(self, rng: random.Random, id: str) -> str:
        """Take an option; the kind of the answer."""
        option = rng.choice(self.options)
        self.options = []
        act = Act(id=id, seq=self.seq, action=json.loads(bytes(option.action)), seat=option.seat)
        answer = self.answers[id] = asyncio.get_running_loop().create_future()
        self.send(TEXT, msgspec.json.encode(act))
        return await asyncio.wait_for(answer, PATIENCE)


def hello_of(plan: argparse.Namespace) -> bytes:
    """The first message; a server of the first edition knows another one."""
    if plan.first_edition and not plan.echo:
        return msgspec.json.encode({"is": "hello", "text": plan.text})
    return msgspec.json.encode(
        Hello(protocol=PROTOCOL, want_text=plan.text, changes=not plan.whole)
    )


class Start:
    """Opens when everybody has joined, so that joining is not measured."""

    def __init__(self, tables: int, seconds: float, servers: list[int]) -> None:
        self.servers = servers
        self.worked = 0.0
        self.missing = tables
        self.seconds = seconds
        self.opened = asyncio.Event()
        self.rested = asyncio.Event()
        """Set when everybody may leave."""
        self.end = float("inf")

    async def wait(self) -> None:
        self.missing -= 1
        if self.missing == 0:
            self.end = time.perf_counter() + self.seconds
            self.worked = processor(self.servers)
            self.opened.set()
        await self.opened.wait()

    def left(self) -> float:
        return self.end - time.perf_counter()


class Crowd:
    """The people of one table, their plan of decisions, and one game after the other."""

    def __init__(self, plan: argparse.Namespace, number: int, start: Start, tally: Tally) -> None:
        self.plan = plan
        self.rng = random.Random(number)
        self.number = number
        self.start = start
        self.tally = tally
        self.news = asyncio.Event()
        self.due = 0.0
        """When the next decision is planned."""
        addresses = plan.address.split(",")
        if plan.together:
            addresses = [addresses[number % len(addresses)]]
        seats = plan.seats if plan.echo else min(plan.seats, plan.viewers)
        self.people = [Client(addresses[place % len(addresses)]) for place in range(seats)]
        self.spectators = [
            Client(addresses[place % len(addresses)]) for place in range(plan.viewers - seats)
        ]
        self.source = ""
        if sys.platform == "linux" and urlsplit(addresses[0]).hostname == "127.0.0.1":
            self.source = f"127.0.{1 + number // 250}.{1 + number % 250}"

    async def play(self) -> None:
        if not self.plan.echo:
            for place, client in enumerate(self.people):
                await client.sign_in(f"P{place}")
        while self.start.left() > 0 and self.due < self.start.end:
            self.tally.games += 1
            await self.game()
        # What was planned and never done has waited at least until now.
        while self.start.opened.is_set() and self.due < self.start.end:
            self.tally.overdue += 1
            self.tally.planned.append((self.due, self.start.end - self.due))
            self.due += 1 / self.plan.rate

    async def new_table(self) -> tuple[str, str]:
        """The id of a new table where everybody has a seat, and its invitation."""
        if self.plan.echo:
            return f"t{self.number}-{self.tally.games}", ""
        seats = [{"kind": "me"}] + [{"kind": "open"}] * (len(self.people) - 1)
        made = await self.people[0].post("/api/tables", {"game": self.plan.game, "seats": seats})
        for client in self.people[1:]:
            await client.post(f"/api/tables/{made['id']}/join", {"invite": made["invite"]})
        return made["id"], made["invite"]

    async def game(self) -> None:
        id, invite = await self.new_table()
        players: list[Player] = []
        try:
            for client in (*self.people, *self.spectators):
                players.append(await self.seated(client, id, invite))
            if not self.start.opened.is_set():
                await self.start.wait()
                # Spread the decisions over time.
                self.due = time.perf_counter() + self.rng.random() / self.plan.rate
            # Nobody has planned to decide while a new table is set up.
            self.due = max(self.due, time.perf_counter())
            decisions = 0
            last = self.plan.leave_after or sys.maxsize
            while decisions < last and not any(one.over for one in players):
                if self.due >= self.start.end or not await self.decide(players, f"{decisions}"):
                    return
                decisions += 1
                if self.plan.churn and self.rng.random() < DROP_CHANCE:
                    place = self.rng.randrange(len(players))
                    players[place].transport.close()
                    client = (*self.people, *self.spectators)[place]
                    players[place] = await self.seated(client, id, invite)
                    self.tally.reconnected += 1
            if self.start.left() > 0:
                self.tally.errors += sum(player.closed for player in players)
        finally:
            if self.plan.rest and self.due >= self.start.end:
                await self.start.rested.wait()
            for player in players:
                player.transport.close()

    async def seated(self, client: Client, id: str, invite: str) -> Player:
        player = Player(self.news)
        await player.sit(client, id, self.plan, self.source, invite)
        return player

    async def decide(self, players: list[Player], id: str) -> bool:
        """Take the next decision of the plan as soon as it is due and somebody may; False at the end."""
        wait = self.due - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
            self.tally.lag.append(time.perf_counter() - self.due)
        while not (awaited := [player for player in players if player.options]):
            self.news.clear()
            if any(player.over or player.closed for player in players):
                return not any(player.closed for player in players)
            try:
                await asyncio.wait_for(self.news.wait(), max(0.01, self.start.left()))
            except TimeoutError:
                return False
        sent = time.perf_counter()
        kind = await self.rng.choice(awaited).act(self.rng, id)
        done = time.perf_counter()
        self.tally.errors += kind != "done"
        self.tally.service.append(done - sent)
        self.tally.planned.append((self.due, done - self.due))
        self.due += 1 / self.plan.rate
        return True


@contextlib.asynccontextmanager
async def started(
    command: list[str], python: str = sys.executable
) -> AsyncIterator[tuple[int, str]]:
    """A server in another process, and its address."""
    server = await asyncio.create_subprocess_exec(
        python,
        *command,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        assert server.stdout
        found = re.search(rb"http://\S+", await server.stdout.readline())
        assert found, "the server did not start"
        yield server.pid, found[0].decode().rstrip("/")
    finally:
        server.terminate()
        await server.wait()


async def measure(plan: argparse.Namespace) -> dict[str, Any]:
    """One run of the plan against one server, or several."""
    async with contextlib.AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="embertable-load-"))
        store = plan.store or f"{folder}/tables.sqlite"
        pids: list[int] = []
        plan = argparse.Namespace(**vars(plan))
        if plan.echo:
            pid, plan.address = await stack.enter_async_context(started([str(ECHO), store]))
            pids = [pid]
        elif not plan.address:
            command = ["-m", "embertable", "serve", "--port", "0", "--per-minute", "1000000"]
            command += ["--store", store]
            command += ["--workers", str(plan.workers)] if plan.workers > 1 else []
            command += ["--peer-host", "127.0.0.1"] if plan.together else []
            servers = (started(command, plan.python) for _ in range(plan.servers))
            found = [await stack.enter_async_context(one) for one in servers]
            pids = [one for pid, _ in found for one in (children(pid) or [pid])]
            plan.address = ",".join(address for _, address in found)
        tally = Tally()
        before = memory(pids)
        start = Start(plan.tables, plan.seconds, pids)
        crowds = [Crowd(plan, number, start, tally) for number in range(plan.tables)]
        watching = asyncio.ensure_future(watch_memory(pids, start, tally, plan.rest))
        await asyncio.gather(*(crowd.play() for crowd in crowds))
        worked = processor(pids) - start.worked - tally.rest.get("processor_seconds", 0.0)
        taken = max(start.seconds, start.seconds - start.left() - plan.rest)
        await watching
    return report(plan, tally, start, before, worked, taken)


async def watch_memory(pids: list[int], start: Start, tally: Tally, rest: float) -> None:
    """Note the memory at the end of each part of the run, and after a rest in which nobody decides."""
    await start.opened.wait()
    began = start.end - start.seconds
    for part in range(PARTS + 1):
        at = began + start.seconds * part / PARTS
        await asyncio.sleep(max(0.0, at - time.perf_counter()))
        tally.memory.append((at, memory(pids)))
    if rest:
        worked = processor(pids)
        await asyncio.sleep(rest)
        tally.rest = {"memory": memory(pids), "processor_seconds": processor(pids) - worked}
    start.rested.set()


def report(
    plan: argparse.Namespace,
    tally: Tally,
    start: Start,
    before: int,
    worked: float,
    taken: float,
) -> dict[str, Any]:
    """The figures of a run; it took longer than planned if the server fell behind."""
    times = sorted(seconds for _, seconds in tally.planned)
    found: dict[str, Any] = {
        "server": "echo" if plan.echo else "embertable",
        "game": "" if plan.echo else plan.game,
        "tables": plan.tables,
        "rate": plan.rate,
        "viewers": plan.viewers,
        "workers": plan.workers,
        "servers": plan.servers,
        "seconds": plan.seconds,
        "new_games": tally.games - plan.tables,
        "decisions": len(tally.service),
        "planned_per_second": round(plan.tables * plan.rate, 1),
        "decisions_per_second": round(len(tally.service) / taken, 1),
        "p50_ms": milliseconds(times, 0.5),
        "p99_ms": milliseconds(times, 0.99),
        "worst_ms": milliseconds(times, 1.0),
        "service_p50_ms": milliseconds(sorted(tally.service), 0.5),
        "service_p99_ms": milliseconds(sorted(tally.service), 0.99),
        "generator_lag_p99_ms": milliseconds(sorted(tally.lag), 0.99),
        "server_cpu_ms_per_decision": round(1000 * worked / max(1, len(tally.service)), 2),
        "overdue": tally.overdue,
        "errors": tally.errors,
        "memory_per_table_kb": round((tally.memory[0][1] - before) / 1024 / plan.tables, 1),
    }
    if plan.rest:
        held, spent = tally.rest["memory"] - before, tally.rest["processor_seconds"]
        found["memory_per_table_at_rest_kb"] = round(held / 1024 / plan.tables, 1)
        found["cpu_ms_per_second_at_rest"] = round(1000 * spent / plan.rest, 1)
    if plan.churn:
        found["reconnected"] = tally.reconnected
        found["parts"] = parts(tally, start)
        found["memory_growth_mb"] = round((tally.memory[-1][1] - tally.memory[1][1]) / 2**20, 1)
    return found


def parts(tally: Tally, start: Start) -> list[dict[str, float]]:
    """The parts of a run, by when decisions were planned, with the memory at the end of each."""
    began = start.end - start.seconds
    found: list[list[float]] = [[] for _ in range(PARTS)]
    for due, seconds in tally.planned:
        place = int((due - began) / start.seconds * PARTS)
        found[max(0, min(PARTS - 1, place))].append(seconds)
    return [
        {
            "decisions": len(times),
            "p99_ms": milliseconds(sorted(times), 0.99),
            "memory_mb": round(held / 2**20, 1),
        }
        for times, (_, held) in zip(found, tally.memory[1:], strict=True)
    ]


def milliseconds(times: list[float], part: float) -> float:
    """A percentile of sorted seconds."""
    place = min(len(times) - 1, int(len(times) * part))
    return round(1000 * times[place], 2) if times else 0.0


def children(pid: int) -> list[int]:
    """The processes of a server with workers, once they are up; bots start later."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [int(one) for one in text.split()]


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


async def with_baseline(plan: argparse.Namespace) -> dict[str, Any]:
    """The same plan against the echo server and then ours, and how they compare."""
    echo = await measure(argparse.Namespace(**{**vars(plan), "echo": True, "store": ""}))
    found = await measure(plan)
    found["load_average"] = round(os.getloadavg()[0], 1)
    found["echo"] = {
        name: echo[name]
        for name in ("p50_ms", "p99_ms", "service_p99_ms", "server_cpu_ms_per_decision", "overdue")
    }
    for name in ("p50_ms", "p99_ms", "server_cpu_ms_per_decision"):
        found[f"{name}_of_echo"] = round(found[name] / echo[name], 2) if echo[name] else None
    return found


async def ladder(plan: argparse.Namespace) -> None:
    """One line for each rung, as soon as it is measured."""
    for rung in plan.ladder.split(","):
        tables, rate, viewers = rung.split("x")
        changed = {"tables": int(tables), "rate": float(rate), "viewers": int(viewers)}
        found = await with_baseline(argparse.Namespace(**{**vars(plan), **changed}))
        print(json.dumps(found), flush=True)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--tables", type=int, default=200)
    made.add_argument("--seats", type=int, default=4)
    made.add_argument("--viewers", type=int, default=0, help="sockets at a table; 0: the seats")
    made.add_argument("--seconds", type=float, default=60.0)
    made.add_argument("--rate", type=float, default=1.0, help="decisions per second and table")
    made.add_argument("--game", default="lueur")
    made.add_argument("--store", default="", help="a file or postgresql://…")
    made.add_argument("--address", default="", help="running servers: a,b")
    made.add_argument("--servers", type=int, default=1, help="servers to start on one store")
    made.add_argument(
        "--together",
        action="store_true",
        help="a table's people share a server, as behind a consistent hash",
    )
    made.add_argument("--workers", type=int, default=1, help="processes of each server")
    made.add_argument("--python", default=sys.executable, help="whose server to start")
    made.add_argument("--first-edition", action="store_true", help="one of 2026-11-15")
    made.add_argument("--leave-after", type=int, default=0, help="decisions; 0: play to the end")
    made.add_argument("--rest", type=float, default=0.0, help="seconds to stay and do nothing")
    made.add_argument("--churn", action="store_true", help="games end, and people come and go")
    made.add_argument("--echo", action="store_true", help="measure the echo server alone")
    made.add_argument("--baseline", action="store_true", help="measure the echo server as well")
    made.add_argument("--ladder", default="", metavar="TABLESxRATExVIEWERS,…")
    made.add_argument("--text", action="store_true", help="also request the text view")
    made.add_argument(
        "--whole", action="store_true", help="whole positions instead of their changes"
    )
    return made


def plan_of(arguments: list[str] | None = None) -> argparse.Namespace:
    plan = parser().parse_args(arguments)
    plan.viewers = plan.viewers or plan.seats
    if plan.churn:
        plan.leave_after = plan.leave_after or 10
    return plan


def main() -> None:
    plan = plan_of()
    if plan.ladder:
        asyncio.run(ladder(plan))
        return
    work = with_baseline(plan) if plan.baseline else measure(plan)
    print(json.dumps(asyncio.run(work), indent=1))


if __name__ == "__main__":
    main()
