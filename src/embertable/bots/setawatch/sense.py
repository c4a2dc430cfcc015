"""What a position of Set a Watch is worth to the party, and what belongs to one decision.

The measure is a ready ability card: creatures cost as many as they would exhaust and a share of
the trouble that the Horde will be in the last round; firewood, coins and items are worth what they
save. A bot gives up the Watch when nothing that it could do is worth more than what it has.
"""

from __future__ import annotations

from typing import Any

from embertable.bots.sense import Sense, Worth
from embertable.engine.table import Action, Choice, Table
from embertable.games.setawatch.camp import ChoosePlacement, ChooseRest, Rest
from embertable.games.setawatch.content import SUMMON
from embertable.games.setawatch.health import health, reach
from embertable.games.setawatch.merchant import ChoosePurchase
from embertable.games.setawatch.setup import ChooseAdventurer, ChooseFamiliar
from embertable.games.setawatch.state import (
    FINAL_ROUND,
    RESTS,
    UNSPENT,
    WATCH,
    Adventurer,
    LineCard,
    WatchState,
)
from embertable.games.setawatch.watch import ChooseAction, GiveUp

CARDS = (0.0, 9.0, 15.0, 20.0)
"""What one, two and three ready cards of an adventurer are worth together."""
CARD = 6.0
HORDE = 4.0
UNKNOWN_DAMAGE = 1.4
SUMMONED_DAMAGE = 3.2
PARTIAL = 0.6
"""The share of a creature's cost that damage short of its Health already saves."""
UNFINISHED = 0.15
"""The same where no dice are left to finish it."""
DIE = 0.15
COIN = 0.9
ITEM = 2.0
ITEM_COST = 1.1
TAMED = 0.4
TROPHY = 1.5
SCOUTED = 0.35
LOST = -400.0
WON = 400.0
DANGER = 14.0
FOLLOWING = 24
TRIED = 16

OWN = (ChooseAction, ChoosePlacement, ChooseRest, ChoosePurchase, ChooseAdventurer, ChooseFamiliar)
"""Decisions of their own right; all others belong to the one before."""


class WatchSense(Sense):
    def __init__(self, table: Table[Any], choice: Choice) -> None:
        super().__init__(table, choice)
        self.before = self.worth(table)

    def is_certain(self) -> bool:
        """What is hidden matters little for the next decision, so that one table will do."""
        return True

    def foresee(self, action: Action) -> Worth | None:
        if isinstance(action, GiveUp):
            return self.before
        if isinstance(action, Rest):
            return {"rest": rest_worth(self.table.state, action.adventurer)}
        return None

    def finish(self, table: Table[Any]) -> None:
        """Make the choices that belong to the decision, each as it looks best at once."""
        for _ in range(FOLLOWING):
            choice = table.next_choice()
            if choice is None or isinstance(choice, OWN):
                return
            options = table.offered()
            best = options[0]
            if len(options) > 1:
                best = max(options[:TRIED], key=lambda option: self.try_out(table, option))
            table.apply(best)
        table.next_choice()

    def try_out(self, table: Table[Any], option: Action) -> float:
        tried = table.copy(table.chance.copy())
        tried.apply(option)
        tried.next_choice()
        return sum(self.worth(tried).values())

    def worth(self, table: Table[Any]) -> Worth:
        if table.result is not None:
            return {"end": WON if table.result.winners else LOST}
        state: WatchState = table.state
        return {
            "cards": sum([CARDS[one.ready_cards()] for one in state.adventurers]),
            "line": -line_cost(state),
            "horde": -HORDE * len(state.horde),
            "fire": fire_worth(state.firewood),
            "dice": dice_worth(state),
            "coins": COIN * state.coins,
            "items": sum([items_worth(state, one) for one in state.adventurers]),
            "deck": deck_worth(state),
            "map": map_worth(state),
        }


def line_cost(state: WatchState) -> float:
    """What the Line would cost if nobody acted any more."""
    damage = 0.0
    cost = 0.0
    for place, one in enumerate(state.line):
        n = expected_damage(state, one)
        left = 1.0
        if one.up and one.damage:
            whole = health(state, place)
            share = PARTIAL if whole - one.damage <= attack_left(state, place) else UNFINISHED
            left -= share * min(1.0, one.damage / whole)
        damage += n
        cost += left * (n * CARD + horde_cost(state))
    if state.phase == WATCH and damage:
        cost += DANGER * max(0.0, damage + 1 - state.ready_on_watch())
    return cost


def attack_left(state: WatchState, place: int) -> int:
    """What unspent dice within reach could still do to the creature there."""
    return sum(
        [
            state.values[die]
            for one in state.adventurers
            if one.participating and place < reach(state, one.number)
            for die in state.dice_of(one.number, UNSPENT)
        ]
    )


def expected_damage(state: WatchState, one: LineCard) -> float:
    if not one.up and one.card not in state.known:
        return UNKNOWN_DAMAGE
    creature = state.content.cards[one.card].creature
    return SUMMONED_DAMAGE if creature.kind == SUMMON else creature.damage


def horde_cost(state: WatchState) -> float:
    return 0.0 if state.round == FINAL_ROUND else HORDE


def fire_worth(firewood: int) -> float:
    """The first wood keeps cards from being burnt, more lights the Line."""
    return 1.3 * min(firewood, 4) + 0.7 * max(0, min(firewood, 9) - 4) + 0.2 * max(0, firewood - 9)


def dice_worth(state: WatchState) -> float:
    if state.phase != WATCH or not state.line:
        return 0.0
    return DIE * sum(
        [
            state.values[die]
            for one in state.adventurers
            if one.participating
            for die in state.dice_of(one.number, UNSPENT)
        ]
    )


def items_worth(state: WatchState, one: Adventurer) -> float:
    content = state.content
    n = sum([TAMED * content.cards[card].base for card in one.tamed]) + TROPHY * len(one.trophies)
    for held in one.items:
        full = ITEM + ITEM_COST * content.items[held.item].cost
        n += full / 3 if held.exhausted else full
    return n + 0.5 * sum(one.bonuses) + 0.5 * one.range


def deck_worth(state: WatchState) -> float:
    """Known cards that will soon be dealt."""
    count = state.content.locations[state.location].creatures
    if state.phase == WATCH:
        return 0.0
    n = 0.0
    for card in state.deck[::-1][:count]:
        if card in state.known:
            creature = state.content.cards[card].creature
            damage = SUMMONED_DAMAGE if creature.kind == SUMMON else creature.damage
            n -= SCOUTED * (damage * CARD + state.content.cards[card].base / 2)
        else:
            n -= SCOUTED * (UNKNOWN_DAMAGE * CARD + 3.5)
    return n + 0.5 * len(state.unhallowed)


def map_worth(state: WatchState) -> float:
    if not state.map_deck or state.map_deck[-1] not in state.known:
        return 0.0
    location = state.content.locations[state.map_deck[-1]]
    fire = -state.firewood / 2 if location.halves else location.firewood
    return 0.8 * (fire + 2.2) - 2.0 * (location.creatures - 6.5)


def rest_worth(state: WatchState, number: int) -> float:
    """Who rests refreshes a card, but leaves the Watch with their dice."""
    one = state.adventurers[number]
    values = [state.values[die] for die in state.dice_of(number, UNSPENT)]
    n = CARD if one.exhausted.count(True) else 0.0
    n += 3.0 * one.exhausted.count(True)
    n -= 0.55 * sum(values)
    n -= 2.5 * one.ready_cards()
    if 6 in values and any([other.exhausted.count(True) for other in state.adventurers]):
        n += CARD
    later = (FINAL_ROUND - 1) - state.round
    needed = sum([RESTS - other.rests for other in state.adventurers if other.number != number])
    return n + (0.5 if later < needed else 0.0) + RESTS - one.rests
