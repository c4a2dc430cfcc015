"""`embertable lab`: plays a plan of many games and writes a report."""

from __future__ import annotations

import math
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from embertable.commands.messages import render
from embertable.commands.progress import progress
from embertable.commands.shared import check_folder, example, json_option, lang_option, print_json
from embertable.commands.stores import usual_reports
from embertable.commands.types import FILE, WORKERS, Text
from embertable.engine.catalogue import decimal

if TYPE_CHECKING:
    from embertable.lab.report.answers import Answer


@click.command("lab", epilog=example("embertable lab plan.toml --report report.html --workers 2"))
@click.argument("plan", type=FILE)
@click.option(
    "--engine",
    type=Text(),
    default="pool",
    show_default=True,
    metavar="pool|dask://HOST:PORT",
    help="Where games are played: in processes on this machine, or on a Dask cluster.",
)
@click.option(
    "--workers", type=WORKERS, help="Number of processes that play; by default one per core."
)
@click.option(
    "--out",
    type=FILE,
    metavar="FOLDER",
    help="Where to save results; by default the plan's name with -results.",
)
@click.option("--report", type=FILE, metavar="FILE", help="Write the report here as well.")
@click.option(
    "--publish", is_flag=True, help="Also copy it to where `embertable serve` shows reports."
)
@json_option
@lang_option
def command(
    plan: Path,
    engine: str,
    workers: int | None,
    out: Path | None,
    report: Path | None,
    publish: bool,
    as_json: bool,
    lang: str,
) -> None:
    """Play all games of a plan, on all cores, say what they show, and write a report.

    Every game is saved when it ends: after an interruption the same command continues. Results do
    not depend on the number of workers.
    """
    from embertable.lab.plan import read_plan
    from embertable.lab.report import answers_of, evidence_of, report_of
    from embertable.lab.run_plan import digest_of, keep, run_plan

    found = read_plan(plan)
    if report is not None:
        check_folder(report.parent)
    folder = out or plan.with_name(f"{plan.stem}-results")
    start = time.perf_counter()
    with progress(lang, "unit.games", "progress.kept", place=str(folder)) as on_progress:
        rows = run_plan(found, folder, engine, workers, on_progress)
    seconds = time.perf_counter() - start
    page = report_of(found, rows, lang)
    answers = answers_of(evidence_of(found, rows, lang))
    files = [folder / "report.html", *([report] if report else [])]
    if publish:
        files.append(usual_reports() / f"{plan.stem}.html")
        files[-1].parent.mkdir(parents=True, exist_ok=True)
    for file in files:
        keep(file, page, len(rows))
    summary = {
        "game": found.game,
        "cells": len(found.cells),
        "games": len({(row.cell, row.number) for row in rows}),
        "decisions": sum([row.decisions for row in rows]),
        "seconds": round(seconds, 3),
        "digest": digest_of(rows),
        "folder": str(folder),
        "report": str(files[-1]),
        "answers": [plain(answer) for answer in answers],
    }
    if as_json:
        print_json(summary)
        return
    for answer in answers:
        click.echo(answer.question)
        for sentence in answer.sentences:
            click.echo(f"  {sentence}")
    click.echo(
        render(
            lang,
            "lab.done",
            games=int(str(summary["games"])),
            seconds=decimal(lang, f"{seconds:.1f}"),
        )
    )
    click.echo(render(lang, "lab.files", folder=str(folder), report=str(files[-1])))
    click.echo(render(lang, "simulate.digest", digest=str(summary["digest"])))


def plain(answer: Answer) -> dict[str, object]:
    """An answer as JSON; an interval that is not known yet has no ends."""
    facts = [
        {name: value if finite(value) else None for name, value in asdict(fact).items()}
        for fact in answer.facts
    ]
    return {"question": answer.id, "text": answer.sentences, "facts": facts}


def finite(value: object) -> bool:
    return not isinstance(value, float) or math.isfinite(value)
