"""Exhaust X: the party gives up ready ability cards (W-EXHAUST)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.codec import added_later
from embertable.engine.table import PARTY, Action, Seat, Step, Table
from embertable.games.setawatch.consent import asked
from embertable.games.setawatch.content import ADVENTURERS, BOARD
from embertable.games.setawatch.control import SEATS, PartyChoice, controls
from embertable.games.setawatch.effects import Resolve, RunnableEffect
from embertable.games.setawatch.endings import lose_if_exhausted
from embertable.games.setawatch.events import DemandPrevented, ItemUsed
from embertable.games.setawatch.fire import exhaust_card
from embertable.games.setawatch.state import WATCH, WatchState
from embertable.games.setawatch.vocabulary import ONE, Effect, Sum


@dataclass
class Demand(Step):
    """The party must exhaust `n` ready cards of adventurers on Watch.

    `own`: the first of them is a card of whoever chooses it (W-SUMMON-01, -14).
    """

    n: int
    own: bool = False

    def run(self, table: Table[WatchState]) -> None:
        table.state.demand = self.n
        table.state.own_demand = self.own
        table.do(MeetDemand(True))


added_later(Demand, "own")


@dataclass
class ExhaustEffect(RunnableEffect):
    count: Sum = ONE

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        table.do(Demand(context.number(table.state, self.count)))


@dataclass
class MeetDemand(Step):
    """Exhaust card by card; `open` while items may still lower the demand."""

    open: bool

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        ready = state.ready_on_watch()
        is_open = state.demand > 0 and ready > 0
        if is_open and (ready > state.demand or (self.open and replies(state))):
            choice: ExhaustChoice = (
                ChooseSummonCost(PARTY, state.demand, self.open)
                if state.own_demand
                else ChooseExhausted(PARTY, state.demand, self.open)
            )
            table.do_all(asked(table, choice))
            return
        state.demand = 0
        state.own_demand = False
        if is_open:
            exhaust_all(table)


def exhaust_all(table: Table[WatchState]) -> None:
    """Fewer cards are ready than demanded: all go, and the game is lost (W-EXHAUST-02)."""
    for one in table.state.on_watch():
        for slot in range(len(one.board)):
            if not one.exhausted[slot]:
                exhaust_card(table, one.number, slot)
    lose_if_exhausted(table)


def replies(state: WatchState) -> list[Action]:
    """Items that answer a demand; not before or after the Watch (W-ITEM-01, -07)."""
    found: list[Action] = []
    if state.phase != WATCH:
        return found
    for one in state.adventurers:
        if one.participating:
            for held in one.items:
                item = state.content.items[held.item]
                if item.window == "on_exhaust_demand" and not held.exhausted:
                    found.append(Shield(PARTY, one.number, held.item))
    return found


@dataclass
class ExhaustChoice(PartyChoice):
    n: int
    open: bool

    def options(self, table: Table[WatchState]) -> list[Action]:
        state = table.state
        found: list[Action] = []
        for one in state.on_watch():
            for slot in range(len(one.board)):
                if not one.exhausted[slot]:
                    found.append(EXHAUSTS[one.number][slot])
        if self.open:
            found.extend(replies(state))
        return found


class ChooseExhausted(ExhaustChoice):
    def offered_to(self, table: Table[WatchState], seat: Seat) -> list[Action]:
        """Everybody may give up cards; an item answers for those who control its holder."""
        return [
            option
            for option in self.options(table)
            if not isinstance(option, Shield) or controls(table.state, seat, option.adventurer)
        ]


class ChooseSummonCost(ExhaustChoice):
    """One adventurer on Watch gives up a card of theirs (W-SUMMON-01)."""

    def answerers(self, table: Table[WatchState]) -> tuple[Seat, ...]:
        seats = SEATS[table.state.players]
        return tuple([seat for seat in seats if self.offered_to(table, seat)])

    def offered_to(self, table: Table[WatchState], seat: Seat) -> list[Action]:
        return [
            option
            for option in self.options(table)
            if isinstance(option, ExhaustCard | Shield)
            and controls(table.state, seat, option.adventurer)
        ]


@dataclass(unsafe_hash=True)
class ExhaustCard(Action):
    adventurer: int
    slot: int

    def run(self, table: Table[WatchState]) -> None:
        table.state.demand -= 1
        table.state.own_demand = False
        exhaust_card(table, self.adventurer, self.slot)
        if not lose_if_exhausted(table):
            table.do(MeetDemand(False))


@dataclass
class PreventEffect(Effect):
    """Lowers a demand; it is used by answering one."""

    count: Sum = ONE


@dataclass(unsafe_hash=True)
class Shield(Action):
    """Use an item that lowers the demand."""

    adventurer: int
    item: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        spend_item(table, self.adventurer, self.item)
        for effect in state.content.scripts[self.item]:
            if isinstance(effect, PreventEffect):
                n = min(state.demand, effect.count.number)
                state.demand -= n
                table.emit(DemandPrevented(n))
        table.do(MeetDemand(True))


def spend_item(table: Table[WatchState], adventurer: int, item: str) -> None:
    """Turn an item face down, or put it under the Item deck (W-ITEM-03, -04)."""
    state = table.state
    one = state.adventurers[adventurer]
    held = one.held(item)
    if state.content.items[item].trigger == "discard":
        one.items.remove(held)
        state.items.insert(0, item)
        state.learn(item)
    else:
        held.exhausted = True
    table.emit(ItemUsed(adventurer, item))


EXHAUSTS: Final = [
    [ExhaustCard(PARTY, adventurer, slot) for slot in range(BOARD)]
    for adventurer in range(ADVENTURERS)
]
