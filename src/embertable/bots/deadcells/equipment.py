"""The value of Equipment, and who should carry it."""

from __future__ import annotations

from typing import Final

from embertable.bots.sums import add_up
from embertable.games.deadcells.definitions import Equipment
from embertable.games.deadcells.effects import Damage, Effect, Heal, Shield, State
from embertable.games.deadcells.gains import DropCarried, Equip, GiveEquipment
from embertable.games.deadcells.state import Character, DeadCellsState

EACH: Final[dict[type[Effect], float]] = {Shield: 2.0, Heal: 1.0, Damage: 0.6, State: 0.6}
"""What a token or point is worth in each Combat; in 718 Runs groups with Shields won most often."""
FREEZE: Final = 1.5
OTHER: Final = 0.4
COMPANION: Final = 0.4
"""For each point of its Health."""
PASSIVE: Final = 1.0
ONCE: Final = 0.4
"""The share of its value that Equipment for a single use keeps."""
MANY: Final = 2
"""The amount assumed where it depends on the table."""
ANYTHING: Final = 0.2
"""The value of any card besides its effects, because a free slot has none."""


def quality(equipment: Equipment) -> float:
    total = ANYTHING + add_up([effect_value(effect) for effect in equipment.effects])
    if equipment.kind == "companion":
        total += COMPANION * equipment.health
    elif equipment.kind == "passive":
        total += PASSIVE
    return ONCE * total if equipment.discard_after_use else total


def effect_value(effect: Effect) -> float:
    if not isinstance(effect, (Shield, Heal, Damage, State)):
        return OTHER
    frozen = isinstance(effect, State) and effect.state == "freeze"
    each = FREEZE if frozen else EACH[type(effect)]
    return each * (effect.n if effect.n > 0 else MANY)


def carried_value(state: DeadCellsState, character: Character) -> float:
    equipment = state.content.equipment
    return add_up([quality(equipment[card]) for card in character.equipment])


def judge_bearer(state: DeadCellsState, action: GiveEquipment) -> float:
    """Prefer a character with a free slot, then the one with the worst piece."""
    character = state.characters[action.character]
    room = character.slots - len(character.equipment)
    if room > 0:
        return 5.0 + 0.1 * room
    equipment = state.content.equipment
    worst = min([quality(equipment[card]) for card in character.equipment], default=0.0)
    return quality(equipment[action.card]) - worst


def judge_equipping(state: DeadCellsState, action: Equip) -> float:
    return 9.0


def judge_exchange(state: DeadCellsState, action: DropCarried) -> float:
    """Keep the better piece; of equals, the carried one."""
    equipment = state.content.equipment
    return quality(equipment[action.card]) - quality(equipment[action.carried]) - 0.1
