"""The probability of winning Set a Watch at dawn, before anybody has chosen who rests.

A logistic function of what the party has and faces; `embertable train setawatch` fits the weights in
`dawn.json`. Features count properties of cards, not cards, so that other packs are judged, too, and
nothing that the party cannot know: cards in the deck count only as far as everybody knows them.
The dice of the new day are left out, because nothing that was decided before changes them.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final

from embertable.bots.analysis import Values
from embertable.bots.fitted import by_head, fit_of
from embertable.bots.setawatch.abilities import ability_values
from embertable.bots.setawatch.creature_cost import (
    average_creature,
    creature_costs,
    unhallowed_cost,
)
from embertable.bots.setawatch.party_value import (
    FEW_UNHALLOWED,
    cards_value,
    fire_value,
    item_value,
    next_fire,
)
from embertable.games.setawatch.content import SUMMON
from embertable.games.setawatch.state import FINAL_ROUND, RESTS, WatchState

PER_NIGHT: Final = " per night left"
FILE: Final = "dawn.json"
LOW: Final = 4
FAIR: Final = 8
"""Firewood up to which each piece counts most, and up to which it counts at all."""

PROPERTIES: Final = (
    "certain",
    "cards",
    "one ready",
    "two ready",
    "three ready",
    "nightly",
    "nightly exhausted",
    "once",
    "weakest",
    "rests",
    "rests of the weary",
    "fire",
    "wood",
    "low wood",
    "fair wood",
    "next wood",
    "coins",
    "items",
    "items used",
    "tamed",
    "trophies",
    "horde",
    "horde cost",
    "unhallowed gone",
    "creatures",
    "waiting",
    "known cards",
    "known health",
    "known damage",
    "known powers",
    "next creatures",
    "summons",
)
"""What is counted; each counts once as it is and once for each night that is left."""

HEADS: Final = (
    "",
    *("ready",) * 10,
    *("fire",) * 5,
    *("items",) * 5,
    *("horde",) * 3,
    *("watch",) * 8,
) * 2
"""What each feature speaks for, in the words of hints: as it is, and for each night that is left."""

NAMES: Final = (*PROPERTIES, *[f"{name}{PER_NIGHT}" for name in PROPERTIES])


def features(state: WatchState) -> list[float]:
    """The features of a position between two nights, in the order of their names."""
    found = properties(state)
    left = (FINAL_ROUND - state.round) / (FINAL_ROUND - 1)
    return [*found, *[left * one for one in found]]


def properties(state: WatchState) -> list[float]:
    return [1.0, *of_cards(state), *of_things(state), *of_foes(state)]


def of_cards(state: WatchState) -> list[float]:
    """Ability cards: how many are ready, what they can do, and how they may become ready again."""
    values = ability_values(state.content)
    ready = [0, 0, 0]
    nightly = sleeping = once = 0.0
    rests = weary = 0
    weakest = len(ready)
    for one in state.adventurers:
        cards = one.exhausted.count(False)
        weakest = min(weakest, cards)
        for count in range(len(ready)):
            if cards > count:
                ready[count] += 1
        left = max(0, RESTS - one.rests)
        rests += left
        weary += min(left, len(one.exhausted) - cards)
        for slot, id in enumerate(one.board):
            if one.exhausted[slot]:
                sleeping += values[id].nightly
            else:
                nightly += values[id].nightly
                once += values[id].once
    return [
        cards_value(state),
        float(ready[0]),
        float(ready[1]),
        float(ready[2]),
        nightly,
        sleeping,
        once,
        float(weakest),
        float(rests),
        float(weary),
    ]


def of_things(state: WatchState) -> list[float]:
    """Firewood, coins, and what lies beside the adventurers."""
    wood = float(state.firewood)
    items = used = tamed = trophies = 0.0
    for one in state.adventurers:
        for held in one.items:
            if held.exhausted:
                used += item_value(state, held.item)
            else:
                items += item_value(state, held.item)
        for card in one.tamed:
            tamed += state.content.cards[card].base
        trophies += len(one.trophies)
    return [
        fire_value(state),
        wood,
        min(wood, float(LOW)),
        max(0.0, min(wood, float(FAIR)) - LOW),
        next_fire(state),
        float(min(state.coins, 12)),
        items,
        used,
        tamed,
        trophies,
    ]


def of_foes(state: WatchState) -> list[float]:
    """The Horde, the night to come, and what everybody knows of the nights after it."""
    content = state.content
    cost = 0.0
    for card in state.horde:
        cost += unhallowed_cost(state, card).later()
    count = content.locations[state.location].creatures
    coming = [*state.waiting, *[card for card in state.deck[::-1][:count] if card in state.known]]
    usual = average_creature(content)
    health = damage = powers = 0.0
    for card in coming:
        creature = creature_costs(content)[card]
        health += creature.health - usual.health
        damage += creature.damage - usual.damage
        powers += creature.powers() - usual.powers()
    next_creatures = 0.0
    if state.map_deck and state.map_deck[-1] in state.known:
        next_creatures = content.locations[state.map_deck[-1]].creatures - float(count)
    summons = 0
    # Together, because an unseen card may lie in either.
    for card in [*state.deck, *state.horde]:
        if content.cards[card].creature.kind == SUMMON:
            summons += 1
    return [
        float(len(state.horde)),
        cost,
        float(max(0, FEW_UNHALLOWED - len(state.unhallowed))),
        float(count),
        float(len(state.waiting)),
        float(len(coming)),
        health,
        damage,
        powers,
        next_creatures,
        float(summons),
    ]


def dawn_weights() -> tuple[float, ...]:
    """The fitted weights; none if their file cannot be used."""
    return fit_of(str(Path(__file__).with_name(FILE)), "setawatch", NAMES).weights


def heads_of(weights: tuple[float, ...], state: WatchState) -> Values:
    """What speaks for winning and against it, in log odds, by name."""
    return by_head(HEADS, weights, features(state))


def chance_of(weights: tuple[float, ...], state: WatchState) -> float:
    """The probability of winning, between 0 and 1."""
    logit = 0.0
    for weight, feature in zip(weights, features(state), strict=True):
        logit += weight * feature
    return 1.0 / (1.0 + math.exp(-min(30.0, max(-30.0, logit))))
