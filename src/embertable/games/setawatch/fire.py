"""The firewood: the dial, what happens at zero, and stoking (W-FIRE)."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import PARTY, Action, Step, Table
from embertable.games.setawatch.consent import asked
from embertable.games.setawatch.control import PartyChoice
from embertable.games.setawatch.effects import Resolve, RunnableEffect
from embertable.games.setawatch.endings import lose_if_exhausted
from embertable.games.setawatch.events import CardExhausted, FireDied, FirewoodChanged
from embertable.games.setawatch.health import passives
from embertable.games.setawatch.state import WATCH, WatchState
from embertable.games.setawatch.vocabulary import Sum


def change_firewood(table: Table[WatchState], n: int) -> None:
    """Change the firewood within the limits of the dial (W-FIRE-01, -02).

    On Watch a fire that has died is fed before anything else goes on (W-FIRE-05).
    """
    state = table.state
    before = state.firewood
    state.firewood = max(0, min(state.content.most_firewood, before + n))
    if state.firewood != before:
        table.emit(FirewoodChanged(state.firewood - before, state.firewood))
        if state.firewood == 0 and state.phase == WATCH:
            table.do(FeedFire())


@dataclass
class FirewoodEffect(RunnableEffect):
    add: Sum

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        change_firewood(table, context.number(table.state, self.add))

    def can_do(self, state: WatchState, context: Resolve) -> bool:
        n = context.number(state, self.add)
        return n < 0 or (n > 0 and state.firewood < state.content.most_firewood)


@dataclass
class FirewoodHalveEffect(RunnableEffect):
    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        change_firewood(table, -(table.state.firewood // 2))


@dataclass
class ChangeFire(Step):
    n: int

    def run(self, table: Table[WatchState]) -> None:
        change_firewood(table, self.n)


def exhaust_card(table: Table[WatchState], adventurer: int, slot: int) -> None:
    one = table.state.adventurers[adventurer]
    one.exhausted[slot] = True
    table.emit(CardExhausted(adventurer, one.board[slot]))


@dataclass
class FeedFire(Step):
    """At zero a card is exhausted and the fire rises again, before anything else (W-FIRE-05)."""

    def run(self, table: Table[WatchState]) -> None:
        if table.state.firewood == 0 and table.state.ready_on_watch():
            table.emit(FireDied())
            table.do_all(asked(table, ChooseFuel(PARTY)))


@dataclass
class ChooseFuel(PartyChoice):
    def options(self, table: Table[WatchState]) -> list[Action]:
        return [
            BurnCard(PARTY, one.number, slot)
            for one in table.state.on_watch()
            for slot in range(len(one.board))
            if not one.exhausted[slot]
        ]


@dataclass(unsafe_hash=True)
class BurnCard(Action):
    adventurer: int
    slot: int

    def run(self, table: Table[WatchState]) -> None:
        exhaust_card(table, self.adventurer, self.slot)
        if lose_if_exhausted(table):
            return
        state = table.state
        add = state.content.fire_zero + state.rule("fire_zero_bonus")
        change_firewood(table, add + stoking_bonus(state, self.adventurer))


def stoking_bonus(state: WatchState, adventurer: int) -> int:
    """What an item of the card's owner adds, in the Watch only (`on_stoke`)."""
    if state.phase != WATCH:
        return 0
    effects = passives(state, adventurer, "on_stoke")
    return sum(effect.add.number for effect in effects if isinstance(effect, FirewoodEffect))
