"""`embertable campaign`: campaign files, from the first game to the report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from embertable.commands.messages import FileExists, NoCampaigns, NotPlayers, render
from embertable.commands.shared import example, json_option, lang_option, print_json
from embertable.commands.types import BOTS, COUNT, FILE, GAME, SEED, WORKERS

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


def opened_campaign(file: Path) -> tuple[Game, Campaigns, dict[str, Any]]:
    """A campaign's game, and the checked content of its file."""
    from embertable.engine.campaigns import read_campaign
    from embertable.engine.errors import DamagedCampaign
    from embertable.games import campaign_games

    saved = read_campaign(file)
    for game in campaign_games():
        if saved.get("game") == game.name:
            campaigns = game.campaigns()
            assert campaigns is not None
            campaigns.check(saved, str(file))
            return game, campaigns, saved
    raise DamagedCampaign(str(file), "'game' is not a game with campaigns")


@click.group("campaign", epilog=example("embertable campaign new ours.json"))
def command() -> None:
    """Begin, show, fork or reset a campaign, or let bots play games of it.

    People play its games with `embertable play --campaign FILE`.
    """


@command.command("new", epilog=example("embertable campaign new ours.json"))
@click.argument("file", type=FILE)
@game_option
@lang_option
def new(file: Path, game: str | None, lang: str) -> None:
    """Begin a campaign in a new file."""
    from embertable.engine.campaigns import save_campaign

    if file.exists():
        raise FileExists(str(file))
    save_campaign(campaigns_of(game)[1].begin(), file)
    click.echo(render(lang, "campaign.saved", file=str(file)))


@command.command("show", epilog=example("embertable campaign show ours.json"))
@click.argument("file", type=FILE)
@json_option
@lang_option
def show(file: Path, as_json: bool, lang: str) -> None:
    """Show what a campaign has reached."""
    game, campaigns, saved = opened_campaign(file)
    if as_json:
        print_json(saved)
        return
    played = campaigns.games(saved)
    click.echo(render(lang, "campaign.games", games=len(played), file=str(file)))
    for message in campaigns.progress(saved):
        click.echo(game.catalogue(lang).render(message))
    for number, one in enumerate(played, start=1):
        click.echo(game_line(game, campaigns, one, number, lang))


@command.command("fork", epilog=example("embertable campaign fork ours.json theirs.json"))
@click.argument("file", type=FILE)
@click.argument("copy", type=FILE)
@lang_option
def fork(file: Path, copy: Path, lang: str) -> None:
    """Copy a campaign, so that both can be continued."""
    from embertable.engine.campaigns import save_campaign

    _, _, saved = opened_campaign(file)
    if copy.exists():
        raise FileExists(str(copy))
    save_campaign(saved, copy)
    click.echo(render(lang, "campaign.saved", file=str(copy)))


@command.command("reset", epilog=example("embertable campaign reset ours.json"))
@click.argument("file", type=FILE)
@lang_option
def reset(file: Path, lang: str) -> None:
    """Start a campaign again from nothing."""
    from embertable.engine.campaigns import save_campaign

    _, campaigns, _ = opened_campaign(file)
    save_campaign(campaigns.begin(), file)
    click.echo(render(lang, "campaign.saved", file=str(file)))


@command.command("run", epilog=example("embertable campaign run ours.json --players 3 --runs 5"))
@click.argument("file", type=FILE)
@click.option(
    "--players",
    type=click.IntRange(1, 4),
    default=3,
    show_default=True,
    help="How many players each game has.",
)
@click.option("--runs", type=COUNT, default=1, show_default=True, help="How many games to play.")
@click.option("--bots", type=BOTS, default="greedy", show_default=True, metavar="NAME,…")
@click.option(
    "--seed", type=SEED, default=1, show_default=True, help="The same seed gives the same games."
)
@lang_option
def run(file: Path, players: int, runs: int, bots: str, seed: int, lang: str) -> None:
    """Let bots play the next games of a campaign; each record is saved in the same folder."""
    from embertable.engine.campaigns import save_campaign
    from embertable.lab.campaigns import play_next
    from embertable.lab.simulate import seed_of

    game, campaigns, saved = opened_campaign(file)
    names = [name.strip() for name in bots.split(",")]
    for number in range(len(campaigns.games(saved)) + 1, len(campaigns.games(saved)) + runs + 1):
        session = play_next(game, saved, names, players, seed_of(seed, number))
        record = record_file(file, number)
        session.record.save(record)
        saved = campaigns.after(saved, session.table, record.name)
        save_campaign(saved, file)
        click.echo(game_line(game, campaigns, campaigns.games(saved)[-1], number, lang))


def game_line(
    game: Game, campaigns: Campaigns, played: CampaignGame, number: int, lang: str
) -> str:
    """How a game ended, in one line."""
    ended = game.catalogue(lang).render(campaigns.ending(played.ended))
    return render(lang, "campaign.game", number=number, players=played.players, ended=ended)


def record_file(file: Path, number: int) -> Path:
    """The path of a game's record, in the folder of its campaign."""
    return file.parent / f"{file.stem}-run-{number:03}.json"


@command.command("verify", epilog=example("embertable campaign verify ours.json"))
@click.argument("file", type=FILE)
@lang_option
def verify(file: Path, lang: str) -> None:
    """Replay the record of every game and compare how it ended."""
    from embertable.commands.shared import opened
    from embertable.engine.errors import WrongHash
    from embertable.engine.record import load_record

    game, campaigns, saved = opened_campaign(file)
    played = campaigns.games(saved)
    for one in played:
        record = load_record(file.parent / one.record)
        session = opened(record, None)
        if game.state_hash(session.table) != one.hash:
            raise WrongHash(record.file, len(record.entries))
    click.echo(render(lang, "campaign.verified", games=len(played), file=str(file)))


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
@click.option(
    "--workers",
    "processes",
    type=WORKERS,
    default=1,
    show_default=True,
    help="Number of processes that play.",
)
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
