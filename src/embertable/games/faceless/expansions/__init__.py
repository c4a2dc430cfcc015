"""The expansions, Avatars and scenarios, and which of them a table plays with."""

from __future__ import annotations

from typing import Final

from embertable.engine.rulesets import Ruleset
from embertable.games.faceless.content import FacelessContent
from embertable.games.faceless.expansions.avatars import AVATAR_RULESETS, avatars
from embertable.games.faceless.expansions.creepy_die import creepy_die
from embertable.games.faceless.expansions.crossroads import crossroads
from embertable.games.faceless.expansions.den import den
from embertable.games.faceless.expansions.eyes import eyes
from embertable.games.faceless.expansions.fog import fog
from embertable.games.faceless.expansions.haunted_places import haunted_places
from embertable.games.faceless.expansions.hourglass import hourglass
from embertable.games.faceless.expansions.nightworld import nightworld
from embertable.games.faceless.expansions.portals import portals
from embertable.games.faceless.expansions.servants import servants
from embertable.games.faceless.expansions.special_rules import forbidden_word, return_to_entrance
from embertable.games.faceless.expansions.swamp import swamp

SPECIAL_RULES: Final[dict[str, Ruleset]] = {
    "return_to_entrance": return_to_entrance,
    "forbidden_word": forbidden_word,
}

IN_ORDER: Final[tuple[tuple[str, Ruleset], ...]] = (
    ("fog", fog),
    ("swamp", swamp),
    ("den", den),
    ("nightworld", nightworld),
    ("servants", servants),
    ("eyes", eyes),
    ("portals", portals),
    ("haunted_places", haunted_places),
    ("creepy_die", creepy_die),
    ("crossroads", crossroads),
    ("hourglass", hourglass),
    ("avatars", avatars),
)
"""The order in which they are placed and answer (F-SETUP-20, ledger 21.1)."""


def rulesets_in_play(options: dict[str, str], content: FacelessContent) -> list[Ruleset]:
    """Those that the settings name and those of the scenario, in their order."""
    scenario = content.scenarios.get(options["scenario"])
    named = scenario.expansions if scenario is not None else ()
    special = scenario.special if scenario is not None else ()
    found: list[Ruleset] = []
    for name, ruleset in IN_ORDER:
        if name == "portals":
            # A further condition of victory is tested before Haunted Places push on (21.1).
            found.extend([rules for key, rules in SPECIAL_RULES.items() if key in special])
        if name in named or options[name] not in ("off", "none"):
            found.append(ruleset)
            if name == "avatars":
                found.extend(AVATAR_RULESETS)
    return found
