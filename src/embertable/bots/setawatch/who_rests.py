"""Who rests: the adventurer whose dice the Watch needs least and who gains most in Camp."""

from __future__ import annotations

from embertable.bots.setawatch.party_value import READY
from embertable.bots.setawatch.watch_cost import watch_cost
from embertable.games.setawatch.content import DICE
from embertable.games.setawatch.state import WatchState

PIP = 0.16
"""The value of an average pip on a later night."""
CAMP_DIE = 0.6
HEAL = 1.0
RUNES = 0.8
CALM = 0.8


def rest_value(state: WatchState, number: int) -> float:
    """The value of resting: average dice later and the Camp now, less the Watch without them."""
    one = state.adventurers[number]
    card = state.content.adventurers[number]
    state.resting = number
    cost = watch_cost(state)
    state.resting = -1
    first = number * DICE
    values = state.values[first : first + DICE]
    n = PIP * DICE * (card.sides + 1) / 2 - cost
    exhausted = one.exhausted.count(True)
    if exhausted:
        ready = one.ready_cards()
        n += READY[ready + 1] - READY[ready]
    others = sum(other.exhausted.count(True) for other in state.adventurers) - min(exhausted, 1)
    n += CAMP_DIE * len(values)
    if 6 in values and others > 0:
        n += HEAL
    if card.camp_action.requirement == "min_6" and exhausted > 1 and max(values) >= 6:
        n += CALM
    if len(set(values)) < DICE:
        n += RUNES
    return n
