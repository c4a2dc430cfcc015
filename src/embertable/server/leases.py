"""Leases: which of several servers a table lives in, so that its people share one process.

A server is known by a document that it renews, with the address where its peers reach it. A table's
lease names a server and is as good as that server's document. Leases are taken with `put_new` and
`replace`, so the database decides between two servers that want the same table. A lease saves work
and nothing more: whoever holds none, or an old one, may serve a table all the same, since the log
takes each number once.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from typing import NamedTuple

from embertable.server.errors import StoreFailed
from embertable.server.store import Document, Store

PEER, LEASE = "peer", "lease"
"""The kinds of documents: a server that is up, and a table that lives in one."""

PEER_SECONDS = 6.0
"""A server that has not renewed its document for so long has lost its tables."""

LEASE_SECONDS = 30 * 86400.0
"""How long a lease that nobody takes over stays in the store."""

KNOWN_SECONDS = 2.0
"""How long the answer of the database is believed."""

MOST_KNOWN = 20_000
MOST_DOUBTED = 20
"""Tables whose lease is looked at again in one beat."""


class Peer(NamedTuple):
    """Another server, and where it takes the connections that its peers forward."""

    name: str
    host: str
    port: int


class Known(NamedTuple):
    peer: Peer | None
    until: float


class Leases:
    """The leases as one server knows them; `siblings` names those that share its loopback address."""

    def __init__(self, store: Store, siblings: str = "") -> None:
        self.store = store
        self.siblings = siblings
        self.name = secrets.token_hex(8)
        self.host = ""
        self.port = 0
        self.token = b""
        """What a forwarded connection begins with; only those who read the store know it."""
        self.forwarded: set[object] = set()
        """The connections that are forwarded to other servers now."""
        self._known: dict[str, Known] = {}
        self._doubted: dict[str, None] = {}
        self._is_closed = False

    async def open(self) -> None:
        fresh = Document("secret", PEER, "", secrets.token_bytes(32), time.time())
        await self.store.put_new(fresh)
        secret = await self.store.get("secret", PEER)
        assert secret is not None
        self.token = secret.body.hex().encode()
        await self.renew()

    async def close(self) -> None:
        """Give up all tables at once, for good."""
        self._is_closed = True
        with contextlib.suppress(StoreFailed):
            await self.store.delete(PEER, self.name)

    async def renew(self) -> None:
        if self._is_closed:
            return
        now = time.time()
        place = f"{self.host} {self.port}".encode()
        await self.store.put(
            Document(PEER, self.name, self.siblings, place, now, now + PEER_SECONDS)
        )

    async def elsewhere(self, table: str) -> Peer | None:
        """The other server where a table lives; None if it lives here, from now on if it had none."""
        known = self._known.get(table)
        now = time.monotonic()
        if known is not None and now < known.until:
            return known.peer
        peer = await self._ask(table)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[table] = Known(peer, now + KNOWN_SECONDS)
        return peer

    async def _ask(self, table: str) -> Peer | None:
        for _ in range(2):
            lease = await self.store.get(LEASE, table)
            if lease is not None:
                if lease.owner == self.name:
                    return None
                holder = await self.store.get(PEER, lease.owner)
                if holder is not None:
                    return self._peer(holder)
            elif not await self.store.has_table(table):
                return None
            if await self._take(table, lease):
                return None
        return None

    async def _take(self, table: str, old: Document | None) -> bool:
        now = time.time()
        mine = Document(LEASE, table, self.name, b"", now, now + LEASE_SECONDS)
        if old is None:
            return await self.store.put_new(mine)
        return await self.store.replace(old, mine)

    def _peer(self, holder: Document) -> Peer | None:
        """A server that can be reached from here: a sibling, or one with an address for all."""
        if holder.owner not in ("", self.siblings):
            return None
        host, _, port = holder.body.decode().rpartition(" ")
        return Peer(holder.id, host, int(port))

    def doubt(self, table: str) -> None:
        """The table's server did not answer: serve it here, and take its lease once it has ended."""
        self._known.pop(table, None)
        self._doubted[table] = None

    async def settle(self) -> None:
        """Ask again about the tables that are served here although their lease is elsewhere."""
        for table in list(self._doubted)[:MOST_DOUBTED]:
            del self._doubted[table]
            self._known.pop(table, None)
            try:
                peer = await self.elsewhere(table)
            except StoreFailed:
                self.doubt(table)
                raise
            if peer is not None:
                self.doubt(table)
