"""Trying a pose: what the table would show with a figure put or turned so (F-WALK-13)."""

from __future__ import annotations

from dataclasses import replace

from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import collisions
from embertable.games.faceless.compass import opposite_angle
from embertable.games.faceless.content import BILLYGOAT, FacelessContent
from embertable.games.faceless.view import FacelessView, FigureView, NeedleView


def tried_pose(
    view: FacelessView, content: FacelessContent, figure: int, place: int, heading: int
) -> FacelessView:
    """The view with one figure there; what snaps stands aside, and the needle turns, if seen."""
    places = [one.place for one in view.figures]
    headings = [one.heading for one in view.figures]
    places[figure] = place
    headings[figure] = heading
    for gone in snapped_figures(view, content, places, headings, figure):
        places[gone] = AWAY
    figures = tuple(
        [
            FigureView(one, at, content.board.label(at) if at != AWAY else "", headings[one])
            for one, at in enumerate(places)
        ]
    )
    return replace(view, figures=figures, needle=tried_needle(view, content, places, headings))


def tried_way(view: FacelessView, content: FacelessContent, steps: int) -> tuple[list[int], str]:
    """Where the needle would lead, step by step, as far as it is sure; and what it would meet."""
    ways: list[int] = []
    needle = view.needle
    space = view.team
    covered = [one for obstacle in view.obstacles for one in obstacle.spaces]
    while needle is not None and len(needle.directions) == 1 and len(ways) < steps:
        ways.append(needle.directions[0])
        space = content.board.neighbours[space * 6 + ways[-1]]
        if space == AWAY:
            return ways, "edge"
        if space in covered:
            return ways, "obstacle"
        if space == view.figures[BILLYGOAT].place:
            return ways, "billygoat"
        if view.parts:
            # Tokens that push, turn or draw the Team are ignored here.
            break
        places = [one.place for one in view.figures]
        headings = [one.heading for one in view.figures]
        needle = tried_needle(replace(view, team=space), content, places, headings)
    return ways, ""


def snapped_figures(
    view: FacelessView,
    content: FacelessContent,
    places: list[int],
    headings: list[int],
    figure: int,
) -> list[int]:
    """Who would leave the board; under the Fog nobody is told (F-EXP-FOG-03)."""
    if not view.collide or view.needle is None:
        return []
    return [gone for gone, _ in collisions(content, places, headings, figure)]


def tried_needle(
    view: FacelessView, content: FacelessContent, places: list[int], headings: list[int]
) -> NeedleView | None:
    if view.needle is None or places[BILLYGOAT] == view.team:
        return None
    compass = content.compass
    earth = content.earth_field if view.earth else 0.0
    angle = compass.read(places, headings, view.team, view.needle.angle, earth)
    followed = opposite_angle(angle) if view.needle.reverse else angle
    return NeedleView(angle, compass.directions(followed), view.needle.reverse)
