"""A proxy cuts connections at random bytes; clients reconnect and repeat what was not answered."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator

import pytest

from embertable.server.app import Settings
from embertable.server.live import LiveTable
from tests.server.history import History, Player
from tests.server.running import run, serving, signed_in
from tests.server.test_kill import new_players
from tests.server.zygotes import keep_coming_back, stop


class Proxy:
    """Forwards bytes, and cuts each connection after a random number of them."""

    def __init__(self, port: int, rng: random.Random) -> None:
        self.port = port
        self.rng = rng
        self.cuts = 0
        self.cutting = False
        self.enough = asyncio.Event()
        self.target = 0

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        listening = await asyncio.start_server(self.connected, "127.0.0.1", 0)
        async with listening:
            yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"

    async def reaches(self, cuts: int, playing: list[asyncio.Task[None]]) -> None:
        """Wait until there were so many cuts, or the game is over for everybody."""
        self.target = cuts
        waiting = asyncio.ensure_future(self.enough.wait())
        everybody = asyncio.ensure_future(asyncio.wait(playing))
        await asyncio.wait((waiting, everybody), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        everybody.cancel()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            writer.transport.abort()
            return
        left = [self.rng.randint(200, 20_000) if self.cutting else 10**12]

        async def carry(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
            while piece := await source.read(4096):
                target.write(piece[: left[0]])
                left[0] -= len(piece)
                if left[0] <= 0:
                    self.cuts += 1
                    if self.cuts >= self.target:
                        self.enough.set()
                    return
                await target.drain()

        ways = [
            asyncio.ensure_future(carry(reader, back)),
            asyncio.ensure_future(carry(there, writer)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for end in (writer, back):
            end.transport.abort()
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)


async def cuts(store, count: int, seed: int) -> list[str]:
    """Cut connections this often while people play; what was lost, repeated or shown wrongly."""
    rng = random.Random(seed)
    history = History()
    async with serving(store, Settings(per_minute=1e6)) as (server, address):
        proxy = Proxy(int(address.rpartition(":")[2]), rng)
        async with proxy.open() as through:
            players: list[Player] = []
            while proxy.cuts < count:
                proxy.cutting = False
                players = await new_players(through, history, rng)
                proxy.cutting = True
                playing = [
                    asyncio.ensure_future(keep_coming_back(one, [through])) for one in players
                ]
                await proxy.reaches(count, playing)
                await stop(playing)
            broken = await history.broken(server.store)
            proxy.cutting = False
            for player in players:
                room = await server.rooms.room(player.table)
                async with player.client.sit(player.table) as seat:
                    shown = await seat.position()
                    assert shown.seat is not None
                    table = room.live.session.table
                    view = room.live.game.codec().encode(table.game.view(table, shown.seat))
                    if shown.view != view:
                        broken.append(f"{player.table}: seat {shown.seat} does not see the table")
    return broken


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_no_decision_is_lost_or_doubled_by_cut_connections(tmp_path):
    async def evening():
        assert await cuts(tmp_path / "t.sqlite", 1000, seed=1) == []

    run(evening)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_no_decision_is_lost_or_doubled_by_many_cuts(tmp_path):
    async def evening():
        assert await cuts(tmp_path / "t.sqlite", 20_000, seed=2) == []

    run(evening)


class Forgetful(dict):  # type: ignore[type-arg]
    """Keeps no message id."""

    def __setitem__(self, *_):
        pass


@pytest.mark.slow
def test_a_server_that_forgets_message_ids_is_found_out(tmp_path, monkeypatch):
    real = LiveTable.__init__

    def forgetful(self, *arguments, **named):
        real(self, *arguments, **named)
        self.requests.done = Forgetful()

    monkeypatch.setattr(LiveTable, "__init__", forgetful)

    async def evening():
        found: list[str] = []
        for seed in range(6):
            found += await cuts(tmp_path / f"{seed}.sqlite", 40, seed=seed)
            if found:
                break
        assert any("was refused and is there" in one for one in found)

    run(evening)


def test_a_client_that_comes_back_is_told_only_what_is_new(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            seats = [{"kind": "me"}, {"kind": "me"}]
            table = await ada.post("/api/tables", {"game": "lueur", "seats": seats, "seed": 1})
            async with ada.sit(table["id"], seat=0) as seat:
                before = await seat.position()
                told = before.first + len(before.events)
                mover = await seat.my_turn()
                await seat.act(mover.options[0])
            async with ada.sit(table["id"], seq=before.seq, events_seen=told, seat=0) as seat:
                after = await seat.position()
                assert after.first == told
                assert after.events
            async with ada.sit(table["id"], seq=before.seq, events_seen=10_000, seat=0) as seat:
                assert (await seat.position()).events == []

    run(evening)
