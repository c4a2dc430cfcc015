"""Whatever strangers post, the event loop comes back: a metronome plays meanwhile."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from embertable.engine.chance import seeded
from embertable.engine.session import Session
from embertable.games import load
from embertable.server.client import ApiError, Client
from embertable.server.protocol import Chat, Done
from tests.server.ports import free_port
from tests.server.running import Process, run, signed_in

DOTTED = "a." * 10_000 + "a = 1\n"
"""20 kB, for which tomllib needs seconds and hundreds of megabytes; refused before it is read."""

WIDE = "".join(f"a{number}{'.a' * 30} = 1\n" for number in range(6_000))
"""400 kB of keys that are just short enough to be read, for as long as a pack may take."""

BUCKET = re.compile(r'embertable_loop_lag_seconds_bucket{le="([^"]+)"} (\S+)')

TIMED = """
import atexit, json, selectors, sys, time
turns, ends, began = [], [], None  # Pairs would be many objects for the garbage collector.
real = selectors.DefaultSelector.select
def select(self, timeout=None):
    global began
    if began is not None:
        turns.append(time.thread_time() - began)
        ends.append(time.monotonic())
    found = real(self, timeout)
    began = time.thread_time()
    return found
def write(file):
    with open(file, "w") as out:
        json.dump([ends[:-20], turns[:-20]], out)  # The last turns take everything down.
if __name__ == "__main__":
    atexit.register(write, sys.argv.pop(1))
    selectors.DefaultSelector.select = select
    import embertable.server.run
    embertable.server.run.loop_factory = lambda: None  # uvloop's turns cannot be timed from here.
    from embertable.cli import main
    main()
"""
"""A server that notes when each turn of its event loop ended and its processor time, which a busy machine does not change."""

INLINE = """
import time
import embertable.server.readers as readers
from embertable.server.errors import TooHeavy
async def check(self, game, pack, asker):
    if not pack:
        return
    until = time.thread_time() + 1.2
    while time.thread_time() < until:
        pass  # What reading takes on a fast machine.
    raise TooHeavy
readers.Readers.check_pack = check
"""
"""The control: a server that reads packs on its event loop."""


def long_record(pairs: int) -> dict[str, Any]:
    """A record of many decisions, each of them taken back."""
    session = Session(load("lueur"), {"players": "2"}, seeded(3))
    for _ in range(pairs):
        choice = session.table.next_choice()
        assert choice is not None
        session.play(session.table.offered(choice.seat)[0], choice.seat)
        session.undo(choice.seat, agreed=True)
    return session.record.to_json()


def heavier(record: dict[str, Any]) -> dict[str, Any]:
    """A record that is valid until its last decision."""
    return {**record, "entries": [*record["entries"], {"seat": 0, "do": {"is": "No"}, "hash": "0"}]}


async def lags(port: int) -> dict[str, float]:
    """How many times the loop was late by at most so many seconds."""
    text = (await Client(f"http://127.0.0.1:{port}").get("/metrics")).decode()
    return {limit: float(count) for limit, count in BUCKET.findall(text)}


async def attacks(
    mallory: Client, table: str, record: dict[str, Any], known: str, at: int
) -> list[int]:
    """One round of everything that a stranger can make a server do; the statuses."""
    wishes: list[tuple[str, str, Any]] = [
        ("POST", "/api/tables", {"game": "lueur", "content": DOTTED}),
        ("POST", "/api/tables", {"game": "lueur", "content": WIDE}),
        ("POST", "/api/tables", {"game": "lueur", "content": "x = ["}),
        ("POST", "/api/records", heavier(record)),
        ("GET", "/api/games/deadcells/components", None),
        ("GET", f"/api/tables/{table}/components", None),
        ("GET", f"/api/records/{known}", None),
        ("GET", f"/api/records/{known}/replay?at={at}", None),
        ("GET", f"/api/records/{known}/review", None),
        ("POST", f"/api/records/{known}/fork", {"at": at}),
        ("POST", "/api/games/lueur/workshop/check", {"base": WIDE}),
        ("POST", "/api/campaigns", {"game": "deadcells", "runs": ["x"] * 20_000}),
        ("GET", "/api/campaigns", None),
    ]
    return await asyncio.gather(*(asyncio.to_thread(status_of, mallory, *wish) for wish in wishes))


def status_of(mallory: Client, method: str, path: str, body: Any) -> int:
    """The status of an answer; 0 if it took so long on a busy machine that Mallory went away."""
    try:
        return mallory._request(method, path, body)[0]
    except TimeoutError:
        return 0


@dataclass
class Siege:
    """What a server made of an attack."""

    late: float
    """How often its loop was late by more than a second."""
    samples: float
    beats: int
    """How often the metronome got its answer."""
    statuses: Counter[int]
    turns: list[float]
    """The processor seconds of each turn of its loop, in order of length."""

    def percentile(self, part: float) -> float:
        return self.turns[int(part * (len(self.turns) - 1))]


async def besieged(folder: Path, seconds: float, before: str = "") -> Siege:
    """Attack a server round after round for so long, at least one round, while a metronome plays."""
    metrics = free_port()
    program = folder / "timed.py"
    program.write_text(before + TIMED, encoding="utf-8")
    noted = folder / "turns.json"
    store = str(folder / "t.sqlite")
    timed = (sys.executable, "-P", str(program), str(noted))
    server = Process("--store", store, "--metrics", str(metrics), program=timed)
    address = await server.start()
    try:
        ada = await signed_in(address, "Ada")
        # One name has soon used up its share.
        names = [await signed_in(address, f"Mallory {number}") for number in range(3)]
        table = await ada.post("/api/tables", {"game": "lueur", "listed": True})
        record = await asyncio.to_thread(long_record, 150)
        known = (await names[0].post("/api/records", record))["id"]
        before_it = await lags(metrics)
        began = time.monotonic()  # Starting the server is one long turn, and nobody waits for it.
        beats = 0
        answers: Counter[int] = Counter()
        rounds = itertools.cycle(enumerate(names * 100))

        async def metronome() -> None:
            nonlocal beats
            async with ada.sit(table["id"], want_text=False) as seat:
                while True:
                    answer = await seat.ask(Chat(id=f"beat {beats}", text="tick"))
                    assert isinstance(answer, Done), answer
                    beats += 1
                    await asyncio.sleep(2.1)

        playing = asyncio.ensure_future(metronome())
        while not beats and not playing.done():  # noqa: ASYNC110 - it begins before the attack
            await asyncio.sleep(0.05)
        until = time.monotonic() + seconds
        while True:
            number, mallory = next(rounds)
            statuses = await attacks(mallory, table["id"], record, known, number)
            answers.update(statuses)
            assert all(status == 0 or 200 <= status < 500 for status in statuses), statuses
            if time.monotonic() >= until:
                break
        assert not playing.done(), playing
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        after = await lags(metrics)
        late = {limit: after[limit] - before_it[limit] for limit in after}
    finally:
        await server.kill(signal.SIGTERM)
    ends, spent = json.loads(noted.read_text(encoding="ascii"))
    turns = sorted(cpu for ended, cpu in zip(ends, spent, strict=True) if ended > began)
    return Siege(late["+Inf"] - late["1.0"], late["+Inf"], beats, answers, turns)


@pytest.mark.timeout(400)
def test_what_strangers_post_never_stops_the_loop(tmp_path):
    siege = run(lambda: besieged(tmp_path, seconds=60))
    assert siege.samples > 20
    assert siege.beats > 0
    assert siege.statuses[200] >= 4, siege.statuses
    assert siege.late == 0
    assert siege.percentile(0.99) <= 0.02
    assert siege.turns[-1] < 0.5


@pytest.mark.timeout(300)
def test_reading_packs_on_the_loop_is_found_out(tmp_path):
    siege = run(lambda: besieged(tmp_path, seconds=0, before=INLINE))
    assert siege.late > 0
    assert siege.turns[-1] > 0.5


def test_a_client_that_goes_away_takes_its_work_along(tmp_path):
    from tests.server.running import serving

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            body = json.dumps({"game": "lueur", "content": WIDE}).encode()
            record = json.dumps(heavier(await asyncio.to_thread(long_record, 150))).encode()
            host = address.removeprefix("http://")
            for path, sent in (("/api/tables", body), ("/api/records", record)):
                name, port = host.split(":")
                _, writer = await asyncio.open_connection(name, int(port))
                head = (
                    f"POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {address}\r\n"
                    f"Cookie: {ada.cookie}\r\nContent-Length: {len(sent)}\r\n\r\n"
                )
                writer.write(head.encode() + sent)
                for _ in range(6000):
                    if server.readers._running:
                        break
                    await asyncio.sleep(0.01)
                assert server.readers._running
                writer.close()
                for _ in range(6000):
                    if not server.readers._running:
                        break
                    await asyncio.sleep(0.01)
                assert not server.readers._running
            with pytest.raises(ApiError):
                await ada.get("/api/records/none/replay")

    run(evening)
