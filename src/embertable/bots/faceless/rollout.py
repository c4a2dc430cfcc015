"""Rollouts of The Faceless: some turns of quick choices, then the probability of winning."""

from __future__ import annotations

from typing import Any, Final

from embertable.bots.analysis import Values
from embertable.bots.faceless.rollout_choices import RolloutChoices
from embertable.bots.faceless.win_probability import fitted_weights, heads_of, win_probability
from embertable.bots.fitted import ENDED
from embertable.bots.rollout import Rollout
from embertable.engine.table import Action, Choice, Table
from embertable.games.faceless.ending import CAUGHT, DECK, OBSTACLE
from embertable.games.faceless.turns import ChooseAction

TURNS: Final = 4
"""Turns in a rollout, counting the current one; a hint says four."""
LOSSES: Final = {CAUGHT: "caught", OBSTACLE: "obstacle", DECK: "no_card"}
"""The usual ways to lose, and what hints call them."""


class FacelessRollout(Rollout):
    def __init__(self, table: Table[Any], choice: Choice) -> None:
        super().__init__(table, choice)
        self.turn = table.state.turn
        self.choices = RolloutChoices(table)
        self.is_foggy = self.choices.terrain.is_foggy
        self.weights = fitted_weights()
        self.event_names = (*LOSSES.values(), "no_memory")
        self.memories = table.state.memories_left()

    def is_worth_a_search(self) -> bool:
        """Not in Fog, where a rollout would read the needle: bots know what players do (F-EXP-FOG-03).

        Without weights no end is near enough.
        """
        return not self.is_foggy and bool(self.weights)

    def begin(self, table: Table[Any]) -> None:
        self.choices.begin()

    def act(self, table: Table[Any], choice: Choice) -> Action:
        return self.choices.act(table, choice)

    def is_over(self, table: Table[Any]) -> bool:
        if not self.weights:
            return False
        begins = isinstance(table.next_choice(), ChooseAction)
        return begins and table.state.turn >= self.turn + TURNS

    def events(self, table: Table[Any]) -> int:
        """In the order of the names: how the game was lost, or that no Memory was found."""
        result = table.result
        if result is None:
            return 1 << len(LOSSES) if table.state.memories_left() == self.memories else 0
        for bit, outcome in enumerate(LOSSES):
            if outcome == result.outcome:
                return 1 << bit
        return 0

    def heads(self, table: Table[Any]) -> Values:
        if table.result is not None:
            if table.result.winners:
                return {"memories": ENDED}
            return {"time" if table.result.outcome == DECK else "danger": -ENDED}
        self.choices.look(table)
        return heads_of(self.weights, self.choices.ground, table.state)

    def estimate(self, table: Table[Any]) -> float:
        if table.result is not None:
            return 1.0 if table.result.winners else 0.0
        self.choices.look(table)
        return win_probability(self.weights, self.choices.ground, table.state)
