"""The deal of the day ranks first attempts, and luck that was taken back is no attempt at all."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from typing import Any

import pytest

from embertable.server.client import Client
from embertable.server.protocol import Done, Refused, Undo
from embertable.server.rooms import Rooms
from embertable.server.store import Document
from tests.server.running import play, run, serving, signed_in

GAME = "setawatch"


async def attempt(person: Client, seed: int = 1) -> dict[str, Any]:
    """Play today's deal to its end; the deal as this person sees it then."""
    table = await person.post(f"/api/daily/{GAME}")
    async with person.sit(table["id"]) as seat:
        assert (await play(seat, random.Random(seed))).result
    found: dict[str, Any] = await person.get(f"/api/daily/{GAME}")
    return found


def results(deal: dict[str, Any]) -> list[tuple[str, bool]]:
    return [(one["name"], one["first"]) for one in deal["results"]]


async def check_luck_stays(address: str) -> None:
    """Free undo is allowed; what chance has decided stays."""
    ada = await signed_in(address)
    table = await ada.post(f"/api/daily/{GAME}")
    rng = random.Random(4)
    async with ada.sit(table["id"]) as seat:
        refused = 0
        for number in range(60):
            position = await seat.my_turn()
            if position.result:
                break
            assert not position.undo.propose
            if number > 3 and not position.undo.free and position.seq > 2:
                answer = await seat.ask(Undo(id=f"u{number}", seq=position.seq))
                assert isinstance(answer, Refused)
                assert answer.error == "RankedLuck"
                refused += 1
            assert isinstance(await seat.act(rng.choice(position.options)), Done)
        assert refused > 3


def test_luck_is_not_taken_back_at_the_deal_of_the_day(tmp_path):
    async def work():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            await check_luck_stays(address)

    run(work)


def test_control_a_table_that_is_undone_like_any_other_is_noticed(tmp_path, monkeypatch):
    before = Rooms.open

    async def unranked(self, opened, key, id=""):
        opened.daily = ""
        return await before(self, opened, key, id)

    monkeypatch.setattr(Rooms, "open", unranked)

    async def work():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            with pytest.raises(AssertionError):
                await check_luck_stays(address)

    run(work)


def test_the_seed_is_told_after_ones_own_attempt(tmp_path):
    async def work():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, ben = [await signed_in(address, name) for name in ("Ada", "Ben")]
            assert (await ada.get(f"/api/daily/{GAME}"))["seed"] is None
            deal = await attempt(ada)
            assert isinstance(deal["seed"], int)
            assert (await ben.get(f"/api/daily/{GAME}"))["seed"] is None
            assert (await Client(address).get(f"/api/daily/{GAME}"))["seed"] is None

    run(work)


def test_whoever_tried_the_deal_before_comes_after_the_first_attempts(tmp_path):
    async def work():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, ben, clara = [await signed_in(address, name) for name in ("Ada", "Ben", "Clara")]
            seed = (await attempt(ada))["seed"]
            # Ben learns the seed from Ada; Clara plays on from a moment of Ada's game.
            await ben.post("/api/tables", {"game": GAME, "seed": seed})
            table = (await ada.get(f"/api/daily/{GAME}"))["table"]
            await clara.post(f"/api/tables/{table}/fork", {"at": 3})
            await attempt(ben, 2)
            deal = await attempt(clara, 3)
            assert results(deal)[0] == ("Ada", True)
            assert sorted(results(deal)[1:]) == [("Ben", False), ("Clara", False)]
            assert {one["remark"] for one in deal["results"]} == {"", "not a first attempt"}
            italian = await ada.get(f"/api/daily/{GAME}?lang=it")
            assert italian["results"][1]["remark"] == "non è un primo tentativo"
            # Practising after the attempt changes nothing.
            await ada.post("/api/tables", {"game": GAME, "seed": seed})
            assert results(await ada.get(f"/api/daily/{GAME}"))[0] == ("Ada", True)

    run(work)


def test_two_requests_at_once_are_one_attempt(tmp_path):
    file = tmp_path / "t.sqlite"

    async def work():
        async with serving(file) as (_, address):
            ada = await signed_in(address)
            found = await asyncio.gather(*[ada.post(f"/api/daily/{GAME}") for _ in range(3)])
            assert len({one["id"] for one in found}) == 1

    run(work)
    with sqlite3.connect(file) as connection:
        assert connection.execute("select count(*) from entries").fetchone() == (1,)


def test_a_result_of_an_earlier_release_still_counts(tmp_path):
    async def work():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            deal = await (await signed_in(address)).get(f"/api/daily/{GAME}")
            owner = f"{deal['day']}:{GAME}"
            body = b'{"name":"Old","outcome":"won","score":3,"decisions":7}'
            await server.store.put(Document("daily", f"{owner}:x", owner, body, 1.0))
            assert results(await Client(address).get(f"/api/daily/{GAME}")) == [("Old", True)]

    run(work)
