"""`embertable fuzz`: random games with random settings, checked against the contract."""

from __future__ import annotations

from pathlib import Path

import click

from embertable.commands.messages import FuzzFound, render
from embertable.commands.progress import timed
from embertable.commands.shared import (
    check_folder,
    example,
    json_option,
    lang_option,
    print_json,
    seed_option,
)
from embertable.commands.types import FILE, GAME, Seconds
from embertable.engine.catalogue import decimal


@click.command("fuzz", epilog=example("embertable fuzz lueur --seconds 60 --seed 1"))
@click.argument("game", type=GAME)
@click.option(
    "--seconds",
    type=Seconds(min=0.1, max=1e9),
    default=10.0,
    show_default=True,
    help="How long to play.",
)
@seed_option
@click.option(
    "--out",
    type=FILE,
    default=Path(),
    show_default="the current folder",
    metavar="FOLDER",
    help="Where to save the record of a failing game.",
)
@json_option
@lang_option
def command(game: str, seconds: float, seed: int, out: Path, as_json: bool, lang: str) -> None:
    """Play at random and check options, refusals, copies, saves, records and secrets."""
    from embertable.games import load
    from embertable.lab.fuzz import fuzz

    check_folder(out)
    with timed(lang, seconds, "progress.fuzzed", seed=seed) as on_progress:
        report = fuzz(load(game), seconds, seed, out, on_progress=on_progress)
    if as_json:
        print_json(report.to_json())
    if report.broken is not None:
        broken = report.broken
        raise FuzzFound(game, broken.check, broken.seed, broken.problem, broken.file)
    if not as_json:
        facts = {"games": report.games, "decisions": report.decisions}
        click.echo(
            render(
                lang,
                "fuzz.fine",
                game=game,
                seconds=decimal(lang, f"{report.seconds:.1f}"),
                **facts,
            )
        )
