"""What each creature card costs the party, in ready ability cards: Health, damage and powers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from embertable.bots.sums import add_up
from embertable.games.setawatch.card_effects import MoveEffect
from embertable.games.setawatch.components import Card, Creature
from embertable.games.setawatch.content import SUMMON, WatchContent
from embertable.games.setawatch.deck_effects import DrawEffect
from embertable.games.setawatch.dice_effects import StealEffect, StunEffect
from embertable.games.setawatch.exhausting import ExhaustEffect
from embertable.games.setawatch.fire import FirewoodEffect
from embertable.games.setawatch.state import FINAL_ROUND, WatchState
from embertable.games.setawatch.vocabulary import UNHALLOWED, Effect

WOOD = 0.35
"""The cost of a firewood that a power takes."""
JOINED_HEALTH = 5.0
"""The Health of a creature that adds another card's base health."""
FORMULA_HEALTH = 7
STUN = 0.3
STEAL = {"highest": 2.0, "lowest": 0.25, "choose": 0.3}
INTO_HORDE = 1.4
INTO_LINE = 1.8
AURA = 1.2
BLOCK = 0.4
AGAIN = 4
"""How often a power triggers that answers the defeat of others."""
PER_DAMAGE = 0.5
PER_HEALTH = 0.07
PER_POWER = 0.3

REVEAL = "reveal"
POSITIONS = ("first_position", "second_position", "end_of_line")


@dataclass(frozen=True)
class CreatureCost:
    """One card: base health, printed damage, and the cost of its powers by when they act."""

    health: float
    damage: float
    reveal: float
    first: float
    others: float

    def powers(self) -> float:
        return self.reveal + self.first + self.others

    def later(self) -> float:
        """Its cost in the final round if it gets past now."""
        return PER_DAMAGE * self.damage + PER_HEALTH * self.health + PER_POWER * self.powers()


@lru_cache(maxsize=8)
def creature_costs(content: WatchContent) -> dict[str, CreatureCost]:
    return {id: cost_of_card(content, card) for id, card in content.cards.items()}


@lru_cache(maxsize=8)
def average_creature(content: WatchContent) -> CreatureCost:
    """The cost of a creature that nobody has seen."""
    all_of = creature_costs(content)
    found = [
        all_of[id]
        for id, card in content.cards.items()
        if card.creature.kind not in (SUMMON, UNHALLOWED)
    ]
    return mean(found)


@lru_cache(maxsize=8)
def usual_healths(content: WatchContent) -> list[int]:
    """The Health of every creature, in ascending order."""
    all_of = creature_costs(content)
    return sorted(
        [
            round(all_of[id].health)
            for id, card in content.cards.items()
            if card.creature.kind not in (SUMMON, UNHALLOWED)
        ]
    )


@lru_cache(maxsize=8)
def average_unhallowed(content: WatchContent) -> CreatureCost:
    all_of = creature_costs(content)
    return mean([all_of[id] for id, c in content.cards.items() if c.creature.kind == UNHALLOWED])


def unhallowed_cost(state: WatchState, card: str) -> CreatureCost:
    """The cost of an Unhallowed; one that nobody has seen counts as average."""
    if card in state.known:
        return creature_costs(state.content)[card]
    return average_unhallowed(state.content)


def mean(found: list[CreatureCost]) -> CreatureCost:
    n = max(1, len(found))
    return CreatureCost(
        add_up([one.health for one in found]) / n,
        add_up([one.damage for one in found]) / n,
        add_up([one.reveal for one in found]) / n,
        add_up([one.first for one in found]) / n,
        add_up([one.others for one in found]) / n,
    )


def cost_of_card(content: WatchContent, card: Card) -> CreatureCost:
    creature = card.creature
    health = float(FORMULA_HEALTH if card.formula is not None else card.base)
    for aura in creature.auras:
        if aura.targets.pick == "self":
            health += JOINED_HEALTH
    if steals_base(content, creature):
        health += FORMULA_HEALTH
    return CreatureCost(
        health,
        float(creature.damage),
        cost_of(content, creature, REVEAL),
        cost_of(content, creature, POSITIONS[0]),
        standing_cost(content, creature)
        + add_up([cost_of(content, creature, at) for at in ("defeated", *POSITIONS[1:])]),
    )


def steals_base(content: WatchContent, creature: Creature) -> bool:
    for power in creature.powers.get(REVEAL, ()):
        for effect in content.scripts[power.script]:
            if isinstance(effect, StealEffect) and effect.as_base_health:
                return True
    return False


def cost_of(content: WatchContent, creature: Creature, trigger: str) -> float:
    return add_up(
        [
            effect_cost(effect)
            for power in creature.powers.get(trigger, ())
            for effect in content.scripts[power.script]
        ]
    )


def standing_cost(content: WatchContent, creature: Creature) -> float:
    """The cost of powers that hold while the creature is in the Line."""
    n = AGAIN * cost_of(content, creature, "other_defeated")
    for aura in creature.auras:
        if aura.targets.pick != "self":
            n += AURA
    return n + BLOCK * len(creature.forbids)


def effect_cost(effect: Effect) -> float:
    """The cost of one effect of a creature's power."""
    if isinstance(effect, ExhaustEffect):
        return float(effect.count.number)
    if isinstance(effect, FirewoodEffect):
        return -WOOD * effect.add.number
    if isinstance(effect, StealEffect):
        return STEAL[effect.which]
    if isinstance(effect, StunEffect):
        return STUN * effect.count.number
    if isinstance(effect, DrawEffect):
        return INTO_HORDE if effect.to == "horde_top" else INTO_LINE
    if isinstance(effect, MoveEffect):
        if effect.targets.zone == "graveyard":
            return INTO_LINE if effect.to.startswith("line") else WOOD
        if effect.to == "line_end":  # Defeated, it stands up again, or it hides behind the others.
            return INTO_LINE
    return 0.0


def weight_of_final_round(state: WatchState) -> float:
    """The weight of the final round now: early in the game the party may not live to see it."""
    return state.round / FINAL_ROUND


def top_of_horde_value(state: WatchState) -> float:
    """The value of removing the Unhallowed on top of the Horde."""
    if not state.horde:
        return 0.0
    return weight_of_final_round(state) * unhallowed_cost(state, state.horde[-1]).later()
