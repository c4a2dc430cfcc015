"""The store in one SQLite file: a writer thread with group commit, and a reader thread.

With a write-ahead log and `synchronous=FULL`, an acknowledged write has been synced to disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from embertable.engine.catalogue import Message
from embertable.engine.near import did_you_mean
from embertable.server.errors import CannotOpenStore, ForeignStore, NoStore, StoreFailed
from embertable.server.migrations import BEHIND, MIGRATIONS, STORE
from embertable.server.store import Append, Document, Row

T = TypeVar("T")
Write = Callable[[sqlite3.Connection], Any]

SQLITE = b"SQLite format 3\0"
"""What every SQLite file begins with."""

MOST_TOGETHER = 500
"""The most writes that share one commit."""

WAIT_FOR_LOCK = 5.0
"""Seconds to wait for another process that locks the file, such as a backup."""


class Job:
    """A write that waits for its commit."""

    def __init__(self, write: Write, answer: asyncio.Future[Any], is_one: bool) -> None:
        self.write = write
        self.answer = answer
        self.is_one = is_one
        """Whether it is one statement, which alone needs no transaction around it."""


class SqliteStore:
    """One writer with group commit and one reader, for any number of tasks."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._read_connection: sqlite3.Connection | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def open(self, create: bool = True) -> None:
        """Create or migrate the file, then start the writer."""
        self._loop = asyncio.get_running_loop()
        self.connection = await asyncio.to_thread(self._connect, create)
        self._writer = threading.Thread(
            target=self._write_all, args=(self.connection,), name="store-writer", daemon=True
        )
        self._writer.start()

    async def close(self) -> None:
        """Finish the waiting writes, then close the file."""
        if self._writer is not None:
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
            self._writer = None
        await asyncio.to_thread(self._close_reader)

    # The log.

    async def append(self, table: str, seq: int, body: bytes) -> bool:
        def write(connection: sqlite3.Connection) -> bool:
            done = connection.execute(
                "insert into entries (table_id, seq, body) values (?, ?, ?) on conflict do nothing",
                (table, seq, body),
            )
            return done.rowcount == 1

        return await self._submit(write, is_one=True)

    async def entries(self, table: str, after: int = 0) -> list[Row]:
        found = await self._read(
            "select seq, body from entries where table_id = ? and seq > ? order by seq",
            (table, after),
        )
        return [Row(seq, bytes(body)) for seq, body in found]

    async def tables(self) -> list[str]:
        found = await self._read("select table_id from entries where seq = 1 order by 1", ())
        return [table for (table,) in found]

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        for start in range(0, len(tables), MOST_TOGETHER):
            some = tuple(tables[start : start + MOST_TOGETHER])
            places = ", ".join("?" * len(some))
            sql = f"select table_id, max(seq) from entries where table_id in ({places}) group by 1"  # noqa: S608 - only places
            found.update(await self._read(sql, some))
        return found

    async def has_table(self, table: str) -> bool:
        sql = "select 1 from entries where table_id = ? and seq = 1"
        return bool(await self._read(sql, (table,)))

    async def remove_table(self, table: str) -> None:
        def write(connection: sqlite3.Connection) -> None:
            connection.execute("delete from entries where table_id = ?", (table,))
            connection.execute("delete from summaries where table_id = ?", (table,))

        await self._submit(write)

    async def rewrite(self, table: str, rows: Sequence[Row]) -> None:
        def write(connection: sqlite3.Connection) -> None:
            connection.executemany(
                "update entries set body = ? where table_id = ? and seq = ?",
                [(row.body, table, row.seq) for row in rows],
            )
            connection.execute("delete from summaries where table_id = ?", (table,))

        await self._submit(write)

    # Summaries.

    async def put_summaries(self, summaries: Sequence[Append]) -> None:
        def write(connection: sqlite3.Connection) -> None:
            connection.executemany(
                "insert into summaries (table_id, seq, body) values (?, ?, ?)"
                " on conflict (table_id) do update set seq = excluded.seq, body = excluded.body"
                " where excluded.seq >= summaries.seq",
                summaries,
            )

        await self._submit(write)

    async def summaries(self, tables: Sequence[str]) -> dict[str, Row]:
        found = await self._read(
            "select table_id, seq, body from summaries where table_id in"
            " (select value from json_each(?))",
            (json.dumps(list(tables)),),
        )
        return {table: Row(seq, bytes(body)) for table, seq, body in found}

    async def tables_behind(self) -> list[str]:
        return [table for (table,) in await self._read(BEHIND, ())]

    # Documents.

    async def put(self, document: Document) -> None:
        def write(connection: sqlite3.Connection) -> None:
            connection.execute(
                "insert into documents (kind, id, owner, body, changed, expires)"
                " values (?, ?, ?, ?, ?, ?) on conflict (kind, id) do update set"
                " owner = excluded.owner, body = excluded.body, changed = excluded.changed,"
                " expires = excluded.expires",
                document,
            )

        await self._submit(write)

    async def put_new(self, document: Document) -> bool:
        def write(connection: sqlite3.Connection) -> bool:
            done = connection.execute(
                "insert into documents (kind, id, owner, body, changed, expires)"
                " values (?, ?, ?, ?, ?, ?) on conflict do nothing",
                document,
            )
            return done.rowcount == 1

        return await self._submit(write)

    async def replace(self, old: Document, new: Document) -> bool:
        def write(connection: sqlite3.Connection) -> bool:
            done = connection.execute(
                "update documents set owner = ?, body = ?, changed = ?, expires = ?"
                " where kind = ? and id = ? and owner = ? and body = ?",
                (*new[2:], old.kind, old.id, old.owner, old.body),
            )
            return done.rowcount == 1

        return await self._submit(write)

    async def get(self, kind: str, id: str) -> Document | None:
        found = await self._read(
            "select kind, id, owner, body, changed, expires from documents"
            " where kind = ? and id = ? and (expires = 0 or expires > ?)",
            (kind, id, time.time()),
        )
        return Document(*found[0]) if found else None

    async def find(self, kind: str, owner: str, limit: int = 100) -> list[Document]:
        found = await self._read(
            "select kind, id, owner, body, changed, expires from documents"
            " where kind = ? and owner = ? and (expires = 0 or expires > ?)"
            " order by changed desc limit ?",
            (kind, owner, time.time(), limit),
        )
        return [Document(*row) for row in found]

    async def all_of(self, kind: str) -> list[Document]:
        found = await self._read(
            "select kind, id, owner, body, changed, expires from documents"
            " where kind = ? order by id",
            (kind,),
        )
        return [Document(*row) for row in found]

    async def delete(self, kind: str, id: str) -> None:
        def write(connection: sqlite3.Connection) -> None:
            connection.execute("delete from documents where kind = ? and id = ?", (kind, id))

        await self._submit(write)

    async def forget_expired(self, now: float) -> None:
        def write(connection: sqlite3.Connection) -> None:
            connection.execute("delete from documents where expires > 0 and expires < ?", (now,))

        await self._submit(write)

    async def back_up(self, path: Path) -> None:
        """Copy the whole file as of one moment, while the server keeps running."""

        def copy() -> None:
            source = connect(self.path)
            make_private(path)
            target = sqlite3.connect(path)
            try:
                source.backup(target)
            finally:
                target.close()
                source.close()

        try:
            await asyncio.to_thread(copy)
        except (OSError, sqlite3.Error) as error:
            raise StoreFailed(f"{path}: {error}") from error

    # One file has only one server.

    async def notify(self, word: str) -> None:
        pass

    def listen(self, on_notice: Callable[[str], None]) -> None:
        pass

    # The writer's thread.

    async def _submit(self, write: Callable[[sqlite3.Connection], T], is_one: bool = False) -> T:
        if self._writer is None or not self._writer.is_alive():
            raise StoreFailed("the store is closed")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(write, answer, is_one))
        return await answer

    def _write_all(self, connection: sqlite3.Connection) -> None:
        going_on = True
        while going_on:
            jobs = [self._jobs.get()]
            while len(jobs) < MOST_TOGETHER and not self._jobs.empty():
                jobs.append(self._jobs.get())
            going_on = None not in jobs
            self._write_together(connection, [job for job in jobs if job is not None])
        connection.close()

    def _write_together(self, connection: sqlite3.Connection, jobs: list[Job]) -> None:
        """One commit for all; nobody is answered before it."""
        if not jobs:
            return
        answers: list[Any] = []
        problem: StoreFailed | None = None
        try:
            if len(jobs) == 1 and jobs[0].is_one:
                answers = [jobs[0].write(connection)]  # Commits by itself.
            else:
                connection.execute("begin immediate")
                answers = [job.write(connection) for job in jobs]
                connection.execute("commit")
        except sqlite3.Error as error:
            problem = StoreFailed(str(error))
            roll_back(connection)
        assert self._loop is not None
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(answer_all, jobs, answers, problem)

    # The reader's thread.

    async def _read(self, sql: str, arguments: tuple[Any, ...]) -> list[Any]:
        assert self._loop is not None
        return await self._loop.run_in_executor(self._reader, self._fetch, sql, arguments)

    def _fetch(self, sql: str, arguments: tuple[Any, ...]) -> list[Any]:
        try:
            if self._read_connection is None:
                self._read_connection = connect(self.path)
            return self._read_connection.execute(sql, arguments).fetchall()
        except sqlite3.Error as error:
            raise StoreFailed(str(error)) from error

    def _close_reader(self) -> None:
        if self._read_connection is not None:
            self._reader.submit(self._read_connection.close).result()
            self._read_connection = None
        self._reader.shutdown()

    def _connect(self, create: bool) -> sqlite3.Connection:
        place = str(self.path)
        try:
            if create:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            elif not self.path.exists():
                raise NoStore(place, store_nearby(self.path))
            if self.path.exists() and not self.path.is_file():
                raise ForeignStore(place)
            if create:
                make_private(self.path)
            check(self.path, create)
            connection = connect(self.path)
            migrate(connection, place)
        except (OSError, sqlite3.Error) as error:
            problem = getattr(error, "strerror", None) or str(error)
            raise CannotOpenStore(place, problem) from error
        return connection


def store_nearby(path: Path) -> Message | str:
    """The store in the same folder whose name is most like this one."""
    try:
        files = [one for one in path.parent.iterdir() if one.is_file() and is_sqlite(one)]
    except OSError:
        return ""
    return did_you_mean(str(path), [str(path.with_name(one.name)) for one in files], 0.6)


def make_private(path: Path) -> None:
    """Create a file that only its owner reads: it holds sessions and the keys of running games."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def is_sqlite(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(SQLITE)) == SQLITE
    except OSError:
        return False


def check(path: Path, create: bool) -> None:
    """Refuse the database of another program, before anything is changed in it."""
    connection = sqlite3.connect(path, timeout=WAIT_FOR_LOCK, isolation_level=None)
    try:
        found = connection.execute("select name from sqlite_master where type = 'table'")
        tables = {name for (name,) in found}
        (form,) = connection.execute("pragma user_version").fetchone()
    finally:
        connection.close()
    is_ours = {"entries", "documents"} <= tables
    if (tables and not is_ours) or (not tables and not form and not create):
        raise ForeignStore(str(path))


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, timeout=WAIT_FOR_LOCK, isolation_level=None, check_same_thread=False
    )
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")
    return connection


def migrate(connection: sqlite3.Connection, place: str) -> None:
    """Apply the missing migrations in one transaction."""
    connection.execute("begin immediate")
    try:
        (known,) = connection.execute("pragma user_version").fetchone()
        STORE.check(known, place)
        for number in range(known, len(MIGRATIONS)):
            for sql in MIGRATIONS[number]:
                connection.execute(sql.format(bytes="blob"))
        connection.execute(f"pragma user_version = {len(MIGRATIONS)}")
        connection.execute("commit")
    except BaseException:
        roll_back(connection)
        raise


def roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("rollback")


def answer_all(jobs: list[Job], answers: list[Any], problem: StoreFailed | None) -> None:
    for place, job in enumerate(jobs):
        if job.answer.done():
            continue
        if problem is not None:
            job.answer.set_exception(problem)
        else:
            job.answer.set_result(answers[place])
