"""People play at several servers on one PostgreSQL while something happens to the servers."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

import asyncpg

from embertable.server.bot_pool import BotPool
from embertable.server.postgres import PostgresStore
from embertable.server.rooms import Rooms
from tests.server.database import Database
from tests.server.history import History, Player
from tests.server.test_kill import new_players
from tests.server.zygotes import BROKEN, Served, Zygote, keep_coming_back, stop

Fault = Callable[[], Awaitable[None]]


class Setting(NamedTuple):
    """What an evening runs on, for the faults that happen to it."""

    database: Database
    servers: list[Served]
    rng: random.Random

    async def execute(self, sql: str) -> None:
        connection = await asyncpg.connect(self.database.address)
        await connection.execute(sql)
        await connection.close()


class Fleet(NamedTuple):
    """The servers that people play at."""

    servers: int = 2
    peer_host: str = ""
    """Where they forward to each other; without it they hold no leases."""


TWO_SERVERS = Fleet()


class Outcome(NamedTuple):
    acknowledged: int
    """Decisions."""
    broken: list[str]
    """Those that are missing in the log, or differ from it."""
    apart: float
    """How long the servers differed at the end, in seconds."""


async def play_evening(
    made: Database,
    faults_of: Callable[[Setting], Sequence[Fault]],
    *,
    count: int,
    seed: int,
    fleet: Fleet = TWO_SERVERS,
    planted: str = "none",
) -> Outcome:
    """Let `count` faults happen one after the other, and compare the log with what was acknowledged.

    `planted` is a bug of the servers' store; with one, only the log is looked at.
    """
    setting = Setting(made, [], random.Random(seed))
    history = History()
    is_sound = planted == "none"
    async with Zygote(made.address, planted, peer_host=fleet.peer_host) as zygote:
        setting.servers.extend(zygote.server() for _ in range(fleet.servers))
        for server in setting.servers:
            await server.start()
        addresses = [server.address for server in setting.servers]
        happening = faults_of(setting)
        playing: dict[Player, asyncio.Task[None]] = {}
        for number in range(count):
            if len(playing) < 6:
                door = setting.rng.choice(addresses)
                for player in await new_players(door, history, setting.rng):
                    work = asyncio.ensure_future(keep_coming_back(player, addresses))
                    playing[player] = work
            await history.answers(setting.rng.randint(1, 12), playing.values(), seconds=5)
            await happening[number % len(happening)]()
            if is_sound:
                for work in playing.values():
                    # A player who met a mistake of the server ends with an error.
                    assert not work.done() or work.exception() is None
            playing = {player: work for player, work in playing.items() if not work.done()}
        apart = 0.0
        if is_sound:
            apart = max([await differing(player, addresses) for player in playing], default=0.0)
        await stop(playing.values())
    store = PostgresStore(made.address)
    await store.open()
    try:
        broken = await history.broken(store)
        if is_sound:
            for table in history.sent:
                await Rooms(store, BotPool()).read(table)
    finally:
        await store.close()
    return Outcome(history.count(), broken, apart)


async def find_lost_decision(
    made: Database,
    faults_of: Callable[[Setting], Sequence[Fault]],
    fleet: Fleet = TWO_SERVERS,
) -> None:
    """Fail unless some evening shows that a store where the last writer wins loses decisions."""
    for seed in range(3, 15):
        outcome = await play_evening(
            made,
            faults_of,
            count=8,
            seed=seed,
            fleet=fleet,
            planted="last-wins",
        )
        if outcome.broken:
            return
    raise AssertionError("two servers replaced each other's entries, and nobody noticed")


async def differing(player: Player, addresses: list[str]) -> float:
    """How many polls it takes until a position of one server is known at the other.

    A busy machine makes every poll slow, so polls are counted instead of seconds.
    """
    looks = 0
    start = time.monotonic()
    while time.monotonic() - start < 60:
        looks += 1
        with contextlib.suppress(*BROKEN):
            seen = []
            for address in addresses:
                player.client.address = address
                async with player.client.sit(player.table) as seat:
                    seen.append((await seat.position()).seq)
            if seen[1] >= seen[0]:
                return time.monotonic() - start if looks > 3 else 0.0
    return time.monotonic() - start
