"""The bots by name."""

from __future__ import annotations

from embertable.bots.bot import Bot, Imagine, RandomBot, ask
from embertable.bots.greedy import GreedyBot
from embertable.engine.errors import UnknownBot

__all__ = ["BOTS", "Bot", "GreedyBot", "Imagine", "RandomBot", "ask", "get_bot"]

BOTS: dict[str, type[Bot]] = {"greedy": GreedyBot, "random": RandomBot}


def get_bot(name: str, seed: int) -> Bot:
    """A bot with luck of its own, which the seed repeats."""
    if name not in BOTS:
        raise UnknownBot(name, sorted(BOTS))
    return BOTS[name](seed)
