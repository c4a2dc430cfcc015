"""The value of a position: what the party has, less the cost of the Horde and of the Watch.

Values are computed in ready ability cards and reported in points, a few for each card.
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
from embertable.bots.sums import add_up
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
"""Points per ready card."""
NIGHT: Final = (CAMP, MERCHANT, WATCH)
"""The phases in which a Watch is ahead or in progress."""
LOST: Final = -60.0
WON: Final = 60.0
PLAIN_FIRE: Final = -2
ROOM: Final = 0.05


@dataclass(frozen=True)
class Baseline:
    """The position that a look-ahead started from: unseen cards, round, value of the map."""

    unseen: frozenset[str]
    night: int
    map: float


def take_baseline(state: WatchState) -> Baseline:
    """Neutralise the unseen cards of an imagined table and return its baseline."""
    return Baseline(neutralise_unseen(state), state.round, map_value(state))


def score(table: Table[Any], baseline: Baseline, acting: bool = True) -> dict[str, float]:
    """The value of the table, by source.

    A party that has got through the night is valued as on the evening before: if the next Watch
    counted against it, the bot would draw nights out.
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
    return add_up(score(table, baseline, acting).values())


def total_after(table: Table[Any], option: Action, baseline: Baseline) -> float:
    """The value of the table after an option."""
    after = table.copy(table.chance.copy())
    after.apply(option)
    after.next_choice()
    return total(after, baseline)


def neutralise_unseen(state: WatchState) -> frozenset[str]:
    """Make unseen cards and the unseen next location average; return the cards of the Line.

    Revealing a card costs what powers cost on average: what one imagined card would do says
    nothing about when to reveal it.
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
    """Put an unseen location without special powers on top."""
    top = state.map_deck[-1]
    for at, id in enumerate(state.unused):
        location = state.content.locations[id]
        plain = "arrive" not in location.powers and "after_roll" not in location.powers
        if id not in state.known and plain and location.firewood == PLAIN_FIRE:
            state.map_deck[-1], state.unused[at] = id, top
            return


def purchase_value(state: WatchState, action: Action) -> float:
    """The value of an item above its price, a little higher for holders with more room."""
    if isinstance(action, CashTrophy):
        return COIN * state.content.cards[action.card].creature.damage - COIN
    if not isinstance(action, BuyItem):
        return 0.0
    item = state.market[action.pile][-1]
    holder = state.adventurers[action.adventurer]
    room = ROOM * (MOST_ITEMS - len(holder.items))
    return item_value(state, item) - COIN * price(state, item) + room
