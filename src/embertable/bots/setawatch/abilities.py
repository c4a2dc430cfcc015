"""The value of ability cards: what a ready one is worth, and what exhausting it would defeat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from embertable.bots.sums import add_up
from embertable.games.setawatch.attack import AttackBonusEffect
from embertable.games.setawatch.card_effects import (
    DamageEffect,
    DefeatEffect,
    HealthEffect,
    MarkEffect,
    NegateEffect,
    SwapEffect,
    TameEffect,
)
from embertable.games.setawatch.components import Ability
from embertable.games.setawatch.content import DICE, WatchContent
from embertable.games.setawatch.deck_effects import ArrangeEffect
from embertable.games.setawatch.dice_effects import DieSetEffect, ReadyEffect
from embertable.games.setawatch.fire import FirewoodEffect
from embertable.games.setawatch.health import passives, pile_base, value_of
from embertable.games.setawatch.party_effects import ChooseOneEffect, HexEffect
from embertable.games.setawatch.state import SPENT, STOLEN, UNSPENT, Adventurer, WatchState
from embertable.games.setawatch.vocabulary import Effect, Value

OUTRIGHT = 9.0
"""The Health that an outright defeat counts for."""
LEAST = 2.0
"""A weaker blow is not counted."""
EXHAUSTED_OWN = "exhausted_own"
TYPICAL = {"graveyard_top_base": 6.0, "trophies": 1.5, EXHAUSTED_OWN: 1.0, "cost_base": 6.0}
STRENGTHS: dict[type[Effect], float] = {
    HexEffect: 3.0,
    FirewoodEffect: 4.0,
    MarkEffect: 1.0,
    NegateEffect: 2.0,
    SwapEffect: 2.5,
    ArrangeEffect: 1.5,
    TameEffect: 5.0,
}
"""In Health, what other effects are about as good as."""
ONE_TYPE = 4.5
MANY = 1.7
TROPHY_SPENT = 3.0
ATTACKS = 2.2
"""How many creatures or dice a bonus applies to in a round."""
TYPED = 0.4
"""The share of creatures that a bonus against certain types applies to."""
BY_DIE = 0.13
BY_CARD = 0.1
"""The value of a point of Health in ready cards: every night, and once."""
LOW_DIE = 0.35
HIGH_DIE = 0.65
"""The value of a die spent on the cheapest and on the best use, as a share of its faces."""


@dataclass
class Blow:
    """What exhausting a card defeats: `strength` Health, only of `types` if any are named."""

    strength: float
    types: tuple[str, ...] = ()
    cost: float = 0.0
    """The value of the exhausted card."""


def blows(state: WatchState, cost_of: Callable[[Adventurer, int], float]) -> list[Blow]:
    """The blows of all ready cards of the adventurers who take part."""
    found: list[Blow] = []
    for one in state.adventurers:
        if one.participating or (one.number != state.resting and not state.line):
            for slot, id in enumerate(one.board):
                ability = state.content.abilities[id]
                if ability.active and not one.exhausted[slot]:
                    blow = blow_of(state, one, ability)
                    if blow.strength > LEAST:
                        found.append(Blow(blow.strength, blow.types, cost_of(one, slot)))
    return found


def by_die(state: WatchState, one: Adventurer) -> list[float]:
    """The strengths of the cards that can still take a die, strongest first."""
    if not state.content.adventurers[one.number].by_die:
        return []
    found: list[float] = []
    for slot, id in enumerate(one.board):
        ability = state.content.abilities[id]
        if ability.active and not one.exhausted[slot] and not one.took_die[slot]:
            blow = blow_of(state, one, ability)
            strength = blow.strength * (TYPED if blow.types else 1.0)
            if strength > LEAST:
                found.append(strength)
    return sorted(found, reverse=True)


def blow_of(state: WatchState, one: Adventurer, ability: Ability) -> Blow:
    best = Blow(0.0)
    if ability.costs_trophy and not one.trophies:
        return best
    for effect in state.content.scripts[ability.id]:
        blow = effect_blow(state, one, effect)
        if blow.strength > best.strength:
            best = blow
    return best


def effect_blow(state: WatchState, one: Adventurer, effect: Effect) -> Blow:
    if isinstance(effect, DamageEffect):
        return Blow(float(value_of(state, effect.amount, x=best_x(state, one), user=one.number)))
    if isinstance(effect, DefeatEffect):
        return Blow(OUTRIGHT, effect.targets.types)
    if isinstance(effect, HealthEffect):
        return Blow(float(-effect.add.number))
    if isinstance(effect, ReadyEffect):
        return Blow(float(sum(own_values(state, one)[: effect.count.number])))
    if isinstance(effect, DieSetEffect):
        return Blow(float(sum(missing_pips(state, one)[: effect.count.number])))
    if isinstance(effect, TameEffect):
        return Blow(float(best_in_graveyard(state, effect.targets.types)))
    if isinstance(effect, ChooseOneEffect):
        found = [effect_blow(state, one, e) for option in effect.options for e in option]
        return max(found, key=lambda blow: blow.strength)
    return Blow(0.0)


def best_in_graveyard(state: WatchState, types: tuple[str, ...]) -> int:
    """The highest base health of a creature of these types that could be tamed."""
    most = 0
    for card in state.graveyard:
        if state.content.cards[card].creature.type in types:
            most = max(most, pile_base(state, card))
    return most


def own_values(state: WatchState, one: Adventurer) -> list[int]:
    """The values of the dice that are spent or will be, highest first."""
    first = one.number * DICE
    dice = [d for d in range(first, first + DICE) if state.dice[d] < STOLEN]
    return sorted([state.values[die] for die in dice], reverse=True)


def missing_pips(state: WatchState, one: Adventurer) -> list[int]:
    """How far unspent dice are below their highest faces, most first."""
    sides = state.content.adventurers[one.number].sides
    dice = state.dice_of(one.number, UNSPENT)
    return sorted([sides - state.values[die] for die in dice], reverse=True)


def best_x(state: WatchState, one: Adventurer) -> int:
    """X when an ability is exhausted: the best die that is spent by then."""
    spent = [state.values[die] for die in state.dice_of(one.number, SPENT)]
    return max(spent, default=max(own_values(state, one), default=0))


def bonus_per_creature(state: WatchState, adventurer: int) -> int:
    """The extra damage of this adventurer's first die on any creature."""
    return sum(
        value_of(state, effect.add, user=adventurer)
        for effect in passives(state, adventurer, "direct_attack")
        if isinstance(effect, AttackBonusEffect) and effect.per == "creature" and not effect.against
    )


@dataclass(frozen=True)
class AbilityValue:
    """The value of having an ability card ready, in ready cards."""

    once: float
    """The value of exhausting it, above that of any ready card."""
    nightly: float
    """Its value on each night on Watch."""
    grows: bool
    """Whether `nightly` counts for each exhausted card beside it."""


@lru_cache(maxsize=8)
def ability_values(content: WatchContent) -> dict[str, AbilityValue]:
    return {
        id: AbilityValue(
            one_time_value(content, ability),
            nightly_value(content, ability),
            grows(content, ability),
        )
        for id, ability in content.abilities.items()
    }


def grows(content: WatchContent, ability: Ability) -> bool:
    if ability.active:
        return False
    names = [
        name
        for effect in content.scripts[ability.id]
        if isinstance(effect, AttackBonusEffect)
        for _, name in effect.add.terms
    ]
    return EXHAUSTED_OWN in names


def one_time_value(content: WatchContent, ability: Ability) -> float:
    if not ability.active:
        return 0.0
    return max(0.0, BY_CARD * strength_of(content, ability) - 1.0)


def nightly_value(content: WatchContent, ability: Ability) -> float:
    """A card works every night if it takes a die or is passive."""
    sides = content.adventurers[ability.adventurer].sides
    if not ability.active:
        return BY_DIE * add_up([typical_bonus(e, sides) for e in content.scripts[ability.id]])
    if not content.adventurers[ability.adventurer].by_die:
        return 0.0
    return BY_DIE * max(0.0, strength_of(content, ability) - LOW_DIE * sides)


def strength_of(content: WatchContent, ability: Ability) -> float:
    sides = content.adventurers[ability.adventurer].sides
    n = add_up([typical_strength(e, sides) for e in content.scripts[ability.id]])
    return n - TROPHY_SPENT if ability.costs_trophy else n


def typical_strength(effect: Effect, sides: int) -> float:
    if isinstance(effect, DamageEffect):
        many = effect.targets.pick == "all"
        return typical_value(effect.amount, sides) * (MANY if many else 1.0)
    if isinstance(effect, DefeatEffect):
        return ONE_TYPE if effect.targets.types else OUTRIGHT
    if isinstance(effect, HealthEffect):
        return -typical_value(effect.add, sides)
    if isinstance(effect, (ReadyEffect, DieSetEffect)):
        return HIGH_DIE * sides * effect.count.number
    if isinstance(effect, ChooseOneEffect):
        return max([typical_strength(e, sides) for option in effect.options for e in option])
    return STRENGTHS.get(type(effect), 0.0)


def typical_bonus(effect: Effect, sides: int) -> float:
    if not isinstance(effect, AttackBonusEffect):
        return 0.0
    return ATTACKS * typical_value(effect.add, sides) * (TYPED if effect.against else 1.0)


def typical_value(value: Value, sides: int) -> float:
    n = float(value.number)
    for times, name in value.terms:
        n += times * TYPICAL.get(name, sides * HIGH_DIE)
    return n
