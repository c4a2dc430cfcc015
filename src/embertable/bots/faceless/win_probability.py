"""The probability of winning The Faceless at the start of a turn, fitted to games of rollout choices.

`embertable train faceless` plays games and fits the weights in `win_probability.json`.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final

from embertable.bots.analysis import Values
from embertable.bots.faceless.fast_walks import Ground, left_of, space_of
from embertable.bots.fitted import by_head, fit_of
from embertable.games.faceless.content import BILLYGOAT, BLUE, GREEN, PURPLE, RED
from embertable.games.faceless.state import FacelessState

REACH: Final = 8
"""Spaces beyond what red Threats let Billygoat walk; farther away he is no danger."""
SOON: Final = 2.0
"""Cards added to the deck to avoid a division by zero."""
FILE: Final = "win_probability.json"
NAMES: Final = (
    "constant",
    "left",
    "tour",
    "deck",
    "tour of deck",
    "unused",
    "red",
    "purple",
    "blue pairs",
    "green pairs",
    "near",
    "in reach",
    "purple cards",
)
"""The features; the first is always 1."""
HEADS: Final = (
    "",
    "memories",
    "way",
    "time",
    "time",
    "effects",
    *("threats",) * 4,
    "danger",
    "danger",
    "hands",
)
"""What each feature speaks for, in the words of hints."""


def features(ground: Ground, state: FacelessState) -> list[float]:
    """The features, in the order of their names."""
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


def fitted_weights() -> tuple[float, ...]:
    """The fitted weights; none if their file cannot be used."""
    return fit_of(str(Path(__file__).with_name(FILE)), "faceless", NAMES).weights


def heads_of(weights: tuple[float, ...], ground: Ground, state: FacelessState) -> Values:
    """What speaks for winning and against it, in log odds, by name."""
    return by_head(HEADS, weights, features(ground, state))


def win_probability(weights: tuple[float, ...], ground: Ground, state: FacelessState) -> float:
    """Between 0 and 1."""
    logit = 0.0
    for weight, feature in zip(weights, features(ground, state), strict=True):
        logit += weight * feature
    return 1.0 / (1.0 + math.exp(-logit))
