"""Where a figure may be put."""

from __future__ import annotations

from embertable.engine.table import Table
from embertable.games.faceless.billygoat import billygoat_steps
from embertable.games.faceless.board import AWAY, spaces_in
from embertable.games.faceless.content import FACELESS
from embertable.games.faceless.moments import BillygoatByCard, MayMove, MayStand
from embertable.games.faceless.state import FacelessState


def external_places(table: Table[FacelessState], figure: int) -> list[int]:
    """Where a Faceless may come to stand (F-WALK-03, F-WALK-04, F-WALK-05)."""
    state = table.state
    board = state.content.board
    here = state.places[figure]
    if not table.ask(MayMove(figure, here), 1):
        return [] if here == AWAY else [here]
    taken = [False] * board.ring
    close = [False] * board.ring
    for other in FACELESS:
        if other != figure and state.places[other] != AWAY:
            number = board.external_of(state.places[other])
            taken[number] = True
            for near in (number - 1, number, number + 1):
                close[near % board.ring] = True
    reached = reachable(board.ring, AWAY if here == AWAY else board.external_of(here), taken)
    asked = table.rules.changes(MayStand)
    found: list[int] = []
    for number in range(board.ring):
        if reached[number] and not close[number]:
            place = board.place_of_external(number)
            if place == here or not asked or table.ask(MayStand(figure, place), 1):
                found.append(place)
    return found


def reachable(ring: int, start: int, taken: list[bool]) -> list[bool]:
    """Which external spaces a Faceless comes to without passing another."""
    if start == AWAY:
        # Taken off the board, it comes back anywhere (F-COLL-04).
        return [True] * ring
    found = [False] * ring
    found[start] = True
    for sense in (1, ring - 1):
        number = (start + sense) % ring
        while not taken[number] and not found[number]:
            found[number] = True
            number = (number + sense) % ring
    return found


def billygoat_places(table: Table[FacelessState], by_card: bool) -> list[int]:
    """Exactly one space away, or his own when there is no other (F-WALK-06, F-WALK-09)."""
    here = table.state.billygoat()
    spaces = billygoat_steps(table, here)
    if by_card:
        mask = table.state.content.board.mask(spaces)
        spaces = spaces_in(table.ask(BillygoatByCard(here), mask))
    return spaces or [here]
