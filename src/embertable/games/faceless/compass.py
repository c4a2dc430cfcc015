"""The needle: the summed field of the magnets at the Team's space, and what it points at.

Each magnet is a point dipole in the plane of the board (ledger, section 24). Angles are whole
millionths of a degree, counter-clockwise from east, so that comparing them is exact (F-NEEDLE-09)
and every build reads the same.
"""

from __future__ import annotations

import math
from typing import Final

from embertable.games.faceless.board import AWAY, HALF_ROOT_OF_THREE, Board

DEGREE: Final = 1_000_000
SECTOR: Final = 60 * DEGREE
FULL_TURN: Final = 360 * DEGREE
NORTH: Final = 90 * DEGREE
TIES: Final = 6
WEAK: Final = 12
DOUBT: Final = 1e-5
"""How close to the limit of the tie band the exact angle is computed, relative to it."""
DEGREES: Final = 180.0 / math.pi
FIELD_CONSTANT: Final = 1e-7
"""The vacuum permeability over four pi, in tesla metres per ampere."""

COSINES: Final[list[float]] = [math.cos(math.radians(heading)) for heading in range(360)]
SINES: Final[list[float]] = [math.sin(math.radians(heading)) for heading in range(360)]


class Compass:
    """The field of a magnet on every place at every space, and how a field is read."""

    def __init__(
        self, board: Board, pitch: float, moment: float, tie_band: int, least_field: float
    ) -> None:
        self.size = board.size
        self.tie_band = tie_band
        self.least = least_field * least_field
        band = math.sin(math.radians(tie_band / DEGREE))
        self.tie_width = band * (1.0 + DOUBT) + DOUBT
        self.least_length = least_field * (1.0 + DOUBT)
        self.maybe_tied = band * band * (1.0 + DOUBT) + DOUBT * DOUBT
        self.surely_tied = band * band * (1.0 - DOUBT) - DOUBT * DOUBT
        self.borders = [
            (-math.sin(math.radians(line)), math.cos(math.radians(line)))
            for middle in (30, 90, 150)
            for line in (middle - tie_band / DEGREE, middle + tie_band / DEGREE)
        ]
        """The normals of the lines on which a field begins or ends to tie."""
        self.along: list[float] = []
        self.cross: list[float] = []
        self.upward: list[float] = []
        metres = pitch / 1000.0
        for x, y in board.positions:
            for space in range(board.size):
                across = (board.positions[space][0] - x) * metres
                up = (board.positions[space][1] - y) * metres
                square = across * across + up * up
                if square == 0.0:
                    # Billygoat on the Team's space: the game is lost, no needle is read.
                    self.along.append(0.0)
                    self.cross.append(0.0)
                    self.upward.append(0.0)
                    continue
                strength = FIELD_CONSTANT * moment / (square * math.sqrt(square))
                self.along.append(strength * (3.0 * across * across / square - 1.0))
                self.cross.append(strength * 3.0 * across * up / square)
                self.upward.append(strength * (3.0 * up * up / square - 1.0))

    def field(
        self, places: list[int], headings: list[int], space: int, earth: float
    ) -> tuple[float, float]:
        """The field in tesla at a space; `earth` adds a field to the north."""
        x = 0.0
        y = earth
        for figure in range(len(places)):
            place = places[figure]
            if place == AWAY:
                continue
            at = place * self.size + space
            cosine = COSINES[headings[figure]]
            sine = SINES[headings[figure]]
            cross = self.cross[at]
            x += self.along[at] * cosine + cross * sine
            y += cross * cosine + self.upward[at] * sine
        return x, y

    def read(
        self,
        places: list[int],
        headings: list[int],
        space: int,
        before: int = NORTH,
        earth: float = 0.0,
    ) -> int:
        """The angle of the red end; too weak a field leaves the needle as it was (F-NEEDLE-07)."""
        x, y = self.field(places, headings, space, earth)
        if x * x + y * y < self.least:
            return before
        return angle_of(x, y)

    def read_many(
        self,
        places: list[list[int]],
        headings: list[list[int]],
        spaces: list[int],
        earth: float = 0.0,
    ) -> list[int]:
        """The angles of many positions, each read for itself as from north."""
        return [
            self.read(places[number], headings[number], spaces[number], NORTH, earth)
            for number in range(len(spaces))
        ]

    def directions(self, angle: int) -> tuple[int, ...]:
        """The direction an end of the needle points in, or the two of a tie (F-NEEDLE-04)."""
        code = self.code_of_angle(angle)
        return (code,) if code < TIES else (code - TIES, (code - TIES + 1) % 6)

    def code_of_angle(self, angle: int) -> int:
        """A direction from 0 to 5, or TIES and the first of two directions."""
        shifted = angle + SECTOR // 2
        sector = shifted // SECTOR
        beyond = shifted - sector * SECTOR
        if beyond <= self.tie_band:
            return TIES + (sector + 5) % 6
        if SECTOR - beyond <= self.tie_band:
            # Never the seventh sector: a full turn cuts it off in its middle.
            return TIES + sector
        return sector % 6

    def code(self, x: float, y: float) -> int:
        """The code of a field: WEAK, or what its angle says, mostly without working it out.

        A side is positive left of the line at 30, 90 or 150 degrees. Its square tells how near the
        line the field is; only where that leaves a doubt the angle decides.
        """
        square = x * x + y * y
        if square < self.least:
            return WEAK
        first = HALF_ROOT_OF_THREE * y - 0.5 * x
        third = -HALF_ROOT_OF_THREE * y - 0.5 * x
        near = square * self.maybe_tied
        if first * first < near or x * x < near or third * third < near:
            tied = square * self.surely_tied
            if first * first < tied:
                return TIES if HALF_ROOT_OF_THREE * x + 0.5 * y > 0.0 else TIES + 3
            if x * x < tied:
                return TIES + 1 if y > 0.0 else TIES + 4
            if third * third < tied:
                return TIES + 2 if 0.5 * y - HALF_ROOT_OF_THREE * x > 0.0 else TIES + 5
            return self.code_of_angle(angle_of(x, y))
        if first > 0.0:
            if x > 0.0:
                return 1
            return 3 if third > 0.0 else 2
        if x < 0.0:
            return 4
        return 5 if third > 0.0 else 0

    def is_steady(self, x: float, y: float, change: float) -> bool:
        """Whether no change of that strength can make the field point elsewhere, tie or weaken.

        The distances from the lines at 30, 90 and 150 degrees are those of `code`.
        """
        length = math.sqrt(x * x + y * y)
        room = change + self.tie_width * (length + change)
        return (
            length - change > self.least_length
            and abs(HALF_ROOT_OF_THREE * y - 0.5 * x) > room
            and abs(x) > room
            and abs(HALF_ROOT_OF_THREE * y + 0.5 * x) > room
        )

    def read_code(
        self, places: list[int], headings: list[int], space: int, earth: float = 0.0
    ) -> int:
        """What the red end points at, as a code: the quickest reading there is."""
        x, y = self.field(places, headings, space, earth)
        return self.code(x, y)


def angle_of(x: float, y: float) -> int:
    """The direction of a vector in millionths of a degree, from 0 up to a full turn."""
    angle = math.floor(math.atan2(y, x) * DEGREES * 1e6 + 0.5)
    return angle % FULL_TURN


def opposite_angle(angle: int) -> int:
    """Where the white end points."""
    return (angle + FULL_TURN // 2) % FULL_TURN


def bearing(board: Board, place: int, towards: int) -> int:
    """The whole degree nearest to the direction from one place to another (ledger, 21.3)."""
    x, y = board.positions[place]
    to_x, to_y = board.positions[towards]
    return (angle_of(to_x - x, to_y - y) + DEGREE // 2) // DEGREE % 360


def pull(
    board: Board, pitch: float, moment: float, a: int, a_heading: int, b: int, b_heading: int
) -> float:
    """The attraction between two magnets along their line, in newtons; negative pushes (24.6)."""
    across = (board.positions[b][0] - board.positions[a][0]) * pitch / 1000.0
    up = (board.positions[b][1] - board.positions[a][1]) * pitch / 1000.0
    square = across * across + up * up
    distance = math.sqrt(square)
    across /= distance
    up /= distance
    ax, ay = COSINES[a_heading], SINES[a_heading]
    bx, by = COSINES[b_heading], SINES[b_heading]
    together = ax * bx + ay * by
    in_line = (ax * across + ay * up) * (bx * across + by * up)
    force = 3.0 * FIELD_CONSTANT * moment * moment * (together - 3.0 * in_line) / (square * square)
    return -force
