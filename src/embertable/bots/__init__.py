"""The bots by name: ours, those of installed packages, and classes of the user's own modules."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Final

from embertable.bots.bot import Bot, Imagine, RandomBot, ask
from embertable.bots.greedy import GreedyBot
from embertable.bots.levels import LevelBot
from embertable.bots.search import Budget, SearchBot, never
from embertable.bots.skill import LEVELS, USUAL_LEVEL
from embertable.engine.errors import BrokenBot, UnknownBot

__all__ = [
    "BOTS",
    "LEVELS",
    "USUAL_LEVEL",
    "Bot",
    "GreedyBot",
    "Imagine",
    "LevelBot",
    "RandomBot",
    "SearchBot",
    "ask",
    "bot_names",
    "get_bot",
    "import_bot",
    "is_imported",
]

GROUP: Final = "embertable.bots"

BOTS: dict[str, Callable[[int], Bot]] = {"greedy": GreedyBot, "random": RandomBot}
"""The bots that decide at once, whatever the game."""

SEARCH = re.compile(r"search@(?:(?P<playouts>[1-9]\d{0,5})|(?P<seconds>\d{1,3}(?:\.\d{1,3})?)s)")
"""`search@500` uses 500 playouts for a decision, `search@2s` two seconds."""

IMPORTED = re.compile(r"(?P<module>[^\W\d]\w*(?:\.[^\W\d]\w*)*)[:.](?P<name>[^\W\d]\w*)")
"""`my_module:MyBot`, or `my_module.MyBot` where a colon would begin the player's name."""


def bot_names() -> list[str]:
    """Every bot that has a name of its own; `search@N` and imported bots come on top."""
    return sorted({*BOTS, *LEVELS, *installed()})


@cache
def installed() -> dict[str, EntryPoint]:
    """The bots that other packages declare, by name."""
    return {found.name: found for found in entry_points(group=GROUP)}


def get_bot(name: str, seed: int, is_called_off: Callable[[], bool] = never) -> Bot:
    """Make a bot by its name.

    Args:
        name: a level (`spark`, `ember`, `flame` or `blaze`), `random`, `greedy`, `search@500`
            (playouts per decision), `search@2s` (seconds per decision), or the name of an
            installed package's bot.
        seed: repeats the bot's decisions, unless it searches by the clock.
        is_called_off: a search asks this now and then, and stops early when it is true.

    Raises:
        UnknownBot: nothing of that name is installed.
        BrokenBot: another package declares it and does not deliver it.

    >>> from embertable import get_bot
    >>> type(get_bot("search@60", seed=1)).__name__
    'SearchBot'

    """
    if name in BOTS:
        return BOTS[name](seed)
    if name in LEVELS:
        return LevelBot(seed, name, is_called_off)
    if asked := SEARCH.fullmatch(name):
        if asked["playouts"]:
            return SearchBot(seed, Budget(playouts=int(asked["playouts"])), is_called_off)
        return SearchBot(seed, Budget(seconds=float(asked["seconds"])), is_called_off)
    if name in installed():
        return made(name, seed, installed()[name].load)
    raise UnknownBot(name, bot_names())


def import_bot(name: str, seed: int, is_called_off: Callable[[], bool] = never) -> Bot:
    """The same, and `my_module:MyBot` is imported, also from the current folder.

    For names that the user of this computer wrote. A name from elsewhere, such as a client's or a
    downloaded record's, must not decide what is imported: that is for `get_bot`.

    Raises:
        UnknownBot: the name is none of a bot or a class.
        BrokenBot: it cannot be imported, or makes no bot.

    """
    if not is_imported(name):
        return get_bot(name, seed, is_called_off)
    return made(name, seed, lambda: imported(name))


def is_imported(name: str) -> bool:
    """Whether the name says where a bot is to be imported from."""
    known = name in BOTS or name in LEVELS or SEARCH.fullmatch(name) or name in installed()
    return not known and IMPORTED.fullmatch(name) is not None


def imported(name: str) -> Any:
    found = IMPORTED.fullmatch(name)
    assert found is not None
    here = str(Path.cwd())
    if here not in sys.path:
        # A console script does not look here by itself. Worker processes inherit the path.
        sys.path.append(here)
    return getattr(import_module(found["module"]), found["name"])


def made(name: str, seed: int, load: Callable[[], Any]) -> Bot:
    """A bot of other people's class or factory."""
    try:
        bot = load()(seed)
    except Exception as error:  # whatever other people's code raises
        raise BrokenBot(name, f"{type(error).__name__}: {error}") from error
    if not isinstance(bot, Bot):
        raise BrokenBot(name, f"it makes a {type(bot).__name__}, not an embertable.Bot")
    return bot
