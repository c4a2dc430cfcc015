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
    """A player that decides by itself, with its own random numbers. Derive yours from it.

    Args:
        seed: repeats the numbers of `self.chance`.

    >>> from embertable import Bot, ask, load, new_table
    >>> class LastBot(Bot):
    ...     def decide(self, view, choice, options, imagine):
    ...         return options[-1]
    >>> table = new_table(load("lueur"), {"players": 2}, seed=7)
    >>> ask(LastBot(seed=1), table, seat=0) == table.offered(0)[-1]
    True

    """

    def __init__(self, seed: int) -> None:
        self.chance = seeded(seed)
        self.analysis: Analysis | None = None
        """The analysis behind the last decision, where there was more than one option."""

    def decide(
        self, view: View, choice: Choice, options: Sequence[Action], imagine: Imagine
    ) -> Action:
        """Return one of the options.

        Args:
            view: what a player in this seat sees.
            choice: what is to be decided; `choice.seat` is this seat, or PARTY for all seats.
            options: the legal actions.
            imagine: makes tables that this seat cannot tell from the true one.

        """
        raise NotImplementedError


class RandomBot(Bot):
    """Any option, each equally likely."""

    def decide(
        self, view: View, choice: Choice, options: Sequence[Action], imagine: Imagine
    ) -> Action:
        return self.chance.pick("decide", options)


def ask(bot: Bot, table: Table[Any], seat: Seat) -> Action:
    """Ask a bot to decide for a seat; the one place where bots meet true tables.

    Args:
        bot: the bot, which is shown what the seat may know and nothing else.
        table: stays as it is; `table.apply` takes the action that is returned.
        seat: a seat with an open choice, best `table.next_choice().seat`.

    >>> from embertable import ask, get_bot, load, new_table
    >>> table = new_table(load("lueur"), {"players": 2}, seed=7)
    >>> action = ask(get_bot("greedy", seed=1), table, seat=0)
    >>> table.apply(action, seat=0)

    """
    game = table.game
    choice = table.choice_of(seat)
    assert choice is not None, f"seat {seat} has nothing to decide"
    options = tuple(table.offered(seat))
    return bot.decide(
        game.view(table, seat), choice, options, lambda chance: game.imagine(table, seat, chance)
    )
