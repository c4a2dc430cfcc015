"""Runs the server under uvicorn, with frame limits and JSON logs."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import socket
import sys
from collections.abc import Callable

import uvicorn

from embertable.engine.catalogue import LANGUAGES
from embertable.games import load_all
from embertable.server.app import Server, make_app
from embertable.server.errors import CannotListen

LARGEST_FRAME = 64 * 1024
WAITING_FRAMES = 8


class JsonLines(logging.Formatter):
    """Formats log records as one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def serve(server: Server, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve until a signal stops the process; `ready` is called with the address."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    load_games()
    collect_seldom()
    asyncio.run(serve_until_stopped(server, host, port, ready))


def load_games() -> None:
    """Load all games at the start; the first table of each would otherwise delay all others."""
    for game in load_all():
        for language in LANGUAGES:
            game.catalogue(language)


def collect_seldom() -> None:
    """Run the cyclic garbage collector only after half a million new objects.

    Positions contain no reference cycles, so reference counts free them; a collection of all tables
    takes up to a quarter of a second, in which nobody is served.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(500_000, 10, 10)


async def serve_until_stopped(
    server: Server, host: str, port: int, ready: Callable[[str], None]
) -> None:
    listening = listen(host, port)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listening.getsockname()[1]}/"
    await Listening(config(server), lambda: ready(address)).serve(sockets=[listening])


class Listening(uvicorn.Server):
    """A uvicorn server that reports when it accepts connections."""

    def __init__(self, how: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(how)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()


def config(server: Server) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(server),
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=3,
        limit_concurrency=5000,
        server_header=False,
        lifespan="on",
    )


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol given, asyncio sets TCP_NODELAY; otherwise small frames wait for acknowledgements.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as error:
        listening.close()
        raise CannotListen(f"{host}:{port}", error.strerror or str(error)) from error
    return listening
