"""`embertable doctor`: checks a store."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from embertable.commands.messages import render
from embertable.commands.progress import progress
from embertable.commands.shared import example, json_option, lang_option, print_json
from embertable.commands.stores import opened, store_option

if TYPE_CHECKING:
    from embertable.server.doctor import Findings


@click.command("doctor", epilog=example("embertable doctor --store tables.sqlite"))
@store_option
@json_option
@lang_option
def command(store: str, as_json: bool, lang: str) -> int:
    """Replay every table of a store and report what is wrong."""
    from embertable.server.doctor import examine

    async def work() -> Findings:
        async with opened(store) as found:
            return await examine(found, on_progress)

    with progress(lang, "unit.tables") as on_progress:
        findings = asyncio.run(work())
    if as_json:
        print_json({"ok": not findings.problems, **asdict(findings)})
    else:
        for table, problem in findings.problems.items():
            click.echo(render(lang, "store.problem", table=table, problem=problem.rstrip(".")))
        for problem in findings.read_only.values():
            click.echo(problem)
        tables, entries = findings.tables, findings.entries
        click.echo(
            render(
                lang,
                "store.examined",
                tables=tables,
                entries=entries,
                problems=len(findings.problems),
            )
        )
    return 1 if findings.problems else 0
