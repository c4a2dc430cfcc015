"""A game's quick habits: how a search plays imagined tables on, and how good their ends look."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final

from embertable.bots.thought import CHANCE
from embertable.engine.table import Action, Choice, Table

POLICIES: Final = {
    "deadcells": ("embertable.bots.deadcells.policy", "DeadCellsPolicy"),
    "faceless": ("embertable.bots.faceless.policy", "FacelessPolicy"),
    "lueur": ("embertable.bots.lueur.policy", "LueurPolicy"),
    "setawatch": ("embertable.bots.setawatch.policy", "WatchPolicy"),
}
"""Where the games' policies are; games without one are played on at random."""

LONGEST: Final = 5_000
"""More decisions than a game takes; a table that is played on ends there at the latest."""


class Policy:
    """Made for one decision of one seat; plays all seats of imagined tables on from there."""

    def __init__(self, table: Table[Any], choice: Choice) -> None:
        self.choice = choice
        self.seat = choice.answerers(table)[0]
        self.widest = 8
        """How many options are played out: the best at first sight."""
        self.doubt = 1.0
        """By how many standard errors an option must end better than the best at first sight."""
        self.measure = CHANCE
        """What `promise` counts: chances of winning from 0 to 1, or points of the game's sense."""

    def is_worth_a_search(self) -> bool:
        """Whether playing on can say more than the first sight does."""
        return True

    def likeness(self, action: Action) -> object:
        """Of options that are alike in this, only the best at first sight is played out."""
        return action

    def play_on(self, table: Table[Any]) -> int:
        """Play a table on, right after the option was taken there; says how many decisions."""
        self.begin(table)
        for played in range(LONGEST):
            choice = table.next_choice()
            if choice is None or self.is_over(table):
                return played
            table.apply(self.act(table, choice))
        return LONGEST

    def begin(self, table: Table[Any]) -> None:
        """Make ready to play a table on, right after the option was taken there."""

    def act(self, table: Table[Any], choice: Choice) -> Action:
        """What somebody in a hurry would do; luck comes from the table's chance alone."""
        return table.chance.pick("habit", table.offered())

    def is_over(self, table: Table[Any]) -> bool:
        """Whether a table has been played far enough to be judged before its game has ended."""
        return False

    def promise(self, table: Table[Any]) -> float:
        """What the seat may hope for on a table that was played on."""
        result = table.result
        if result is None or self.seat not in result.winners:
            return 0.0
        return 1.0 / len(result.winners) if len(result.winners) < len(result.scores) else 1.0


@cache
def policy_of(game: str) -> type[Policy]:
    if game not in POLICIES:
        return Policy
    module, name = POLICIES[game]
    found: type[Policy] = getattr(import_module(module), name)
    return found
