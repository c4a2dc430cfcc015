"""Which options lose the game for everybody, whatever luck and hidden things do: a person sees it before touching them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from embertable.engine.chance import seeded
from embertable.engine.table import Action, Seat, Table
from embertable.previews.preview import MANY

MOST: Final = 200
"""So many imagined tables are played for one position at most."""


def losing(table: Table[Any], offered: Sequence[tuple[Seat, Action]]) -> list[int]:
    """The places, from 0, of the options after which the game is lost for sure, as far as their seats may know.

    Most options are settled by the first imagined table on which the game goes on.
    """
    found: list[int] = []
    left = MOST
    for place, (seat, action) in enumerate(offered):
        if left < MANY:
            break
        for number in range(MANY):
            left -= 1
            if not is_lost(table, seat, action, number):
                break
        else:
            found.append(place)
    return found


def is_lost(table: Table[Any], seat: Seat, action: Action, number: int) -> bool:
    """Whether nobody wins an imagined table that ends with this option; untold where a seat may not know it."""
    game = table.game
    new = game.imagine(table, seat, seeded(number))
    new.apply(action, seat)
    new.next_choice()
    return new.result is not None and not new.result.winners and game.may_foresee(table, new)
