"""The server: what its requests share, its heartbeat, and its routes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from embertable.engine.errors import EmbertableError
from embertable.server.bot_pool import BotPool
from embertable.server.cached import Cache
from embertable.server.errors import Banned, ShuttingDown, SignedOut, name_of_error
from embertable.server.gate import Gate
from embertable.server.leases import Leases
from embertable.server.metrics import Metrics
from embertable.server.middleware import SecurityMiddleware
from embertable.server.operator import Operator
from embertable.server.orders import Order, Orders
from embertable.server.previews import Previewers
from embertable.server.privacy import tidy
from embertable.server.readers import Readers
from embertable.server.room import Room
from embertable.server.rooms import Rooms
from embertable.server.sessions import SESSION_DAYS, Person, Sessions
from embertable.server.shares import Shares
from embertable.server.socket import Connection
from embertable.server.sqlite import SqliteStore
from embertable.server.store import Document, Store, StoreFailed
from embertable.server.tarpit import Tarpit, TarpitMiddleware
from embertable.server.traces import Traces
from embertable.server.upkeep import OpenSockets, presence, told_presence
from embertable.server.workers import Workers
from embertable.server.workshop.matter import LIMITS as LAB_LIMITS
from embertable.server.workshop.matter import Questions

log = logging.getLogger("embertable.server")

HEARTBEAT_SECONDS = 1.0
"""How often a server records that it is up."""

FAREWELL_SECONDS = 2.0
FAREWELL_STEPS = 40

ORDERS_SECONDS = 0.5

RETENTION_FIRST_SECONDS = 60.0
"""After a start, people come first."""

RETENTION_SECONDS = 86400.0

WATCHDOG_SECONDS = 0.05
"""How often the lag of the event loop is measured."""

LONG_LAG_SECONDS = 1.0

COMPARE_BEATS = 2
"""How many heartbeats pass until tables are compared with their logs, since notices can be lost."""

RENEW_BEATS = 2
"""How many heartbeats pass until a server renews the leases of its tables."""

CLEAN_UP_BEATS = 5
"""How many heartbeats pass between two clean-ups."""

SUMMARY_BEATS = 10
"""How many heartbeats pass between two writes of summaries where no other server reads them: lists of this one
ask the tables in memory."""

TRACE_BEATS = 5
"""How many heartbeats pass between two writes of traces."""

AFTER_START_SECONDS = 5.0
"""After a start, people who come back to their tables are served before old summaries."""

DOWN_SECONDS = 3.0
"""After this long without a heartbeat, no server was up."""

MOST_SOCKETS = 30
"""Sockets that one person may have open: a few tables in a few tabs."""

MOST_SOCKETS_FROM_ADDRESS = 400
"""Sockets from one address under any names."""

MOST_NAMELESS_SOCKETS = 200
"""Sockets of anonymous spectators from one address, which many people may share."""

MONTH = 30 * 86400.0


@dataclass
class Settings:
    """The options of a server."""

    hosts: tuple[str, ...] = ()
    """The host names it answers to; all if empty."""
    secure: bool = False
    """Whether it is reached by https, so that cookies are sent over nothing else."""
    client: Path | None = None
    """The folder of the built browser client."""
    docs: Path | None = None
    """The folder of the built documentation."""
    reports: Path | None = None
    """The folder of finished lab reports."""
    proxies: tuple[str, ...] = ()
    """The addresses or networks of proxies, whose word about a client's address is believed."""
    bot_processes: int = 1
    keep_chat: float = 0.0
    """Days after which lines of the chat go; 0 keeps them."""
    keep_tables: float = 0.0
    """Days after which unfinished tables go that nobody touched; 0 keeps them."""
    keep_sessions: float = SESSION_DAYS
    metrics: str = ""
    """The address of the metrics, as `host:port`; none if empty."""
    contact: str = ""
    """Who runs this server, for the page about privacy."""
    per_minute: float = 30.0
    """Tables that a person may create, and sign-ins of an address."""
    peer_host: str = ""
    """Where other servers of the same store reach this one; if empty, each serves whatever it is asked for."""
    siblings: str = ""
    """The name of the servers that alone can reach it there; all can if empty."""


@dataclass
class Server:
    """Everything that requests share."""

    store: Store
    settings: Settings = field(default_factory=Settings)

    def __post_init__(self) -> None:
        self.metrics = Metrics()
        self.sessions = Sessions(self.store, self.settings.keep_sessions)
        has_peers = bool(self.settings.peer_host)
        self.leases = Leases(self.store, self.settings.siblings) if has_peers else None
        self.bot_pool = BotPool(self.settings.bot_processes)
        self.readers = Readers()
        self.previewers = Previewers()
        self.lab = Workers(1, LAB_LIMITS)
        self.questions = Questions()
        self.orders = Orders()
        self.following = asyncio.Lock()
        self.summary_beats = SUMMARY_BEATS if isinstance(self.store, SqliteStore) else 1
        self.rooms = Rooms(
            self.store, self.bot_pool, self.metrics, self.readers, self.orders, self.previewers
        )
        self.sockets: set[Connection] = set()
        self.counts = OpenSockets()
        self.cache = Cache()
        self.gate = Gate(proxies=self.settings.proxies)
        self.wrote = float("-inf")
        """When the store last took a write."""
        self.traces = Traces()
        self.metrics.gauge(
            "embertable_bot_queue", "Decisions of bots that wait", self.bot_pool.waiting
        )
        self.metrics.gauge(
            "embertable_reader_queue", "Packs, records and replays that wait", self.readers.waiting
        )
        self.metrics.gauge(
            "embertable_preview_queue",
            "Previews and forecasts that wait",
            self.previewers.waiting,
        )
        self.metrics.gauge(
            "embertable_lab_queue",
            "Parts of the workshop's comparisons that wait",
            self.lab.waiting,
        )
        self.metrics.gauge(
            "embertable_dropped", "Connections dropped at the gate", lambda: self.gate.refused
        )
        self.metrics.gauge("embertable_rooms", "Tables in memory", lambda: len(self.rooms.all()))
        self.metrics.gauge("embertable_open_sockets", "Sockets open now", lambda: len(self.sockets))
        self.metrics.gauge(
            "embertable_forwarded",
            "Connections forwarded to the servers of their tables",
            lambda: len(self.leases.forwarded) if self.leases else 0,
        )
        self.shares = self.rooms.shares = Shares(self.settings.per_minute)
        self.tarpit = self.gate.tarpit = Tarpit(self.shares, self.gate.most)
        self.metrics.gauge(
            "embertable_late_requests", "Requests that wait", lambda: self.tarpit.all_waiting
        )

    async def open(self) -> None:
        await self.store.open()
        await self.sessions.open()
        if self.leases is not None:
            await self.leases.open()
        await self.record_downtime()
        await self.orders.refresh(self.store)
        self.store.listen(self.on_notice)
        self.rooms.start(self.rooms.update_summaries(AFTER_START_SECONDS))

    async def say_farewell(self) -> None:
        """Tell every socket that this server goes down, and wait a moment until they have heard it."""
        if self.leases is not None:
            await self.leases.close()  # Whoever comes back must not be sent here again.
        for socket in list(self.sockets):
            socket.close(ShuttingDown())
        for _ in range(FAREWELL_STEPS):
            # Those that are forwarded hear it from the server of their table.
            if not self.sockets and not (self.leases and self.leases.forwarded):
                return
            await asyncio.sleep(FAREWELL_SECONDS / FAREWELL_STEPS)

    async def close(self) -> None:
        await self.say_farewell()
        await self.rooms.close()
        await asyncio.to_thread(self.bot_pool.close)
        await asyncio.to_thread(self.readers.close)
        await asyncio.to_thread(self.previewers.close)
        await asyncio.to_thread(self.lab.close)
        await self.store.close()

    def on_notice(self, word: str) -> None:
        """Handle a notice of another server: it wrote to a table, ended a session, or names who is connected."""
        kind, _, rest = word.partition(":")
        if kind == "session":
            self.sign_out(rest)
        elif kind == "table" and (room := self.rooms.loaded(rest)) is not None:
            self.rooms.start(self.follow(room))
        elif kind == "orders":
            self.rooms.start(self.follow_orders())
        elif kind == "all":
            for room in self.rooms.all():
                self.rooms.start(room.catch_up())
        elif kind == "here":
            for table, people in told_presence(rest).items():
                if (room := self.rooms.loaded(table)) is not None:
                    room.elsewhere.update(dict.fromkeys(people, time.monotonic()))

    async def follow(self, room: Room) -> None:
        """Apply what another server wrote, or let the table go if it lives there and nobody watches here."""
        if self.leases is not None and self.rooms.may_unload(room):
            with contextlib.suppress(StoreFailed):
                if await self.leases.elsewhere(room.live.id) and self.rooms.may_unload(room):
                    self.rooms.unload(room.live.id)
                    return
        await room.catch_up()

    def may_connect(self, person: Person | None, address: str) -> bool:
        """Whether a person, or an anonymous address, may open one more socket."""
        if self.counts.by_address[address] >= MOST_SOCKETS_FROM_ADDRESS:
            return False
        if person is None:
            return self.counts.nameless[address] < MOST_NAMELESS_SOCKETS
        return self.counts.by_person[person.id] < MOST_SOCKETS

    def connected(self, socket: Connection) -> None:
        self.sockets.add(socket)
        self.counts.add(socket)
        self.metrics.sockets.inc()

    def disconnected(self, socket: Connection) -> None:
        self.sockets.discard(socket)
        self.counts.remove(socket)

    def sign_out(self, session: str) -> None:
        """Close the sockets of a session that has ended."""
        self.sessions.forget(session)
        for socket in list(self.sockets):
            if socket.person is not None and socket.person.session == session:
                socket.close(SignedOut())

    async def run_heartbeat(self) -> None:
        """Every second: record that this server is up, and look after sockets, sessions, clocks and bots."""
        beat = 0
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            beat += 1
            self.gate.sweep()
            for work in (self.record_heartbeat, self.look_after, partial(self.tidy, beat)):
                try:
                    await work()
                except StoreFailed as error:
                    log.warning("%s", error)
                except Exception:
                    # One table, session or document that breaks this must not end it for all.
                    log.exception("the heartbeat failed")

    async def watch_orders(self) -> None:
        """Twice a second: follow what the operator has ordered; a store in one file sends no notices."""
        while True:
            await asyncio.sleep(ORDERS_SECONDS)
            try:
                await self.follow_orders()
            except StoreFailed as error:
                log.warning("%s", error)
            except Exception:
                log.exception("an order failed")

    async def follow_orders(self) -> None:
        """Close the sockets and rooms that new orders concern, and read again what they changed.

        One at a time: whoever returns finds every order carried out that was given before the call.
        """
        async with self.following:
            fresh = await self.orders.refresh(self.store)
            if fresh is not None:
                await self.carry_out(fresh)

    async def carry_out(self, fresh: Mapping[tuple[str, str], Order]) -> None:
        for socket in list(self.sockets):
            person = socket.person.id if socket.person else ""
            if self.orders.has("ban", person) or self.orders.is_address_banned(socket.host):
                socket.close(Banned())
        self.metrics.orders.inc()
        if any(what in ("delete", "reread") for what, _ in fresh):
            # Frames of games and reviews name people who are forgotten now.
            self.cache.clear()
        for what, target in fresh:
            if what in ("quarantine", "delete"):
                self.rooms.drop(target)
            elif what == "reread" and (room := self.rooms.loaded(target)) is not None:
                await room.start_again()
        await self.check_sessions(cached=False)
        for room in self.rooms.all():
            room.wake()

    async def run_retention(self) -> None:
        """Once a day: let go what is older than this server keeps."""
        keep = (self.settings.keep_chat, self.settings.keep_tables)
        while any(keep):
            await asyncio.sleep(RETENTION_FIRST_SECONDS)
            try:
                await tidy(Operator(self.store, "retention"), *keep)
            except Exception:
                log.exception("old things could not be removed")
            await asyncio.sleep(RETENTION_SECONDS)

    async def look_after(self) -> None:
        """Let rooms catch up, bots decide and countdowns end."""
        for room in self.rooms.to_look_after():
            if room.is_behind:
                self.rooms.start(room.catch_up())
            room.bots.wake()
            if room.live.penalties.due or room.live.countdown.left is not None:
                self.rooms.start(room.keep_time())

    def refused(
        self, error: EmbertableError, address: str, person: str = "", table: str = ""
    ) -> None:
        """Count a refusal, and trace who was refused; their words are nobody's business."""
        kind = name_of_error(error)
        self.metrics.refusals.labels(kind).inc()
        self.traces.note(kind, address, person, table)

    async def tidy(self, beat: int) -> None:
        if self.leases is not None and beat % RENEW_BEATS == 0:
            await self.leases.renew()
            await self.leases.settle()
        if beat % TRACE_BEATS == 0:
            self.traces.write()
        await self.rooms.settle_renderings()
        if beat % self.summary_beats == 0:
            await self.rooms.store_summaries()
        await self.check_sessions()
        if beat % COMPARE_BEATS == 0:
            await self.rooms.catch_up_all()
        if beat % CLEAN_UP_BEATS == 0:
            await self.clean_up()

    async def watch_loop(self) -> None:
        """Measure how long others keep the event loop, and log what everybody must have noticed."""
        while True:
            start = time.perf_counter()
            await asyncio.sleep(WATCHDOG_SECONDS)
            lag = max(0.0, time.perf_counter() - start - WATCHDOG_SECONDS)
            self.metrics.loop_lag_seconds.observe(lag)
            if lag > LONG_LAG_SECONDS:
                log.warning("nobody was served for %.1f seconds", lag)

    async def clean_up(self) -> None:
        """Unload what nobody uses, and notify other servers who is connected here."""
        await self.store.forget_expired(time.time())
        self.sessions.drop_stale()
        self.rooms.unload_idle()
        here: dict[str, set[str]] = {}
        for socket in self.sockets:
            if socket.person is not None and socket in socket.room.watchers:
                here.setdefault(socket.room.live.id, set()).add(socket.person.id)
        for notice in presence(here):
            await self.store.notify(notice)

    # Clocks stop while no server is up.

    async def record_heartbeat(self) -> None:
        with self.metrics.store_seconds.time():
            await self.store.put(Document("alive", "server", "", b"", time.time()))
        self.wrote = time.monotonic()

    async def record_downtime(self) -> None:
        """Store the time during which no server was up, so that clocks can leave it out."""
        now = time.time()
        last = await self.store.get("alive", "server")
        if last is not None and now - last.changed > DOWN_SECONDS:
            body = f"{last.changed} {now}".encode()
            await self.store.put(Document("downtime", f"{now}", "", body, now, now + MONTH))
        await self.record_heartbeat()
        found = await self.store.find("downtime", "", limit=10_000)
        times = [one.body.decode().split() for one in found]
        self.rooms.downtimes[:] = [(float(first), float(last)) for first, last in times]

    async def check_sessions(self, cached: bool = True) -> None:
        sessions = {one.person.session for one in self.sockets if one.person is not None}
        for session in sessions:
            if not cached:
                self.sessions.forget(session)
            elif self.sessions.is_cached(session):
                continue
            if await self.sessions.person_of_session(session) is None:
                self.sign_out(session)


def make_app(server: Server) -> ASGIApp:
    from embertable.server import http

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await server.open()
        tasks = [
            asyncio.ensure_future(server.run_heartbeat()),
            asyncio.ensure_future(server.watch_loop()),
            asyncio.ensure_future(server.watch_orders()),
            asyncio.ensure_future(server.run_retention()),
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await server.close()

    app = Starlette(
        routes=[
            *(Route(path, answer, methods=[method]) for method, path, answer in http.ROUTES),
            WebSocketRoute("/api/tables/{id}/socket", http.socket),
            Route("/pad/{game}", http.pad, methods=["GET"]),
            Route("/docs", http.docs, methods=["GET"]),
            Route("/docs/{path:path}", http.docs, methods=["GET"]),
            Route("/{path:path}", http.page, methods=["GET"]),
        ],
        exception_handlers={404: http.not_found, 405: http.not_found},
        lifespan=lifespan,
    )
    app.state.server = server
    return TarpitMiddleware(SecurityMiddleware(app, server), server)
