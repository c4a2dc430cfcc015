"""`embertable train`: fits what a position is worth to games that bots play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from embertable.commands.messages import render
from embertable.commands.progress import progress
from embertable.commands.shared import (
    example,
    json_option,
    lang_option,
    print_json,
    processes_option,
    seed_option,
)
from embertable.commands.types import FILE, GAME
from embertable.engine.catalogue import decimal

if TYPE_CHECKING:
    from embertable.lab.training import Trained


@click.command(
    "train", epilog=example("embertable train setawatch games.jsonl --games 20 --weights dawn.json")
)
@click.argument("game", type=GAME)
@click.argument("file", type=FILE)
@click.option(
    "--games",
    type=click.IntRange(min=5, max=1_000_000),
    help="How many games the file must hold; if it has more, they stay. By default as many as the weights that are shipped took.",
)
@click.option(
    "--ridge",
    type=click.IntRange(min=1, max=1_000_000),
    default=30,
    show_default=True,
    help="How strongly weights are held near zero.",
)
@processes_option
@click.option("--weights", type=FILE, metavar="FILE", help="Write the weights here.")
@seed_option
@json_option
@lang_option
def command(
    game: str,
    file: Path,
    games: int | None,
    ridge: int,
    processes: int,
    weights: Path | None,
    seed: int,
    as_json: bool,
    lang: str,
) -> None:
    """Fit what a position is worth to games that bots play quickly.

    FILE grows until it holds --games games; after an interruption the same command continues. The
    result says how well a fit to the first four fifths of the games predicts the others. The weights
    that bots use are in their folder; whether new ones are better, only games can tell.
    """
    from embertable.engine.errors import UnreadableFile
    from embertable.games import load
    from embertable.lab.errors import NothingToTrain
    from embertable.lab.training import Recipe, TrainingSet, file_of, trainer_of

    trainer = trainer_of(load(game))
    if trainer is None:
        raise NothingToTrain(game)
    found = TrainingSet(file, Recipe(game, seed))
    with progress(lang, "unit.games", "progress.kept", place=str(file)) as on_progress:
        found.grow(games or trainer.games, on_progress, processes)
    trained = trainer.fit(found.kept.entries, float(ridge))
    saved = file_of(found, trained, float(ridge))
    if weights is not None:
        try:
            weights.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise UnreadableFile(str(weights), error) from error
    if as_json:
        print_json(saved)
        return
    for line in as_text(trainer.measure, trained, lang):
        click.echo(line)


def as_text(measure: str, trained: Trained, lang: str) -> list[str]:
    """How good the fit is in games that it has not seen, and whether its chances come true there."""
    lines = [
        render(
            lang,
            f"train.fit_{measure}",
            games=trained.games,
            positions=trained.positions,
            loss=decimal(lang, f"{trained.loss:.3f}"),
            constant=decimal(lang, f"{trained.constant:.3f}"),
        )
    ]
    if not trained.bins:
        return lines
    lines += [
        "",
        render(lang, "train.calibration"),
        "| --- | --- | --- |",
    ]
    for one in trained.bins:
        lines.append(f"| {100 * one.said:.0f} % | {one.games} | {100 * one.won:.0f} % |")
    return lines
