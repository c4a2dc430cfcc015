"""All rooms of this server: creates, loads, forks and unloads them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

from embertable.bots import get_bot
from embertable.engine.chance import seeded
from embertable.engine.errors import EmbertableError
from embertable.engine.record import Record
from embertable.games import load
from embertable.server import campaigns, daily, entries
from embertable.server.bot_pool import BotPool
from embertable.server.clocks import Downtime
from embertable.server.content_packs import read_pack
from embertable.server.entries import Opened
from embertable.server.errors import NoSuchTable, Stale
from embertable.server.http_types import Fork, NewTable, SeatPlan
from embertable.server.live import TUTORIAL, LiveTable
from embertable.server.metrics import Metrics
from embertable.server.new_table import deal, seat_players, tutorial_table
from embertable.server.room import Room
from embertable.server.sessions import Person
from embertable.server.store import Document, Row, Store

T = TypeVar("T")
log = logging.getLogger("embertable.server")

IDLE_SECONDS = 600.0
"""A room without connections is unloaded after this; its log is read again when needed."""

LISTED_SECONDS = 86400.0
"""How long the lobby lists a table."""

MOST_SHOWN = 50
"""How many tables a list shows."""


class Rooms:
    """All rooms of this server."""

    def __init__(self, store: Store, bot_pool: BotPool, metrics: Metrics | None = None) -> None:
        self.store = store
        self.metrics = metrics or Metrics()
        self.bot_pool = bot_pool
        self.closing = False
        self.downtimes: list[Downtime] = []
        self._rooms: dict[str, Room] = {}
        self._reading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that outlives the request that started it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, EmbertableError):
            log.error("a task failed", exc_info=error)

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish the work even if its client disconnects meanwhile."""
        return await asyncio.shield(self.start(work))

    async def close(self) -> None:
        self.closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Loading and creating.

    async def room(self, id: str) -> Room:
        """The room of a table; it is read from its log if it is not loaded."""
        if id in self._rooms:
            return self._rooms[id]
        async with self._reading.setdefault(id, asyncio.Lock()):
            if id not in self._rooms:
                try:
                    self._rooms[id] = Room(self, await self.read(id))
                finally:
                    self._reading.pop(id, None)
                self._rooms[id].bots.wake()
            return self._rooms[id]

    def loaded(self, id: str) -> Room | None:
        return self._rooms.get(id)

    def all(self) -> list[Room]:
        return list(self._rooms.values())

    async def read(self, id: str) -> LiveTable:
        """Read a table from its log."""
        rows = await self.store.entries(id)
        if not rows:
            raise NoSuchTable
        opened = entries.decoder.decode(rows[0].body)
        assert isinstance(opened, Opened), "a log begins with its opening"
        secret = await self.store.get("key", id)
        key = secret.body if secret else None
        # Replaying a long game takes a while; other tables must not wait for it.
        live = await asyncio.to_thread(replay_log, id, opened, key, rows[1:], self.downtimes)
        if live.is_over():
            await self.settle(live)
        return live

    async def settle(self, live: LiveTable) -> None:
        """Store the effects of a finished game on its campaign or daily deal; repeating it changes nothing."""
        if live.opened.campaign:
            await campaigns.keep_game(self.store, live)
        if live.opened.daily:
            await daily.keep_result(self.store, live)

    async def create(self, person: Person, wanted: NewTable) -> Room:
        """Create a table."""
        if wanted.tutorial:
            wanted = tutorial_table(wanted.game)
        options = dict(wanted.options)
        if wanted.campaign:
            carried = await campaigns.options_of(self.store, wanted.campaign, person, wanted.game)
            options.update(carried)
        if wanted.absent:
            get_bot(wanted.absent, 0)
        record, key, seats = deal(person, wanted, options)
        opened = Opened(
            at=time.time(),
            host=person.id,
            record=record.to_json(),
            seats=seats,
            listed=wanted.listed,
            seconds=wanted.pace.seconds if wanted.pace else 0,
            increment=wanted.pace.increment if wanted.pace else 0,
            absent=wanted.absent,
            content=wanted.content,
            campaign=wanted.campaign,
            marks=[
                *(["seeded"] if wanted.seed is not None else []),
                *([TUTORIAL] if wanted.tutorial else []),
            ],
        )
        return await self.open(opened, key)

    async def create_daily(self, person: Person, game: str) -> Room:
        """The table of today's deal for a person; created once."""
        known = await daily.deal_of_day(self.store, game, person)
        if known.table:
            return await self.room(known.table)
        wanted = NewTable(game=game, seed=known.seed)
        record, _, seats = deal(person, wanted, {})
        opened = Opened(
            at=time.time(),
            host=person.id,
            record=record.to_json(),
            seats=seats,
            daily=known.day,
            marks=["seeded", "daily"],
        )
        room = await self.open(opened, None)
        if not await daily.remember(self.store, game, person, room.live.id):
            raise Stale
        return room

    async def fork(self, person: Person, record: Record, wanted: Fork, pack: str) -> Room:
        """Continue a recorded game from one of its decisions, with the same random numbers."""
        key = None if record.key is None or record.seed is not None else bytes.fromhex(record.key)
        record.entries = record.entries[: wanted.at]
        game = load(record.game)
        count = game.seats(game.set_up(record.options, seeded(0), read_pack(game.name, pack)))
        seats = seat_players(person, wanted.seats or [SeatPlan(kind="me")] * count, count)
        record.key = None
        opened = Opened(
            at=time.time(),
            host=person.id,
            record=record.to_json(),
            seats=seats,
            listed=wanted.listed,
            content=pack,
            marks=["fork", *(["seeded"] if record.seed is not None else [])],
        )
        return await self.open(opened, key)

    async def open(self, opened: Opened, key: bytes | None) -> Room:
        id = secrets.token_hex(8)
        if key is not None:
            await self.store.put(Document("key", id, "", key, opened.at))
        if not await self.store.append(id, 1, entries.encode(opened)):
            raise Stale
        await self.remember(opened.host, id)
        if opened.listed:
            expires = opened.at + LISTED_SECONDS
            await self.store.put(Document("listed", id, "", b"", opened.at, expires))
        return await self.room(id)

    async def of_person(self, person: str) -> list[Room]:
        """The tables that a person joined or created, the latest first."""
        found = await self.store.find("sits", person, MOST_SHOWN)
        return [await self.room(one.body.decode()) for one in found]

    async def listed(self) -> list[Room]:
        """The tables that the lobby lists."""
        found = await self.store.find("listed", "", MOST_SHOWN)
        rooms = [await self.room(one.id) for one in found]
        return [room for room in rooms if not room.live.is_over()]

    async def remember(self, person: str, table: str) -> None:
        """Add a table to a person's own list."""
        id = f"{person}:{table}"
        await self.store.put(Document("sits", id, person, table.encode(), time.time()))

    def unload_idle(self) -> None:
        """Unload the rooms that nobody is connected to."""
        now = time.monotonic()
        for id, room in list(self._rooms.items()):
            idle = now - room.used > IDLE_SECONDS
            if idle and not room.watchers and not room.lock.locked():
                del self._rooms[id]


def replay_log(
    id: str, opened: Opened, key: bytes | None, rows: list[Row], downtimes: list[Downtime]
) -> LiveTable:
    """Build a table from all entries of its log."""
    pack = read_pack(str(opened.record["game"]), opened.content)
    live = LiveTable(id, opened, key, pack, downtimes)
    for row in rows:
        live.apply(row.seq, entries.decoder.decode(row.body))
    return live
