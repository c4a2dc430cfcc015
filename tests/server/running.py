"""Servers for tests: in this process, or in another one that can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from embertable.server.app import Server, Settings
from embertable.server.client import Client, Seat
from embertable.server.protocol import Done, Position
from embertable.server.run import Listening, config, listen, listen_to_peers
from embertable.server.store import Store, open_store

EMBERTABLE = (sys.executable, "-P", "-m", "embertable")
ADDRESS = re.compile(r"http://\S+")


@contextlib.asynccontextmanager
async def serving(
    store: str | Path | Store, settings: Settings | None = None
) -> AsyncIterator[tuple[Server, str]]:
    """A server in this process, and its address."""
    opened = open_store(str(store)) if isinstance(store, (str, Path)) else store
    server = Server(opened, settings or Settings())
    listening = listen("127.0.0.1", 0)
    ready = asyncio.Event()
    app = Listening(config(server), ready.set)
    # Signals are for pytest.
    app.capture_signals = contextlib.nullcontext  # type: ignore[method-assign,assignment]
    running = asyncio.ensure_future(app.serve(sockets=[listening, *listen_to_peers(server)]))
    waiting = asyncio.ensure_future(ready.wait())
    await asyncio.wait((running, waiting), return_when=asyncio.FIRST_COMPLETED)
    assert ready.is_set(), running
    try:
        yield server, f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        app.should_exit = True
        await running


class Process:
    """`embertable serve` in another process."""

    def __init__(self, *arguments: str, port: int = 0, program: Sequence[str] = EMBERTABLE) -> None:
        self.program = program
        self.arguments = arguments
        self.port = port
        self.address = ""
        self.child: asyncio.subprocess.Process | None = None

    async def start(self) -> str:
        self.child = await asyncio.create_subprocess_exec(
            *self.program,
            "serve",
            "--port",
            str(self.port),
            *self.arguments,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "EMBERTABLE_LANG": "en", "PYTHONUNBUFFERED": "1"},
        )
        assert self.child.stdout is not None
        line = (await asyncio.wait_for(self.child.stdout.readline(), 60)).decode()
        found = ADDRESS.search(line)
        assert found, f"the server said {line!r}"
        self.address = found[0].rstrip("/")
        self.port = int(self.address.rpartition(":")[2])
        return self.address

    async def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        assert self.child is not None
        if self.child.returncode is None:
            self.child.send_signal(how)
        await self.child.wait()


async def signed_in(address: str, name: str = "Ada") -> Client:
    client = Client(address)
    await client.sign_in(name)
    return client


async def play(seat: Seat, rng: random.Random, most: int = 10_000) -> Position:
    """Decide at random until the game is over or the limit is reached, within the server's rate limit."""
    for number in range(most):
        position = await seat.my_turn()
        if position.result:
            break
        if number > 40:
            await asyncio.sleep(0.055)
        answer = await seat.act(rng.choice(position.options))
        assert isinstance(answer, Done), answer
    assert seat.last is not None
    return seat.last


def run(work: Callable[[], Awaitable[Any]]) -> Any:
    """Run an asynchronous test."""
    return asyncio.run(work())  # type: ignore[arg-type]
