"""A first bot: it tries every option on imagined tables and plays each one out at random.

Example: embertable ladder lueur --games 5 --bots random,first_bot:FirstBot (in this folder)
"""

from collections.abc import Sequence

from embertable import Action, Bot, Choice, Imagine, View
from embertable.engine.playout import playout

GAMES = 2
"""How many random games each option gets."""


class FirstBot(Bot):
    """Takes the option after which it scored most in random games."""

    def decide(
        self, view: View, choice: Choice, options: Sequence[Action], imagine: Imagine
    ) -> Action:
        return max(options, key=lambda option: self.value(option, choice.seat, imagine))

    def value(self, option: Action, seat: int, imagine: Imagine) -> int:
        total = 0
        for _ in range(GAMES):
            table = imagine(self.chance)
            table.apply(option, seat)
            playout(table, self.chance.draw("playout", 65_536))
            assert table.result is not None
            total += table.result.scores[seat]
        return total
