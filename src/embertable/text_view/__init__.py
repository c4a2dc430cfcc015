"""A table as sentences, one fact per line: for screen readers, scripts and the line mode.

A game's folder here exports `TextView`; without one, the fields of its view are listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from embertable.engine.catalogue import Catalogue, Plain
from embertable.engine.content import Content
from embertable.engine.game import Game
from embertable.engine.messages import purpose_text
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


def waiting_lines(
    asked: Sequence[tuple[Seat, str]], catalogue: Catalogue, seat: Seat | None
) -> list[str]:
    """Whom a seat waits for, and what for; what it is asked itself is left out."""
    purposes = dict.fromkeys(purpose for _, purpose in asked)
    mine = [purpose for one, purpose in asked if one == seat]
    lines: list[str] = []
    for purpose in purposes:
        if purpose in mine:
            continue
        seats = tuple(one for one, its in asked if its == purpose)
        what = purpose_text(catalogue, purpose)
        id = "waiting.for" if what else "waiting.only"
        lines.append(catalogue.text(id, seats=seats, what=what))
    return lines


def standing(table: Table[Any]) -> dict[str, Plain]:
    """Where the game stands, for everybody: the arguments of its message `standing.now`; empty before it begins."""
    part = part_of(table.game, "text_view")
    if part is None or not hasattr(part, "standing"):
        return {}
    arguments: dict[str, Plain] = part.standing(table)
    return arguments
