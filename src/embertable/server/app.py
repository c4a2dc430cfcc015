"""The server as an application: what runs beside the requests, and the routes to all of them."""

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

from embertable.server.errors import ShuttingDown, SignedOut
from embertable.server.guard import Guard
from embertable.server.limits import Allowances
from embertable.server.metrics import Metrics
from embertable.server.people import People
from embertable.server.rooms import Rooms
from embertable.server.socket import Connection
from embertable.server.store import Store, StoreFailed
from embertable.server.thinkers import Thinkers

log = logging.getLogger("embertable.server")

CHECK_SECONDS = 5.0
"""How often sessions of open sockets are looked up again, and idle rooms forgotten."""


@dataclass
class Settings:
    """How a server is run."""

    hosts: tuple[str, ...] = ()
    """The names it answers to; any if empty."""
    secure: bool = False
    """Whether it is reached by https, so that cookies need it."""
    client: Path | None = None
    """Where the built browser client lies."""
    bot_processes: int = 1
    most_tables_per_minute: float = 30.0


@dataclass
class Server:
    """Everything that requests share."""

    store: Store
    settings: Settings = field(default_factory=Settings)

    def __post_init__(self) -> None:
        self.metrics = Metrics()
        self.people = People(self.store)
        self.thinkers = Thinkers(self.settings.bot_processes)
        self.rooms = Rooms(self.store, self.thinkers)
        self.sockets: set[Connection] = set()
        self.table_allowance = Allowances(self.settings.most_tables_per_minute / 60, 30)
        self.name_allowance = Allowances(1.0, 60)

    async def open(self) -> None:
        await self.store.open()
        await self.people.open()
        self.store.listen(self.heard)

    async def close(self) -> None:
        for socket in list(self.sockets):
            socket.close(ShuttingDown())
        await self.rooms.close()
        await asyncio.to_thread(self.thinkers.close)
        await self.store.close()

    def heard(self, word: str) -> None:
        """Another server wrote to a table, or ended a session."""
        kind, _, rest = word.partition(":")
        if kind == "session":
            self.sign_out(rest)
        elif kind == "table" and (room := self.rooms.at_hand(rest)) is not None:
            self.rooms.start(room.catch_up())

    def sign_out(self, session: str) -> None:
        """Sockets die with their session."""
        self.people.forget(session)
        for socket in list(self.sockets):
            if socket.person is not None and socket.person.session == session:
                socket.close(SignedOut())

    async def look_after(self) -> None:
        """Close sockets whose session has ended, and forget what nobody uses."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self.check_sessions()
                await self.store.forget_expired(time.time())
            except StoreFailed as error:
                log.warning("%s", error)
            self.people.forget_old()
            self.rooms.forget_idle()

    async def check_sessions(self) -> None:
        sessions = {one.person.session for one in self.sockets if one.person is not None}
        for session in sessions:
            if await self.people.alive(session) is None:
                self.sign_out(session)


def make_app(server: Server) -> ASGIApp:
    from embertable.server import http

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await server.open()
        looking = asyncio.ensure_future(server.look_after())
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
        lifespan=lifespan,
    )
    app.state.server = server
    return Guard(app, server.settings, server.metrics)
