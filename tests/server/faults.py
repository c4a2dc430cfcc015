"""Stores that fail on purpose: at a point of a write, or by a bug that tests must find."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from embertable.server.errors import StoreFailed
from embertable.server.store import Store


class Wrapped:
    """A store that forwards everything."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


class AckBeforeCommit(Wrapped):
    """The bug of write-behind stores: acknowledges first, writes later."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.later: set[asyncio.Task[Any]] = set()

    async def append(self, table: str, seq: int, body: bytes) -> bool:
        if seq <= 2:  # Without the table, and who joined it, there would be nobody to find it out.
            return await self.store.append(table, seq, body)
        self.later.add(asyncio.ensure_future(self.write(table, seq, body)))
        return True

    async def write(self, table: str, seq: int, body: bytes) -> None:
        await asyncio.sleep(0.1)
        await self.store.append(table, seq, body)


class LastWins(Wrapped):
    """The bug of a log without a unique key: the last write wins."""

    async def append(self, table: str, seq: int, body: bytes) -> bool:
        if not await self.store.append(table, seq, body):
            sql = "update entries set body = $3 where table_id = $1 and seq = $2"
            await self._fetch(sql, table, seq, body)
        return True


class FailingOnce(Wrapped):
    """Fails at one append: before the write, or after it, so that only the answer is lost.

    With "never" it reports success and writes nothing, which no store may do.
    """

    def __init__(self, store: Store, when: str) -> None:
        super().__init__(store)
        self.when = when
        self.armed = False

    async def append(self, table: str, seq: int, body: bytes) -> bool:
        if not self.armed:
            return await self.store.append(table, seq, body)
        self.armed = False
        if self.when == "never":
            return True
        if self.when == "after":
            await self.store.append(table, seq, body)
        raise StoreFailed("a fault on purpose")


class WritingLate(Wrapped):
    """Reports one append as failed, and writes it just before the next one."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.armed = False
        self.late: tuple[str, int, bytes] | None = None

    async def append(self, table: str, seq: int, body: bytes) -> bool:
        if self.armed:
            self.armed = False
            self.late = (table, seq, body)
            raise StoreFailed("a fault on purpose")
        if self.late is not None:
            late, self.late = self.late, None
            await self.store.append(*late)
        return await self.store.append(table, seq, body)


FAULTS: dict[str, Callable[[Store], Any]] = {
    "none": lambda store: store,
    "ack-before-commit": AckBeforeCommit,
    "last-wins": LastWins,
}
