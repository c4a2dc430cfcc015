"""Facts of The Faceless, shared by the picture and the plain sentences."""

from __future__ import annotations

from embertable.games.faceless.board import AWAY, Board
from embertable.games.faceless.compass import DEGREE
from embertable.games.faceless.content import BILLYGOAT, PURPLE, RED
from embertable.games.faceless.expansions.avatars.cards import AvatarsView
from embertable.games.faceless.view import FacelessView


def wind_of(degrees: int) -> int:
    """The nearest of eight winds."""
    return (degrees * 2 + 45) // 90 % 8


def needle_degrees(view: FacelessView) -> int:
    assert view.needle is not None
    return view.needle.angle // DEGREE


def covered_by(view: FacelessView, board: Board) -> list[int]:
    """For each space the number of the Obstacle upon it, or AWAY."""
    found = [AWAY] * board.size
    for number, obstacle in enumerate(view.obstacles):
        for space in obstacle.spaces:
            found[space] = number
    return found


def billygoat_distance(view: FacelessView, board: Board) -> int:
    """How many spaces Billygoat has to go to the Team, or AWAY where he cannot."""
    goat = view.figures[BILLYGOAT].place
    if AWAY in (goat, view.team):
        return AWAY
    cover = covered_by(view, board)
    steps = {goat: 0}
    for space in (reached := [goat]):
        for near in neighbours_for_billygoat(view, board, space):
            if near in steps:
                continue
            if cover[near] == AWAY or near == view.team or crosses_obstacles(view):
                steps[near] = steps[space] + 1
                reached.append(near)
    return steps.get(view.team, AWAY)


def neighbours_for_billygoat(view: FacelessView, board: Board, space: int) -> list[int]:
    """The neighbouring spaces; for the Spectral an Obstacle is one space (F-AVA-SPECTRAL-01)."""
    for obstacle in view.obstacles:
        if space in obstacle.spaces and crosses_obstacles(view):
            around = [near for cell in obstacle.spaces for near in board.around[cell]]
            return [near for near in around if near not in obstacle.spaces]
    return board.around[space]


def crosses_obstacles(view: FacelessView) -> bool:
    avatars = view.parts.get("avatars")
    return isinstance(avatars, AvatarsView) and "spectral" in avatars.avatars


def next_strike(view: FacelessView, colour: str) -> int:
    """How strong the Threat of a colour would be with one card more (F-THREAT-02)."""
    cards = len(view.columns[colour]) + 1
    return cards if colour in (RED, PURPLE) else cards // 2
