"""Shared by several commands: options, languages, opening records."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from embertable.commands.messages import GameNotHere, NotAFolder, NotAPair, OldGame
from embertable.commands.types import FILE, SEED, WORKERS, Setting
from embertable.engine.catalogue import LANGUAGES, language_for
from embertable.engine.near import known_as

if TYPE_CHECKING:
    from embertable.engine.content import Content
    from embertable.engine.game import Game
    from embertable.engine.record import Record
    from embertable.engine.session import Session

F = TypeVar("F", bound=Callable[..., Any])

USUAL_GAME = "lueur"
"""The game that is meant where none is named."""


def example(text: str) -> str:
    """The last line of a command's help."""
    return f"Example: {text}"


def lang_option(function: F) -> F:
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES, case_sensitive=False),
        default=lambda: language_of(()),
        show_default="the language of your system, if known here",
        help="The language of the output.",
    )(function)


def content_option(function: F) -> F:
    return click.option(
        "--content",
        type=FILE,
        metavar="FILE",
        help="A content pack to use instead of the standard one.",
    )(function)


def settings_option(function: F) -> F:
    return click.option(
        "--option",
        "-o",
        "settings",
        type=Setting(),
        multiple=True,
        metavar="NAME=VALUE",
        help="A setting of the game; `embertable games` lists them. May be repeated.",
    )(function)


def json_option(function: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(
        function
    )


def seed_option(function: F) -> F:
    """The seed of commands that play many games; those that play one say so themselves."""
    return click.option(
        "--seed",
        type=SEED,
        default=1,
        show_default=True,
        help="The same seed gives the same games.",
    )(function)


def processes_option(function: F) -> F:
    return click.option(
        "--workers",
        "processes",
        type=WORKERS,
        default=1,
        show_default=True,
        help="Number of processes that play.",
    )(function)


def yes_option(function: F) -> F:
    return click.option(
        "--yes", is_flag=True, help="Go ahead where the command would otherwise refuse or ask."
    )(function)


def language_of(arguments: Sequence[str]) -> str:
    """The requested language, even if the rest of the command line is wrong."""
    asked = ""
    for place, argument in enumerate(arguments):
        if argument == "--lang":
            asked = (*arguments, "")[place + 1]
        elif argument.startswith("--lang="):
            asked = argument.partition("=")[2]
    names = ("EMBERTABLE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    return language_for([asked, *[os.environ.get(name, "") for name in names]])


def check_folder(folder: Path) -> None:
    """Refuse a folder that is not there before any work is done for it."""
    if not folder.is_dir():
        raise NotAFolder(str(folder))


def read_settings(pairs: Sequence[str], game: Game | None = None) -> dict[str, str]:
    """The settings by name, as the game spells them."""
    settings: dict[str, str] = {}
    known = {setting.name: setting for setting in game.settings} if game else {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise NotAPair(pair)
        name, value = known_as(name, known) or name.strip(), value.strip()
        settings[name] = (known_as(value, known[name].values) or value) if name in known else value
    return settings


def print_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=1, ensure_ascii=False))


def read_content(game: Game, path: Path | None) -> Content | None:
    return None if path is None else game.read_content(path)


def game_of(record: Record) -> Game:
    """The game a record was played with."""
    from embertable.games import game_names, load

    if record.game not in game_names():
        raise GameNotHere(record.file, record.game, game_names())
    return load(record.game)


def opened(record: Record, content: Path | None, upto: int | None = None) -> Session:
    """The recorded game after all or its first entries, played with the rules it names."""
    from embertable.engine.errors import BadOption, DamagedRecord, OldRules, UnknownOption
    from embertable.engine.session import resume

    game = game_of(record)
    try:
        session = resume(game, record, read_content(game, content), upto)
    except (BadOption, UnknownOption) as error:
        raise DamagedRecord(record.file, "option", why=error.message) from error
    except OldRules as error:
        if error.agreed < 0:
            raise
        raise OldGame(error) from error
    session.table.next_choice()
    return session


def under_present_rules(session: Session, lang: str) -> str:
    """The sentence for a game of earlier rules that goes on; empty for any other."""
    from embertable.engine.catalogue import load_catalogue

    if session.older_rules is None:
        return ""
    catalogue = load_catalogue("engine", lang)
    return catalogue.text(
        "older.agrees", theirs=session.older_rules, ours=session.game.rules_version
    )
