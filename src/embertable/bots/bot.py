"""The interface of every bot: it sees what a player in its seat sees, and decides.

A bot is given its view, its choice with the options, and a way to imagine tables that it cannot
tell from the true one. It never holds the true table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from embertable.bots.analysis import Analysis
from embertable.engine.chance import Chance, seeded
from embertable.engine.table import Action, Choice, Seat, Table, View

Imagine: TypeAlias = Callable[[Chance], Table[Any]]


class Bot:
    """A player that decides by itself, with its own random numbers."""

    def __init__(self, seed: int) -> None:
        self.chance = seeded(seed)
        self.analysis: Analysis | None = None
        """The analysis behind the last decision, where there was more than one option."""

    def decide(
        self, view: View, choice: Choice, options: Sequence[Action], imagine: Imagine
    ) -> Action:
        """One of the options."""
        raise NotImplementedError


class RandomBot(Bot):
    """Any option, each equally likely."""

    def decide(
        self, view: View, choice: Choice, options: Sequence[Action], imagine: Imagine
    ) -> Action:
        return self.chance.pick("decide", options)


def ask(bot: Bot, table: Table[Any], seat: Seat) -> Action:
    """Ask a bot to decide for a seat; the one place where bots meet true tables."""
    game = table.game
    choice = table.choice_of(seat)
    assert choice is not None, f"seat {seat} has nothing to decide"
    options = tuple(table.offered(seat))
    return bot.decide(
        game.view(table, seat), choice, options, lambda chance: game.imagine(table, seat, chance)
    )
