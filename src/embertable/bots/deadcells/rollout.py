"""The rollout policy of Dead Cells: play to the end of a Combat or of a Boss's Turn."""

from __future__ import annotations

from typing import Final

from embertable.bots.analysis import POINTS, Values
from embertable.bots.deadcells.evaluator import DeadCellsEvaluator
from embertable.bots.deadcells.heuristics import best_by_heuristics
from embertable.bots.rollout import Rollout
from embertable.bots.sums import add_up
from embertable.engine.table import Action, Choice
from embertable.games.deadcells.preparation import LayCard
from embertable.games.deadcells.state import NOBODY, DeadCellsState, DeadCellsTable

MANY: Final = 2
"""As much Damage in a Combat makes an event; a hint says two."""


class DeadCellsRollout(Rollout):
    def __init__(self, table: DeadCellsTable, choice: Choice) -> None:
        super().__init__(table, choice)
        self.unit = POINTS
        self.evaluator = DeadCellsEvaluator(table, choice)
        self.evaluator.use_full_model()
        self.event_names = ("dies", "one_health", "hurt")
        self.damage = damage_of(table.state)
        self.is_dark = table.state.fighting and not table.state.shown

    def is_worth_a_search(self) -> bool:
        """Only while cards are face down; once they are open, the evaluator has tried everything.

        Between Combats no end is near enough to distinguish options.
        """
        return self.is_dark

    def same_as(self, action: Action) -> object:
        """What a player announces does not change what the card does."""
        return action.card if isinstance(action, LayCard) else action

    def act(self, table: DeadCellsTable, choice: Choice) -> Action:
        return best_by_heuristics(table, self.evaluator.judges)

    def play_on(self, table: DeadCellsTable) -> int:
        return self.evaluator.play_on(table)

    def events(self, table: DeadCellsTable) -> int:
        """In the order of the names; who dies ends the Run, and nothing else counts."""
        state = table.state
        if state.dead != NOBODY:
            return 1
        weak = any([one.health() == 1 for one in state.characters])
        return 2 * weak + 4 * (damage_of(state) >= self.damage + MANY)

    def heads(self, table: DeadCellsTable) -> Values:
        return self.evaluator.value(table)

    def estimate(self, table: DeadCellsTable) -> float:
        return add_up(self.evaluator.value(table).values())


def damage_of(state: DeadCellsState) -> int:
    return sum([one.damage for one in state.characters])
