"""Privacy: people get their own data, are forgotten on request, and old things go by themselves."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from embertable.engine.record import record_from_json
from embertable.engine.session import resume
from embertable.server import privacy
from embertable.server.app import Server
from embertable.server.doctor import examine
from embertable.server.entries import Chatted
from embertable.server.http_types import Fork, NewTable
from embertable.server.new_table import players_of_record
from embertable.server.operator import Operator
from embertable.server.privacy import FORGOTTEN, forget, own_data, tidy
from embertable.server.protocol import Chat, Done
from embertable.server.room import Room
from embertable.server.sessions import Person
from embertable.server.store import Document
from tests.server.running import run, serving, signed_in
from tests.server.test_admin import in_charge
from tests.server.test_hostile import person
from tests.server.test_luck import decide
from tests.server.test_people import three
from tests.server.test_sessions import closes_soon

WORDS = "My street is Elm Street."


async def an_evening(server: Server, room: Room) -> None:
    """Bruno decides and chats; Clara watches and chats; Ada does both."""
    for seat in [*room.live.played.awaited(), *room.live.played.awaited()]:
        if seat in room.live.played.awaited():
            await decide(room, seat)
    for id in ("ada", "bruno", "clara"):
        await room.chat(person(id), f"{id}: {WORDS}", "1")
    await server.sessions.sign_in("Bruno", "en", person("bruno"))


async def everything(server: Server) -> str:
    """All that the store has, as text."""
    found: list[str] = []
    for table in await server.store.tables():
        found += [row.body.decode() for row in await server.store.entries(table)]
        found += [row.body.decode() for row in (await server.store.summaries([table])).values()]
    for kind in ("sits", "wrote", "session", "record", "report", "campaign", "daily"):
        found += [f"{one.id} {one.owner} {one.body!r}" for one in await server.store.all_of(kind)]
    return "\n".join(found)


def check_record(room: Room) -> None:
    live = room.live
    record = record_from_json(json.loads(live.agreed_record().to_bytes()))
    assert resume(live.game, record, live.content).record.entries == live.session.record.entries


def test_a_forgotten_person_is_nowhere_and_the_records_of_others_verify(place):
    async def evening() -> None:
        async with in_charge(place) as (server, operator, room):
            await an_evening(server, room)
            hashes = [one.hash for one in room.live.session.record.entries]
            await server.rooms.store_summaries()
            before = await everything(server)
            assert "bruno" in before
            assert "Bruno" in before
            operator.dry_run = True
            told = await forget(operator, "bruno")
            assert told.numbers == {"tables": 1, "lines": 1, "copies": 0}
            assert await everything(server) == before
            operator.dry_run = False
            assert (await forget(operator, "bruno")).numbers == told.numbers
            await server.follow_orders()
            await server.rooms.store_summaries()
            after = await everything(server)
            assert "bruno" not in after.casefold()
            assert f"ada: {WORDS}" in after
            again = await server.rooms.room(room.live.id)
            assert [one.hash for one in again.live.session.record.entries] == hashes
            check_record(again)
            assert again.live.record().players == ["human:Ada", f"human:{FORGOTTEN}"]
            assert [one.name for _, one in again.live.chat.lines] == ["Ada", "Clara"]
            # Their seat is free, and the game goes on with somebody else.
            assert again.live.seats.open() == [1]
            await again.sit(person("dora"), None, invited=True)
            assert not (await examine(server.store)).problems

    run(evening)


@pytest.mark.parametrize("planted", ["names", "chat"])
def test_a_trace_that_is_left_is_found_out(place, monkeypatch, planted):
    """The control: something of them stays in the log."""
    whole = privacy.without_person

    def careless(entry: Any, who: str, alias: str) -> Any:
        is_chat = isinstance(entry, Chatted)
        return None if is_chat == (planted == "chat") else whole(entry, who, alias)

    monkeypatch.setattr(privacy, "without_person", careless)
    with pytest.raises(AssertionError):
        test_a_forgotten_person_is_nowhere_and_the_records_of_others_verify(place)


def test_a_forgotten_host_and_a_spectator_are_forgotten_too(place):
    async def evening() -> None:
        async with in_charge(place) as (server, operator, room):
            await an_evening(server, room)
            for who in ("ada", "clara"):
                await forget(operator, who)
            await server.follow_orders()
            await server.rooms.store_summaries()
            after = (await everything(server)).casefold()
            assert '"ada"' not in after
            assert "clara" not in after
            assert [one.name for one in await operator.people("ada")] == []
            check_record(await server.rooms.room(room.live.id))

    run(evening)


def test_forks_and_uploaded_copies_forget_the_name_as_well(place):
    async def evening() -> None:
        async with in_charge(place) as (server, operator, room):
            await an_evening(server, room)
            record = room.live.agreed_record()
            body = record.to_bytes()
            await server.store.put(Document("record", "copy", "dora", body, time.time()))
            fork = await server.rooms.fork(
                person("dora"), record, Fork(at=1, seat=0), "", players_of_record(record)
            )
            assert "Bruno" in await everything(server)
            assert (await forget(operator, "bruno")).numbers["copies"] == 2
            await server.follow_orders()
            await server.rooms.store_summaries()
            assert "Bruno" not in await everything(server)
            check_record(await server.rooms.room(fork.live.id))

    run(evening)


def test_what_a_server_remembers_of_a_game_forgets_the_name_as_well(tmp_path):
    async def evening() -> None:
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
            wish = {"game": "lueur", "listed": True, "seats": [{"kind": "me"}, {"kind": "open"}]}
            table = await ada.post("/api/tables", wish)
            await bruno.post(f"/api/tables/{table['id']}/join")
            room = await server.rooms.room(table["id"])
            body = room.live.agreed_record().to_bytes()
            await server.store.put(Document("record", "copy", "dora", body, time.time()))
            at = "/api/records/copy/replay?at=0"
            assert (await ada.get(at))["people"] == ["Ada", "Bruno"]
            who = room.live.seats[1].person
            await forget(Operator(server.store, "operator"), who)
            await server.follow_orders()
            assert (await ada.get(at))["people"] == ["Ada", FORGOTTEN]

    run(evening)


def test_whoever_is_forgotten_while_playing_is_out_at_once(tmp_path):
    async def evening() -> None:
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada, bruno, _, table, _ = await three(address)
            operator = Operator(server.store, "operator")
            (found,) = await operator.people("Bruno")
            async with ada.sit(table["id"]) as one, bruno.sit(table["id"]) as two:
                await one.position()
                await two.position()
                assert isinstance(await two.ask(Chat(id="1", text=WORDS)), Done)
                await forget(operator, found.id)
                await closes_soon(two)
                await server.follow_orders()
                assert isinstance(await one.ask(Chat(id="2", text="Gone.")), Done)
                assert WORDS not in await everything(server)

    run(evening)


# One's own data.


def test_people_get_their_own_data_and_nobody_elses(place):
    async def evening() -> None:
        async with in_charge(place) as (server, _, room):
            await an_evening(server, room)
            for who in ("ada", "bruno"):
                body = b'{"name":"%s","score":7}' % who.encode()
                await server.store.put(Document("daily", f"2026-01-01:lueur:{who}", "", body, 1.0))
            mine = await own_data(server.store, person("bruno"))
            assert mine["daily"] == [{"deal": "2026-01-01:lueur", "name": "bruno", "score": 7}]
            (table,) = mine["tables"]
            assert table["table"] == room.live.id
            assert [one["text"] for one in table["chat"]] == [f"bruno: {WORDS}"]
            assert [one["seat"] for one in table["seats"]] == [1]
            assert "ada" not in json.dumps(mine).casefold()
            watched = await own_data(server.store, person("clara"))
            assert [one["chat"][0]["text"] for one in watched["tables"]] == [f"clara: {WORDS}"]
            assert json.dumps(watched).count("bruno") == 0

    run(evening)


def test_the_data_is_a_download_for_whoever_is_signed_in(tmp_path):
    async def evening() -> None:
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, _, _, table, _ = await three(address)
            data = await ada.get("/api/session/data")
            assert data["person"]["name"] == "Ada"
            assert [one["table"] for one in data["tables"]] == [table["id"]]
            assert (await ada.get("/api/privacy"))["session_days"] == 180
            stranger = await signed_in(address, "Stranger")
            assert (await stranger.get("/api/session/data"))["tables"] == []

    run(evening)


# Retention.


def aged(days: float) -> float:
    return time.time() + days * 86400


def test_old_chat_and_idle_tables_go_and_nothing_else(place, monkeypatch):
    async def evening() -> None:
        async with in_charge(place) as (server, operator, room):
            await an_evening(server, room)
            await server.rooms.store_summaries()
            assert (await tidy(operator, 30, 90)).numbers == {"lines": 0, "tables": 0}
            later = aged(40)
            monkeypatch.setattr(time, "time", lambda: later)
            operator.dry_run = True
            assert (await tidy(operator, 30, 90)).numbers == {"lines": 3, "tables": 0}
            operator.dry_run = False
            assert (await tidy(operator, 30, 90)).numbers == {"lines": 3, "tables": 0}
            await server.follow_orders()
            assert WORDS not in await everything(server)
            again = await server.rooms.room(room.live.id)
            assert not again.live.chat.lines
            check_record(again)
            await server.rooms.store_summaries()
            kept = await server.rooms.create(person("ada"), NewTable(game="lueur", seed=1))
            kept.live.was_over = True
            kept.wake()
            await server.rooms.store_summaries()
            far = later + 100 * 86400
            monkeypatch.setattr(time, "time", lambda: far)
            assert (await tidy(operator, 30, 90)).numbers == {"lines": 0, "tables": 1}
            assert await server.store.tables() == [kept.live.id]

    run(evening)


def test_sessions_end_after_the_days_that_the_server_keeps_them(tmp_path: Path):
    async def evening() -> None:
        async with in_charge(tmp_path / "t.sqlite") as (server, _, _):
            server.sessions.days = 2
            token = await server.sessions.sign_in("Ada", "en")
            found = await server.sessions.person_of_token(token)
            assert isinstance(found, Person)
            assert found.expires < time.time() + 3 * 86400

    run(evening)
