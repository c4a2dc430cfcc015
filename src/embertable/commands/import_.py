"""`embertable import`: tables that another server exported."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from embertable.commands.messages import CannotImport, render
from embertable.commands.shared import example, json_option, lang_option, print_json
from embertable.commands.stores import opened, store_option
from embertable.commands.types import FILE


@click.command("import", epilog=example("embertable import tables.jsonl --store new.sqlite"))
@click.argument("file", type=FILE)
@store_option
@json_option
@lang_option
def command(file: Path, store: str, as_json: bool, lang: str) -> None:
    """Import tables into a store; tables that it already has stay as they are."""
    from embertable.engine.errors import UnreadableFile
    from embertable.server.errors import BadRecord
    from embertable.server.export_import import check_head, import_lines, parsed

    try:
        lines = file.read_text(encoding="utf-8").splitlines()
        # Nothing is created for a file that is no export.
        check_head(parsed(lines[0] if lines else "", 1), str(file))
    except OSError as error:
        raise UnreadableFile(str(file), error) from error
    except UnicodeDecodeError as error:
        raise CannotImport(str(file), "it is not text") from error
    except BadRecord as error:
        raise CannotImport(str(file), error.problem) from error

    async def work() -> tuple[int, int]:
        async with opened(store, create=True) as found:
            return await import_lines(found, lines)

    try:
        tables, documents = asyncio.run(work())
    except BadRecord as error:
        raise CannotImport(str(file), error.problem) from error
    if as_json:
        print_json({"tables": tables, "documents": documents, "file": str(file)})
        return
    click.echo(render(lang, "store.imported", tables=tables, documents=documents, file=str(file)))
