"""A plan for the rest of a Watch: blows and abilities in an order, sought a few strokes ahead.

A stroke is what a player thinks of as one thing: all the dice that together defeat a creature, an
ability, an item. The most promising positions after each stroke are thought on from; what lies
beyond the last stroke, the outlook tells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from embertable.bots.setawatch.outlook import cover
from embertable.bots.setawatch.replies import reply
from embertable.bots.setawatch.weighing import Outset, total, total_after
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
HASTE = 1.5
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
    worth: float
    haste: float = 0.0
    """What was lost by exhausting cards while there were dice: later one would know more."""

    def __init__(self, table: Table[Any], moves: Moves, worth: float, haste: float = 0.0) -> None:
        self.table = table
        self.moves = moves
        self.worth = worth
        self.haste = haste


@dataclass
class Stroke:
    """One action, or attack dice of certain values on one creature."""

    action: Action | None
    target: str
    tokens: list[Token]

    def __init__(
        self, action: Action | None, target: str = "", tokens: list[Token] | None = None
    ) -> None:
        self.action = action
        self.target = target
        self.tokens = tokens or []


@dataclass
class Token:
    """Something to attack with: whose it is, what it shows and what it counts."""

    adventurer: int
    shows: int
    counts: int
    card: str = ""
    """A tamed creature; the Familiar is called so."""

    def __init__(self, adventurer: int, shows: int, counts: int, card: str = "") -> None:
        self.adventurer = adventurer
        self.shows = shows
        self.counts = counts
        self.card = card


FAMILIAR = "familiar"


def make_plan(table: Table[Any], outset: Outset) -> tuple[Moves, Ranked]:
    """The moves of the best line of play found, and what the best that begins otherwise is worth.

    Stopping now is among them.
    """
    best = giving_up(table, outset)
    firsts: Ranked = [(best.moves[0][1], best.worth)]
    front = [Position(table, [], 0.0)]
    for _ in range(DEPTH):
        reached: dict[str, Position] = {}
        for position in front:
            for stroke in strokes(position.table):
                after = played(position, stroke, outset)
                if not after.moves:
                    continue
                note(firsts, after)
                if after.worth > best.worth:
                    best = after
                if goes_on(after.table, outset):
                    mark = signature(after.table)
                    if mark not in reached or reached[mark].worth < after.worth:
                        reached[mark] = after
        front = sorted(reached.values(), key=lambda position: -position.worth)[:WIDTH]
    return best.moves, firsts


def goes_on(table: Table[Any], outset: Outset) -> bool:
    """Whether there is more to do on the same night."""
    return table.state.round == outset.night and isinstance(table.next_choice(), ChooseAction)


def giving_up(table: Table[Any], outset: Outset) -> Position:
    stop = next(option for option in table.offered() if is_end(option))
    return Position(table, [("", stop)], total(table, outset, acting=False))


def note(firsts: Ranked, position: Position) -> None:
    """Remember what lines of play are worth by their first action."""
    first = position.moves[0][1]
    for at, (action, worth) in enumerate(firsts):
        if action == first:
            firsts[at] = (first, max(worth, position.worth))
            return
    firsts.append((first, position.worth))


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


def played(position: Position, stroke: Stroke, outset: Outset) -> Position:
    """The position after a stroke and all small decisions that it brings."""
    table = position.table.copy(position.table.chance.copy())
    moves = position.moves[:]
    if stroke.action is not None:
        take(table, stroke.action, moves, outset)
    for token in stroke.tokens:
        place = table.state.place_of(stroke.target)
        if place < 0 or not isinstance(table.next_choice(), ChooseAction):
            break
        action = attack_with(table, token, place + 1)
        if action is None:
            break
        take(table, action, moves, outset)
    haste = position.haste
    if isinstance(stroke.action, UseByExhausting) and has_dice(position.table.state):
        haste += HASTE
    return Position(table, moves, total(table, outset) - haste, haste)


def has_dice(state: WatchState) -> bool:
    return any([bool(state.dice_of(one.number, UNSPENT)) for one in state.participants()])


def take(table: Table[Any], action: Action, moves: Moves, outset: Outset) -> None:
    """Do an action and what it asks for, and note all of it."""
    moves.append((signature(table), action))
    table.apply(action)
    for _ in range(FOLLOWING):
        choice = table.next_choice()
        if choice is None or table.state.phase != "watch" or isinstance(choice, ChooseAction):
            return
        options = table.offered()
        best = options[0] if len(options) == 1 else reply(table, choice, options)
        if best is None:
            best = max(options[:TRIED], key=lambda option: total_after(table, option, outset))
        moves.append((signature(table), best))
        table.apply(best)


def attack_with(table: Table[Any], token: Token, place: int) -> Action | None:
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


def strokes(table: Table[Any]) -> list[Stroke]:
    state: WatchState = table.state
    found: list[Stroke] = []
    places: dict[int, set[int]] = {}
    tame: dict[int, list[str]] = {}
    cheapest: dict[tuple[int, int], Action] = {}
    for option in table.offered():
        if isinstance(option, PutDie):
            places.setdefault(option.place, set()).add(owner(option.die))
        elif isinstance(option, PutTamed):
            tame.setdefault(option.place, []).append(option.card)
        elif isinstance(option, SendFamiliar):
            tame.setdefault(option.place, []).append(FAMILIAR)
        elif isinstance(option, UseByDie):
            keep_cheapest(state, option, cheapest, found)
        elif not isinstance(option, Stoke) and not is_end(option):
            found.append(Stroke(option))
    found.extend([Stroke(option) for option in cheapest.values()])
    for place in sorted({*places, *tame}):
        pool = tokens(state, place - 1, places.get(place, set()), tame.get(place, []))
        found.extend(blows_at(state, place - 1, pool))
    return found


def keep_cheapest(
    state: WatchState,
    option: UseByDie,
    cheapest: dict[tuple[int, int], Action],
    found: list[Stroke],
) -> None:
    """Where the value does not matter, the lowest die will do."""
    one = state.adventurers[owner(option.die)]
    if state.content.abilities[one.board[option.slot]].uses_x:
        found.append(Stroke(option))
        return
    key = (one.number, option.slot)
    before = cheapest.get(key)
    if before is None or (
        isinstance(before, UseByDie) and state.values[option.die] < state.values[before.die]
    ):
        cheapest[key] = option


def tokens(state: WatchState, place: int, able: set[int], tame: list[str]) -> list[Token]:
    found: list[Token] = []
    for number in sorted(able):
        more = bonus(state, number, place, "die")
        for die in state.dice_of(number, UNSPENT):
            found.append(Token(number, state.values[die], state.values[die] + more))
    for card in tame:
        counts = familiar_side(state).damage if card == FAMILIAR else pile_base(state, card)
        found.append(Token(-1, counts, counts, card))
    return found


def blows_at(state: WatchState, place: int, pool: list[Token]) -> list[Stroke]:
    """The dice that suffice with the least too much, put together in a few ways; else one die."""
    one = state.line[place]
    need = health(state, place) - one.damage
    up = sorted(pool, key=lambda token: token.counts)
    melee_first = sorted(
        pool,
        key=lambda token: (state.content.adventurers[max(0, token.adventurer)].range, token.counts),
    )
    sets = [enough(order, need) for order in (up, up[::-1], melee_first)]
    for number in {token.adventurer for token in pool if token.adventurer >= 0}:
        more = 0 if number in one.by else bonus(state, number, place, "creature")
        if more:
            sets.append(enough_with(up, need, number, more))
    found: list[Stroke] = []
    known: list[list[tuple[int, int, str]]] = []
    for chosen in sets:
        names = sorted([(t.adventurer, t.shows, t.card) for t in chosen])
        if chosen and names not in known:
            known.append(names)
            found.append(Stroke(None, one.card, chosen))
    if not found and pool and place == 0:
        found.append(Stroke(None, one.card, [up[-1]]))
    return found


def enough_with(pool: list[Token], need: int, number: int, more: int) -> list[Token]:
    """The same with one die of an adventurer whose first die on a creature counts more."""
    others = [token for token in pool if token.adventurer != number]
    best: list[Token] = []
    least = 1000
    for token in pool:
        if token.adventurer == number:
            rest = enough(others, need - token.counts - more)
            too_much = token.counts + more + sum([t.counts for t in rest]) - need
            if 0 <= too_much < least:
                least = too_much
                best = [token, *rest]
    return best


def enough(order: list[Token], need: int) -> list[Token]:
    """Tokens that reach the need with the least too much; those late in the order are kept."""
    left = cover([token.counts for token in order], need)
    if left is None:
        return []
    chosen: list[Token] = []
    for token in order[::-1]:
        if left and token.counts == left[0]:
            left = left[1:]
        else:
            chosen.append(token)
    return chosen
