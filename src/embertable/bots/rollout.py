"""How the search plays imagined tables on, and how it estimates where they end."""

from __future__ import annotations

from typing import Any, Final

from embertable.bots.analysis import CHANCE, Values
from embertable.engine.game import Game
from embertable.engine.table import Action, Choice, Table
from embertable.games import part_of

MAX_DECISIONS: Final = 5_000
"""Longer than any game takes; a rollout stops there at the latest."""


class Rollout:
    """Plays imagined tables on, for all seats, after one seat's decision."""

    def __init__(self, table: Table[Any], choice: Choice) -> None:
        self.choice = choice
        self.seat = choice.answerers(table)[0]
        self.max_candidates = 8
        """How many options are played out: those with the highest values."""
        self.min_standard_errors = 1.0
        """How much better an option must be than the evaluator's favourite to replace it."""
        self.unit = CHANCE
        """What `estimate` counts: chances of winning from 0 to 1, or points of the game's evaluator."""
        self.event_names: tuple[str, ...] = ()
        """Bad things that people care about and that `events` finds, for hints."""

    def is_worth_a_search(self) -> bool:
        """Whether playing on can add to what the evaluator knows."""
        return True

    def is_worth_a_wide_search(self) -> bool:
        """The same for a bot that also plays out what others decide at first sight."""
        return self.is_worth_a_search()

    def same_as(self, action: Action) -> object:
        """A key; of options with the same key only the one with the highest value is played out."""
        return action

    def play_on(self, table: Table[Any]) -> int:
        """Play on after the option was taken; return the number of decisions."""
        self.begin(table)
        for played in range(MAX_DECISIONS):
            choice = table.next_choice()
            if choice is None or self.is_over(table):
                return played
            table.apply(self.act(table, choice))
        return MAX_DECISIONS

    def play_to_the_end(self, table: Table[Any]) -> int:
        """Play the whole game on; return the number of decisions."""
        self.begin(table)
        for played in range(MAX_DECISIONS):
            choice = table.next_choice()
            if choice is None:
                return played
            table.apply(self.act(table, choice))
        return MAX_DECISIONS

    def begin(self, table: Table[Any]) -> None:
        """Prepare to play on after the option was taken."""

    def act(self, table: Table[Any], choice: Choice) -> Action:
        """A quick, sensible action; random numbers come from the table's chance only."""
        return table.chance.pick("habit", table.offered())

    def is_over(self, table: Table[Any]) -> bool:
        """Whether the table can be estimated before its game has ended."""
        return False

    def events(self, table: Table[Any]) -> int:
        """Which events happened on a table that was played on, a bit for each name."""
        return 0

    def heads(self, table: Table[Any]) -> Values:
        """What speaks for a table that was played on, by the names that hints use; none if unknown."""
        return {}

    def estimate(self, table: Table[Any]) -> float:
        """The outcome for the seat of a table that was played on."""
        result = table.result
        if result is None or self.seat not in result.winners:
            return 0.0
        return 1.0 / len(result.winners) if len(result.winners) < len(result.scores) else 1.0


def rollout_of(game: Game) -> type[Rollout]:
    """The `Rollout` that the game's folder in bots/ exports, or the one that plays at random."""
    found: type[Rollout] = getattr(part_of(game, "bots"), "Rollout", Rollout)
    return found
