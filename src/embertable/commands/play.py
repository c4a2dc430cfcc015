"""`embertable play`: a game in the terminal, with people at this keyboard and bots."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from embertable.commands.messages import (
    ForeignBot,
    GameExists,
    NewFileOnly,
    NobodyEnters,
    NoSuchDecision,
    NothingToGiveUp,
    NotHonoured,
    OtherGame,
    WrongSeats,
)
from embertable.commands.shared import (
    USUAL_GAME,
    content_option,
    example,
    lang_option,
    opened,
    read_content,
    read_settings,
    settings_option,
    under_present_rules,
)
from embertable.commands.types import FILE, GAME, SEED, SeatNames, Seconds

if TYPE_CHECKING:
    from embertable.engine.campaign_files import KeptCampaign
    from embertable.engine.files import FileLock
    from embertable.engine.game import Game
    from embertable.engine.players import Player
    from embertable.engine.session import Session


@click.command("play", epilog=example("embertable play lueur --seats human:Ada,bot:flame"))
@click.argument("game", type=GAME, required=False)
@click.option(
    "--seats",
    type=SeatNames(("human",)),
    metavar="SEAT,…",
    help="Who plays, from seat 0 on: human, human:NAME, bot:spark, bot:ember, bot:flame, bot:blaze (weakest first), or bot:my_module.MyBot for a bot of yours.",
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
@click.option(
    "--companion",
    is_flag=True,
    help="Beside the real game: enter what your own dice and cards show, and the program keeps rules, log and score.",
)
@click.option("--save", type=FILE, metavar="FILE", help="Save the record in this new file.")
@click.option("--resume", type=FILE, metavar="FILE", help="Continue a saved game.")
@click.option(
    "--at",
    type=click.IntRange(min=0),
    metavar="N",
    help="With --resume: continue after decision N, in a new file.",
)
@click.option(
    "--campaign",
    type=FILE,
    metavar="FILE",
    help="Play the open game of a campaign, or its next one, and count it at its end.",
)
@click.option(
    "--give-up",
    is_flag=True,
    help="With --campaign: give its open game up, which will not be counted, and play the next.",
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
    companion: bool,
    save: Path | None,
    resume: Path | None,
    at: int | None,
    campaign: Path | None,
    give_up: bool,
    content: Path | None,
    lang: str,
) -> int:
    """Play a game in the terminal, by default Lueur against a bot.

    Every decision is saved at once, so a game can be left at any time and resumed.
    """
    from embertable.commands.campaign_play import (
        branched_off,
        campaign_of,
        check_place,
        check_wishes,
        kept_campaign,
        left_open,
    )
    from embertable.engine.files import FileLock

    given = {"--seats": seats, "--option": settings, "--seed": seed}
    beside = {"--companion": True if companion else None}
    if guide:
        refuse(
            {**given, **beside, "--content": content, "--campaign": campaign, "--at": at},
            "not_honoured.guide",
        )
    if resume is not None:
        fixed = {name: given[name] for name in ("--option", "--seed")}
        refuse({**fixed, **beside}, "not_honoured.resume")
    if at is not None:
        save = new_file(resume, save, at)
    if save is not None and (save != resume or at is not None) and save.exists():
        raise GameExists(str(save))
    if give_up and (campaign is None or resume is not None):
        raise NothingToGiveUp
    if guide and resume is None:
        game, campaign = game or USUAL_GAME, None
        seats, settings, seed = guided(game)
    kept: KeptCampaign | None = None
    left: tuple[Session, Path] | None = None
    lock = FileLock(Path())
    try:
        if resume is not None:
            lock.move(resume)
            session = saved_session(resume, game, content, at)
            if older := under_present_rules(session, lang):
                click.echo(older)
            if save is not None and at is not None:
                kept = branched_off(session, resume, save, campaign, lang)
                resume = save if kept is not None else resume
            elif kept := campaign_of(session, resume, campaign):
                check_place(kept, save, resume)
                resume = kept.resume(session, resume)
            left = session, resume
        elif campaign is not None:
            kept = kept_campaign(campaign)
            if game not in (None, kept.game.name):
                raise OtherGame(str(campaign), kept.game.name, str(game))
            check_place(kept, save, None)
            left = left_open(kept, lock, give_up, content, lang)
            if left is not None:
                check_wishes(kept, *left, seats, settings, save)
            game = kept.game.name
            carried = kept.options().items()
            settings = (*settings, *(f"{name}={value}" for name, value in carried))
        spellings = seats.split(",") if seats else []
        file: Path | None = save
        if left is not None:
            session, file = left[0], save or left[1]
            spellings = spellings or recorded_seats(session)
        else:
            session = new_session(
                game or USUAL_GAME, spellings, settings, seed, content, companion=companion
            )
            spellings = spellings or usual_seats(session.table.options)
        players = players_of(session, spellings, "" if seats else str(file))
        session.record.players = [player.spelled() for player in players]
        file = first_save(session, file, kept, left, lock)
        if file is not None and file != lock.path:
            lock.move(file)
        return play(session, players, lang, file, pace, kept, lock, plain=plain, guide=guide)
    finally:
        lock.release()


def players_of(session: Session, spellings: list[str], record: str) -> list[Player]:
    """Who plays; a record, if one names them, may not bring a bot of its own."""
    from embertable.bots import import_bot, is_imported
    from embertable.terminal.seats import read_seats

    players = read_seats([spelling.strip() for spelling in spellings])
    if len(players) != session.game.seats(session.table):
        raise WrongSeats(len(players), str(session.game.seats(session.table)))
    for player in players:
        if not player.bot:
            continue
        if is_imported(player.bot) and record:
            raise ForeignBot(record, player.bot, ",".join(spellings))
        import_bot(player.bot, 0)
    if session.record.companion and all(player.bot for player in players):
        raise NobodyEnters
    return players


def first_save(
    session: Session,
    file: Path | None,
    kept: KeptCampaign | None,
    left: tuple[Session, Path] | None,
    lock: FileLock,
) -> Path | None:
    """Save the game before its first decision: a new one in a new file, never over another."""
    if left is not None and file == left[1]:
        session.record.save(file)
    elif kept is not None:
        return kept.begin(session, lock, file)
    elif file is not None and not session.record.save_new(file):
        raise GameExists(str(file))
    return file


def play(
    session: Session,
    players: list[Player],
    lang: str,
    file: Path | None,
    pace: float,
    kept: KeptCampaign | None,
    lock: FileLock,
    *,
    plain: bool,
    guide: bool,
) -> int:
    """Play until people leave, on the whole screen or line by line."""
    from embertable.terminal.campaign_run import CampaignRun
    from embertable.tutorials import Tutor, tutorial_of

    run = None
    if kept is not None and file is not None:
        run = CampaignRun(kept, session, file, lock)
    # Textual draws on stderr, so that must be a terminal, too.
    if plain or not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        from embertable.terminal.plain import play
    else:
        from embertable.terminal.app import play
    tutor = None
    if guide:
        tutorial = tutorial_of(session.game)
        tutor = Tutor(tutorial)
        if not session.record.entries:
            tutorial.prepare(session)
    return play(session, players, lang, file, pace, tutor, run)


def refuse(given: dict[str, object], because: str) -> None:
    """Refuse the first of these options that was given instead of ignoring it."""
    for name, value in given.items():
        if value is not None and value != ():
            raise NotHonoured(name, because)


def guided(game: str) -> tuple[str, tuple[str, ...], int]:
    """The seats, settings and seed of a game's tutorial."""
    from embertable.engine.players import Player
    from embertable.games import load
    from embertable.tutorials import tutorial_of

    tutorial = tutorial_of(load(game))
    seats = ["human", *(Player("", bot=bot).spelled() for bot in tutorial.bots)]
    return ",".join(seats), tuple(f"{a}={b}" for a, b in tutorial.options.items()), tutorial.seed


def new_session(
    name: str,
    spellings: list[str],
    settings: tuple[str, ...],
    seed: int | None,
    content: Path | None,
    *,
    companion: bool = False,
) -> Session:
    """A new game with as many players as named seats, unless a setting says otherwise."""
    from embertable.engine.chance import seeded
    from embertable.engine.session import Session
    from embertable.games import load

    game = load(name)
    chosen = read_settings(settings, game)
    if spellings and "players" not in chosen:
        chosen.update(players_setting(game, len(spellings)))
    own = secrets.randbelow(2**32) if seed is None else seed
    chance = seeded(own)
    chance.entered = companion
    return Session(game, chosen, chance, read_content(game, content))


def saved_session(file: Path, name: str | None, content: Path | None, at: int | None) -> Session:
    from embertable.engine.record import load_record

    record = load_record(file)
    if name is not None and name != record.game:
        raise OtherGame(str(file), record.game, name)
    if at is not None and at > len(record.entries):
        raise NoSuchDecision(str(file), at, len(record.entries))
    return opened(record, content, at)


def new_file(resume: Path | None, save: Path | None, at: int) -> Path:
    """Where a game that continues after decision `at` is saved: never over the one it comes from."""
    if resume is None:
        raise NewFileOnly
    return save or resume.with_name(f"{resume.stem}-from-{at}{resume.suffix}")


def players_setting(game: Game, seats: int) -> dict[str, str]:
    """The setting for as many players as seats are named, in games that have it."""
    for setting in game.settings:
        if setting.name == "players":
            if str(seats) not in setting.values:
                known = [value for value in setting.values if value.isdecimal()]
                raise WrongSeats(seats, ", ".join(known))
            return {"players": str(seats)}
    return {}


def recorded_seats(session: Session) -> list[str]:
    """The players that the record names, if it does."""
    from embertable.commands.replay import names_of

    if names_of(session) is None:
        return usual_seats(session.table.options)
    return session.record.players


def usual_seats(options: dict[str, str]) -> list[str]:
    from embertable.bots import USUAL_LEVEL

    return ["human"] + [f"bot:{USUAL_LEVEL}"] * (int(options.get("players", "2")) - 1)
