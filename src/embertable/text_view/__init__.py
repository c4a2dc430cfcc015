"""A table as sentences, one fact per line: for screen readers, scripts and the line mode.

A game's folder here exports `TextView`; without one, the fields of its view are listed.
"""

from __future__ import annotations

from typing import Any

from embertable.engine.catalogue import Catalogue, Plain
from embertable.engine.content import Content
from embertable.engine.game import Game
from embertable.engine.table import Seat, Table, View
from embertable.games import part_of
from embertable.text_view.fields import field_lines


def text_view(
    game: Game, view: View, catalogue: Catalogue, seat: Seat | None, content: Content
) -> list[str]:
    """What the picture of a table shows, in the same order; the content may be a pack's."""
    part = part_of(game, "text_view")
    if part is None:
        return field_lines(view)
    lines: list[str] = part.TextView(view, catalogue, seat, content).lines()
    return lines


def standing(table: Table[Any]) -> dict[str, Plain]:
    """Where the game stands, for everybody: the arguments of its message `standing.now`; empty before it begins."""
    part = part_of(table.game, "text_view")
    if part is None or not hasattr(part, "standing"):
        return {}
    arguments: dict[str, Plain] = part.standing(table)
    return arguments
