"""What the operator has ordered: bans, mutes, closed tables, read-only mode and draining.

`embertable admin` writes each order as a document and then raises a number; every server compares
that number twice a second, and follows what has changed.
"""

from __future__ import annotations

import ipaddress
import secrets
import time
from typing import Literal

import msgspec
from msgspec import Struct

from embertable.server.errors import (
    Banned,
    ClosedTable,
    NoSuchTable,
    QuarantinedTable,
    ReadOnlyServer,
    ServerDraining,
    ServerError,
)
from embertable.server.store import Document, Store

ORDER = "order"
CHANGED = "orders-changed"
"""The kind of document whose body changes with every order."""

What = Literal[
    "ban", "ban-address", "mute", "close", "quarantine", "delete", "read-only", "drain", "reread"
]
REREAD_SECONDS = 3600.0

SERVER = "server"
"""The target of orders that concern everybody."""


class Order(Struct, kw_only=True, omit_defaults=True):
    """Why something was ordered, when and by whom."""

    at: float
    by: str
    reason: str = ""
    token: str = ""
    """Tells one order to read a table again from the next."""


class Orders:
    """The orders in force, as one server knows them."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Order] = {}
        self._version = b""
        self._networks: list[ipaddress.IPv4Network | ipaddress.IPv6Network] = []

    async def refresh(self, store: Store) -> dict[tuple[str, str], Order] | None:
        """Read what has changed: the orders that are new or renewed, or None if nothing has."""
        changed = await store.get(CHANGED, SERVER)
        version = changed.body if changed else b""
        if version == self._version:
            return None
        known: dict[tuple[str, str], Order] = {}
        for document in await store.all_of(ORDER):
            what, _, target = document.id.partition(":")
            known[what, target] = msgspec.json.decode(document.body, type=Order)
        before, self._known = self._known, known
        self._networks = [
            ipaddress.ip_network(target, strict=False)
            for what, target in known
            if what == "ban-address"
        ]
        self._version = version
        return {name: one for name, one in known.items() if before.get(name) != one}

    def has(self, what: What, target: str = SERVER) -> bool:
        return (what, target) in self._known

    def is_address_banned(self, host: str) -> bool:
        if not self._networks:
            return False
        try:
            address = ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            return False
        return any(address in network for network in self._networks)

    # What servers ask before they do something.

    def check_person(self, person: str) -> None:
        if self.has("ban", person):
            raise Banned

    def check_table(self, table: str) -> None:
        """Whether a table may be opened at all."""
        if self.has("delete", table):
            raise NoSuchTable
        if self.has("quarantine", table):
            raise QuarantinedTable

    def problem_with_change(self, table: str) -> ServerError | None:
        """Why nothing may be decided or said at a table now."""
        if self.has("read-only"):
            return ReadOnlyServer()
        if self.has("close", table) or self.has("quarantine", table) or self.has("delete", table):
            return ClosedTable()
        return None

    def check_new_table(self) -> None:
        if self.has("read-only"):
            raise ReadOnlyServer
        if self.has("drain"):
            raise ServerDraining

    def is_hidden(self, table: str) -> bool:
        """Whether lists leave a table out."""
        return self.has("delete", table) or self.has("quarantine", table)


async def give(store: Store, what: What, target: str, order: Order) -> None:
    """Order something; servers follow within a second."""
    body = msgspec.json.encode(order)
    expires = order.at + REREAD_SECONDS if what == "reread" else 0.0
    await store.put(Document(ORDER, f"{what}:{target}", target, body, order.at, expires))
    await announce(store)


async def withdraw(store: Store, what: What, target: str) -> None:
    await store.delete(ORDER, f"{what}:{target}")
    await announce(store)


async def announce(store: Store) -> None:
    await store.put(Document(CHANGED, SERVER, "", secrets.token_bytes(8), time.time()))
    await store.notify("orders:")
