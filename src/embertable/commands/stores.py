"""Shared by the commands about a server's store."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from embertable.commands.types import Text

if TYPE_CHECKING:
    from embertable.server.store import Store

F = TypeVar("F", bound=Callable[..., Any])


def store_option(function: F) -> F:
    return click.option(
        "--store",
        type=Text(),
        metavar="FILE|URL",
        default=usual_store,
        show_default="a file in your data folder",
        help="Where tables are stored: an SQLite file or postgresql://…",
    )(function)


def usual_store() -> str:
    return str(data_folder() / "tables.sqlite")


def usual_reports() -> Path:
    """Where `lab --publish` puts reports and `serve` shows them."""
    return data_folder() / "reports"


def data_folder() -> Path:
    import platformdirs

    return platformdirs.user_data_path("embertable")


@contextlib.asynccontextmanager
async def opened(address: str, create: bool = False) -> AsyncIterator[Store]:
    """A store while it is used; commands that only read do not create one."""
    from embertable.server.store import open_store

    store = open_store(address)
    await store.open(create)
    try:
        yield store
    finally:
        await store.close()
