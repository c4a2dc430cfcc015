"""Finds games: ours are the folders here, others declare the entry point group `embertable.games`.

Every other part of the program finds a game's own module by convention, with `part_of`.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

from embertable.engine.errors import BrokenGame, UnknownGame
from embertable.engine.game import Game

logger = logging.getLogger(__name__)

GROUP: Final = "embertable.games"
GAMES: Final = tuple(sorted([found.name for found in iter_modules(__path__) if found.ispkg]))
"""Our own games."""


def game_names() -> list[str]:
    """Every game that can be played here: ours first, then those of other packages.

    >>> from embertable import game_names
    >>> game_names()[:4]
    ['deadcells', 'faceless', 'lueur', 'setawatch']
    """
    return [*GAMES, *sorted(set(installed()) - set(GAMES))]


@cache
def installed() -> dict[str, str]:
    """The packages of other people's games, by the game's name."""
    return {found.name: found.value for found in entry_points(group=GROUP)}


def load(name: str) -> Game:
    """Import a game by its name.

    Raises:
        UnknownGame: nothing of that name is installed.
        BrokenGame: another package declares it and does not deliver it.

    >>> from embertable import load
    >>> load("lueur").info().players
    (2, 4)
    >>> load("ludo")
    Traceback (most recent call last):
    embertable.engine.errors.UnknownGame: There is no game called ludo; try deadcells, faceless, lueur, setawatch.

    """
    if name in GAMES:
        game = import_module(f"{__name__}.{name}").game
        assert isinstance(game, Game)
        return game
    if name not in installed():
        raise UnknownGame(name, game_names())
    package = installed()[name]
    try:
        game = import_module(package).game
    except Exception as error:  # whatever other people's code raises while it is imported
        raise BrokenGame(name, package, f"{type(error).__name__}: {error}") from error
    if not isinstance(game, Game) or game.name != name:
        raise BrokenGame(name, package, f"`game` is not a Game called {name}")
    return game


def load_all() -> list[Game]:
    """Every game that can be imported; a broken package is logged and costs only its own game."""
    games: list[Game] = []
    for name in game_names():
        try:
            games.append(load(name))
        except BrokenGame as error:
            logger.warning("%s", error)
    return games


def campaign_games() -> list[Game]:
    return [game for game in load_all() if game.campaigns() is not None]


@cache
def part_of(game: Game, surface: str) -> ModuleType | None:
    """A game's own module for a surface such as `bots`, or None where the default has to do.

    Ours are `embertable.<surface>.<game>`; another package's game has it as `<package>.<surface>`.
    """
    package = game.package()
    ours = package.startswith(f"{__name__}.")
    name = f"embertable.{surface}.{game.name}" if ours else f"{package}.{surface}"
    return import_module(name) if find_spec(name) else None
