"""Forks keep who sat where: bots, people and names; whoever forks takes their own seat."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from embertable import Session, load
from embertable.engine.chance import seeded
from embertable.server import rooms, shares
from embertable.server.app import Server
from embertable.server.client import ApiError
from embertable.server.entries import SeatTaken
from embertable.server.live import LiveTable
from tests.server.running import play, run, serving, signed_in

BOT = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]


def people(table: dict[str, Any]) -> list[tuple[str, str, bool]]:
    return [(one["kind"], one["name"], one["mine"]) for one in table["people"]]


async def finished(ada, ben=None) -> dict[str, Any]:
    """A finished game of Lueur: of Ada against a bot, or of Ada and Ben."""
    seats = BOT if ben is None else [{"kind": "me"}, {"kind": "open"}]
    table = await ada.post("/api/tables", {"game": "lueur", "seats": seats})
    if ben is not None:
        await ben.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
        # Ada takes the game over when Ben has to leave; his seat stays his.
        await ben.post(f"/api/tables/{table['id']}/bot", {"seat": 1, "bot": "random"})
    async with ada.sit(table["id"]) as seat:
        assert (await play(seat, random.Random(2))).result
    found: dict[str, Any] = await ada.get(f"/api/tables/{table['id']}")
    return found


async def check_own_game(address: str) -> None:
    """A fork of one's own game keeps the bot, its name and one's own seat."""
    ada = await signed_in(address)
    table = await finished(ada)
    fork = await ada.post(f"/api/tables/{table['id']}/fork", {"at": 4})
    assert people(fork) == people(table)
    assert [one["bot"] for one in fork["people"]] == ["", "random"]
    async with ada.sit(fork["id"]) as seat:
        position = await seat.my_turn()
        assert position.seat == 0
        assert {option.seat for option in position.options} == {0}
        await seat.act(position.options[0])


def test_a_fork_of_ones_own_game_keeps_the_bot_and_the_names(tmp_path):
    async def work():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            await check_own_game(address)

    run(work)


def test_control_the_old_seats_are_noticed(tmp_path, monkeypatch):
    def everywhere(person, before, count, wanted):
        return [SeatTaken(person=person.id, name="Guest")] * count

    monkeypatch.setattr(rooms, "seats_of_fork", everywhere)

    async def work():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            with pytest.raises(AssertionError):
                await check_own_game(address)

    run(work)


def test_others_keep_their_seats_and_strangers_take_nobody_along(tmp_path):
    async def work():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, ben, clara = [await signed_in(address, name) for name in ("Ada", "Ben", "Clara")]
            table = await finished(ada, ben)
            at = f"/api/tables/{table['id']}"
            fork = await ben.post(f"{at}/fork", {"at": 4})
            assert people(fork) == [("person", "Ada", False), ("person", "Ben", True)]
            # Ada finds her seat by the link, and nothing was put into her list.
            assert people(await ada.get(f"/api/tables/{fork['id']}"))[0] == ("person", "Ada", True)
            mine = (await ada.get("/api/tables"))["mine"]
            assert fork["id"] not in [one["id"] for one in mine]
            strange = await clara.post(f"{at}/fork", {"at": 4})
            assert people(strange) == [("person", "Clara", True), ("open", "Ben", False)]
            with pytest.raises(ApiError):
                await ben.get(f"/api/tables/{strange['id']}")

    run(work)


def test_another_seat_can_be_chosen(tmp_path):
    async def work():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            table = await finished(ada)
            at = f"/api/tables/{table['id']}"
            bot = table["people"][1]["name"]
            fork = await ada.post(f"{at}/fork", {"at": 4, "seat": 1})
            assert people(fork) == [("bot", bot, False), ("person", "Ada", True)]
            both = [{"kind": "me"}, {"kind": "me"}]
            fork = await ada.post(f"{at}/fork", {"at": 4, "seats": both})
            assert [mine for _, _, mine in people(fork)] == [True, True]
            for seat in (2, 9):
                with pytest.raises(ApiError) as refused:
                    await ada.post(f"{at}/fork", {"at": 4, "seat": seat})
                assert refused.value.status == 400

    run(work)


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (
            ["human:Ben", "human:Ada", "bot:greedy:Soot"],
            [("open", "Ben", False), ("person", "Ada", True), ("bot", "Soot", False)],
        ),
        (
            ["bot:ember:Soot", "human:Dora", "bot:my.Own:Flint"],
            [("bot", "Soot", False), ("person", "Ada", True), ("bot", "Flint", False)],
        ),
        ([], [("person", "Ada", True)] * 3),
        (["bot:greedy"] * 40, [("person", "Ada", True), ("bot", "Cinder", False)]),
        (
            ["Ada", "x" * 99],
            [("person", "Ada", True), ("open", "x" * 40, False), ("person", "Ada", True)],
        ),
    ],
    ids=["by name", "first person", "nobody named", "only bots", "foreign spellings"],
)
def test_a_record_seats_its_players(players, seats, tmp_path):
    session = Session(load("lueur"), {"players": "3"}, seeded(1), players=players)

    async def work():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            record = await ada.post("/api/records", session.record.to_json())
            fork = await ada.post(f"/api/records/{record['id']}/fork", {"at": 0})
            assert people(fork)[: len(seats)] == seats

    run(work)


def test_a_fork_is_charged_for_what_it_replays(tmp_path, monkeypatch):
    """With a decision as dear as a table, the game of forty that Ada continues is half of her share."""
    monkeypatch.setattr(shares, "REPLAYED", 1)

    async def evening() -> int:
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            table = (await finished(ada))["id"]
            made = 0
            for _ in range(10):
                try:
                    await ada.post(f"/api/tables/{table}/fork", {"at": 40})
                except ApiError as error:
                    if error.status != 429:
                        raise
                    break
                made += 1
            return made

    assert 1 <= run(evening) <= 3


# Replays take turns with the event loop.


def most_at_once(server: Server, monkeypatch) -> Callable[[list[str]], Awaitable[int]]:
    """A way to open tables that tells how many were replayed at the same time."""
    real = rooms.replay_log
    running: list[str] = []
    counts: list[int] = []

    def slow(id: str, *rest: Any) -> LiveTable:
        running.append(id)
        counts.append(len(running))
        time.sleep(0.05)
        running.remove(id)
        return real(id, *rest)

    monkeypatch.setattr(rooms, "replay_log", slow)

    async def opened(tables: list[str]) -> int:
        await asyncio.gather(*(server.rooms.read(id) for id in tables))
        return max(counts)

    return opened


@pytest.mark.parametrize("threads", [rooms.REPLAYS, 6])
def test_few_logs_are_replayed_at_a_time(tmp_path, monkeypatch, threads):
    """The control has as many threads as asyncio's own pool has here."""
    monkeypatch.setattr(rooms, "REPLAYS", threads)

    async def evening() -> int:
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            made = [(await ada.post("/api/tables", {"game": "lueur"}))["id"] for _ in range(8)]
            return await most_at_once(server, monkeypatch)(made)

    assert (run(evening) <= 2) is (threads == 2)
