"""The client of a zygote: servers that start quickly and can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Self

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.history import Player
from tests.server.ports import free_port

BROKEN = (ConnectionClosed, OSError, InvalidHandshake, InvalidMessage, EOFError, TimeoutError)


class Zygote:
    """A process that forks servers for one store."""

    def __init__(self, store: str, fault: str = "none", peer_host: str = "") -> None:
        self.store = store
        self.fault = fault
        self.peer_host = peer_host

    async def __aenter__(self) -> Self:
        self.child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.server.zygote",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        self.servers: list[Served] = []
        await self.told()
        return self

    async def __aexit__(self, *_: object) -> None:
        for server in self.servers:
            server.kill()
        self.child.kill()
        await self.child.wait()

    def server(self) -> Served:
        self.servers.append(Served(self))
        return self.servers[-1]

    async def told(self) -> int:
        assert self.child.stdout
        line = await asyncio.wait_for(self.child.stdout.readline(), 60)
        fact = json.loads(line)
        assert "ready" in fact, fact
        return int(fact["ready"])


class Served:
    """A server on one port that can be started again and again."""

    def __init__(self, zygote: Zygote) -> None:
        self.zygote = zygote
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.pid = 0

    async def start(self) -> None:
        wish = {
            "store": self.zygote.store,
            "port": self.port,
            "fault": self.zygote.fault,
            "peer_host": self.zygote.peer_host,
        }
        assert self.zygote.child.stdin
        self.zygote.child.stdin.write(json.dumps(wish).encode() + b"\n")
        self.pid = await self.zygote.told()

    def kill(self) -> None:
        """Kill it and wait until it is gone: its port is taken until then."""
        if not self.pid:
            return
        os.kill(self.pid, signal.SIGKILL)
        for _ in range(60_000):
            try:
                os.kill(self.pid, 0)
            except ProcessLookupError:
                break
            time.sleep(0.001)
        self.pid = 0

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Frozen for a while, as by a suspended machine."""
        os.kill(self.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.pid, signal.SIGCONT)


async def come_back(player: Player) -> None:
    """Play until the connection breaks or the game is over."""
    with contextlib.suppress(*BROKEN):
        line = player.client.sit(
            player.table, seq=player.seq, events_seen=player.told, want_text=False
        )
        async with line as seat:
            await player.play(seat)


async def keep_coming_back(player: Player, addresses: list[str]) -> None:
    """Play until the game is over, at one server or another."""
    while not player.over:
        player.client.address = player.rng.choice(addresses)
        await come_back(player)
        await asyncio.sleep(0.05)


async def stop(playing: Iterable[asyncio.Task[None]]) -> None:
    """Cancel until all tasks have ended: a cancellation that meets a broken connection is lost."""
    tasks = list(playing)
    while left := [one for one in tasks if not one.done()]:
        for one in left:
            one.cancel()
        await asyncio.wait(left, timeout=0.5)
    await asyncio.gather(*tasks, return_exceptions=True)
