"""Two servers on one real PostgreSQL, with kills, freezes, cut listeners and database restarts."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time

import asyncpg
import pytest

from embertable.server.bot_pool import BotPool
from embertable.server.postgres import PostgresStore
from embertable.server.rooms import Rooms
from embertable.server.store import Append, Document, Row
from tests.server.database import Database, database
from tests.server.history import History, Player
from tests.server.running import run
from tests.server.test_kill import new_players
from tests.server.zygotes import BROKEN, Served, Zygote, keep_coming_back, stop


@pytest.fixture(scope="module")
def real():
    with database() as made:
        yield made


def test_the_store_keeps_the_same_promises_as_on_sqlite(real):
    async def work():
        store, other = PostgresStore(real.address), PostgresStore(real.address)
        heard: asyncio.Queue[str] = asyncio.Queue()
        await store.open()
        await other.open()
        other.listen(heard.put_nowait)
        try:
            taken = await asyncio.gather(
                *((store, other)[n % 2].append("t", 1, b"%d" % n) for n in range(20))
            )
            assert taken.count(True) == 1
            assert (await other.entries("t"))[0].body == b"%d" % taken.index(True)
            assert await store.append("t", 2, b"two")
            words = [await asyncio.wait_for(heard.get(), 60)]
            while "table:t" not in words:
                words.append(await asyncio.wait_for(heard.get(), 60))
            await store.put(Document("kind", "a", "ada", b"1", 1.0))
            await store.put(Document("kind", "a", "ada", b"2", 2.0))
            assert not await other.put_new(Document("kind", "a", "bruno", b"9", 9.0))
            assert [one.body for one in await other.find("kind", "ada")] == [b"2"]
            old = Document("kind", "a", "ada", b"2", 2.0)
            wins = [old._replace(body=b"%d" % number) for number in range(3, 9)]
            done = await asyncio.gather(
                *((store, other)[n % 2].replace(old, new) for n, new in enumerate(wins))
            )
            assert done.count(True) == 1
            assert await store.get("kind", "a") == wins[done.index(True)]
            assert await store.has_table("t")
            assert not await store.has_table("u")
            await store.put(Document("kind", "gone", "ada", b"3", 3.0, expires=4.0))
            assert await store.get("kind", "gone") is None
            await store.forget_expired(5.0)
            await store.delete("kind", "a")
            assert await store.get("kind", "a") is None
            assert await store.tables() == ["t"]
            assert await store.tables_behind() == ["t"]
            await store.put_summaries([Append("t", 2, b"second"), Append("u", 1, b"other")])
            await other.put_summaries([Append("t", 1, b"first")])
            assert await other.summaries(["t", "v"]) == {"t": Row(2, b"second")}
            assert await store.tables_behind() == []
        finally:
            await store.close()
            await other.close()

    run(work)


class Faults:
    """The faults of servers and databases."""

    def __init__(self, made: Database, servers: list[Served], rng: random.Random) -> None:
        self.database = made
        self.servers = servers
        self.rng = rng

    async def kill(self) -> None:
        server = self.rng.choice(self.servers)
        server.kill()
        await server.start()

    async def freeze(self) -> None:
        with self.rng.choice(self.servers).stopped():
            await asyncio.sleep(2.0)

    async def cut_off(self) -> None:
        """End every connection to the database, listeners first of all."""
        connection = await asyncpg.connect(self.database.address)
        await connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
            " and usename = 'table'"
        )
        await connection.close()

    async def restart(self) -> None:
        await asyncio.to_thread(self.database.stop, "immediate")
        await asyncio.to_thread(self.database.start)


async def faults(made: Database, fault: str, count: int, seed: int) -> tuple[int, list[str], float]:
    """Acknowledged decisions, those missing in the log, and how long the servers differed."""
    rng = random.Random(seed)
    history = History()
    async with Zygote(made.address, fault) as zygote:
        servers = [zygote.server(), zygote.server()]
        for server in servers:
            await server.start()
        addresses = [server.address for server in servers]
        playing: dict[Player, asyncio.Task[None]] = {}
        happening = Faults(made, servers, rng)
        # Restarts and freezes take seconds, so there are fewer of them.
        kinds = (
            [happening.kill] * 5 + [happening.cut_off] * 3 + [happening.freeze, happening.restart]
        )
        for number in range(count):
            if len(playing) < 6:
                for player in await new_players(addresses[0], history, rng):
                    work = asyncio.ensure_future(keep_coming_back(player, addresses))
                    playing[player] = work
            await history.answers(rng.randint(1, 12), playing.values(), seconds=5)
            await kinds[number % len(kinds)]()
            if fault == "none":
                for work in playing.values():
                    # A player who met a mistake of the server ends with an error.
                    assert not work.done() or work.exception() is None
            playing = {player: work for player, work in playing.items() if not work.done()}
        apart = 0.0
        if fault == "none":
            apart = max([await differing(player, addresses) for player in playing], default=0.0)
        await stop(playing.values())
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


async def differing(player: Player, addresses: list[str]) -> float:
    """How many polls it takes until a position of one server is known at the other.

    A busy machine makes every poll slow, so polls are counted instead of seconds.
    """
    looks = 0
    start = time.monotonic()
    while time.monotonic() - start < 60:
        looks += 1
        with contextlib.suppress(*BROKEN):
            seen = []
            for address in addresses:
                player.client.address = address
                async with player.client.sit(player.table) as seat:
                    seen.append((await seat.position()).seq)
            if seen[1] >= seen[0]:
                return time.monotonic() - start if looks > 3 else 0.0
    return time.monotonic() - start


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_two_servers_keep_one_order_through_every_fault(real):
    async def evening():
        acknowledged, broken, apart = await faults(real, "none", 100, seed=1)
        assert broken == []
        assert acknowledged > 200, "too little happened between the faults"
        assert apart <= 2.0

    run(evening)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_two_servers_keep_one_order_through_many_faults(real):
    async def evening():
        _, broken, apart = await faults(real, "none", 1000, seed=2)
        assert broken == []
        assert apart <= 2.0

    run(evening)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_log_where_the_last_one_wins_is_found_out(real):
    async def evening():
        for seed in range(3, 15):
            _, broken, _ = await faults(real, "last-wins", 8, seed=seed)
            if broken:
                return
        raise AssertionError("two servers replaced each other's entries, and nobody noticed")

    run(evening)
