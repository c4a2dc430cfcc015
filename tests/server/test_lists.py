"""Lists read stored summaries: no bad, old or broken table fails them, and no list opens a game."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from embertable import Session, load
from embertable.server import rooms
from embertable.server.client import ApiError, Client
from embertable.server.errors import StoreFailed
from embertable.server.sessions import Person
from embertable.server.store import Document, open_store
from embertable.server.summaries import decoder, summary_of
from tests.rule_change import HOW, raise_rules
from tests.server.faults import Wrapped
from tests.server.running import play, run, serving, signed_in

STORES = Path(__file__).parent / "stores"
BOTH = [{"kind": "me"}, {"kind": "me"}]


def stored_tables(file: Path, kept: dict[str, Any]) -> None:
    """A running, a listed, a finished and a forked table of Ada."""

    async def evening():
        async with serving(file) as (_, address):
            ada = await signed_in(address)
            for name, decisions in (("running", 40), ("listed", 40), ("finished", 1000)):
                wish = {"game": "lueur", "seats": BOTH, "listed": name == "listed"}
                kept[name] = (await ada.post("/api/tables", wish))["id"]
                async with ada.sit(kept[name]) as seat:
                    await play(seat, random.Random(3), decisions)
            fork = await ada.post(f"/api/tables/{kept['finished']}/fork", {"at": 39})
            kept["forked"] = fork["id"]
            kept["cookie"] = ada.cookie
            kept["record"] = await ada.get(f"/api/tables/{kept['finished']}/record")

    run(evening)


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    kept: dict[str, Any] = {}
    file = tmp_path_factory.mktemp("evening") / "t.sqlite"
    stored_tables(file, kept)
    return file, kept


@pytest.fixture
def store(evening, tmp_path):
    """A copy of a store with four tables, and what is in it."""
    file, kept = evening
    copy = tmp_path / "t.sqlite"
    with sqlite3.connect(file) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    return copy, kept


def as_ada(address: str, kept: dict[str, Any]) -> Client:
    ada = Client(address)
    ada.cookie = kept["cookie"]
    return ada


async def rows_of(client: Client) -> dict[str, Any]:
    found = await client.get("/api/tables")
    return {one["id"]: one for one in (*found["mine"], *found["listed"])}


TABLES = ("running", "listed", "finished", "forked")


@pytest.mark.parametrize("how", HOW)
def test_after_a_raised_rules_version_lists_answer_and_every_table_goes_on_or_says_why(
    store, how, monkeypatch
):
    """T22: running, listed, finished and forked tables, before and after each was opened."""
    file, kept = store
    raise_rules(monkeypatch, how)

    async def work():
        async with serving(file) as (_, address):
            ada = as_ada(address, kept)
            rows = await rows_of(ada)
            assert set(rows) == {kept[name] for name in TABLES}
            for name in TABLES:
                row = rows[kept[name]]
                assert row["over"] == (name == "finished")
                assert row["title"] == "Lueur"
                assert len(row["people"]) == 2
            assert "open it to see whether it goes on" in rows[kept["running"]]["notice"]
            for name in TABLES:
                await check_one(ada, kept, name, how)
            rows = await rows_of(ada)
            italian = (await ada.get("/api/tables?lang=it"))["mine"]
            for name in TABLES:
                row = rows[kept[name]]
                assert row["read_only"] == (how != "alike")
                assert row["over"] == (name == "finished")
                assert row["notice"]
                assert row["notice"] not in [one["notice"] for one in italian]
            # Strangers see only what can be played.
            lobby = await rows_of(Client(address))
            assert set(lobby) == ({kept["listed"]} if how == "alike" else set())

    run(work)


async def check_one(ada: Client, kept: dict[str, Any], name: str, how: str) -> None:
    at = f"/api/tables/{kept[name]}"
    if how == "set-up":
        with pytest.raises(ApiError) as refused:
            await ada.get(at)
        assert refused.value.body["error"] == "OldTable"
        return
    info = await ada.get(at)
    assert info["read_only"] == (how == "evening")
    if name != "finished":
        return
    # What was finished stays finished, and its record stays whole.
    record = await ada.get(f"{at}/record")
    assert record["entries"] == kept["record"]["entries"]
    assert record["key"] == kept["record"]["key"]


def test_a_broken_table_is_set_apart_and_the_others_go_on(store):
    file, kept = store
    damage(file, kept["listed"])

    async def work():
        for _ in range(2):  # A restart is clean.
            async with serving(file) as (_, address):
                ada = as_ada(address, kept)
                assert set(await rows_of(ada)) == {kept[name] for name in TABLES}
                with pytest.raises(ApiError) as refused:
                    await ada.get(f"/api/tables/{kept['listed']}")
                assert refused.value.body["error"] == "BrokenTable"
                row = (await rows_of(ada))[kept["listed"]]
                assert row["read_only"]
                assert "embertable doctor" in row["notice"]
                assert await rows_of(Client(address)) == {}
                async with ada.sit(kept["running"]) as seat:
                    assert (await seat.my_turn()).options

    run(work)


def damage(file: Path, table: str) -> None:
    """Change the hash of a decision, as a bug or a bad disk would."""
    with sqlite3.connect(file) as connection:
        (body,) = connection.execute(
            "select body from entries where table_id = ? and seq = 5", (table,)
        ).fetchone()
        entry = {**json.loads(body), "hash": "0" * 32}
        connection.execute(
            "update entries set body = ? where table_id = ? and seq = 5",
            (json.dumps(entry).encode(), table),
        )


@pytest.mark.parametrize("harm", ["delete from summaries", "update summaries set body = x'7b'"])
def test_a_missing_or_damaged_summary_is_read_off_the_log(store, harm):
    file, kept = store
    damage(file, kept["listed"])
    with sqlite3.connect(file) as connection:
        connection.execute(harm)

    async def work():
        async with serving(file) as (server, address):
            rows = await rows_of(as_ada(address, kept))
            assert set(rows) == {kept[name] for name in TABLES}
            assert rows[kept["running"]]["decisions"] == 40
            assert [one["name"] for one in rows[kept["running"]]["people"]] == ["Ada", "Ada"]
            await server.rooms.update_summaries()
            rows = await rows_of(as_ada(address, kept))
            assert rows[kept["finished"]]["over"] or harm.startswith("update")

    run(work)


def test_lists_are_read_while_the_disk_is_full(store):
    file, kept = store
    damage(file, kept["listed"])
    with sqlite3.connect(file) as connection:
        connection.execute("delete from summaries")

    class Full(Wrapped):
        async def put_summaries(self, summaries: object) -> None:
            raise StoreFailed("the disk is full")

    async def work():
        async with serving(Full(open_store(str(file)))) as (_, address):
            ada = as_ada(address, kept)
            assert set(await rows_of(ada)) == {kept[name] for name in TABLES}
            with pytest.raises(ApiError) as refused:
                await ada.get(f"/api/tables/{kept['listed']}")
            assert refused.value.body["error"] == "BrokenTable"

    run(work)


def test_lists_open_no_game(store, monkeypatch):
    file, kept = store

    def opened(*_: object) -> None:
        raise AssertionError("a list opened a game")

    monkeypatch.setattr(rooms, "replay_log", opened)

    async def work():
        async with serving(file) as (_, address):
            assert len(await rows_of(as_ada(address, kept))) == len(TABLES)

    run(work)


def test_control_lists_that_open_games_fail_as_a_whole(store, monkeypatch):
    file, kept = store
    damage(file, kept["listed"])

    async def opening(self, ids):
        return {id: summary_of((await self.room(id)).live) for id in ids}

    monkeypatch.setattr(rooms.Rooms, "summaries", opening)

    async def work():
        async with serving(file) as (_, address):
            with pytest.raises(ApiError):
                await rows_of(as_ada(address, kept))

    run(work)


def test_summaries_follow_the_table_and_survive_a_kill(store):
    file, kept = store

    async def work():
        async with serving(file) as (server, address):
            ada = as_ada(address, kept)
            async with ada.sit(kept["running"]) as seat:
                position = await seat.my_turn()
                await seat.act(position.options[0])
            assert (await rows_of(ada))[kept["running"]]["decisions"] == 41
            await server.rooms.store_summaries()
            assert await server.store.tables_behind() == []
            stored = await server.store.summaries([kept["running"]])
            assert decoder.decode(stored[kept["running"]].body).decisions == 41
            # A kill between the entry and its summary leaves the summary behind, and the next start finds it.
            await server.store.append(
                kept["forked"], 2, b'{"is":"muted","at":1.0,"seat":0,"muted":true}'
            )
        async with serving(file) as (server, address):
            await server.rooms.update_summaries()
            assert await server.store.tables_behind() == []

    run(work)


# Stores of the form before summaries.


async def asked(client: Client, path: str) -> dict[str, Any]:
    """The answer, or the error."""
    try:
        found: dict[str, Any] = await client.get(path)
    except ApiError as refused:
        return refused.body
    return found


OWNER = "e6eefc3804cc165c1a9c127a"


def old_store(file: Path) -> Path:
    with sqlite3.connect(file) as connection:
        connection.executescript((STORES / "form-1.sql").read_text(encoding="utf-8"))
    return file


def test_a_store_of_the_first_form_is_migrated_and_its_tables_are_listed(tmp_path):
    file = old_store(tmp_path / "t.sqlite")

    async def work():
        async with serving(file) as (server, address):
            ada = Client(address)
            known = Person(id=OWNER, name="Ada", language="en", session="", expires=0.0)
            ada.cookie = f"embertable={await server.sessions.sign_in('Ada', 'en', known)}"
            rows = await rows_of(ada)
            assert sorted(one["game"] for one in rows.values()) == [
                "deadcells",
                "faceless",
                "lueur",
                "setawatch",
            ]
            for id in rows:
                answer = await asked(ada, f"/api/tables/{id}")
                assert answer.get("error", "OldTable") == "OldTable"
                assert (await rows_of(ada))[id]["read_only"] == answer.get("read_only", True)
            # Each goes on, or says under which rules it was played.
            for row in (await rows_of(ada)).values():
                assert row["notice"] or row["game"] == "lueur"

    run(work)
    with sqlite3.connect(file) as connection:
        assert connection.execute("pragma user_version").fetchone() == (2,)


# Forks are proven before they are stored.


def undone_record(undos: int) -> dict[str, Any]:
    """A game in which many decisions were taken back one after the other."""
    session = Session(load("lueur"), {"players": "2", "adventurers": "random"}, 1)
    for _ in range(undos):
        session.play(session.table.offered()[0])
    for _ in range(undos):
        session.undo(session.past[-1].seat, agreed=True)
    session.play(session.table.offered()[0])
    return session.record.to_json()


def test_many_undos_in_a_row_are_replayed_forked_and_listed(tmp_path):
    async def work():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            record = await ada.post("/api/records", undone_record(12))
            at = f"/api/records/{record['id']}"
            assert (await ada.get(f"{at}/replay?at=25"))["at"] == 25
            fork = await ada.post(f"{at}/fork", {"at": 25, "listed": True})
            assert fork["decisions"] == 1
            assert set(await rows_of(Client(address))) == {fork["id"]}
            async with ada.sit(fork["id"]) as seat:
                position = await seat.position()
                assert position.awaited != []
        async with serving(tmp_path / "t.sqlite") as (_, address):
            assert (await Client(address).get(f"/api/tables/{fork['id']}"))["decisions"] == 1

    run(work)


def poison(name: str) -> dict[str, Any]:
    """A record that an earlier release accepted, and that does not play to its end."""
    saved = undone_record(9)
    entries = saved["entries"]
    if name == "hash":
        entries[4]["hash"] = "0" * 32
    elif name == "action":
        entries[4]["do"] = {"is": "KeepDice", "seat": 9}
    elif name == "class":
        entries[4]["do"] = {"is": "Together", "lanes": [[]]}
    elif name == "undo":
        entries.insert(0, {"seat": 0, "undo": True, "hash": saved["start"]})
    elif name == "option":
        saved["options"]["players"] = "40"
    elif name == "seats":
        saved["players"] = ["human:Ada"] * 40
    return saved


@pytest.mark.parametrize("name", ["hash", "action", "class", "undo", "option"])
def test_a_fork_that_does_not_play_is_refused_before_it_is_stored(name, tmp_path):
    async def work():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            body = json.dumps(poison(name)).encode()
            await server.store.put(Document("record", "bad", "", body, 1.0))
            with pytest.raises(ApiError) as refused:
                await ada.post("/api/records/bad/fork", {"at": 30, "listed": True})
            assert refused.value.status == 400
            assert await server.store.tables() == []
            assert await rows_of(ada) == {}
            assert await server.store.find("listed", "") == []

    run(work)


def test_a_list_says_where_each_game_stands(tmp_path):
    """In words of the game and of the language; before a game begins nothing stands anywhere."""
    said = {
        "lueur": ("Round 1 of 8", "Giornata 1 di 8"),
        "faceless": (r"Turn \d, \d of 8 Memories", r"Turno \d, Ricordi: \d di 8"),
        "setawatch": ("Night 1 of 9, ", "Notte 1 di 9, "),
        "deadcells": ("Prisoners' Quarters", "Quartiere dei prigionieri"),
    }

    async def work():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            for game, (english, italian) in said.items():
                table = (await ada.post("/api/tables", {"game": game, "seats": BOTH}))["id"]
                async with ada.sit(table) as seat:
                    await play(seat, random.Random(3), 8)
                for language, words in (("en", english), ("it", italian)):
                    mine = (await ada.get(f"/api/tables?lang={language}"))["mine"]
                    (stands,) = [one["standing"] for one in mine if one["id"] == table]
                    assert re.match(words, stands), (game, stands)

    run(work)
