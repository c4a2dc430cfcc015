"""`embertable import`: tables that another server exported."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from embertable.commands.messages import render
from embertable.commands.shared import FILE, example, lang_option
from embertable.commands.stores import opened, store_option


@click.command("import", epilog=example("embertable import tables.jsonl --store new.sqlite"))
@click.argument("file", type=FILE)
@store_option
@lang_option
def command(file: Path, store: str, lang: str) -> None:
    """Import tables into a store; tables that it already has stay as they are."""
    from embertable.engine.errors import UnreadableFile
    from embertable.server.export_import import import_lines

    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableFile(str(file), str(error)) from error

    async def work() -> tuple[int, int]:
        async with opened(store) as found:
            return await import_lines(found, lines)

    tables, documents = asyncio.run(work())
    click.echo(render(lang, "store.imported", tables=tables, documents=documents, file=str(file)))
