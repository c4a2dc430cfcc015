"""The field as a drawing: eleven rows of spaces within their ring of external spaces."""

from __future__ import annotations

from dataclasses import fields

from rich.text import Text

from embertable.engine.table import View
from embertable.engine.words import Words
from embertable.games.faceless.board import AWAY, HALF_ROOT_OF_THREE, Board
from embertable.games.faceless.content import FacelessContent
from embertable.games.faceless.view import FacelessView
from embertable.terminal.faceless.signs import (
    MEMORY,
    MEMORY_STYLE,
    OBSTACLE,
    STONE,
    SWAMP,
    covered_by,
    figure_text,
    team_text,
)
from embertable.terminal.lueur.signs import FAINT, ink

CELL = 4
"""Columns from one space to the next; rows are shifted by half of it."""
MARGIN = 2
"""Columns for the rows' letters."""
RING = "#5f554c"
TOKEN_STYLE = "bold #8fe3f0"


def field_width(content: FacelessContent) -> int:
    across = [x for x, _ in content.board.positions]
    return MARGIN + round((max(across) - min(across)) * CELL) + CELL


def draw_field(view: FacelessView, words: Words, content: FacelessContent) -> Text:
    """Spaces by their numbers, with all that lies and stands on them."""
    board = content.board
    left = min([x for x, _ in board.positions])
    top = max([row_of(board, place) for place in range(len(board.positions))])
    lines = [Line() for _ in range(2 * top + 1)]
    for place, (x, _) in enumerate(board.positions):
        column = MARGIN + round((x - left) * CELL)
        lines[top - row_of(board, place)].put(column, cell(view, words, content, place))
    for obstacle in view.obstacles:
        for space in obstacle.spaces:
            east = board.neighbours[space * 6]
            if east in obstacle.spaces:
                column = MARGIN + round((board.positions[space][0] - left) * CELL) + CELL - 1
                sign = SWAMP if obstacle.is_swamp else OBSTACLE
                lines[top - row_of(board, space)].put(column, ink(sign, STONE))
    for space in range(board.size):
        letter = ink(board.label(space)[0], f"bold {FAINT}")
        lines[top - row_of(board, space)].put(0, letter)
    return Text("\n").join([line.text() for line in lines])


def row_of(board: Board, place: int) -> int:
    return round(board.positions[place][1] / HALF_ROOT_OF_THREE)


class Line:
    """Pieces of text at columns of their own."""

    def __init__(self) -> None:
        self.pieces: dict[int, Text] = {}

    def put(self, column: int, piece: Text) -> None:
        self.pieces[column] = piece

    def text(self) -> Text:
        line = Text()
        for column in sorted(self.pieces):
            line.append(" " * (column - line.cell_len)).append_text(self.pieces[column])
        return line


def cell(view: FacelessView, words: Words, content: FacelessContent, place: int) -> Text:
    """Three columns: who stands here, else what lies here, else the space's number."""
    board = content.board
    if place == view.team:
        return team_text(view)
    for figure in view.figures:
        if figure.place == place:
            return figure_text(figure, words)
    if place >= board.size:
        return ink(f"{board.label(place).lower():<3}", RING)
    if place in view.memories:
        several = view.memories.count(place)
        return ink(f" {MEMORY}{several if several > 1 else ' '}", MEMORY_STYLE)
    cover = covered_by(view, board)[place]
    if cover != AWAY:
        return obstacle_cell(view, content, cover, place)
    number = board.label(place)[1:]
    for letter, spaces in tokens(view, words):
        if place in spaces:
            return ink(f"{number:>2}", FAINT).append(letter, style=TOKEN_STYLE)
    if place in content.sides[view.side].reverse:
        return ink(f"{number:>2}", FAINT).append("°", style=TOKEN_STYLE)
    return ink(f"{number:>2} ", FAINT)


def obstacle_cell(view: FacelessView, content: FacelessContent, number: int, place: int) -> Text:
    """The Entrance bears a sign; a Swamp can be entered."""
    obstacle = view.obstacles[number]
    sign = SWAMP if obstacle.is_swamp else OBSTACLE
    is_gate = content.obstacles[number].is_entrance and place == obstacle.spaces[0]
    return ink(f"{sign}∩{sign}" if is_gate else sign * 3, STONE)


def tokens(view: FacelessView, words: Words) -> list[tuple[str, tuple[int, ...]]]:
    """A letter and the spaces of what expansions lay on the field."""
    found: list[tuple[str, tuple[int, ...]]] = []
    for name, part in view.parts.items():
        spaces = part_spaces(part)
        if spaces:
            found.append((part_name(name, words)[0].upper(), spaces))
    return found


def part_name(name: str, words: Words) -> str:
    return words.word(name, "expansion") if words.has(f"expansion.{name}") else name


def part_spaces(part: View) -> tuple[int, ...]:
    """The spaces that a part of the table names: a field `space` or `spaces`, its own or below."""
    found: list[int] = []
    for field in fields(part):  # type: ignore[arg-type]
        value = getattr(part, field.name)
        if field.name == "space" and isinstance(value, int):
            found.append(value)
        elif field.name == "spaces":
            found.extend(value)
        elif isinstance(value, tuple):
            for one in value:
                if isinstance(one, View):
                    found.extend(part_spaces(one))
    return tuple([space for space in found if space != AWAY])
