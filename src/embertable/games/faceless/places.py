"""What people call places and facings: steps from the Team, corners of the field, winds."""

from __future__ import annotations

import math
from typing import Final

from embertable.engine.catalogue import Message, Namer, Plain
from embertable.games.faceless.board import AWAY, DIRECTIONS, Axial, Board
from embertable.games.faceless.view import FacelessView

WINDS: Final = 8


def legs(cell: Axial) -> tuple[int, int, int]:
    """The shortest way to an offset: a direction, the steps in it, and those in the next one."""
    for direction, (q, r) in enumerate(DIRECTIONS):
        nq, nr = DIRECTIONS[(direction + 1) % 6]
        # One of the six sectors between two neighbouring directions holds the cell.
        size = q * nr - r * nq
        steps = (cell[0] * nr - cell[1] * nq) // size
        more = (q * cell[1] - r * cell[0]) // size
        if steps > 0 and more >= 0:
            return direction, steps, more
    return 0, 0, 0


class Places:
    """Namers of spaces and external spaces, without coordinates.

    A space is told by the way to it from the Team, or from the middle while the Team is not there.
    """

    def __init__(self, board: Board, view: FacelessView | None) -> None:
        self.board = board
        self.team = AWAY if view is None else view.team

    def namers(self) -> dict[str, Namer]:
        return {
            "place": self.name_place,
            "spot": self.name_spot,
            "from_middle": self.name_from_middle,
        }

    def name_place(self, value: Plain) -> Message:
        """A whole phrase: "2 steps east and 1 north-east of the Team"."""
        return self.name_from(value, self.team)

    def name_from_middle(self, value: Plain) -> Message:
        return self.name_from(value, AWAY)

    def name_spot(self, value: Plain) -> Message:
        """The same for a list: "2 east + 1 north-east"."""
        assert isinstance(value, int)
        if value == AWAY:
            return Message("place.away")
        if value >= self.board.size:
            return self.name_external(value)
        if value == self.team or (self.team == AWAY and self.board.cells[value] == (0, 0)):
            return Message("place.here" if self.team != AWAY else "place.middle")
        return self.name_leg(self.offset(value, self.team))

    def name_leg(self, offset: Axial) -> Message:
        direction, steps, more = legs(offset)
        arguments = {"direction": direction, "n": steps, "next": (direction + 1) % 6, "more": more}
        return Message("spot.two" if more else "spot.one", arguments)

    def name_laid(self, symbol: int, others: list[int]) -> Message:
        """Where an Obstacle lies: a symbol by the wind it has from the middle, and the spaces beside it."""
        spots = [self.name_leg(self.offset(space, symbol)) for space in others]
        q, r = self.board.cells[symbol]
        if not (q or r):
            return Message("laid.middle", {"spaces": spots})
        # Axes of hexagons, 60 degrees apart.
        degrees = round(math.degrees(math.atan2(r * math.sqrt(3), 2 * q + r))) % 360
        return Message("laid.wind", {"wind": nearest_wind(degrees), "spaces": spots})

    def name_from(self, value: Plain, origin: int) -> Message:
        assert isinstance(value, int)
        if value == AWAY:
            return Message("place.away")
        if value >= self.board.size:
            return self.name_external(value)
        direction, steps, more = legs(self.offset(value, origin))
        start = "middle" if origin == AWAY else "team"
        if not steps:
            return Message("place.middle" if origin == AWAY else "place.here")
        id = f"place.two_{start}" if more else f"place.one_{start}"
        following = (direction + 1) % 6
        return Message(id, {"n": steps, "direction": direction, "more": more, "next": following})

    def name_external(self, place: int) -> Message:
        """A stone around the field, by the nearest corner and the one it lies towards."""
        direction, steps, more = legs(self.board.cells[place])
        if not more:
            return Message("stone.corner", {"corner": direction})
        near, far = direction, (direction + 1) % 6
        if steps == more:
            return Message("stone.halfway", {"corner": near, "other": far})
        if steps < more:
            near, far = far, near
        return Message("stone.towards", {"n": min(steps, more), "corner": near, "other": far})

    def offset(self, space: int, origin: int) -> Axial:
        q, r = self.board.cells[space]
        if origin == AWAY:
            return q, r
        from_q, from_r = self.board.cells[origin]
        return q - from_q, r - from_r


def name_heading(value: Plain) -> Message:
    """A facing in words: a wind, and how many notches of one degree beside it.

    No two facings have the same name, so a list of options tells them apart.
    """
    assert isinstance(value, int)
    wind = nearest_wind(value)
    aside = (value - wind * 45 + 180) % 360 - 180
    if not aside:
        return Message("heading.faces", {"wind": wind})
    # East goes to the north or to the south, north-east to the north or to the east.
    towards = wind + (1 if aside > 0 else -1) * (1 if wind % 2 else 2)
    return Message("heading.aside", {"wind": wind, "n": abs(aside), "towards": towards % WINDS})


def name_wind(value: Plain) -> Message:
    """A facing as people tell it: the nearest of eight winds."""
    assert isinstance(value, int)
    return Message("heading.faces", {"wind": nearest_wind(value)})


def nearest_wind(degrees: int) -> int:
    return (degrees * 2 + 45) // 90 % WINDS
