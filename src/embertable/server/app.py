"""The server: what its requests share, its heartbeat, and its routes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from embertable.server.bot_pool import BotPool
from embertable.server.errors import ShuttingDown, SignedOut
from embertable.server.limits import Allowances
from embertable.server.metrics import Metrics
from embertable.server.middleware import SecurityMiddleware
from embertable.server.rooms import Rooms
from embertable.server.sessions import Person, Sessions
from embertable.server.socket import Connection
from embertable.server.store import Document, Store, StoreFailed

log = logging.getLogger("embertable.server")

HEARTBEAT_SECONDS = 1.0
"""How often a server records that it is up."""

CLEAN_UP_BEATS = 5
"""How many heartbeats pass between two clean-ups."""

DOWN_SECONDS = 3.0
"""After this long without a heartbeat, no server was up."""

MOST_SOCKETS = 30
"""Sockets that one person may have open: a few tables in a few tabs."""

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
    reports: Path | None = None
    """The folder of finished lab reports."""
    bot_processes: int = 1
    per_minute: float = 30.0
    """Tables that a person may create, and sign-ins of an address."""


@dataclass
class Server:
    """Everything that requests share."""

    store: Store
    settings: Settings = field(default_factory=Settings)

    def __post_init__(self) -> None:
        self.metrics = Metrics()
        self.sessions = Sessions(self.store)
        self.bot_pool = BotPool(self.settings.bot_processes)
        self.replay_pool = BotPool(1)
        self.review_pool = BotPool(1)
        self.rooms = Rooms(self.store, self.bot_pool, self.metrics)
        self.sockets: set[Connection] = set()
        self.metrics.gauge("rooms", "Tables in memory", lambda: len(self.rooms.all()))
        self.metrics.gauge("open_sockets", "Sockets open now", lambda: len(self.sockets))
        often = self.settings.per_minute
        self.table_allowance = Allowances(often / 60, often)
        self.name_allowance = Allowances(often / 60, often * 2)

    async def open(self) -> None:
        await self.store.open()
        await self.sessions.open()
        await self.record_downtime()
        self.store.listen(self.on_notice)

    async def close(self) -> None:
        for socket in list(self.sockets):
            socket.close(ShuttingDown())
        await self.rooms.close()
        await asyncio.to_thread(self.bot_pool.close)
        await asyncio.to_thread(self.replay_pool.close)
        await asyncio.to_thread(self.review_pool.close)
        await self.store.close()

    def on_notice(self, word: str) -> None:
        """Handle a notice of another server: it wrote to a table, ended a session, or names who is connected."""
        kind, _, rest = word.partition(":")
        if kind == "session":
            self.sign_out(rest)
        elif kind == "table" and (room := self.rooms.loaded(rest)) is not None:
            self.rooms.start(room.catch_up())
        elif kind == "all":
            for room in self.rooms.all():
                self.rooms.start(room.catch_up())
        elif kind == "here":
            table, _, people = rest.partition(":")
            if (room := self.rooms.loaded(table)) is not None:
                room.elsewhere.update(dict.fromkeys(people.split(","), time.monotonic()))

    def may_connect(self, person: Person | None, address: str) -> bool:
        """Whether a person, or an anonymous address, may open one more socket."""
        if person is None:
            return sum(one.address == address for one in self.sockets) < MOST_NAMELESS_SOCKETS
        mine = [one for one in self.sockets if one.person and one.person.id == person.id]
        return len(mine) < MOST_SOCKETS

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
            for socket in self.sockets:
                socket.drop_if_stalled()
            try:
                await self.record_heartbeat()
                await self.check_sessions()
                if beat % CLEAN_UP_BEATS == 0:
                    await self.clean_up()
            except StoreFailed as error:
                log.warning("%s", error)
            for room in self.rooms.all():
                if room.is_behind:
                    self.rooms.start(room.catch_up())
                room.bots.wake()
                if room.live.penalties.due or room.live.countdown.left is not None:
                    self.rooms.start(room.keep_time())

    async def clean_up(self) -> None:
        """Unload what nobody uses, and notify other servers who is connected here."""
        await self.store.forget_expired(time.time())
        self.sessions.drop_stale()
        self.rooms.unload_idle()
        for room in self.rooms.all():
            if here := [one.person.id for one in room.watchers if one.person]:
                await self.store.notify(f"here:{room.live.id}:{','.join(here)}")

    # Clocks stop while no server is up.

    async def record_heartbeat(self) -> None:
        await self.store.put(Document("alive", "server", "", b"", time.time()))

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

    async def check_sessions(self) -> None:
        sessions = {one.person.session for one in self.sockets if one.person is not None}
        for session in sessions:
            if await self.sessions.person_of_session(session) is None:
                self.sign_out(session)


def make_app(server: Server) -> ASGIApp:
    from embertable.server import http

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await server.open()
        looking = asyncio.ensure_future(server.run_heartbeat())
        try:
            yield
        finally:
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)
            await server.close()

    app = Starlette(
        routes=[
            *(Route(path, answer, methods=[method]) for method, path, answer in http.ROUTES),
            WebSocketRoute("/api/tables/{id}/socket", http.socket),
            Route("/{path:path}", http.page, methods=["GET"]),
        ],
        exception_handlers={404: http.not_found, 405: http.not_found},
        lifespan=lifespan,
    )
    app.state.server = server
    return SecurityMiddleware(app, server.settings, server.metrics)
