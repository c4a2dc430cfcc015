"""What one person and one address may use: tables, names, chat, changes of seats, and sockets."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

from embertable.server.errors import TooMuch
from embertable.server.limits import Allowances

LISTED_SHARE = 3
"""One in how many of a person's tables may be listed."""

HOUSEHOLD = 3
"""How many people at one address may each use all that a person may."""

LISTED_SECONDS = 20.0
"""How long until a person may list one more table, at thirty tables a minute."""

STORED_PER_SECOND = 10_000
STORED_AT_ONCE = 40_000_000
"""Bytes of packs, records and campaigns that the server keeps for one address."""

LONGEST_DEBT = 5.0
"""A message waits for at most so many seconds because of others from the same address."""

REPLAYED = 250
"""Decisions of a game to continue that cost as much as a new table; at most half of an allowance."""


class Shares:
    """Allowances by person and by address; a server without names has strangers behind both."""

    def __init__(self, per_minute: float = 30.0) -> None:
        rate = per_minute / 60
        self._tables = Allowances(rate, per_minute)
        self._tables_from = Allowances(rate * HOUSEHOLD, per_minute * HOUSEHOLD)
        listed = rate * 2 / LISTED_SECONDS
        self._listed = Allowances(listed, per_minute / LISTED_SHARE)
        self._listed_from = Allowances(listed * HOUSEHOLD, per_minute / LISTED_SHARE * 2)
        self._names = Allowances(rate, per_minute * 2)
        # A person writes, points and sits down about this often, at however many tables.
        self._chat = Allowances(per_minute / 60, per_minute / 2)
        self._chat_from = Allowances(per_minute / 60 * HOUSEHOLD, per_minute / 2 * HOUSEHOLD)
        self._changes = Allowances(per_minute / 30, per_minute * 2)
        self._changes_from = Allowances(per_minute / 30 * HOUSEHOLD, per_minute * 2 * HOUSEHOLD)
        self._messages_from = Allowances(per_minute * 10, per_minute * 50)
        self._stored_from = Allowances(STORED_PER_SECOND, STORED_AT_ONCE)
        self._messages = Allowances(per_minute * 2, per_minute * 8)
        self._lookups = Allowances(per_minute / 6, per_minute * 4)
        self._requests = Allowances(per_minute * 2 / 3, per_minute * 20)
        self._sockets = Allowances(per_minute / 6, per_minute * 16)
        self._failures = Allowances(per_minute / 60, per_minute)
        # Bots among themselves would decide as fast as they can, and nobody follows that.
        self._bots = Allowances(per_minute * 2 / 3, per_minute * 4)
        self._bots_from = Allowances(per_minute * 2 / 3 * HOUSEHOLD, per_minute * 4 * HOUSEHOLD)

    def take_table(
        self, person: str, address: str, listed: bool = False, replayed: int = 0
    ) -> None:
        """A new table, or work that counts like one; a long game to replay counts as several.

        Raises:
            TooMuch: this person, or everybody at their address, has used up what they may.

        """
        if listed:
            take(self._listed, person)
            take(self._listed_from, address)
        cost = min(1 + replayed // REPLAYED, self._tables.at_once / 2)
        take(self._tables, person, cost)
        take(self._tables_from, address, cost)

    def take_name(self, address: str) -> None:
        take(self._names, address)

    def take_chat(self, person: str, address: str) -> None:
        """A line of the chat, which is stored for good."""
        take(self._chat, person)
        take(self._chat_from, address)

    def take_change(self, person: str, address: str) -> None:
        """A change of a seat or a campaign, which is stored for good."""
        take(self._changes, person)
        take(self._changes_from, address)

    def take_room(self, address: str, size: int) -> None:
        """Room on the disk for what somebody brings along, which is kept for good."""
        take(self._stored_from, address, size)

    def take_lookup(self, address: str) -> None:
        """The names of a thousand things."""
        take(self._lookups, address)

    def may_ask(self, address: str, path: str) -> bool:
        """Whether one more request of an address is answered without making it wait; files count little."""
        return self._requests.take(address, 1.0 if path.startswith("/api/") else 0.1)

    def may_connect(self, address: str) -> bool:
        """Whether an address may open one more socket without waiting: each is shown a whole position."""
        return self._sockets.take(address)

    def may_fail(self, address: str) -> bool:
        """Whether one more request of an address may be refused without making it wait."""
        return self._failures.take(address)

    def may_bot_decide(self, host: str, addresses: Iterable[str] = ()) -> bool:
        """Whether a bot may decide once more at one of the tables of a person, for somebody who watches."""
        mine = self._bots.take(host)
        return mine and any(self._bots_from.take(one) for one in sorted(addresses) or ("",))

    def may_send(self, person: str, cost: float) -> bool:
        """Whether a person may send one more message, over all their sockets."""
        return self._messages.take(person, cost)

    def debt(self, address: str, cost: float) -> float:
        """Seconds until one more message of an address is read: all its sockets together have a share."""
        return min(self._messages_from.owe(address, cost), LONGEST_DEBT)


def take(allowances: Allowances, name: str, cost: float = 1.0) -> None:
    if not allowances.take(name, cost):
        raise TooMuch


@lru_cache(maxsize=10_000)
def household(host: str) -> str:
    """The address that limits count by: one IPv4 address, or the /64 that an IPv6 subscriber has."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
