"""Which dice count: the one place where the curse of the black die is worked out (L-DEF-10)."""

from __future__ import annotations

from embertable.engine.table import Seat
from embertable.games.lueur.content import ELEMENTS, MINUS_BURSTS
from embertable.games.lueur.state import CURSE, KAAR_SHIELD, LueurState, Player


def is_immune(state: LueurState, player: Player) -> bool:
    """Whether Kaar keeps the curse off its owner, where it does so at all times (L-KAAR-06)."""
    if KAAR_SHIELD not in state.other_readings:
        return False
    cards = state.content.companions
    return any(cards[companion].rules_black_die for companion in player.companions)


def cursed_element(state: LueurState, player: Player) -> str:
    """The element that the black die takes from its holder, or nothing (L-CURSE-02)."""
    black = state.content.black_die
    if black not in player.dice or is_immune(state, player):
        return ""
    face = state.faces[black]
    return "" if face == MINUS_BURSTS else face


def counted_dice(state: LueurState, player: Player) -> list[int]:
    """Rolled dice in their order, without the black die and without those of its element.

    Where only the others are cursed (L-CURSE-02), or nothing is (L-KAAR-06), the black die counts
    like any other.
    """
    faces = state.faces
    black = state.content.black_die
    if black not in player.dice:
        return [die for die in player.dice if faces[die]]
    cursed = cursed_element(state, player)
    reads_otherwise = CURSE in state.other_readings or is_immune(state, player)
    if reads_otherwise and faces[black] not in ("", MINUS_BURSTS):
        return [die for die in player.dice if faces[die] and (faces[die] != cursed or die == black)]
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
    return sum(element in counts for element in ELEMENTS)
