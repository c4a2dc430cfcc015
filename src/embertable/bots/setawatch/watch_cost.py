"""What the rest of a Watch will cost: dice and cards are set against the Line from the front.

An estimate, not a plan: dice flow from one creature to the next, with some waste for each; the
first creature is reckoned exactly, with the least that dice together overshoot its Health.
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
from embertable.games.setawatch.attack import familiar_side
from embertable.games.setawatch.content import SUMMON
from embertable.games.setawatch.health import health, pile_base
from embertable.games.setawatch.state import FINAL_ROUND, UNSPENT, WATCH, LineCard, WatchState

WASTE = 0.9
"""What is lost on each creature because dice do not fit."""
EXHAUSTED = 1.25
"""What a card costs that a Summon card takes."""
DAMAGE = 1.2
"""What a card costs that damage takes: the party gives those that it misses least."""
DOUBT = 2.5
"""How far the Health of an unseen card is off."""
PER_STRENGTH = 0.12
THOUGHTS = 2
"""In so many ways the unseen cards are thought of."""
STRIDE = 23
SAVED = 0.01
"""What a pip is worth that will not be needed."""
DANGER = 2.5
EDGE = 2
"""So few cards more than needed are still dangerous."""


@dataclass
class Foe:
    """A card of the Line, as far as one can tell."""

    health: float
    damage: float
    powers: float
    later: float
    """What it will cost in the final round if it passes."""
    exact: bool = False
    """Its face is seen, so that dice can be fitted to it."""
    dealt: float = 0.0
    """What was dealt to an unseen one."""

    # Written out: once compiled, the one that `@dataclass` makes stays slow.


def watch_cost(
    state: WatchState, unseen: frozenset[str] = frozenset(), acting: bool = True
) -> float:
    """The cost of the Watch that goes on or is about to come, in ready ability cards.

    Cards that are `fresh` count as unseen, though an imagined table has turned them.
    """
    foes = line_of(state, unseen) if state.phase == WATCH else line_to_come(state)
    if not foes:
        return 0.0
    # Large dice first: small ones are kept, since they fit to whatever comes.
    dice = sorted(attack_values(state), reverse=True) if acting else []
    spare = power_besides_dice(state) if acting else 0.0
    extra = blows(state, lambda one, slot: card_value(state, one, slot)) if acting else []
    extra.sort(key=lambda blow: blow.cost - blow.strength * PER_STRENGTH)
    ready = state.ready_on_watch()
    cost = sum([foe.powers for foe in foes])
    for number in range(THOUGHTS):
        cost += cost_of_one_deal(state, foes, dice, spare, extra, ready, number) / THOUGHTS
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
    """What a Watch costs if the unseen cards have Healths of the usual kinds, in some order."""
    usual = usual_healths(state.content)
    start = (2 * number + 1) * len(usual) // (2 * THOUGHTS) + len(foes) * STRIDE
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
    """What it costs beyond the cards themselves to come close to losing all of them."""
    if cards + EDGE <= ready:
        return 0.0
    return DANGER * (cards + EDGE - ready) + (2 * DANGER if cards >= ready else 0.0)


def dice_left_over(dice: list[int], need: float) -> list[int] | None:
    """The dice that are left when those are spent that exceed the need least; None if too few.

    A bit stands for each sum that the first dice can make, so that the way back finds the dice.
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
    """What it costs that dice may not suffice, with faces and rolls a little better or worse."""
    unseen = sum([not foe.exact for foe in foes])
    min_standard_errors = DOUBT * math.sqrt(unseen)
    if not min_standard_errors:
        return cheapest(foes, power, extra, ready)
    return (
        cheapest(foes, power - min_standard_errors, extra, ready)
        + 2 * cheapest(foes, power, extra, ready)
        + cheapest(foes, power + min_standard_errors, extra, ready)
    ) / 4


def cheapest(foes: list[Foe], power: float, extra: list[Blow], ready: int) -> float:
    """Either cards are exhausted until all are overcome, or the last ones of the Line pass."""
    need = -power
    for foe in foes:
        need += foe.health + WASTE
    best = 1000.0
    cards = 0.0
    cost = 0.0
    # From the end of the Line: so many pass, and cards see to the others.
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
    """Unspent dice of those who take part, or will; each as if it were alone on a creature."""
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
    """Tamed creatures, the Familiar, and bonuses that wait for an attack."""
    n = 0.0
    for one in state.adventurers:
        if takes_part(state, one.number):
            n += sum([pile_base(state, card) for card in one.tamed])
            if one.tamed or state.dice_of(one.number, UNSPENT):
                n += sum(one.bonuses)
    witch = state.content.witch
    if witch >= 0 and state.familiar and not state.familiar_used and takes_part(state, witch):
        n += familiar_side(state).damage
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
    """An unseen card that thought alone has turned: any card, less what was dealt to it."""
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
    # Whatever is unseen will be turned sooner or later: during a Watch its powers are a constant.
    powers = creature.powers() if known or state.phase != WATCH else 0.0
    return Foe(creature.health, creature.damage, powers + extra, later(state, creature))


def line_to_come(state: WatchState) -> list[Foe]:
    """What the next Watch will meet, as far as the top of the deck is known."""
    count = state.content.locations[state.location].creatures
    cards = [(card, True) for card in state.waiting]
    for card in state.deck[::-1][: count - len(cards)]:
        cards.append((card, card in state.known))
    foes = [hidden_foe(state, card, known) for card, known in cards]
    while len(foes) < count:
        foes.append(hidden_foe(state, "", False))
    return foes
