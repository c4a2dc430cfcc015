"""The value of a Scroll: that of the next space of the track."""

from __future__ import annotations

from typing import Final

from embertable.bots.sums import add_up
from embertable.games.deadcells.definitions import TrackStep
from embertable.games.deadcells.effects import (
    COLOURS,
    Damage,
    Effect,
    Gain,
    Heal,
    Shield,
    Skill,
    State,
)
from embertable.games.deadcells.gains import TakeScroll
from embertable.games.deadcells.state import Character, DeadCellsState

EACH: Final[dict[type[Effect], float]] = {Shield: 2.0, Heal: 1.5, Damage: 1.0, State: 0.8}
"""What a token or point is worth."""
FOOD: Final = 1.5
OTHER: Final = 0.5
MANY: Final = 2
"""The amount assumed where it depends on the table."""
MORE_HEALTH: Final = 1.6
STRONG: Final = 0.15
"""How much less one more Health is worth for each Health left."""
SKILL: Final = 0.6
"""A Skill takes the place of another one."""
PAID: Final = 0.4
"""An ability that replaces a card's Action is worth less than one that adds to it."""
PASSIVE: Final = 0.6
ON_THE_WAY: Final = 0.3
"""A space without an ability leads to the next one."""
SERENADE: Final = 1.0


def judge_scroll(state: DeadCellsState, action: TakeScroll) -> float:
    character = state.characters[action.character]
    if character.is_serenade():
        return SERENADE
    colour = COLOURS.index(action.colour)
    track = state.content.beheaded[character.beheaded].tracks[colour]
    reached = character.scrolls[colour] + 1
    return ON_THE_WAY + add_up(
        [ability_value(character, step) for step in track if step.position == reached]
    )


def ability_value(character: Character, step: TrackStep) -> float:
    if step.kind == "max_health":
        return MORE_HEALTH * step.n - STRONG * character.health()
    if step.kind == "passive":
        return PASSIVE
    total = add_up([effect_value(effect) for effect in step.effects])
    if step.kind == "skill":
        return SKILL * total
    return PAID * total if step.replaces else total


def effect_value(effect: Effect) -> float:
    if isinstance(effect, (Shield, Heal, Damage, State)):
        return EACH[type(effect)] * (effect.n if effect.n > 0 else MANY)
    if isinstance(effect, Gain):
        return (FOOD if effect.item == "food" else OTHER) * effect.n
    return OTHER * effect.n if isinstance(effect, Skill) else OTHER
