"""Two servers on one real PostgreSQL, with kills, freezes, cut listeners and database restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from embertable.server.postgres import PostgresStore
from embertable.server.store import Append, Document, Row
from tests.server.database import database
from tests.server.evening import Fault, Setting, find_lost_decision, play_evening
from tests.server.running import run


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


def server_faults(setting: Setting) -> Sequence[Fault]:
    """What can happen to servers, and to their database."""

    async def kill() -> None:
        server = setting.rng.choice(setting.servers)
        server.kill()
        await server.start()

    async def freeze() -> None:
        with setting.rng.choice(setting.servers).stopped():
            await asyncio.sleep(2.0)

    async def cut_off() -> None:
        """End every connection to the database, listeners first of all."""
        await setting.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
            " and usename = 'table'"
        )

    async def restart() -> None:
        await asyncio.to_thread(setting.database.stop, "immediate")
        await asyncio.to_thread(setting.database.start)

    # Restarts and freezes take seconds, so there are fewer of them.
    return [kill] * 5 + [cut_off] * 3 + [freeze, restart]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_two_servers_keep_one_order_through_every_fault(real):
    async def evening():
        outcome = await play_evening(real, server_faults, count=100, seed=1)
        assert outcome.broken == []
        assert outcome.acknowledged > 200, "too little happened between the faults"
        assert outcome.apart <= 2.0

    run(evening)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_two_servers_keep_one_order_through_many_faults(real):
    async def evening():
        outcome = await play_evening(real, server_faults, count=1000, seed=2)
        assert outcome.broken == []
        assert outcome.apart <= 2.0

    run(evening)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_log_where_the_last_one_wins_is_found_out(real):
    run(lambda: find_lost_decision(real, server_faults))
