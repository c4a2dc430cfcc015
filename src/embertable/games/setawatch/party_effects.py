"""Effects on coins, ability cards and the boards of adventurers; choices between effects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from embertable.engine.content import Among, Between, Row
from embertable.engine.table import PARTY, Action, Step, Table
from embertable.games.setawatch.control import OwnChoice, UserChoice
from embertable.games.setawatch.effects import Resolve, RunnableEffect, can_do_any, is_each, those
from embertable.games.setawatch.events import (
    AbilityEquipped,
    CardRefreshed,
    CoinsChanged,
    FamiliarTurned,
    HexStored,
    ItemRefreshed,
)
from embertable.games.setawatch.fire import exhaust_card
from embertable.games.setawatch.state import MOST_ITEMS, WatchState
from embertable.games.setawatch.vocabulary import MOST, ONE, RULES, Destination, Effect, Sum, Who


@dataclass
class CoinsEffect(RunnableEffect):
    add: Sum

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        gain_coins(table, context.number(table.state, self.add))


def gain_coins(table: Table[WatchState], n: int) -> None:
    state = table.state
    before = state.coins
    state.coins = max(0, before + n)
    if state.coins != before:
        table.emit(CoinsChanged(state.coins - before, state.coins))


# Refreshing.


def exhausted_slots(state: WatchState, adventurer: int) -> list[int]:
    flags = state.adventurers[adventurer].exhausted
    return [slot for slot in range(len(flags)) if flags[slot]]


def refresh_card(table: Table[WatchState], adventurer: int, slot: int) -> None:
    one = table.state.adventurers[adventurer]
    one.exhausted[slot] = False
    table.emit(CardRefreshed(adventurer, one.board[slot]))


def refresh_items(table: Table[WatchState], adventurer: int, most: int = MOST_ITEMS) -> None:
    for held in table.state.adventurers[adventurer].items:
        if held.exhausted and most > 0:
            held.exhausted = False
            most -= 1
            table.emit(ItemRefreshed(adventurer, held.item))


@dataclass
class RefreshEffect(RunnableEffect):
    kind: Literal["ability", "item"]
    who: Who
    count: Sum = ONE
    up_to: bool = False

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        state = table.state
        n = context.number(state, self.count)
        named = [one.number for one in those(state, self.who, context.user)]
        if self.kind == "item":
            for number in named:
                refresh_items(table, number, n)
        elif is_each(self.who):
            table.do_all([Refresh((number,), n, self.up_to, number) for number in named])
        else:
            if self.who == "watch_any":
                named = [one.number for one in state.on_watch()]
            table.do(Refresh(tuple(named), n, self.up_to, context.user))

    def can_do(self, state: WatchState, context: Resolve) -> bool:
        named = (
            state.on_watch() if self.who == "watch_any" else those(state, self.who, context.user)
        )
        if self.kind == "item":
            return any(held.exhausted for one in named for held in one.items)
        return any(one.exhausted.count(True) > 0 for one in named)


@dataclass
class Refresh(Step):
    """Refresh cards of these adventurers, as `user` chooses; NOBODY is the party."""

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


@dataclass
class RotateExhaustedEffect(RunnableEffect):
    """Each refreshes an exhausted card and then exhausts a different one (W-LOCATION-11)."""

    who: Who

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        table.do_all(
            [
                Rotate(one.number)
                for one in those(table.state, self.who, context.user)
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


@dataclass
class HexEffect(RunnableEffect):
    """Stores charges that negate creatures which come to the front (W-WITCH)."""

    charges: Sum

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        n = context.number(table.state, self.charges)
        table.state.hex += n
        table.emit(HexStored(n))


@dataclass
class FlipFamiliarEffect(RunnableEffect):
    optional: bool = False

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        table.do(ChooseFlip(PARTY, context.user))


class ChooseFlip(OwnChoice):
    def options(self, table: Table[WatchState]) -> list[Action]:
        content = table.state.content
        sides = [side.id for side in content.adventurers[content.witch].familiars]
        return [TurnFamiliar(PARTY, side) for side in sides]


@dataclass(unsafe_hash=True)
class TurnFamiliar(Action):
    """The Familiar shows this side, turned or not."""

    side: str

    def run(self, table: Table[WatchState]) -> None:
        if table.state.familiar != self.side:
            table.state.familiar = self.side
            table.emit(FamiliarTurned(self.side))


@dataclass
class EquipEffect(RunnableEffect):
    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        table.do(ChooseEquip(PARTY, context.user))


class ChooseEquip(OwnChoice):
    """Which card of the board is replaced by which of those set aside."""

    def options(self, table: Table[WatchState]) -> list[Action]:
        one = table.state.adventurers[self.adventurer]
        return [
            EquipCard(PARTY, self.adventurer, slot, ability)
            for slot in range(len(one.board))
            for ability in one.aside
        ]


@dataclass(unsafe_hash=True)
class EquipCard(Action):
    """Ready or exhausted stays with the slot (W-CAMP-EQUIP-02)."""

    adventurer: int
    slot: int
    ability: str

    def run(self, table: Table[WatchState]) -> None:
        one = table.state.adventurers[self.adventurer]
        before = one.board[self.slot]
        one.aside[one.aside.index(self.ability)] = before
        one.board[self.slot] = self.ability
        table.emit(AbilityEquipped(self.adventurer, self.ability, before))


# Control.


@dataclass
class ChooseOneEffect(RunnableEffect):
    """The user picks one of several effect lists."""

    options: tuple[tuple[Effect, ...], ...]

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        able = self.able(table.state, context)
        if len(able) == 1:
            table.do(inside(context, able[0]))
        elif able:
            table.do(
                ChooseEffect(PARTY, context.user, tuple(able)),
                ResolveChosen(context.user, context.x),
            )

    def able(self, state: WatchState, context: Resolve) -> list[str]:
        """The ids of those that could do anything."""
        scripts = [
            option_script(context.script, context.at, number) for number in range(len(self.options))
        ]
        return [script for script in scripts if can_do_any(state, inside(context, script))]

    def can_do(self, state: WatchState, context: Resolve) -> bool:
        return bool(self.able(state, context))


def option_script(script: str, at: int, number: int) -> str:
    """The id of the effect list of an option."""
    return f"{script}.{at}.{number}"


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


@dataclass
class RuleEffect(RunnableEffect):
    """Sets a named rule; most are read where they matter, one acts (W-LOCATION-18)."""

    key: Annotated[str, Among(RULES)]
    value: Annotated[int, Between(-MOST, MOST)] | Destination

    def check(self, row: Row) -> None:
        if isinstance(self.value, str) != (self.key == "summon_card_to"):
            raise row.wrong("value", f"is {self.value!r}, which {self.key} cannot be set to")

    def number(self) -> int:
        return self.value if isinstance(self.value, int) else 0

    def word(self) -> str:
        return self.value if isinstance(self.value, str) else ""

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        if self.key == "watch_low_total_refresh":
            state = table.state
            table.do_all(
                [
                    Refresh((one.number,), 1, True, one.number)
                    for one in state.on_watch()
                    if state.total(one.number) < self.number()
                ]
            )
