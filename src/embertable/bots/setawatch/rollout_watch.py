"""The rollout policy on Watch: the next action follows from plain numbers, without trying it out.

Uses of dice that do more than an attack come first, then attacks that defeat a creature with the
least excess, then cards and items that cost less than the creature they defeat; leftover dice feed
the fire, and then the party lets the rest pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from embertable.bots.setawatch.creature_cost import average_creature, creature_costs
from embertable.bots.setawatch.fast_watch import CARD, OUTRIGHT, FastWatch, values
from embertable.bots.setawatch.party_value import TROPHY, USED_UP, card_value, item_value
from embertable.bots.setawatch.watch_cost import DANGER, EDGE, dice_left_over
from embertable.bots.setawatch.watch_plan import FAMILIAR, Attacker, attack_with, is_end
from embertable.engine.table import Action, Choice, Table
from embertable.games.setawatch.attack import (
    PutDie,
    PutTamed,
    SendFamiliar,
    bonus,
    familiar_damage,
    familiar_side,
)
from embertable.games.setawatch.card_effects import ChooseDistance
from embertable.games.setawatch.effects import ChooseCards, TakeCard, referred
from embertable.games.setawatch.health import pile_base
from embertable.games.setawatch.party_effects import ChooseEffect, TakeEffect
from embertable.games.setawatch.state import FINAL_ROUND, RESTS, UNSPENT, WatchState, owner
from embertable.games.setawatch.vocabulary import Effect
from embertable.games.setawatch.watch import (
    ActivateItem,
    ChooseAction,
    ChooseCost,
    PayTrophy,
    UseByDie,
    UseByExhausting,
    UseItem,
)

GAIN: Final = 1.0
"""How much more than its die a use must bring to come before attacks, in Health."""
SPARING: Final = 0.5
"""The share of their value that counts against using up cards and items for a creature."""
LAST_CARD: Final = 30.0
"""The cost of exhausting the party's last card."""


class PendingAttack:
    """The dice that the policy is about to put on a creature."""

    def __init__(self) -> None:
        self.target = ""
        self.attackers: list[Attacker] = []

    def clear(self) -> None:
        self.target = ""
        self.attackers = []


def watch_action(table: Table[Any], choice: Choice, pending: PendingAttack) -> Action | None:
    """The action for a choice of the Watch; None for any other choice."""
    if isinstance(choice, ChooseAction):
        if pending.attackers:
            place = table.state.place_of(pending.target)
            attacker = pending.attackers.pop()
            action = attack_with(table, attacker, place + 1) if place >= 0 else None
            if action is not None:
                return action
            pending.clear()
        return WatchRolloutStep(table).next_action(pending)
    if isinstance(choice, ChooseCards):
        return chosen_card(table.state, choice, table.offered(), pending)
    if isinstance(choice, ChooseEffect):
        return chosen_effect(table, choice, pending)
    if isinstance(choice, ChooseCost):
        return max(table.offered(), key=lambda option: paid_base(table.state, option))
    if isinstance(choice, ChooseDistance):
        return table.offered()[-1]
    return None


@dataclass
class Use:
    """One way to use up a card or an item, and what that costs in ready cards."""

    option: Action
    effects: tuple[Effect, ...]
    user: int
    x: int
    cost: float


class WatchRolloutStep(FastWatch):
    """Finds the next action."""

    def next_action(self, pending: PendingAttack) -> Action:
        options = self.table.offered()
        best = self.best_item(options)
        if best is None:
            best = self.best_die_use(options, pending, GAIN)
        if best is None:
            best = self.blow(options, pending)
        if best is None:
            best = self.best_sacrifice(options, pending)
        if best is None:
            best = self.best_die_use(options, pending, -OUTRIGHT, True)
        if best is None and self.is_doomed:
            best = self.last_stand(options, pending)
        if best is not None:
            return best
        return next(option for option in options if is_end(option))

    # Items that pay off besides damage.

    def best_item(self, options: Sequence[Action]) -> Action | None:
        """The item whose effects besides damage exceed its cost most."""
        best: Action | None = None
        least = 0.0
        for option in options:
            if isinstance(option, UseItem):
                use = self.item_use(option)
                brought = self.item_gain(use.effects) - use.cost
                if brought > least:
                    least = brought
                    best = option
        return best

    # Uses of dice that do more than attack.

    def best_die_use(
        self, options: Sequence[Action], pending: PendingAttack, least: float, is_late: bool = False
    ) -> Action | None:
        """The use of a die that gains most over its value; late, only what outlasts the Watch."""
        state = self.state
        best: Action | None = None
        for option in options:
            if isinstance(option, UseByDie):
                user = owner(option.die)
                script = state.adventurers[user].board[option.slot]
            elif isinstance(option, ActivateItem):
                user = owner(option.die)
                script = option.item
            else:
                continue
            effects = state.content.scripts[script]
            x = state.values[option.die]
            brought = self.lasting_gain(effects, user, x)
            if is_late:
                if brought <= 0.0:
                    continue
                target = ""
            else:
                target, strength = self.best_target(effects, user, x)
                brought += strength
            if brought - x > least:
                least = brought - x
                best = option
                pending.target = target
        return best

    # Dice on creatures.

    def blow(self, options: Sequence[Action], pending: PendingAttack) -> Action | None:
        """The first die of the attack that defeats a creature with the least excess."""
        owners: dict[int, list[int]] = {}
        beasts: dict[int, list[str]] = {}
        for option in options:
            if isinstance(option, PutDie):
                who = owners.setdefault(option.place - 1, [])
                if owner(option.die) not in who:
                    who.append(owner(option.die))
            elif isinstance(option, PutTamed):
                beasts.setdefault(option.place - 1, []).append(option.card)
            elif isinstance(option, SendFamiliar):
                beasts.setdefault(option.place - 1, []).append(FAMILIAR)
        pending.attackers = []
        least = 1000.0
        for place, need in enumerate(self.health_left):
            if place not in owners and place not in beasts:
                continue
            beasts_here = beasts.get(place, [])
            # The Witch's stored bonus goes once: with her dice or with the Familiar (W-I-44).
            for to_familiar in [False, True] if FAMILIAR in beasts_here else [False]:
                pool = self.pool(place, owners.get(place, []), beasts_here, to_familiar)
                counts = [attacker.counts for attacker in pool]
                self.damage_in_range[place] = sum(counts)
                left = dice_left_over(counts, need)
                if left is None:
                    continue
                attackers = used(pool, left)
                too_much = sum(counts) - sum(left) - need - self.side_benefit(place, attackers)
                if too_much < least:
                    least = too_much
                    pending.target = self.state.line[place].card
                    pending.attackers = attackers
        if not pending.attackers:
            return None
        attacker = pending.attackers.pop()
        return attack_with(self.table, attacker, self.state.place_of(pending.target) + 1)

    def side_benefit(self, place: int, attackers: list[Attacker]) -> float:
        """What else an attack gains: a trophy, and a power that never comes to the front."""
        state = self.state
        n = self.early_defeat_bonus(place)
        hunter = state.content.hunter
        most = state.content.adventurers[hunter].most_trophies
        if len(state.adventurers[hunter].trophies) < most:
            for attacker in attackers:
                if attacker.adventurer == hunter:
                    return n + TROPHY * CARD
        return n

    def pool(
        self, place: int, owners: list[int], beasts: list[str], to_familiar: bool
    ) -> list[Attacker]:
        """All attackers that reach the creature there, those with the shortest range first.

        The Witch's stored bonus counts with the Familiar or else with her first die.
        """
        state = self.state
        one = state.line[place]
        found: list[Attacker] = []
        for card in beasts:
            if card != FAMILIAR:
                counts = pile_base(state, card)
            elif to_familiar:
                counts = familiar_damage(state, (), ())
            else:
                counts = familiar_side(state).damage
            found.append(Attacker(-1, counts, counts, card))
        for number in sorted(owners, key=lambda number: state.content.adventurers[number].range):
            more = bonus(state, number, place, "die")
            once = 0
            if not (to_familiar and number == state.content.witch):
                once += sum(state.adventurers[number].bonuses)
            if number not in one.by:
                once += bonus(state, number, place, "creature")
            for shows in sorted(values(state, number, UNSPENT)):
                found.append(Attacker(number, shows, shows + more + once))
                once = 0
        return found

    # Cards and items.

    def best_sacrifice(self, options: Sequence[Action], pending: PendingAttack) -> Action | None:
        """The card or item that, with the dice in range, defeats a creature at less than its cost."""
        uses: list[Use] = []
        for option in options:
            if isinstance(option, UseByExhausting):
                uses.append(self.card_use(option))
            elif isinstance(option, UseItem):
                uses.append(self.item_use(option))
        best: Action | None = None
        most = 0.0
        for place, need in enumerate(self.health_left):
            left = need - self.damage_in_range[place]
            if not need or not uses:
                continue
            spent = 0.0
            first: Action | None = None
            strong = [
                (use.cost / min(left, strength), strength, use)
                for use in uses
                if (strength := self.strength(use.effects, use.user, use.x, place)) > 0
            ]
            for _, strength, use in sorted(strong, key=lambda one: one[0]):
                if left <= 0:
                    break
                left -= strength
                spent += use.cost
                first = first or use.option
            if left <= 0 and self.pass_costs[place] - spent * SPARING > most:
                most = self.pass_costs[place] - spent * SPARING
                best = first
                pending.target = self.state.line[place].card
        return best

    def last_stand(self, options: Sequence[Action], pending: PendingAttack) -> Action | None:
        """Anything that hurts a creature, as long as one card stays ready."""
        best: Action | None = None
        most = 0
        for option in options:
            if isinstance(option, PutDie):
                strength = self.state.values[option.die] if option.place == 1 else 0
            elif isinstance(option, UseByExhausting) and self.ready > 1:
                use = self.card_use(option)
                strength = self.strength(use.effects, use.user, use.x, 0)
            else:
                continue
            if strength > most:
                most = strength
                best = option
                pending.target = self.state.line[0].card
        return best

    def card_use(self, option: UseByExhausting) -> Use:
        state = self.state
        one = state.adventurers[option.adventurer]
        effects = state.content.scripts[one.board[option.slot]]
        x = state.values[option.die] if option.die >= 0 else 0
        cost = card_value(state, one, option.slot)
        if self.ready <= EDGE:
            cost += LAST_CARD if self.ready == 1 else DANGER
        return Use(option, effects, one.number, x, cost)

    def item_use(self, option: UseItem) -> Use:
        state = self.state
        item = state.content.items[option.item]
        value = item_value(state, option.item) if state.round < FINAL_ROUND else 0.1
        comes_back = (
            item.trigger == "exhaust" and state.adventurers[option.adventurer].rests < RESTS
        )
        cost = value * (USED_UP if comes_back else 1.0)
        return Use(option, item.effects, option.adventurer, 0, cost)


def used(pool: list[Attacker], left: list[int]) -> list[Attacker]:
    """The attackers whose counts are not in `left`; of equals, the later ones are kept."""
    kept = left[:]
    found: list[Attacker] = []
    for attacker in pool[::-1]:
        if attacker.counts in kept:
            kept.remove(attacker.counts)
        else:
            found.append(attacker)
    return found


# Choices within an action.


def chosen_card(
    state: WatchState, choice: ChooseCards, options: Sequence[Action], pending: PendingAttack
) -> Action:
    """The target of the attack; else the strongest of the foes, or the weakest to come in."""
    best = options[-1] if choice.up_to else options[0]
    most = 0.0 if choice.up_to else -1000.0
    for option in options:
        if isinstance(option, TakeCard):
            if option.card == pending.target:
                return option
            card = referred(state, option.card)
            creature = creature_costs(state.content)[card]
            if card != option.card and card not in state.known:
                creature = average_creature(state.content)
            value = creature.later() + creature.health
            if choice.user < 0:
                value = -value
            if not choice.up_to and value > most:
                most = value
                best = option
    return best


def paid_base(state: WatchState, option: Action) -> int:
    """The strongest trophy defeats the target for certain."""
    assert isinstance(option, PayTrophy)
    return pile_base(state, option.card)


def chosen_effect(table: Table[Any], choice: ChooseEffect, pending: PendingAttack) -> Action:
    """The effect that does most to the target."""
    step = WatchRolloutStep(table)
    scripts = table.state.content.scripts
    place = max(0, table.state.place_of(pending.target))
    options = table.offered()
    best = options[0]
    most = 0
    for option in options:
        assert isinstance(option, TakeEffect)
        strength = step.strength(scripts[option.script], choice.user, 0, place)
        if strength > most:
            most = strength
            best = option
    return best
