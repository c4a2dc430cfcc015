"""How a hurried group fights in Dead Cells: by rule of thumb, to the end of a Combat or Boss's Turn."""

from __future__ import annotations

from typing import TypeAlias

from embertable.bots.deadcells.sense import DeadCellsSense
from embertable.bots.deadcells.thumb import rule_of_thumb
from embertable.bots.policy import Policy
from embertable.bots.thought import POINTS
from embertable.engine.table import Action, Choice, Table
from embertable.games.deadcells.preparation import LayCard
from embertable.games.deadcells.state import DeadCellsState

DeadCellsTable: TypeAlias = Table[DeadCellsState]


class DeadCellsPolicy(Policy):
    def __init__(self, table: DeadCellsTable, choice: Choice) -> None:
        super().__init__(table, choice)
        self.measure = POINTS
        self.sense = DeadCellsSense(table, choice)
        self.is_combat = table.state.fighting
        self.shown = False

    def is_worth_a_search(self) -> bool:
        """Between Combats there is no end in sight that would tell options apart."""
        return self.is_combat

    def likeness(self, action: Action) -> object:
        """What is announced of a card changes nothing of what it does."""
        return action.card if isinstance(action, LayCard) else action

    def begin(self, table: DeadCellsTable) -> None:
        self.shown = False

    def act(self, table: DeadCellsTable, choice: Choice) -> Action:
        return rule_of_thumb(table)

    def is_over(self, table: DeadCellsTable) -> bool:
        state = table.state
        was_shown = self.shown
        self.shown = state.shown
        return not state.fighting or state.dead >= 0 or (was_shown and not state.shown)

    def promise(self, table: DeadCellsTable) -> float:
        return sum(self.sense.worth(table).values())
