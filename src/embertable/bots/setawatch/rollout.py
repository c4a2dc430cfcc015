"""How a search plays Set a Watch on: to the end of the night, and then it counts what is left."""

from __future__ import annotations

import math
from typing import Any

from embertable.bots.rollout import Rollout
from embertable.bots.setawatch.habits import act, nights_worth
from embertable.bots.setawatch.haste import Mind
from embertable.engine.table import Action, Choice, Table
from embertable.games.setawatch.camp import ChooseRest
from embertable.games.setawatch.state import FINAL_ROUND, WATCH
from embertable.games.setawatch.watch import ChooseAction

EVEN = 11.0
"""With so much the party is as likely as not to win from the last night on."""
EVERY_NIGHT = 1.5
"""So much more it takes for each night before that."""
SPREAD = 3.0


class WatchRollout(Rollout):
    def __init__(self, table: Table[Any], choice: Choice) -> None:
        super().__init__(table, choice)
        self.round = table.state.round
        self.max_candidates = 6
        self.begun = any([one.by for one in table.state.line])
        self.mind = Mind()
        self.started: Table[Any] | None = None

    def is_worth_a_search(self) -> bool:
        """Who rests, and what is done on Watch; a stroke that was begun is carried through."""
        return isinstance(self.choice, (ChooseAction, ChooseRest)) and not self.begun

    def act(self, table: Table[Any], choice: Choice) -> Action:
        if table is not self.started:
            self.started = table
            self.mind.clear()
        return act(table, choice, self.mind)

    def is_over(self, table: Table[Any]) -> bool:
        return bool(table.state.round > self.round and table.state.phase != WATCH)

    def estimate(self, table: Table[Any]) -> float:
        if table.result is not None:
            return 1.0 if table.result.winners else 0.0
        even = EVEN + EVERY_NIGHT * (FINAL_ROUND - table.state.round)
        return 1 / (1 + math.exp((even - nights_worth(table)) / SPREAD))
