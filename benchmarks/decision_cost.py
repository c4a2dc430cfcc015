"""Measure the processor time of one decision with four viewers, without sockets and without a store.

    python -m benchmarks.decision_cost lueur --decisions 500

A decision goes through `Connection`, `Room` and the games as on a server, but its frames are kept in a
list and its entries are not written. What `load.py` finds above this is the fixed part: the web
server, the kernel and the commit. Games are played at random from fixed seeds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time
from collections.abc import Sequence
from typing import Any, cast

from benchmarks.load import Choice, decoder
from embertable.games import load
from embertable.server.bot_pool import BotPool
from embertable.server.entries import Opened, SeatTaken
from embertable.server.http_types import NewTable, SeatPlan
from embertable.server.limits import Allowance
from embertable.server.live import LiveTable
from embertable.server.new_table import deal
from embertable.server.protocol import PROTOCOL, Act, Hello, encode
from embertable.server.room import Room
from embertable.server.rooms import Rooms
from embertable.server.run import collect_in_small_parts
from embertable.server.sessions import Person
from embertable.server.shares import Shares
from embertable.server.socket import Connection
from embertable.server.store import Store

VIEWERS = 4
TURNS = 8
"""Turns of the event loop after which a decision is stored and shown."""


class NoStore:
    """Takes every entry."""

    async def append(self, table: str, seq: int, body: bytes) -> bool:
        await asyncio.sleep(0)
        return True


class Kept:
    """A socket whose frames are kept."""

    full_since = 0.0

    def __init__(self) -> None:
        self.texts: list[bytes] = []

    def write(self, texts: Sequence[bytes]) -> None:
        self.texts.extend(texts)

    def end(self, code: int) -> None: ...

    def abort(self) -> None: ...

    def pause(self) -> None: ...

    def resume(self) -> None: ...


class Seat:
    """A person at the table, who reads like the players of `load.py`."""

    def __init__(self, room: Room, person: Person) -> None:
        self.line = Kept()
        self.connection = Connection(self.line, room, person, shares=Shares(1e9))
        self.connection.allowance = Allowance(per_second=1e9, at_once=1e9)
        self.seq = 0
        self.options: list[Choice] = []
        self.over = False
        self.bytes = 0

    def read(self) -> None:
        for text in self.line.texts:
            self.bytes += len(text)
            message = decoder.decode(text)
            assert message.kind in ("position", "changes", "done"), text
            if message.kind != "done":
                shown = message.fields or message
                self.seq = message.seq
                self.options = self.options if shown.options is None else shown.options
                self.over = self.over or shown.result is not None
        self.line.texts.clear()


async def some_turns() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)


async def play(rooms: Rooms, name: str, number: int, most: int) -> tuple[list[int], int]:
    """The nanoseconds of each decision of a game, and the bytes that all viewers got."""
    rng = random.Random(number)
    ids = [f"p{seat}" for seat in range(VIEWERS)]
    people = [Person(id=id, name=id, language="en", session=id, expires=2.0**40) for id in ids]
    wanted = NewTable(game=name, seats=[SeatPlan(kind="me")] * VIEWERS)
    record, key, _ = deal(people[0], wanted, {}, rng.randbytes(32))
    taken = [SeatTaken(person=id, name=id) for id in ids]
    opened = Opened(at=0.0, host=ids[0], record=record.to_json(), seats=taken)
    room = Room(rooms, LiveTable(f"t{number}", opened, key))
    seats = [Seat(room, person) for person in people]
    for seat in seats:
        seat.connection.received(
            encode(Hello(protocol=PROTOCOL, want_text=False, changes=True)).decode()
        )
        await some_turns()
        seat.read()
    times: list[int] = []
    before = sum(seat.bytes for seat in seats)
    while len(times) < most and not seats[0].over:
        seat = rng.choice([one for one in seats if one.options])
        option = rng.choice(seat.options)
        action = json.loads(bytes(option.action))
        act = Act(id=f"{len(times)}", seq=seat.seq, action=action, seat=option.seat)
        text = encode(act).decode()
        start = time.process_time_ns()
        seat.connection.received(text)
        await some_turns()
        times.append(time.process_time_ns() - start)
        for one in seats:
            one.read()
    for seat in seats:
        seat.connection.lost()
    return times, sum(seat.bytes for seat in seats) - before


async def measure(name: str, decisions: int) -> dict[str, Any]:
    load(name)
    collect_in_small_parts()
    rooms = Rooms(cast(Store, NoStore()), BotPool(1))
    await play(rooms, name, 1_000_000, 40)  # Catalogues and plural rules are loaded on first use.
    times: list[int] = []
    size = number = 0
    while len(times) < decisions:
        some, more = await play(rooms, name, number, decisions - len(times))
        times += some
        size += more
        number += 1
    times.sort()
    return {
        "game": name,
        "decisions": len(times),
        "p10_us": round(times[len(times) // 10] / 1000, 1),
        "p50_us": round(times[len(times) // 2] / 1000, 1),
        "mean_us": round(sum(times) / len(times) / 1000, 1),
        "bytes": size // len(times),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="+")
    parser.add_argument("--decisions", type=int, default=500)
    plan = parser.parse_args()
    for name in plan.game:
        print(json.dumps(asyncio.run(measure(name, plan.decisions))), flush=True)


if __name__ == "__main__":
    main()
