"""`embertable serve`: live tables for browsers and other clients."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click

from embertable.commands.messages import NoClient, render
from embertable.commands.shared import example, lang_option
from embertable.commands.stores import opened, store_option, usual_reports
from embertable.commands.types import COUNT, FILE, WORKERS, Address, Network, Text

if TYPE_CHECKING:
    from embertable.server.app import Settings

PAGE = "index.html"
LOOPBACK = ("localhost", "127.0.0.1", "[::1]", "::1")


@click.command("serve", epilog=example("embertable serve --port 8000 --store tables.sqlite"))
@click.option(
    "--host", type=Text(), default="127.0.0.1", show_default=True, help="The address to listen on."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0 takes a free one.",
)
@store_option
@click.option(
    "--name",
    "names",
    type=Text(),
    multiple=True,
    metavar="HOST",
    help="A name that this server answers to; any when it listens beyond this machine.",
)
@click.option(
    "--proxy",
    "proxies",
    type=Network(),
    multiple=True,
    metavar="ADDRESS",
    help="A proxy, or a network of them, whose word about where people come from is believed.",
)
@click.option("--https", is_flag=True, help="It is reached by https, through a proxy.")
@click.option("--client", type=FILE, help="The folder of the built client.")
@click.option(
    "--reports",
    type=FILE,
    default=usual_reports,
    show_default="a folder in your data folder",
    help="The folder of reports of the lab that are shown.",
)
@click.option(
    "--open",
    "opens",
    is_flag=True,
    help="Open the page in the browser; if the port is taken, on another one.",
)
@click.option(
    "--workers",
    type=WORKERS,
    default=1,
    show_default=True,
    help="Number of processes that serve tables; more than one needs PostgreSQL.",
)
@click.option(
    "--peer-host",
    type=Text(),
    metavar="HOST",
    help="This machine's address for other servers of the same store, which forward to it.",
)
@click.option(
    "--bots",
    type=WORKERS,
    default=1,
    show_default=True,
    help="Number of processes that play for bots, for each worker.",
)
@click.option(
    "--keep-chat",
    type=COUNT,
    metavar="DAYS",
    help="Remove lines of the chat after so many days; by default they stay.",
)
@click.option(
    "--keep-tables",
    type=COUNT,
    metavar="DAYS",
    help="Delete unfinished tables that nobody touched for so many days; by default they stay.",
)
@click.option(
    "--keep-sessions",
    type=COUNT,
    metavar="DAYS",
    default=180,
    show_default=True,
    help="How long a browser is recognised.",
)
@click.option(
    "--metrics",
    type=Address(),
    metavar="[HOST:]PORT",
    help="Serve metrics for Prometheus there; without a host, to this machine only.",
)
@click.option(
    "--contact", type=Text(), help="Who runs this server, for the page about what is stored."
)
@click.option(
    "--per-minute",
    type=COUNT,
    default=30,
    show_default=True,
    help="Tables that a person may make, and names that an address may take, in a minute.",
)
@lang_option
def command(
    host: str,
    port: int,
    store: str,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    https: bool,
    client: Path | None,
    reports: Path,
    opens: bool,
    workers: int,
    peer_host: str | None,
    bots: int,
    keep_chat: int | None,
    keep_tables: int | None,
    keep_sessions: int,
    metrics: str | None,
    contact: str | None,
    per_minute: int,
    lang: str,
) -> None:
    """Host tables for people and bots, until it is stopped by Ctrl-C."""
    from embertable.server.app import Server, Settings
    from embertable.server.processes import check_peers
    from embertable.server.run import listen, serve
    from embertable.server.store import open_store

    if workers > 1 or peer_host:
        check_peers(store, workers)
    page = client_in(client) if client else built_client()
    settings = Settings(
        hosts=names or (LOOPBACK if host in LOOPBACK else ()),
        secure=https,
        proxies=proxies,
        client=page,
        docs=built_docs(),
        reports=reports,
        bot_processes=bots,
        keep_chat=float(keep_chat or 0),
        keep_tables=float(keep_tables or 0),
        keep_sessions=float(keep_sessions),
        metrics=metrics or "",
        contact=contact or "",
        per_minute=float(per_minute),
        peer_host=peer_host or "",
    )
    asyncio.run(check_store(store))
    listening = listen(host, port if not opens or is_free(host, port) else 0)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listening.getsockname()[1]}/"

    def ready() -> None:
        click.echo(render(lang, "serve.ready", address=address))
        if page is None:
            click.echo(render(lang, "serve.no_client"), err=True)
        if opens:
            # Some browsers of a terminal only return when they are closed.
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()
            Thread(target=read_games, args=(lang,), daemon=True).start()

    # Ctrl-C is how a server is meant to be stopped.
    with contextlib.suppress(KeyboardInterrupt), listening:
        if workers == 1:
            serve(Server(open_store(store), settings), listening, ready)
        else:
            serve_with_workers(workers, store, settings, listening, ready, lang)


def serve_with_workers(
    count: int,
    store: str,
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None],
    lang: str,
) -> None:
    """Serve in several processes, which forward the connections of each other's tables."""
    from embertable.engine.errors import EmbertableError
    from embertable.server.app import Server
    from embertable.server.processes import Processes
    from embertable.server.run import load_games, serve
    from embertable.server.store import open_store

    if not settings.peer_host:
        settings = replace(settings, peer_host="127.0.0.1", siblings=secrets.token_hex(8))
    load_games()

    def work(number: int, told: Callable[[], None], stop: int) -> None:
        mine = replace(settings, metrics=numbered(settings.metrics, number))
        try:
            serve(Server(open_store(store), mine), listening, told, stop)
        except EmbertableError as error:
            click.echo(f"embertable: {error.render(lang)}", err=True)

    if not Processes(count, work).run(ready):
        raise SystemExit(1)


def numbered(address: str, number: int) -> str:
    """The address of the metrics of one of several processes: each has the next port."""
    host, colon, port = address.rpartition(":")
    return f"{host}{colon}{int(port) + number}" if int(port or 0) else address


async def check_store(address: str) -> None:
    """Open the store once before anything starts, so that a problem with it is one sentence."""
    async with opened(address, create=True):
        pass


def read_games(language: str) -> None:
    """Load the games while the browser starts, before it asks for them."""
    from embertable.games import load_all

    for game in load_all():
        game.content()
        game.catalogue(language)


def is_free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError:
            return False
    return True


def built_client() -> Path | None:
    """The built client: in the package once installed, in web/dist in a checkout."""
    return built("web", "web/dist")


def built_docs() -> Path | None:
    """The documentation site: in the package once installed, in docs/site in a checkout."""
    return built("docs", "docs/site")


def built(in_package: str, in_checkout: str) -> Path | None:
    package = Path(__file__).resolve().parent.parent
    for place in (package / in_package, package.parent.parent / in_checkout):
        if (place / PAGE).is_file():
            return place
    return None


def client_in(folder: Path) -> Path:
    if not (folder / PAGE).is_file():
        raise NoClient(str(folder), PAGE)
    return folder
