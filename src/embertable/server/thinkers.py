"""Bots in processes of their own, so that thinking never keeps a table waiting.

A process is told a position without the key of its luck, and answers with an action.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from embertable.bots import ask, get_bot
from embertable.bots.hints import hint_for, hint_to_json
from embertable.bots.search import Budget
from embertable.engine.table import Seat, Table
from embertable.games import load
from embertable.server import records
from embertable.server.packs import read_pack

HINT_SECONDS = 1.0
"""How long a hint is thought about."""


class Thinkers:
    """A pool of processes that is made anew when one of them dies."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self._pool: Executor | None = None

    async def decide(
        self, saved: dict[str, Any], pack: str, seat: Seat, bot: str
    ) -> dict[str, Any]:
        """What a bot does in a seat of a position, as data."""
        return await self._run(decide, saved, pack, seat, bot, secrets.randbelow(2**32))

    async def hint(self, saved: dict[str, Any], pack: str, seat: Seat) -> dict[str, Any]:
        return await self._run(hint, saved, pack, seat)

    async def frame(
        self, saved: dict[str, Any], pack: str, id: str, at: int, seat: Seat | None, language: str
    ) -> bytes:
        """A recorded game after a decision, as JSON."""
        answer = await self._run(records.framed, saved, pack, id, at, seat, language)
        body = records.believed(answer)["frame"]
        assert isinstance(body, bytes)
        return body

    async def check_record(self, saved: dict[str, Any], language: str) -> dict[str, Any]:
        """How many decisions a record has and whether its game is over; it must play again."""
        return records.believed(await self._run(records.checked, saved, language))

    async def _run(self, work: Callable[..., dict[str, Any]], *arguments: Any) -> dict[str, Any]:
        loop = asyncio.get_running_loop()
        for _ in range(2):
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(self.processes, context, initializer=begin)
            pool = self._pool
            try:
                return await loop.run_in_executor(pool, work, *arguments)
            except BrokenProcessPool:
                # Somebody killed it; what it was asked has changed nothing, so ask another one.
                if self._pool is pool:
                    self._pool = None
                pool.shutdown(wait=False)
        raise BrokenProcessPool

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


def position_without_luck(table: Table[Any]) -> dict[str, Any]:
    return {**table.to_json(), "seed": None}


# What runs in the other process.


def begin() -> None:
    """Leave Ctrl-C to the server, and end when it is gone, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_server, daemon=True).start()


def end_with_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def opened(saved: dict[str, Any], pack: str) -> Table[Any]:
    content = read_pack(saved["game"], pack)
    return load(saved["game"]).from_json(saved, content=content)


def decide(saved: dict[str, Any], pack: str, seat: Seat, bot: str, seed: int) -> dict[str, Any]:
    table = opened(saved, pack)
    action = ask(get_bot(bot, seed), table, seat)
    encoded: dict[str, Any] = table.game.codec().encode(action)
    return encoded


def hint(saved: dict[str, Any], pack: str, seat: Seat) -> dict[str, Any]:
    table = opened(saved, pack)
    found = hint_for(table, seat, budget=Budget(seconds=HINT_SECONDS))
    return hint_to_json(found, table.game.codec())
