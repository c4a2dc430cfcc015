"""The Watch in a hurry: the next stroke is reckoned from plain numbers, nothing is tried out.

Whatever does more than the die it takes is done first; then dice are fitted to creatures; then
cards and items are used up for creatures that would cost more; then what is left over serves the
fire; and then the party lets the others pass.
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
from embertable.games.setawatch.attack import PutDie, PutTamed, SendFamiliar, bonus, familiar_side
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
"""In Health, how much more than its die a use must bring to come before attacks."""
SPARING: Final = 0.5
"""Of what cards and items are worth, how much counts against using them up for a creature."""
LAST_CARD: Final = 30.0
"""What it costs to exhaust the card that the party lives by."""


class PendingAttack:
    """What somebody in a hurry is about to do: these dice on that creature."""

    def __init__(self) -> None:
        self.aim = ""
        self.tokens: list[Attacker] = []

    def clear(self) -> None:
        self.aim = ""
        self.tokens = []


def watch_action(table: Table[Any], choice: Choice, pending: PendingAttack) -> Action | None:
    """What is done at once on Watch; None where the choice is another one."""
    if isinstance(choice, ChooseAction):
        if pending.tokens:
            place = table.state.place_of(pending.aim)
            token = pending.tokens.pop()
            action = attack_with(table, token, place + 1) if place >= 0 else None
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
    """What to do next on one Watch."""

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

    # Items that are worth more now than later.

    def best_item(self, options: Sequence[Action]) -> Action | None:
        """An item whose effect, beside what it does to creatures that can be aimed at, pays."""
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

    # Dice for more than they show.

    def best_die_use(
        self, options: Sequence[Action], pending: PendingAttack, least: float, is_late: bool = False
    ) -> Action | None:
        """The use of a die that brings most beyond it; late, whatever lasts beyond the Watch."""
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
                aim = ""
            else:
                aim, strength = self.best_target(effects, user, x)
                brought += strength
            if brought - x > least:
                least = brought - x
                best = option
                pending.aim = aim
        return best

    # Dice on creatures.

    def blow(self, options: Sequence[Action], pending: PendingAttack) -> Action | None:
        """The dice that defeat a creature with the least too much."""
        able: dict[int, list[int]] = {}
        beasts: dict[int, list[str]] = {}
        for option in options:
            if isinstance(option, PutDie):
                who = able.setdefault(option.place - 1, [])
                if owner(option.die) not in who:
                    who.append(owner(option.die))
            elif isinstance(option, PutTamed):
                beasts.setdefault(option.place - 1, []).append(option.card)
            elif isinstance(option, SendFamiliar):
                beasts.setdefault(option.place - 1, []).append(FAMILIAR)
        pending.tokens = []
        least = 1000.0
        for place, need in enumerate(self.health_left):
            if place not in able and place not in beasts:
                continue
            pool = self.pool(place, able.get(place, []), beasts.get(place, []))
            counts = [token.counts for token in pool]
            self.powers[place] = sum(counts)
            left = dice_left_over(counts, need)
            if left is None:
                continue
            tokens = used(pool, left)
            too_much = self.powers[place] - sum(left) - need - self.side_benefit(place, tokens)
            if too_much < least:
                least = too_much
                pending.aim = self.state.line[place].card
                pending.tokens = tokens
        if not pending.tokens:
            return None
        token = pending.tokens.pop()
        return attack_with(self.table, token, self.state.place_of(pending.aim) + 1)

    def side_benefit(self, place: int, tokens: list[Attacker]) -> float:
        """What else speaks for a blow: a trophy, and a power that will not come to the front."""
        state = self.state
        n = self.early_defeat_bonus(place)
        hunter = state.content.hunter
        most = state.content.adventurers[hunter].most_trophies
        if len(state.adventurers[hunter].trophies) < most:
            for token in tokens:
                if token.adventurer == hunter:
                    return n + TROPHY * CARD
        return n

    def pool(self, place: int, able: list[int], beasts: list[str]) -> list[Attacker]:
        """All that may go on the creature there; what reaches little else comes first."""
        state = self.state
        one = state.line[place]
        found: list[Attacker] = []
        for card in beasts:
            counts = familiar_side(state).damage if card == FAMILIAR else pile_base(state, card)
            found.append(Attacker(-1, counts, counts, card))
        for number in sorted(able, key=lambda number: state.content.adventurers[number].range):
            more = bonus(state, number, place, "die")
            once = sum(state.adventurers[number].bonuses)
            if number not in one.by:
                once += bonus(state, number, place, "creature")
            for shows in sorted(values(state, number, UNSPENT)):
                found.append(Attacker(number, shows, shows + more + once))
                once = 0
        return found

    # Cards and items.

    def best_sacrifice(self, options: Sequence[Action], pending: PendingAttack) -> Action | None:
        """Use up what costs less than the creature that it defeats, with all dice that reach it."""
        uses: list[Use] = []
        for option in options:
            if isinstance(option, UseByExhausting):
                uses.append(self.card_use(option))
            elif isinstance(option, UseItem):
                uses.append(self.item_use(option))
        best: Action | None = None
        most = 0.0
        for place, need in enumerate(self.health_left):
            left = need - self.powers[place]
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
                pending.aim = self.state.line[place].card
        return best

    def last_stand(self, options: Sequence[Action], pending: PendingAttack) -> Action | None:
        """Whatever hurts a creature at all, while there is a card left to live by."""
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
                pending.aim = self.state.line[0].card
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
    """Those that are not left; as many of each count are kept as say so, the late ones first."""
    kept = left[:]
    found: list[Attacker] = []
    for token in pool[::-1]:
        if token.counts in kept:
            kept.remove(token.counts)
        else:
            found.append(token)
    return found


# What a stroke asks for.


def chosen_card(
    state: WatchState, choice: ChooseCards, options: Sequence[Action], pending: PendingAttack
) -> Action:
    """The creature that was aimed at; else of foes the strongest, of those that come the weakest."""
    best = options[-1] if choice.up_to else options[0]
    most = 0.0 if choice.up_to else -1000.0
    for option in options:
        if isinstance(option, TakeCard):
            if option.card == pending.aim:
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
    """The strongest trophy defeats whatever was aimed at."""
    assert isinstance(option, PayTrophy)
    return pile_base(state, option.card)


def chosen_effect(table: Table[Any], choice: ChooseEffect, pending: PendingAttack) -> Action:
    """Of several effects the one that does most to what was aimed at."""
    step = WatchRolloutStep(table)
    scripts = table.state.content.scripts
    place = max(0, table.state.place_of(pending.aim))
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
