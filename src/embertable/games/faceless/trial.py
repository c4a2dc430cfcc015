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


def snapped_figures(
    view: FacelessView,
    content: FacelessContent,
    places: list[int],
    headings: list[int],
    figure: int,
) -> list[int]:
    """Who would leave the board."""
    if not view.collide:
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
