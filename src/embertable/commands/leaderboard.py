"""`embertable leaderboard`: the benchmark protocol, its baselines, and verification from records."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from embertable.commands.messages import render
from embertable.commands.progress import progress
from embertable.commands.shared import example, json_option, lang_option, print_json
from embertable.commands.types import BOTS, FILE, GAME, WORKERS, Text
from embertable.engine.catalogue import decimal

F = TypeVar("F", bound=Callable[..., Any])
BASELINES = "random,greedy,spark,ember,flame,blaze"


def split_option(function: F) -> F:
    return click.option(
        "--split",
        type=click.Choice(("dev", "test")),
        default="dev",
        show_default=True,
        help="The seeds: dev while you develop, test for what you publish.",
    )(function)


def workers_option(function: F) -> F:
    return click.option(
        "--workers",
        type=WORKERS,
        default=1,
        show_default=True,
        help="Number of processes that play or replay.",
    )(function)


@click.group("leaderboard", epilog=example("embertable leaderboard play lueur --out board"))
def command() -> None:
    """The benchmark protocol: fixed seeds, baselines, and a leaderboard made from records."""


@command.command("play", epilog=example("embertable leaderboard play lueur --out board --games 10"))
@click.argument("games", type=GAME, nargs=-1, required=True, metavar="GAME…")
@click.option(
    "--out",
    type=FILE,
    metavar="FOLDER",
    required=True,
    help="The leaderboard; the same command continues there.",
)
@click.option(
    "--players",
    type=BOTS,
    default=BASELINES,
    show_default=True,
    metavar="NAME,…",
    help="The bots that play; my_module:MyBot is a bot of yours, and ismcts@50, ppo@200k and"
    " selfplay@200k are baselines that need the extra learn.",
)
@split_option
@click.option(
    "--games",
    "count",
    type=click.IntRange(min=1, max=200),
    help="Only the first so many seeds of the split.  [all: 50 of dev, 200 of test]",
)
@workers_option
@json_option
@lang_option
def play_command(
    games: tuple[str, ...],
    out: Path,
    players: str,
    split: str,
    count: int | None,
    workers: int,
    as_json: bool,
    lang: str,
) -> None:
    """Let bots play the protocol's games, and make the table of results with intervals.

    Every game is saved when it ends: after an interruption the same command continues.
    """
    from embertable.lab import leaderboard

    names = players.split(",")
    for name in names:
        leaderboard.check_bot(name)
    with progress(lang, "unit.decisions") as on_progress:
        leaderboard.train_missing(out, games, names, on_progress)
    with progress(lang, "unit.games", "progress.kept", place=str(out)) as on_progress:
        chosen = leaderboard.SPLITS[split]
        leaderboard.play(out, games, names, chosen, count, workers, on_progress)
        board = leaderboard.read_board(out, workers)
    leaderboard.write_board(out, board)
    show(board, as_json, lang)


@command.command(
    "add", epilog=example("embertable leaderboard add board my-model run/game-10000000.json")
)
@click.argument("folder", type=FILE)
@click.argument("player", type=Text())
@click.argument("records", type=FILE, nargs=-1, required=True, metavar="RECORD…")
@split_option
@json_option
@lang_option
def add_command(
    folder: Path, player: str, records: tuple[Path, ...], split: str, as_json: bool, lang: str
) -> None:
    """Take the records of your games into a leaderboard, under the name of your player.

    Nothing is taken unless all of them keep to the protocol.
    """
    from embertable.lab import leaderboard

    leaderboard.add(folder, player, leaderboard.SPLITS[split], records)
    board = leaderboard.read_board(folder)
    leaderboard.write_board(folder, board)
    show(board, as_json, lang)


@command.command("verify", epilog=example("embertable leaderboard verify board"))
@click.argument("folder", type=FILE)
@workers_option
@json_option
@lang_option
def verify_command(folder: Path, workers: int, as_json: bool, lang: str) -> None:
    """Replay every record of a leaderboard and compare what it says with what they say.

    The rival's decisions are made again: a record in which it decides otherwise is refused.
    """
    from embertable.lab import leaderboard

    with progress(lang, "unit.games") as on_progress:
        board = leaderboard.verify(folder, workers, on_progress)
    show(board, as_json, lang)


@command.command("export", epilog=example("embertable leaderboard export board --out data"))
@click.argument("folder", type=FILE)
@click.option("--out", type=FILE, metavar="FOLDER", required=True, help="The folder of the files.")
@json_option
@lang_option
def export_command(folder: Path, out: Path, as_json: bool, lang: str) -> None:
    """Write every decision of a leaderboard as data: one Parquet file for each game.

    Needs the extra datasets; embertable.lab.datasets.load_dataset reads the files.
    """
    from embertable.lab import datasets

    with progress(lang, "unit.games") as on_progress:
        written = datasets.export(folder, out, on_progress)
    if as_json:
        print_json({str(file): decisions for file, decisions in written.items()})
        return
    for file, decisions in written.items():
        click.echo(render(lang, "leaderboard.exported", file=str(file), decisions=decisions))


def show(board: dict[str, Any], as_json: bool, lang: str) -> None:
    if as_json:
        print_json(board)
        return
    for game, about in board["games"].items():
        for split, rows in about["splits"].items():
            title = render(lang, "leaderboard.title", game=game, split=split)
            click.echo(f"\n{title}\n")
            click.echo(render(lang, "leaderboard.head"))
            click.echo("| --- | ---: | ---: | ---: |")
            for row in rows:
                low, high = row["win_rate_95"]
                scores = [f"{one:.1f}" for one in row["score_95"] if one is not None]
                interval = f" ({scores[0]} – {scores[1]})" if scores else ""
                figures = (
                    f"{row['win_rate']:.1%} ({low:.1%} – {high:.1%}) | {row['score']:.1f}{interval}"
                )
                click.echo(f"| {row['player']} | {row['games']} | {decimal(lang, figures)} |")
