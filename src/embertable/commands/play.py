"""`embertable play`: a game in the terminal, with people at this keyboard and bots."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from embertable.commands.messages import ForeignBot, GameExists, OtherGame, WrongSeats
from embertable.commands.shared import (
    USUAL_GAME,
    content_option,
    example,
    lang_option,
    opened,
    read_content,
    read_settings,
    settings_option,
)
from embertable.commands.types import FILE, GAME, SEED, SeatNames, Seconds

if TYPE_CHECKING:
    from embertable.engine.game import Game
    from embertable.engine.session import Session

USUAL_BOT = "bot:greedy"


@click.command("play", epilog=example("embertable play lueur --seats human:Ada,bot:greedy"))
@click.argument("game", type=GAME, required=False)
@click.option(
    "--seats",
    type=SeatNames(("human",)),
    metavar="SEAT,…",
    help="Who plays, from seat 0 on: human, human:NAME, bot:greedy, bot:ember, bot:flame, bot:blaze, or bot:my_module.MyBot for a bot of yours.",
)
@settings_option
@click.option("--seed", type=SEED, help="Repeat the game with this seed.")
@click.option("--plain", is_flag=True, help="Line by line: for screen readers, pipes and scripts.")
@click.option(
    "--pace",
    type=Seconds(min=0, max=60),
    default=0.7,
    show_default=True,
    metavar="SECONDS",
    help="How long to pause after a bot's move.",
)
@click.option(
    "--guide",
    is_flag=True,
    help="Play the tutorial: a first game with fixed seed and settings that explains itself.",
)
@click.option("--save", type=FILE, metavar="FILE", help="Save the record in this new file.")
@click.option("--resume", type=FILE, metavar="FILE", help="Continue a saved game.")
@click.option(
    "--campaign",
    type=FILE,
    metavar="FILE",
    help="Play the next game of a campaign, and continue the campaign with it.",
)
@content_option
@lang_option
def command(
    game: str | None,
    seats: str | None,
    settings: tuple[str, ...],
    seed: int | None,
    plain: bool,
    pace: float,
    guide: bool,
    save: Path | None,
    resume: Path | None,
    campaign: Path | None,
    content: Path | None,
    lang: str,
) -> int:
    """Play a game in the terminal, by default Lueur against a bot.

    Every decision is saved at once, so a game can be left at any time and resumed.
    """
    from embertable.bots import import_bot, is_imported
    from embertable.terminal.seats import read_seats
    from embertable.tutorials import Tutor, tutorial_of

    if save is not None and save != resume and save.exists():
        raise GameExists(str(save))
    if campaign is not None:
        game, settings, save = of_campaign(campaign, settings, save, resume)
    if guide and resume is None:
        game = game or USUAL_GAME
        seats, settings, seed = guided(game)
    if resume is not None:
        session = saved_session(resume, game, content)
        save = save or resume
        spellings = seats.split(",") if seats else recorded_seats(session)
    else:
        spellings = seats.split(",") if seats else []
        session = new_session(game or USUAL_GAME, spellings, settings, seed, content)
        spellings = spellings or usual_seats(session.table.options)
    players = read_seats([spelling.strip() for spelling in spellings])
    if len(players) != session.game.seats(session.table):
        raise WrongSeats(len(players), str(session.game.seats(session.table)))
    for player in players:
        if not player.bot:
            continue
        if is_imported(player.bot) and not seats:
            raise ForeignBot(str(resume), player.bot, ",".join(spellings))
        import_bot(player.bot, 0)
    session.record.players = [player.spelled() for player in players]
    if save is not None:
        session.record.save(save)
    # Textual draws on stderr, so that must be a terminal, too.
    if plain or not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        from embertable.terminal.plain import play
    else:
        from embertable.terminal.app import play
    tutor = Tutor(tutorial_of(session.game)) if guide else None
    code = play(session, players, lang, save, pace, tutor)
    if campaign is not None and save is not None and session.table.has_ended():
        continue_campaign(campaign, session, save)
    return code


def of_campaign(
    file: Path, settings: tuple[str, ...], save: Path | None, resume: Path | None
) -> tuple[str, tuple[str, ...], Path]:
    """The game, its settings and the file of the record for the next game of a campaign."""
    from embertable.commands.campaign import opened_campaign, record_file

    game, campaigns, saved = opened_campaign(file)
    record = save or resume or record_file(file, len(campaigns.games(saved)) + 1)
    carried = [f"{name}={value}" for name, value in campaigns.options(saved).items()]
    return game.name, (*settings, *carried), record


def guided(game: str) -> tuple[str, tuple[str, ...], int]:
    """The seats, settings and seed of a game's tutorial."""
    from embertable.engine.players import Player
    from embertable.games import load
    from embertable.tutorials import tutorial_of

    tutorial = tutorial_of(load(game))
    seats = ["human", *(Player("", bot=bot).spelled() for bot in tutorial.bots)]
    return ",".join(seats), tuple(f"{a}={b}" for a, b in tutorial.options.items()), tutorial.seed


def continue_campaign(file: Path, session: Session, record: Path) -> None:
    from embertable.commands.campaign import opened_campaign
    from embertable.engine.campaigns import save_campaign

    _, campaigns, saved = opened_campaign(file)
    save_campaign(campaigns.after(saved, session.table, record.name), file)


def new_session(
    name: str,
    spellings: list[str],
    settings: tuple[str, ...],
    seed: int | None,
    content: Path | None,
) -> Session:
    """A new game with as many players as named seats, unless a setting says otherwise."""
    from embertable.engine.chance import seeded
    from embertable.engine.session import Session
    from embertable.games import load

    game = load(name)
    chosen = read_settings(settings, game)
    if spellings and "players" not in chosen and has_setting(game, "players"):
        chosen["players"] = str(len(spellings))
    own = secrets.randbelow(2**32) if seed is None else seed
    return Session(game, chosen, seeded(own), read_content(game, content))


def saved_session(file: Path, name: str | None, content: Path | None) -> Session:
    from embertable.engine.record import load_record

    record = load_record(file)
    if name is not None and name != record.game:
        raise OtherGame(str(file), record.game, name)
    return opened(record, content)


def has_setting(game: Game, name: str) -> bool:
    return any(setting.name == name for setting in game.settings)


def recorded_seats(session: Session) -> list[str]:
    """The players that the record names, if it does."""
    from embertable.commands.replay import names_of

    if names_of(session) is None:
        return usual_seats(session.table.options)
    return session.record.players


def usual_seats(options: dict[str, str]) -> list[str]:
    return ["human"] + [USUAL_BOT] * (int(options.get("players", "2")) - 1)
