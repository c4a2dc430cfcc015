"""Embertable plays modern board games by their rulebooks.

What a script needs is here; each name is imported when it is first used, so that importing the
package costs nothing.

>>> from embertable import ask, get_bot, load, new_table
>>> table = new_table(load("lueur"), {"players": 2}, seed=7)
>>> bots = [get_bot("greedy", seed=1), get_bot("random", seed=2)]
>>> while choice := table.next_choice():
...     table.apply(ask(bots[choice.seat], table, choice.seat), choice.seat)
>>> table.result.winners
(0,)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from embertable.bots import Bot, GreedyBot, Imagine, RandomBot, ask, get_bot
    from embertable.engine.chance import seeded
    from embertable.engine.errors import (
        BadOption,
        DamagedRecord,
        EmbertableError,
        GameOver,
        IllegalAction,
        NothingToDecide,
        OtherRules,
        UnknownBot,
        UnknownGame,
        UnknownOption,
        UnreadableFile,
        WrongHash,
    )
    from embertable.engine.game import Game, new_table
    from embertable.engine.record import Record, load_record
    from embertable.engine.session import Session, resume
    from embertable.engine.table import Action, Choice, Result, Table, View
    from embertable.games import game_names, load

__all__ = [
    "Action",
    "BadOption",
    "Bot",
    "Choice",
    "DamagedRecord",
    "EmbertableError",
    "Game",
    "GameOver",
    "GreedyBot",
    "IllegalAction",
    "Imagine",
    "NothingToDecide",
    "OtherRules",
    "RandomBot",
    "Record",
    "Result",
    "Session",
    "Table",
    "UnknownBot",
    "UnknownGame",
    "UnknownOption",
    "UnreadableFile",
    "View",
    "WrongHash",
    "ask",
    "game_names",
    "get_bot",
    "load",
    "load_record",
    "new_table",
    "resume",
    "seeded",
]
__version__ = "0.1.0"

MODULES: Final = {
    "bots": ("Bot", "GreedyBot", "Imagine", "RandomBot", "ask", "get_bot"),
    "engine.chance": ("seeded",),
    "engine.game": ("Game", "new_table"),
    "engine.record": ("Record", "load_record"),
    "engine.session": ("Session", "resume"),
    "engine.table": ("Action", "Choice", "Result", "Table", "View"),
    "games": ("game_names", "load"),
}
"""Where the names above are defined; those that are missing are errors."""

HOMES: Final = {name: module for module, names in MODULES.items() for name in names}

if not TYPE_CHECKING:  # a type checker would take every name for granted

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{HOMES.get(name, 'engine.errors')}"), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted([*globals(), *__all__])
