"""Where a space of the Province lies, as one would say it: east of the village worth 5."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import atan2, hypot, pi

from embertable.games.lueur.content import Board, LueurContent, Place

WINDS = ("east", "north_east", "north", "north_west", "west", "south_west", "south", "south_east")
WIDER = 1.9
"""A map is so much wider than high, and positions are shares of both."""


@dataclass(frozen=True)
class Bearing:
    """The wind in which a space lies from the village or the start nearest to it.

    `rank` tells spaces apart that would be called the same: 0 is the nearest of them.
    """

    landmark: Place
    wind: str
    rank: int


def bearing_of(content: LueurContent, place: Place) -> Bearing:
    """Where a space lies; all of them are worked out together, and once."""
    if not content.bearings:
        content.bearings.update(bearings(content.province))
    found = content.bearings[place.id]
    assert isinstance(found, Bearing)
    return found


def bearings(board: Board) -> dict[str, Bearing]:
    places = sorted(board.places.values(), key=lambda place: place.id)
    landmarks = [place for place in places if place.kind in ("village", "start")]
    near = sorted(
        (min((distance(mark, place), n) for n, mark in enumerate(landmarks)), place.id)
        for place in places
        if place not in landmarks
    )
    found: dict[str, Bearing] = {}
    called: Counter[tuple[str, str, str, int]] = Counter()
    for (_, n), name in near:
        place, mark = board.places[name], landmarks[n]
        wind = wind_to(mark, place)
        # Villages of the same worth have the same name.
        alike = (place.kind, place.element, wind, mark.points)
        found[name] = Bearing(mark, wind, called[alike])
        called[alike] += 1
    return found


def offset(one: Place, other: Place) -> tuple[float, float]:
    """East and north, as the map is seen."""
    (x, y), (to_x, to_y) = one.position, other.position
    return (to_x - x) * WIDER, float(y - to_y)


def distance(one: Place, other: Place) -> float:
    return hypot(*offset(one, other))


def wind_to(one: Place, other: Place) -> str:
    east, north = offset(one, other)
    return WINDS[round(atan2(north, east) * len(WINDS) / (2 * pi)) % len(WINDS)]
