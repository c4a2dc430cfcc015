"""Which dice count: the one place where the curse of the black die is worked out (L-DEF-10)."""

from __future__ import annotations

from embertable.engine.table import Seat
from embertable.games.lueur.content import ELEMENTS, MINUS_BURSTS
from embertable.games.lueur.state import LueurState, Player


def cursed_element(state: LueurState, player: Player) -> str:
    """The element that the black die takes from its holder, or nothing (L-CURSE-02)."""
    black = state.content.black_die
    if black not in player.dice:
        return ""
    face = state.faces[black]
    return "" if face == MINUS_BURSTS else face


def counted_dice(state: LueurState, player: Player) -> list[int]:
    """Rolled dice, without the black die and without those of its element."""
    faces = state.faces
    black = state.content.black_die
    if black not in player.dice:
        return [die for die in player.dice if faces[die]]
    cursed = cursed_element(state, player)
    return [die for die in player.dice if die != black and faces[die] and faces[die] != cursed]


def counted_symbols(state: LueurState, seat: Seat) -> dict[str, int]:
    """How many counted dice show each symbol; symbols that none shows are left out."""
    return symbols_on(state, counted_dice(state, state.players[seat]))


def symbols_on(state: LueurState, dice: list[int]) -> dict[str, int]:
    counts: dict[str, int] = {}
    faces = state.faces
    for die in dice:
        face = faces[die]
        counts[face] = counts.get(face, 0) + 1
    return counts


def different_elements(state: LueurState, seat: Seat) -> int:
    """The number of different elements on the counted dice (L-JOURNEY-ARCHIPELAGO-04)."""
    counts = counted_symbols(state, seat)
    return sum([element in counts for element in ELEMENTS])
