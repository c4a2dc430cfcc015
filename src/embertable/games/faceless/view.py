"""What a seat sees of The Faceless: all but the deck, what left unseen, and facedown tokens."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Seat, Table, View
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.compass import opposite_angle
from embertable.games.faceless.content import COLOURS
from embertable.games.faceless.moments import NeedleHidden, NeedleTurned, ObstacleOpen
from embertable.games.faceless.needle import model_angle
from embertable.games.faceless.rest import hand_limit
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.warnings import warnings


@dataclass
class PlayerView(View):
    seat: Seat
    kid: str
    hand: tuple[str, ...]
    limit: int


@dataclass
class FigureView(View):
    """A magnetic figure; `place` is AWAY while it stands aside."""

    figure: int
    place: int
    label: str
    heading: int


@dataclass
class ObstacleView(View):
    id: str
    spaces: tuple[int, ...]
    is_swamp: bool


@dataclass
class NeedleView(View):
    """The angle of the red end in millionths of a degree, and where a needle step would lead."""

    angle: int
    directions: tuple[int, ...]
    reverse: bool
    """Here the white end is followed."""


@dataclass
class FacelessView(View):
    side: str
    players: tuple[PlayerView, ...]
    first: Seat
    current: Seat
    turn: int
    action: str
    card: str
    revealed: str
    columns: dict[str, tuple[str, ...]]
    """The Threats display, each column from top to bottom."""
    warnings: dict[str, tuple[str, ...]]
    """What else a card of each column sets off: a Warning token for each (F-COMP-04)."""
    minimum: int
    deck: int
    top: str
    """The card on top of the deck, for those who know it."""
    is_top_told: bool
    """Whether everybody knows it."""
    powers: tuple[str, ...]
    """What was used in this turn: the kids by name, and the Creepy Die."""
    removed: int
    discards: tuple[str, ...]
    obstacles: tuple[ObstacleView, ...]
    memories: tuple[int, ...]
    """The spaces of Memories still on the board."""
    unused: tuple[str, ...]
    used: tuple[str, ...]
    figures: tuple[FigureView, ...]
    team: int
    team_label: str
    needle: NeedleView | None
    """What the model says; None while it is covered, or before the Team stands."""
    own_compass: bool
    """Whether people read their own compass, so that `needle` is only a guess."""
    collide: bool
    """Whether figures that attract each other too strongly snap together (F-COLL-01)."""
    earth: bool
    """Whether the Earth's field turns the needle, too (F-NEEDLE-08)."""
    toggles: bool
    """Whether the end that leads changes only where a reverse space is entered (F-EXP-NIGHT-03)."""
    parts: dict[str, View]
    """What expansions show, by their names."""


def view(table: Table[FacelessState], seat: Seat | None) -> FacelessView:
    state = table.state
    board = state.content.board
    parts: dict[str, View] = {}
    for name, part in state.parts.items():
        shown = part.shown()
        if shown is not None:
            parts[name] = shown
    return FacelessView(
        side=state.side,
        players=tuple(
            [
                PlayerView(number, state.kids[number], tuple(hand), hand_limit(table, number))
                for number, hand in enumerate(state.hands)
            ]
        ),
        first=state.first,
        current=state.current,
        turn=state.turn,
        action=state.action,
        card=state.card,
        revealed=state.revealed,
        columns={colour: tuple(state.column(colour)) for colour in COLOURS},
        warnings=warnings(table),
        minimum=state.minimum,
        deck=len(state.deck),
        top=state.deck[-1] if seat in state.top_seen and state.deck else "",
        is_top_told=len(state.top_seen) == len(state.hands),
        powers=tuple(state.powers),
        removed=len(state.removed),
        discards=tuple(state.discards),
        obstacles=tuple(
            [
                ObstacleView(
                    token.id,
                    tuple(spaces),
                    bool(spaces) and table.ask(ObstacleOpen(spaces[0]), 0) > 0,
                )
                for token, spaces in zip(state.content.obstacles, state.obstacles, strict=True)
            ]
        ),
        memories=tuple(sorted([space for space in state.memory_spaces if space != AWAY])),
        unused=tuple(state.unused),
        used=tuple(state.used),
        figures=tuple(
            [
                FigureView(
                    figure,
                    place,
                    board.label(place) if place != AWAY else "",
                    state.headings[figure],
                )
                for figure, place in enumerate(state.places)
            ]
        ),
        team=state.team,
        team_label=board.label(state.team) if state.team != AWAY else "",
        needle=needle_view(table),
        own_compass=table.chance.entered,
        collide=table.options["collisions"] == "force",
        earth=table.options["earth_field"] != "off",
        toggles=table.options["nightworld_mode"] == "toggle",
        parts=parts,
    )


def needle_view(table: Table[FacelessState]) -> NeedleView | None:
    """What the compass shows now; the server sends nothing of it under the Fog (F-EXP-FOG-03)."""
    state = table.state
    if state.team == AWAY or state.billygoat() == state.team or table.ask(NeedleHidden(), 0):
        return None
    compass = state.content.compass
    angle = model_angle(table)
    reverse = table.ask(NeedleTurned(state.team), 0) > 0
    followed = opposite_angle(angle) if reverse else angle
    return NeedleView(angle, compass.directions(followed), reverse)
