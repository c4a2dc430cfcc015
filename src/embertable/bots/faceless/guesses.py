"""What a player under the Fog may suppose: how magnets of uncertain strength might turn the needle.

Nothing is read from the compass (F-EXP-FOG-03). As a person at the table does, a bot sees where the
figures stand and face, and knows roughly what a magnet does. Each guess supposes other strengths, other
errors in what the eye measures, and another law of distance; a pose is judged by all of them together,
so that a walk on which they disagree is worth little.
"""

from __future__ import annotations

import math
from typing import Final

from embertable.engine.chance import Chance, seeded
from embertable.games.faceless.board import AWAY, Board
from embertable.games.faceless.compass import COSINES, FIELD_CONSTANT, SINES
from embertable.games.faceless.content import FacelessContent

GUESSES: Final = 6
FIGURES: Final = 4
STRENGTH_ERROR: Final = 0.5
"""The standard deviation of a magnet's strength, as a logarithm."""
HEADING_ERROR: Final = 20.0
"""That of a heading, in degrees."""
DISTANCE_ERROR: Final = 0.5
"""That of the exponent by which a field weakens with distance."""
NEAREST: Final = 0.5
"""Distances are at least this many pitches."""


class Guess:
    """Supposed magnets, one for each figure."""

    def __init__(self, luck: Chance) -> None:
        self.strengths = [math.exp(STRENGTH_ERROR * normal(luck)) for _ in range(FIGURES)]
        self.turns = [round(HEADING_ERROR * normal(luck)) for _ in range(FIGURES)]
        self.power = 3.0 + DISTANCE_ERROR * normal(luck)

    def field_of(
        self, board: Board, figure: int, place: int, heading: int, space: int
    ) -> tuple[float, float]:
        """The supposed field of one figure at a space, in that of a magnet one pitch away."""
        x, y = board.positions[place]
        to_x, to_y = board.positions[space]
        across = to_x - x
        up = to_y - y
        distance = max(NEAREST, math.sqrt(across * across + up * up))
        across /= distance
        up /= distance
        turned = (heading + self.turns[figure]) % 360
        cosine = COSINES[turned]
        sine = SINES[turned]
        strength: float = self.strengths[figure] * distance**-self.power
        along = 3.0 * (across * cosine + up * sine)
        return strength * (along * across - cosine), strength * (along * up - sine)


def normal(luck: Chance) -> float:
    """About a standard normal number: the sum of twelve even ones."""
    total = 0.0
    for _ in range(12):
        total += luck.draw("guess", 1000) / 1000.0
    return total - 6.0


def direction_of(x: float, y: float) -> int:
    """The nearest of the six directions."""
    return math.floor(math.atan2(y, x) * 3.0 / math.pi + 0.5) % 6


def strength_at_a_pitch(content: FacelessContent) -> float:
    """The unit of supposed fields, in tesla; the Earth's field is compared with it."""
    metres = content.pitch / 1000.0
    return FIELD_CONSTANT * content.moment / (metres * metres * metres)


ALL: Final = [Guess(seeded(number)) for number in range(GUESSES)]


class Standing:
    """The supposed field of all figures but one, worked out once for each guess and space."""

    def __init__(
        self,
        board: Board,
        places: list[int],
        headings: list[int],
        earth: float,
        left_out: int = AWAY,
    ) -> None:
        self.board = board
        self.places = places
        self.headings = headings
        self.earth = earth
        self.left_out = left_out
        self._fields: dict[int, tuple[float, float]] = {}

    def field(self, number: int, space: int) -> tuple[float, float]:
        key = space * GUESSES + number
        found = self._fields.get(key)
        if found is None:
            x, y = 0.0, self.earth
            for figure, place in enumerate(self.places):
                if figure != self.left_out and place != AWAY:
                    more = ALL[number].field_of(
                        self.board, figure, place, self.headings[figure], space
                    )
                    x += more[0]
                    y += more[1]
            found = (x, y)
            self._fields[key] = found
        return found

    def field_with(self, number: int, place: int, heading: int, space: int) -> tuple[float, float]:
        """The same with the figure that was left out in a certain pose."""
        x, y = self.field(number, space)
        if place == AWAY:
            return x, y
        more = ALL[number].field_of(self.board, self.left_out, place, heading, space)
        return x + more[0], y + more[1]
