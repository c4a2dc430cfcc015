"""Powers of creatures and locations: when they hold, and how they are triggered."""

from __future__ import annotations

from embertable.engine.table import Step, Table
from embertable.games.setawatch.effects import Resolve
from embertable.games.setawatch.events import PowerTriggered
from embertable.games.setawatch.state import FINAL_ROUND, LineCard, WatchState
from embertable.games.setawatch.vocabulary import Power


def holds(state: WatchState, condition: str, card: str = "") -> bool:
    if condition == "line_not_empty":
        return any(one.card != card for one in state.line)
    if condition == "not_final_round":
        return state.round != FINAL_ROUND
    if condition == "no_horde_entry_this_round":
        return not state.horde_grew
    if condition == "neighbours_both_sides":
        return 0 < state.place_of(card) < len(state.line) - 1
    return True


def creature_powers(state: WatchState, one: LineCard, trigger: str) -> list[Power]:
    """The powers of a creature that answer a trigger now; a negated one has none."""
    if one.negated:
        return []
    return [
        power
        for power in state.content.cards[one.card].creature.powers.get(trigger, ())
        if not (power.once and one.used) and holds(state, power.condition, one.card)
    ]


def set_off(table: Table[WatchState], one: LineCard, trigger: str) -> list[Step]:
    """The steps of a creature's powers; a power that works once is marked as used."""
    steps: list[Step] = []
    for power in creature_powers(table.state, one, trigger):
        one.used = one.used or power.once
        table.emit(PowerTriggered(one.card, trigger))
        steps.append(Resolve(power.script, card=one.card))
    return steps


def location_steps(state: WatchState, trigger: str) -> list[Step]:
    """What the current location does at a moment."""
    return [
        Resolve(power.script)
        for power in state.content.locations[state.location].powers.get(trigger, ())
        if holds(state, power.condition)
    ]
