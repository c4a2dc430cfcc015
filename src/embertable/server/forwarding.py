"""Forwards the connections of a table to the server where it lives, byte by byte.

The head of a request names its table. If the table lives in another server, the bytes go there over
a connection of its own, behind one line with a token and the client's address; from then on nothing
is read here any more, so a forwarded socket costs little. That server checks everything as for its
own connections, and never forwards again. If it cannot be reached, the table is served here.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import re
import time
from typing import cast
from weakref import WeakKeyDictionary

from embertable.server.errors import StoreFailed
from embertable.server.frames import QuietSocket
from embertable.server.gate import Gate, GatedProtocol
from embertable.server.leases import Leases, Peer

TABLE = re.compile(rb"[A-Z]+ /api/tables/([A-Za-z0-9_-]{1,64})[/? ]")
UPGRADE = re.compile(rb"\r\nupgrade:", re.IGNORECASE)
LARGEST_HEAD = 16 * 1024
LONGEST_LINE = 200
"""Of a forwarded connection's first line."""

CONNECT_SECONDS = 2.0

CLIENTS: WeakKeyDictionary[asyncio.BaseTransport, tuple[str, int]] = WeakKeyDictionary()
"""The clients behind forwarded connections."""


class Tunnel(asyncio.Protocol):
    """The far end of a forwarded connection."""

    transport: asyncio.Transport

    def __init__(self, near: asyncio.Transport, leases: Leases) -> None:
        self.near = near
        self.leases = leases

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.leases.forwarded.add(self)

    def data_received(self, data: bytes) -> None:
        self.near.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.leases.forwarded.discard(self)
        self.near.close()

    # A side that does not read keeps the other from sending.

    def pause_writing(self) -> None:
        self.near.pause_reading()

    def resume_writing(self) -> None:
        self.near.resume_reading()


class ForwardingProtocol(GatedProtocol):
    """HTTP behind a gate, with the tables of other servers forwarded to them."""

    leases: Leases
    is_from_peer = False
    is_introduced = False
    _held = b""
    """What has arrived and nobody has read yet."""
    _asking: asyncio.Task[None] | None = None
    _tunnel: Tunnel | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        name = transport.get_extra_info("sockname")
        self.is_from_peer = bool(name) and name[1] == self.leases.port
        super().connection_made(transport)

    def home(self) -> str:
        # Peers bring the connections of many; each counts by its client once that is known.
        if self.is_from_peer and not self.is_introduced:
            return f"peer {self.client}"
        return super().home()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._asking is not None:
            self._asking.cancel()
        if self._tunnel is not None:
            self._tunnel.transport.close()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        if self._tunnel is not None:
            self._tunnel.transport.pause_reading()
        else:
            super().pause_writing()

    def resume_writing(self) -> None:
        if self._tunnel is not None:
            self._tunnel.transport.resume_reading()
        else:
            super().resume_writing()

    def data_received(self, data: bytes) -> None:
        if self._tunnel is not None:
            self._tunnel.transport.write(data)
        elif self._asking is not None:
            self._held += data
        elif self.is_introduced or not self.is_idle() or self.conn.trailing_data[0]:
            super().data_received(data)
        else:
            self._held += data
            if self.is_from_peer:
                self._read_introduction()
            else:
                self._read_head()

    def _read_head(self) -> None:
        """Read as much as it takes to know the table, and then where it lives."""
        line, end, _ = self._held.partition(b"\n")
        table = TABLE.match(line)
        is_whole = b"\r\n\r\n" in self._held
        if len(self._held) < LARGEST_HEAD and (not end or (table and not is_whole)):
            return
        if table and is_whole:
            self._unset_keepalive_if_required()
            self.since = time.monotonic()
            self.transport.pause_reading()
            self._asking = self.loop.create_task(self._route(table[1].decode()))
        else:
            self._serve_here()

    async def _route(self, table: str) -> None:
        peer = None
        with contextlib.suppress(StoreFailed):
            peer = await self.leases.elsewhere(table)
        tunnel = await self._connect(peer) if peer is not None else None
        if peer is not None and tunnel is None:
            self.leases.doubt(table)
        self._asking = None
        if tunnel is None:
            self.transport.resume_reading()
            self._serve_here()
            return
        # It is no idle connection any more; the other server watches how fast it is.
        self.gate.let_out(self)
        self._tunnel = tunnel
        tunnel.transport.write(self._introduction() + one_request(self._held))
        self._held = b""
        self.transport.resume_reading()

    async def _connect(self, peer: Peer) -> Tunnel | None:
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                _, tunnel = await self.loop.create_connection(
                    lambda: Tunnel(self.transport, self.leases), peer.host, peer.port
                )
                return tunnel
        except (OSError, TimeoutError):
            return None

    def _serve_here(self) -> None:
        held, self._held = self._held, b""
        super().data_received(held)

    # The first line of a forwarded connection.

    def _introduction(self) -> bytes:
        host, port = self.client or ("", 0)
        return b"%s %s %d\n" % (self.leases.token, host.encode(), port)

    def _read_introduction(self) -> None:
        line, end, rest = self._held.partition(b"\n")
        if not end and len(line) < LONGEST_LINE:
            return
        words = line.split(b" ")
        if not end or len(words) != 3 or not hmac.compare_digest(words[0], self.leases.token):
            self.gate.drop(self)
            return
        self.is_introduced = True
        self.client = (words[1].decode(), int(words[2]))
        CLIENTS[self.transport] = self.client
        self.gate.let_out(self)
        self.household = self.home()
        self.gate.admit(self)
        self._held = b""
        if rest:
            super().data_received(rest)


class ForwardedSocket(QuietSocket):
    """A socket that knows the client behind a forwarded connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.client = CLIENTS.get(transport, self.client)


def one_request(head: bytes) -> bytes:
    """A request after which the connection ends, unless it becomes a socket: the next may be about another table."""
    if UPGRADE.search(head.partition(b"\r\n\r\n")[0]):
        return head
    line, end, rest = head.partition(b"\r\n")
    return line + end + b"connection: close\r\n" + rest


def forwarding(gate: Gate, leases: Leases) -> type[ForwardingProtocol]:
    """The protocol of a server's connections that has peers."""
    return type("ForwardingHere", (ForwardingProtocol,), {"gate": gate, "leases": leases})
