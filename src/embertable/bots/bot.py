"""What every bot is: it sees what a player in its seat sees, and decides.

A bot is given its view, its choice with the options, and a way to imagine tables that it cannot
tell from the true one. It never holds the true table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from embertable.bots.thought import Thought
from embertable.engine.chance import Chance, seeded
from embertable.engine.table import Action, Choice, Seat, Table, View

Imagine: TypeAlias = Callable[[Chance], Table[Any]]


class Bot:
    """A player that decides by itself, with luck of its own."""

    def __init__(self, seed: int) -> None:
        self.chance = seeded(seed)
        self.thought: Thought | None = None
        """What the last decision rests on, where there was something to weigh."""

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
    """What a bot does in a seat whose choice is open; the one place where bots meet tables."""
    game = table.game
    choice = table.choice_of(seat)
    assert choice is not None, f"seat {seat} has nothing to decide"
    options = tuple(table.offered(seat))
    return bot.decide(
        game.view(table, seat), choice, options, lambda chance: game.imagine(table, seat, chance)
    )
