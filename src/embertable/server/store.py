"""The storage interface: an append-only log for each table, and small documents.

An append returns only once it is safe on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from embertable.server.errors import StoreFailed, UnknownScheme

__all__ = ["Append", "Document", "Row", "Store", "StoreFailed", "open_store"]


class Row(NamedTuple):
    """One entry of a table's log."""

    seq: int
    body: bytes


class Append(NamedTuple):
    """An entry to be written at a number that must be free."""

    table: str
    seq: int
    body: bytes


class Document(NamedTuple):
    """A small object with a kind and an id, valid until `expires` (seconds since 1970; 0 for ever)."""

    kind: str
    id: str
    owner: str
    body: bytes
    changed: float
    expires: float = 0.0


class Store(Protocol):
    """Logs and documents. Every method may raise `StoreFailed`; then nothing has changed."""

    async def open(self, create: bool = True) -> None:
        """Open the store; one that does not exist is made, or refused with `NoStore`."""
        ...

    async def close(self) -> None: ...

    async def append(self, table: str, seq: int, body: bytes) -> bool:
        """Write an entry; False if the log already has one with that number."""
        ...

    async def entries(self, table: str, after: int = 0) -> list[Row]:
        """A table's entries after a number, in order."""
        ...

    async def put(self, document: Document) -> None: ...

    async def put_new(self, document: Document) -> bool:
        """Write a document unless one of that kind and id exists; whether it was written."""
        ...

    async def replace(self, old: Document, new: Document) -> bool:
        """Write a document if it still has the owner and body of the old one; whether it did."""
        ...

    async def get(self, kind: str, id: str) -> Document | None: ...

    async def find(self, kind: str, owner: str, limit: int = 100) -> list[Document]:
        """An owner's documents of a kind, the latest change first."""
        ...

    async def all_of(self, kind: str) -> list[Document]:
        """Every document of a kind, for an export."""
        ...

    async def delete(self, kind: str, id: str) -> None: ...

    async def forget_expired(self, now: float) -> None: ...

    async def tables(self) -> list[str]:
        """The tables that have a log."""
        ...

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""
        ...

    async def put_summaries(self, summaries: Sequence[Append]) -> None:
        """Write what lists show of some tables; an older description never replaces a newer one."""
        ...

    async def summaries(self, tables: Sequence[str]) -> dict[str, Row]:
        """The stored summaries of these tables."""
        ...

    async def tables_behind(self) -> list[str]:
        """The tables whose summary is missing or older than their log."""

    async def remove_table(self, table: str) -> None:
        """Delete a table's log and summary for good."""
        ...

    async def rewrite(self, table: str, rows: Sequence[Row]) -> None:
        """Write other bodies under the numbers of existing entries, all or none: a person is forgotten."""
        ...

    async def has_table(self, table: str) -> bool:
        """Whether there is a log of that name."""
        ...

    async def notify(self, word: str) -> None:
        """Send a notice to the other servers."""
        ...

    def listen(self, on_notice: Callable[[str], None]) -> None:
        """Receive the notices of other servers, such as the tables they wrote to."""
        ...


def is_shared(address: str) -> bool:
    """Whether several servers can use a store together."""
    return address.startswith(("postgresql://", "postgres://"))


def open_store(address: str) -> Store:
    """The store at an address: `postgresql://…`, or a file for SQLite."""
    if is_shared(address):
        from embertable.server.postgres import PostgresStore

        return PostgresStore(address)
    scheme, colon, _ = address.partition("://")
    if colon:
        raise UnknownScheme(f"{scheme}://")
    from embertable.server.sqlite import SqliteStore

    return SqliteStore(address)
