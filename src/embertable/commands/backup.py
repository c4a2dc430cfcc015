"""`embertable backup`: a copy of a store's file, while the server runs."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path

import click

from embertable.commands.messages import MayBeReplaced, NoBackup, render
from embertable.commands.shared import example, json_option, lang_option, print_json, yes_option
from embertable.commands.stores import opened, store_option
from embertable.commands.types import FILE


@click.command("backup", epilog=example("embertable backup tables-today.sqlite"))
@click.argument("file", type=FILE)
@store_option
@yes_option
@json_option
@lang_option
def command(file: Path, store: str, yes: bool, as_json: bool, lang: str) -> None:
    """Copy an SQLite store as it is at one moment into a new file."""
    from embertable.engine.errors import UnreadableFile
    from embertable.server.sqlite import SqliteStore

    if file.exists() and not yes:
        raise MayBeReplaced(str(file))
    if not file.parent.is_dir():
        raise UnreadableFile(str(file), FileNotFoundError(errno.ENOENT, ""))

    async def work() -> None:
        async with opened(store) as found:
            if not isinstance(found, SqliteStore):
                raise NoBackup
            await found.back_up(fresh)

    # An old copy goes only when the new one is complete.
    fresh = file.with_name(f"{file.name}.new") if file.exists() else file
    asyncio.run(work())
    fresh.replace(file)
    if as_json:
        print_json({"file": str(file), "bytes": file.stat().st_size})
        return
    click.echo(render(lang, "store.backed_up", file=str(file)))
