"""The text view of a table, for rendering."""

from __future__ import annotations

from typing import Any

from embertable.engine.game import content_of
from embertable.engine.table import Seat, Table
from embertable.text_view import text_view


def text_lines(table: Table[Any], seat: Seat | None, language: str = "en") -> list[str]:
    view = table.game.view(table, seat)
    content = content_of(table)
    catalogue = table.game.catalogue(language, view, content)
    return text_view(table.game, view, catalogue, seat, content)
