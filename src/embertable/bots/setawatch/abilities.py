"""What ability cards can do: how good they are to have, and what exhausting one would overcome."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from embertable.games.setawatch.components import Ability
from embertable.games.setawatch.content import DICE, WatchContent
from embertable.games.setawatch.health import passives, pile_base, value_of
from embertable.games.setawatch.state import SPENT, STOLEN, Adventurer, WatchState
from embertable.games.setawatch.vocabulary import Effect, Value

OUTRIGHT = 9.0
"""Health that an effect overcomes that defeats outright."""
LEAST = 2.0
"""What overcomes less is no blow."""
TYPICAL = {"graveyard_top_base": 6.0, "trophies": 1.5, "exhausted_own": 1.5, "cost_base": 6.0}
WORTH = {"hex": 3.0, "firewood": 4.0, "mark": 3.0, "negate": 2.0, "swap": 2.5, "arrange": 1.5}
"""In Health, what other operations are about as good as."""
ONE_TYPE = 4.5
MANY = 1.7
TAMED = 7.0
ATTACKS = 2.5
"""How many creatures or dice a bonus counts for in a round."""
TYPED = 0.4
"""How often a bonus against certain types counts."""
BY_DIE = 0.1
BY_CARD = 0.1
LOW_DIE = 0.35
HIGH_DIE = 0.65
"""What dice show that are kept for the cheapest and for the best use, as a share of their faces."""


@dataclass
class Blow:
    """What exhausting a card overcomes: so much Health, of these types alone if it names any."""

    strength: float
    types: tuple[str, ...] = ()


def blows(state: WatchState) -> list[Blow]:
    """For each ready card of those who take part."""
    found: list[Blow] = []
    for one in state.adventurers:
        if one.participating or (one.number != state.resting and not state.line):
            for slot, id in enumerate(one.board):
                ability = state.content.abilities[id]
                if ability.active and not one.exhausted[slot]:
                    blow = blow_of(state, one, ability)
                    if blow.strength > LEAST:
                        found.append(blow)
    return found


def blow_of(state: WatchState, one: Adventurer, ability: Ability) -> Blow:
    best = Blow(0.0)
    if ability.costs_trophy and not one.trophies:
        return best
    for effect in state.content.scripts[ability.script]:
        blow = effect_blow(state, one, effect)
        if blow.strength > best.strength:
            best = blow
    return best


def effect_blow(state: WatchState, one: Adventurer, effect: Effect) -> Blow:
    op = effect.op
    if op == "damage":
        return Blow(float(value_of(state, effect.add, x=best_x(state, one), user=one.number)))
    if op == "defeat" and effect.sel is not None:
        return Blow(OUTRIGHT, effect.sel.types)
    if op == "ready":
        return Blow(float(sum(own_values(state, one)[: effect.count.number])))
    if op == "tame" and effect.sel is not None:
        types = effect.sel.types
        graves = [
            pile_base(state, card)
            for card in state.graveyard
            if state.content.cards[card].creature.type in types
        ]
        return Blow(float(max(graves, default=0)))
    if op == "choose_one":
        inner = [e for script in effect.scripts for e in state.content.scripts[script]]
        return max([effect_blow(state, one, e) for e in inner], key=lambda blow: blow.strength)
    return Blow(0.0)


def own_values(state: WatchState, one: Adventurer) -> list[int]:
    """The dice that are spent or will be, highest first."""
    first = one.number * DICE
    dice = [d for d in range(first, first + DICE) if state.dice[d] < STOLEN]
    return sorted([state.values[die] for die in dice], reverse=True)


def best_x(state: WatchState, one: Adventurer) -> int:
    """X of an ability that is exhausted: the best die that is or will have been spent."""
    spent = [state.values[die] for die in state.dice_of(one.number, SPENT)]
    return max(spent, default=max(own_values(state, one), default=0))


def rage(state: WatchState, adventurer: int) -> int:
    """What every creature suffers more from the first die of this adventurer."""
    return sum(
        [
            value_of(state, effect.add, user=adventurer)
            for effect in passives(state, adventurer, "direct_attack")
            if effect.op == "attack_bonus" and effect.per == "creature" and not effect.types
        ]
    )


@lru_cache(maxsize=8)
def qualities(content: WatchContent) -> dict[str, float]:
    """How good it is to have a card ready, beside being one, in ready cards."""
    return {id: quality(content, ability) for id, ability in content.abilities.items()}


def quality(content: WatchContent, ability: Ability) -> float:
    """By die or as a passive a card works every round, by exhausting once."""
    board = content.adventurers[ability.adventurer]
    if not ability.active:
        return BY_DIE * sum(
            [typical_bonus(e, board.sides) for e in content.scripts[ability.script]]
        )
    strength = max([typical(content, board.sides, e) for e in content.scripts[ability.script]])
    n = max(0.0, BY_CARD * strength - 1.0)
    if board.by_die:
        n += BY_DIE * max(0.0, strength - LOW_DIE * board.sides)
    return n


def typical(content: WatchContent, sides: int, effect: Effect) -> float:
    if effect.op == "damage":
        many = effect.sel is not None and effect.sel.pick == "all"
        return typical_value(effect.add, sides) * (MANY if many else 1.0)
    if effect.op == "defeat" and effect.sel is not None:
        return ONE_TYPE if effect.sel.types else OUTRIGHT
    if effect.op == "ready":
        return HIGH_DIE * sides * effect.count.number
    if effect.op == "tame":
        return TAMED
    if effect.op == "choose_one":
        inner = [e for script in effect.scripts for e in content.scripts[script]]
        return max([typical(content, sides, e) for e in inner])
    return WORTH.get(effect.op, 0.0)


def typical_bonus(effect: Effect, sides: int) -> float:
    if effect.op != "attack_bonus":
        return 0.0
    return ATTACKS * typical_value(effect.add, sides) * (TYPED if effect.types else 1.0)


def typical_value(value: Value, sides: int) -> float:
    n = float(value.number)
    for times, name in value.terms:
        n += times * TYPICAL.get(name, sides * HIGH_DIE)
    return n
