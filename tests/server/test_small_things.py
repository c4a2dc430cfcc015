"""Small promises: health shows a full disk, files are private, the heartbeat goes on, sockets hear farewell."""

from __future__ import annotations

import asyncio
import signal
import stat
import time
from importlib import import_module
from typing import Any

import pytest

from embertable.games import load
from embertable.server.app import Server
from embertable.server.client import ApiError
from embertable.server.components import name_of
from embertable.server.errors import StoreFailed
from embertable.server.protocol import Act, Refused
from embertable.server.sqlite import SqliteStore
from tests.server.running import Process, run, serving, signed_in
from tests.server.test_records import BOTH


class FullDisk(SqliteStore):
    """A store that can be read and not written."""

    full = False

    async def put(self, document):
        if self.full:
            raise StoreFailed("database or disk is full")
        await super().put(document)


def test_health_shows_a_full_disk(tmp_path, monkeypatch):
    health = import_module("embertable.server.http.health")
    monkeypatch.setattr(health, "FRESH_SECONDS", -1.0)

    async def evening():
        store = FullDisk(tmp_path / "t.sqlite")
        async with serving(store) as (_, address):
            ada = await signed_in(address)
            assert (await ada.get("/healthz"))["ok"]
            store.full = True
            with pytest.raises(ApiError) as caught:
                await ada.get("/healthz")
            assert caught.value.status == 503
            store.full = False
            assert (await ada.get("/healthz"))["ok"]

    run(evening)


def test_stores_and_backups_are_for_their_owner_alone(tmp_path):
    async def evening():
        store = SqliteStore(tmp_path / "t.sqlite")
        await store.open()
        await store.back_up(tmp_path / "copy.sqlite")
        for file in tmp_path.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
        await store.close()

    run(evening)


def test_the_heartbeat_survives_any_exception(tmp_path, monkeypatch):
    monkeypatch.setattr("embertable.server.app.HEARTBEAT_SECONDS", 0.01)

    async def evening():
        server = Server(SqliteStore(tmp_path / "t.sqlite"))
        await server.open()
        tidied = asyncio.Event()
        failed = 0

        async def tidy(beat: int) -> None:
            nonlocal failed
            failed += 1
            if failed > 3:
                tidied.set()
            raise KeyError("a bug")

        monkeypatch.setattr(server, "tidy", tidy)
        beating = asyncio.ensure_future(server.run_heartbeat())
        await asyncio.wait_for(tidied.wait(), 60)
        assert not beating.done()
        beating.cancel()
        await asyncio.gather(beating, return_exceptions=True)
        await server.close()

    run(evening)


def test_sockets_hear_farewell_when_the_server_is_stopped(tmp_path):
    async def evening():
        server = Process("--store", str(tmp_path / "t.sqlite"))
        address = await server.start()
        ada = await signed_in(address)
        table = await ada.post("/api/tables", {"game": "lueur"})
        async with ada.sit(table["id"]) as seat:
            await seat.position()
            stopping = asyncio.ensure_future(server.kill(signal.SIGTERM))
            await seat.closed()
            assert seat.farewell
            assert (seat.farewell.error, seat.farewell.reconnect) == ("ShuttingDown", True)
        await asyncio.wait_for(stopping, 60)

    run(evening)


def test_a_decision_about_an_old_choice_is_stale_and_not_illegal(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur", "seats": BOTH, "seed": 3})
            async with ada.sit(table["id"]) as seat:
                first = await seat.my_turn()
                old = first.options[0]
                for _ in range(3):
                    position = await seat.my_turn()
                    await seat.act(position.options[0])
                again = Act(id="late", seq=first.seq, action=old.action, seat=old.seat)
                answer = await seat.ask(again)
                assert isinstance(answer, Refused)
                assert answer.error == "Stale"

    run(evening)


@pytest.mark.parametrize("id", [2**62, -(2**63), 2**70])
def test_a_huge_id_has_no_name(id):
    for game in ("lueur", "deadcells", "setawatch", "faceless"):
        for group in ("card", "tile", "seat", "adventurer", "enemy", "space"):
            assert isinstance(name_of(load(game).catalogue("en"), group, id), str)


@pytest.mark.parametrize("id", ["%00", "a%00b", "..%2f..", "%F0%9F%90%90", "x" * 70])
def test_an_id_that_cannot_be_one_is_not_found(tmp_path, id):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            asked: list[str] = []
            real = server.store.get

            async def get(kind: str, id: str):
                asked.append(id)
                return await real(kind, id)

            server.store.get = get  # type: ignore[method-assign]
            for path in (f"/api/tables/{id}", f"/api/records/{id}", f"/api/campaigns/{id}"):
                with pytest.raises(ApiError) as caught:
                    await ada.get(path)
                assert caught.value.status == 404
            assert not any("\0" in one for one in asked)

    run(evening)


def test_notices_fit_into_postgres():
    postgres = pytest.importorskip("embertable.server.postgres")
    few = postgres.notices([f"table:{n:016}" for n in range(200)])
    assert len(few) == 1
    many = postgres.notices([f"table:{n:064}" for n in range(500)])
    assert all(len(words.encode()) < 8000 - 20 for words in many)
    assert sum(len(words.split()) for words in many) == 500
    assert postgres.notices(["here:t:" + "x" * 9000]) == ["all:"]
    assert postgres.notices([]) == []


def test_the_lobby_says_what_lies_behind_a_table(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
            await ada.post("/api/tables", {"game": "lueur", "listed": True, "seed": 4})
            until = time.monotonic() + 60
            listed: list[dict[str, Any]] = []
            while not listed and time.monotonic() < until:
                listed = (await bruno.get("/api/tables"))["listed"]
            assert listed[0]["marks"] == ["seeded"]

    run(evening)


def test_the_brief_list_of_games_leaves_out_only_what_is_long(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            whole, brief = await ada.get("/api/games"), await ada.get("/api/games?brief=1")
            for one in whole["games"]:
                assert one["settings"], "the whole list has them"
                one.update(settings=[], levels={})
            assert brief == whole

    run(evening)
