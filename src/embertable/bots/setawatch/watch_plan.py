"""Plans the rest of a Watch by a beam search over combos.

A combo is what a player thinks of as one move: all the dice that together defeat a creature, an
ability, an item. The best positions after each combo are searched further; `watch_cost` estimates
what comes after the last one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from embertable.bots.setawatch.minor_choices import rule_of_thumb
from embertable.bots.setawatch.position_value import Baseline, total, total_after
from embertable.bots.setawatch.watch_cost import dice_left_over
from embertable.engine.table import Action, Table
from embertable.games.setawatch.attack import PutDie, PutTamed, SendFamiliar, bonus, familiar_damage
from embertable.games.setawatch.consent import Suggest
from embertable.games.setawatch.health import health, pile_base
from embertable.games.setawatch.state import UNSPENT, WatchState, owner
from embertable.games.setawatch.watch import ChooseAction, GiveUp, Stoke, UseByDie, UseByExhausting

WIDTH = 3
DEPTH = 2
FOLLOWING = 60
"""How many minor choices after an action are played."""
TRIED = 16
EARLY_EXHAUST = 1.5
"""The extra cost of exhausting a card while there are dice, in points."""

Moves: TypeAlias = list[tuple[str, Action]]
"""Actions, each with the signature of its position."""
Ranked: TypeAlias = list[tuple[Action, float]]
"""First actions, each with the value of the best plan that begins with it."""


@dataclass
class Position:
    """An imagined table, the moves that led to it, and its value."""

    table: Table[Any]
    moves: Moves
    value: float
    early_cost: float = 0.0
    """The cost of exhausting cards while there were dice: waiting would have shown more."""


@dataclass
class Combo:
    """One action, or attack dice of certain values on one creature."""

    action: Action | None
    target: str = ""
    attackers: list[Attacker] = field(default_factory=list)


@dataclass
class Attacker:
    """A die, tamed creature or Familiar: its owner, its value and its damage."""

    adventurer: int
    shows: int
    counts: int
    card: str = ""
    """The tamed creature, or FAMILIAR."""


FAMILIAR = "familiar"


def make_plan(table: Table[Any], baseline: Baseline) -> tuple[Moves, Ranked]:
    """The moves of the best plan, and the values of the best plans by their first action.

    Giving up now is one of them.
    """
    best = giving_up(table, baseline)
    firsts: Ranked = [(best.moves[0][1], best.value)]
    front = [Position(table, [], 0.0)]
    for _ in range(DEPTH):
        reached: dict[str, Position] = {}
        for position in front:
            for combo in combos(position.table):
                after = after_combo(position, combo, baseline)
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
    """Whether the same night goes on."""
    return table.state.round == baseline.night and isinstance(table.next_choice(), ChooseAction)


def giving_up(table: Table[Any], baseline: Baseline) -> Position:
    stop = next(option for option in table.offered() if is_end(option))
    return Position(table, [("", stop)], total(table, baseline, acting=False))


def record_first(firsts: Ranked, position: Position) -> None:
    """Keep the value of the best plan with this first action."""
    first = position.moves[0][1]
    for at, (action, value) in enumerate(firsts):
        if action == first:
            firsts[at] = (first, max(value, position.value))
            return
    firsts.append((first, position.value))


def is_end(option: Action) -> bool:
    """Whether an option ends the Watch, or suggests that."""
    return isinstance(option.what if isinstance(option, Suggest) else option, GiveUp)


def signature(table: Table[Any]) -> str:
    """Everything of a position that the party sees and that changes during a Watch."""
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


def after_combo(position: Position, combo: Combo, baseline: Baseline) -> Position:
    """The position after a combo and the minor choices that follow."""
    table = position.table.copy(position.table.chance.copy())
    moves = position.moves[:]
    if combo.action is not None:
        play_out(table, combo.action, moves, baseline)
    for attacker in combo.attackers:
        place = table.state.place_of(combo.target)
        if place < 0 or not isinstance(table.next_choice(), ChooseAction):
            break
        action = attack_with(table, attacker, place + 1)
        if action is None:
            break
        play_out(table, action, moves, baseline)
    early_cost = position.early_cost
    if isinstance(combo.action, UseByExhausting) and has_dice(position.table.state):
        early_cost += EARLY_EXHAUST
    return Position(table, moves, total(table, baseline) - early_cost, early_cost)


def has_dice(state: WatchState) -> bool:
    return any(bool(state.dice_of(one.number, UNSPENT)) for one in state.participants())


def play_out(table: Table[Any], action: Action, moves: Moves, baseline: Baseline) -> None:
    """Apply an action and the minor choices that follow, and record them."""
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


def attack_with(table: Table[Any], attacker: Attacker, place: int) -> Action | None:
    """The action that attacks there; equal dice are interchangeable."""
    values = table.state.values
    for option in table.offered():
        if isinstance(option, PutDie):
            if (
                option.place == place
                and not attacker.card
                and owner(option.die) == attacker.adventurer
                and values[option.die] == attacker.shows
            ):
                return option
        elif isinstance(option, PutTamed):
            if option.place == place and option.card == attacker.card:
                return option
        elif (
            isinstance(option, SendFamiliar) and option.place == place and attacker.card == FAMILIAR
        ):
            return option
    return None


# Which combos are tried.


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
        pool = attackers(state, place - 1, places.get(place, set()), tamed.get(place, []))
        found.extend(attacks_on(state, place - 1, pool))
    return found


def keep_cheapest(
    state: WatchState,
    option: UseByDie,
    cheapest: dict[tuple[int, int], Action],
    found: list[Combo],
) -> None:
    """Where the value does not matter, keep only the lowest die."""
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


def attackers(state: WatchState, place: int, owners: set[int], tamed: list[str]) -> list[Attacker]:
    found: list[Attacker] = []
    for number in sorted(owners):
        more = bonus(state, number, place, "die")
        for die in state.dice_of(number, UNSPENT):
            found.append(Attacker(number, state.values[die], state.values[die] + more))
    for card in tamed:
        counts = familiar_damage(state, (), ()) if card == FAMILIAR else pile_base(state, card)
        found.append(Attacker(-1, counts, counts, card))
    return found


def attacks_on(state: WatchState, place: int, pool: list[Attacker]) -> list[Combo]:
    """Attacks that defeat the creature with the least excess, in a few ways; else one die."""
    one = state.line[place]
    need = health(state, place) - one.damage
    up = sorted(pool, key=lambda attacker: attacker.counts)
    melee_first = sorted(
        pool,
        key=lambda attacker: (
            state.content.adventurers[max(0, attacker.adventurer)].range,
            attacker.counts,
        ),
    )
    sets = [least_excess(order, need) for order in (up, up[::-1], melee_first)]
    for number in {attacker.adventurer for attacker in pool if attacker.adventurer >= 0}:
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
    """The same with one die of an adventurer whose first die on a creature has a bonus."""
    others = [attacker for attacker in pool if attacker.adventurer != number]
    best: list[Attacker] = []
    least = 1000
    for attacker in pool:
        if attacker.adventurer == number:
            rest = least_excess(others, need - attacker.counts - more)
            too_much = attacker.counts + more + sum(t.counts for t in rest) - need
            if 0 <= too_much < least:
                least = too_much
                best = [attacker, *rest]
    return best


def least_excess(order: list[Attacker], need: int) -> list[Attacker]:
    """Attackers that reach the need with the least excess; those late in the order are kept."""
    left = dice_left_over([attacker.counts for attacker in order], need)
    if left is None:
        return []
    chosen: list[Attacker] = []
    for attacker in order[::-1]:
        if left and attacker.counts == left[0]:
            left = left[1:]
        else:
            chosen.append(attacker)
    return chosen
