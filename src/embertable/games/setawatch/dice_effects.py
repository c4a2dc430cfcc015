"""Effects on dice: reroll, set, raise, bench, steal and stun them (W-DICE, W-STEAL)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from embertable.engine.table import CHANCE, PARTY, Action, Draw, Drawn, Step, Table, Telling
from embertable.games.setawatch.consent import asked
from embertable.games.setawatch.control import OwnChoice, PartyChoice, UserChoice
from embertable.games.setawatch.effects import Resolve, RunnableEffect, is_each, those
from embertable.games.setawatch.events import (
    DieBenched,
    DieChanged,
    DieReadied,
    DieRolledAgain,
    DieStolen,
    DieStunned,
)
from embertable.games.setawatch.health import forbids_own
from embertable.games.setawatch.state import (
    BENCHED,
    CHANCE_OF_DICE,
    NOBODY,
    SPENT,
    STOLEN,
    UNSPENT,
    WatchState,
    owner,
)
from embertable.games.setawatch.vocabulary import ONE, Sum, WhichDie, Who

# Rolling.


def roll_die(table: Table[WatchState], die: int) -> None:
    """Roll a die; a location may change every roll (W-DICE-04, -05)."""
    state = table.state
    sides = state.content.adventurers[owner(die)].sides
    show_value(state, die, table.chance.draw(CHANCE_OF_DICE, sides) + 1)


def show_value(state: WatchState, die: int, rolled: int) -> None:
    sides = state.content.adventurers[owner(die)].sides
    state.values[die] = max(1, min(sides, rolled + state.rule("roll_add")))


@dataclass
class RollDie(Draw):
    """One die of an adventurer."""

    die: int
    adventurer: int
    sides: int

    def stands_alone(self) -> bool:
        return True

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [ShowValue(CHANCE, self.die, value) for value in range(1, self.sides + 1)]

    def run(self, table: Table[WatchState]) -> None:
        roll_die(table, self.die)


def roll_of(state: WatchState, die: int) -> RollDie:
    return RollDie(CHANCE, die, owner(die), state.content.adventurers[owner(die)].sides)


@dataclass(unsafe_hash=True)
class ShowValue(Drawn):
    """What a die shows that was rolled at the table, before a location changes it."""

    die: int
    value: int

    def run(self, table: Table[WatchState]) -> None:
        show_value(table.state, self.die, self.value)


@dataclass
class RerollEffect(RunnableEffect):
    who: Who
    count: Sum = ONE
    up_to: bool = False
    dice: Literal["unspent"] = "unspent"

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        state = table.state
        n = context.number(state, self.count)
        named = [one.number for one in those(state, self.who, context.user)]
        if is_each(self.who):
            table.do_all([Reroll((number,), n, number) for number in named])
        else:
            table.do(Reroll(tuple(named), n, named[0] if len(named) == 1 else NOBODY))

    def can_do(self, state: WatchState, context: Resolve) -> bool:
        named = those(state, self.who, context.user)
        return any(bool(state.dice_of(one.number, UNSPENT)) for one in named)


@dataclass
class Reroll(Step):
    """Pick up to n unspent dice of these adventurers, then roll them together."""

    adventurers: tuple[int, ...]
    n: int
    user: int

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        picked = [die for die in state.picked_dice if die >= 0]
        left = [die for die in unspent(state, self.adventurers) if die not in picked]
        if left and len(picked) == len(state.picked_dice) < self.n:
            table.do(ChooseReroll(PARTY, self.user, tuple(left), tuple(picked)), self)
            return
        state.picked_dice = []
        for die in reversed(picked):
            table.do(roll_of(state, die), TellRolledAgain(die, state.values[die]))


@dataclass
class TellRolledAgain(Telling):
    die: int
    before: int

    def run(self, table: Table[WatchState]) -> None:
        value = table.state.values[self.die]
        table.emit(DieRolledAgain(owner(self.die), self.before, value))


def unspent(state: WatchState, adventurers: tuple[int, ...]) -> list[int]:
    return [die for number in adventurers for die in state.dice_of(number, UNSPENT)]


@dataclass
class ChooseReroll(UserChoice):
    among: tuple[int, ...]
    picked: tuple[int, ...]

    def options(self, table: Table[WatchState]) -> list[Action]:
        found: list[Action] = [PickDie(PARTY, die) for die in alike(table.state, self.among)]
        return [*found, PICK_NO_MORE]


def alike(state: WatchState, dice: tuple[int, ...] | list[int]) -> list[int]:
    """One die for each adventurer and value, because equal dice are interchangeable."""
    found: list[int] = []
    for die in dice:
        for other in found:
            if state.values[other] == state.values[die] and owner(other) == owner(die):
                break
        else:
            found.append(die)
    return found


@dataclass(unsafe_hash=True)
class PickDie(Action):
    die: int

    def run(self, table: Table[WatchState]) -> None:
        table.state.picked_dice.append(self.die)


class PickNoMore(Action):
    def run(self, table: Table[WatchState]) -> None:
        table.state.picked_dice.append(NO_MORE)


NO_MORE: Final = -1
"""Stands among picked dice for the end of picking."""
PICK_NO_MORE: Final = PickNoMore(PARTY)


# Changing dice.


@dataclass
class ReadyEffect(RunnableEffect):
    """Spent dice become unspent at their value."""

    who: Who | None = None
    count: Sum = ONE
    up_to: bool = False

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        n = context.number(table.state, self.count)
        table.do(ChangeDice("ready", context.user, n, self.up_to))

    def can_do(self, state: WatchState, context: Resolve) -> bool:
        return bool(changeable(state, "ready", context.user))


@dataclass
class DieSetEffect(RunnableEffect):
    """Unspent dice turn to their highest face."""

    to: Literal["max"]
    who: Who | None = None
    count: Sum = ONE
    up_to: bool = False
    dice: Literal["unspent"] = "unspent"

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        n = context.number(table.state, self.count)
        table.do(ChangeDice("set", context.user, n, self.up_to))

    def can_do(self, state: WatchState, context: Resolve) -> bool:
        return bool(changeable(state, "set", context.user))


@dataclass
class ChangeDice(Step):
    """Make spent dice unspent, or turn unspent ones to their highest face."""

    how: str
    user: int
    n: int
    up_to: bool

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        if state.picked_dice:
            die = state.picked_dice.pop()
            if die < 0:
                return
            self.change(table, die)
            table.do(ChangeDice(self.how, self.user, self.n - 1, self.up_to))
            return
        among = alike(state, changeable(state, self.how, self.user))
        if not among or not self.n:
            return
        if len(among) == 1 and not self.up_to:
            self.change(table, among[0])
        else:
            table.do(ChooseDie(PARTY, self.user, self.how, tuple(among), self.up_to), self)

    def change(self, table: Table[WatchState], die: int) -> None:
        state = table.state
        if self.how == "ready":
            state.dice[die] = UNSPENT
            table.emit(DieReadied(owner(die), state.values[die]))
        else:
            set_die(table, die, state.content.adventurers[owner(die)].sides)


def changeable(state: WatchState, how: str, user: int) -> list[int]:
    if how == "ready":
        return state.dice_of(user, SPENT)
    sides = state.content.adventurers[user].sides
    return [die for die in state.dice_of(user, UNSPENT) if state.values[die] < sides]


def set_die(table: Table[WatchState], die: int, value: int) -> None:
    before = table.state.values[die]
    table.state.values[die] = value
    table.emit(DieChanged(owner(die), before, value))


@dataclass
class ChooseDie(UserChoice):
    how: str
    among: tuple[int, ...]
    up_to: bool

    def options(self, table: Table[WatchState]) -> list[Action]:
        found: list[Action] = [PickDie(PARTY, die) for die in self.among]
        return [*found, PICK_NO_MORE] if self.up_to else found


@dataclass
class DieAddEffect(RunnableEffect):
    """Each may raise one lowest die, up to its highest face (W-LOCATION-07)."""

    who: Who
    add: Sum
    which: WhichDie | None = None
    optional: bool = False

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        state = table.state
        for one in reversed(those(state, self.who, context.user)):
            die = min(state.dice_of(one.number, UNSPENT), key=lambda die: state.values[die])
            if state.values[die] < state.content.adventurers[one.number].sides:
                table.do(ChooseRaise(PARTY, one.number, die, self.add.number))


@dataclass
class ChooseRaise(OwnChoice):
    die: int
    n: int

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [RaiseDie(PARTY, self.die, self.n), LeaveDie(PARTY)]


@dataclass(unsafe_hash=True)
class RaiseDie(Action):
    die: int
    n: int

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        sides = state.content.adventurers[owner(self.die)].sides
        set_die(table, self.die, min(sides, state.values[self.die] + self.n))


class LeaveDie(Action):
    def run(self, table: Table[WatchState]) -> None:
        pass


# Losing dice.


@dataclass
class BenchEffect(RunnableEffect):
    """The lowest die of all is put aside; on a tie the party chooses (W-LOCATION-08)."""

    which: WhichDie
    count: Sum = ONE

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        state = table.state
        dice = [die for die in range(len(state.dice)) if state.dice[die] == UNSPENT]
        least = min([state.values[die] for die in dice])
        table.do(
            TakeDie("bench", "", alike_tuple(state, [d for d in dice if state.values[d] == least]))
        )


def alike_tuple(state: WatchState, dice: list[int]) -> tuple[int, ...]:
    return tuple(alike(state, dice))


@dataclass
class StealEffect(RunnableEffect):
    """The creature takes unspent dice; one of them may become its base health (W-STEAL)."""

    which: WhichDie
    count: Sum = ONE
    as_base_health: bool = False

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        how = "steal_base" if self.as_base_health else "steal"
        for _ in range(context.number(table.state, self.count)):
            table.do(StealDie(how, self.which, context.card))


@dataclass
class StealDie(Step):
    """Which unspent die a creature takes; ties are the party's to break (W-STEAL-01)."""

    how: str
    which: str
    card: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        dice = [
            die
            for one in state.participants()
            if not forbids_own(state, one.number, "steal")
            for die in state.dice_of(one.number, UNSPENT)
        ]
        if not dice or state.place_of(self.card) < 0:
            return
        if self.which == "highest":
            most = max([state.values[die] for die in dice])
            dice = [die for die in dice if state.values[die] == most]
        elif self.which == "lowest":
            least = min([state.values[die] for die in dice])
            dice = [die for die in dice if state.values[die] == least]
        table.do(TakeDie(self.how, self.card, alike_tuple(state, dice)))


@dataclass
class TakeDie(Step):
    """A die leaves the party for a creature or for the bench."""

    how: str
    card: str
    among: tuple[int, ...]

    def run(self, table: Table[WatchState]) -> None:
        if len(self.among) > 1:
            table.do_all(asked(table, ChooseLostDie(PARTY, self.how, self.card, self.among)))
        else:
            lose_die(table, self.how, self.card, self.among[0])


def lose_die(table: Table[WatchState], how: str, card: str, die: int) -> None:
    state = table.state
    if how == "bench":
        state.dice[die] = BENCHED
        table.emit(DieBenched(owner(die), state.values[die]))
        return
    one = state.line[state.place_of(card)]
    state.dice[die] = STOLEN
    one.stolen.append(die)
    if how == "steal_base":
        one.base_die = die
    table.emit(DieStolen(owner(die), state.values[die], card))


@dataclass
class ChooseLostDie(PartyChoice):
    how: str
    card: str
    among: tuple[int, ...]

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [GiveDie(PARTY, self.how, self.card, die) for die in self.among]


@dataclass(unsafe_hash=True)
class GiveDie(Action):
    how: str
    card: str
    die: int

    def run(self, table: Table[WatchState]) -> None:
        lose_die(table, self.how, self.card, self.die)


@dataclass
class StunEffect(RunnableEffect):
    count: Sum = ONE

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        n = context.number(table.state, self.count)
        table.do_all([Stun() for _ in range(n)])


@dataclass
class Stun(Step):
    """A die goes on a ready card of its own adventurer without effect (W-STUN)."""

    def run(self, table: Table[WatchState]) -> None:
        options = stun_options(table.state)
        if len(options) == 1:
            table.do(options[0])
        elif options:
            table.do_all(asked(table, ChooseStun(PARTY)))


def stun_options(state: WatchState) -> list[Action]:
    found: list[Action] = []
    for one in state.participants():
        if forbids_own(state, one.number, "stun"):
            continue
        for die in alike(state, state.dice_of(one.number, UNSPENT)):
            for slot in range(len(one.board)):
                if not one.exhausted[slot] and not one.took_die[slot]:
                    found.append(StunDie(PARTY, die, slot))
    return found


class ChooseStun(PartyChoice):
    def options(self, table: Table[WatchState]) -> list[Action]:
        return stun_options(table.state)


@dataclass(unsafe_hash=True)
class StunDie(Action):
    die: int
    slot: int

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        one = state.adventurers[owner(self.die)]
        state.dice[self.die] = SPENT
        one.took_die[self.slot] = True
        table.emit(DieStunned(one.number, state.values[self.die], one.board[self.slot]))
