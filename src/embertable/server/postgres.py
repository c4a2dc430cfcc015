"""The store in PostgreSQL, for any number of servers: group commit, and one notice per commit.

A notice names the tables that were written to. After a lost connection a server cannot know which
notices it missed, so it checks all its tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

from embertable.engine.errors import MissingExtra
from embertable.server.errors import CannotOpenStore, NoStore, StoreFailed
from embertable.server.migrations import BEHIND, MIGRATIONS, STORE
from embertable.server.store import Append, Document, Row

try:
    import asyncpg
except ImportError as error:
    raise MissingExtra("postgres") from error

log = logging.getLogger("embertable.server")

CHANNEL = "embertable"
MIGRATION_LOCK = 7_051_962
MOST_TOGETHER = 200
"""The most writes that share one commit; the ids of their tables fit into one notice."""

LONGEST_NOTICE = 7900
"""PostgreSQL carries fewer than 8,000 bytes, the sender's name among them."""

PATIENCE = 5.0
FIRST_PAUSE = 0.05
LONGEST_PAUSE = 1.0
ATTEMPTS = 5
LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the connection is still busy with a statement that timed out
    ConnectionError,
)
FAULTS = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)
INSERT = (
    "insert into documents (kind, id, owner, body, changed, expires)"
    " values ($1, $2, $3, $4, $5, $6) on conflict "
)
SELECT = (
    "select kind, id, owner, body, changed, expires from documents"
    " where kind = $1 and (expires = 0 or expires > $2) and "
)


class PostgresStore:
    """One connection writes, one listens, and a small pool reads."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.name = secrets.token_hex(4)
        self._pool: Any = None
        self._writer: Any = None
        self._waiting: asyncio.Queue[tuple[Append, asyncio.Future[bool]]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._on_notice: Callable[[str], None] = lambda _: None

    async def open(self, create: bool = True) -> None:
        try:
            await self._connect(create)
        except (*FAULTS, ValueError) as error:
            raise CannotOpenStore(without_password(self.address), plain(error)) from error
        self._tasks = [
            asyncio.ensure_future(self._write_all()),
            asyncio.ensure_future(self._listen_always()),
        ]

    async def _connect(self, create: bool) -> None:
        self._pool = await asyncpg.create_pool(
            self.address, min_size=1, max_size=4, command_timeout=PATIENCE, timeout=PATIENCE
        )
        async with self._pool.acquire() as connection:
            place = without_password(self.address)
            if not create and await connection.fetchval("select to_regclass('form')") is None:
                raise NoStore(place)
            await migrate(connection, place)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        if self._writer is not None:
            self._writer.terminate()
            self._writer = None
        if self._pool is not None:
            self._pool.terminate()
            self._pool = None

    # The log.

    async def append(self, table: str, seq: int, body: bytes) -> bool:
        if not self._tasks:
            raise StoreFailed("the store is closed")
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((Append(table, seq, body), answer))
        return await answer

    async def entries(self, table: str, after: int = 0) -> list[Row]:
        found = await self._fetch(
            "select seq, body from entries where table_id = $1 and seq > $2 order by seq",
            table,
            after,
        )
        return [Row(row["seq"], row["body"]) for row in found]

    async def tables(self) -> list[str]:
        found = await self._fetch("select table_id from entries where seq = 1 order by 1")
        return [row["table_id"] for row in found]

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        sql = "select table_id, max(seq) from entries where table_id = any($1::text[]) group by 1"
        found = await self._fetch(sql, list(tables))
        return {row["table_id"]: row["max"] for row in found}

    async def has_table(self, table: str) -> bool:
        sql = "select 1 from entries where table_id = $1 and seq = 1"
        return bool(await self._fetch(sql, table))

    async def remove_table(self, table: str) -> None:
        await self._fetch(
            "with log as (delete from entries where table_id = $1)"
            " delete from summaries where table_id = $1",
            table,
        )

    async def rewrite(self, table: str, rows: Sequence[Row]) -> None:
        await self._fetch(
            "with log as (update entries set body = new.body"
            " from unnest($2::bigint[], $3::bytea[]) as new (seq, body)"
            " where entries.table_id = $1 and entries.seq = new.seq)"
            " delete from summaries where table_id = $1",
            table,
            [row.seq for row in rows],
            [row.body for row in rows],
        )

    # Summaries.

    async def put_summaries(self, summaries: Sequence[Append]) -> None:
        # In one order for all servers: two that write the same rows must not wait for each other.
        ordered = sorted(summaries)
        await self._fetch(
            "insert into summaries (table_id, seq, body)"
            " select * from unnest($1::text[], $2::bigint[], $3::bytea[])"
            " on conflict (table_id) do update set seq = excluded.seq, body = excluded.body"
            " where excluded.seq >= summaries.seq",
            [one.table for one in ordered],
            [one.seq for one in ordered],
            [one.body for one in ordered],
        )

    async def summaries(self, tables: Sequence[str]) -> dict[str, Row]:
        found = await self._fetch(
            "select table_id, seq, body from summaries where table_id = any($1::text[])",
            list(tables),
        )
        return {row["table_id"]: Row(row["seq"], row["body"]) for row in found}

    async def tables_behind(self) -> list[str]:
        return [row["table_id"] for row in await self._fetch(BEHIND)]

    # Documents.

    async def put(self, document: Document) -> None:
        await self._fetch(
            INSERT + "(kind, id) do update set owner = excluded.owner, body = excluded.body,"
            " changed = excluded.changed, expires = excluded.expires",
            *document,
        )

    async def put_new(self, document: Document) -> bool:
        return bool(await self._fetch(INSERT + "do nothing returning id", *document))

    async def replace(self, old: Document, new: Document) -> bool:
        done = await self._fetch(
            "update documents set owner = $1, body = $2, changed = $3, expires = $4"
            " where kind = $5 and id = $6 and owner = $7 and body = $8 returning id",
            *(*new[2:], old.kind, old.id, old.owner, old.body),
        )
        return bool(done)

    async def get(self, kind: str, id: str) -> Document | None:
        found = await self._fetch(SELECT + "id = $3", kind, time.time(), id)
        return Document(*found[0]) if found else None

    async def find(self, kind: str, owner: str, limit: int = 100) -> list[Document]:
        found = await self._fetch(
            SELECT + "owner = $3 order by changed desc limit $4", kind, time.time(), owner, limit
        )
        return [Document(*row) for row in found]

    async def all_of(self, kind: str) -> list[Document]:
        found = await self._fetch(SELECT + "true order by id", kind, 0.0)
        return [Document(*row) for row in found]

    async def delete(self, kind: str, id: str) -> None:
        await self._fetch("delete from documents where kind = $1 and id = $2", kind, id)

    async def forget_expired(self, now: float) -> None:
        await self._fetch("delete from documents where expires > 0 and expires < $1", now)

    async def _fetch(self, sql: str, *arguments: Any) -> list[Any]:
        """The rows of a repeatable statement; retried, since a pooled connection may have died unnoticed."""
        if self._pool is None:
            raise StoreFailed("the store is closed")
        with store_errors():
            for _ in range(ATTEMPTS):
                with contextlib.suppress(*LOST):
                    found: list[Any] = await self._pool.fetch(sql, *arguments)
                    return found
            raise TimeoutError("the database is away")

    # Other servers.

    async def notify(self, word: str) -> None:
        for words in notices([word]):
            await self._fetch("select pg_notify($1, $2)", CHANNEL, f"{self.name} {words}")

    def listen(self, on_notice: Callable[[str], None]) -> None:
        self._on_notice = on_notice

    def _notified(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        sender, _, words = str(payload).partition(" ")
        if sender != self.name:
            for word in words.split():
                self._on_notice(word)

    async def _listen_always(self) -> None:
        """Listen for notices; after an interruption check all tables, since some were missed."""

        async def listen() -> None:
            connection = await asyncpg.connect(self.address, timeout=PATIENCE)
            ended = asyncio.Event()
            connection.add_termination_listener(lambda _: ended.set())
            try:
                await connection.add_listener(CHANNEL, self._notified)
                self._on_notice("all:")
                await ended.wait()
            finally:
                connection.terminate()

        await retry_forever(listen)

    # The writer.

    async def _write_all(self) -> None:
        while True:
            jobs = [await self._waiting.get()]
            while len(jobs) < MOST_TOGETHER and not self._waiting.empty():
                jobs.append(self._waiting.get_nowait())
            try:
                with store_errors():
                    written = await self._write_together([job for job, _ in jobs])
            except StoreFailed as problem:
                self._drop_writer()
                for _, answer in jobs:
                    if not answer.done():
                        answer.set_exception(problem)
                continue
            for job, answer in jobs:
                place = (job.table, job.seq)
                if not answer.done():
                    # Of two entries for one number in the same commit, the first was written.
                    answer.set_result(place in written)
                written.discard(place)

    async def _write_together(self, jobs: list[Append]) -> set[tuple[str, int]]:
        """One commit and one notice for all; the numbers that were free."""
        if self._writer is None or self._writer.is_closed():
            self._writer = await asyncpg.connect(
                self.address, timeout=PATIENCE, command_timeout=PATIENCE
            )
        # Not one statement with autocommit: it could still commit after its connection was given up
        # and the client was told that the write failed.
        async with self._writer.transaction():
            found = await self._writer.fetch(
                "insert into entries (table_id, seq, body)"
                " select * from unnest($1::text[], $2::bigint[], $3::bytea[])"
                " on conflict do nothing returning table_id, seq",
                [job.table for job in jobs],
                [job.seq for job in jobs],
                [job.body for job in jobs],
            )
            tables = sorted({str(row["table_id"]) for row in found})
            for words in notices([f"table:{table}" for table in tables]):
                await self._writer.execute(
                    "select pg_notify($1, $2)", CHANNEL, f"{self.name} {words}"
                )
        return {(str(row["table_id"]), int(row["seq"])) for row in found}

    def _drop_writer(self) -> None:
        if self._writer is not None:
            self._writer.terminate()
            self._writer = None


def notices(words: list[str]) -> list[str]:
    """Words in as few notices as PostgreSQL carries; one that is too long makes others check all tables."""
    found: list[str] = []
    for word in words:
        fits = word if len(word.encode()) < LONGEST_NOTICE else "all:"
        if found and len(found[-1].encode()) + len(fits.encode()) < LONGEST_NOTICE:
            found[-1] += f" {fits}"
        else:
            found.append(fits)
    return found


@contextlib.contextmanager
def store_errors() -> Iterator[None]:
    """Raise errors of the database as `StoreFailed`."""
    try:
        yield
    except FAULTS as error:
        raise StoreFailed(plain(error)) from error


def plain(error: Exception) -> str:
    """What a database or the network says, without error numbers."""
    return re.sub(r"\[Errno -?\d+\] ", "", str(error)).rstrip(".") or type(error).__name__


def without_password(address: str) -> str:
    return re.sub(r"(://[^:@/]*):.*@", r"\1@", address)


async def retry_forever(work: Callable[[], Awaitable[None]]) -> None:
    """Repeat work that should never end, with back-off."""
    pause = FIRST_PAUSE
    while True:
        started = time.monotonic()
        try:
            await work()
        except FAULTS as error:
            log.warning("cannot listen to the database: %s", error)
        if time.monotonic() - started > LONGEST_PAUSE:
            pause = FIRST_PAUSE
        await asyncio.sleep(pause)
        pause = min(LONGEST_PAUSE, pause * 2)


async def migrate(connection: Any, place: str) -> None:
    """Apply the missing migrations in one transaction, one server at a time."""
    async with connection.transaction():
        await connection.execute("select pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        await connection.execute("create table if not exists form (number integer not null)")
        known = await connection.fetchval("select coalesce(max(number), 0) from form")
        STORE.check(known, place)
        for number in range(known, len(MIGRATIONS)):
            for sql in MIGRATIONS[number]:
                await connection.execute(sql.format(bytes="bytea"))
            await connection.execute("insert into form values ($1)", number + 1)
