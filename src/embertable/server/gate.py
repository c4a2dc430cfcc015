"""The gate: how many connections an address and all of them may have, and how slowly they may speak.

A connection that sends nothing, or half a request, or does not read its answer, holds a descriptor and
no more. When there are too many, the oldest of these make room; those with a request in work stay.
"""

from __future__ import annotations

import contextlib
import ipaddress
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from embertable.server.shares import household
from embertable.server.tarpit import LATE_SECONDS, Tarpit

try:
    import resource
except ImportError:  # Windows has no such limits.
    resource = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from asyncio import Transport

HEAD_SECONDS = 15.0
"""How long a connection may take to send the head of a request."""

BODY_SECONDS = 60.0
"""How long the body of a request may take; the largest takes this at 70 kB a second."""

STALLED_SECONDS = 30.0
"""How long a client may leave its answer unread."""

MOST_IDLE = 64
"""Connections without a request in work that one address may have."""

MOST = 5000
"""Connections of all addresses, if the system allows as many descriptors."""

TURNED_AWAY = b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
"""What a client gets whose address has more requests waiting than it may."""

LARGEST_HEAD = 65536
"""Bytes that the head of a request may have."""

RESERVED = 128
"""Descriptors for the store, the workers and files."""


class IdleConnections:
    """The connections without a request in work, by address; every question takes constant time."""

    def __init__(self) -> None:
        self._of: dict[str, dict[GatedProtocol, None]] = {}
        """Those of each address, the longest idle first."""
        self._having: dict[int, dict[str, None]] = {}
        """The addresses that have so many."""
        self._most = 0

    def add(self, one: GatedProtocol) -> None:
        mine = self._of.setdefault(one.household, {})
        if one not in mine:
            mine[one] = None
            self._count(one.household, len(mine) - 1, len(mine))

    def discard(self, one: GatedProtocol) -> None:
        mine = self._of.get(one.household, {})
        if one in mine:
            del mine[one]
            self._count(one.household, len(mine) + 1, len(mine))
            if not mine:
                del self._of[one.household]

    def _count(self, address: str, before: int, after: int) -> None:
        if before:
            having = self._having[before]
            del having[address]
            if not having:
                del self._having[before]
        if after:
            self._having.setdefault(after, {})[address] = None
        if after > self._most or self._most not in self._having:
            self._most = after

    def number(self, address: str) -> int:
        return len(self._of.get(address, ()))

    def oldest(self, address: str) -> GatedProtocol:
        return next(iter(self._of[address]))

    def least_needed(self) -> GatedProtocol | None:
        """The longest idle connection of the address that has most of them."""
        return self.oldest(next(iter(self._having[self._most]))) if self._most else None


class Gate:
    """All connections of one server that speak HTTP; sockets leave it with their upgrade."""

    def __init__(self, most: int = 0, proxies: Sequence[str] = ()) -> None:
        self.most = most or most_connections()
        self.proxies = [ipaddress.ip_network(one, strict=False) for one in proxies]
        self.inside: dict[GatedProtocol, None] = {}
        self.idle = IdleConnections()
        self.sockets: set[Any] = set()
        """The connections that uvicorn knows, among them those that became sockets."""
        self.refused = 0
        self.tarpit: Tarpit | None = None

    def admit(self, new: GatedProtocol) -> None:
        """Let a connection in; if there are too many, idle ones go, the oldest first."""
        self.inside[new] = None
        self.idle.add(new)
        if self.idle.number(new.household) > MOST_IDLE and not self.is_proxy(new):
            self.drop(self.idle.oldest(new.household))
        if len(self.sockets) > self.most:
            self.drop(self.idle.least_needed() or new)

    def is_proxy(self, one: GatedProtocol) -> bool:
        """Whether a connection carries the requests of many people."""
        if not self.proxies or one.client is None:
            return False
        address = ipaddress.ip_address(one.client[0].partition("%")[0])
        return any(address in network for network in self.proxies)

    def let_out(self, one: GatedProtocol) -> None:
        """A connection has ended, or became a socket."""
        self.inside.pop(one, None)
        self.idle.discard(one)

    def drop(self, one: GatedProtocol) -> None:
        self.refused += 1
        self.let_out(one)
        one.transport.abort()

    def turns_away(self, one: GatedProtocol) -> bool:
        """Whether a connection is left unread and then closed, since too much of its address waits."""
        if self.tarpit is None or not self.tarpit.is_full(one.household) or not one.is_idle():
            return False
        one.transport.pause_reading()
        one.loop.call_later(LATE_SECONDS, self.turn_away, one)
        return True

    def turn_away(self, one: GatedProtocol) -> None:
        if not one.transport.is_closing():
            self.refused += 1
            one.transport.write(TURNED_AWAY)
            one.transport.close()

    def sweep(self) -> None:
        """Drop whoever takes too long; called every beat, since a timer for each would be too slow."""
        now = time.monotonic()
        for one in [one for one in self.inside if one.is_too_slow(now)]:
            self.drop(one)


class SizedRequests(h11.Connection):
    """HTTP whose bodies say how long they are: one in chunks of a byte each is four million events."""

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request) and any(
            name == b"transfer-encoding" for name, _ in event.headers
        ):
            raise h11.RemoteProtocolError("a body without content-length", 411)
        return event


class GatedProtocol(H11Protocol):
    """HTTP behind a gate."""

    gate: Gate
    household = ""
    since = 0.0
    """When this connection began to wait for a request, or a request for its body."""
    unread = 0
    unread_since = 0.0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.conn = SizedRequests(h11.SERVER, LARGEST_HEAD)
        self.since = time.monotonic()
        self.household = self.home()
        self.gate.sockets = self.connections
        self.gate.admit(self)

    def home(self) -> str:
        """Whom this connection counts for."""
        return household(self.client[0]) if self.client else ""

    def connection_lost(self, exc: Exception | None) -> None:
        self.gate.let_out(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.gate.let_out(self)
        super().handle_websocket_upgrade(event)

    def data_received(self, data: bytes) -> None:
        if self.gate.turns_away(self):
            return
        was_idle = self.is_idle()
        super().data_received(data)
        if was_idle and not self.is_idle():
            self.since = time.monotonic()
            self.gate.idle.discard(self)

    def on_response_complete(self) -> None:
        self.since = time.monotonic()
        super().on_response_complete()
        if self in self.gate.inside and self.is_idle():
            self.gate.idle.add(self)

    def is_idle(self) -> bool:
        """Whether no request has arrived whole, or none is in work."""
        return self.conn.our_state is h11.IDLE and self.conn.their_state is h11.IDLE

    def is_too_slow(self, now: float) -> bool:
        if self.is_idle():
            return now - self.since > HEAD_SECONDS
        if self.conn.their_state is h11.SEND_BODY:
            return now - self.since > BODY_SECONDS
        unread = self.transport.get_write_buffer_size()
        if not unread or unread != self.unread:
            self.unread, self.unread_since = unread, now
        return bool(unread) and now - self.unread_since > STALLED_SECONDS


def gated(gate: Gate) -> type[GatedProtocol]:
    """The protocol of a server's connections."""
    return type("GatedHere", (GatedProtocol,), {"gate": gate})


def most_connections() -> int:
    """How many connections the system's limit of descriptors leaves room for; raises it if it may."""
    if resource is None:
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + RESERVED
    if soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, limit), hard))
            soft = max(soft, limit)
    return max(min(MOST, soft - RESERVED), 1)
