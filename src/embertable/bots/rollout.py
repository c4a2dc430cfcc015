"""How the search plays imagined tables on, and how it estimates where they end."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final

from embertable.bots.analysis import CHANCE
from embertable.engine.table import Action, Choice, Table

ROLLOUTS: Final = {
    "deadcells": ("embertable.bots.deadcells.rollout", "DeadCellsRollout"),
    "faceless": ("embertable.bots.faceless.rollout", "FacelessRollout"),
    "lueur": ("embertable.bots.lueur.rollout", "LueurRollout"),
    "setawatch": ("embertable.bots.setawatch.rollout", "WatchRollout"),
}
"""Where the games' rollouts are; games without one are played on at random."""

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
        """What `promise` counts: chances of winning from 0 to 1, or points of the game's sense."""

    def is_worth_a_search(self) -> bool:
        """Whether playing on can tell more than the evaluator does."""
        return True

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

    def begin(self, table: Table[Any]) -> None:
        """Prepare to play on after the option was taken."""

    def act(self, table: Table[Any], choice: Choice) -> Action:
        """A quick, sensible action; random numbers come from the table's chance only."""
        return table.chance.pick("habit", table.offered())

    def is_over(self, table: Table[Any]) -> bool:
        """Whether the table can be estimated before its game has ended."""
        return False

    def estimate(self, table: Table[Any]) -> float:
        """The outcome for the seat of a table that was played on."""
        result = table.result
        if result is None or self.seat not in result.winners:
            return 0.0
        return 1.0 / len(result.winners) if len(result.winners) < len(result.scores) else 1.0


@cache
def rollout_of(game: str) -> type[Rollout]:
    if game not in ROLLOUTS:
        return Rollout
    module, name = ROLLOUTS[game]
    found: type[Rollout] = getattr(import_module(module), name)
    return found
