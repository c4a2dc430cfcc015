"""The rollout policy of Dead Cells: play to the end of a Combat or of a Boss's Turn."""

from __future__ import annotations

from embertable.bots.analysis import POINTS
from embertable.bots.deadcells.evaluator import DeadCellsEvaluator
from embertable.bots.deadcells.heuristics import best_by_heuristics
from embertable.bots.rollout import Rollout
from embertable.bots.sums import add_up
from embertable.engine.table import Action, Choice
from embertable.games.deadcells.preparation import LayCard
from embertable.games.deadcells.state import DeadCellsTable


class DeadCellsRollout(Rollout):
    def __init__(self, table: DeadCellsTable, choice: Choice) -> None:
        super().__init__(table, choice)
        self.unit = POINTS
        self.evaluator = DeadCellsEvaluator(table, choice)
        self.evaluator.use_full_model()
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

    def estimate(self, table: DeadCellsTable) -> float:
        return add_up(self.evaluator.value(table).values())
