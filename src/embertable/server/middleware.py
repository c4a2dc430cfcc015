"""Checks the host, origin and size of every request, and adds security headers to every response."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from embertable.engine.catalogue import language_for
from embertable.server.errors import Banned, ForeignPage, ReadOnlyServer, ServerError, TooLarge
from embertable.server.http_types import ErrorBody
from embertable.server.protocol import encode
from embertable.server.shares import household

if TYPE_CHECKING:
    from embertable.server.app import Server

LARGEST_BODY = 4_000_000
"""The record of a long game has a few hundred kilobytes."""

SAFE = ("GET", "HEAD", "OPTIONS")

HEALTH = "/healthz"
SESSION = "/api/session"
"""People sign in and out also while nothing else may be changed."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; worker-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class SecurityMiddleware:
    """Refuses requests from other sites and oversized bodies before they are read."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app = app
        self.server = server
        self.settings = server.settings
        self.metrics = server.metrics
        self.orders = server.orders

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        problem = self.problem_with(scope, headers)
        if problem is not None:
            self.server.refused(problem, household(host_of(scope)))
            if scope["type"] == "websocket":
                # Closing a socket before it is accepted sends status 403.
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            else:
                await refusal(problem, headers)(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        self.metrics.requests.inc()
        if int_of(headers.get("content-length")) > LARGEST_BODY:
            await refusal(TooLarge(), headers)(scope, receive, send)
            return
        await self.app(scope, receive, self.with_headers(send))

    def problem_with(self, scope: Scope, headers: Headers) -> ServerError | None:
        """Why a request is not even read; None if it is."""
        if not self.is_ours(scope, headers):
            self.metrics.foreign_requests.inc()
            return ForeignPage()
        if self.orders.is_address_banned(host_of(scope)) and scope["path"] != HEALTH:
            return Banned()
        is_change = scope["type"] == "http" and scope["method"] not in SAFE
        if is_change and self.orders.has("read-only") and scope["path"] != SESSION:
            return ReadOnlyServer()
        return None

    def is_ours(self, scope: Scope, headers: Headers) -> bool:
        """Whether the host name is ours, and the request comes from a page of the same origin."""
        host = headers.get("host", "")
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        if self.settings.hosts and name not in self.settings.hosts:
            return False
        origin = headers.get("origin")
        if origin is None:
            # Browsers send an origin with every socket and every request that could change something.
            return scope["type"] == "http" and headers.get("sec-fetch-site") not in (
                "cross-site",
                "same-site",
            )
        return origin in (f"http://{host}", f"https://{host}") or (
            scope["type"] == "http" and scope["method"] in SAFE and origin == "null"
        )

    def with_headers(self, send: Send) -> Send:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if message["status"] >= 500:
                    self.metrics.server_errors.inc()
            await send(message)

        return send_with_headers


def host_of(scope: Scope) -> str:
    """The address of a client."""
    return str(scope["client"][0]) if scope.get("client") else ""


def refusal(error: ServerError, headers: Headers) -> Response:
    """An error as a response, in the reader's language."""
    text = error.render(language_in(headers))
    body = encode(ErrorBody(error=type(error).__name__, text=text))
    return Response(body, error.status, {**HEADERS}, "application/json")


def language_in(headers: Headers) -> str:
    """The first language of the reader that we have."""
    wanted = headers.get("accept-language", "").split(",")
    return language_for(tag.partition(";")[0] for tag in wanted)


def int_of(text: str | None) -> int:
    return int(text) if text and text.isdigit() else 0
