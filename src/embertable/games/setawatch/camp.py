"""The Camp: one adventurer rests and places dice on camp actions and runes (W-CAMP, W-RUNE)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Final

from embertable.engine.table import PARTY, Action, Step, Table
from embertable.games.setawatch.components import CampAction
from embertable.games.setawatch.content import ADVENTURERS, CHECK_MAP
from embertable.games.setawatch.control import OwnChoice, PartyChoice
from embertable.games.setawatch.dice_effects import alike
from embertable.games.setawatch.effects import Resolve
from embertable.games.setawatch.events import DiePlaced, MapChecked, Rested, RunesCast
from embertable.games.setawatch.fire import ChangeFire
from embertable.games.setawatch.own_cards import MAP, UNUSED, asks_for_location
from embertable.games.setawatch.party_effects import Refresh, gain_coins, refresh_items
from embertable.games.setawatch.powers import location_steps
from embertable.games.setawatch.state import CAMP, PLACED, RESTS, UNSPENT, WatchState, owner

CHOP_WOOD: Final = "chop_wood"
PAIR: Final = 2


class ChooseRest(PartyChoice):
    """Each rests exactly twice in eight rounds (W-CAMP-01)."""

    def options(self, table: Table[WatchState]) -> list[Action]:
        state = table.state
        able = [one.number for one in state.adventurers if one.rests < RESTS]
        if state.rule("rest_forced_highest_total"):
            most = max([state.total(number) for number in able])
            able = [number for number in able if state.total(number) == most]
        return [Rest(PARTY, number) for number in able]


@dataclass(unsafe_hash=True)
class Rest(Action):
    adventurer: int

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        one = state.adventurers[self.adventurer]
        state.resting = self.adventurer
        state.phase = CAMP
        one.rests += 1
        table.emit(Rested(self.adventurer, one.rests))
        refresh_items(table, self.adventurer)
        table.do_all(
            [
                Refresh((self.adventurer,), state.rule("rest_refresh", 1), False, self.adventurer),
                *location_steps(state, "camp_start"),
                Camp(),
            ]
        )


@dataclass
class Camp(Step):
    """Dice are placed one at a time until none is left (W-CAMP-05, -07)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        if state.dice_of(state.resting, UNSPENT):
            table.do(CHOOSE_PLACEMENTS[state.resting], self)


class ChoosePlacement(OwnChoice):
    def options(self, table: Table[WatchState]) -> list[Action]:
        state = table.state
        dice = state.dice_of(self.adventurer, UNSPENT)
        own = state.content.adventurers[self.adventurer].camp_action
        found: list[Action] = []
        for die in alike(state, dice):
            value = state.values[die]
            for action in state.content.camp.values():
                if free_space(state, action) and meets(state, action, value):
                    found.append(PlaceDie(PARTY, die, action.id))
            if own.id not in state.space_dice and meets(state, own, value):
                found.append(PlaceDie(PARTY, die, own.id))
        found.extend(castings(state, dice))
        return found


CHOOSE_PLACEMENTS: Final = [ChoosePlacement(PARTY, number) for number in range(ADVENTURERS)]


def free_space(state: WatchState, action: CampAction) -> str:
    """The first space of an action without a die (W-CAMP-13)."""
    for space in action.spaces:
        if space not in state.space_dice:
            return space
    return ""


def meets(state: WatchState, action: CampAction, value: int) -> bool:
    if state.rule("camp_any_value"):
        return True
    if action.requirement == "ascending":
        return all(value > state.space_dice.get(space, 0) for space in action.spaces)
    if action.requirement == "exact_6":
        return value == 6
    if action.requirement == "min_4":
        return value >= 4
    return action.requirement != "min_6" or value >= 6


def castings(state: WatchState, dice: list[int]) -> list[Action]:
    """Two or three equal dice together on runes in any order, later a third one (W-RUNE-02)."""
    free = [rune for rune in state.content.runes if rune not in state.space_dice]
    cast = [state.space_dice[rune] for rune in state.content.runes if rune in state.space_dice]
    values = [state.values[die] for die in dice]
    if cast:
        return [CastRunes(PARTY, cast[0], rune) for rune in free if cast[0] in values]
    found: list[Action] = []
    for value in sorted(set(values)):
        for count in range(PAIR, values.count(value) + 1):
            for runes in permutations(free, count):
                found.append(CastRunes(PARTY, value, *runes))
    return found


@dataclass(unsafe_hash=True)
class PlaceDie(Action):
    die: int
    action: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        user = owner(self.die)
        value = state.values[self.die]
        own = state.content.adventurers[user].camp_action
        action = own if self.action == own.id else state.content.camp[self.action]
        space = free_space(state, action) or action.id
        state.dice[self.die] = PLACED
        state.space_dice[space] = value
        table.emit(DiePlaced(user, value, self.action))
        take_coins(table, space)
        if action.id == CHECK_MAP:
            table.do(CheckMap())
        else:
            table.do(Resolve(action.id, user=user, x=value))
        if action.id == CHOP_WOOD and state.rule("chop_bonus"):
            table.do(ChangeFire(state.rule("chop_bonus")))


def take_coins(table: Table[WatchState], space: str) -> None:
    """All coins of the space go to the party (W-CAMP-09)."""
    state = table.state
    lying = state.space_coins.get(space, 0)
    if lying:
        state.space_coins[space] = 0
        gain_coins(table, lying + state.rule("coin_bonus"))


@dataclass(unsafe_hash=True)
class CastRunes(Action):
    """Equal dice on runes, which are resolved in this order (W-RUNE-03)."""

    value: int
    first: str
    second: str = ""
    third: str = ""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        runes = tuple([rune for rune in (self.first, self.second, self.third) if rune])
        user = state.resting
        dice = [d for d in state.dice_of(user, UNSPENT) if state.values[d] == self.value]
        for die, rune in zip(dice, runes, strict=False):
            state.dice[die] = PLACED
            state.space_dice[rune] = self.value
        table.emit(RunesCast(user, self.value, runes))
        table.do_all([Resolve(rune, user=user) for rune in runes])


@dataclass
class CheckMap(Step):
    """Two locations are seen; one goes back on the Map deck (W-CAMP-MAP)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        if asks_for_location(table, self, MAP, True) or asks_for_location(
            table, self, UNUSED, True
        ):
            return
        table.reveal()
        top = state.map_deck[-1]
        state.learn(top)
        if not state.unused:
            table.emit(MapChecked(top, ""))
            return
        state.learn(state.unused[-1])
        if state.content.locations[top].kind == "final":
            table.do(KeepLocation(PARTY, top))
        else:
            table.do(ChooseLocation(PARTY, state.resting))


class ChooseLocation(OwnChoice):
    def options(self, table: Table[WatchState]) -> list[Action]:
        state = table.state
        return [KeepLocation(PARTY, state.map_deck[-1]), KeepLocation(PARTY, state.unused[-1])]


@dataclass(unsafe_hash=True)
class KeepLocation(Action):
    location: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        both = [state.map_deck.pop(), state.unused.pop()]
        away = both[0] if both[1] == self.location else both[1]
        state.map_deck.append(self.location)
        state.unused.insert(0, away)
        table.emit(MapChecked(self.location, away))
