"""What many games taught: how many bursts each thing that a player holds brings until the end.

The prices in `lessons.toml` are fitted to the final totals of some thousand games between greedy bots
who recruit at random now and then (`benchmarks/lueur_lessons.py`).
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from embertable.bots.lueur.almanac import Almanac, Colours, Gain
from embertable.bots.thought import Worth
from embertable.games.lueur.content import Card, LueurContent

ROLLS: Final = 200
"""So many rolls of each hand of dice are looked at, where groups of like symbols must not be missed."""
PRINTED: Final = 0.55
"""Fireflies on a companion yet to be recruited."""

TOKENS: Final = [1.6, 1.5, 1.2, 1.0, 0.7, 0.5, 0.3]
"""What the first, second, … reroll token brings; who has many does not come to use them all."""
LAST_TOKEN: Final = 0.05

ERRORS: Final = [1.0, 12.0, 13.0, 16.0, 18.0, 19.0, 20.0, 21.0, 22.0]
"""How far a lead was from the final one (root mean square), by the rounds that were still to come."""
LOGISTIC: Final = 0.55
"""A normal error as wide as 1 is nearly a logistic one of this scale."""


@dataclass
class Holding:
    """What a player has in a Morning, with so many rolls to come."""

    cards: list[Card]
    """The adventurer, and the companions in any order."""
    spells: list[str]
    colours: Colours
    """The dice of a usual round."""
    large: int
    footprints: int
    fireflies: int
    rerolls: int
    journey: float
    """What the journey may still become, by the sense of a greedy bot."""
    sails: bool
    rolls: int


@dataclass
class Lesson:
    """Something that has a price, how much of it there is, and the source of worth it is told as."""

    name: str
    amount: float
    source: str


def lessons_of(holding: Holding, content: LueurContent, almanac: Almanac) -> list[Lesson]:
    """All that a holding is priced by."""
    rolls = holding.rolls
    gain = Gain()
    for card in holding.cards:
        gain = gain.plus(almanac.future(card, holding.colours, rolls))
    for name in holding.spells:
        gain = gain.plus(almanac.spell_future(content.spells[name], holding.colours, rolls))
    fireflies = gain.fireflies + holding.fireflies - gain.companions - (1 - PRINTED) * rolls
    when = time_of(rolls)
    swing = almanac.swing(holding.cards, holding.colours)
    found = [
        Lesson(f"cards-{when}", gain.bursts, "cards"),
        Lesson("swing", swing * rolls, "cards"),
        Lesson("swing-lasting", swing * rolls * rolls, "cards"),
        Lesson(f"powers-{when}", gain.other, "powers"),
        Lesson("dice", float(holding.large * rolls), "powers"),
        Lesson("dice-lasting", float(holding.large * rolls * rolls), "powers"),
        Lesson(f"footprints-{when}", gain.footprints + holding.footprints, "footprints"),
        Lesson(f"rerolls-{when}", gain.rerolls + holding.rerolls, "rerolls"),
        Lesson("rerolls-many", max(0.0, holding.rerolls - 4.0), "rerolls"),
        Lesson(f"fireflies-{when}", fireflies, "fireflies"),
        Lesson(
            f"bonus-{when}", content.firefly_bonus / (1 + math.exp(0.5 - fireflies)), "fireflies"
        ),
        Lesson(f"{'islands' if holding.sails else 'walk'}-{when}", holding.journey, "journey"),
        Lesson("spells", float(len(holding.spells)), "powers"),
    ]
    for card in holding.cards:
        found.append(Lesson(card.id, 1.0, "cards"))
        found.append(Lesson(f"{card.id}-lasting", float(rolls), "cards"))
    return found


def time_of(rolls: int) -> str:
    if rolls >= 6:
        return "early"
    return "middle" if rolls >= 4 else "late"


def priced_by_lessons(holding: Holding, content: LueurContent, almanac: Almanac) -> Worth:
    """What a holding will bring, by source; what all holdings of a round have in common is left out."""
    prices = PRICES
    worth: Worth = {}
    for lesson in lessons_of(holding, content, almanac):
        price = prices.get(lesson.name, 0.0)
        worth[lesson.source] = worth.get(lesson.source, 0.0) + price * lesson.amount
    return worth


def next_token(held: int) -> float:
    return TOKENS[min(held, len(TOKENS) - 1)]


def token_prices(held: int, is_last_round: bool) -> list[float]:
    """What it costs to part with one reroll token after another."""
    if is_last_round:
        return [LAST_TOKEN] * held
    return [next_token(left) for left in range(held - 1, -1, -1)]


def chance_with(lead: float, rounds: int) -> float:
    """The chance of winning with an expected lead and so many rounds to come."""
    error = ERRORS[min(rounds, len(ERRORS) - 1)]
    return 1 / (1 + math.exp(-lead / (LOGISTIC * error)))


def read_prices() -> dict[str, float]:
    text = Path(__file__).with_name("lessons.toml").read_text(encoding="utf-8")
    prices: dict[str, float] = tomllib.loads(text)["prices"]
    return prices


PRICES: Final = read_prices()
