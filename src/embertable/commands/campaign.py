"""`embertable campaign`: campaign files of Dead Cells, from the first Run to the report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from embertable.commands.messages import FileExists, render
from embertable.commands.shared import FILE, example, json_option, lang_option, print_json

if TYPE_CHECKING:
    from embertable.engine.catalogue import Catalogue
    from embertable.engine.game import Game
    from embertable.games.deadcells.campaign_file import CampaignFile, RunLink


def found(file: Path) -> tuple[Game, CampaignFile]:
    from embertable.games import load
    from embertable.games.deadcells.campaign_file import load_campaign

    game = load("deadcells")
    return game, load_campaign(game, file)


@click.group("campaign", epilog=example("embertable campaign new ours.json"))
def command() -> None:
    """Begin, look at, fork or reset a campaign, or let bots play Runs of it.

    People play its Runs with `embertable play deadcells --campaign FILE`.
    """


@command.command("new", epilog=example("embertable campaign new ours.json"))
@click.argument("file", type=FILE)
@lang_option
def new(file: Path, lang: str) -> None:
    """Begin a campaign in a new file."""
    from embertable.games import load
    from embertable.games.deadcells.campaign_file import new_file

    if file.exists():
        raise FileExists(str(file))
    game = load("deadcells")
    new_file(game).save(game, file)
    click.echo(render(lang, "campaign.saved", file=str(file)))


@command.command("show", epilog=example("embertable campaign show ours.json"))
@click.argument("file", type=FILE)
@json_option
@lang_option
def show(file: Path, as_json: bool, lang: str) -> None:
    """Tell what a campaign has reached."""
    game, kept = found(file)
    if as_json:
        print_json(kept.to_json(game))
        return
    words = game.catalogue(lang)
    campaign = kept.campaign
    cards = [*campaign.runes, *campaign.on_board()]
    names = [words.name_of(card, "card") for card in cards]
    click.echo(render(lang, "campaign.runs", runs=len(kept.runs), file=str(file)))
    click.echo(render(lang, "campaign.board", cards=names))
    for number, run in enumerate(kept.runs, start=1):
        click.echo(tell_run(words, run, number, lang))


@command.command("fork", epilog=example("embertable campaign fork ours.json theirs.json"))
@click.argument("file", type=FILE)
@click.argument("copy", type=FILE)
@lang_option
def fork(file: Path, copy: Path, lang: str) -> None:
    """Copy a campaign, so that both can be played on."""
    game, kept = found(file)
    if copy.exists():
        raise FileExists(str(copy))
    kept.save(game, copy)
    click.echo(render(lang, "campaign.saved", file=str(copy)))


@command.command("reset", epilog=example("embertable campaign reset ours.json"))
@click.argument("file", type=FILE)
@lang_option
def reset(file: Path, lang: str) -> None:
    """Start a campaign anew: Runes grey, every card back in its place."""
    from embertable.games.deadcells.campaign_file import new_file

    game, _ = found(file)
    new_file(game).save(game, file)
    click.echo(render(lang, "campaign.saved", file=str(file)))


@command.command("run", epilog=example("embertable campaign run ours.json --players 3 --runs 5"))
@click.argument("file", type=FILE)
@click.option("--players", type=click.IntRange(1, 4), default=3, show_default=True)
@click.option("--runs", type=click.IntRange(min=1), default=1, show_default=True)
@click.option("--bots", default="greedy", show_default=True, metavar="NAME,…")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
@lang_option
def run(file: Path, players: int, runs: int, bots: str, seed: int, lang: str) -> None:
    """Let bots play Runs of a campaign; each is kept as a record beside the file."""
    from embertable.lab.campaigns import play_run
    from embertable.lab.simulate import luck_of

    game, kept = found(file)
    names = [name.strip() for name in bots.split(",")]
    for _ in range(runs):
        number = len(kept.runs) + 1
        session = play_run(game, kept, names, players, luck_of(seed, number))
        record = record_file(file, number)
        session.record.save(record)
        kept.add(session.table, record.name)
        kept.save(game, file)
        click.echo(tell_run(game.catalogue(lang), kept.runs[-1], number, lang))


def tell_run(words: Catalogue, run: RunLink, number: int, lang: str) -> str:
    """How a Run ended, in one line."""
    how, _, where = run.ended.partition(" ")
    id = "campaign.beat" if how == "beat" else "campaign.died"
    place = words.name_of(where, "biome")
    return render(lang, id, number=number, place=place, players=run.players)


def record_file(file: Path, number: int) -> Path:
    """Where the record of a Run lies: beside its campaign."""
    return file.parent / f"{file.stem}-run-{number:03}.json"


@command.command("verify", epilog=example("embertable campaign verify ours.json"))
@click.argument("file", type=FILE)
@lang_option
def verify(file: Path, lang: str) -> None:
    """Play the record of every Run again and compare how it ended."""
    from embertable.commands.shared import opened
    from embertable.engine.errors import WrongHash
    from embertable.engine.record import load_record

    game, kept = found(file)
    for link in kept.runs:
        record = load_record(file.parent / link.record)
        session = opened(record, None)
        if game.state_hash(session.table) != link.hash:
            raise WrongHash(record.file, len(record.entries))
    click.echo(render(lang, "campaign.verified", runs=len(kept.runs), file=str(file)))


@command.command("report", epilog=example("embertable campaign report --campaigns 10"))
@click.option("--campaigns", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--runs", type=click.IntRange(min=1), default=30, show_default=True)
@click.option("--players", default="1,2,3,4", show_default=True, metavar="N,…")
@click.option("--bots", default="greedy", show_default=True, metavar="NAME,…")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
@click.option("--processes", type=click.IntRange(min=1), default=1, show_default=True)
@json_option
@lang_option
def report(
    campaigns: int,
    runs: int,
    players: str,
    bots: str,
    seed: int,
    processes: int,
    as_json: bool,
    lang: str,
) -> None:
    """Tell where bots' groups die and when their first Boss falls."""
    from embertable.commands.simulate import progress
    from embertable.games import load
    from embertable.lab.campaigns import report as make_report

    counts = [int(one) for one in players.split(",") if one.strip() in ("1", "2", "3", "4")]
    names = [name.strip() for name in bots.split(",")]
    with progress(campaigns * len(counts), lang) as tell:
        results = make_report(names, counts, campaigns, runs, seed, processes, tell)
    if as_json:
        print_json(results)
        return
    words = load("deadcells").catalogue(lang)
    for count, one in results["players"].items():
        won = one["campaigns_with_a_victory"]
        first = one["median_first_victory"]
        id = "campaign.report" if first else "campaign.report_few"
        click.echo(render(lang, id, players=int(count), won=won, of=campaigns, first=first))
        for end, times in one["ends"].items():
            how, _, where = end.partition(" ")
            place = words.name_of(where, "biome")
            told = "campaign.times_died" if how == "died" else "campaign.times_beat"
            click.echo("  " + render(lang, told, times=times, place=place))
