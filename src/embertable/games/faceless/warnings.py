"""The Warning tokens: what else happens when a card of a colour is revealed."""

from __future__ import annotations

from typing import Final

from embertable.engine.table import Table
from embertable.games.faceless.content import BLUE, COLOURS, GREEN, PURPLE, RED, YELLOW
from embertable.games.faceless.expansions.avatars.cards import Avatars
from embertable.games.faceless.state import FacelessState

HOOKS: Final[dict[str, str]] = {
    "servants": RED,
    "creepy_die": YELLOW,
    "crossroads": GREEN,
    "haunted_places": BLUE,
    "eyes": PURPLE,
}
"""The colour by which each expansion is set off (F-EXP-GEN-05)."""
AVATARS_BY_RED: Final = ("unspeakable", "puppetmaster", "eraserhead")


def warnings(table: Table[FacelessState]) -> dict[str, tuple[str, ...]]:
    """For each column the expansions and Avatars that its next card sets off (F-COMP-04)."""
    found: dict[str, list[str]] = {colour: [] for colour in COLOURS}
    parts = table.state.parts
    for name, colour in HOOKS.items():
        if name in parts:
            found[colour].append(name)
    avatars = parts.get("avatars")
    if isinstance(avatars, Avatars):
        found[RED].extend([form for form in avatars.avatars if form in AVATARS_BY_RED])
    return {colour: tuple(names) for colour, names in found.items()}
