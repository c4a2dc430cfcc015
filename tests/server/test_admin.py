"""Somebody in charge: every order is followed while people play, can be tried first, and leaves a trace (T30)."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import click
import pytest

from embertable.commands.admin import command as admin
from embertable.server import app
from embertable.server.app import Server
from embertable.server.errors import (
    Banned,
    ClosedTable,
    NoSuchTable,
    QuarantinedTable,
    ReadOnlyServer,
    ServerDraining,
    ServerError,
    Silenced,
)
from embertable.server.http_types import NewTable, SeatPlan
from embertable.server.operator import Operator, send_report
from embertable.server.orders import Orders
from embertable.server.protocol import Chat, Done, Refused
from embertable.server.room import Room
from embertable.server.store import open_store
from tests.cli import Commands
from tests.server.running import run, serving
from tests.server.test_hostile import person
from tests.server.test_people import three
from tests.server.test_sessions import closes_soon
from tests.server.test_tables import refused

TWO = [SeatPlan(kind="me"), SeatPlan(kind="open")]


@contextlib.asynccontextmanager
async def in_charge(place: str | Path) -> AsyncIterator[tuple[Server, Operator, Room]]:
    """A server without network, its operator in another process's place, and a table of two."""
    server = Server(open_store(str(place)))
    await server.open()
    store = open_store(str(place))
    await store.open()
    try:
        room = await server.rooms.create(
            person("ada"), NewTable(game="lueur", seats=TWO, listed=True)
        )
        await room.sit(person("bruno"), None, invited=True)
        yield server, Operator(store, "operator"), room
    finally:
        await store.close()
        await server.close()


async def say(server: Server, id: str, text: str = "Hello.") -> None:
    room = await server.rooms.room(id)
    await room.chat(person("ada"), text, f"{time.monotonic()}")


CHANGES: dict[str, tuple[Callable[[Operator, str], Awaitable[Any]], type[ServerError]]] = {
    "close": (lambda operator, table: operator.close(table, ""), ClosedTable),
    "quarantine": (lambda operator, table: operator.quarantine(table, ""), QuarantinedTable),
    "delete": (lambda operator, table: operator.delete(table, ""), NoSuchTable),
    "mute": (lambda operator, _: operator.mute("ada", ""), Silenced),
    "read-only": (lambda operator, _: operator.set_mode("read-only", True), ReadOnlyServer),
}


@pytest.mark.parametrize("what", CHANGES)
def test_an_order_is_followed_and_a_dry_run_is_not(place, what):
    order, problem = CHANGES[what]

    async def evening() -> None:
        async with in_charge(place) as (server, operator, room):
            id = room.live.id
            operator.dry_run = True
            assert (await order(operator, id)).dry_run
            await server.follow_orders()
            await say(server, id)
            assert await operator.audit() == []
            operator.dry_run = False
            await order(operator, id)
            await server.follow_orders()
            with pytest.raises(problem):
                await say(server, id)
            assert [line.action for line in await operator.audit()] == [what]

    run(evening)


@pytest.mark.parametrize("what", ["close", "mute"])
def test_a_server_that_does_not_follow_is_found_out(tmp_path, what, monkeypatch):
    """The control."""
    monkeypatch.setattr(Orders, "has", lambda self, what, target="server": False)
    with pytest.raises(pytest.fail.Exception):
        test_an_order_is_followed_and_a_dry_run_is_not(str(tmp_path / "t.sqlite"), what)


def test_orders_are_taken_back(place):
    async def evening() -> None:
        async with in_charge(place) as (server, operator, room):
            id = room.live.id
            await operator.close(id, "")
            await operator.quarantine(id, "")
            await operator.mute("ada", "")
            await operator.set_mode("read-only", True)
            await server.follow_orders()
            assert server.rooms.loaded(id) is None
            assert id not in await server.rooms.listed()
            await operator.reopen(id)
            await operator.unmute("ada")
            await operator.set_mode("read-only", False)
            await server.follow_orders()
            await say(server, id)
            assert id in await server.rooms.listed()

    run(evening)


def test_draining_lets_games_go_on_and_none_begin(place):
    async def evening() -> None:
        async with in_charge(place) as (server, operator, room):
            await operator.set_mode("drain", True)
            await server.follow_orders()
            await say(server, room.live.id)
            with pytest.raises(ServerDraining):
                await server.rooms.create(person("ada"), NewTable(game="lueur"))
            await operator.set_mode("drain", False)
            await server.follow_orders()
            await server.rooms.create(person("ada"), NewTable(game="lueur"))

    run(evening)


def test_a_deleted_table_leaves_nothing_behind(place):
    async def evening() -> None:
        async with in_charge(place) as (server, operator, room):
            id, store = room.live.id, server.store
            await operator.delete(id, "asked for")
            await server.follow_orders()
            # What a room still in memory would write is refused as well.
            with pytest.raises(ClosedTable):
                await room.chat(person("ada"), "Still here?", "late")
            await server.rooms.store_summaries()
            assert not await store.entries(id)
            assert await store.get("key", id) is None
            assert await server.rooms.of_person("ada") == {}
            assert await store.tables_behind() == []
            assert id not in await operator.tables()

    run(evening)


def test_the_operator_sees_people_and_reports(tmp_path):
    async def evening() -> None:
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada, bruno, clara, table, at = await three(address)
            async with bruno.sit(table["id"]) as seat:
                await seat.position()
                assert isinstance(await seat.ask(Chat(id="1", text="You fool.")), Done)
            await refused(clara.post(f"{at}/report", {"text": "rude"}), 403, "NeedsInvite")
            await refused(ada.post(f"{at}/report", {"text": ""}), 400, "BadMessage")
            await ada.post(f"{at}/report", {"text": "Bruno is rude."})
            operator = Operator(server.store, "operator")
            ((id, report),) = (await operator.reports()).items()
            assert (report.table, report.name, report.text) == (
                table["id"],
                "Ada",
                "Bruno is rude.",
            )
            (bruno_id,) = [one.id for one in await operator.people("brun")]
            assert report.chat == [f"Bruno ({bruno_id}): You fool."]
            assert f"1 Bruno {bruno_id}" in report.people
            shown = await operator.show(table["id"])
            assert shown["reports"] == [id]
            await operator.resolve(id)
            assert await operator.reports() == {}

    run(evening)


# While they play: every order against everybody whom it concerns.


def test_whoever_is_banned_is_out_within_a_second(tmp_path):
    async def evening() -> None:
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada, bruno, _, table, at = await three(address)
            operator = Operator(server.store, "operator")
            (found,) = await operator.people("Bruno")
            async with ada.sit(table["id"]) as one, bruno.sit(table["id"]) as two:
                await one.position()
                await two.position()
                await operator.ban(found.id, "")
                await closes_soon(two)
                assert two.farewell
                assert two.farewell.error == "Banned"
                assert isinstance(await one.ask(Chat(id="1", text="Gone.")), Done)
            await refused(bruno.get(at), 403, "Banned")
            await refused(bruno.post("/api/session", {"name": "Somebody else"}), 403, "Banned")
            await operator.unban(found.id)
            await server.follow_orders()
            async with bruno.sit(table["id"]) as two:
                await two.position()

    run(evening)


def test_an_address_is_banned_with_all_its_names(tmp_path):
    async def evening() -> None:
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada, _, _, table, at = await three(address)
            operator = Operator(server.store, "operator")
            async with ada.sit(table["id"]) as seat:
                await seat.position()
                await operator.ban("127.0.0.0/8", "flood")
                await closes_soon(seat)
            await refused(ada.get(at), 403, "Banned")
            assert (await ada.get("/healthz"))["ok"]
            await operator.unban("127.0.0.0/8")
            await server.follow_orders()
            await ada.get(at)

    run(evening)


def test_revoked_invitations_and_ended_sessions_close_sockets(tmp_path):
    async def evening() -> None:
        async with serving(tmp_path / "t.sqlite") as (server, address):
            _, bruno, clara, table, _ = await three(address)
            operator = Operator(server.store, "operator")
            (found,) = await operator.people("Bruno")
            async with (
                bruno.sit(table["id"]) as seated,
                clara.sit(table["id"], invite=table["invite"]) as watching,
            ):
                await seated.position()
                await watching.position()
                await operator.revoke(table["id"])
                await closes_soon(watching)
                answer = await seated.ask(Chat(id="1", text="Still here."))
                assert isinstance(answer, Done)
                await operator.mute(found.id, "")
                await server.follow_orders()
                answer = await seated.ask(Chat(id="2", text="Still here?"))
                assert isinstance(answer, Refused)
                assert answer.error == "Silenced"
                await operator.sign_out(found.id)
                await closes_soon(seated)

    run(evening)


def test_a_quarantined_table_is_closed_while_it_is_played(tmp_path):
    async def evening() -> None:
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada, _, _, table, at = await three(address, listed=True)
            operator = Operator(server.store, "operator")
            async with ada.sit(table["id"]) as seat:
                await seat.position()
                await operator.quarantine(table["id"], "")
                await closes_soon(seat)
            await refused(ada.get(at), 403, "QuarantinedTable")
            assert (await ada.get("/api/tables"))["mine"] == []
            await operator.set_mode("read-only", True)
            await server.follow_orders()
            assert (await ada.get("/healthz"))["read_only"]
            await refused(ada.post("/api/tables", {"game": "lueur"}), 503, "ReadOnlyServer")

    run(evening)


def test_a_server_that_never_looks_is_found_out(tmp_path, monkeypatch):
    """The control: orders are stored, and nobody reads them."""
    monkeypatch.setattr(app, "ORDERS_SECONDS", 3600.0)
    with pytest.raises((TimeoutError, AssertionError)):
        test_whoever_is_banned_is_out_within_a_second(tmp_path)


def test_the_command_says_what_it_did_in_two_languages(tmp_path, capsys):
    store = tmp_path / "t.sqlite"

    async def evening() -> str:
        async with in_charge(store) as (_, _, room):
            return room.live.id

    id = run(evening)
    command = Commands(capsys)
    with_store = ("--store", store)
    assert id in command("admin", "list", *with_store).out
    assert command("admin", "list", "--idle", "1", "--json", *with_store).json() == []
    assert "would be done" in command("admin", "close", id, "--dry-run", *with_store).out
    assert "è chiuso" in command("admin", "close", id, "--lang", "it", *with_store).out
    assert command("admin", "show", id, "--json", *with_store).json()["orders"] == ["close"]
    assert "is closed" not in command("admin", "reopen", id, *with_store).out
    done = command("admin", "ban", "192.0.2.1", "--json", *with_store).json()
    assert (done["action"], done["target"]) == ("ban-address", "192.0.2.1/32")
    assert command("admin", "ban", "nobody-known", *with_store).code == 1
    assert command("admin", "drain", *with_store).code == 0
    assert command("admin", "drain", "--off", *with_store).code == 0
    assert command("admin", "delete", id, *with_store).code == 0
    assert command("admin", "show", id, *with_store).code == 1
    actions = [one["action"] for one in command("admin", "audit", "--json", *with_store).json()]
    assert actions == ["close", "reopen", "ban-address", "drain", "drain-off", "delete"]


def test_banned_people_are_refused_everywhere():
    orders = Orders()
    orders._known["ban", "mallory"] = None  # type: ignore[assignment]
    with pytest.raises(Banned):
        orders.check_person("mallory")
    orders.check_person("ada")


# Every command, by its options.

WORDS = {
    "close": ["TABLE"],
    "quarantine": ["TABLE"],
    "reopen": ["TABLE"],
    "delete": ["TABLE"],
    "revoke": ["TABLE"],
    "ban": ["203.0.113.9"],
    "unban": ["203.0.113.9"],
    "mute": ["PERSON"],
    "unmute": ["PERSON"],
    "sign-out": ["PERSON"],
    "forget": ["PERSON"],
    "tidy": ["--tables", "1"],
    "read-only": [],
    "drain": [],
    "resolve": ["REPORT"],
}
"""What each command that changes something is given."""

LOOKING = {"list", "show", "people", "reports", "audit"}


def test_every_command_of_the_operator_only_looks_or_is_in_the_test():
    found = {name for name, one in admin.commands.items() if "dry_run" in options_of(one)}
    assert found == set(WORDS)
    assert set(admin.commands) - found == LOOKING


def options_of(command: click.Command) -> set[str]:
    return {str(one.name) for one in command.params}


@pytest.mark.parametrize("name", WORDS)
def test_a_command_can_be_tried_first_and_leaves_a_line_in_the_audit_log(tmp_path, name, capsys):
    file = tmp_path / "t.sqlite"
    known: dict[str, str] = {}

    async def prepare() -> None:
        async with in_charge(file) as (server, _, room):
            await server.sessions.sign_in("Bruno", "en", person("bruno"))
            report = await send_report(server.store, room.live, person("bruno"), "Look.")
            known.update(TABLE=room.live.id, PERSON="bruno", REPORT=report)

    run(prepare)
    with sqlite3.connect(file) as connection:
        connection.execute("delete from documents where kind = 'alive'")
    words = [known.get(word, word) for word in WORDS[name]]

    def stored() -> list[str]:
        with sqlite3.connect(file) as connection:
            return list(connection.iterdump())

    command = Commands(capsys)
    before = stored()
    said = command("admin", name, *words, "--dry-run", "--store", str(file))
    assert said.code == 0, said.err
    assert stored() == before
    said = command("admin", name, *words, "--store", str(file), "--json")
    assert said.code == 0, said.err
    after = [line for line in stored() if line not in before]
    assert sum("'audit'" in line for line in after) == 1
