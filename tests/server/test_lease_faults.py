"""Three servers that forward to each other: owners are killed and frozen, leases end, move and vanish."""

from __future__ import annotations

import asyncio
import random

import asyncpg
import pytest

from embertable.server.bot_pool import BotPool
from embertable.server.postgres import PostgresStore
from embertable.server.rooms import Rooms
from tests.server.database import Database, database
from tests.server.history import History, Player
from tests.server.running import run
from tests.server.test_kill import new_players
from tests.server.test_postgres import differing
from tests.server.zygotes import Served, Zygote, keep_coming_back, stop


@pytest.fixture(scope="module")
def real():
    with database() as made:
        yield made


class LeaseFaults:
    """What can happen to servers that hold leases, and to the leases themselves."""

    def __init__(self, made: Database, servers: list[Served], rng: random.Random) -> None:
        self.database = made
        self.servers = servers
        self.rng = rng

    async def kill(self) -> None:
        """Its tables are served elsewhere at once, and move when its time is over."""
        server = self.rng.choice(self.servers)
        server.kill()
        await asyncio.sleep(self.rng.choice((0, 0.3)))
        await server.start()

    async def freeze(self) -> None:
        """It still holds its leases and accepts connections, and answers nobody."""
        with self.rng.choice(self.servers).stopped():
            await asyncio.sleep(1.0)

    async def end(self) -> None:
        """All leases of a server end while it lives, as after a long pause; the others take them."""
        await self.execute("update documents set expires = 1 where kind = 'peer'")

    async def move(self) -> None:
        """Every table is given to some server, perhaps one that has died."""
        await self.execute(
            "update documents set owner = (select id from documents as other where kind = 'peer'"
            " and other.id <> documents.owner order by random() limit 1)"
            " where kind = 'lease' and exists (select 1 from documents as other"
            " where kind = 'peer' and other.id <> documents.owner)"
        )

    async def vanish(self) -> None:
        await self.execute("delete from documents where kind in ('lease', 'peer')")

    async def execute(self, sql: str) -> None:
        connection = await asyncpg.connect(self.database.address)
        await connection.execute(sql)
        await connection.close()


async def faults(made: Database, fault: str, count: int, seed: int) -> tuple[int, list[str], float]:
    """Acknowledged decisions, those missing in the log, and how long the servers differed."""
    rng = random.Random(seed)
    history = History()
    async with Zygote(made.address, fault, peer_host="127.0.0.1") as zygote:
        servers = [zygote.server() for _ in range(3)]
        for server in servers:
            await server.start()
        addresses = [server.address for server in servers]
        happening = LeaseFaults(made, servers, rng)
        kinds = [
            happening.kill,
            happening.move,
            happening.end,
            happening.kill,
            happening.vanish,
            happening.freeze,
        ]
        players: dict[Player, asyncio.Task[None]] = {}
        for number in range(count):
            if len(players) < 6:
                for player in await new_players(rng.choice(addresses), history, rng):
                    players[player] = asyncio.ensure_future(keep_coming_back(player, addresses))
            await history.answers(rng.randint(1, 12), players.values(), seconds=5)
            await kinds[number % len(kinds)]()
            if fault == "none":
                for work in players.values():
                    assert not work.done() or work.exception() is None
            players = {player: work for player, work in players.items() if not work.done()}
        apart = 0.0
        if fault == "none":
            apart = max([await differing(player, addresses) for player in players], default=0.0)
        await stop(players.values())
    store = PostgresStore(made.address)
    await store.open()
    try:
        broken = await history.broken(store)
        if fault == "none":
            for table in history.sent:
                await Rooms(store, BotPool()).read(table)
    finally:
        await store.close()
    return history.count(), broken, apart


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_faults_of_leases_cost_no_decision(real):
    async def evening():
        acknowledged, broken, apart = await faults(real, "none", 36, seed=1)
        assert broken == []
        assert acknowledged > 60, "too little happened between the faults"
        assert apart <= 2.0

    run(evening)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_many_faults_of_leases_cost_no_decision(real):
    async def evening():
        _, broken, apart = await faults(real, "none", 600, seed=2)
        assert broken == []
        assert apart <= 2.0

    run(evening)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_log_that_trusts_leases_is_found_out(real):
    """A server that believes its lease instead of the log's key replaces what another one wrote."""

    async def evening():
        for seed in range(3, 15):
            _, broken, _ = await faults(real, "last-wins", 8, seed=seed)
            if broken:
                return
        raise AssertionError("two servers replaced each other's entries, and nobody noticed")

    run(evening)
