"""A Watch as plain numbers: what the Line takes and costs, and what scripts would do to it."""

from __future__ import annotations

from typing import Final

from embertable.bots.setawatch.creature_cost import (
    average_creature,
    creature_costs,
    top_of_horde_value,
    weight_of_final_round,
)
from embertable.bots.setawatch.party_value import FAIR_WOOD, HIGH_WOOD, LOW_WOOD
from embertable.bots.setawatch.watch_cost import DAMAGE, DANGER, EDGE
from embertable.engine.table import Table
from embertable.games.setawatch.effects import fits_kind, is_at
from embertable.games.setawatch.health import base_health, health, pile_base, reach, value_of
from embertable.games.setawatch.state import FINAL_ROUND, SPENT, UNSPENT, WatchState
from embertable.games.setawatch.vocabulary import Effect

CARD: Final = 8.0
"""Health that a ready card is worth."""
OUTRIGHT: Final = 99
LOW_FIRE: Final = 5
FAIR_FIRE: Final = 9
HEXED: Final = 1.5
"""In Health, a creature whose powers will not work."""
AMBUSH: Final = 1.0
"""In Health, what is gained by defeating a creature before all can reach it."""
UNDONE: Final = 1.0
"""In Health, what it takes off a blow that it does not defeat."""
REFRESHED: Final = 1.5
SAFELY: Final = 0.7
"""Of a creature's damage, what is saved by never meeting it."""


class FastWatch:
    """The Line and the party as numbers, for one decision."""

    def __init__(self, table: Table[WatchState]) -> None:
        state = table.state
        self.table = table
        self.state = state
        self.health_left: list[int] = []
        """What each creature of the Line takes yet; 0 of those that nobody can aim at."""
        self.pass_costs: list[float] = []
        """What it costs in cards to let them pass."""
        self.powers = [0] * len(state.line)
        """What all dice and beasts that reach a creature would do to it together."""
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
        damage = sum(damages)
        self.ready = state.ready_on_watch()
        self.is_doomed = damage >= self.ready
        """Letting all of them pass would be the end."""
        if self.ready - damage <= EDGE:
            for place in range(len(damages)):
                self.pass_costs[place] += DANGER * damages[place]

    # Blows.

    def best_target(self, script: str, user: int, x: int) -> tuple[str, float]:
        """The creature on which a script does most, and how much of it is not too much."""
        aim = ""
        most = 0.0
        for place, need in enumerate(self.health_left):
            if need:
                full = self.strength(script, user, x, place)
                strength = float(min(need, full)) - UNDONE
                if full >= need:
                    strength += UNDONE + self.early_defeat_bonus(place)
                if strength > most:
                    most = strength
                    aim = self.state.line[place].card
        return aim, most

    def strength(self, script: str, user: int, x: int, place: int) -> int:
        """Health that a script takes from the creature there."""
        n = 0
        for effect in self.state.content.scripts[script]:
            n += self.effect_strength(effect, user, x, place)
        return n

    def effect_strength(self, effect: Effect, user: int, x: int, place: int) -> int:
        state = self.state
        op = effect.op
        if op == "choose_one":
            return max([self.strength(script, user, x, place) for script in effect.scripts])
        if op == "ready":
            return sum(sorted(values(state, user, SPENT), reverse=True)[: effect.count.number])
        if op == "die_set":
            sides = state.content.adventurers[user].sides
            return sum(
                sorted([sides - n for n in values(state, user, UNSPENT)], reverse=True)[
                    : effect.count.number
                ]
            )
        if effect.sel is None:
            return effect.add.number if op == "attack_bonus" and not place else 0
        if op == "tame" and effect.sel.zone == "graveyard":
            return self.best_grave(effect) if place < reach(state, user) else 0
        if effect.sel.zone not in ("", "line") or not self.is_in_reach(effect, user, place):
            return 0
        if op == "damage":
            return value_of(state, effect.add, x=x, user=user)
        if op == "health":
            return -effect.add.number
        if op in ("defeat", "tame"):
            return OUTRIGHT
        return 0

    def best_grave(self, effect: Effect) -> int:
        """The strongest creature of the Graveyard that can be tamed."""
        state = self.state
        assert effect.sel is not None
        most = 0
        for card in state.graveyard:
            if state.content.cards[card].creature.type in effect.sel.types:
                most = max(most, pile_base(state, card))
        return most

    def is_in_reach(self, effect: Effect, user: int, place: int) -> bool:
        """Whether the effect may choose the creature there."""
        state = self.state
        selector = effect.sel
        assert selector is not None
        one = state.line[place]
        creature = state.content.cards[one.card].creature
        if not fits_kind(selector, creature.kind, creature.type, creature.name):
            return False
        if selector.places and not is_at(state, selector.places, place):
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
        """What it is worth to defeat a creature before it stands in front."""
        if not place:
            return 0.0
        one = self.state.line[place]
        creature = creature_costs(self.state.content)[one.card]
        return AMBUSH + (0.0 if one.negated or one.first else CARD * creature.first)

    # What lasts.

    def lasting_gain(self, script: str, user: int, x: int) -> float:
        """What a script brings beside damage, in Health."""
        state = self.state
        n = 0.0
        for effect in state.content.scripts[script]:
            if effect.op == "firewood":
                wood = value_of(state, effect.add, x=x, user=user)
                n += wood * firewood_value(state)
            elif effect.op == "hex":
                n += HEXED * min(x, len(state.line) - 1 - state.hex)
            elif effect.op == "refresh":
                n += CARD
        return n

    def item_gain(self, script: str) -> float:
        """What an item does for the party in cards, beside damage."""
        state = self.state
        n = 0.0
        for effect in state.content.scripts[script]:
            if effect.op == "refresh":
                n += REFRESHED
            elif effect.op == "negate":
                n += self.worst_powers()
            elif effect.op == "firewood":
                n += effect.add.number * firewood_value(state) / CARD
            elif effect.op == "move" and effect.sel is not None:
                if effect.sel.zone == "horde" and state.horde:
                    n += top_of_horde_value(state)
                elif effect.to == "deck_bottom":
                    hidden = average_creature(state.content)
                    n += DAMAGE * hidden.damage * SAFELY + hidden.powers()
        return n

    def worst_powers(self) -> float:
        """Of the creatures that can be aimed at, the powers that are still to come."""
        most = 0.0
        for place, one in enumerate(self.state.line):
            if one.up and not one.negated:
                creature = creature_costs(self.state.content)[one.card]
                cost = creature.others + (0.0 if one.first or not place else creature.first)
                most = max(most, cost)
        return most


def values(state: WatchState, number: int, where: int) -> list[int]:
    """What dice of an adventurer show."""
    return [state.values[die] for die in state.dice_of(number, where)]


def firewood_value(state: WatchState) -> float:
    """Health that a firewood is worth, by how much there is."""
    if state.round >= FINAL_ROUND or state.firewood >= FAIR_FIRE:
        return CARD * HIGH_WOOD
    return CARD * (LOW_WOOD if state.firewood < LOW_FIRE else FAIR_WOOD)
