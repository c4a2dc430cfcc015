"""The nine rounds: what follows what (W-ROUND)."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import PARTY, Step, Table
from embertable.games.setawatch.camp import ChooseRest
from embertable.games.setawatch.consent import asked
from embertable.games.setawatch.dice_effects import roll_of
from embertable.games.setawatch.effects import Resolve
from embertable.games.setawatch.endings import lose_if_exhausted, win
from embertable.games.setawatch.events import LocationReached, Rolled, RoundBegan, WatchEnded
from embertable.games.setawatch.fire import FeedFire, change_firewood
from embertable.games.setawatch.merchant import VisitMerchant
from embertable.games.setawatch.own_cards import MAP, asks_for_location
from embertable.games.setawatch.powers import location_steps
from embertable.games.setawatch.state import END, FINAL_ROUND, NOBODY, ROLL, UNSPENT, WatchState
from embertable.games.setawatch.watch import BeginWatch


@dataclass
class PlayRound(Step):
    """Roll, rest, Camp, Merchant, Watch; the final round goes from the roll to the Watch."""

    round: int

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        state.round = self.round
        state.phase = ROLL
        state.resting = NOBODY
        clear_round(state)
        table.emit(RoundBegan(self.round, state.location))
        watch: list[Step] = [BeginWatch(), EndWatch()]
        if self.round < FINAL_ROUND:
            watch = [*asked(table, ChooseRest(PARTY)), VisitMerchant(), *watch]
        table.do_all([RollDice(), *location_steps(state, "after_roll"), *watch])


def clear_round(state: WatchState) -> None:
    """What lasted for the Watch or the round is over (W-ROUND-06, step 4)."""
    state.space_dice = {}
    state.revealed = []
    state.hex = 0
    state.familiar_used = False
    state.out_of_actions = False
    state.first_reveal_done = False
    state.first_defeat_done = False
    state.horde_grew = False
    state.bought = False
    for one in state.adventurers:
        one.participating = False
        one.range = 0
        one.bonuses = []
        one.took_die = [False for _ in one.board]
        for held in one.items:
            held.activated = False


@dataclass
class RollDice(Step):
    """Each adventurer takes back all dice and rolls them (W-ROUND-04)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        for die in range(len(state.dice)):
            state.dice[die] = UNSPENT
        table.draw([roll_of(state, die) for die in range(len(state.dice))], TellRolled())


@dataclass
class TellRolled(Step):
    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        for one in state.adventurers:
            dice = state.dice_of(one.number, UNSPENT)
            table.emit(Rolled(one.number, tuple([state.values[die] for die in dice])))


@dataclass
class EndWatch(Step):
    """The Line is empty: location, creatures in the Graveyard, losing, then on (W-ROUND-06)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        state.phase = END
        table.emit(WatchEnded(state.round))
        table.do_all([*location_steps(state, "watch_end"), StirGraveyard(), FinishRound()])


@dataclass
class StirGraveyard(Step):
    """The top card of the Graveyard may start the next Line (Skeletons)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        if state.graveyard and state.round < FINAL_ROUND:
            card = state.graveyard[-1]
            powers = state.content.cards[card].creature.powers.get("graveyard_top", ())
            table.do_all([Resolve(power.script, card=card) for power in powers])


@dataclass
class FinishRound(Step):
    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        if lose_if_exhausted(table):
            return
        if state.round == FINAL_ROUND:
            win(table)
            return
        if asks_for_location(table, self, MAP):
            return
        clear_round(state)
        reach_location(table)
        location = state.content.locations[state.location]
        change_firewood(table, location.firewood)
        if location.halves:
            change_firewood(table, -(state.firewood // 2))
        table.do_all([FeedFire(), *location_steps(state, "arrive"), PlayRound(state.round + 1)])


def reach_location(table: Table[WatchState]) -> None:
    """The top card of the Map deck is the current location now."""
    state = table.state
    state.location = state.map_deck.pop()
    if state.location in state.known:
        state.known.remove(state.location)
    else:
        table.reveal()
    table.emit(LocationReached(state.location))
