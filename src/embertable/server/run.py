"""Runs the server under uvicorn, with frame limits and JSON logs."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import socket
import sys
from collections.abc import Callable
from wsgiref.simple_server import WSGIServer

import uvicorn
from prometheus_client import start_http_server

from embertable.engine.catalogue import LANGUAGES, plural_category
from embertable.games import load_all, part_of
from embertable.server.app import Server, make_app
from embertable.server.errors import CannotListen
from embertable.server.forwarding import ForwardedSocket, forwarding
from embertable.server.gate import gated
from embertable.server.metrics import Metrics
from embertable.server.workers import remove_left_folders
from embertable.text_view.components import printed_components

LARGEST_FRAME = 64 * 1024
SWITCH_SECONDS = 0.0002
"""How long a thread that reads a table may keep the event loop waiting, several times in each turn."""

ACCEPTED_AT_ONCE = 4
"""New connections that one turn of the event loop takes, so that a thousand do not keep others waiting."""

WAITING_CONNECTIONS = 1024
"""New connections that the system keeps until their turn."""


class JsonLines(logging.Formatter):
    """Formats log records as one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def serve(
    server: Server,
    listening: socket.socket,
    ready: Callable[[], None],
    stop: int | None = None,
) -> None:
    """Serve until a signal stops the process; `ready` is called when it is up.

    If the descriptor `stop` is given, the server also ends when that can be read.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("embertable").setLevel(logging.INFO)
    if server.settings.metrics:
        serve_metrics(server.metrics, server.settings.metrics)
    remove_left_folders()
    load_games()
    collect_in_small_parts()
    sys.setswitchinterval(SWITCH_SECONDS)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve_until_stopped(server, listening, ready, stop))


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop, which takes less time for each decision; asyncio's own loop where it is not installed."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def serve_metrics(metrics: Metrics, address: str) -> WSGIServer:
    """Serve the metrics on a port of their own, which no player reaches."""
    host, _, port = address.rpartition(":")
    try:
        server, _ = start_http_server(int(port), host or "127.0.0.1", metrics.registry)
    except OSError as error:
        raise CannotListen(address, error.strerror or str(error)) from error
    return server


def load_games() -> None:
    """Load all games at the start; the first table of each would otherwise delay all others."""
    for language in LANGUAGES:
        plural_category(language, 1)
    for game in load_all():
        part_of(game, "text_view")
        game.codec()
        game.clause_of("")
        for language in LANGUAGES:
            game.catalogue(language)
            printed_components(game, language)


def collect_in_small_parts() -> None:
    """Run the cyclic garbage collector often over new objects, and seldom over all.

    Requests that fail leave reference cycles, half a million objects in a minute of an attack, whose
    collection at once took half a second. Ten thousand take 4 to 6 ms, which a decision would notice, and
    a thousand about half of one. The middle generation is collected as often: with fifty parts of the
    young one in it, 500 tables paused for up to 67 ms. Positions contain no cycles, and a collection of all
    tables takes up to a quarter of a second, so it comes only after fifty million objects.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 1, 50_000)


async def serve_until_stopped(
    server: Server,
    listening: socket.socket,
    ready: Callable[[], None],
    stop: int | None = None,
) -> None:
    running = Listening(config(server), ready, server)
    if stop is not None:
        asyncio.get_running_loop().add_reader(stop, running.stop)
    await running.serve(sockets=[listening, *listen_to_peers(server)])


def listen_to_peers(server: Server) -> list[socket.socket]:
    """Open the port where other servers forward the connections of this one's tables."""
    if server.leases is None:
        return []
    host = server.settings.peer_host
    listening = listen(host, 0)
    server.leases.host, server.leases.port = host, listening.getsockname()[1]
    return [listening]


class Listening(uvicorn.Server):
    """A uvicorn server that reports when it accepts connections."""

    def __init__(
        self, how: uvicorn.Config, ready: Callable[[], None], server: Server | None = None
    ) -> None:
        super().__init__(how)
        self.ready = ready
        self.server = server

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for one in sockets or ():
            # asyncio has one number for both, and lets the system keep as few as it takes at once.
            one.listen(WAITING_CONNECTIONS)
        if self.started:
            self.ready()

    def stop(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say farewell before uvicorn closes the sockets without a word; nobody comes back to this process."""
        for one in self.servers:
            one.close()
        if self.server is not None:
            await self.server.say_farewell()
        await super().shutdown(sockets)


def config(server: Server) -> uvicorn.Config:
    leases = server.leases
    return uvicorn.Config(
        make_app(server),
        http=forwarding(server.gate, leases) if leases else gated(server.gate),
        proxy_headers=bool(server.settings.proxies),
        forwarded_allow_ips=list(server.settings.proxies),
        backlog=ACCEPTED_AT_ONCE,
        log_config=None,
        access_log=False,
        ws=ForwardedSocket,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=3,
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
        listening.listen(WAITING_CONNECTIONS)
    except OSError as error:
        listening.close()
        raise CannotListen(f"{host}:{port}", error.strerror or str(error)) from error
    return listening
