"""A plan for the rest of a Watch: blows and abilities in an order, sought a few strokes ahead.

A stroke is what a player thinks of as one thing: all the dice that together defeat a creature, an
ability, an item. The most promising positions after each stroke are thought on from; what lies
beyond the last stroke, the outlook tells.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from embertable.bots.setawatch.minor_choices import rule_of_thumb
from embertable.bots.setawatch.position_value import Baseline, total, total_after
from embertable.bots.setawatch.watch_cost import dice_left_over
from embertable.engine.table import Action, Table
from embertable.games.setawatch.attack import PutDie, PutTamed, SendFamiliar, bonus, familiar_side
from embertable.games.setawatch.consent import Suggest
from embertable.games.setawatch.health import health, pile_base
from embertable.games.setawatch.state import UNSPENT, WatchState, owner
from embertable.games.setawatch.watch import ChooseAction, GiveUp, Stoke, UseByDie, UseByExhausting

WIDTH = 3
DEPTH = 2
FOLLOWING = 60
"""So many small decisions after one are thought through."""
TRIED = 16
EARLY_EXHAUST = 1.5
"""In points, what a card costs more that is exhausted while there are dice."""

Moves: TypeAlias = list[tuple[str, Action]]
"""Actions, each with the signature of the position that it belongs to."""
Ranked: TypeAlias = list[tuple[Action, float]]
"""First actions, each with what the best line of play that begins with it is worth."""


@dataclass
class Position:
    """A table in thought, how it was reached, and what it is worth."""

    table: Table[Any]
    moves: Moves
    value: float
    early_cost: float = 0.0
    """What was lost by exhausting cards while there were dice: later one would know more."""


@dataclass
class Combo:
    """One action, or attack dice of certain values on one creature."""

    action: Action | None
    target: str = ""
    tokens: list[Attacker] = field(default_factory=list)


@dataclass
class Attacker:
    """Something to attack with: whose it is, what it shows and what it counts."""

    adventurer: int
    shows: int
    counts: int
    card: str = ""
    """A tamed creature; the Familiar is called so."""


FAMILIAR = "familiar"


def make_plan(table: Table[Any], baseline: Baseline) -> tuple[Moves, Ranked]:
    """The moves of the best line of play found, and what the best that begins otherwise is worth.

    Stopping now is among them.
    """
    best = giving_up(table, baseline)
    firsts: Ranked = [(best.moves[0][1], best.value)]
    front = [Position(table, [], 0.0)]
    for _ in range(DEPTH):
        reached: dict[str, Position] = {}
        for position in front:
            for next_action in combos(position.table):
                after = after_combo(position, next_action, baseline)
                if not after.moves:
                    continue
                record_first(firsts, after)
                if after.value > best.value:
                    best = after
                if goes_on(after.table, baseline):
                    mark = signature(after.table)
                    if mark not in reached or reached[mark].value < after.value:
                        reached[mark] = after
        front = sorted(reached.values(), key=lambda position: -position.value)[:WIDTH]
    return best.moves, firsts


def goes_on(table: Table[Any], baseline: Baseline) -> bool:
    """Whether there is more to do on the same night."""
    return table.state.round == baseline.night and isinstance(table.next_choice(), ChooseAction)


def giving_up(table: Table[Any], baseline: Baseline) -> Position:
    stop = next(option for option in table.offered() if is_end(option))
    return Position(table, [("", stop)], total(table, baseline, acting=False))


def record_first(firsts: Ranked, position: Position) -> None:
    """Remember what lines of play are worth by their first action."""
    first = position.moves[0][1]
    for at, (action, value) in enumerate(firsts):
        if action == first:
            firsts[at] = (first, max(value, position.value))
            return
    firsts.append((first, position.value))


def is_end(option: Action) -> bool:
    """Whether an option ends the Watch, or suggests so."""
    return isinstance(option.what if isinstance(option, Suggest) else option, GiveUp)


def signature(table: Table[Any]) -> str:
    """All of a position that the party can see and that changes during a Watch."""
    state: WatchState = table.state
    line = [
        (one.card, one.damage, one.health, one.negated)
        if one.up
        else (one.card if one.card in state.known else "")
        for one in state.line
    ]
    own = [
        (one.exhausted, one.took_die, one.tamed, one.trophies, [h.exhausted for h in one.items])
        for one in state.adventurers
    ]
    seen = (table.next_choice(), state.round, state.firewood, state.dice, state.values, line, own)
    return repr(seen)


def after_combo(position: Position, next_action: Combo, baseline: Baseline) -> Position:
    """The position after a stroke and all small decisions that it brings."""
    table = position.table.copy(position.table.chance.copy())
    moves = position.moves[:]
    if next_action.action is not None:
        play_out(table, next_action.action, moves, baseline)
    for token in next_action.tokens:
        place = table.state.place_of(next_action.target)
        if place < 0 or not isinstance(table.next_choice(), ChooseAction):
            break
        action = attack_with(table, token, place + 1)
        if action is None:
            break
        play_out(table, action, moves, baseline)
    early_cost = position.early_cost
    if isinstance(next_action.action, UseByExhausting) and has_dice(position.table.state):
        early_cost += EARLY_EXHAUST
    return Position(table, moves, total(table, baseline) - early_cost, early_cost)


def has_dice(state: WatchState) -> bool:
    return any([bool(state.dice_of(one.number, UNSPENT)) for one in state.participants()])


def play_out(table: Table[Any], action: Action, moves: Moves, baseline: Baseline) -> None:
    """Do an action and what it asks for, and note all of it."""
    moves.append((signature(table), action))
    table.apply(action)
    for _ in range(FOLLOWING):
        choice = table.next_choice()
        if choice is None or table.state.phase != "watch" or isinstance(choice, ChooseAction):
            return
        options = table.offered()
        best = options[0] if len(options) == 1 else rule_of_thumb(table, choice, options)
        if best is None:
            best = max(options[:TRIED], key=lambda option: total_after(table, option, baseline))
        moves.append((signature(table), best))
        table.apply(best)


def attack_with(table: Table[Any], token: Attacker, place: int) -> Action | None:
    """The action that puts the token there; of equal dice any will do."""
    values = table.state.values
    for option in table.offered():
        if isinstance(option, PutDie):
            if (
                option.place == place
                and not token.card
                and owner(option.die) == token.adventurer
                and values[option.die] == token.shows
            ):
                return option
        elif isinstance(option, PutTamed):
            if option.place == place and option.card == token.card:
                return option
        elif isinstance(option, SendFamiliar) and option.place == place and token.card == FAMILIAR:
            return option
    return None


# Which strokes are worth a thought.


def combos(table: Table[Any]) -> list[Combo]:
    state: WatchState = table.state
    found: list[Combo] = []
    places: dict[int, set[int]] = {}
    tamed: dict[int, list[str]] = {}
    cheapest: dict[tuple[int, int], Action] = {}
    for option in table.offered():
        if isinstance(option, PutDie):
            places.setdefault(option.place, set()).add(owner(option.die))
        elif isinstance(option, PutTamed):
            tamed.setdefault(option.place, []).append(option.card)
        elif isinstance(option, SendFamiliar):
            tamed.setdefault(option.place, []).append(FAMILIAR)
        elif isinstance(option, UseByDie):
            keep_cheapest(state, option, cheapest, found)
        elif not isinstance(option, Stoke) and not is_end(option):
            found.append(Combo(option))
    found.extend([Combo(option) for option in cheapest.values()])
    for place in sorted({*places, *tamed}):
        pool = tokens(state, place - 1, places.get(place, set()), tamed.get(place, []))
        found.extend(attacks_on(state, place - 1, pool))
    return found


def keep_cheapest(
    state: WatchState,
    option: UseByDie,
    cheapest: dict[tuple[int, int], Action],
    found: list[Combo],
) -> None:
    """Where the value does not matter, the lowest die will do."""
    one = state.adventurers[owner(option.die)]
    if state.content.abilities[one.board[option.slot]].uses_x:
        found.append(Combo(option))
        return
    key = (one.number, option.slot)
    before = cheapest.get(key)
    if before is None or (
        isinstance(before, UseByDie) and state.values[option.die] < state.values[before.die]
    ):
        cheapest[key] = option


def tokens(state: WatchState, place: int, able: set[int], tamed: list[str]) -> list[Attacker]:
    found: list[Attacker] = []
    for number in sorted(able):
        more = bonus(state, number, place, "die")
        for die in state.dice_of(number, UNSPENT):
            found.append(Attacker(number, state.values[die], state.values[die] + more))
    for card in tamed:
        counts = familiar_side(state).damage if card == FAMILIAR else pile_base(state, card)
        found.append(Attacker(-1, counts, counts, card))
    return found


def attacks_on(state: WatchState, place: int, pool: list[Attacker]) -> list[Combo]:
    """The dice that suffice with the least too much, put together in a few ways; else one die."""
    one = state.line[place]
    need = health(state, place) - one.damage
    up = sorted(pool, key=lambda token: token.counts)
    melee_first = sorted(
        pool,
        key=lambda token: (state.content.adventurers[max(0, token.adventurer)].range, token.counts),
    )
    sets = [least_excess(order, need) for order in (up, up[::-1], melee_first)]
    for number in {token.adventurer for token in pool if token.adventurer >= 0}:
        more = 0 if number in one.by else bonus(state, number, place, "creature")
        if more:
            sets.append(least_excess_with(up, need, number, more))
    found: list[Combo] = []
    known: list[list[tuple[int, int, str]]] = []
    for chosen in sets:
        names = sorted([(t.adventurer, t.shows, t.card) for t in chosen])
        if chosen and names not in known:
            known.append(names)
            found.append(Combo(None, one.card, chosen))
    if not found and pool and place == 0:
        found.append(Combo(None, one.card, [up[-1]]))
    return found


def least_excess_with(pool: list[Attacker], need: int, number: int, more: int) -> list[Attacker]:
    """The same with one die of an adventurer whose first die on a creature counts more."""
    others = [token for token in pool if token.adventurer != number]
    best: list[Attacker] = []
    least = 1000
    for token in pool:
        if token.adventurer == number:
            rest = least_excess(others, need - token.counts - more)
            too_much = token.counts + more + sum([t.counts for t in rest]) - need
            if 0 <= too_much < least:
                least = too_much
                best = [token, *rest]
    return best


def least_excess(order: list[Attacker], need: int) -> list[Attacker]:
    """Tokens that reach the need with the least too much; those late in the order are kept."""
    left = dice_left_over([token.counts for token in order], need)
    if left is None:
        return []
    chosen: list[Attacker] = []
    for token in order[::-1]:
        if left and token.counts == left[0]:
            left = left[1:]
        else:
            chosen.append(token)
    return chosen
