"""What a position of Set a Watch is worth to the party, and what is unseen when one thinks ahead.

Everything is weighed in ready ability cards and told in points, a few for each card. Positions are
worth what the party has, less what the Horde will cost, less the outlook for the Watch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from embertable.bots.setawatch.creature_cost import average_creature
from embertable.bots.setawatch.party_value import (
    COIN,
    cards_value,
    fire_value,
    horde_value,
    item_value,
    map_value,
    possessions_value,
)
from embertable.bots.setawatch.watch_cost import watch_cost
from embertable.engine.table import Action, Table
from embertable.games.setawatch.health import base_health
from embertable.games.setawatch.merchant import BuyItem, CashTrophy, price
from embertable.games.setawatch.state import (
    CAMP,
    MERCHANT,
    MOST_ITEMS,
    ROLL,
    WATCH,
    LineCard,
    WatchState,
)

POINTS: Final = 6.0
"""Points for a ready card."""
NIGHT: Final = (CAMP, MERCHANT, WATCH)
"""While these last a Watch is to come or goes on."""
LOST: Final = -60.0
WON: Final = 60.0
PLAIN_FIRE: Final = -2
ROOM: Final = 0.05


@dataclass(frozen=True)
class Baseline:
    """Where thinking ahead began: what nobody had seen by then, on which night, with which map."""

    unseen: frozenset[str]
    night: int
    map: float


def take_baseline(state: WatchState) -> Baseline:
    """Veil the table that is thought about, and remember where that began."""
    return Baseline(neutralise_unseen(state), state.round, map_value(state))


def score(table: Table[Any], baseline: Baseline, acting: bool = True) -> dict[str, float]:
    """What the table is worth, by source.

    Whoever has got through the night is not charged with the next one, or nights would be drawn
    out: the party is weighed as on the evening before.
    """
    if table.result is not None:
        return {"victory": POINTS * (WON if table.result.winners else LOST)}
    state: WatchState = table.state
    round, phase = state.round, state.phase
    if round > baseline.night:
        state.round, state.phase = baseline.night, ROLL
    watch = watch_cost(state, baseline.unseen, acting) if state.phase in NIGHT else 0.0
    found = {
        "ready": POINTS * cards_value(state),
        "watch": -POINTS * watch,
        "horde": POINTS * horde_value(state),
        "fire": POINTS * fire_value(state),
        "items": POINTS * possessions_value(state),
        "map": POINTS * (map_value(state) if round == baseline.night else baseline.map),
    }
    state.round, state.phase = round, phase
    return found


def total(table: Table[Any], baseline: Baseline, acting: bool = True) -> float:
    return sum(score(table, baseline, acting).values())


def total_after(table: Table[Any], option: Action, baseline: Baseline) -> float:
    """What the table is worth once an option was taken."""
    after = table.copy(table.chance.copy())
    after.apply(option)
    after.next_choice()
    return total(after, baseline)


def neutralise_unseen(state: WatchState) -> frozenset[str]:
    """Take the sting out of what is unseen in a Watch and after it, and name the cards of the Line.

    Whoever turns a card pays what its powers cost on average; what one imagined card would do says
    nothing about turning it now or later. The same holds for the location that comes next.
    """
    unseen: list[str] = []
    for one in state.line:
        if not one.up and one.card not in state.known:
            if state.content.is_summon(one.card):
                swap_in_creature(state, one)
            one.negated = True
            one.health = round(average_creature(state.content).health) - base_health(state, one)
            unseen.append(one.card)
    if state.phase == WATCH and state.map_deck and state.map_deck[-1] not in state.known:
        swap_in_plain_location(state)
    return frozenset(unseen)


def swap_in_creature(state: WatchState, one: LineCard) -> None:
    for at, card in enumerate(state.deck):
        if card not in state.known and not state.content.is_summon(card):
            state.deck[at] = one.card
            one.card = card
            return


def swap_in_plain_location(state: WatchState) -> None:
    """Put the unseen location on top that is nearest to the usual one."""
    top = state.map_deck[-1]
    for at, id in enumerate(state.unused):
        location = state.content.locations[id]
        plain = "arrive" not in location.powers and "after_roll" not in location.powers
        if id not in state.known and plain and location.firewood == PLAIN_FIRE:
            state.map_deck[-1], state.unused[at] = id, top
            return


def purchase_value(state: WatchState, action: Action) -> float:
    """What an item is worth more than its price, rather with those who have room for others."""
    if isinstance(action, CashTrophy):
        return COIN * state.content.cards[action.card].creature.damage - COIN
    if not isinstance(action, BuyItem):
        return 0.0
    item = state.market[action.pile][-1]
    holder = state.adventurers[action.adventurer]
    room = ROOM * (MOST_ITEMS - len(holder.items))
    return item_value(state, item) - COIN * price(state, item) + room
