"""Estimates the cost of the rest of a Watch by setting dice and cards against the Line.

From the front, each creature takes the dice that exceed its Health least; where dice run out, cards
are exhausted or creatures get past, whichever costs less.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from embertable.bots.setawatch.abilities import TYPED, Blow, blows, bonus_per_creature, by_die
from embertable.bots.setawatch.creature_cost import (
    CreatureCost,
    average_creature,
    creature_costs,
    unhallowed_cost,
    usual_healths,
    weight_of_final_round,
)
from embertable.bots.setawatch.party_value import card_value
from embertable.bots.sums import add_up
from embertable.games.setawatch.attack import familiar_side
from embertable.games.setawatch.content import SUMMON
from embertable.games.setawatch.health import health, pile_base
from embertable.games.setawatch.state import FINAL_ROUND, UNSPENT, WATCH, LineCard, WatchState

WASTE = 0.9
"""The excess damage per creature, because dice do not fit."""
EXHAUSTED = 1.25
"""The cost of a card that a Summon card exhausts."""
DAMAGE = 1.2
"""The cost of a card that damage exhausts: the party chooses the least valuable."""
DOUBT = 2.5
"""The standard deviation of the Health of an unseen card."""
PER_STRENGTH = 0.12
DEALS = 2
"""How many deals of the unseen cards are averaged."""
STRIDE = 23
SAVED = 0.01
"""The value of a pip that is left over."""
DANGER = 2.5
EDGE = 2
"""With no more spare cards than this, losing is a danger."""


@dataclass
class Foe:
    """A card of the Line, as far as it is known."""

    health: float
    damage: float
    powers: float
    later: float
    """Its cost in the final round if it gets past."""
    exact: bool = False
    """Whether its Health is known."""
    dealt: float = 0.0
    """Damage dealt to an unseen card."""

    # Written out: once compiled, the one that `@dataclass` makes stays slow.


def watch_cost(
    state: WatchState, unseen: frozenset[str] = frozenset(), acting: bool = True
) -> float:
    """The cost of the current or next Watch, in ready ability cards.

    Cards of `unseen` count as unseen even where an imagined table has revealed them.
    """
    foes = line_of(state, unseen) if state.phase == WATCH else line_to_come(state)
    if not foes:
        return 0.0
    # Large dice first, because small ones are easier to fit later.
    dice = sorted(attack_values(state), reverse=True) if acting else []
    spare = power_besides_dice(state) if acting else 0.0
    extra = blows(state, lambda one, slot: card_value(state, one, slot)) if acting else []
    extra.sort(key=lambda blow: blow.cost - blow.strength * PER_STRENGTH)
    ready = state.ready_on_watch()
    cost = add_up([foe.powers for foe in foes])
    for number in range(DEALS):
        cost += cost_of_one_deal(state, foes, dice, spare, extra, ready, number) / DEALS
    return cost


def cost_of_one_deal(
    state: WatchState,
    foes: list[Foe],
    dice: list[int],
    spare: float,
    extra: list[Blow],
    ready: int,
    number: int,
) -> float:
    """The cost of a Watch if the unseen cards have these Healths, in one fixed order."""
    usual = usual_healths(state.content)
    start = (2 * number + 1) * len(usual) // (2 * DEALS) + len(foes) * STRIDE
    power = float(sum(dice)) + spare
    for at, foe in enumerate(foes):
        need = foe.health
        if not foe.exact:
            need = usual[(start + at * STRIDE) % len(usual)] - foe.dealt
        left = dice_left_over(dice, need - spare)
        if left is None:
            return shortfall(foes[at:], power, extra, ready)
        spare = max(0.0, spare - need)
        dice = left
        power = float(sum(dice)) + spare
    return -SAVED * power


def danger(ready: int, cards: float) -> float:
    """The extra cost of coming close to losing all cards."""
    if cards + EDGE <= ready:
        return 0.0
    return DANGER * (cards + EDGE - ready) + (2 * DANGER if cards >= ready else 0.0)


def dice_left_over(dice: list[int], need: float) -> list[int] | None:
    """The dice left after spending those that exceed the need least; None if all are too few.

    A subset sum: bit n of `sums[i]` says that the first i dice can make n.
    """
    if need <= 0:
        return dice
    if sum(dice) < need:
        return None
    sums = [1]
    for value in dice:
        sums.append(sums[-1] | sums[-1] << value)
    above = sums[-1] >> int(need)
    if not above:
        return None
    total = int(need) + (above & -above).bit_length() - 1
    left: list[int] = []
    for at in range(len(dice) - 1, -1, -1):
        if sums[at] >> total & 1:
            left.append(dice[at])
        else:
            total -= dice[at]
    return left


def shortfall(foes: list[Foe], power: float, extra: list[Blow], ready: int) -> float:
    """The cost of dice that do not suffice, averaged over a little more and less power."""
    unseen = sum(not foe.exact for foe in foes)
    spread = DOUBT * math.sqrt(unseen)
    if not spread:
        return cheapest(foes, power, extra, ready)
    return (
        cheapest(foes, power - spread, extra, ready)
        + 2 * cheapest(foes, power, extra, ready)
        + cheapest(foes, power + spread, extra, ready)
    ) / 4


def cheapest(foes: list[Foe], power: float, extra: list[Blow], ready: int) -> float:
    """The cheaper of exhausting cards until all are defeated and letting the last ones pass."""
    need = -power
    for foe in foes:
        need += foe.health + WASTE
    best = 1000.0
    cards = 0.0
    cost = 0.0
    # `passing` creatures at the end of the Line get past; cards defeat the others.
    for passing in range(len(foes) + 1):
        if passing:
            foe = foes[-passing]
            need -= foe.health + WASTE
            cards += foe.damage
            cost += DAMAGE * foe.damage + foe.later
        left = need
        used = 0
        spent = cost
        for blow in extra:
            if left <= 0:
                break
            left -= blow.strength * (TYPED if blow.types else 1.0)
            used += 1
            spent += blow.cost
        if left <= 0:
            best = min(best, spent + danger(ready, cards + used))
            if need <= 0:
                break
    if need > 0 and best == 1000.0:
        best = cost + danger(ready, cards)
    return best - SAVED * max(0.0, -need)


def attack_values(state: WatchState) -> list[int]:
    """The damage of each unspent die of those who take part, alone on a creature."""
    found: list[int] = []
    for one in state.adventurers:
        if takes_part(state, one.number):
            more = bonus_per_creature(state, one.number)
            dice = sorted([state.values[d] for d in state.dice_of(one.number, UNSPENT)])
            strengths = by_die(state, one) if dice else []
            for strength in strengths:
                if dice and strength > dice[0] + more:
                    dice.pop(0)
                    found.append(int(strength))
            found.extend([value + more for value in dice])
    return found


def takes_part(state: WatchState, number: int) -> bool:
    one = state.adventurers[number]
    if state.phase == WATCH:
        return one.participating
    return number != state.resting and one.ready_cards() > 0


def power_besides_dice(state: WatchState) -> float:
    """The damage of tamed creatures, the Familiar and stored bonuses."""
    n = 0.0
    witch = state.content.witch
    for one in state.adventurers:
        if takes_part(state, one.number):
            n += sum(pile_base(state, card) for card in one.tamed)
            familiar = one.number == witch and state.familiar and not state.familiar_used
            if familiar:
                n += familiar_side(state).damage
            if familiar or one.tamed or state.dice_of(one.number, UNSPENT):
                n += sum(one.bonuses)
    return n


# The Line as foes.


def line_of(state: WatchState, unseen: frozenset[str]) -> list[Foe]:
    return [
        hidden_foe(state, one.card, one.card in state.known and one.card not in unseen)
        if not one.up
        else turned_foe(state, one)
        if one.card in unseen
        else foe_in_line(state, place, one)
        for place, one in enumerate(state.line)
    ]


def turned_foe(state: WatchState, one: LineCard) -> Foe:
    """An unseen card that only the imagined table has revealed."""
    foe = hidden_foe(state, one.card, False)
    foe.health = max(1.0, foe.health - one.damage)
    foe.dealt = float(one.damage)
    return foe


def foe_in_line(state: WatchState, place: int, one: LineCard) -> Foe:
    creature = creature_costs(state.content)[one.card]
    left = float(max(1, health(state, place) - one.damage))
    powers = 0.0
    if not one.negated:
        powers = creature.others
        if not one.first and place > 0:
            powers += creature.first
    return Foe(left, creature.damage, powers, later(state, creature, one.mount), True)


def later(state: WatchState, creature: CreatureCost, mount: str = "") -> float:
    if state.round == FINAL_ROUND:
        return 0.0
    cost = creature.later() + (creature_costs(state.content)[mount].later() if mount else 0.0)
    return weight_of_final_round(state) * cost


def hidden_foe(state: WatchState, card: str, known: bool) -> Foe:
    content = state.content
    creature = creature_costs(content)[card] if known else average_creature(content)
    extra = 0.0
    if known and content.cards[card].creature.kind == SUMMON:
        top = state.unhallowed[-1] if state.unhallowed else ""
        creature = unhallowed_cost(state, top)
        extra = EXHAUSTED
    # During a Watch every unseen card is revealed sooner or later, so its powers are a constant.
    powers = creature.powers() if known or state.phase != WATCH else 0.0
    return Foe(creature.health, creature.damage, powers + extra, later(state, creature))


def line_to_come(state: WatchState) -> list[Foe]:
    """The next Watch's Line, as far as the top of the deck is known."""
    count = state.content.locations[state.location].creatures
    cards = [(card, True) for card in state.waiting]
    for card in state.deck[::-1][: count - len(cards)]:
        cards.append((card, card in state.known))
    foes = [hidden_foe(state, card, known) for card, known in cards]
    while len(foes) < count:
        foes.append(hidden_foe(state, "", False))
    return foes
