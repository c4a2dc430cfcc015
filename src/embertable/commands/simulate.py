"""`embertable simulate`: many games between bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from embertable.commands.messages import render
from embertable.commands.progress import counted
from embertable.commands.shared import (
    content_option,
    example,
    json_option,
    lang_option,
    print_json,
    read_settings,
    seed_option,
    settings_option,
)
from embertable.commands.types import BOTS, COUNT, GAME, WORKERS


@click.command(
    "simulate",
    epilog=example("embertable simulate lueur --games 100 --bots greedy,random --seed 1"),
)
@click.argument("game", type=GAME)
@click.option("--games", type=COUNT, default=100, show_default=True, help="How many games to play.")
@click.option(
    "--bots",
    type=BOTS,
    default="greedy,random",
    show_default=True,
    metavar="NAME,…",
    help="The bots; they rotate by one seat from game to game. my_module:MyBot is a bot of yours.",
)
@seed_option
@settings_option
@click.option(
    "--workers",
    "processes",
    type=WORKERS,
    help="Number of processes that play; by default up to one per core.",
)
@content_option
@json_option
@lang_option
def command(
    game: str,
    games: int,
    bots: str,
    seed: int,
    settings: tuple[str, ...],
    processes: int | None,
    content: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """Let bots play many games and count the results.

    The digest is one hash over all final positions: it depends on the game, its settings, the
    bots and the seed, and on nothing else.
    """
    from embertable.games import load
    from embertable.lab.simulate import make_plan, simulate

    found = load(game)
    if content is not None:
        found.read_content(content)
    names = [name.strip() for name in bots.split(",")]
    plan = make_plan(found, read_settings(settings, found), names, games, seed, content)
    with counted(lang, games) as on_progress:
        results = simulate(plan, processes, on_progress)
    if as_json:
        print_json(results)
    else:
        show(results, lang)


def show(results: dict[str, Any], lang: str) -> None:
    click.echo(
        render(
            lang,
            "simulate.games",
            games=results["games"],
            game=results["game"],
            decisions=f"{results['decisions']:,}",
            seconds=str(results["seconds"]),
        )
    )
    for name, record in results["bots"].items():
        low, high = record["win_rate_95"]
        click.echo(
            render(
                lang,
                "simulate.bot",
                bot=name,
                wins=record["wins"],
                seats=record["seats"],
                rate=f"{record['win_rate']:.1%}",
                low=f"{low:.1%}",
                high=f"{high:.1%}",
                score=str(record["mean_score"]),
            )
        )
    click.echo(render(lang, "simulate.digest", digest=results["digest"]))
