"""`embertable regret`: what the choices of bots cost, on decisions of known value."""

from __future__ import annotations

from dataclasses import asdict
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
    read_settings,
    seed_option,
    settings_option,
)
from embertable.commands.types import BOTS, FILE, GAME
from embertable.engine.catalogue import decimal

if TYPE_CHECKING:
    from embertable.lab.calibration import Bin
    from embertable.lab.regret_set import Row


@click.command(
    "regret",
    epilog=example("embertable regret lueur lueur.jsonl --decisions 50 --bots ember,flame"),
)
@click.argument("game", type=GAME)
@click.argument("file", type=FILE)
@click.option(
    "--decisions",
    type=click.IntRange(min=1, max=100_000),
    default=1_000,
    show_default=True,
    help="How many decisions the file must hold; if it has more, they stay.",
)
@click.option(
    "--bots",
    type=BOTS,
    metavar="NAME,…",
    help="The bots to judge; without any, the file only grows.",
)
@click.option(
    "--tables",
    type=click.IntRange(min=2, max=4_096),
    default=64,
    show_default=True,
    help="How many imagined tables each option is played on.",
)
@seed_option
@settings_option
@json_option
@lang_option
def command(
    game: str,
    file: Path,
    decisions: int,
    bots: str | None,
    tables: int,
    seed: int,
    settings: tuple[str, ...],
    as_json: bool,
    lang: str,
) -> None:
    """Measure what the choices of bots cost, on decisions of known value.

    FILE grows until it holds --decisions decisions; after an interruption the same command
    continues. The best options of each decision are played to the end on the same imagined tables.
    The result says what a bot loses on average, by kind of choice, and how often the wins come true
    that the search expects.
    """
    from embertable.games import load
    from embertable.lab.regret_set import Recipe, RegretSet, calibration, grow, rows, unit_of

    chosen = load(game).check(read_settings(settings, load(game)))
    recipe = Recipe(game, tuple(sorted(chosen.items())), tables, seed)
    found = RegretSet(file, recipe)
    with progress(lang, "unit.decisions", "progress.kept", place=str(file)) as on_progress:
        grow(found, recipe, decisions, on_progress)
    judged = [row for bot in (bots.split(",") if bots else []) for row in rows(found, bot, seed)]
    said = calibration(found)
    unit = unit_of(found)
    if as_json:
        print_json(
            {
                "game": game,
                "decisions": found.decisions(),
                "unit": unit,
                "rows": [asdict(row) for row in judged],
                "calibration": [asdict(one) for one in said],
            }
        )
        return
    for line in as_text(file, found.decisions(), recipe.tables, game, unit, judged, said, lang):
        click.echo(line)


def as_text(
    file: Path,
    decisions: int,
    tables: int,
    game: str,
    unit: str,
    judged: list[Row],
    said: list[Bin],
    lang: str,
) -> list[str]:
    """The set, what bots lose on it, and whether what the search says comes true."""
    lines = [
        render(lang, "regret.set", file=str(file), decisions=decisions, game=game, tables=tables)
    ]
    if judged:
        lines += [
            "",
            render(lang, "regret.head"),
            "| --- | --- | --- | --- | --- | --- | --- |",
        ]
    for row in judged:
        cells = [
            row.bot,
            row.kind or render(lang, "regret.all"),
            str(row.decisions),
            f"{amount(lang, unit, row.regret)} ± {amount(lang, unit, row.error)}",
            amount(lang, unit, row.worst),
            percent(lang, row.found),
            percent(lang, row.unknown),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    if said:
        lines += ["", render(lang, "regret.calibration"), "| --- | --- | --- |"]
    for one in said:
        cells = [percent(lang, one.said), str(one.games), percent(lang, one.won)]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def amount(lang: str, unit: str, value: float) -> str:
    """A cost in its unit: points, or hundredths of a victory."""
    number = value if unit == "points" else 100 * value
    return render(lang, f"regret.unit_{unit}", number=decimal(lang, f"{number:.2f}"))


def percent(lang: str, rate: float) -> str:
    return f"{100 * rate:.0f} %"
