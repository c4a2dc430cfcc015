"""The needle: the summed field of the magnets at the Team's space, and what it points at.

Each magnet is a point dipole in the plane of the board (ledger, section 24). Angles are whole
millionths of a degree, counter-clockwise from east, so that comparing them is exact (F-NEEDLE-09)
and every build reads the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from embertable.games.faceless.board import AWAY, Board

DEGREE: Final = 1_000_000
SECTOR: Final = 60 * DEGREE
FULL_TURN: Final = 360 * DEGREE
NORTH: Final = 90 * DEGREE
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
        self, places: Sequence[int], headings: Sequence[int], space: int, earth: float
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
        places: Sequence[int],
        headings: Sequence[int],
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
        places: Sequence[Sequence[int]],
        headings: Sequence[Sequence[int]],
        spaces: Sequence[int],
        earth: float = 0.0,
    ) -> list[int]:
        """The angles of many positions, each read for itself as from north."""
        return [
            self.read(places[number], headings[number], spaces[number], NORTH, earth)
            for number in range(len(spaces))
        ]

    def directions(self, angle: int) -> tuple[int, ...]:
        """The direction an end of the needle points in, or the two of a tie (F-NEEDLE-04)."""
        beyond = (angle + SECTOR // 2) % SECTOR
        nearest = (angle + SECTOR // 2) // SECTOR % 6
        if beyond <= self.tie_band:
            return ((nearest + 5) % 6, nearest)
        if SECTOR - beyond <= self.tie_band:
            return (nearest, (nearest + 1) % 6)
        return (nearest,)


def angle_of(x: float, y: float) -> int:
    """The direction of a vector in millionths of a degree, from 0 up to a full turn."""
    angle = int(math.floor(math.degrees(math.atan2(y, x)) * 1e6 + 0.5))
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
