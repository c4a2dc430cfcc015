"""Avatars: the forms of Billygoat, one of which is drawn or named."""

from __future__ import annotations

from typing import Final

from embertable.engine.rulesets import Ruleset
from embertable.games.faceless.expansions.avatars.cards import avatars
from embertable.games.faceless.expansions.avatars.demon import demon
from embertable.games.faceless.expansions.avatars.eraserhead import eraserhead
from embertable.games.faceless.expansions.avatars.puppetmaster import puppetmaster
from embertable.games.faceless.expansions.avatars.spectral import spectral
from embertable.games.faceless.expansions.avatars.unspeakable import unspeakable

AVATAR_RULESETS: Final[tuple[Ruleset, ...]] = (
    unspeakable,
    eraserhead,
    puppetmaster,
    spectral,
    demon,
)
"""In the order in which they answer a red card (ledger, 21.2)."""

__all__ = ["AVATAR_RULESETS", "avatars"]
