"""The bots by name."""

from __future__ import annotations

import re
from collections.abc import Callable

from embertable.bots.bot import Bot, Imagine, RandomBot, ask
from embertable.bots.greedy import GreedyBot
from embertable.bots.search import Budget, SearchBot, never
from embertable.engine.errors import UnknownBot

__all__ = [
    "BOTS",
    "STRENGTHS",
    "Bot",
    "GreedyBot",
    "Imagine",
    "RandomBot",
    "SearchBot",
    "ask",
    "get_bot",
]

STRENGTHS = {
    "ember": Budget(seconds=0.5),
    "flame": Budget(seconds=1.5),
    "blaze": Budget(seconds=3.0),
}
"""The bots that search, by how long they think about a decision."""

BOTS: dict[str, Callable[[int], Bot]] = {"greedy": GreedyBot, "random": RandomBot}
"""The bots that decide at once."""

SEARCH = re.compile(r"search@(?:(?P<playouts>[1-9]\d{0,5})|(?P<seconds>\d{1,3}(?:\.\d{1,3})?)s)")
"""`search@500` uses 500 playouts for a decision, `search@2s` two seconds."""


def get_bot(name: str, seed: int, is_called_off: Callable[[], bool] = never) -> Bot:
    """A bot that the seed makes reproducible; a search stops early when called off."""
    if name in BOTS:
        return BOTS[name](seed)
    if name in STRENGTHS:
        return SearchBot(seed, STRENGTHS[name], is_called_off)
    asked = SEARCH.fullmatch(name)
    if asked is None:
        raise UnknownBot(name, sorted([*BOTS, *STRENGTHS]))
    if asked["playouts"]:
        return SearchBot(seed, Budget(playouts=int(asked["playouts"])), is_called_off)
    return SearchBot(seed, Budget(seconds=float(asked["seconds"])), is_called_off)
