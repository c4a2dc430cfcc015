"""Eraserhead: a low red card also costs a Memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Step, Table
from embertable.games.faceless.expansions.avatars.cards import has_form, is_red
from embertable.games.faceless.expansions.losses import UseUpMemory
from embertable.games.faceless.moments import AfterThreat
from embertable.games.faceless.state import FacelessState

eraserhead = Ruleset("eraserhead")

NUMBERS: Final = (1, 2)


@eraserhead.on(AfterThreat)
def erase_memory(table: Table[FacelessState], moment: AfterThreat) -> Iterable[Step]:
    """After Billygoat has moved, if there is one (F-AVA-ERASER-01)."""
    return [UseUpMemory(moment.seat)] if erases(table, moment.card) else []


def erases(table: Table[FacelessState], card: str) -> bool:
    """Whether this card wakes Eraserhead."""
    value = table.state.content.cards[card].value
    return is_red(table, card) and value in NUMBERS and has_form(table, "eraserhead")
