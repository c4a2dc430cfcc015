"""The value of what the party has, in ready cards: cards, firewood, coins, items, the map."""

from __future__ import annotations

from embertable.bots.setawatch.abilities import ability_values
from embertable.bots.setawatch.creature_cost import unhallowed_cost, weight_of_final_round
from embertable.games.setawatch.state import FINAL_ROUND, RESTS, WATCH, Adventurer, WatchState

READY = (0.0, 1.9, 2.9, 3.9)
"""The value of one, two and three ready cards: an adventurer with none cannot act."""
AHEAD = 4
"""How many nights on Watch count at most."""
LASTING = 0.6
"""The probability that a ready card is still ready on such a night."""
BACK = 0.35
"""The probability that an exhausted one is ready again."""
COIN = 0.28
PER_COST = 0.28
ITEMS = {
    "tower_shield": 2.2,
    "blasting_keg": 1.6,
    "trapdoor_kit": 1.5,
    "beast_whistle": 1.7,
    "storm_rod": 1.8,
    "steel_gauntlets": 2.0,
    "sand_timer": 1.6,
    "whetstone": 1.2,
    "fire_pot": 1.4,
    "grave_salt": 1.2,
    "blessed_water": 1.1,
    "mending_draught": 1.1,
    "weighted_die": 0.9,
    "lamp_oil": 0.7,
    "lockbreaker": 0.3,
    "seeing_glass": 0.1,
    "brass_spyglass": 0.1,
    "hooded_lamp": 0.9,
    "charcoal_sack": 0.5,
    "choking_dust": 0.6,
    "silver_mirror": 1.0,
    "rallying_horn": 0.8,
}
"""The values of items; others are valued by their cost."""
USED_UP = 0.45
"""The share of an item's value that exhausting it costs while its holder will rest again."""
LAST_WOOD = 0.3
SCARCE = 0.55
LOW_WOOD = 0.42
FAIR_WOOD = 0.2
HIGH_WOOD = 0.04
"""The value of a firewood: in the last round, below zero, up to 5, up to 9, and above."""
SPARED = 0.05
"""The value of an item in the last round, so that none is wasted."""
TAMED = 0.15
TROPHY = 0.35
NEXT_FIRE = -2.0
"""The firewood modifier of an unknown location."""
NEXT_CREATURES = 6.5
PER_CREATURE = 0.7
FEW_UNHALLOWED = 3
DOOM = 1.5
"""The cost of each Unhallowed below that number: without any the game is lost."""
HEX = 0.25


def cards_value(state: WatchState) -> float:
    n = 0.0
    for one in state.adventurers:
        n += READY[one.ready_cards()]
        ahead = nights_ahead(state, one)
        for slot in range(len(one.board)):
            n += slot_value(state, one, slot, ahead)
    return n


def nights_ahead(state: WatchState, one: Adventurer) -> float:
    """The expected number of nights on Watch on which a ready card will work."""
    nights = FINAL_ROUND - state.round - (RESTS - one.rests)
    return LASTING * max(0, min(AHEAD, nights))


def slot_value(state: WatchState, one: Adventurer, slot: int, ahead: float) -> float:
    """The value of one card above that of any ready card."""
    ability_value = ability_values(state.content)[one.board[slot]]
    n = ahead * ability_value.nightly
    if ability_value.grows:
        n *= one.exhausted.count(True)
    return BACK * n if one.exhausted[slot] else n + ability_value.once


def card_value(state: WatchState, one: Adventurer, slot: int) -> float:
    """The difference in value between this card ready and exhausted."""
    all_of = ability_values(state.content)
    ahead = nights_ahead(state, one)
    others = one.exhausted.count(True) - one.exhausted[slot]
    ready = len(one.board) - others
    ability_value = all_of[one.board[slot]]
    n = READY[ready] - READY[ready - 1] + ability_value.once
    if ability_value.grows:
        n += ahead * ability_value.nightly * (others - BACK * (others + 1))
    else:
        n += ahead * ability_value.nightly * (1.0 - BACK)
    for other, id in enumerate(one.board):
        if other != slot and all_of[id].grows:
            n -= ahead * all_of[id].nightly * (BACK if one.exhausted[other] else 1.0)
    return n


def horde_value(state: WatchState) -> float:
    n = 0.0
    for card in state.horde:
        n -= unhallowed_cost(state, card).later()
    return weight_of_final_round(state) * n


def fire_value(state: WatchState) -> float:
    """The value of the firewood after the next location's modifier; the last round needs less."""
    wood = float(state.firewood)
    if state.round < FINAL_ROUND and state.phase != "roll":
        wood += next_fire(state)
    if state.round >= FINAL_ROUND:
        return LAST_WOOD * min(wood, 4)
    if wood < 0:
        return SCARCE * wood
    return (
        LOW_WOOD * min(wood, 5)
        + FAIR_WOOD * max(0.0, min(wood, 9) - 5)
        + HIGH_WOOD * max(0.0, wood - 9)
    )


def next_fire(state: WatchState) -> float:
    if not state.map_deck or state.map_deck[-1] not in state.known:
        return NEXT_FIRE
    location = state.content.locations[state.map_deck[-1]]
    return -state.firewood / 2 if location.halves else float(location.firewood)


def map_value(state: WatchState) -> float:
    """The value of a known next location by its number of creatures."""
    if not state.map_deck or state.map_deck[-1] not in state.known:
        return 0.0
    location = state.content.locations[state.map_deck[-1]]
    if location.kind == "final":
        return 0.0
    return PER_CREATURE * (NEXT_CREATURES - location.creatures)


def possessions_value(state: WatchState) -> float:
    n = COIN * state.coins if state.round < FINAL_ROUND - 1 else 0.0
    for one in state.adventurers:
        n += held_value(state, one)
    if state.phase == WATCH and state.line:
        n += HEX * min(state.hex, len(state.line) - 1)
    return n - DOOM * max(0, FEW_UNHALLOWED - len(state.unhallowed))


def held_value(state: WatchState, one: Adventurer) -> float:
    """The value of items, tamed creatures and trophies; in the last round, of ready items."""
    if state.round >= FINAL_ROUND:
        return SPARED * len([held for held in one.items if not held.exhausted])
    n = 0.0
    for card in one.tamed:
        n += TAMED * state.content.cards[card].base
    n += TROPHY * len(one.trophies)
    for held in one.items:
        full = item_value(state, held.item)
        if held.exhausted:
            full -= full * (USED_UP if one.rests < RESTS else 1.0)
        n += full
    return n


def item_value(state: WatchState, item: str) -> float:
    return ITEMS.get(item, PER_COST * state.content.items[item].cost)
