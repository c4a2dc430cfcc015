"""A tarpit: whoever is refused again and again, or asks too often, waits, and so asks less often.

A refusal costs the server little, but a client that asks again at once keeps the event loop busy with
thousands of them. One that waits a quarter of a second sends four a second over each connection, and
holds nothing but that connection meanwhile.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from embertable.server.errors import TooMuch
from embertable.server.middleware import host_of, refusal
from embertable.server.shares import household

if TYPE_CHECKING:
    from embertable.server.app import Server
    from embertable.server.shares import Shares

LATE_SECONDS = 0.25
"""How long a refusal, or a request too many, waits: nobody minds it once."""

MOST_LATE_EACH = 32
"""Requests of one address that may wait; while they do, nothing else of that address is worked on."""

SHARE = 4
"""One in how many of a server's connections may wait; further requests do not, so that others find room."""

TOO_MANY_REQUESTS = 429
"""The status of a refusal that always waits; others wait once an address has had many."""

FORBIDDEN = 403
"""What a socket gets that is not accepted."""


class Tarpit:
    """The requests that wait, by address."""

    def __init__(self, shares: Shares, connections: int = 5000) -> None:
        self.shares = shares
        self.most = connections // SHARE
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        self.waiting: Counter[str] = Counter()
        self.all_waiting = 0

    def is_full(self, address: str) -> bool:
        """Whether so many requests of an address wait that nothing else of it is read."""
        return self.waiting[address] >= MOST_LATE_EACH

    def is_late(self, address: str, status: int) -> bool:
        """Whether an answer waits; counts it if it is a refusal."""
        if not 400 <= status < 500:
            return False
        return status == TOO_MANY_REQUESTS or not self.shares.may_fail(address)

    async def hold(self, address: str) -> None:
        """Wait before a refusal is sent or a request is worked on, unless too many do."""
        if self.all_waiting >= self.most or self.is_full(address):
            return
        self.waiting[address] += 1
        self.all_waiting += 1
        try:
            await self.sleep(LATE_SECONDS)
        finally:
            self.all_waiting -= 1
            self.waiting[address] -= 1
            if not self.waiting[address]:
                del self.waiting[address]


class TarpitMiddleware:
    """Sends refusals late; the first that a request meets, so that little is done for who is refused unread."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app = app
        self.server = server
        self.tarpit = server.tarpit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        address = household(host_of(scope))
        if self.tarpit.is_full(address):
            self.server.refused(TooMuch(), address)
            await turn_away(scope, receive, send)
            return
        if scope["type"] == "http" and not self.tarpit.shares.may_ask(address, scope["path"]):
            await self.tarpit.hold(address)
        await self.app(scope, receive, self.late(address, send))

    def late(self, address: str, send: Send) -> Send:
        """Send an answer, a refusal after a while."""
        is_open = False

        async def send_late(message: Message) -> None:
            nonlocal is_open
            status = 0
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "websocket.accept":
                is_open = True
            elif message["type"] == "websocket.close" and not is_open:
                status = FORBIDDEN
            if self.tarpit.is_late(address, status):
                await self.tarpit.hold(address)
            await send(message)

        return send_late


async def turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request unread, and close its connection."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    answer = refusal(TooMuch(), Headers(scope=scope))
    answer.headers["connection"] = "close"
    await answer(scope, receive, send)
