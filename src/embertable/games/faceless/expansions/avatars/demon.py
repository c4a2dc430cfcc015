"""Demon: a red card from hand brings Billygoat closer, whether one likes it or not."""

from __future__ import annotations

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Table
from embertable.games.faceless.billygoat import closer_spaces
from embertable.games.faceless.board import spaces_in
from embertable.games.faceless.expansions.avatars.cards import has_form
from embertable.games.faceless.moments import BillygoatByCard
from embertable.games.faceless.state import FacelessState

demon = Ruleset("demon")


@demon.changes(BillygoatByCard)
def come_closer(table: Table[FacelessState], moment: BillygoatByCard, spaces: int) -> int:
    """To a closer space or, without one, to the nearest he can enter (F-AVA-DEMON-01)."""
    if not has_form(table, "demon"):
        return spaces
    board = table.state.content.board
    closer = closer_spaces(table)
    if closer:
        return board.mask(closer)
    distances = board.distances[table.state.team]
    open_to_him = spaces_in(spaces)
    far = [distances[space] for space in open_to_him]
    return board.mask([space for space in open_to_him if distances[space] == min(far)])
