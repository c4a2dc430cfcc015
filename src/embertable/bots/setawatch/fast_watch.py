"""A Watch as plain numbers, for rollouts: what the Line costs, and what effects would do to it."""

from __future__ import annotations

from typing import Final

from embertable.bots.setawatch.abilities import best_in_graveyard
from embertable.bots.setawatch.creature_cost import (
    average_creature,
    creature_costs,
    top_of_horde_value,
    weight_of_final_round,
)
from embertable.bots.setawatch.party_value import FAIR_WOOD, HIGH_WOOD, LOW_WOOD
from embertable.bots.setawatch.watch_cost import DAMAGE, DANGER, EDGE
from embertable.bots.sums import add_up
from embertable.engine.table import Table
from embertable.games.setawatch.attack import AttackBonusEffect
from embertable.games.setawatch.card_effects import (
    DamageEffect,
    DefeatEffect,
    HealthEffect,
    MoveEffect,
    NegateEffect,
    TameEffect,
)
from embertable.games.setawatch.dice_effects import DieSetEffect, ReadyEffect
from embertable.games.setawatch.effects import CardEffect, fits_kind, is_at
from embertable.games.setawatch.fire import FirewoodEffect
from embertable.games.setawatch.health import base_health, health, pile_base, reach, value_of
from embertable.games.setawatch.party_effects import ChooseOneEffect, HexEffect, RefreshEffect
from embertable.games.setawatch.state import FINAL_ROUND, SPENT, UNSPENT, WatchState
from embertable.games.setawatch.vocabulary import Effect, Selector

CARD: Final = 8.0
"""The value of a ready card, in Health."""
OUTRIGHT: Final = 99
LOW_FIRE: Final = 5
FAIR_FIRE: Final = 9
HEXED: Final = 1.5
"""The value of negating a creature, in Health."""
EARLY_DEFEAT: Final = 1.0
"""The value of defeating a creature before it is in front, in Health."""
UNDONE: Final = 1.0
"""The deduction for a blow that does not defeat, in Health."""
REFRESHED: Final = 1.5
SAFELY: Final = 0.7
"""The share of a creature's damage that is saved by never meeting it."""


class FastWatch:
    """The Line and the party at one decision."""

    def __init__(self, table: Table[WatchState]) -> None:
        state = table.state
        self.table = table
        self.state = state
        self.health_left: list[int] = []
        """The Health that each creature of the Line has left; 0 if it cannot be attacked."""
        self.pass_costs: list[float] = []
        """The cost of letting each pass, in ready cards."""
        self.damage_in_range = [0] * len(state.line)
        """The damage of all dice and tamed creatures that reach each."""
        content = state.content
        all_of = creature_costs(content)
        later = 0.0 if state.round == FINAL_ROUND else weight_of_final_round(state)
        damages: list[float] = []
        for place, one in enumerate(state.line):
            seen = one.up or one.card in state.known
            creature = all_of[one.card] if seen else average_creature(content)
            self.health_left.append(max(1, health(state, place) - one.damage) if one.up else 0)
            self.pass_costs.append(DAMAGE * creature.damage + later * creature.later())
            damages.append(creature.damage)
        damage = add_up(damages)
        self.ready = state.ready_on_watch()
        self.is_doomed = damage >= self.ready
        """Whether letting all of them pass would lose the game."""
        if self.ready - damage <= EDGE:
            for place in range(len(damages)):
                self.pass_costs[place] += DANGER * damages[place]

    # Blows.

    def best_target(self, effects: tuple[Effect, ...], user: int, x: int) -> tuple[str, float]:
        """The creature on which effects do most, and how much of it is not in excess."""
        aim = ""
        most = 0.0
        for place, need in enumerate(self.health_left):
            if need:
                full = self.strength(effects, user, x, place)
                strength = float(min(need, full)) - UNDONE
                if full >= need:
                    strength += UNDONE + self.early_defeat_bonus(place)
                if strength > most:
                    most = strength
                    aim = self.state.line[place].card
        return aim, most

    def strength(self, effects: tuple[Effect, ...], user: int, x: int, place: int) -> int:
        """Health that an effect list takes from the creature there."""
        n = 0
        for effect in effects:
            n += self.effect_strength(effect, user, x, place)
        return n

    def effect_strength(self, effect: Effect, user: int, x: int, place: int) -> int:
        if isinstance(effect, CardEffect):
            return self.card_effect_strength(effect, user, x, place)
        state = self.state
        if isinstance(effect, ChooseOneEffect):
            return max([self.strength(option, user, x, place) for option in effect.options])
        if isinstance(effect, ReadyEffect):
            spent = sorted(values(state, user, SPENT), reverse=True)
            return sum(spent[: effect.count.number])
        if isinstance(effect, DieSetEffect):
            sides = state.content.adventurers[user].sides
            missing = sorted([sides - n for n in values(state, user, UNSPENT)], reverse=True)
            return sum(missing[: effect.count.number])
        if isinstance(effect, AttackBonusEffect) and not place:
            return effect.add.number
        return 0

    def card_effect_strength(self, effect: CardEffect, user: int, x: int, place: int) -> int:
        state = self.state
        targets = effect.targets
        if isinstance(effect, TameEffect) and targets.zone == "graveyard":
            return best_in_graveyard(state, targets.types) if place < reach(state, user) else 0
        if targets.zone != "line" or not self.is_in_reach(targets, user, place):
            return 0
        if isinstance(effect, DamageEffect):
            return value_of(state, effect.amount, x=x, user=user)
        if isinstance(effect, HealthEffect):
            return -effect.add.number
        return OUTRIGHT if isinstance(effect, (DefeatEffect, TameEffect)) else 0

    def is_in_reach(self, selector: Selector, user: int, place: int) -> bool:
        """Whether the selector may pick the creature there."""
        state = self.state
        one = state.line[place]
        creature = state.content.cards[one.card].creature
        if not fits_kind(selector, creature.kind, creature.type, creature.name):
            return False
        if selector.positions and not is_at(state, selector.positions, place):
            return False
        if selector.in_range and place >= reach(state, user):
            return False
        most = selector.max_base
        if most is None:
            return True
        trophies = state.adventurers[user].trophies
        paid = max([pile_base(state, card) for card in trophies], default=0)
        return base_health(state, one) <= value_of(state, most, user=user, cost=paid)

    def early_defeat_bonus(self, place: int) -> float:
        """The value of defeating a creature before it is in front."""
        if not place:
            return 0.0
        one = self.state.line[place]
        creature = creature_costs(self.state.content)[one.card]
        return EARLY_DEFEAT + (0.0 if one.negated or one.first else CARD * creature.first)

    # Everything but damage.

    def lasting_gain(self, effects: tuple[Effect, ...], user: int, x: int) -> float:
        """The value of effects besides damage, in Health."""
        state = self.state
        n = 0.0
        for effect in effects:
            if isinstance(effect, FirewoodEffect):
                wood = value_of(state, effect.add, x=x, user=user)
                n += wood * firewood_value(state)
            elif isinstance(effect, HexEffect):
                n += HEXED * min(x, len(state.line) - 1 - state.hex)
            elif isinstance(effect, RefreshEffect):
                n += CARD
        return n

    def item_gain(self, effects: tuple[Effect, ...]) -> float:
        """The value of an item's effects besides damage, in ready cards."""
        state = self.state
        n = 0.0
        for effect in effects:
            if isinstance(effect, RefreshEffect):
                n += REFRESHED
            elif isinstance(effect, NegateEffect):
                n += self.worst_powers()
            elif isinstance(effect, FirewoodEffect):
                n += effect.add.number * firewood_value(state) / CARD
            elif isinstance(effect, MoveEffect):
                if effect.targets.zone == "horde" and state.horde:
                    n += top_of_horde_value(state)
                elif effect.to == "deck_bottom":
                    hidden = average_creature(state.content)
                    n += DAMAGE * hidden.damage * SAFELY + hidden.powers()
        return n

    def worst_powers(self) -> float:
        """The highest cost of powers still to come, of the creatures that can be attacked."""
        most = 0.0
        for place, one in enumerate(self.state.line):
            if one.up and not one.negated:
                creature = creature_costs(self.state.content)[one.card]
                cost = creature.others + (0.0 if one.first or not place else creature.first)
                most = max(most, cost)
        return most


def values(state: WatchState, number: int, where: int) -> list[int]:
    """The values of an adventurer's dice in one state."""
    return [state.values[die] for die in state.dice_of(number, where)]


def firewood_value(state: WatchState) -> float:
    """The value of a firewood, in Health, by how much there is."""
    if state.round >= FINAL_ROUND or state.firewood >= FAIR_FIRE:
        return CARD * HIGH_WOOD
    return CARD * (LOW_WOOD if state.firewood < LOW_FIRE else FAIR_WOOD)
