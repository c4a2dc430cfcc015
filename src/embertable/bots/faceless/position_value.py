"""The value of a position of The Faceless, before and after the next Threat.

The unit is a tenth of a Memory found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from embertable.bots.evaluator import Values
from embertable.bots.faceless.guesses import GUESSES
from embertable.bots.faceless.walks import Terrain, Way
from embertable.bots.sums import add_up
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.compass import bearing
from embertable.games.faceless.content import (
    BILLYGOAT,
    BLUE,
    COLOURS,
    FACELESS,
    GREEN,
    PURPLE,
    RED,
    YELLOW,
)

FOUND: Final = 10.0
WON: Final = 60.0
LOST: Final = -80.0
STEP: Final = 2.0
"""Per step on the way to the remaining Memories."""
UNUSED: Final[tuple[float, ...]] = (0.0, 4.0, 6.0, 7.0, 7.5)
HAND: Final[tuple[float, ...]] = (0.0, 1.2, 2.0, 2.6, 3.0)
FOGGY_HAND: Final[tuple[float, ...]] = (0.0, 0.6, 1.0, 1.3, 1.5)
"""In Fog a walk promises less, and with the usual price of a card a bot rests until the deck is empty."""
PURPLE_STEP: Final = 0.25
NUMBER: Final = 0.1
CARD_OF_DECK: Final = 1.1
CATCH: Final = 9.0
CALM: Final = 0.75
"""The factor on the danger for each space between Billygoat's reach and the Team."""
COLUMN: Final = {YELLOW: 0.3, GREEN: 0.3, BLUE: 0.4, RED: 0.8, PURPLE: 0.6}


@dataclass
class Position:
    """The parts of a position that are valued."""

    way: Way
    places: list[int]
    headings: list[int]
    hands: tuple[tuple[str, ...], ...]
    columns: dict[str, float]
    """Cards in each column; unseen cards count as fractions."""
    deck: float

    def with_column(self, colour: str, cards: float, spent: float = 0.0) -> Position:
        """Add cards to a column and take `spent` from the deck."""
        columns = {**self.columns, colour: self.columns[colour] + cards}
        return Position(
            self.way, self.places, self.headings, self.hands, columns, self.deck - spent
        )

    def with_way(self, way: Way) -> Position:
        return Position(way, self.places, self.headings, self.hands, self.columns, self.deck)

    def with_figures(self, places: list[int], headings: list[int]) -> Position:
        return Position(self.way, places, headings, self.hands, self.columns, self.deck)

    def with_hand(self, seat: int, hand: tuple[str, ...]) -> Position:
        hands = tuple([hand if one == seat else other for one, other in enumerate(self.hands)])
        return replace(self, hands=hands)


class Judge:
    """Values positions of one table."""

    def __init__(self, terrain: Terrain, odds: dict[str, float], seat: int, memories: int) -> None:
        self.terrain = terrain
        self.cards = terrain.content.cards
        self.odds = odds
        """Of the next Threat's colour."""
        self.seat = seat
        self.memories = memories
        self.in_mind = list(range(GUESSES))
        """The guesses that are considered, in Fog."""
        self._tours: dict[tuple[int, tuple[int, ...]], float] = {}
        self._hands: dict[tuple[str, ...], float] = {}

    def after_threat(self, position: Position) -> Values:
        """The expected value after the Threat phase."""
        if position.way.lost or not position.way.left:
            return self.value(position)
        found: Values = {}
        for colour, odds in self.odds.items():
            if odds:
                for source, value in self.value_struck(position, colour).items():
                    found[source] = found.get(source, 0.0) + odds * value
        return found

    def value_struck(self, position: Position, colour: str) -> Values:
        """The value after a Threat of this colour; in Fog, the mean over the guesses in mind."""
        if colour != PURPLE or not self.terrain.is_covered:
            return self.value(self.struck(position, colour))
        before = self.terrain.guess
        values: list[Values] = []
        for guess in self.in_mind:
            self.terrain.guess = guess
            values.append(self.value(self.struck(position, colour)))
        self.terrain.guess = before
        return mean_of(values)

    def struck(self, position: Position, colour: str) -> Position:
        """The position after a Threat of this colour took effect."""
        position = position.with_column(colour, 1, spent=1)
        cards = round(position.columns[colour])
        pairs = cards // 2
        if colour == PURPLE:
            way = self.terrain.follow(position.way, position.places, position.headings, cards)
            return position.with_way(way)
        if colour == RED:
            return self.hunted(position, cards)
        if colour == BLUE:
            columns = {
                one: number + pairs * self.odds[one] for one, number in position.columns.items()
            }
            return replace(position, columns=columns, deck=position.deck - pairs)
        if colour == GREEN:
            seats = len(position.hands)
            for place in range(pairs):
                seat = (self.seat + place) % seats
                if position.hands[seat]:
                    position = position.with_hand(seat, self.without_least(position.hands[seat]))
                else:
                    position = replace(position, deck=position.deck - 1)
            return position
        return self.turned_round(position, pairs)

    def hunted(self, position: Position, steps: int) -> Position:
        ways = self.terrain.hunt(position.way.team)
        places = position.places[:]
        for _ in range(steps):
            here = places[BILLYGOAT]
            nearer = [
                space for space in self.terrain.board.around[here] if ways[space] < ways[here]
            ]
            if not nearer:
                break
            places[BILLYGOAT] = nearer[0]
            if nearer[0] == position.way.team:
                return replace(position, places=places, way=replace(position.way, lost=True))
        headings = position.headings[:]
        headings[BILLYGOAT] = bearing(self.terrain.board, places[BILLYGOAT], position.way.team)
        return position.with_figures(places, headings)

    def turned_round(self, position: Position, pairs: int) -> Position:
        headings = position.headings[:]
        for figure in [one for one in FACELESS if position.places[one] != AWAY][:pairs]:
            headings[figure] = (headings[figure] + 180) % 360
        return position.with_figures(position.places, headings)

    def without_least(self, hand: tuple[str, ...]) -> tuple[str, ...]:
        least = min(hand, key=self.card_value)
        return tuple([card for card in hand if card != least] + [least] * (hand.count(least) - 1))

    # Values.

    def value(self, position: Position) -> Values:
        way = position.way
        found = self.memories - len(way.left)
        if way.lost or position.deck < 0:
            return {"memories": FOUND * found, "danger": LOST}
        if not way.left:
            return {"memories": FOUND * found + WON}
        return {
            "memories": FOUND * found + UNUSED[min(way.unused, len(UNUSED) - 1)],
            "way": -STEP * self.tour(way),
            "danger": self.danger(position),
            "threats": -add_up([COLUMN[one] * n for one, n in position.columns.items()]),
            "hands": add_up([self.hand_value(hand) for hand in position.hands]),
            "time": CARD_OF_DECK * position.deck,
        }

    def tour(self, way: Way) -> float:
        """The number of steps to all Memories, always walking to the nearest one."""
        key = (way.team, way.left)
        if key not in self._tours:
            here = way.team
            left = list(way.left)
            steps = 0.0
            while left:
                distances = self.terrain.distances(here)
                here = min(left, key=distances.__getitem__)
                left.remove(here)
                steps += distances[here]
            self._tours[key] = steps
        return self._tours[key]

    def danger(self, position: Position) -> float:
        """The danger from Billygoat in later turns, by how far out of his reach the Team is."""
        distance = self.terrain.hunt(position.way.team)[position.places[BILLYGOAT]]
        beyond = max(0.0, distance - position.columns[RED] - 1)
        return float(-CATCH * CALM**beyond)

    def hand_value(self, hand: tuple[str, ...]) -> float:
        if hand not in self._hands:
            cards = add_up([self.card_value(card) for card in hand])
            prices = FOGGY_HAND if self.terrain.is_foggy else HAND
            self._hands[hand] = prices[min(len(hand), len(prices) - 1)] + cards
        return self._hands[hand]

    def card_value(self, name: str) -> float:
        card = self.cards[name]
        return card.value * (PURPLE_STEP if card.colour == PURPLE else NUMBER)

    def filled(self, position: Position, seat: int, limit: int) -> Position:
        """A hand filled from the display, always with the best card."""
        display = {colour: list(cards) for colour, cards in self.display.items()}
        while len(position.hands[seat]) < limit:
            taken = [
                (self.taken(position, seat, colour, cards[-1]), colour)
                for colour, cards in display.items()
                if cards
            ]
            if not taken:
                return replace(position, deck=position.deck - (limit - len(position.hands[seat])))
            position, colour = max(taken, key=lambda one: add_up(self.value(one[0]).values()))
            display[colour].pop()
        return position

    display: dict[str, tuple[str, ...]]
    """The cards of each column, top to bottom; the caller sets it."""

    def taken(self, position: Position, seat: int, colour: str, card: str) -> Position:
        """The position after this bottom card went to a hand."""
        return position.with_column(colour, -1).with_hand(seat, (*position.hands[seat], card))

    def refilled(self, position: Position, minimum: int) -> Position:
        """The display filled up to its minimum, with fractions of each colour."""
        missing = minimum - add_up(position.columns.values())
        if missing <= 0:
            return position
        columns = {one: position.columns[one] + missing * self.odds[one] for one in COLOURS}
        return replace(position, columns=columns, deck=position.deck - missing)


def mean_of(values: list[Values]) -> Values:
    """The mean by source."""
    found: Values = {}
    for one in values:
        for source, value in one.items():
            found[source] = found.get(source, 0.0) + value / len(values)
    return found
