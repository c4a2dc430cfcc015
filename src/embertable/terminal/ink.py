"""Styled text for the boards in the terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from embertable.engine.catalogue import Catalogue
from embertable.engine.table import Seat

SEAT_STYLES = ("#f0b35b", "#8fc7d9", "#b6cf8a", "#d79ac0")
FAINT = "#8a7f75"
HEADING = "bold #ff8a3d"


def ink(text: str, style: str = "") -> Text:
    """Styled text; what is appended later keeps its own style."""
    return Text().append(text, style=style)


def flow(pieces: Iterable[Text], width: int, gap: int = 2, indent: int = 0) -> Text:
    """Lay pieces out side by side, wrapping between pieces; later lines are indented."""
    lines: list[Text] = []
    for piece in pieces:
        if lines and lines[-1].cell_len + gap + piece.cell_len <= width:
            lines[-1].append(" " * gap).append_text(piece)
        else:
            lines.append(Text(" " * indent if lines else "").append_text(piece))
    return Text("\n").join(lines)


def seat_text(seat: Seat, catalogue: Catalogue) -> Text:
    return ink(catalogue.name_of(seat, "seat"), f"bold {SEAT_STYLES[seat % len(SEAT_STYLES)]}")
