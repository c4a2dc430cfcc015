"""Reading the needle: by the model or, at a companion table, from the players' own compass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import CHANCE, Action, Draw, Drawn, Event, Seat, Table
from embertable.games.faceless.compass import DEGREE, opposite_angle
from embertable.games.faceless.moments import NeedleTurned
from embertable.games.faceless.state import WHITE_END, FacelessState

LISTED: Final = 30
"""Degrees between the readings of a list: the six directions, and what lies between two of them."""


@dataclass
class NeedleRead(Event):
    """What the players' own compass shows, and what the model says, in degrees."""

    degrees: int
    model: int


def earth_field(table: Table[FacelessState]) -> float:
    return 0.0 if table.options["earth_field"] == "off" else table.state.content.earth_field


def model_angle(table: Table[FacelessState]) -> int:
    """Where the red end points by the field of the magnets (F-NEEDLE-01)."""
    state = table.state
    return state.content.compass.read(
        state.places, state.headings, state.team, state.needle, earth_field(table)
    )


def model_degrees(table: Table[FacelessState]) -> int:
    """The nearest whole degree that leads where the model's angle does."""
    compass = table.state.content.compass
    angle = model_angle(table)
    below = angle // DEGREE
    nearest = (angle + DEGREE // 2) // DEGREE
    for degrees in (nearest, below, below + 1):
        if compass.code_of_angle(degrees % 360 * DEGREE) == compass.code_of_angle(angle):
            return degrees % 360
    return nearest % 360


def read_needle(table: Table[FacelessState]) -> None:
    table.state.needle = model_angle(table)


def needle_directions(table: Table[FacelessState], end: str) -> tuple[int, ...]:
    """Where a step leads by what the needle shows, on a reverse space by its other end."""
    state = table.state
    angle = state.needle
    if end == WHITE_END or table.ask(NeedleTurned(state.team), 0):
        angle = opposite_angle(angle)
    return state.content.compass.directions(angle)


@dataclass
class ReadNeedle(Draw):
    """Where the red end of the players' own compass points, in whole degrees.

    No chance is in it for the program: the model of the magnets says it.
    """

    reader: Seat
    model: int
    """What the model says, for comparison."""

    def owner(self) -> Seat:
        return self.reader

    def options(self, table: Table[FacelessState]) -> list[Action]:
        return READINGS

    def free_field(self) -> str:
        return "degrees"

    def shortlist(self, table: Table[FacelessState]) -> list[Action]:
        """What the model says, and the rest of the dial in twelve parts."""
        listed = [degrees for degrees in range(0, 360, LISTED) if degrees != self.model]
        return [READINGS[degrees] for degrees in (self.model, *listed)]

    def run(self, table: Table[FacelessState]) -> None:
        read_needle(table)


@dataclass(unsafe_hash=True)
class NeedleShows(Drawn):
    """What the players' own compass shows (F-NEEDLE-05)."""

    degrees: int

    def run(self, table: Table[FacelessState]) -> None:
        model = model_degrees(table)
        table.state.needle = self.degrees * DEGREE
        table.emit(NeedleRead(self.degrees, model))


READINGS: Final[list[Action]] = [NeedleShows(CHANCE, degrees) for degrees in range(360)]
"""Every reading; shared, so nobody may change this list."""
