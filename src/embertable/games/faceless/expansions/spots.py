"""Random spaces for tokens that are placed after the set-up."""

from __future__ import annotations

from typing import Final

from embertable.engine.table import Table
from embertable.games.faceless.board import spaces_in
from embertable.games.faceless.free_spaces import free_spaces
from embertable.games.faceless.layout import SETUP
from embertable.games.faceless.state import FacelessState

TRIES: Final = 10_000


def open_spaces(table: Table[FacelessState]) -> list[int]:
    return spaces_in(free_spaces(table))


def spread(table: Table[FacelessState], spaces: list[int], count: int, gap: int) -> list[int]:
    """Return `count` random spaces at least `gap` apart; draws again until they fit.

    Empty when no such spaces exist.
    """
    distances = table.state.content.board.distances
    if not can_spread(distances, spaces, count, gap):
        return []
    for _ in range(TRIES):
        left = spaces[:]
        found: list[int] = []
        while left and len(found) < count:
            space = table.chance.pick(SETUP, left)
            found.append(space)
            left = [other for other in left if distances[space][other] >= gap]
        if len(found) == count:
            return found
    raise AssertionError("tokens that have room were never placed")


def can_spread(distances: list[list[int]], spaces: list[int], count: int, gap: int) -> bool:
    if count == 0:
        return True
    for number, space in enumerate(spaces):
        left = [other for other in spaces[number + 1 :] if distances[space][other] >= gap]
        if can_spread(distances, left, count - 1, gap):
            return True
    return False
