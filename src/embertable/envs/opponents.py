"""Who plays the seats beside the learner: bots by name, or policies as functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from embertable.bots import Bot, ask, import_bot
from embertable.envs.aec import Observation, observed
from embertable.envs.coding.turns import Turns
from embertable.envs.errors import number_of
from embertable.envs.observing import Encoding

Policy: TypeAlias = Callable[[Observation], Any]
"""Takes what a seat observes, with the mask, and returns the number of an action."""
Other: TypeAlias = str | Policy


class Opponents:
    """The other seats of a table.

    Args:
        others: one for all seats, or a list with one for each; the learner's is not used.
        seats: how many seats the table has.
        encoding: how policies see their observations.

    """

    def __init__(self, others: Other | Sequence[Other], seats: int, encoding: Encoding) -> None:
        if isinstance(others, str) or callable(others):
            self.others: list[Other] = [others] * seats
        else:
            self.others = list(others)
        if len(self.others) != seats:
            raise ValueError(f"there are {len(self.others)} others for a table of {seats} seats")
        self.encoding = encoding
        self.bots: list[Bot | None] = []
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Seat bots of their own for a new game."""
        self.bots = [
            import_bot(other, seed + 1 + seat) if isinstance(other, str) else None
            for seat, other in enumerate(self.others)
        ]

    def play(self, turns: Turns, learner: int) -> None:
        """Decide until the learner must, or the game is over."""
        while turns.seat is not None and turns.seat != learner:
            turns.play(self.number(turns, turns.seat))

    def number(self, turns: Turns, seat: int) -> int:
        """The action that the seat chooses."""
        other, bot = self.others[seat], self.bots[seat]
        if bot is None:
            assert not isinstance(other, str)
            return number_of(other(observed(turns, seat, self.encoding)))
        action = ask(bot, turns.table, seat)
        return next(number for number, option in turns.options.items() if option == action)
