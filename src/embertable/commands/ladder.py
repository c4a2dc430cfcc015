"""`embertable ladder`: which bot is stronger, and how certain that is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from embertable.commands.messages import NoRival, render
from embertable.commands.progress import progress
from embertable.commands.shared import (
    example,
    json_option,
    lang_option,
    print_json,
    processes_option,
    read_settings,
    seed_option,
    settings_option,
)
from embertable.commands.types import BOTS, FILE, GAME, RATES
from embertable.engine.catalogue import decimal


@click.command(
    "ladder", epilog=example("embertable ladder lueur --games 20 --bots greedy,search@60")
)
@click.argument("game", type=GAME, required=False)
@click.option(
    "--games",
    type=click.IntRange(min=1, max=100_000),
    default=20,
    show_default=True,
    help="How many seeds each comparison plays; slow games get a share of them.",
)
@click.option(
    "--bots",
    type=BOTS,
    metavar="NAME,…",
    help="The bots, weakest first; search@N uses N playouts per decision, my_module:MyBot is a bot of yours.",
)
@seed_option
@settings_option
@processes_option
@click.option(
    "--keep", type=FILE, metavar="FILE", help="Save each outcome here, and continue from here."
)
@click.option(
    "--until",
    type=RATES,
    metavar="LOW,HIGH",
    help="Stop each comparison as soon as the results decide between these two rates of wins against one rival, or of the seeds that end differently; --games is then the most.",
)
@json_option
@lang_option
def command(
    game: str | None,
    games: int,
    bots: str | None,
    seed: int,
    settings: tuple[str, ...],
    processes: int,
    keep: Path | None,
    until: str | None,
    as_json: bool,
    lang: str,
) -> None:
    """Compare each bot with the one before it, on the same seeds.

    Rivals play each seed once from every seat. Where players win together, a party of one bot is
    compared with a party of the other; where games form campaigns, by the first game that is won.
    """
    from embertable.games import load
    from embertable.lab.ladder import climb, usual_rungs
    from embertable.lab.sequential import Hypotheses

    names = [bot.strip() for bot in bots.split(",")] if bots else []
    chosen = read_settings(settings, load(game) if game else None)
    rungs = usual_rungs(game, names, games, seed, chosen)
    if not rungs:
        raise NoRival(game or "", names[0])
    tested = Hypotheses(*[float(one) for one in until.split(",")]) if until else None
    stopped = "progress.lost" if keep is None else "progress.kept"
    with progress(lang, "unit.games", stopped, place=str(keep)) as on_progress:
        found = climb(rungs, keep, processes, on_progress, tested)
    if as_json:
        print_json(found)
    else:
        for line in as_table(found, lang):
            click.echo(line)


def as_table(found: list[dict[str, Any]], lang: str) -> list[str]:
    """The rungs as a Markdown table."""
    lines = [render(lang, "ladder.head"), "| --- | --- | --- | --- | --- | --- | --- |"]
    for rung in found:
        settings = ", ".join([f"{name}={value}" for name, value in rung["options"].items()])
        if "rate" in rung:
            low, high = rung["rate_95"]
            result = render(
                lang,
                "ladder.rate",
                rate=percent(lang, rung["rate"]),
                low=percent(lang, low),
                high=percent(lang, high),
            )
        else:
            low, high = rung["median_run_95"]
            result = render(
                lang,
                "ladder.first_win",
                number=f"{rung['median_run']:g}",
                low=f"{low:g}",
                high=f"{high:g}",
            )
        paired = ""
        if "sign_test_p" in rung:
            paired = render(
                lang,
                "ladder.paired",
                better=rung["better"],
                worse=rung["worse"],
                p=decimal(lang, f"{rung['sign_test_p']:.3f}"),
            )
        if "verdict" in rung:
            low, high = rung["tested"]
            decided = render(
                lang,
                f"ladder.verdict_{rung['verdict'] or 'none'}",
                low=percent(lang, low),
                high=percent(lang, high),
            )
            paired = f"{paired}; {decided}" if paired else decided
        cells = [
            rung["game"],
            settings,
            rung["bot"],
            rung["against"] or "–",
            str(rung["games"]),
            result,
            paired,
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def percent(lang: str, rate: float) -> str:
    return decimal(lang, f"{100 * rate:.1f}")
