"""Defeat: a creature leaves the Line for the Graveyard or for what replaces it (W-DEFEAT)."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import PARTY, Action, Seat, Step, Table
from embertable.games.setawatch.control import SEATS, OwnChoice, controllers
from embertable.games.setawatch.effects import Resolve
from embertable.games.setawatch.events import CreatureDefeated, TrophyTaken
from embertable.games.setawatch.powers import location_steps, set_off
from embertable.games.setawatch.state import LineCard, WatchState
from embertable.games.setawatch.zones import bury, cards_of, leave_line, put_away


@dataclass
class Defeat(Step):
    """The creature leaves its place, its Defeated power acts, it is put away, and others react."""

    card: str
    by_damage: bool = False
    """Dealt damage reached its Health, so that trophies may be taken (W-BOUNTY-02)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        place = state.place_of(self.card)
        if place < 0:
            return
        one = leave_line(state, place)
        state.leaving.append(one)
        table.emit(CreatureDefeated(one.card))
        table.do_all(
            [
                *set_off(table, one, "defeated"),
                PutDefeatedAway(one.card, self.by_damage),
                NoticeDefeat(one.card),
            ]
        )


def leaving(state: WatchState, card: str) -> LineCard:
    return next(one for one in state.leaving if one.card == card)


@dataclass
class PutDefeatedAway(Step):
    """To the Graveyard, unless a trophy or the location takes it elsewhere."""

    card: str
    by_damage: bool

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        one = leaving(state, self.card)
        if one.placed:
            return
        to = redirected(state, one)
        trophies = cards_of(one)[::-1] if self.by_damage and can_take_trophy(state, one) else []
        if trophies:
            hunter = state.content.hunter
            table.do(ChooseTrophy(PARTY, hunter, one.card, tuple(trophies), to))
        else:
            put_all_away(table, one, to)


def redirected(state: WatchState, one: LineCard) -> str:
    """Where the location sends a defeated creature, by default the Graveyard."""
    type = state.content.cards[one.card].creature.type
    for effect in state.content.locations[state.location].redirects:
        if type in effect.types:
            return effect.to
    return "graveyard"


def put_all_away(table: Table[WatchState], one: LineCard, to: str) -> None:
    for card in cards_of(one):
        if to == "graveyard":
            bury(table, card)
        else:
            put_away(table, card, to, True)


def can_take_trophy(state: WatchState, one: LineCard) -> bool:
    """The hunter has attack dice on it and room for it (W-BOUNTY-01, -03)."""
    hunter = state.content.hunter
    if hunter not in one.by:
        return False
    most = state.content.adventurers[hunter].most_trophies
    return len(state.adventurers[hunter].trophies) < most


@dataclass
class ChooseTrophy(OwnChoice):
    """Take the creature as a trophy or let it go; where a location takes it too, all choose."""

    card: str
    trophies: tuple[str, ...]
    otherwise: str

    def answerers(self, table: Table[WatchState]) -> tuple[Seat, ...]:
        if self.otherwise != "graveyard":
            return SEATS[table.state.players]
        return controllers(table.state, self.adventurer)

    def options(self, table: Table[WatchState]) -> list[Action]:
        found: list[Action] = [TakeTrophy(PARTY, self.card, trophy) for trophy in self.trophies]
        return [*found, TakeNoTrophy(PARTY, self.card, self.otherwise)]


@dataclass(unsafe_hash=True)
class TakeTrophy(Action):
    card: str
    trophy: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        for card in cards_of(leaving(state, self.card)):
            if card != self.trophy:
                bury(table, card)
        state.adventurers[state.content.hunter].trophies.append(self.trophy)
        table.emit(TrophyTaken(self.trophy))


@dataclass(unsafe_hash=True)
class TakeNoTrophy(Action):
    card: str
    to: str

    def run(self, table: Table[WatchState]) -> None:
        put_all_away(table, leaving(table.state, self.card), self.to)


@dataclass
class NoticeDefeat(Step):
    """Powers of others, marks, and the location's first defeat (W-DEFEAT-02, step 4).

    What takes the defeated creature's place is not revealed yet, and notices nothing (W-I-47).
    """

    card: str
    instead: str = ""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        one = leaving(state, self.card)
        state.leaving.remove(one)
        steps: list[Step] = []
        for other in state.line:
            if other.up and other.card not in (self.card, self.instead):
                steps.extend(set_off(table, other, "other_defeated"))
        steps.extend([Resolve(script, card=self.card) for script in one.marks])
        if not state.first_defeat_done:
            state.first_defeat_done = True
            steps.extend(location_steps(state, "first_defeat"))
        table.do_all(steps)
