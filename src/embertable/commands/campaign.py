"""`embertable campaign`: campaign files, from the first game to the report."""

from __future__ import annotations

import os
import secrets
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from embertable.commands.campaign_play import kept_campaign, left_open
from embertable.commands.messages import (
    CampaignDiffers,
    FileExists,
    NoCampaigns,
    NotConfirmed,
    NotPlayers,
    render,
)
from embertable.commands.shared import (
    example,
    json_option,
    lang_option,
    print_json,
    processes_option,
    yes_option,
)
from embertable.commands.types import BOTS, COUNT, FILE, GAME, SEED

if TYPE_CHECKING:
    from embertable.engine.campaigns import CampaignGame, Campaigns
    from embertable.engine.game import Game

game_option = click.option(
    "--game",
    type=GAME,
    metavar="GAME",
    help="A game with campaigns; by default the first one there is.",
)


def campaigns_of(name: str | None) -> tuple[Game, Campaigns]:
    """The game of that name, or the first that has campaigns, with them."""
    from embertable.games import campaign_games, load

    game = load(name) if name else campaign_games()[0]
    campaigns = game.campaigns()
    if campaigns is None:
        raise NoCampaigns(game.name, [one.name for one in campaign_games()])
    return game, campaigns


@click.group("campaign", epilog=example("embertable campaign new ours.json"))
def command() -> None:
    """Begin, show, check, rebuild, fork or reset a campaign, or let bots play games of it.

    People play its games with `embertable play --campaign FILE`.
    """


@command.command("new", epilog=example("embertable campaign new ours.json"))
@click.argument("file", type=FILE)
@game_option
@lang_option
def new(file: Path, game: str | None, lang: str) -> None:
    """Begin a campaign in a new file."""
    from embertable.engine.campaigns import campaign_bytes
    from embertable.engine.files import write_new

    found, campaigns = campaigns_of(game)
    if not write_new(file, campaign_bytes(campaigns.begin(secrets.token_hex(8)))):
        raise FileExists(str(file))
    click.echo(render(lang, "campaign.saved", file=str(file)))
    click.echo(found.catalogue(lang).render(campaigns.goal()))


@command.command("show", epilog=example("embertable campaign show ours.json"))
@click.argument("file", type=FILE)
@json_option
@lang_option
def show(file: Path, as_json: bool, lang: str) -> None:
    """Show the goal of a campaign, what has been reached, and which game unlocked what."""
    kept = kept_campaign(file)
    saved = kept.read()
    if as_json:
        print_json(saved)
        return
    campaigns, catalogue = kept.campaigns, kept.game.catalogue(lang)
    played = campaigns.games(saved)
    click.echo(render(lang, "campaign.games", games=len(played), file=str(file)))
    for message in (campaigns.goal(), *campaigns.progress(saved)):
        click.echo(catalogue.render(message))
    for number, one in enumerate(played, start=1):
        click.echo(game_line(kept.game, campaigns, one, number, lang))
        if one.unlocked:
            things = [catalogue.render(campaigns.unlocked(code)) for code in one.unlocked]
            click.echo("  " + render(lang, "campaign.unlocked", things=", ".join(things)))
    open = campaigns.open_game(saved)
    if open is not None:
        number = len(played) + 1
        quoted = shlex.quote(str(file))
        program = os.environ.get("EMBERTABLE_PROGRAM", "embertable")
        click.echo(
            render(
                lang,
                "campaign.open",
                number=number,
                players=open.players,
                record=open.record,
                program=program,
                quoted=quoted,
            )
        )


@command.command("fork", epilog=example("embertable campaign fork ours.json theirs.json"))
@click.argument("file", type=FILE)
@click.argument("copy", type=FILE)
@lang_option
def fork(file: Path, copy: Path, lang: str) -> None:
    """Copy a campaign with its records, so that both can be continued.

    An open game stays with the original.
    """
    from embertable.engine.campaigns import campaign_bytes
    from embertable.engine.files import write_new

    kept = kept_campaign(file)
    saved = kept.read()
    if not write_new(copy, campaign_bytes(kept.campaigns.with_id(saved, secrets.token_hex(8)))):
        raise FileExists(str(copy))
    for one in kept.campaigns.games(saved):
        record = kept.beside(one.record)
        if record is not None and not (copy.parent / one.record).exists():
            write_new(copy.parent / one.record, record.read_bytes())
    click.echo(render(lang, "campaign.saved", file=str(copy)))


@command.command("reset", epilog=example("embertable campaign reset ours.json"))
@click.argument("file", type=FILE)
@yes_option
@lang_option
def reset(file: Path, yes: bool, lang: str) -> None:
    """Start a campaign again from nothing; the old one is kept as an archive."""
    kept = kept_campaign(file)
    games = len(kept.campaigns.games(kept.read()))
    if not yes:
        click.echo(render(lang, "campaign.reset_ask", file=str(file), games=games))
        answer = "" if sys.stdin is None else sys.stdin.readline().strip().casefold()
        if answer not in render(lang, "campaign.yes").split():
            raise NotConfirmed(str(file))
    archive = kept.reset(secrets.token_hex(8))
    click.echo(render(lang, "campaign.reset", file=str(file), archive=str(archive)))


@command.command("run", epilog=example("embertable campaign run ours.json --players 3 --runs 5"))
@click.argument("file", type=FILE)
@click.option(
    "--players",
    type=click.IntRange(1, 4),
    default=3,
    show_default=True,
    help="How many players each new game has.",
)
@click.option("--runs", type=COUNT, default=1, show_default=True, help="How many games to play.")
@click.option("--bots", type=BOTS, default="greedy", show_default=True, metavar="NAME,…")
@click.option(
    "--seed", type=SEED, default=1, show_default=True, help="The same seed gives the same games."
)
@click.option(
    "--give-up", is_flag=True, help="Give the open game up, which will not be counted, first."
)
@lang_option
def run(
    file: Path, players: int, runs: int, bots: str, seed: int, give_up: bool, lang: str
) -> None:
    """Let bots play the open game of a campaign to its end, then the next ones.

    Each record is saved in the same folder.
    """
    from embertable.engine.files import FileLock
    from embertable.lab.campaigns import new_game, play_on
    from embertable.lab.simulate import seed_of

    kept = kept_campaign(file)
    names = [name.strip() for name in bots.split(",")]
    lock = FileLock(file)
    try:
        for _ in range(runs):
            left = left_open(kept, lock, give_up, None, lang)
            give_up = False
            number = kept.number()
            own = seed_of(seed, number)
            if left is None:
                session = new_game(kept.game, kept.read(), players, own)
                record = kept.begin(session, lock)
            else:
                session, record = left
                click.echo(render(lang, "campaign.goes_on", number=number, record=record.name))
            play_on(session, names, own)
            session.record.save(record)
            kept.count(session, record)
            played = kept.campaigns.games(kept.read())[number - 1]
            click.echo(game_line(kept.game, kept.campaigns, played, number, lang))
            lock.release()
    finally:
        lock.release()


def game_line(
    game: Game, campaigns: Campaigns, played: CampaignGame, number: int, lang: str
) -> str:
    """How a game ended, in one line."""
    ended = game.catalogue(lang).render(campaigns.ending(played.ended))
    return render(lang, "campaign.game", number=number, players=played.players, ended=ended)


@command.command("verify", epilog=example("embertable campaign verify ours.json"))
@click.argument("file", type=FILE)
@lang_option
def verify(file: Path, lang: str) -> None:
    """Replay the record of every game, and check that each was counted once and in order."""
    from embertable.engine.campaign_checks import problems_of
    from embertable.engine.catalogue import load_catalogue

    kept = kept_campaign(file)
    problems = problems_of(kept)
    for problem in problems:
        part = "engine" if problem.id.startswith("error.") else "commands"
        click.echo(load_catalogue(part, lang).render(problem))
    if problems:
        raise CampaignDiffers(str(file), len(problems))
    games = len(kept.campaigns.games(kept.read()))
    click.echo(render(lang, "campaign.verified", games=games, file=str(file)))


@command.command("rebuild", epilog=example("embertable campaign rebuild ours.json"))
@click.argument("file", type=FILE)
@click.argument("records", type=FILE, nargs=-1)
@game_option
@lang_option
def rebuild(file: Path, records: tuple[Path, ...], game: str | None, lang: str) -> None:
    """Make a campaign from its records, by default from those in its folder.

    A file that is there is kept under another name.
    """
    from embertable.engine.campaign_checks import rebuild as make
    from embertable.engine.campaign_files import KeptCampaign

    kept = KeptCampaign(campaigns_of(game)[0], file)
    games, old = make(kept, list(records), secrets.token_hex(8))
    click.echo(render(lang, "campaign.rebuilt", file=str(file), games=games))
    if old is not None:
        click.echo(render(lang, "campaign.kept_old", file=str(old)))


def player_counts(text: str) -> list[int]:
    counts = [one.strip() for one in text.split(",")]
    if not set(counts) <= {"1", "2", "3", "4"}:
        raise NotPlayers(text)
    return [int(one) for one in counts]


@command.command("report", epilog=example("embertable campaign report --campaigns 10"))
@game_option
@click.option(
    "--campaigns",
    type=COUNT,
    default=100,
    show_default=True,
    help="How many campaigns to play with each number of players.",
)
@click.option(
    "--runs", type=COUNT, default=30, show_default=True, help="How many games each campaign has."
)
@click.option("--players", default="1,2,3,4", show_default=True, metavar="N,…")
@click.option("--bots", type=BOTS, default="greedy", show_default=True, metavar="NAME,…")
@click.option(
    "--seed", type=SEED, default=1, show_default=True, help="The same seed gives the same games."
)
@processes_option
@json_option
@lang_option
def report(
    game: str | None,
    campaigns: int,
    runs: int,
    players: str,
    bots: str,
    seed: int,
    processes: int,
    as_json: bool,
    lang: str,
) -> None:
    """Report how bots' campaigns go: how games end, and when the first is won."""
    from embertable.commands.progress import counted
    from embertable.lab.campaigns import report as make_report

    found, kept = campaigns_of(game)
    counts = player_counts(players)
    names = [name.strip() for name in bots.split(",")]
    with counted(lang, campaigns * len(counts)) as on_progress:
        results = make_report(
            found.name, names, counts, campaigns, runs, seed, processes, on_progress
        )
    if as_json:
        print_json(results)
        return
    catalogue = found.catalogue(lang)
    for count, one in results["players"].items():
        won = one["campaigns_with_a_victory"]
        first = one["median_first_victory"]
        id = "campaign.report" if first else "campaign.report_few"
        click.echo(render(lang, id, players=int(count), won=won, of=campaigns, first=first))
        for end, times in one["ends"].items():
            ended = catalogue.render(kept.ending(end))
            click.echo("  " + render(lang, "campaign.times", times=times, ended=ended))
