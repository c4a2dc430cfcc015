"""Numbers that depend on the table: values of effects, base health, Health, reach, protection."""

from __future__ import annotations

from typing import Final

from embertable.games.setawatch.components import Card
from embertable.games.setawatch.standing_effects import ForbidEffect
from embertable.games.setawatch.state import NOBODY, LineCard, WatchState
from embertable.games.setawatch.vocabulary import Effect, Selector, Value

LEAST_HEALTH: Final = 1


def value_of(
    state: WatchState, value: Value, x: int = 0, user: int = NOBODY, card: str = "", cost: int = 0
) -> int:
    """The current number (ledger, 5.4); `card` is the card of the power, `cost` what was paid."""
    number = value.number
    for times, name in value.terms:
        number += times * named_value(state, name, x, user, card, cost)
    return number


def named_value(state: WatchState, name: str, x: int, user: int, card: str, cost: int) -> int:
    if name == "X":
        return x
    if name == "firewood":
        return state.firewood
    if name == "trophies":
        return len(state.adventurers[state.content.hunter].trophies)
    if name == "exhausted_own":
        return state.adventurers[user].exhausted.count(True)
    if name == "graveyard_top_base":
        return pile_base(state, state.graveyard[-1]) if state.graveyard else 0
    if name == "cost_base":
        return cost
    if name == "target_damage":
        return state.content.cards[card].creature.damage
    assert name == "behind_base", name
    place = state.place_of(card) + 1
    if not 0 < place < len(state.line) or not state.line[place].up:
        return 0
    return base_health(state, state.line[place])


def pile_base(state: WatchState, card: str) -> int:
    """The base health of a card outside the Line, with formulas evaluated."""
    definition = state.content.cards[card]
    if definition.formula is None:
        return definition.base
    return max(0, value_of(state, definition.formula))


def base_health(state: WatchState, one: LineCard) -> int:
    """The base health by the card or its own text, never changed by others (W-NEGATE-03)."""
    if one.base_die >= 0 and not one.negated:
        return state.values[one.base_die]
    definition: Card = state.content.cards[one.card]
    if definition.formula is None:
        return definition.base
    return 0 if one.negated else max(0, value_of(state, definition.formula))


def health(state: WatchState, place: int) -> int:
    """Base health times factors, plus the mount, plus everything else, at least 1 (W-ATTACK-06)."""
    one = state.line[place]
    content = state.content
    type = content.cards[one.card].creature.type
    base = base_health(state, one)
    factor = 1
    added = one.health
    for aura in content.locations[state.location].auras:
        if concerns(aura.targets, type):
            added += aura.add.number
    for other_place, other in enumerate(state.line):
        if not other.up or other.negated:
            continue
        for aura in content.cards[other.card].creature.auras:
            selector = aura.targets
            if selector.pick == "self":
                if other_place == place:
                    added += value_of(state, aura.add, card=other.card)
            elif (other_place != place or not selector.exclude_self) and concerns(selector, type):
                factor *= aura.base_factor
                added += aura.add.number
    if one.mount and not one.negated:
        added += pile_base(state, one.mount)
    return max(LEAST_HEALTH, base * factor + added)


def concerns(selector: Selector, type: str) -> bool:
    """Whether an aura reaches a creature of that type; a Summon card has none."""
    return bool(type) and (not selector.types or type in selector.types)


def type_of(state: WatchState, one: LineCard) -> str:
    """A joined creature has the rider's type (W-RIDER-04)."""
    return state.content.cards[one.card].creature.type


def is_protected(state: WatchState, place: int, against: str) -> bool:
    """Whether an ongoing power protects the creature there against this."""
    protectors = state.content.protectors
    for other_place, other in enumerate(state.line):
        if other.up and not other.negated and other.card in protectors:
            for effect in state.content.cards[other.card].creature.forbids:
                if against in effect.what and protects(state, effect, other_place, place):
                    return True
    return False


def protects(state: WatchState, effect: ForbidEffect, protector: int, place: int) -> bool:
    assert effect.targets is not None
    if effect.targets.pick == "all_behind_self":
        return place > protector
    if place != protector:
        return False
    creature = state.content.cards[state.line[protector].card].creature
    return not creature.needs_neighbours or 0 < place < len(state.line) - 1


def reach(state: WatchState, adventurer: int) -> int:
    """How many positions an adventurer's direct attacks reach (W-ATTACK-02, -03)."""
    range = state.content.adventurers[adventurer].range
    return (
        range + state.adventurers[adventurer].range + state.content.locations[state.location].range
    )


def reveal_level(state: WatchState) -> int:
    """How many positions the campfire lights (W-FIRE-03)."""
    level = state.content.levels[state.firewood]
    add = state.content.locations[state.location].reveal_add
    return max(1, level + add) if add else level


def passives(
    state: WatchState, adventurer: int, window: str, items_only: bool = False
) -> list[Effect]:
    """The effects of ready passive cards and items of a participating adventurer."""
    one = state.adventurers[adventurer]
    content = state.content
    found: list[Effect] = []
    if not one.participating:
        return found
    for slot, ability in enumerate(one.board):
        card = content.abilities[ability]
        works = card.window == window and not card.active and not one.exhausted[slot]
        if works and not items_only and not state.rule("no_passives"):
            found.extend(content.scripts[card.id])
    for held in one.items:
        item = content.items[held.item]
        if item.trigger == "passive" and item.window == window and not held.exhausted:
            found.extend(content.scripts[item.id])
    return found


def forbids_own(state: WatchState, adventurer: int, what: str) -> bool:
    """Whether an item keeps an adventurer's dice from being stolen or stunned."""
    for effect in passives(state, adventurer, "always"):
        if isinstance(effect, ForbidEffect) and what in effect.what:
            return True
    return False
