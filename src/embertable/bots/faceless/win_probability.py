"""The probability of winning The Faceless at the start of a turn, fitted to games of rollout choices.

`benchmarks/faceless_fitted_weights.py` plays the games and fits the weights.
"""

from __future__ import annotations

import math
from typing import Final

from embertable.bots.faceless.fast_walks import Ground, left_of, space_of
from embertable.games.faceless.content import BILLYGOAT, BLUE, GREEN, PURPLE, RED
from embertable.games.faceless.state import FacelessState

REACH: Final = 8
"""Spaces beyond what red Threats let Billygoat walk; farther away he is no danger."""
SOON: Final = 2.0
"""Cards added to the deck to avoid a division by zero."""
WEIGHTS: Final = (
    ("constant", 1.6103),
    ("left", -0.0425),
    ("tour", -0.0659),
    ("deck", 0.0805),
    ("tour of deck", -2.4675),
    ("unused", 0.0890),
    ("red", -0.1105),
    ("purple", -0.0692),
    ("blue pairs", -0.1105),
    ("green pairs", 0.0046),
    ("near", 0.0281),
    ("in reach", -0.3844),
    ("purple cards", 0.0938),
)
"""The weights of the features, in logits."""


def features(ground: Ground, state: FacelessState) -> list[float]:
    """The features, in the order of the weights."""
    stand = ground.stand_of(state)
    tour = ground.tour(stand)
    deck = float(len(state.deck))
    red = len(state.column(RED))
    beyond = ground.terrain.hunt(space_of(stand))[state.places[BILLYGOAT]] - red
    purple_cards = 0
    for hand in state.hands:
        for card in hand:
            if state.content.cards[card].colour == PURPLE:
                purple_cards += 1
    return [
        1.0,
        float(left_of(stand).bit_count()),
        tour,
        deck,
        tour / (deck + SOON),
        float(min(len(state.unused), 5)),
        float(red),
        float(len(state.column(PURPLE))),
        float(state.pairs(BLUE)),
        float(state.pairs(GREEN)),
        float(max(0, REACH - beyond)),
        1.0 if beyond <= 1 else 0.0,
        float(purple_cards),
    ]


def win_probability(ground: Ground, state: FacelessState) -> float:
    """Between 0 and 1."""
    logit = 0.0
    for (_, weight), feature in zip(WEIGHTS, features(ground, state), strict=True):
        logit += weight * feature
    return 1.0 / (1.0 + math.exp(-logit))
