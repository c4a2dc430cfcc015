"""`embertable export`: a server's tables as a text that another server reads."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from embertable.commands.messages import MayBeReplaced, render
from embertable.commands.shared import example, json_option, lang_option, print_json, yes_option
from embertable.commands.stores import opened, store_option
from embertable.commands.types import FILE


@click.command("export", epilog=example("embertable export tables.jsonl"))
@click.argument("file", type=FILE)
@store_option
@yes_option
@json_option
@lang_option
def command(file: Path, store: str, yes: bool, as_json: bool, lang: str) -> None:
    """Write all tables of a store, with their keys, into a new file. Keep it to yourself."""
    from embertable.engine.errors import UnreadableFile
    from embertable.server.export_import import export_lines

    if file.exists() and not yes:
        raise MayBeReplaced(str(file))

    async def work() -> list[str]:
        async with opened(store) as found:
            return [line async for line in export_lines(found)]

    lines = asyncio.run(work())
    try:
        # The keys in it predict the cards and dice of running games.
        file.touch(mode=0o600)
        file.write_text("".join(lines), encoding="utf-8")
    except OSError as error:
        raise UnreadableFile(str(file), error) from error
    tables = sum(line.startswith('{"table"') for line in lines)
    if as_json:
        print_json({"tables": tables, "file": str(file)})
        return
    click.echo(render(lang, "store.exported", tables=tables, file=str(file)))
