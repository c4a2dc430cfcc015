"""The store in PostgreSQL, for any number of servers: group commit, and one notice a commit.

A notice names the tables that were written to; whoever missed some, because the listener was cut
off, is told to look at all.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import asyncpg

from embertable.server.errors import StoreFailed
from embertable.server.migrations import MIGRATIONS
from embertable.server.store import Append, Document, Row

log = logging.getLogger("embertable.server")

CHANNEL = "embertable"
MIGRATION_LOCK = 7_051_962
MOST_TOGETHER = 200
"""Writes that share one commit; their tables' names fit into one notice."""

PATIENCE = 5.0
FIRST_PAUSE = 0.05
LONGEST_PAUSE = 1.0
ATTEMPTS = 5
LOST = (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, ConnectionError)
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
    """One connection that writes what waits, one that listens, a few that read."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.name = secrets.token_hex(4)
        self._pool: Any = None
        self._writer: Any = None
        self._waiting: asyncio.Queue[tuple[Append, asyncio.Future[bool]]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._heard: Callable[[str], None] = lambda _: None

    async def open(self) -> None:
        with told():
            self._pool = await asyncpg.create_pool(
                self.address, min_size=1, max_size=4, command_timeout=PATIENCE, timeout=PATIENCE
            )
            async with self._pool.acquire() as connection:
                await migrate(connection)
        self._tasks = [
            asyncio.ensure_future(self._write_all()),
            asyncio.ensure_future(self._listen_always()),
        ]

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

    # Documents.

    async def put(self, document: Document) -> None:
        await self._fetch(
            INSERT + "(kind, id) do update set owner = excluded.owner, body = excluded.body,"
            " changed = excluded.changed, expires = excluded.expires",
            *document,
        )

    async def put_new(self, document: Document) -> bool:
        return bool(await self._fetch(INSERT + "do nothing returning id", *document))

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
        """Rows of a statement that may be repeated: a connection of the pool may have died unseen."""
        if self._pool is None:
            raise StoreFailed("the store is closed")
        with told():
            for _ in range(ATTEMPTS):
                with contextlib.suppress(*LOST):
                    found: list[Any] = await self._pool.fetch(sql, *arguments)
                    return found
            raise TimeoutError("the database is away")

    # Other servers.

    async def notify(self, word: str) -> None:
        await self._fetch("select pg_notify($1, $2)", CHANNEL, f"{self.name} {word}")

    def listen(self, heard: Callable[[str], None]) -> None:
        self._heard = heard

    def _notified(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        sender, _, words = str(payload).partition(" ")
        if sender != self.name:
            for word in words.split():
                self._heard(word)

    async def _listen_always(self) -> None:
        """Listen; after each interruption look at everything, since notices were missed."""

        async def listen() -> None:
            connection = await asyncpg.connect(self.address, timeout=PATIENCE)
            ended = asyncio.Event()
            connection.add_termination_listener(lambda _: ended.set())
            try:
                await connection.add_listener(CHANNEL, self._notified)
                self._heard("all:")
                await ended.wait()
            finally:
                connection.terminate()

        await again_and_again(listen)

    # The writer.

    async def _write_all(self) -> None:
        while True:
            jobs = [await self._waiting.get()]
            while len(jobs) < MOST_TOGETHER and not self._waiting.empty():
                jobs.append(self._waiting.get_nowait())
            try:
                with told():
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
                    # Of two for one place in this very commit, the first was written.
                    answer.set_result(place in written)
                written.discard(place)

    async def _write_together(self, jobs: list[Append]) -> set[tuple[str, int]]:
        """One commit for all, with one notice; the places that were still free."""
        if self._writer is None or self._writer.is_closed():
            self._writer = await asyncpg.connect(
                self.address, timeout=PATIENCE, command_timeout=PATIENCE
            )
        # Not one statement that commits by itself: that would go on after its connection was given
        # up, and come through when the client was told that it is too late.
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
            if tables:
                words = " ".join(f"table:{table}" for table in tables)
                await self._writer.execute(
                    "select pg_notify($1, $2)", CHANNEL, f"{self.name} {words}"
                )
        return {(str(row["table_id"]), int(row["seq"])) for row in found}

    def _drop_writer(self) -> None:
        if self._writer is not None:
            self._writer.terminate()
            self._writer = None


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Trouble with the database as the one error that the server knows."""
    try:
        yield
    except FAULTS as error:
        raise StoreFailed(str(error) or type(error).__name__) from error


async def again_and_again(work: Callable[[], Awaitable[None]]) -> None:
    """Do something that should never end; when it does, do it again after a growing pause."""
    pause = FIRST_PAUSE
    while True:
        started = time.monotonic()
        try:
            await work()
        except FAULTS as error:
            log.warning("the database cannot be listened to: %s", error)
        if time.monotonic() - started > LONGEST_PAUSE:
            pause = FIRST_PAUSE
        await asyncio.sleep(pause)
        pause = min(LONGEST_PAUSE, pause * 2)


async def migrate(connection: Any) -> None:
    """Bring the database to the newest form, whole or not at all; one server at a time."""
    async with connection.transaction():
        await connection.execute("select pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        await connection.execute("create table if not exists form (number integer not null)")
        known = await connection.fetchval("select coalesce(max(number), 0) from form")
        if known > len(MIGRATIONS):
            raise StoreFailed(f"its form {known} is newer than this Embertable")
        for number in range(known, len(MIGRATIONS)):
            for sql in MIGRATIONS[number]:
                await connection.execute(sql.format(bytes="bytea"))
            await connection.execute("insert into form values ($1)", number + 1)
