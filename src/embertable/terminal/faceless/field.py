"""The field as a drawing: eleven rows of spaces within their ring of external spaces."""

from __future__ import annotations

from rich.text import Text

from embertable.engine.catalogue import Catalogue
from embertable.games.faceless.board import AWAY, HALF_ROOT_OF_THREE, Board
from embertable.games.faceless.content import FacelessContent
from embertable.games.faceless.view import FacelessView
from embertable.terminal.faceless.parts import DEN, SERVANT, signs_on
from embertable.terminal.faceless.signs import (
    MEMORY,
    MEMORY_STYLE,
    OBSTACLE,
    STONE,
    SWAMP,
    figure_text,
    team_text,
)
from embertable.terminal.ink import FAINT, ink
from embertable.text_view.faceless.facts import covered_by

CELL = 4
"""Columns from one space to the next; rows are shifted by half of it."""
LARGE_CELL = 6
"""The same on a large screen, where an empty line separates the rows."""
MARGIN = 2
EXTERNAL = " ○ "
FREE = " ·"
SYMBOL = " ▲"
RING = "#5f554c"
TOKEN_STYLE = "bold #8fe3f0"


def field_width(content: FacelessContent, cell: int = CELL) -> int:
    across = [x for x, _ in content.board.positions]
    return MARGIN + round((max(across) - min(across)) * cell) + cell


def draw_field(
    view: FacelessView,
    catalogue: Catalogue,
    content: FacelessContent,
    width: int = CELL,
    *,
    laying: bool = False,
) -> Text:
    """The spaces with everything on them, each `width` columns from the next.

    While an Obstacle is laid the symbols of the side are marked, of which it covers one.
    """
    board = content.board
    left = min([x for x, _ in board.positions])
    top = max([row_of(board, place) for place in range(len(board.positions))])
    signs = signs_on(view, catalogue)
    symbols = content.sides[view.side].symbols if laying else ()
    lines = [Line() for _ in range(2 * top + 1)]
    for place, (x, _) in enumerate(board.positions):
        column = MARGIN + round((x - left) * width)
        piece = cell(view, catalogue, content, signs, place)
        if place in symbols and piece.plain.startswith(FREE):
            piece = ink(SYMBOL, STONE).append_text(piece[len(FREE) :])
        lines[top - row_of(board, place)].put(column, piece)
    for obstacle in view.obstacles:
        for space in obstacle.spaces:
            east = board.neighbours[space * 6]
            if east in obstacle.spaces:
                column = MARGIN + round((board.positions[space][0] - left) * width) + CELL - 1
                sign = SWAMP if obstacle.is_swamp else OBSTACLE
                between = ink(sign * (width - CELL + 1), STONE)
                lines[top - row_of(board, space)].put(column, between)
    return Text("\n" if width == CELL else "\n\n").join([line.text() for line in lines])


def row_of(board: Board, place: int) -> int:
    return round(board.positions[place][1] / HALF_ROOT_OF_THREE)


class Line:
    """Pieces of text at fixed columns."""

    def __init__(self) -> None:
        self.pieces: dict[int, Text] = {}

    def put(self, column: int, piece: Text) -> None:
        self.pieces[column] = piece

    def text(self) -> Text:
        line = Text()
        for column in sorted(self.pieces):
            line.append(" " * (column - line.cell_len)).append_text(self.pieces[column])
        return line


def cell(
    view: FacelessView,
    catalogue: Catalogue,
    content: FacelessContent,
    signs: dict[int, str],
    place: int,
) -> Text:
    """Three columns: the figure, the token, or the empty space."""
    board = content.board
    if place == view.team:
        return team_text(view)
    for figure in view.figures:
        if figure.place == place:
            return figure_text(figure, catalogue)
    sign = signs.get(place, " ")
    if place >= board.size:
        return ink(SERVANT * 3, TOKEN_STYLE) if place in signs else ink(EXTERNAL, RING)
    if place in view.memories:
        return ink(f" {MEMORY}", MEMORY_STYLE).append(sign, style=TOKEN_STYLE)
    cover = covered_by(view, board)[place]
    if cover != AWAY:
        return obstacle_cell(view, content, cover, place)
    if sign == DEN:
        return ink(DEN * 3, TOKEN_STYLE)
    return ink(FREE, FAINT).append(sign, style=TOKEN_STYLE)


def obstacle_cell(view: FacelessView, content: FacelessContent, number: int, place: int) -> Text:
    """The Entrance bears a sign; a Swamp can be entered."""
    obstacle = view.obstacles[number]
    sign = SWAMP if obstacle.is_swamp else OBSTACLE
    is_gate = content.obstacles[number].is_entrance and place == obstacle.spaces[0]
    return ink(f"{sign}∩{sign}" if is_gate else sign * 3, STONE)
