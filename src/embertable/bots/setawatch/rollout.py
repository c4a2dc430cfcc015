"""The rollout policy of Set a Watch: the search plays to the end of the night, then estimates.

`rollout_watch.py` acts on Watch and `rollout_camp.py` in Camp, both without trying anything out.
"""

from __future__ import annotations

import math
from typing import Any

from embertable.bots.analysis import Values
from embertable.bots.fitted import ENDED
from embertable.bots.rollout import Rollout
from embertable.bots.setawatch.dawn import chance_of, dawn_weights, heads_of
from embertable.bots.setawatch.minor_choices import rule_of_thumb
from embertable.bots.setawatch.position_value import (
    POINTS,
    Baseline,
    purchase_value,
    take_baseline,
    total,
)
from embertable.bots.setawatch.rollout_camp import camp_action_for
from embertable.bots.setawatch.rollout_watch import PendingAttack, watch_action
from embertable.bots.setawatch.settle import MAX_TRIED, settled_value
from embertable.bots.setawatch.who_rests import rest_value
from embertable.engine.table import Action, Choice, Table
from embertable.games.setawatch.camp import ChooseRest, Rest
from embertable.games.setawatch.merchant import ChoosePurchase
from embertable.games.setawatch.state import FINAL_ROUND, WATCH, WatchState
from embertable.games.setawatch.watch import ChooseAction

EVEN = 11.0
"""The party's value at which it wins every second game before the last night."""
EVERY_NIGHT = 1.5
"""How much more it takes for each night before that."""
SPREAD = 3.0
MANY = 3
"""As many more exhausted cards at dawn make an event of a night."""


class WatchRollout(Rollout):
    def __init__(self, table: Table[Any], choice: Choice) -> None:
        super().__init__(table, choice)
        self.round = table.state.round
        self.max_candidates = 6
        self.begun = any(one.by for one in table.state.line)
        self.pending = PendingAttack()
        self.started: Table[Any] | None = None
        self.weights = dawn_weights()
        self.event_names = ("lost", "horde", "helpless", "weary", "embers")
        self.horde = len(table.state.horde)
        self.exhausted = exhausted_cards(table.state)

    def is_worth_a_search(self) -> bool:
        """Search who rests and what to do on Watch; an attack that has begun is finished."""
        return isinstance(self.choice, (ChooseAction, ChooseRest)) and not self.begun

    def is_worth_a_wide_search(self) -> bool:
        """Search the Camp, the Merchant and everything else as well."""
        return not self.begun

    def act(self, table: Table[Any], choice: Choice) -> Action:
        if table is not self.started:
            self.started = table
            self.pending.clear()
        return act(table, choice, self.pending)

    def is_over(self, table: Table[Any]) -> bool:
        return bool(table.state.round > self.round and table.state.phase != WATCH)

    def events(self, table: Table[Any]) -> int:
        """In the order of the names; a party that is lost has no other troubles."""
        state: WatchState = table.state
        if table.result is not None:
            return 0 if table.result.winners else 1
        helpless = any(one.ready_cards() == 0 for one in state.adventurers)
        return (
            2 * (len(state.horde) > self.horde)
            + 4 * helpless
            + 8 * (exhausted_cards(state) >= self.exhausted + MANY)
            + 16 * (state.firewood <= 0)
        )

    def heads(self, table: Table[Any]) -> Values:
        if table.result is not None:
            return {"death": ENDED if table.result.winners else -ENDED}
        return heads_of(self.weights, table.state) if self.weights else {}

    def estimate(self, table: Table[Any]) -> float:
        if table.result is not None:
            return 1.0 if table.result.winners else 0.0
        if self.weights:
            return chance_of(self.weights, table.state)
        even = EVEN + EVERY_NIGHT * (FINAL_ROUND - table.state.round)
        return 1 / (1 + math.exp((even - value_between_nights(table)) / SPREAD))


def act(table: Table[Any], choice: Choice, pending: PendingAttack) -> Action:
    options = table.offered()
    if len(options) == 1:
        return options[0]
    best = rule_of_thumb(table, choice, options)
    if best is not None:
        return best
    if table.options["partial_damage"] == "on":
        on_watch = watch_action(table, choice, pending)
        if on_watch is not None:
            return on_watch
    in_camp = camp_action_for(table.state, choice, options)
    if in_camp is not None:
        return in_camp
    if isinstance(choice, ChooseRest):
        return max(options, key=lambda option: option_rest_value(table, option))
    if isinstance(choice, ChoosePurchase):
        return max(options, key=lambda option: purchase_value(table.state, option))
    imagined = table.copy(table.chance.copy())
    baseline = take_baseline(imagined.state)
    return max(options[:MAX_TRIED], key=lambda option: settled_value(imagined, option, baseline))


def exhausted_cards(state: WatchState) -> int:
    return sum(one.exhausted.count(True) for one in state.adventurers)


def option_rest_value(table: Table[Any], option: Action) -> float:
    assert isinstance(option, Rest)
    return rest_value(table.state, option.adventurer)


def value_between_nights(table: Table[Any]) -> float:
    """What the party is worth between two nights, in ready cards."""
    assert table.state.phase != WATCH
    return total(table, Baseline(frozenset(), table.state.round, 0.0)) / POINTS
