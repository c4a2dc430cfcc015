"""`embertable backup`: a copy of a store's file, while the server runs."""

from __future__ import annotations

import asyncio
import errno
import os
from pathlib import Path

import click

from embertable.commands.messages import FileExists, NoBackup, render
from embertable.commands.shared import example, lang_option
from embertable.commands.stores import opened, store_option
from embertable.commands.types import FILE


@click.command("backup", epilog=example("embertable backup tables-today.sqlite"))
@click.argument("file", type=FILE)
@store_option
@lang_option
def command(file: Path, store: str, lang: str) -> None:
    """Copy an SQLite store as it is at one moment into a new file."""
    from embertable.engine.errors import UnreadableFile
    from embertable.server.sqlite import SqliteStore

    if file.exists():
        raise FileExists(str(file))
    if not file.parent.is_dir():
        raise UnreadableFile(str(file), os.strerror(errno.ENOENT))

    async def work() -> None:
        async with opened(store) as found:
            if not isinstance(found, SqliteStore):
                raise NoBackup
            await found.back_up(file)

    asyncio.run(work())
    click.echo(render(lang, "store.backed_up", file=str(file)))
