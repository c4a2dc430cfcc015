"""All rooms of this server: creates, loads, forks and unloads them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

import msgspec

from embertable.bots import get_bot
from embertable.engine.chance import keyed, seeded
from embertable.engine.errors import EmbertableError, OldRules
from embertable.engine.record import Record
from embertable.games import load
from embertable.server import campaigns, daily, entries, summaries
from embertable.server.bot_pool import BotPool
from embertable.server.clocks import Downtime
from embertable.server.content_packs import read_pack
from embertable.server.entries import Opened, SeatTaken
from embertable.server.errors import (
    BrokenTable,
    NoSuchTable,
    NoSuchThing,
    NotReadOnly,
    NotYours,
    OldTable,
    QuarantinedTable,
    ReadOnlyTable,
    ServerError,
    Stale,
    StoreFailed,
)
from embertable.server.http_types import Fork, NewTable, PromisedLuck
from embertable.server.live import TUTORIAL, LiveTable, players_of
from embertable.server.metrics import Metrics
from embertable.server.new_table import deal, seat_players, seats_of_fork, tutorial_table
from embertable.server.orders import Orders
from embertable.server.previews import Previewers
from embertable.server.readers import Readers
from embertable.server.room import Room
from embertable.server.sessions import Person
from embertable.server.shares import Shares
from embertable.server.store import Append, Document, Row, Store
from embertable.server.summaries import Summary
from embertable.server.upkeep import Alarms, needs_a_look

T = TypeVar("T")
P = ParamSpec("P")
log = logging.getLogger("embertable.server")

IDLE_SECONDS = 600.0
"""A room without connections is unloaded after this; its log is read again when needed."""

ASKED_SECONDS = 5.0
"""How long whoever asked for a room may still be at work there."""

LISTED_SECONDS = 86400.0
"""How long the lobby lists a table."""

SET_APART_SECONDS = 60.0
"""How long a table that does not open is refused without another attempt."""

MOST_SET_APART = 10_000

REPLAYS = 2
"""Games that are set up or replayed at a time: each takes turns with the event loop, which has people waiting."""

AT_ONCE = 20
"""Summaries that are made without a pause."""

CONTINUED = "continued"
"""The mark of a table that continues a read-only one, and the kind of document that names it."""

LUCK = "luck"
"""The kind of document that holds a promised key until its table is created."""

LUCK_SECONDS = 600.0

MOST_SHOWN = 50
"""How many tables a list shows."""


class Rooms:
    """All rooms of this server."""

    def __init__(
        self,
        store: Store,
        bot_pool: BotPool,
        metrics: Metrics | None = None,
        readers: Readers | None = None,
        orders: Orders | None = None,
        previewers: Previewers | None = None,
    ) -> None:
        self.store = store
        self.metrics = metrics or Metrics()
        self.bot_pool = bot_pool
        self.readers = readers or Readers()
        self.previewers = previewers or Previewers()
        self.orders = orders or Orders()
        self.shares = Shares()
        self.closing = False
        self._replaying = ThreadPoolExecutor(REPLAYS, thread_name_prefix="replays")
        self.downtimes: list[Downtime] = []
        self._rooms: dict[str, Room] = {}
        self._reading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._changed: set[str] = set()
        """The loaded tables whose stored summary is older than they are."""
        self._shown: set[str] = set()
        """The loaded tables that still hold what was made for the people who were sent it."""
        self._idle = Alarms()
        """When a loaded table may have been idle for long enough."""
        self._looked_after: set[str] = set()
        """The loaded tables that time alone may change."""
        self._set_apart: dict[str, tuple[float, ServerError]] = {}
        """When a table could not be opened, and what its people are told."""

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
        self._replaying.shutdown(wait=False, cancel_futures=True)
        with contextlib.suppress(StoreFailed):
            await self.store_summaries()

    # Loading and creating.

    async def room(self, id: str) -> Room:
        """The room of a table; it is read from its log if it is not loaded."""
        self.orders.check_table(id)
        if id in self._rooms:
            self._rooms[id].asked = time.monotonic()
            return self._rooms[id]
        async with self._reading.setdefault(id, asyncio.Lock()):
            if id not in self._rooms:
                try:
                    live = await self.read_or_set_apart(id)
                finally:
                    self._reading.pop(id, None)
                # It may have been opened here while it was read.
                if id not in self._rooms:
                    self._add(id, Room(self, live))
                    # Until now a notice of another server would have found no room here.
                    await self._rooms[id].catch_up()
                self._changed.add(id)
                self._rooms[id].bots.wake()
            return self._rooms[id]

    def _add(self, id: str, room: Room) -> Room:
        self._rooms[id] = room
        self._idle.set(id, time.monotonic() + IDLE_SECONDS)
        self.look_after(room)
        return room

    def look_after(self, room: Room) -> None:
        """Look at a room every second, if time alone may change something there."""
        if needs_a_look(room):
            self._looked_after.add(room.live.id)

    def to_look_after(self) -> list[Room]:
        """The rooms to look at now; those at rest are found out here and left alone."""
        found = [self._rooms[id] for id in self._looked_after if id in self._rooms]
        found = [room for room in found if needs_a_look(room)]
        self._looked_after = {room.live.id for room in found}
        return found

    async def catch_up_all(self) -> None:
        """Apply what other servers wrote to the tables here, in case their notices were lost."""
        numbers = await self.store.numbers(list(self._rooms))
        for id, room in list(self._rooms.items()):
            if numbers.get(id, 0) > room.live.number:
                self.start(room.catch_up())

    def drop(self, id: str) -> None:
        """Close a room whose table nobody may open any more."""
        room = self._rooms.pop(id, None)
        self._changed.discard(id)
        if room is not None:
            for watcher in list(room.watchers):
                watcher.close(QuarantinedTable())

    def loaded(self, id: str) -> Room | None:
        return self._rooms.get(id)

    def all(self) -> list[Room]:
        return list(self._rooms.values())

    async def read_or_set_apart(self, id: str) -> LiveTable:
        """Read a table; one that does not open is marked in its summary and refused for a while."""
        since, refusal = self._set_apart.get(id, (0.0, None))
        if refusal is not None and time.monotonic() - since < SET_APART_SECONDS:
            raise refusal
        try:
            return await self.read(id)
        except (NoSuchTable, StoreFailed):
            raise
        except Exception as error:
            refusal = BrokenTable()
            if isinstance(error, OldRules):
                refusal = OldTable(error.theirs, error.ours)
            else:
                log.exception("table %s cannot be opened", id)
            if len(self._set_apart) >= MOST_SET_APART:
                self._set_apart.clear()
            self._set_apart[id] = time.monotonic(), refusal
            known = await self.stored_summary(id)
            if known is not None:
                await self.try_put_summary(id, summaries.with_problem(known, error))
            raise refusal from error

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
        live = await self.replay(id, opened, key, rows[1:])
        if live.played.is_over():
            await self.settle(live)
        elif live.played.old_rules is not None:
            known = await self.stored_summary(id)
            live.was_over = known is not None and known.over
        return live

    async def replay(
        self, id: str, opened: Opened, key: bytes | None, rows: list[Row]
    ) -> LiveTable:
        """Build a table from its log, in this process because it stays here; the others wait their turn."""
        return await self.in_turn(replay_log, id, opened, key, rows, self.downtimes)

    async def in_turn(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Set up or replay a game in one of a few threads."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._replaying, partial(work, *arguments, **named))

    async def settle(self, live: LiveTable) -> None:
        """Store the effects of a finished game on its campaign or daily deal; repeating it changes nothing."""
        if not live.played.is_over():
            return  # It ended under earlier rules, and counted then.
        if live.opened.campaign:
            await campaigns.keep_game(self.store, live)
        if live.opened.daily:
            await daily.keep_result(self.store, live)

    async def settle_campaign(self, id: str) -> None:
        """Count the open game of a campaign, if its table ended and the store was away just then."""
        document = await self.store.get(campaigns.KIND, id)
        if document is None:
            return
        kept, saved = campaigns.opened(document)
        open = kept.open_game(saved)
        table = await campaigns.table_of(self.store, open.record) if open is not None else ""
        # A table that cannot be read keeps nobody from giving its game up.
        with contextlib.suppress(EmbertableError):
            if table and (room := await self.room(table)).live.is_over():
                await self.settle(room.live)

    async def create(self, person: Person, wanted: NewTable) -> Room:
        """Create a table."""
        if wanted.tutorial:
            wanted = tutorial_table(wanted.game)
        options = dict(wanted.options)
        if wanted.campaign:
            await self.settle_campaign(wanted.campaign)
            carried = await campaigns.options_of(self.store, wanted.campaign, person, wanted.game)
            options.update(carried)
        if wanted.absent:
            get_bot(wanted.absent, 0)
        await daily.note_practice(self.store, wanted.game, person, wanted.seed)
        promised = await self.take_luck(person, wanted.luck) if wanted.luck else None
        record, key, seats = await self.in_turn(deal, person, wanted, options, promised)
        id = secrets.token_hex(8)
        if wanted.campaign:
            # The campaign comes first: a table that lost the race for it is never opened.
            await campaigns.open_game(self.store, wanted.campaign, record, id)
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
        return await self.open(opened, key, id)

    async def promise_luck(self, person: Person) -> PromisedLuck:
        """Choose the key of a table before its creator adds a part to it."""
        now = time.time()
        key = Document(
            LUCK, secrets.token_hex(8), person.id, secrets.token_bytes(32), now, now + LUCK_SECONDS
        )
        await self.store.put(key)
        return PromisedLuck(id=key.id, commitment=keyed(key.body).commitment())

    async def take_luck(self, person: Person, id: str) -> bytes:
        """The key that was promised to a person, for one table."""
        found = await self.store.get(LUCK, id)
        if found is None or found.owner != person.id or not found.body:
            raise NoSuchThing
        if not await self.store.replace(found, found._replace(body=b"")):
            raise NoSuchThing
        return found.body

    async def create_daily(self, person: Person, game: str) -> Room:
        """The table of today's deal for a person; created once."""
        day = daily.today()
        # The table is named before it is opened: two requests at once must not be two attempts.
        id = await daily.table_of(self.store, day, game, person, secrets.token_hex(8))
        with contextlib.suppress(NoSuchTable):
            return await self.room(id)
        wanted = NewTable(game=game, seed=await daily.seed_of(self.store, day, game))
        record, _, seats = await self.in_turn(deal, person, wanted, {})
        opened = Opened(
            at=time.time(),
            host=person.id,
            record=record.to_json(),
            seats=seats,
            daily=day,
            marks=["seeded", "daily"],
        )
        with contextlib.suppress(Stale):  # The other request was faster.
            return await self.open(opened, None, id)
        return await self.room(id)

    async def fork(
        self, person: Person, record: Record, wanted: Fork, pack: str, players: list[SeatTaken]
    ) -> Room:
        """Continue a recorded game from one of its decisions, with the same players and random numbers."""
        key = None if record.key is None or record.seed is not None else bytes.fromhex(record.key)
        record.entries = record.entries[: wanted.at]
        if record.luck is not None:
            record.luck = [one for one in record.luck if one.after <= len(record.entries)]
        await daily.note_practice(self.store, record.game, person, record.seed)
        count = await self.in_turn(seat_count, record, pack)
        if wanted.seats:
            seats = seat_players(person, wanted.seats, count)
        else:
            seats = seats_of_fork(person, players, count, wanted.seat)
        record.players = players_of(seats)
        record.key = None
        record.campaign = None
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

    async def continue_table(self, person: Person, live: LiveTable) -> Room:
        """Continue a read-only table from its last position, once: everybody keeps their seat."""
        if live.played.old_rules is None:
            raise NotReadOnly
        if person.id != live.host and not live.seats.of_person(person.id):
            raise NotYours
        own = Document(CONTINUED, live.id, "", secrets.token_hex(8).encode(), time.time())
        if not await self.store.put_new(own):
            known = await self.store.get(CONTINUED, live.id)
            own = known or own
        id = own.body.decode()
        try:
            return await self.room(id)
        except NoSuchTable:
            pass  # It was only announced until now.
        record = live.agreed_record()
        record.key = None
        opened = msgspec.structs.replace(
            live.opened,
            at=time.time(),
            record=record.to_json(),
            seats=list(live.seats),
            marks=[CONTINUED, *live.opened.marks],
        )
        room = await self.open(opened, live.played.key, id)
        for one in live.seats.people():
            await self.remember(one, id)
        return room

    async def open(self, opened: Opened, key: bytes | None, id: str = "") -> Room:
        """Open a new table: only one that plays is stored."""
        self.orders.check_new_table()
        id = id or secrets.token_hex(8)
        live = await self.replay(id, opened, key, [])
        if live.played.old_rules is not None:
            raise ReadOnlyTable(live.played.old_rules)
        if key is not None:
            await self.store.put(Document("key", id, "", key, opened.at))
        if not await self.store.append(id, 1, entries.encode(opened)):
            raise Stale
        room = self._add(id, Room(self, live))
        await self.put_summary(id, summaries.summary_of(live))
        await self.remember(opened.host, id)
        if opened.listed:
            expires = opened.at + LISTED_SECONDS
            await self.store.put(Document("listed", id, "", b"", opened.at, expires))
        room.bots.wake()
        return room

    # Lists read summaries and never open a game: one bad table must not fail them.

    async def of_person(self, person: str) -> dict[str, Summary]:
        """The tables that a person joined or created, the latest first."""
        found = await self.store.find("sits", person, MOST_SHOWN)
        return await self.summaries([one.body.decode() for one in found])

    async def listed(self) -> dict[str, Summary]:
        """The tables that the lobby lists: those that can be played."""
        found = await self.store.find("listed", "", MOST_SHOWN)
        known = await self.summaries([one.id for one in found])
        closed = {id for id in known if self.orders.has("close", id)}
        return {
            id: one
            for id, one in known.items()
            if not one.over and not one.state and id not in closed
        }

    async def summaries(self, ids: list[str]) -> dict[str, Summary]:
        """What lists show of these tables, in the same order; those without a log are left out."""
        ids = [id for id in ids if not self.orders.is_hidden(id)]
        stored = await self.store.summaries(ids)
        found: dict[str, Summary] = {}
        for id in ids:
            room = self._rooms.get(id)
            if room is not None:
                found[id] = summaries.summary_of(room.live)
                continue
            known = await self.stored_summary(id, stored)
            if known is not None:
                found[id] = known
        return found

    async def stored_summary(self, id: str, stored: dict[str, Row] | None = None) -> Summary | None:
        """A table's stored summary, or what its log says where that is missing; None if it has no log."""
        row = (await self.store.summaries([id]) if stored is None else stored).get(id)
        if row is not None:
            with contextlib.suppress(msgspec.MsgspecError):
                return summaries.decoder.decode(row.body)
        found = summaries.summary_of_log(await self.store.entries(id))
        if found is not None:
            await self.try_put_summary(id, found)
        return found

    async def try_put_summary(self, id: str, summary: Summary) -> None:
        """Store a summary that can be made again; lists are read while the disk is full, too."""
        with contextlib.suppress(StoreFailed):
            await self.put_summary(id, summary)

    async def put_summary(self, id: str, summary: Summary) -> None:
        # What was only read off the log stays behind it, so that `update_summaries` finds it.
        seq = summary.seq if summary.rules else 0
        await self.store.put_summaries([Append(id, seq, summaries.encode(summary))])

    def note_change(self, id: str) -> None:
        """A table has changed; its summary is stored with one of the next heartbeats."""
        self._changed.add(id)
        self._shown.add(id)

    async def settle_renderings(self) -> None:
        """Let go what was made of positions that everybody has by now, a few tables at a time."""
        shown, self._shown = self._shown, set()
        for number, id in enumerate(shown, 1):
            if id in self._rooms:
                self._rooms[id].renderings.settle()
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def store_summaries(self) -> None:
        """Store the summaries of all tables that have changed, in one write."""
        changed = {id: self._rooms[id] for id in self._changed if id in self._rooms}
        self._changed.clear()
        rows: list[Append] = []
        for id, room in changed.items():
            live = room.live
            rows.append(Append(id, live.number, summaries.encode(summaries.summary_of(live))))
            if len(rows) % AT_ONCE == 0:
                await asyncio.sleep(0)  # Decisions must not wait for the summaries of many tables.
        if not rows:
            return
        try:
            await self.store.put_summaries(rows)
        except StoreFailed:
            self._changed.update(changed)
            raise

    async def update_summaries(self, after: float = 0.0) -> None:
        """Bring the summaries up to date that an older release or a crash left behind."""
        await asyncio.sleep(after)
        for id in await self.store.tables_behind():
            start = time.monotonic()
            if id not in self._rooms:
                with contextlib.suppress(ServerError):
                    live = await self.read_or_set_apart(id)
                    await self.put_summary(id, summaries.summary_of(live))
            # Replaying old games must not slow down those that are played now.
            await asyncio.sleep(3 * (time.monotonic() - start))

    async def remember(self, person: str, table: str) -> None:
        """Add a table to a person's own list."""
        id = f"{person}:{table}"
        await self.store.put(Document("sits", id, person, table.encode(), time.time()))

    def may_unload(self, room: Room) -> bool:
        """Whether nobody uses a room, or has asked for it just now."""
        is_used = bool(room.watchers) or room.lock.locked()
        return not is_used and time.monotonic() - room.asked > ASKED_SECONDS

    def unload(self, id: str) -> None:
        """Forget a table that lives in another server, which also looks after its summary."""
        self._rooms.pop(id, None)
        self._changed.discard(id)

    def unload_idle(self) -> None:
        """Unload the rooms that nobody is connected to; only those are looked at whose time has come."""
        now = time.monotonic()
        for id in self._idle.due(now):
            room = self._rooms.get(id)
            if room is None:
                continue
            is_used = room.watchers or room.lock.locked() or id in self._changed
            if is_used or now - room.used <= IDLE_SECONDS:
                self._idle.set(id, (now if is_used else room.used) + IDLE_SECONDS)
            else:
                del self._rooms[id]


def seat_count(record: Record, pack: str) -> int:
    """How many seats a recorded game has; setting it up takes a while."""
    game = load(record.game)
    return game.seats(game.set_up(record.options, seeded(0), read_pack(game.name, pack)))


def replay_log(
    id: str, opened: Opened, key: bytes | None, rows: list[Row], downtimes: list[Downtime]
) -> LiveTable:
    """Build a table from all entries of its log."""
    pack = read_pack(str(opened.record["game"]), opened.content)
    live = LiveTable(id, opened, key, pack, downtimes)
    for row in rows:
        live.apply(row.seq, entries.decoder.decode(row.body))
    return live
