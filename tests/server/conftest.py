"""Fixtures that more than one file of server tests needs."""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from tests.server.database import Database, database

NUMBERS = itertools.count(1)


@pytest.fixture(autouse=True)
def repeatable_secrets(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test deals the same games whenever it runs: keys and ids of servers in this process follow from its name."""
    rng = random.Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: rng.randbytes(count or 32))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Database]:
    with database() as made:
        yield made


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "t.sqlite")
    return new_database(request.getfixturevalue("postgres"))


@pytest.fixture
def shared_place(postgres: Database) -> str:
    """The address of an empty store that several servers can use."""
    return new_database(postgres)


def new_database(made: Database) -> str:
    name = f"place{next(NUMBERS)}"

    async def create() -> None:
        connection = await asyncpg.connect(made.address)
        await connection.execute(f"create database {name}")
        await connection.close()

    asyncio.run(create())
    return f"{made.address.rpartition('/')[0]}/{name}"
