"""Servers are killed at random moments; nothing that was acknowledged is ever lost."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import sys

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from embertable.server.client import Client
from embertable.server.rooms import Rooms
from embertable.server.store import open_store
from embertable.server.thinkers import Thinkers
from tests.server.history import History, Player
from tests.server.running import run

BROKEN = (ConnectionClosed, OSError, InvalidHandshake, InvalidMessage, EOFError)


class Killing:
    """A zygote, the server it made last, and players who come back after each kill."""

    def __init__(self, store, fault: str, seed: int) -> None:
        self.store = str(store)
        self.fault = fault
        self.luck = random.Random(seed)
        self.history = History()
        self.players: list[Player] = []
        self.port = free_port()
        self.pid = 0

    async def __aenter__(self):
        self.zygote = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.server.zygote",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        await self.told()
        return self

    async def __aexit__(self, *_):
        self.kill()
        self.zygote.kill()
        await self.zygote.wait()

    async def told(self):
        assert self.zygote.stdout
        line = await asyncio.wait_for(self.zygote.stdout.readline(), 60)
        return json.loads(line)["ready"]

    async def start(self) -> str:
        wish = {"store": self.store, "port": self.port, "fault": self.fault}
        assert self.zygote.stdin
        self.zygote.stdin.write(json.dumps(wish).encode() + b"\n")
        self.pid = await self.told()
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            self.pid = 0

    async def new_players(self, address: str, tables: int) -> None:
        """Two people a table, one of them twice, so that they race each other and themselves."""
        for _ in range(tables):
            ada, bruno = Client(address), Client(address)
            await ada.sign_in("Ada")
            await bruno.sign_in("Bruno")
            seats = [{"kind": "me"}, {"kind": "open"}]
            table = await ada.post("/api/tables", {"game": "lueur", "seats": seats})
            await bruno.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
            for client in (ada, bruno, bruno):
                luck = random.Random(self.luck.random())
                player = Player(client, table["id"], self.history, luck)
                player.number = 1_000_000 * len(self.players)
                self.players.append(player)

    async def some_answers(self, playing) -> None:
        """Wait until some more decisions were acknowledged, or nobody plays any more."""
        left = self.luck.randint(1, 20)
        enough = asyncio.Event()

        def heard() -> None:
            nonlocal left
            left -= 1
            if left <= 0:
                enough.set()

        self.history.heard = heard
        waiting = asyncio.ensure_future(enough.wait())
        everybody = asyncio.gather(*playing)
        await asyncio.wait((waiting, everybody), return_when=asyncio.FIRST_COMPLETED, timeout=20)
        waiting.cancel()

    async def round(self) -> None:
        address = await self.start()
        self.players = [player for player in self.players if not player.over]
        if len(self.players) < 4:
            await self.new_players(address, 2)
        playing = [asyncio.ensure_future(come_back(player)) for player in self.players]
        await self.some_answers(playing)
        # Not only right after an answer: anywhere in what follows it, too.
        await asyncio.sleep(self.luck.choice((0, self.luck.uniform(0, 0.02))))
        self.kill()
        await asyncio.gather(*playing)


async def come_back(player: Player) -> None:
    """Play until the server dies."""
    try:
        async with player.client.sit(player.table, seq=player.seq, told=player.told) as seat:
            await player.play(seat)
    except BROKEN:
        pass


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def kills(store, fault: str, count: int, seed: int = 1) -> tuple[int, list[str]]:
    """So many kills; the acknowledged acts, and what the log does not keep of them."""
    async with Killing(store, fault, seed) as killing:
        for _ in range(count):
            await killing.round()
    opened = open_store(str(store))
    await opened.open()
    try:
        broken = await killing.history.broken(opened)
        if fault == "none":
            rooms = Rooms(opened, Thinkers())
            for table in killing.history.sent:
                await rooms.read(table)
    finally:
        await opened.close()
    return killing.history.count(), broken


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_no_acknowledged_decision_is_lost_by_kills(tmp_path):
    async def evening():
        acknowledged, broken = await kills(tmp_path / "t.sqlite", "none", 100)
        assert broken == []
        assert acknowledged > 500, "too little happened between the kills"

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
