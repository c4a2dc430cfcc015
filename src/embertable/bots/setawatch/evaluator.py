"""The evaluator of Set a Watch: rules of thumb, a plan for the Watch, and position values."""

from __future__ import annotations

from typing import Any

from embertable.bots.evaluator import Evaluator, Values
from embertable.bots.setawatch.minor_choices import rule_of_thumb
from embertable.bots.setawatch.position_value import (
    LOST,
    POINTS,
    purchase_value,
    score,
    take_baseline,
)
from embertable.bots.setawatch.settle import settle_table
from embertable.bots.setawatch.watch_plan import Moves, is_end, make_plan, signature
from embertable.bots.setawatch.who_rests import rest_value
from embertable.engine.table import Action, Choice, Table
from embertable.games.setawatch.camp import Rest
from embertable.games.setawatch.consent import Suggest
from embertable.games.setawatch.merchant import BuyItem, CashTrophy, StopBuying
from embertable.games.setawatch.state import CAMP, WATCH, WatchState
from embertable.games.setawatch.watch import ChooseAction, GiveUp, Stoke


class WatchEvaluator(Evaluator):
    def __init__(self, table: Table[Any], choice: Choice) -> None:
        super().__init__(table, choice)
        self.heuristic = rule_of_thumb(table, choice, table.offered())
        self.baseline = take_baseline(table.state)
        self.planned: Action | None = None
        self.ranked: list[tuple[Action, float]] = []

    def share_cache(self, memory: dict[str, Any]) -> None:
        """Follow the plan of an earlier decision, or make one."""
        if self.heuristic is not None or self.table.state.phase != WATCH:
            return
        mark = signature(self.table)
        plan: Moves = memory.get("plan", [])
        later = [at for at, move in enumerate(plan) if move[0] == mark]
        if later:
            plan = plan[later[0] :]
        elif isinstance(self.choice, ChooseAction) and self.deals_parts():
            plan, self.ranked = make_plan(self.table, self.baseline)
        else:
            plan = []
        memory["plan"] = plan[1:]
        if plan:
            self.planned = plan[0][1]

    def deals_parts(self) -> bool:
        """Whether dice attack one by one, so that a plan can combine them."""
        return self.table.options["partial_damage"] == "on"

    def is_certain(self) -> bool:
        """In Camp hidden cards matter; on Watch one imagined table is enough."""
        known = self.heuristic is not None or self.planned is not None
        return known or self.table.state.phase != CAMP

    def exact_value(self, action: Action) -> Values | None:
        state: WatchState = self.table.state
        if self.heuristic is not None:
            return {"thumb": POINTS * float(action == self.heuristic)}
        if self.planned is not None:
            return self.planned_value(action)
        if isinstance(action, Suggest):
            action = action.what
        if isinstance(action, GiveUp):
            return self.score(self.table, acting=False)
        if isinstance(action, Stoke):
            return {"fire": POINTS * LOST}
        if isinstance(action, Rest):
            return {"ready": POINTS * rest_value(state, action.adventurer)}
        if isinstance(action, StopBuying | BuyItem | CashTrophy):
            return {"items": POINTS * purchase_value(state, action)}
        return None

    def planned_value(self, action: Action) -> Values:
        """The value of the best plan that begins with the action, if there is one.

        A seat that may not begin the best plan does not give up because of that.
        """
        if not self.ranked:
            return {"plan": POINTS * float(action == self.planned)}
        if is_end(action) and action != self.planned:
            return {"plan": POINTS * LOST}
        for first, value in self.ranked:
            if first == action:
                return {"plan": value}
        return {"plan": POINTS * LOST}

    def settle(self, table: Table[Any]) -> None:
        settle_table(table, self.baseline)

    def value(self, table: Table[Any]) -> Values:
        return self.score(table)

    def score(self, table: Table[Any], acting: bool = True) -> Values:
        return score(table, self.baseline, acting)
