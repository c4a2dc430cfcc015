"""Three servers that forward to each other: owners are killed and frozen, leases end, move and vanish."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from tests.server.database import database
from tests.server.evening import Fault, Fleet, Setting, find_lost_decision, play_evening
from tests.server.running import run

WITH_LEASES = Fleet(servers=3, peer_host="127.0.0.1")


@pytest.fixture(scope="module")
def real():
    with database() as made:
        yield made


def lease_faults(setting: Setting) -> Sequence[Fault]:
    """What can happen to servers that hold leases, and to the leases themselves."""

    async def kill() -> None:
        """Its tables are served elsewhere at once, and move when its time is over."""
        server = setting.rng.choice(setting.servers)
        server.kill()
        await asyncio.sleep(setting.rng.choice((0, 0.3)))
        await server.start()

    async def freeze() -> None:
        """It still holds its leases and accepts connections, and answers nobody."""
        with setting.rng.choice(setting.servers).stopped():
            await asyncio.sleep(1.0)

    async def end() -> None:
        """All leases of a server end while it lives, as after a long pause; the others take them."""
        await setting.execute("update documents set expires = 1 where kind = 'peer'")

    async def move() -> None:
        """Every table is given to some server, perhaps one that has died."""
        await setting.execute(
            "update documents set owner = (select id from documents as other where kind = 'peer'"
            " and other.id <> documents.owner order by random() limit 1)"
            " where kind = 'lease' and exists (select 1 from documents as other"
            " where kind = 'peer' and other.id <> documents.owner)"
        )

    async def vanish() -> None:
        await setting.execute("delete from documents where kind in ('lease', 'peer')")

    return (kill, move, end, kill, vanish, freeze)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_faults_of_leases_cost_no_decision(real):
    async def evening():
        outcome = await play_evening(real, lease_faults, count=36, seed=1, fleet=WITH_LEASES)
        assert outcome.broken == []
        assert outcome.acknowledged > 60, "too little happened between the faults"
        assert outcome.apart <= 2.0

    run(evening)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_many_faults_of_leases_cost_no_decision(real):
    async def evening():
        outcome = await play_evening(real, lease_faults, count=600, seed=2, fleet=WITH_LEASES)
        assert outcome.broken == []
        assert outcome.apart <= 2.0

    run(evening)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_log_that_trusts_leases_is_found_out(real):
    """A server that believes its lease instead of the log's key replaces what another one wrote."""
    run(lambda: find_lost_decision(real, lease_faults, WITH_LEASES))
