"""The stores: what both promise; and for SQLite truncated files, full and read-only disks, and faults around every write."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3

import pytest
from websockets.exceptions import ConnectionClosed

from embertable.engine.errors import NewerVersion
from embertable.server import socket
from embertable.server.errors import StoreFailed
from embertable.server.migrations import MIGRATIONS
from embertable.server.protocol import Act, Chat, Done, Position, Refused, Undo
from embertable.server.sqlite import SqliteStore
from embertable.server.store import Append, Document, Row, Store, open_store
from tests.server.faults import FailingOnce, WritingLate
from tests.server.running import run, serving, signed_in

BOTH = [{"kind": "me"}, {"kind": "me"}]


def first_option(position: Position) -> Act:
    """An act that takes the first option."""
    option = position.options[0]
    return Act(id="w", seq=position.seq, action=option.action, seat=option.seat)


def test_entries_come_back_in_order_and_a_number_is_taken_once(place):
    async def work():
        store = open_store(place)
        await store.open()
        taken = await asyncio.gather(*(store.append("t", 1, b"%d" % n) for n in range(20)))
        assert taken.count(True) == 1
        assert await store.append("t", 2, b"two")
        rows = await store.entries("t")
        assert [row.seq for row in rows] == [1, 2]
        assert rows[0].body == b"%d" % taken.index(True)
        assert await store.entries("t", after=1) == rows[1:]
        await store.close()
        with pytest.raises(StoreFailed):
            await store.append("t", 3, b"late")

    run(work)


def test_documents_are_found_by_owner_and_expire(place):
    async def work():
        store = open_store(place)
        await store.open()
        await store.put(Document("kind", "a", "ada", b"1", 1.0))
        await store.put(Document("kind", "b", "ada", b"2", 2.0))
        await store.put(Document("kind", "gone", "ada", b"3", 3.0, expires=4.0))
        assert not await store.put_new(Document("kind", "a", "bruno", b"9", 9.0))
        old = Document("kind", "b", "ada", b"2", 2.0)
        wins = [old._replace(body=b"%d" % number) for number in range(3, 9)]
        done = await asyncio.gather(*(store.replace(old, new) for new in wins))
        assert done.count(True) == 1
        assert await store.get("kind", "b") == wins[done.index(True)]
        assert [one.id for one in await store.find("kind", "ada")] == ["b", "a"]
        assert await store.get("kind", "gone") is None
        await store.forget_expired(5.0)
        await store.delete("kind", "a")
        assert await store.get("kind", "a") is None
        await store.close()

    run(work)


def test_a_log_that_was_cut_anywhere_opens_with_every_synced_move(tmp_path):
    """As after a power cut, the write-ahead log ends at any multiple of 512 bytes."""
    file = tmp_path / "t.sqlite"
    wal = tmp_path / "t.sqlite-wal"
    synced: list[int] = []

    async def write():
        store = SqliteStore(file)
        await store.open()
        for number in range(1, 21):
            assert await store.append("t", number, b"x" * (number * 37))
            synced.append(wal.stat().st_size)
        shutil.copytree(tmp_path, tmp_path.with_name("kept"))
        await store.close()

    run(write)
    kept = tmp_path.with_name("kept")
    whole = (kept / wal.name).read_bytes()

    async def read(cut: int) -> list[int]:
        place = tmp_path / "cut"
        place.mkdir()
        shutil.copy(kept / file.name, place / file.name)
        (place / wal.name).write_bytes(whole[:cut])
        store = SqliteStore(place / file.name)
        await store.open()
        rows = [row.seq for row in await store.entries("t")]
        await store.close()
        shutil.rmtree(place)
        return rows

    async def cut_everywhere():
        start = await read(0)
        assert start == []
        for cut in range(0, len(whole), 512):
            rows = await read(cut)
            assert rows == list(range(1, len(rows) + 1))
            must = sum(1 for size in synced if size <= cut)
            assert len(rows) >= must, f"cut at {cut}"

    run(cut_everywhere)
    assert len(set(synced)) == len(synced), "every append was synced by itself"


@pytest.mark.parametrize("pragma", ["query_only = 1", "max_page_count = 1"])
def test_a_move_that_cannot_be_stored_is_refused_and_the_table_goes_on(tmp_path, pragma):
    """A read-only file, a full disk."""

    async def evening():
        store = SqliteStore(tmp_path / "t.sqlite")
        async with serving(store) as (_, address):
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur", "seats": BOTH})
            async with ada.sit(table["id"]) as seat:
                before = await seat.my_turn()
                store.connection.execute(f"pragma {pragma}")
                text = "x" * 400
                if "page" in pragma:
                    await fill(store, text)
                answer = await seat.act(before.options[0])
                assert isinstance(answer, Refused)
                assert answer.error == "StoreFailed"
                after = await seat.position()
                assert (after.seq, after.view) == (before.seq, before.view)
                store.connection.execute(f"pragma {pragma.split()[0]} = {BACK[pragma]}")
                assert isinstance(await seat.act(after.options[0]), Done)

    run(evening)


BACK = {"query_only = 1": "0", "max_page_count = 1": "1073741823"}


async def fill(store: SqliteStore, text: str) -> None:
    """Use up what is left of the last page."""
    for number in range(1, 200):
        try:
            await store.append("filler", number, text.encode())
        except StoreFailed:
            return
    raise AssertionError("the disk is not full")


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("kind", ["act", "undo", "chat"])
def test_a_fault_around_a_write_loses_and_doubles_nothing(tmp_path, when, kind):
    """A fault before the insert, or after the commit, when only the answer is lost."""

    async def evening():
        store = FailingOnce(SqliteStore(tmp_path / "t.sqlite"), when)
        async with serving(store) as (server, address):
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur", "seats": BOTH})
            async with ada.sit(table["id"]) as seat:
                position = await seat.my_turn()
                await seat.act(position.options[0])
                position = await seat.my_turn()
                wish = {
                    "act": first_option(position),
                    "undo": Undo(id="w", seq=position.seq),
                    "chat": Chat(id="w", text="hello"),
                }[kind]
                store.armed = True
                first = await seat.ask(wish)
                if when == "before":
                    assert isinstance(first, Refused)
                    assert first.error == "StoreFailed"
                else:
                    assert isinstance(first, Done)
                done = await seat.ask(wish)
                assert isinstance(done, Done), "the same wish again is fulfilled once"
                again = await seat.ask(wish)
                assert again == done
            rows = await store.entries(table["id"])
            assert [row.seq for row in rows] == [1, 2, 3]
            live = await server.rooms.read(table["id"])
            held = await server.rooms.room(table["id"])
            assert live.session.record.entries == held.live.session.record.entries

    run(evening)


def test_a_write_that_comes_through_late_is_told_to_whoever_asks_again(tmp_path):
    """The store reports a failure, and writes after all once the client repeats its request."""

    async def evening():
        store = WritingLate(SqliteStore(tmp_path / "t.sqlite"))
        async with serving(store) as (_, address):
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur", "seats": BOTH})
            async with ada.sit(table["id"]) as seat:
                position = await seat.my_turn()
                wish = first_option(position)
                store.armed = True
                refused = await seat.ask(wish)
                assert isinstance(refused, Refused)
                assert refused.error == "StoreFailed"
                assert isinstance(await seat.ask(wish), Done), "it is there, and not refused"
            assert [row.seq for row in await store.entries(table["id"])] == [1, 2]

    run(evening)


@pytest.mark.parametrize("where", ["answer", "broadcast"])
def test_a_fault_after_the_commit_loses_and_doubles_nothing(tmp_path, monkeypatch, where):
    """The decision is stored; its answer, or the position that everybody is sent, fails once."""
    armed: list[str] = []

    def fail_once(real):
        def failing(*arguments):
            if armed:
                raise RuntimeError(armed.pop())
            return real(*arguments)

        return failing

    if where == "answer":
        monkeypatch.setattr(socket.Connection, "_done", fail_once(socket.Connection._done))
    else:
        monkeypatch.setattr(socket.Connection, "_told", fail_once(socket.Connection._told))

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur", "seats": BOTH})
            async with ada.sit(table["id"]) as seat:
                position = await seat.my_turn()
                wish = first_option(position)
                armed.append(where)
                with contextlib.suppress(ConnectionClosed):
                    first = await seat.ask(wish)
                    assert isinstance(first, Done) == (where == "broadcast")
                    if where == "broadcast":
                        await seat.closed()
                assert armed == []
            async with ada.sit(table["id"], seq=position.seq) as seat:
                position = await seat.my_turn()
                done = await seat.ask(wish)
                assert isinstance(done, Done), "it was done before, and is told so"
                assert position.seq >= done.seq
                assert isinstance(await seat.act(position.options[0]), Done), "the table goes on"
            rows = await server.store.entries(table["id"])
            assert [row.seq for row in rows] == [1, 2, 3]
            live = await server.rooms.read(table["id"])
            held = await server.rooms.room(table["id"])
            assert live.session.record.entries == held.live.session.record.entries

    run(evening)


def test_a_store_that_says_written_and_writes_nothing_is_found_out(tmp_path):
    """The control: the log and the memory of the server differ."""

    async def evening():
        store = FailingOnce(SqliteStore(tmp_path / "t.sqlite"), "never")
        async with serving(store) as (server, address):
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur", "seats": BOTH})
            async with ada.sit(table["id"]) as seat:
                position = await seat.my_turn()
                store.armed = True
                assert isinstance(await seat.act(position.options[0]), Done)
            live = await server.rooms.read(table["id"])
            held = await server.rooms.room(table["id"])
            assert live.session.record.entries != held.live.session.record.entries

    run(evening)


def test_a_store_of_a_newer_form_is_left_alone(tmp_path):
    file = tmp_path / "t.sqlite"
    connection = sqlite3.connect(file)
    connection.execute(f"pragma user_version = {len(MIGRATIONS) + 1}")
    connection.commit()
    connection.close()

    async def work():
        with pytest.raises(NewerVersion, match="store version"):
            await SqliteStore(file).open()

    run(work)


def test_a_file_that_is_no_store_is_refused(tmp_path):
    file = tmp_path / "t.sqlite"
    file.write_bytes(b"something else entirely" * 100)

    async def work():
        with pytest.raises(StoreFailed, match="not a database"):
            await SqliteStore(file).open()

    run(work)


def test_an_older_summary_never_replaces_a_newer_one(place):
    async def work():
        store = open_store(place)
        await store.open()
        try:
            assert await store.append("t", 1, b"one")
            assert await store.append("t", 2, b"two")
            assert await store.tables_behind() == ["t"]
            await store.put_summaries([Append("t", 2, b"second"), Append("u", 1, b"other")])
            await store.put_summaries([Append("t", 1, b"first")])
            assert await store.summaries(["t", "v"]) == {"t": Row(2, b"second")}
            assert await store.tables_behind() == []
        finally:
            await store.close()

    run(work)


async def two_logs(store: Store) -> None:
    for table in ("t", "u"):
        for number in range(1, 4):
            assert await store.append(table, number, b"%d" % number)
    await store.put_summaries([Append("t", 3, b"third"), Append("u", 3, b"other")])


def test_a_removed_table_is_gone_and_others_stay(place):
    async def work():
        store = open_store(place)
        await store.open()
        try:
            await two_logs(store)
            await store.remove_table("t")
            await store.remove_table("t")
            assert await store.tables() == ["u"]
            assert not await store.has_table("t")
            assert await store.entries("t") == []
            assert list(await store.summaries(["t", "u"])) == ["u"]
            assert await store.tables_behind() == []
            assert len(await store.entries("u")) == 3
        finally:
            await store.close()

    run(work)


def test_a_log_is_rewritten_under_its_own_numbers_and_described_again(place):
    """Bodies change under numbers that exist; none is added, and no other table is touched."""

    async def work():
        store = open_store(place)
        await store.open()
        try:
            await two_logs(store)
            await store.rewrite("t", [Row(1, b"new"), Row(3, b"\x00\xff"), Row(9, b"none")])
            assert await store.entries("t") == [Row(1, b"new"), Row(2, b"2"), Row(3, b"\x00\xff")]
            assert await store.numbers(["t", "u"]) == {"t": 3, "u": 3}
            assert await store.tables_behind() == ["t"], "its summary may name who was forgotten"
            assert [row.body for row in await store.entries("u")] == [b"1", b"2", b"3"]
            assert await store.append("t", 4, b"on it goes")
        finally:
            await store.close()

    run(work)
