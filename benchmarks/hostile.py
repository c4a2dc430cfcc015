"""Measure an honest table while one hostile client of each kind attacks the same server at once.

    python benchmarks/hostile.py --seconds 60

Starts `embertable serve` on a new SQLite file. Two honest people play Lueur from 127.0.0.1, about ten
decisions a second; a decision is timed from sending it to `done`. First nobody disturbs them, then the
attackers come from 127.0.0.2, then it is quiet again. Everything runs on one machine; the
attackers run with the lowest priority, since real ones have machines of their own. Even so they take
caches and turns from the server, so the report has the processor time of each side: the server, its
workers, the attackers, this program, and all others on this machine, which should have next to none. Compare them with the cores before you judge the ratio;
`--priority 0` makes the attackers the server's equals. `--trace` lists what kept the event loop for
2 ms or longer while the attackers were there, and makes everything a little slower. Linux only: it has
all of 127.0.0.0/8, and /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import random
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect

from embertable.engine.chance import seeded
from embertable.engine.session import Session
from embertable.games import load
from embertable.server.client import Client, Seat
from embertable.server.protocol import PROTOCOL, Done

MALLORY = "127.0.0.2"
DOTTED = "a." * 10_000 + "a = 1\n"
LONG_SECONDS = 0.002
IDLE = 19
"""With this priority the attackers also give way at once: otherwise Linux lets them finish a slice of a few
milliseconds, while the server waits for a processor that real attackers would not use."""
PACE = 0.1
"""Seconds between two decisions of the honest table."""
LOOP_TRACE = Path(__file__).parent / "loop_trace.py"
BUCKET = re.compile(r'embertable_loop_lag_seconds_bucket{le="([^"]+)"} (\S+)')


class Attacker:
    """One person at another address, with a session of their own."""

    def __init__(self, address: str, name: str) -> None:
        self.netloc = urlsplit(address).netloc
        self.address = address
        self.cookie = ""
        self.statuses: Counter[int] = Counter()
        self.name = name

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        return await asyncio.to_thread(self._ask, method, path, body)

    def _ask(self, method: str, path: str, body: Any) -> Any:
        there = http.client.HTTPConnection(self.netloc, timeout=60, source_address=(MALLORY, 0))
        headers = {"origin": self.address, "cookie": self.cookie}
        try:
            there.request(method, path, None if body is None else json.dumps(body), headers)
            answer = there.getresponse()
            content = answer.read()
            self.cookie = answer.getheader("set-cookie", "").partition(";")[0] or self.cookie
            self.statuses[answer.status] += 1
            return json.loads(content) if content[:1] == b"{" else {}
        except (OSError, http.client.HTTPException):
            self.statuses[0] += 1
            return {}
        finally:
            there.close()

    async def table(self, **more: Any) -> str:
        found = await self.ask("POST", "/api/tables", {"game": "lueur", **more})
        return str(found.get("id", ""))

    def socket(self, table: str) -> Any:
        return connect(
            f"ws{self.address.removeprefix('http')}/api/tables/{table}/socket",
            origin=self.address,  # type: ignore[arg-type] # a plain word will do
            additional_headers={"cookie": self.cookie},
            local_addr=(MALLORY, 0),
            max_size=None,
            compression=None,
            proxy=None,
        )


HELLO = json.dumps({"is": "hello", "protocol": PROTOCOL, "language": "en", "seat": 0})


async def packs(me: Attacker, _: str) -> None:
    await me.table(content=DOTTED)


async def uploads(me: Attacker, _: str) -> None:
    record = long_record()
    wrong = {"seat": 0, "do": {"is": "No"}, "hash": "0"}
    await me.ask("POST", "/api/records", {**record, "entries": [*record["entries"], wrong]})


async def replays(me: Attacker, table: str) -> None:
    known = (await me.ask("POST", "/api/records", long_record())).get("id", table)
    for _ in range(20):
        await me.ask("GET", f"/api/records/{known}/replay?at={random.randrange(300)}")
    await me.ask("POST", f"/api/records/{known}/fork", {"at": 300, "listed": True})
    await me.ask("GET", f"/api/records/{known}/review")


async def components(me: Attacker, table: str) -> None:
    await me.ask("GET", "/api/games/deadcells/components")
    await me.ask("GET", f"/api/tables/{table}/components")


async def tables(me: Attacker, _: str) -> None:
    await me.table(listed=True)


async def names(me: Attacker, _: str) -> None:
    await me.ask("POST", "/api/session", {"name": secrets.token_hex(4)})


async def bots(me: Attacker, table: str) -> None:
    """Ten watched tables of bots that think long."""
    seats = [{"kind": "bot", "bot": "blaze"}, {"kind": "bot", "bot": "blaze"}]
    async with contextlib.AsyncExitStack() as open:
        for _ in range(10):
            table = await me.table(seats=seats)
            if table:
                line = await open.enter_async_context(me.socket(table))
                await line.send(HELLO)
        await asyncio.sleep(20)


async def hints(me: Attacker, _: str) -> None:
    async with me.socket(await me.table()) as line:
        await line.send(HELLO)
        for number in range(200):
            await line.send(json.dumps({"is": "hint", "id": str(number)}))


async def previews(me: Attacker, _: str) -> None:
    """As many forecasts as a connection may ask for."""
    async with me.socket(await me.table()) as line:
        await line.send(HELLO)
        for number in range(200):
            await line.send(json.dumps({"is": "forecast", "id": str(number)}))
            await asyncio.sleep(0.1)


async def chatter(me: Attacker, _: str) -> None:
    async with me.socket(await me.table()) as line:
        await line.send(HELLO)
        for number in range(500):
            await line.send(json.dumps({"is": "chat", "id": str(number), "text": "x" * 500}))


async def frames(me: Attacker, table: str) -> None:
    """Junk at the honest table, which is listed."""
    async with me.socket(table) as line:
        await line.send(HELLO)
        for _ in range(50):
            await line.send("[" * 5000)
            await line.send(json.dumps({"is": "act", "id": "1", "seq": 1, "action": {}, "seat": 0}))


async def slow_heads(me: Attacker, _: str) -> None:
    await hold(me, 300, b"GET /api/tables HTTP/1.1\r\nHost: x\r\nX-")


async def idle_lines(me: Attacker, _: str) -> None:
    await hold(me, 300, b"")


async def hold(me: Attacker, count: int, head: bytes) -> None:
    host, _, port = me.netloc.rpartition(":")
    lines: list[asyncio.StreamWriter] = []
    try:
        for _ in range(count):
            with contextlib.suppress(OSError):
                _, line = await asyncio.open_connection(host, int(port), local_addr=(MALLORY, 0))
                line.write(head)
                lines.append(line)
        await asyncio.sleep(10)
    finally:
        for line in lines:
            line.close()


ATTACKS: dict[str, Callable[[Attacker, str], Awaitable[None]]] = {
    one.__name__: one
    for one in (
        *(packs, uploads, replays, components, tables, names),
        *(bots, hints, previews, chatter, frames, slow_heads, idle_lines),
    )
}


@cache
def long_record() -> dict[str, Any]:
    """A record of 150 decisions, each of them taken back."""
    session = Session(load("lueur"), {"players": "2"}, seeded(3))
    for _ in range(150):
        choice = session.table.next_choice()
        assert choice is not None
        session.play(session.table.offered(choice.seat)[0], choice.seat)
        session.undo(choice.seat, agreed=True)
    return session.record.to_json()


async def attack(address: str, table: str, seconds: float, kinds: list[str], priority: int) -> None:
    """Every attack again and again, each by its own person."""
    os.nice(priority)
    if priority == IDLE:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    long_record()

    async def repeat(name: str) -> Attacker:
        me = Attacker(address, name)
        await me.ask("POST", "/api/session", {"name": name})
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with contextlib.suppress(Exception):  # Being thrown out is what they are here for.
                async with asyncio.timeout(max(0.1, until - time.monotonic())):
                    await ATTACKS[name](me, table)
            await asyncio.sleep(0.02)
        return me

    for me in await asyncio.gather(*(repeat(name) for name in kinds)):
        print(f"{me.name}: {dict(me.statuses)}", file=sys.stderr)


class Honest:
    """Two people at one table, and how long their decisions take."""

    def __init__(self, address: str) -> None:
        self.ada, self.bruno = Client(address), Client(address)
        self.rng = random.Random(1)
        self.table = ""
        self.seats: list[Seat] = []
        self._open = contextlib.AsyncExitStack()

    async def begin(self) -> None:
        if not self.ada.cookie:
            await self.ada.sign_in("Ada")
            await self.bruno.sign_in("Bruno")
        await self._open.aclose()
        seats = [{"kind": "me"}, {"kind": "open"}]
        new = await self.ada.post("/api/tables", {"game": "lueur", "seats": seats, "listed": True})
        self.table = new["id"]
        await self.bruno.post(f"/api/tables/{self.table}/join", {})
        self.seats = [
            await self._open.enter_async_context(one.sit(self.table, want_text=False))
            for one in (self.ada, self.bruno)
        ]
        for seat in self.seats:
            await seat.position()

    async def play(self, seconds: float) -> list[float]:
        """Milliseconds of each decision."""
        found: list[float] = []
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            last = max((one.last for one in self.seats if one.last), key=lambda one: one.seq)
            if last.result:
                await self.begin()
                continue
            for seat in self.seats:
                await seat.until(last.seq)
            mover = next(one for one in self.seats if one.last and one.last.options)
            assert mover.last is not None
            option = self.rng.choice(mover.last.options)
            start = time.perf_counter()
            answer = await mover.act_again(
                secrets.token_hex(8), mover.last.seq, option.action, option.seat
            )
            found.append((time.perf_counter() - start) * 1000)
            assert isinstance(answer, Done), answer
            await mover.until(answer.seq)
            await asyncio.sleep(PACE)
        return found

    async def end(self) -> None:
        await self._open.aclose()


def percentile(times: list[float], part: float) -> float:
    return sorted(times)[int(part * (len(times) - 1))] if times else float("nan")


def lags(port: int) -> Counter[str]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        text = answer.read().decode()
    return Counter({limit: int(float(count)) for limit, count in BUCKET.findall(text)})


def lag_percentile(before: Counter[str], after: Counter[str], part: float) -> str:
    """The bucket of the loop's lag that this part of its samples is within."""
    counts = {limit: after[limit] - before[limit] for limit in after}
    wanted = part * counts["+Inf"]
    return next(limit for limit, count in counts.items() if count >= wanted)


def processor_seconds(process: int) -> float:
    """What a process has used so far, without its children; 0 if it has ended."""
    with contextlib.suppress(OSError):
        fields = (
            Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        )
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def children(process: int) -> list[int]:
    """All processes below one."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for tasks in Path(f"/proc/{process}/task").iterdir():
            for child in (tasks / "children").read_text(encoding="ascii").split():
                found += [int(child), *children(int(child))]
    return found


def waited(process: int) -> float:
    """How long the first thread of a process, the event loop, has waited for a processor so far."""
    fields = Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()
    return int(fields[1]) / 1e9


def busy_seconds() -> float:
    """What all processes of this machine have used so far."""
    first = Path("/proc/stat").read_text(encoding="ascii").partition("\n")[0]
    user, nice, system, _, _, *interrupts = map(int, first.split()[1:8])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


class Processors:
    """The processor time of each side since the last look; of a process that ended, until then."""

    def __init__(self, server: int) -> None:
        self.server = server
        self.used: dict[str, dict[int, float]] = {}
        self.busy = busy_seconds()

    def look(self, attackers: int | None) -> dict[str, float]:
        sides = {
            "server": [self.server],
            "workers": children(self.server),
            "attackers": [] if attackers is None else [attackers],
            "honest": [os.getpid()],
        }
        found: dict[str, float] = {}
        for side, processes in sides.items():
            known = self.used.get(side, {})
            self.used[side] = {one: processor_seconds(one) for one in processes}
            new = sum(now - known.get(one, 0.0) for one, now in self.used[side].items())
            found[side] = round(new, 1)
        before, self.busy = self.busy, busy_seconds()
        found["others"] = round(max(0.0, self.busy - before - sum(found.values())), 1)
        return found


def start_server(
    store: Path, metrics: int, trace: Path | None = None
) -> tuple[subprocess.Popen[str], str]:
    program = ["-m", "embertable"] if trace is None else [str(LOOP_TRACE), str(trace)]
    command = [sys.executable, "-P", *program, "serve", "--port", "0"]
    server = subprocess.Popen(  # noqa: S603 - our own program
        [*command, "--store", str(store), "--metrics", str(metrics)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "EMBERTABLE_LANG": "en", "PYTHONUNBUFFERED": "1"},
    )
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found, "the server did not start"
    return server, found[0].rstrip("/")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 1)


def between(file: Path, begin: float, end: float) -> dict[str, Any]:
    """What the loop did between two moments: its sums, and its long callbacks by kind."""
    trace = json.loads(file.read_text(encoding="utf-8"))
    sums = [row for second, row in trace["seconds"].items() if begin <= int(second) <= end]
    count, *times = (sum(column) for column in zip(*sums, strict=True)) if sums else (0,)
    found: dict[str, list[tuple[float, float, float]]] = {}
    for when, kind, *parts in trace["long"]:
        if begin <= when <= end:
            found.setdefault(kind, []).append(tuple(parts))
    rows = [
        {
            "kind": kind,
            "count": len(parts),
            "by_processor_time": sum(one[0] >= LONG_SECONDS for one in parts),
            "longest_ms": milliseconds(max(wall for *_, wall in parts)),
            "processor_ms": milliseconds(max(one[0] for one in parts)),
            "waited_for_processor_ms": milliseconds(max(one[1] for one in parts)),
            "waited_otherwise_ms": milliseconds(
                max(wall - processor - queued for processor, queued, wall in parts)
            ),
        }
        for kind, parts in found.items()
    ]
    names = ("processor_ms", "waited_for_processor_ms", "waited_otherwise_ms")
    return {
        "callbacks": count,
        **dict(zip(names, map(milliseconds, times), strict=False)),
        "long": sorted(rows, key=lambda row: (-row["by_processor_time"], -row["count"])),
    }


async def measure(
    seconds: float, kinds: list[str], priority: int = IDLE, traced: bool = False
) -> dict[str, Any]:
    """How long the decisions of the honest table take in three phases."""
    report: dict[str, Any] = {
        "seconds": seconds,
        "kinds": kinds,
        "cores": os.cpu_count(),
        "attackers_nice": priority,
        "load": os.getloadavg()[0],
    }
    with tempfile.TemporaryDirectory() as place:
        metrics = free_port()
        trace = Path(place) / "trace.json" if traced else None
        server, address = start_server(Path(place) / "t.sqlite", metrics, trace)
        phases: dict[str, tuple[float, float]] = {}
        honest = Honest(address)
        processors = Processors(server.pid)
        try:
            await honest.begin()
            await honest.play(3)  # The first decisions load what later ones use.
            for phase in ("quiet", "attacked", "quiet again"):
                attackers = None
                if phase == "attacked":
                    command = [sys.executable, __file__, "--attack", address, honest.table]
                    attackers = await asyncio.create_subprocess_exec(
                        *(*command, "--seconds", str(seconds + 4), "--priority", str(priority)),
                        *("--kinds", *kinds),
                    )
                    await asyncio.sleep(2)
                there = attackers.pid if attackers else None
                before = await asyncio.to_thread(lags, metrics)
                processors.look(there)
                began, waited_before = time.monotonic(), waited(server.pid)
                times = await honest.play(seconds)
                phases[phase] = began, time.monotonic()
                waited_now = waited(server.pid)
                after = await asyncio.to_thread(lags, metrics)
                used = processors.look(there)
                load = os.getloadavg()[0]
                if attackers is not None:
                    await attackers.wait()
                report[phase] = {
                    "decisions": len(times),
                    "p50_ms": round(percentile(times, 0.5), 1),
                    "p99_ms": round(percentile(times, 0.99), 1),
                    "max_ms": round(max(times), 1),
                    "loop_lag_p99_within_s": lag_percentile(before, after, 0.99),
                    "load": load,
                    "processor_seconds": used,
                    "server_waited_for_processor_s": round(waited_now - waited_before, 2),
                }
        finally:
            await honest.end()
            server.terminate()
            server.wait()
        for phase, (began, ended) in phases.items():
            if trace is not None:
                report[phase]["loop"] = between(trace, began, ended)
    quiet = max(report["quiet"]["p99_ms"], report["quiet again"]["p99_ms"])
    report["ratio_p99"] = round(report["attacked"]["p99_ms"] / report["quiet"]["p99_ms"], 2)
    report["ratio_p99_to_worse_quiet"] = round(report["attacked"]["p99_ms"] / quiet, 2)
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--attack", nargs=2, metavar=("ADDRESS", "TABLE"), help="only attack")
    parser.add_argument("--kinds", nargs="+", choices=list(ATTACKS), default=list(ATTACKS))
    parser.add_argument("--priority", type=int, default=IDLE, help="how nice the attackers are")
    parser.add_argument("--trace", action="store_true", help="list what kept the event loop")
    asked = parser.parse_args()
    if asked.attack:
        address, table = asked.attack
        asyncio.run(attack(address, table, asked.seconds, asked.kinds, asked.priority))
    else:
        found = asyncio.run(measure(asked.seconds, asked.kinds, asked.priority, asked.trace))
        print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
