"""Servers are killed at random moments; no acknowledged decision is lost."""

from __future__ import annotations

import asyncio
import random

import pytest

from embertable.server.bot_pool import BotPool
from embertable.server.client import Client
from embertable.server.rooms import Rooms
from embertable.server.store import open_store
from tests.server.history import History, Player
from tests.server.running import run
from tests.server.zygotes import Served, Zygote, come_back


class Killing:
    """A server that is killed repeatedly, and players who reconnect after each kill."""

    def __init__(self, server: Served, seed: int) -> None:
        self.server = server
        self.rng = random.Random(seed)
        self.history = History()
        self.players: list[Player] = []

    async def round(self) -> None:
        await self.server.start()
        self.players = [player for player in self.players if not player.over]
        if len(self.players) < 4:
            for _ in range(2):
                self.players += await new_players(self.server.address, self.history, self.rng)
        playing = [asyncio.ensure_future(come_back(player)) for player in self.players]
        await self.history.answers(self.rng.randint(1, 20), playing, seconds=20)
        # Not only right after an answer: anywhere in what follows it, too.
        await asyncio.sleep(self.rng.choice((0, self.rng.uniform(0, 0.02))))
        self.server.kill()
        await asyncio.gather(*playing)


async def new_players(address: str, history: History, rng: random.Random) -> list[Player]:
    """Two people at a table, one of them connected twice, so that all of them race."""
    ada, bruno = Client(address), Client(address)
    await ada.sign_in("Ada")
    await bruno.sign_in("Bruno")
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = await ada.post("/api/tables", {"game": "lueur", "seats": seats})
    await bruno.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
    return [
        Player(client, table["id"], history, random.Random(rng.random()), f"{place}")
        for place, client in enumerate((ada, bruno, bruno))
    ]


async def kills(store, fault: str, count: int, seed: int = 1) -> tuple[int, list[str]]:
    """Kill the server this often; the acknowledged acts, and those missing in the log."""
    async with Zygote(str(store), fault) as zygote:
        killing = Killing(zygote.server(), seed)
        for _ in range(count):
            await killing.round()
    opened = open_store(str(store))
    await opened.open()
    try:
        broken = await killing.history.broken(opened)
        if fault == "none":
            rooms = Rooms(opened, BotPool())
            for table in killing.history.sent:
                await rooms.read(table)
    finally:
        await opened.close()
    return killing.history.count(), broken


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_no_acknowledged_decision_is_lost_by_kills(tmp_path):
    async def evening():
        acknowledged, broken = await kills(tmp_path / "t.sqlite", "none", 200)
        assert broken == []
        assert acknowledged > 1000, "too little happened between the kills"

    run(evening)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_no_acknowledged_decision_is_lost_by_many_kills(tmp_path):
    async def evening():
        acknowledged, broken = await kills(tmp_path / "t.sqlite", "none", 2000, seed=2)
        assert broken == []
        assert acknowledged > 10_000

    run(evening)


@pytest.mark.slow
def test_a_server_that_acknowledges_before_the_commit_is_found_out(tmp_path):
    async def evening():
        _, broken = await kills(tmp_path / "t.sqlite", "ack-before-commit", 12)
        assert any("is lost" in one for one in broken)

    run(evening)
