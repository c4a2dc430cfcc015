"""Campaigns at a server: one open Run, counted once; shared, reset, moved to the terminal and back."""

from __future__ import annotations

import asyncio
import io
import json
import random
import threading
from typing import Any

import pytest

from embertable.cli import run as command
from embertable.games import load
from embertable.games.deadcells.campaign_file import CampaignFiles, load_campaign, sealed
from embertable.server import campaigns
from embertable.server.campaigns import KIND
from embertable.server.client import ApiError, Client
from embertable.server.errors import StoreFailed
from embertable.server.store import Document, open_store
from tests.server.faults import Wrapped
from tests.server.running import play, run, serving, signed_in
from tests.server.test_tables import refused

GAME = load("deadcells")
ALONE = [{"kind": "me"}]
WITH_BOT = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
WITH_FRIEND = [{"kind": "me"}, {"kind": "open"}]


async def begin(person: Client, campaign: str, seats: Any = None) -> Any:
    wish = {"game": "deadcells", "seats": seats or ALONE, "campaign": campaign}
    return await person.post("/api/tables", wish)


async def finish(person: Client, table: str, seed: int = 1, most: int = 10_000) -> None:
    async with person.sit(table) as seat:
        await play(seat, random.Random(seed), most)


async def own(person: Client) -> list[dict[str, Any]]:
    return list((await person.get("/api/campaigns"))["campaigns"])


def test_a_second_run_is_refused_while_one_is_open(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            id = (await ada.post("/api/campaigns"))["id"]
            table = await begin(ada, id)
            await refused(begin(ada, id, WITH_BOT), 409, "OpenRun")
            (shown,) = await own(ada)
            assert (shown["open"]["number"], shown["open"]["table"]) == (1, table["id"])
            assert "Hand of the King" in shown["goal"]
            await finish(ada, table["id"])
            (shown,) = await own(ada)
            assert shown["open"] is None
            assert [one["table"] for one in shown["played"]] == [table["id"]]
            assert (await ada.get(f"/api/tables/{table['id']}"))["run"] == "counted"
            # Any number of players goes on with it.
            second = await begin(ada, id, WITH_BOT)
            assert second["id"] != table["id"]

    run(evening)


def test_of_two_tables_at_once_one_gets_the_campaign(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            id = (await ada.post("/api/campaigns"))["id"]
            asked = await asyncio.gather(
                *(begin(ada, id) for _ in range(5)), return_exceptions=True
            )
            tables = [one for one in asked if isinstance(one, dict)]
            assert len(tables) == 1
            assert (await own(ada))[0]["open"]["table"] == tables[0]["id"]
            assert len((await ada.get("/api/tables"))["mine"]) == 1

    run(evening)


def test_a_run_that_was_given_up_is_not_counted(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            id = (await ada.post("/api/campaigns"))["id"]
            first = await begin(ada, id)
            await finish(ada, first["id"], most=2)
            given = await ada.post(f"/api/campaigns/{id}/give-up")
            assert given["open"] is None
            assert (await ada.get(f"/api/tables/{first['id']}"))["run"] == "left"
            second = await begin(ada, id)
            await finish(ada, second["id"], 2)
            await finish(ada, first["id"], 3)
            (shown,) = await own(ada)
            assert [one["table"] for one in shown["played"]] == [second["id"]]

    run(evening)


def test_a_reset_keeps_an_archive_in_which_the_open_run_is_counted(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            id = (await ada.post("/api/campaigns"))["id"]
            await finish(ada, (await begin(ada, id))["id"])
            open = await begin(ada, id)
            fresh = await ada.post(f"/api/campaigns/{id}/reset")
            assert (fresh["id"], fresh["runs"], fresh["open"]) == (id, 0, None)
            await finish(ada, open["id"], 2)
            new, archive = sorted(await own(ada), key=lambda one: one["archived"])
            assert (new["id"], new["runs"]) == (id, 0)
            assert (archive["runs"], archive["open"]) == (2, None)

    run(evening)


def test_whoever_is_invited_to_a_run_shares_its_campaign(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno, carla = [await signed_in(address, one) for one in ("Ada", "Bruno", "Carla")]
            id = (await ada.post("/api/campaigns"))["id"]
            table = await begin(ada, id, WITH_FRIEND)
            invite = {"invite": table["invite"]}
            await bruno.post(f"/api/tables/{table['id']}/join", invite)
            (shown,) = await own(bruno)
            assert (shown["id"], shown["mine"], shown["invite"]) == (id, False, "")
            await bruno.post(f"/api/campaigns/{id}/give-up")
            await finish(bruno, (await begin(bruno, id))["id"])
            assert [one["runs"] for one in await own(ada)] == [1]
            await refused(bruno.post(f"/api/campaigns/{id}/reset"), 404, "NoSuchThing")
            await refused(begin(carla, id), 404, "NoSuchThing")
            forged = {"invite": shown["share"][:-2]}
            await refused(carla.post(f"/api/campaigns/{id}/join", forged), 404, "NoSuchThing")
            await carla.post(f"/api/campaigns/{id}/join", {"invite": shown["share"]})
            assert [one["runs"] for one in await own(carla)] == [1]
            # The owner leaves, and nobody else loses anything.
            await ada.request("DELETE", f"/api/campaigns/{id}")
            assert await own(ada) == []
            assert sorted(one["mine"] for one in [*await own(bruno), *await own(carla)]) == [
                False,
                True,
            ]

    run(evening)


class Away(Wrapped):
    """A store that is away when a campaign is written."""

    def __init__(self, store: Any) -> None:
        super().__init__(store)
        self.is_away = False

    async def replace(self, old: Document, new: Document) -> bool:
        if self.is_away:
            raise StoreFailed("the disk is full")
        return bool(await self.store.replace(old, new))


def test_a_run_that_ended_while_the_store_was_full_is_counted_later(tmp_path):
    async def evening():
        store = Away(open_store(str(tmp_path / "t.sqlite")))
        async with serving(store) as (_, address):
            ada = await signed_in(address)
            id = (await ada.post("/api/campaigns"))["id"]
            table = await begin(ada, id)
            store.is_away = True
            await finish(ada, table["id"])
            store.is_away = False
            assert [one["runs"] for one in await own(ada)] == [1]
            await begin(ada, id)

    run(evening)


def test_a_damaged_campaign_hides_no_other(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            good, bad = [(await ada.post("/api/campaigns"))["id"] for _ in range(2)]
            document = await server.store.get(KIND, bad)
            assert document is not None
            for body in (b"{", b"[]", b'{"game": "chess"}', document.body[:-20] + b'"}'):
                await server.store.put(document._replace(body=body))
                shown = {one["id"]: one for one in await own(ada)}
                assert shown[good]["problem"] == ""
                assert shown[bad]["problem"].endswith(".")
                with pytest.raises(ApiError) as caught:
                    await begin(ada, bad)
                assert caught.value.status == 400
            newer = {**json.loads(document.body), "version": 99}
            await server.store.put(document._replace(body=json.dumps(newer).encode()))
            shown = {one["id"]: one for one in await own(ada)}
            assert "newer release" in shown[bad]["problem"]

    run(evening)


def test_a_campaign_moves_from_the_terminal_to_the_browser_and_back(tmp_path):
    file = tmp_path / "ours.json"
    assert command(["campaign", "new", str(file)]) == 0
    assert command(["campaign", "run", str(file), "--bots", "random", "--players", "3"]) == 0

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            brought = await ada.post("/api/campaigns", json.loads(file.read_text()))
            assert (brought["runs"], brought["played"][0]["table"]) == (1, "")
            table = await begin(ada, brought["id"], WITH_BOT)
            await finish(ada, table["id"])
            saved = await ada.get(f"/api/campaigns/{brought['id']}")
            file.write_text(json.dumps(saved))
            record = await ada.get(f"/api/tables/{table['id']}/record")
            (tmp_path / f"deadcells-{table['id']}.json").write_text(json.dumps(record))
            assert command(["campaign", "verify", str(file)]) == 0
            await asyncio.to_thread(
                command, ["campaign", "run", str(file), "--bots", "random", "--players", "1"]
            )
            assert command(["campaign", "verify", str(file)]) == 0
            # Brought again, it is the same campaign, three Runs old.
            again = await ada.post("/api/campaigns", json.loads(file.read_text()))
            assert (again["id"], again["runs"]) == (brought["id"], 3)
            # An older copy of the file takes nothing away.
            older = await ada.post("/api/campaigns", saved)
            assert (older["id"], older["runs"]) == (brought["id"], 3)
            copy = await ada.post("/api/campaigns?copy=1", saved)
            assert (copy["id"] != brought["id"], copy["runs"]) == (True, 2)

    run(evening)
    assert [one.players for one in load_campaign(GAME, file).runs] == [3, 2, 1]


def test_an_open_run_of_the_terminal_is_told_in_the_browser(tmp_path, monkeypatch):
    file = tmp_path / "ours.json"
    assert command(["campaign", "new", str(file)]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
    command(["play", "--plain", "--campaign", str(file), "--seats", "human:Ada"])

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            brought = await ada.post("/api/campaigns", json.loads(file.read_text()))
            assert (brought["open"]["record"], brought["open"]["table"]) == (
                "ours-run-001.json",
                "",
            )
            await refused(begin(ada, brought["id"]), 409, "OpenRun")
            await ada.post(f"/api/campaigns/{brought['id']}/give-up")
            await begin(ada, brought["id"])

    run(evening)


def long_campaign(runs: int) -> dict[str, Any]:
    """A campaign whose seal is right and whose Runs are invented."""
    run = {"record": "x.json", "hash": "0", "players": 1, "ended": "death"}
    rest = {"run": "", "began": "", "unlocked": []}
    kept = GAME.campaigns()
    assert kept is not None
    saved = kept.begin("0123456789abcdef")
    played = {**saved["campaign"], "history": ["death"] * runs}
    return sealed({**saved, "campaign": played, "runs": [{**run, **rest}] * runs})


def test_campaigns_of_strangers_are_few_small_and_read_beside_the_loop(tmp_path, monkeypatch):
    readers: set[int] = set()
    real = CampaignFiles.read

    def noted(self, saved, file="campaign"):
        readers.add(threading.get_ident())
        return real(self, saved, file)

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            await refused(ada.post("/api/campaigns", long_campaign(20_000)), 413, "TooLarge")
            await refused(ada.post("/api/campaigns", long_campaign(301)), 400, "BadRecord")
            monkeypatch.setattr(campaigns, "MOST", 2)
            id = (await ada.post("/api/campaigns", long_campaign(200)))["id"]
            await ada.post("/api/campaigns")
            await refused(ada.post("/api/campaigns"), 409, "TooManyCampaigns")
            monkeypatch.setattr(CampaignFiles, "read", noted)
            assert {one["runs"] for one in await own(ada)} == {0, 200}
            assert readers
            assert threading.get_ident() not in readers
            # A further state of what one has, and a deleted one, make no more of them.
            await ada.post("/api/campaigns", long_campaign(201))
            await ada.request("DELETE", f"/api/campaigns/{id}")
            await ada.post("/api/campaigns")

    run(evening)
