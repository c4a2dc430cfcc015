"""Runs bots in worker processes, so that a search never delays a table.

A worker gets a position without the key of its random numbers, and returns an action. A search can be
cancelled: it then ends at once, and the worker is free for others.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any

from embertable.bots import ask, get_bot
from embertable.bots.hints import hint_for, hint_to_json, may_explain, reason_of
from embertable.bots.search import Budget
from embertable.engine.table import Seat, Table
from embertable.games import load
from embertable.server import records
from embertable.server.content_packs import read_pack

HINT_SECONDS = 1.0
"""How long a bot searches for a hint."""
MOST_CALLS = 256
"""How many calls can be cancellable at a time; calls beyond that run to their end."""
NO_CALL = MOST_CALLS


class BotPool:
    """A pool of worker processes, which is replaced when one of them dies."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self._context = multiprocessing.get_context("spawn")
        self._pool: ProcessPoolExecutor | None = None
        self._called_off = self._context.RawArray("b", MOST_CALLS + 1)
        self._free = list(range(MOST_CALLS))

    async def decide(
        self, saved: dict[str, Any], pack: str, seat: Seat, bot: str
    ) -> dict[str, Any]:
        """A bot's action for a seat, and its reason if it may be shown, as data.

        Cancelling this also ends the search.
        """
        return await self._run(decide, saved, pack, seat, bot, secrets.randbelow(2**32))

    async def hint(self, saved: dict[str, Any], pack: str, seat: Seat) -> dict[str, Any]:
        return await self._run(hint, saved, pack, seat)

    async def frame(
        self, saved: dict[str, Any], pack: str, id: str, at: int, seat: Seat | None, language: str
    ) -> bytes:
        """A recorded game after a decision, as JSON."""
        answer = await self._run(records.frame_json, saved, pack, id, at, seat, language)
        body = records.result_or_error(answer)["frame"]
        assert isinstance(body, bytes)
        return body

    async def review(self, saved: dict[str, Any], pack: str, language: str) -> bytes:
        """The costliest decisions of a recorded game, as JSON."""
        body = records.result_or_error(await self._run(records.review_json, saved, pack, language))[
            "review"
        ]
        assert isinstance(body, bytes)
        return body

    async def check_record(self, saved: dict[str, Any], language: str) -> dict[str, Any]:
        """Replay a record; how many decisions it has, and whether its game is over."""
        return records.result_or_error(await self._run(records.check_json, saved, language))

    async def _run(self, work: Callable[..., dict[str, Any]], *arguments: Any) -> dict[str, Any]:
        for _ in range(2):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    self.processes, self._context, begin, (self._called_off,)
                )
            pool = self._pool
            call = self._free.pop() if self._free else NO_CALL
            self._called_off[call] = 0
            future = pool.submit(run_call, call, work, *arguments)
            future.add_done_callback(partial(self._is_done, call))
            try:
                return await asyncio.wrap_future(future)
            except asyncio.CancelledError:
                # Once it is done, the number may belong to another call.
                if call != NO_CALL and not future.done():
                    self._called_off[call] = 1
                raise
            except BrokenProcessPool:
                # A worker was killed. Questions change nothing, so ask another worker.
                if self._pool is pool:
                    self._pool = None
                pool.shutdown(wait=False)
        raise BrokenProcessPool

    def _is_done(self, call: int, future: Future[dict[str, Any]]) -> None:
        if call != NO_CALL:
            self._free.append(call)

    def close(self) -> None:
        for call in range(MOST_CALLS):
            self._called_off[call] = 1
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


def position_without_key(table: Table[Any]) -> dict[str, Any]:
    return {**table.to_json(), "seed": None}


# What runs in the other process.


class Calls:
    """Which calls are cancelled, in memory shared with the server, and the call of this worker."""

    off: Any
    mine = NO_CALL


def begin(called_off: Any) -> None:
    """Leave Ctrl-C to the server, and exit when it is gone, even if it was killed."""
    Calls.off = called_off
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_server, daemon=True).start()


def end_with_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def run_call(call: int, work: Callable[..., dict[str, Any]], *arguments: Any) -> dict[str, Any]:
    Calls.mine = call
    return work(*arguments)


def is_called_off() -> bool:
    return bool(Calls.off[Calls.mine])


def opened(saved: dict[str, Any], pack: str) -> Table[Any]:
    content = read_pack(saved["game"], pack)
    return load(saved["game"]).from_json(saved, content=content)


def decide(saved: dict[str, Any], pack: str, seat: Seat, bot: str, seed: int) -> dict[str, Any]:
    table = opened(saved, pack)
    thinker = get_bot(bot, seed, is_called_off)
    action = ask(thinker, table, seat)
    reason = reason_of(thinker)
    codec = table.game.codec()
    why = None
    if reason is not None and may_explain(table, seat):
        why = hint_to_json(reason, codec)
    return {"action": codec.encode(action), "why": why}


def hint(saved: dict[str, Any], pack: str, seat: Seat) -> dict[str, Any]:
    table = opened(saved, pack)
    found = hint_for(table, seat, 0, Budget(seconds=HINT_SECONDS), is_called_off)
    return hint_to_json(found, table.game.codec())
