"""Fitted weights: how many bursts each thing a player holds brings until the end.

The prices in `fitted_weights.json` are fitted to the final totals of some thousand games: first between greedy
bots who recruit at random now and then, then between bots who had learnt from those
(`embertable train lueur`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from embertable.bots.analysis import Values
from embertable.bots.fitted import fit_of
from embertable.bots.lueur.expected_gains import Colours, ExpectedGains
from embertable.games.lueur.content import LueurContent

ROLLS: Final = 200
"""Sampled rolls per hand of dice; more than usual, so that groups of like symbols occur."""
PRINTED: Final = 0.55
"""Fireflies on a companion yet to be recruited."""

TOKENS: Final = [1.6, 1.5, 1.2, 1.0, 0.7, 0.5, 0.3]
"""What the first, second, … reroll token brings; many tokens stay unused."""
LAST_TOKEN: Final = 0.05

ERRORS: Final = [1.0, 12.0, 13.0, 16.0, 18.0, 19.0, 20.0, 21.0, 22.0]
"""Root mean square error of a lead against the final one, by the rounds left."""
BONUS_STARTS: Final = [0.0, 1.8, 1.9, 2.0, 2.1, 2.2, 2.6, 3.2, 3.3]
BONUS_SLOPES: Final = [9.0, 1.36, 0.97, 0.76, 0.65, 0.58, 0.58, 0.72, 0.75]
"""The firefly bonus, by the rolls to come: a logistic function of the fireflies beyond what is needed.

Fitted to 666 players that used the full model; rounds to come bring more fireflies than companions print.
"""
LOGISTIC: Final = 0.55
"""The scale of the logistic distribution closest to the standard normal."""


@dataclass
class Holding:
    """What a player has in a Morning, with this many rolls left."""

    cards: list[str]
    """The adventurer, and the companions in any order."""
    spells: list[str]
    colours: Colours
    """The dice of a usual round."""
    large: int
    footprints: int
    fireflies: int
    rerolls: int
    journey: float
    """The expected value of the journey, by the greedy evaluator."""
    sails: bool
    rolls: int

    # Written out: a search makes one for each seat of each rollout.


@dataclass(frozen=True)
class Subject:
    """A feature: its weight's name, the source it is shown as, and whether its weight depends on time."""

    name: str
    source: str
    is_timed: bool = False

    def name_at(self, rolls: int) -> str:
        return f"{self.name}-{time_of(rolls)}" if self.is_timed else self.name


SUBJECTS: Final = [
    Subject("cards", "cards", is_timed=True),
    Subject("swing", "cards"),
    Subject("swing-lasting", "cards"),
    Subject("powers", "powers", is_timed=True),
    Subject("dice", "powers"),
    Subject("dice-lasting", "powers"),
    Subject("spells", "powers"),
    Subject("footprints", "footprints", is_timed=True),
    Subject("rerolls", "rerolls", is_timed=True),
    Subject("rerolls-many", "rerolls"),
    Subject("fireflies", "fireflies", is_timed=True),
    Subject("bonus", "fireflies", is_timed=True),
    Subject("walk", "journey", is_timed=True),
    Subject("islands", "journey", is_timed=True),
]
"""The features of every holding, in the order of `amounts_of`; each card has its own besides."""
FILE: Final = "fitted_weights.json"
EXPECTATIONS: Final = ("cards", "powers", "footprints", "rerolls", "bonus", "walk", "islands")
"""The subjects that count bursts as they are expected, and whose usual price is therefore 1."""


def amounts_of(holding: Holding, content: LueurContent, expected: ExpectedGains) -> list[float]:
    """The amount of each feature."""
    rolls = holding.rolls
    outlook = expected.outlook(holding.cards, holding.spells, holding.colours, rolls)
    gain, swing = outlook.gain, outlook.swing
    fireflies = gain.fireflies + holding.fireflies - gain.companions - (1 - PRINTED) * rolls
    return [
        gain.bursts,
        swing * rolls,
        swing * rolls * rolls,
        gain.other,
        float(holding.large * rolls),
        float(holding.large * rolls * rolls),
        float(len(holding.spells)),
        gain.footprints + holding.footprints,
        gain.rerolls + holding.rerolls,
        max(0.0, holding.rerolls - 4.0),
        fireflies,
        content.firefly_bonus * bonus_chance(fireflies, rolls),
        0.0 if holding.sails else holding.journey,
        holding.journey if holding.sails else 0.0,
    ]


def features_of(
    holding: Holding, content: LueurContent, expected: ExpectedGains
) -> dict[str, float]:
    """The features of a holding by name, with their amounts."""
    rolls = holding.rolls
    amounts = amounts_of(holding, content, expected)
    found = {
        subject.name_at(rolls): amount for subject, amount in zip(SUBJECTS, amounts, strict=True)
    }
    for card in holding.cards:
        found[card] = 1.0
        found[lasting(card)] = float(rolls)
    return found


def lasting(card: str) -> str:
    """The name of what a card brings in each round to come."""
    return f"{card}-lasting"


def time_of(rolls: int) -> str:
    if rolls >= 6:
        return "early"
    return "middle" if rolls >= 4 else "late"


def fitted_values(holding: Holding, content: LueurContent, expected: ExpectedGains) -> Values:
    """What a holding will bring, by source, without what all holdings of a round have in common."""
    tariff = tariff_at(holding.rolls)
    value: Values = {}
    for place, amount in enumerate(amounts_of(holding, content, expected)):
        source = SOURCES[place]
        value[source] = value.get(source, 0.0) + tariff.prices[place] * amount
    cards = 0.0
    for card in holding.cards:
        cards += tariff.cards.get(card, 0.0)
    value["cards"] += cards
    return value


def fitted_value(holding: Holding, content: LueurContent, expected: ExpectedGains) -> float:
    """The same as one number, needed at the end of every rollout."""
    tariff = tariff_at(holding.rolls)
    value = 0.0
    for place, amount in enumerate(amounts_of(holding, content, expected)):
        value += tariff.prices[place] * amount
    for card in holding.cards:
        value += tariff.cards.get(card, 0.0)
    return value


class Tariff:
    """The weights with this many rolls left, for fast lookup."""

    def __init__(self, rolls: int) -> None:
        self.prices = [
            PRICES.get(subject.name_at(rolls), usual_price(subject.name) if not PRICES else 0.0)
            for subject in SUBJECTS
        ]
        self.cards = {
            name: price + rolls * PRICES.get(lasting(name), 0.0) for name, price in PRICES.items()
        }


def tariff_at(rolls: int) -> Tariff:
    if rolls not in _tariffs:
        _tariffs[rolls] = Tariff(rolls)
    return _tariffs[rolls]


def bonus_chance(surplus: float, rolls: int) -> float:
    """The probability of as many fireflies as companions, by the expected surplus."""
    if not rolls:
        return 1.0 if surplus >= 0 else 0.0
    rolls = min(rolls, len(BONUS_STARTS) - 1)
    return 1 / (1 + math.exp(-BONUS_STARTS[rolls] - BONUS_SLOPES[rolls] * surplus))


def next_token(held: int) -> float:
    return TOKENS[min(held, len(TOKENS) - 1)]


def token_prices(held: int, is_last_round: bool) -> list[float]:
    """The cost of giving up one reroll token after another."""
    if is_last_round:
        return [LAST_TOKEN] * held
    return [next_token(left) for left in range(held - 1, -1, -1)]


def win_probability(leads: list[float], rounds: int) -> float:
    """The probability of winning with an expected lead over each rival and this many rounds left.

    All totals are taken to err alike, so that four players who are level win one game of four each.
    """
    scale = LOGISTIC * ERRORS[min(rounds, len(ERRORS) - 1)]
    odds = 1.0
    for lead in leads:
        odds += math.exp(-lead / scale)
    return 1 / odds


def usual_price(name: str) -> float:
    """The price of a feature before any fit, and of all of them where no file of weights can be used."""
    return 1.0 if name.split("-", maxsplit=1)[0] in EXPECTATIONS else 0.0


def read_prices() -> dict[str, float]:
    file = str(Path(__file__).with_name(FILE))
    found = fit_of(file, "lueur", subject_names(), with_cards=True)
    return dict(zip(found.names, found.weights, strict=True))


def subject_names() -> tuple[str, ...]:
    """The names of the weights that every file has; those of cards depend on the content."""
    names = [subject.name_at(rolls) for subject in SUBJECTS for rolls in TIMES]
    return tuple(dict.fromkeys(names))


def use_prices(prices: dict[str, float]) -> None:
    """Let the bots of this process use these weights."""
    PRICES.clear()
    PRICES.update(prices)
    _tariffs.clear()


TIMES: Final = (6, 4, 1)
"""A number of rolls of each time."""
PRICES: Final = read_prices()
SOURCES: Final = [subject.source for subject in SUBJECTS]
_tariffs: Final[dict[int, Tariff]] = {}
