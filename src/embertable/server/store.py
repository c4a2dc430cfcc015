"""Where tables are kept: an append-only log for each, and small documents beside it.

`Store` is all the server knows of storage. An append is answered only once it is safe on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from embertable.server.errors import StoreFailed

__all__ = ["Append", "Document", "Row", "Store", "StoreFailed", "open_store"]


class Row(NamedTuple):
    """One entry of a table's log."""

    seq: int
    body: bytes


class Append(NamedTuple):
    """An entry to be written at a number that must still be free."""

    table: str
    seq: int
    body: bytes


class Document(NamedTuple):
    """A small thing by kind and id; it is gone after `expires` (seconds since 1970; 0 is never)."""

    kind: str
    id: str
    owner: str
    body: bytes
    changed: float
    expires: float = 0.0


class Store(Protocol):
    """A log a table, and documents. Every method may raise `StoreFailed`; then nothing changed."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def append(self, table: str, seq: int, body: bytes) -> bool:
        """Write an entry; False if another one has that number, so that the log has gone on."""
        ...

    async def entries(self, table: str, after: int = 0) -> list[Row]:
        """A table's entries in order, from the one after the number given."""
        ...

    async def put(self, document: Document) -> None: ...

    async def put_new(self, document: Document) -> bool:
        """Write a document unless there is one of that kind and id."""
        ...

    async def get(self, kind: str, id: str) -> Document | None: ...

    async def find(self, kind: str, owner: str, limit: int = 100) -> list[Document]:
        """An owner's documents of a kind, the last changed first."""
        ...

    async def all_of(self, kind: str) -> list[Document]:
        """Every document of a kind, to carry them elsewhere."""
        ...

    async def delete(self, kind: str, id: str) -> None: ...

    async def forget_expired(self, now: float) -> None: ...

    async def tables(self) -> list[str]:
        """The tables that have a log."""
        ...

    async def notify(self, word: str) -> None:
        """Tell the other servers something that is not in a log."""
        ...

    def listen(self, heard: Callable[[str], None]) -> None:
        """Hear of tables that other servers wrote to, by id, and of what they notify."""
        ...


def open_store(address: str) -> Store:
    """The store of an address: `postgresql://…`, or a file for SQLite."""
    if address.startswith(("postgresql://", "postgres://")):
        from embertable.server.postgres import PostgresStore

        return PostgresStore(address)
    from embertable.server.sqlite import SqliteStore

    return SqliteStore(address)
