"""Upkeep without walking over everything: what is due, who is connected, and what other servers are told."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from embertable.server.bot_driver import may_have_bots

if TYPE_CHECKING:
    from embertable.server.room import Room
    from embertable.server.socket import Connection

LARGEST_NOTICE = 7000
"""Characters of a notice; PostgreSQL takes 8,000 bytes."""


class Alarms:
    """Names that are due at some time, the earliest first; each has one alarm."""

    def __init__(self) -> None:
        self._times: list[tuple[float, str]] = []
        self._names: set[str] = set()

    def __len__(self) -> int:
        return len(self._times)

    def set(self, name: str, at: float) -> None:
        """Set an alarm, unless the name has one: whoever is told too early sets another."""
        if name not in self._names:
            self._names.add(name)
            heapq.heappush(self._times, (at, name))

    def due(self, now: float) -> list[str]:
        """The names whose time has come; they have no alarm any more."""
        found: list[str] = []
        while self._times and self._times[0][0] <= now:
            found.append(heapq.heappop(self._times)[1])
        self._names.difference_update(found)
        return found


class OpenSockets:
    """How many sockets each person and each address has, without counting them again."""

    def __init__(self) -> None:
        self.by_person: Counter[str] = Counter()
        self.by_address: Counter[str] = Counter()
        self.nameless: Counter[str] = Counter()

    def add(self, one: Connection, change: int = 1) -> None:
        self._count(self.by_address, one.address, change)
        if one.person is None:
            self._count(self.nameless, one.address, change)
        else:
            self._count(self.by_person, one.person.id, change)

    def remove(self, one: Connection) -> None:
        self.add(one, -1)

    def _count(self, counter: Counter[str], name: str, change: int) -> None:
        counter[name] += change
        if not counter[name]:
            del counter[name]


def needs_a_look(room: Room) -> bool:
    """Whether time alone may change something at a table: a clock, a bot, a countdown, a failed read."""
    live = room.live
    if room.is_behind or live.penalties.due or live.countdown.left is not None:
        return True
    if not room.watchers:
        return False
    return may_have_bots(live)


def presence(here: Mapping[str, Iterable[str]]) -> list[str]:
    """Notices that tell other servers who is connected, many tables in each."""
    notices: list[str] = []
    told = ""
    for table, people in here.items():
        for person in people:
            word = f"{table}:{person}"
            if told and len(told) + len(word) >= LARGEST_NOTICE:
                notices.append(f"here:{told}")
                told = ""
            if told.rpartition(";")[2].startswith(f"{table}:"):
                told += f",{person}"
            else:
                told += f";{word}" if told else word
    return [*notices, f"here:{told}"] if told else notices


def told_presence(rest: str) -> dict[str, list[str]]:
    """Who is connected elsewhere, by table, from such a notice."""
    tables = (one.partition(":") for one in rest.split(";"))
    return {table: people.split(",") for table, _, people in tables}
