"""What effects do to ability cards, fire, coins and the boards of adventurers."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import PARTY, Action, Seat, Step, Table
from embertable.games.setawatch.control import OwnChoice, UserChoice
from embertable.games.setawatch.effects import ABLE, OPS, Resolve, can_do_any, is_each, those
from embertable.games.setawatch.events import (
    AbilityEquipped,
    CardRefreshed,
    CoinsChanged,
    FamiliarTurned,
    HexStored,
    ItemRefreshed,
)
from embertable.games.setawatch.exhausting import Demand
from embertable.games.setawatch.fire import change_firewood, exhaust_card
from embertable.games.setawatch.state import WatchState
from embertable.games.setawatch.vocabulary import Effect

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

    def __init__(self, adventurers: tuple[int, ...], n: int, up_to: bool, user: int) -> None:
        self.adventurers = adventurers
        self.n = n
        self.up_to = up_to
        self.user = user

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

    def __init__(self, seat: Seat, side: str) -> None:
        self.seat = seat
        self.side = side

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

    def __init__(self, seat: Seat, adventurer: int, slot: int, ability: str) -> None:
        self.seat = seat
        self.adventurer = adventurer
        self.slot = slot
        self.ability = ability

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


def can_choose(state: WatchState, effect: Effect, context: Resolve) -> bool:
    return any([can_do_any(state, inside(context, script)) for script in effect.scripts])


ABLE.update(
    {
        "firewood": can_change_fire,
        "refresh": can_refresh,
        "choose_one": can_choose,
    }
)
