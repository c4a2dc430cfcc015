"""What a position of The Faceless is worth, and what the next Threat is likely to make of it.

The unit is a tenth of a Memory found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from embertable.bots.evaluator import Values
from embertable.bots.faceless.walks import Terrain, Way
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

FOUND = 10.0
WON = 60.0
LOST = -80.0
STEP = 2.0
"""Of a step on the way to all Memories that are left."""
UNUSED = (0.0, 4.0, 6.0, 7.0, 7.5)
HAND = (0.0, 1.2, 2.0, 2.6, 3.0)
PURPLE_STEP = 0.25
NUMBER = 0.1
CARD_OF_DECK = 1.1
CATCH = 9.0
CALM = 0.75
"""How much each space between Billygoat's reach and the Team takes off the danger."""
COLUMN = {YELLOW: 0.3, GREEN: 0.3, BLUE: 0.4, RED: 0.8, PURPLE: 0.6}


@dataclass
class Plight:
    """A position as far as a bot minds it."""

    way: Way
    places: list[int]
    headings: list[int]
    hands: tuple[tuple[str, ...], ...]
    columns: dict[str, float]
    """How many cards each column holds; cards not seen yet count in parts."""
    deck: float

    def with_column(self, colour: str, cards: float, spent: float = 0.0) -> Plight:
        """So many cards more in a column, and so many less in the deck."""
        columns = {**self.columns, colour: self.columns[colour] + cards}
        return Plight(self.way, self.places, self.headings, self.hands, columns, self.deck - spent)

    def with_way(self, way: Way) -> Plight:
        return Plight(way, self.places, self.headings, self.hands, self.columns, self.deck)

    def with_figures(self, places: list[int], headings: list[int]) -> Plight:
        return Plight(self.way, places, headings, self.hands, self.columns, self.deck)

    def with_hand(self, seat: int, hand: tuple[str, ...]) -> Plight:
        hands = tuple([hand if one == seat else other for one, other in enumerate(self.hands)])
        return replace(self, hands=hands)


class Judge:
    """Weighs plights of one table."""

    def __init__(self, terrain: Terrain, odds: dict[str, float], seat: int, memories: int) -> None:
        self.terrain = terrain
        self.cards = terrain.content.cards
        self.odds = odds
        """Of the next Threat's colour."""
        self.seat = seat
        self.memories = memories
        self._tours: dict[tuple[int, tuple[int, ...]], float] = {}
        self._hands: dict[tuple[str, ...], float] = {}

    def after_threat(self, plight: Plight) -> Values:
        """The worth that is to be expected once the Threat phase is over."""
        if plight.way.lost or not plight.way.left:
            return self.value(plight)
        found: Values = {}
        for colour, odds in self.odds.items():
            if odds:
                for source, value in self.value(self.struck(plight, colour)).items():
                    found[source] = found.get(source, 0.0) + odds * value
        return found

    def struck(self, plight: Plight, colour: str) -> Plight:
        """The plight after a card of this colour came and did what it does."""
        plight = plight.with_column(colour, 1, spent=1)
        cards = round(plight.columns[colour])
        pairs = cards // 2
        if colour == PURPLE:
            way = self.terrain.follow(plight.way, plight.places, plight.headings, cards)
            return plight.with_way(way)
        if colour == RED:
            return self.hunted(plight, cards)
        if colour == BLUE:
            columns = {
                one: number + pairs * self.odds[one] for one, number in plight.columns.items()
            }
            return replace(plight, columns=columns, deck=plight.deck - pairs)
        if colour == GREEN:
            seats = len(plight.hands)
            for place in range(pairs):
                seat = (self.seat + place) % seats
                if plight.hands[seat]:
                    plight = plight.with_hand(seat, self.without_least(plight.hands[seat]))
                else:
                    plight = replace(plight, deck=plight.deck - 1)
            return plight
        return self.turned_round(plight, pairs)

    def hunted(self, plight: Plight, steps: int) -> Plight:
        ways = self.terrain.hunt(plight.way.team)
        places = plight.places[:]
        for _ in range(steps):
            here = places[BILLYGOAT]
            nearer = [
                space for space in self.terrain.board.around[here] if ways[space] < ways[here]
            ]
            if not nearer:
                break
            places[BILLYGOAT] = nearer[0]
            if nearer[0] == plight.way.team:
                return replace(plight, places=places, way=replace(plight.way, lost=True))
        headings = plight.headings[:]
        headings[BILLYGOAT] = bearing(self.terrain.board, places[BILLYGOAT], plight.way.team)
        return plight.with_figures(places, headings)

    def turned_round(self, plight: Plight, pairs: int) -> Plight:
        headings = plight.headings[:]
        for figure in [one for one in FACELESS if plight.places[one] != AWAY][:pairs]:
            headings[figure] = (headings[figure] + 180) % 360
        return plight.with_figures(plight.places, headings)

    def without_least(self, hand: tuple[str, ...]) -> tuple[str, ...]:
        least = min(hand, key=self.card_worth)
        return tuple([card for card in hand if card != least] + [least] * (hand.count(least) - 1))

    # What is worth something.

    def value(self, plight: Plight) -> Values:
        way = plight.way
        found = self.memories - len(way.left)
        if way.lost or plight.deck < 0:
            return {"memories": FOUND * found, "danger": LOST}
        if not way.left:
            return {"memories": FOUND * found + WON}
        return {
            "memories": FOUND * found + UNUSED[min(way.unused, len(UNUSED) - 1)],
            "way": -STEP * self.tour(way),
            "danger": self.danger(plight),
            "threats": -sum([COLUMN[one] * n for one, n in plight.columns.items()]),
            "hands": sum([self.hand_worth(hand) for hand in plight.hands]),
            "time": CARD_OF_DECK * plight.deck,
        }

    def tour(self, way: Way) -> float:
        """How many steps it is to all Memories, always to the nearest."""
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

    def danger(self, plight: Plight) -> float:
        """Of Billygoat in the turns to come, by how far he is beyond his reach."""
        distance = self.terrain.hunt(plight.way.team)[plight.places[BILLYGOAT]]
        beyond = max(0.0, distance - plight.columns[RED] - 1)
        return float(-CATCH * CALM**beyond)

    def hand_worth(self, hand: tuple[str, ...]) -> float:
        if hand not in self._hands:
            cards = sum([self.card_worth(card) for card in hand])
            self._hands[hand] = HAND[min(len(hand), len(HAND) - 1)] + cards
        return self._hands[hand]

    def card_worth(self, name: str) -> float:
        card = self.cards[name]
        return card.value * (PURPLE_STEP if card.colour == PURPLE else NUMBER)

    def filled(self, plight: Plight, seat: int, limit: int) -> Plight:
        """A hand filled from the display, always with the card that is best to take."""
        display = {colour: list(cards) for colour, cards in self.display.items()}
        while len(plight.hands[seat]) < limit:
            taken = [
                (self.taken(plight, seat, colour, cards[-1]), colour)
                for colour, cards in display.items()
                if cards
            ]
            if not taken:
                return replace(plight, deck=plight.deck - (limit - len(plight.hands[seat])))
            plight, colour = max(taken, key=lambda one: sum(self.value(one[0]).values()))
            display[colour].pop()
        return plight

    display: dict[str, tuple[str, ...]]
    """The cards of each column, top to bottom; set by whoever asks."""

    def taken(self, plight: Plight, seat: int, colour: str, card: str) -> Plight:
        """The plight after this bottom card went to a hand."""
        return plight.with_column(colour, -1).with_hand(seat, (*plight.hands[seat], card))

    def refilled(self, plight: Plight, minimum: int) -> Plight:
        """The display with as many cards as it must have, in parts of each colour."""
        missing = minimum - sum(plight.columns.values(), 0.0)
        if missing <= 0:
            return plight
        columns = {one: plight.columns[one] + missing * self.odds[one] for one in COLOURS}
        return replace(plight, columns=columns, deck=plight.deck - missing)
