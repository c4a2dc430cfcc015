"""What effects do to dice, ability cards, fire and coins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import PARTY, Action, Choice, Seat, Step, Table
from embertable.games.setawatch.consent import asked
from embertable.games.setawatch.control import SEATS, OwnChoice, PartyChoice, controllers
from embertable.games.setawatch.effects import ABLE, OPS, Resolve, can_do_any
from embertable.games.setawatch.events import (
    AbilityEquipped,
    CardRefreshed,
    CoinsChanged,
    DieBenched,
    DieChanged,
    DieReadied,
    DieRolledAgain,
    DieStolen,
    DieStunned,
    FamiliarTurned,
    HexStored,
    ItemRefreshed,
)
from embertable.games.setawatch.exhausting import Demand
from embertable.games.setawatch.fire import change_firewood, exhaust_card
from embertable.games.setawatch.health import forbids_own
from embertable.games.setawatch.state import (
    BENCHED,
    LUCK_DICE,
    NOBODY,
    SPENT,
    STOLEN,
    UNSPENT,
    Adventurer,
    WatchState,
    owner,
)
from embertable.games.setawatch.vocabulary import Effect


def those(state: WatchState, who: str, user: int) -> list[Adventurer]:
    """The adventurers an effect names."""
    if who == "self":
        return [state.adventurers[user]]
    if who == "rest":
        return [] if state.resting == NOBODY else [state.adventurers[state.resting]]
    if who in ("watch_any", "watch_each"):
        return state.participants()
    return list(state.adventurers)


def is_each(who: str) -> bool:
    return who in ("watch_each", "all_each")


# Fire, coins, demands.


def firewood(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    change_firewood(table, context.number(table.state, effect.add))


def halve(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    change_firewood(table, -(table.state.firewood // 2))


def coins(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    gain_coins(table, context.number(table.state, effect.add))


def gain_coins(table: Table[WatchState], n: int) -> None:
    state = table.state
    before = state.coins
    state.coins = max(0, before + n)
    if state.coins != before:
        table.tell(CoinsChanged(state.coins - before, state.coins))


def exhaust(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    table.do(Demand(context.number(table.state, effect.count)))


# Refreshing.


def exhausted_slots(state: WatchState, adventurer: int) -> list[int]:
    flags = state.adventurers[adventurer].exhausted
    return [slot for slot in range(len(flags)) if flags[slot]]


def refresh_card(table: Table[WatchState], adventurer: int, slot: int) -> None:
    one = table.state.adventurers[adventurer]
    one.exhausted[slot] = False
    table.tell(CardRefreshed(adventurer, one.board[slot]))


def refresh_items(table: Table[WatchState], adventurer: int, most: int = 9) -> None:
    for held in table.state.adventurers[adventurer].items:
        if held.exhausted and most > 0:
            held.exhausted = False
            most -= 1
            table.tell(ItemRefreshed(adventurer, held.item))


def refresh(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    state = table.state
    n = context.number(state, effect.count)
    named = [one.number for one in those(state, effect.who, context.user)]
    if effect.kind == "item":
        for number in named:
            refresh_items(table, number, n)
    elif is_each(effect.who):
        table.do(*[Refresh((number,), n, effect.optional, number) for number in named])
    else:
        if effect.who == "watch_any":
            named = [one.number for one in state.on_watch()]
        table.do(Refresh(tuple(named), n, effect.optional, context.user))


@dataclass
class Refresh(Step):
    """Turn exhausted cards of these adventurers, as `user` likes; nobody's user is the party."""

    adventurers: tuple[int, ...]
    n: int
    up_to: bool
    user: int

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        slots = [
            (number, slot) for number in self.adventurers for slot in exhausted_slots(state, number)
        ]
        if not self.n or not slots or state.picked:
            state.picked = []
        elif len(slots) <= self.n and not self.up_to:
            for number, slot in slots:
                refresh_card(table, number, slot)
        else:
            table.do(
                ChooseRefresh(PARTY, self.user, self.adventurers, self.up_to),
                Refresh(self.adventurers, self.n - 1, self.up_to, self.user),
            )


@dataclass
class UserChoice(Choice):
    """A decision of an adventurer's controllers, or of the party where it is nobody's."""

    user: int

    def answerers(self, table: Table[WatchState]) -> tuple[Seat, ...]:
        if self.user == NOBODY:
            return SEATS[table.state.players]
        return controllers(table.state, self.user)


@dataclass
class ChooseRefresh(UserChoice):
    adventurers: tuple[int, ...]
    up_to: bool

    def options(self, table: Table[WatchState]) -> list[Action]:
        found: list[Action] = [
            RefreshCard(PARTY, number, slot)
            for number in self.adventurers
            for slot in exhausted_slots(table.state, number)
        ]
        return [*found, RefreshNone(PARTY)] if self.up_to else found


@dataclass(unsafe_hash=True)
class RefreshCard(Action):
    adventurer: int
    slot: int

    def run(self, table: Table[WatchState]) -> None:
        refresh_card(table, self.adventurer, self.slot)


class RefreshNone(Action):
    def run(self, table: Table[WatchState]) -> None:
        table.state.picked.append("")


def rotate(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    """Each refreshes an exhausted card and then exhausts a different one (W-LOCATION-11)."""
    table.do(
        *[
            Rotate(one.number)
            for one in those(table.state, effect.who, context.user)
            if one.exhausted.count(True)
        ]
    )


@dataclass
class Rotate(Step):
    adventurer: int

    def run(self, table: Table[WatchState]) -> None:
        before = tuple(exhausted_slots(table.state, self.adventurer))
        table.do(
            Refresh((self.adventurer,), 1, False, self.adventurer),
            ExhaustAnother(self.adventurer, before),
        )


@dataclass
class ExhaustAnother(Step):
    adventurer: int
    before: tuple[int, ...]
    """The cards that were exhausted before one of them was refreshed."""

    def run(self, table: Table[WatchState]) -> None:
        one = table.state.adventurers[self.adventurer]
        ready = [slot for slot in range(len(one.board)) if slot not in self.before]
        if len(ready) == 1:
            exhaust_card(table, self.adventurer, ready[0])
        elif ready:
            table.do(ChooseTurned(PARTY, self.adventurer, tuple(ready)))


@dataclass
class ChooseTurned(OwnChoice):
    slots: tuple[int, ...]

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [TurnCard(PARTY, self.adventurer, slot) for slot in self.slots]


@dataclass(unsafe_hash=True)
class TurnCard(Action):
    adventurer: int
    slot: int

    def run(self, table: Table[WatchState]) -> None:
        exhaust_card(table, self.adventurer, self.slot)


# Dice.


def roll_die(table: Table[WatchState], die: int) -> None:
    """Roll a die; a location may change every roll (W-DICE-04, -05)."""
    state = table.state
    sides = state.content.adventurers[owner(die)].sides
    value = table.chance.draw(LUCK_DICE, sides) + 1 + state.rule("roll_add")
    state.values[die] = max(1, min(sides, value))


def reroll(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    state = table.state
    n = context.number(state, effect.count)
    named = [one.number for one in those(state, effect.who, context.user)]
    if is_each(effect.who):
        table.do(*[Reroll((number,), n, number) for number in named])
    else:
        table.do(Reroll(tuple(named), n, named[0] if len(named) == 1 else NOBODY))


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
        for die in picked:
            before = state.values[die]
            roll_die(table, die)
            table.tell(DieRolledAgain(owner(die), before, state.values[die]))


def unspent(state: WatchState, adventurers: tuple[int, ...]) -> list[int]:
    return [die for number in adventurers for die in state.dice_of(number, UNSPENT)]


@dataclass
class ChooseReroll(UserChoice):
    among: tuple[int, ...]
    picked: tuple[int, ...]

    def options(self, table: Table[WatchState]) -> list[Action]:
        found: list[Action] = [PickDie(PARTY, die) for die in alike(table.state, self.among)]
        return [*found, PickNoMore(PARTY)]


def alike(state: WatchState, dice: tuple[int, ...] | list[int]) -> list[int]:
    """One die for each adventurer and value: dice that show the same are the same."""
    found: list[int] = []
    seen: list[int] = []
    for die in dice:
        shown = owner(die) * MOST_FACES + state.values[die]
        if shown not in seen:
            seen.append(shown)
            found.append(die)
    return found


MOST_FACES: Final = 100


@dataclass(unsafe_hash=True)
class PickDie(Action):
    die: int

    def __init__(self, seat: Seat, die: int) -> None:
        self.seat = seat
        self.die = die

    def run(self, table: Table[WatchState]) -> None:
        table.state.picked_dice.append(self.die)


class PickNoMore(Action):
    def run(self, table: Table[WatchState]) -> None:
        table.state.picked_dice.append(-1)


def ready(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    n = context.number(table.state, effect.count)
    table.do(ChangeDice("ready", context.user, n, effect.optional))


def die_set(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    n = context.number(table.state, effect.count)
    table.do(ChangeDice("set", context.user, n, effect.optional))


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
            table.tell(DieReadied(owner(die), state.values[die]))
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
    table.tell(DieChanged(owner(die), before, value))


@dataclass
class ChooseDie(UserChoice):
    how: str
    among: tuple[int, ...]
    up_to: bool

    def options(self, table: Table[WatchState]) -> list[Action]:
        found: list[Action] = [PickDie(PARTY, die) for die in self.among]
        return [*found, PickNoMore(PARTY)] if self.up_to else found


def die_add(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    """Each may raise one lowest die, up to its highest face (W-LOCATION-07)."""
    state = table.state
    for one in reversed(those(state, effect.who, context.user)):
        die = min(state.dice_of(one.number, UNSPENT), key=lambda die: state.values[die])
        if state.values[die] < state.content.adventurers[one.number].sides:
            table.do(ChooseRaise(PARTY, one.number, die, effect.add.number))


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


def bench(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    """The lowest die of all is put aside; on a tie the party chooses (W-LOCATION-08)."""
    state = table.state
    dice = [die for die in range(len(state.dice)) if state.dice[die] == UNSPENT]
    least = min([state.values[die] for die in dice])
    table.do(
        TakeDie("bench", "", alike_tuple(state, [d for d in dice if state.values[d] == least]))
    )


def alike_tuple(state: WatchState, dice: list[int]) -> tuple[int, ...]:
    return tuple(alike(state, dice))


def steal(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    how = "steal_base" if effect.as_base_health else "steal"
    for _ in range(context.number(table.state, effect.count)):
        table.do(StealDie(how, effect.which, context.card))


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
            table.do(*asked(table, ChooseLostDie(PARTY, self.how, self.card, self.among)))
        else:
            lose_die(table, self.how, self.card, self.among[0])


def lose_die(table: Table[WatchState], how: str, card: str, die: int) -> None:
    state = table.state
    if how == "bench":
        state.dice[die] = BENCHED
        table.tell(DieBenched(owner(die), state.values[die]))
        return
    one = state.line[state.place_of(card)]
    state.dice[die] = STOLEN
    one.stolen.append(die)
    if how == "steal_base":
        one.base_die = die
    table.tell(DieStolen(owner(die), state.values[die], card))


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


def stun(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    n = context.number(table.state, effect.count)
    table.do(*[Stun() for _ in range(n)])


@dataclass
class Stun(Step):
    """A die goes on a ready card of its own adventurer without effect (W-STUN)."""

    def run(self, table: Table[WatchState]) -> None:
        options = stun_options(table.state)
        if len(options) == 1:
            table.do(options[0])
        elif options:
            table.do(*asked(table, ChooseStun(PARTY)))


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
        table.tell(DieStunned(one.number, state.values[self.die], one.board[self.slot]))


# Adventurers.


def change_range(
    table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]
) -> None:
    for one in those(table.state, effect.who, context.user):
        one.range += effect.add.number


def attack_bonus(
    table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]
) -> None:
    one = table.state.adventurers[context.user]
    one.bonuses.extend([context.number(table.state, effect.add)] * effect.uses)


def store_hex(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    n = context.number(table.state, effect.count)
    table.state.hex += n
    table.tell(HexStored(n))


def flip(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    table.do(ChooseFlip(PARTY, context.user))


class ChooseFlip(OwnChoice):
    def options(self, table: Table[WatchState]) -> list[Action]:
        content = table.state.content
        sides = [side.id for side in content.adventurers[content.witch].familiars]
        return [TurnFamiliar(PARTY, side) for side in sides]


@dataclass(unsafe_hash=True)
class TurnFamiliar(Action):
    """The Familiar lies with this side up, be it turned or left."""

    side: str

    def run(self, table: Table[WatchState]) -> None:
        if table.state.familiar != self.side:
            table.state.familiar = self.side
            table.tell(FamiliarTurned(self.side))


def equip(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    table.do(ChooseEquip(PARTY, context.user))


class ChooseEquip(OwnChoice):
    """Which card of the board gives way to which of those set aside."""

    def options(self, table: Table[WatchState]) -> list[Action]:
        one = table.state.adventurers[self.adventurer]
        return [
            EquipCard(PARTY, self.adventurer, slot, ability)
            for slot in range(len(one.board))
            for ability in one.aside
        ]


@dataclass(unsafe_hash=True)
class EquipCard(Action):
    """The state stays with the slot (W-CAMP-EQUIP-02)."""

    adventurer: int
    slot: int
    ability: str

    def run(self, table: Table[WatchState]) -> None:
        one = table.state.adventurers[self.adventurer]
        before = one.board[self.slot]
        one.aside[one.aside.index(self.ability)] = before
        one.board[self.slot] = self.ability
        table.tell(AbilityEquipped(self.adventurer, self.ability, before))


# Control.


def choose_one(
    table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]
) -> None:
    state = table.state
    able = [script for script in effect.scripts if can_do_any(state, inside(context, script))]
    if len(able) == 1:
        table.do(inside(context, able[0]))
    elif able:
        table.do(
            ChooseEffect(PARTY, context.user, tuple(able)), ResolveChosen(context.user, context.x)
        )


def inside(context: Resolve, script: str) -> Resolve:
    return Resolve(script, 0, context.user, context.card, context.x, context.cost)


@dataclass
class ResolveChosen(Step):
    user: int
    x: int

    def run(self, table: Table[WatchState]) -> None:
        table.do(Resolve(table.state.picked.pop(), user=self.user, x=self.x))


@dataclass
class ChooseEffect(UserChoice):
    scripts: tuple[str, ...]

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [TakeEffect(PARTY, script) for script in self.scripts]


@dataclass(unsafe_hash=True)
class TakeEffect(Action):
    script: str

    def run(self, table: Table[WatchState]) -> None:
        table.state.picked.append(self.script)


def rule(table: Table[WatchState], effect: Effect, context: Resolve, cards: list[str]) -> None:
    """Most rules are asked for where they matter; one acts (W-LOCATION-18)."""
    if effect.key == "watch_low_total_refresh":
        state = table.state
        table.do(
            *[
                Refresh((one.number,), 1, True, one.number)
                for one in state.on_watch()
                if state.total(one.number) < effect.add.number
            ]
        )


OPS.update(
    {
        "firewood": firewood,
        "firewood_halve": halve,
        "coins": coins,
        "exhaust": exhaust,
        "refresh": refresh,
        "rotate_exhausted": rotate,
        "reroll": reroll,
        "ready": ready,
        "die_set": die_set,
        "die_add": die_add,
        "bench": bench,
        "steal": steal,
        "stun": stun,
        "range": change_range,
        "attack_bonus": attack_bonus,
        "hex": store_hex,
        "flip_familiar": flip,
        "equip": equip,
        "choose_one": choose_one,
        "rule": rule,
    }
)


# Whether they could do anything (W-ABILITY-08).


def can_change_fire(state: WatchState, effect: Effect, context: Resolve) -> bool:
    n = context.number(state, effect.add)
    return n < 0 or (n > 0 and state.firewood < state.content.most_firewood)


def can_refresh(state: WatchState, effect: Effect, context: Resolve) -> bool:
    named = (
        state.on_watch() if effect.who == "watch_any" else those(state, effect.who, context.user)
    )
    if effect.kind == "item":
        return any([held.exhausted for one in named for held in one.items])
    return any([one.exhausted.count(True) > 0 for one in named])


def can_reroll(state: WatchState, effect: Effect, context: Resolve) -> bool:
    named = those(state, effect.who, context.user)
    return any([bool(state.dice_of(one.number, UNSPENT)) for one in named])


def can_ready(state: WatchState, effect: Effect, context: Resolve) -> bool:
    return bool(changeable(state, "ready", context.user))


def can_set(state: WatchState, effect: Effect, context: Resolve) -> bool:
    return bool(changeable(state, "set", context.user))


def can_choose(state: WatchState, effect: Effect, context: Resolve) -> bool:
    return any([can_do_any(state, inside(context, script)) for script in effect.scripts])


ABLE.update(
    {
        "firewood": can_change_fire,
        "refresh": can_refresh,
        "reroll": can_reroll,
        "ready": can_ready,
        "die_set": can_set,
        "choose_one": can_choose,
    }
)
