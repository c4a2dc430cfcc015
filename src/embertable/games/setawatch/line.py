"""The Line: cards are revealed, enter and join; whatever is due next is settled.

`CheckLine` finds the first thing due, does it, and looks again (W-ORDER-02).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import PARTY, Action, Step, Table
from embertable.games.setawatch.consent import asked
from embertable.games.setawatch.control import OwnChoice, PartyChoice
from embertable.games.setawatch.defeat import Defeat
from embertable.games.setawatch.endings import EXHAUSTED, UNHALLOWED_LOOSE, is_lost, lose
from embertable.games.setawatch.events import (
    CardEntered,
    CardRevealed,
    CreatureNegated,
    RiderJoined,
    SummonRevealed,
    UnhallowedSummoned,
)
from embertable.games.setawatch.exhausting import Demand
from embertable.games.setawatch.fire import ChangeFire, FeedFire
from embertable.games.setawatch.health import health, reveal_level, type_of
from embertable.games.setawatch.own_cards import NamesCard, asks_for_card, turn_up
from embertable.games.setawatch.powers import set_off
from embertable.games.setawatch.state import LineCard, WatchState
from embertable.games.setawatch.zones import forget_places, put_away

FIRST: Final = "first_position"
SECOND: Final = "second_position"
LAST: Final = "end_of_line"


@dataclass
class CheckLine(Step):
    """Settle: do the first thing that is due, and check again until nothing is (W-ORDER-02)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        forget_places(state.line)
        if is_lost(state):
            lose(table, EXHAUSTED)
        elif state.firewood == 0:
            table.do(FeedFire(), SETTLE)
        else:
            due = (
                overwhelmed(state)
                or riding(state)
                or forced_reveal(state)
                or arrival(table)
                or lit_card(state)
            )
            if due is not None:
                table.do(due, SETTLE)


SETTLE: Final = CheckLine()


def overwhelmed(state: WatchState) -> Step | None:
    """The nearest creature whose damage has reached its Health is defeated (c)."""
    for place, one in enumerate(state.line):
        if one.damage and one.up and one.damage >= health(state, place):
            return Defeat(one.card, True)
    return None


def riding(state: WatchState) -> Step | None:
    """A rider joins a face-up mount beside it (d)."""
    for place, one in enumerate(state.line):
        rides = state.content.cards[one.card].creature.rides
        if rides and one.up and not one.negated and not one.mount:
            mounts = [
                state.line[beside].card
                for beside in (place - 1, place + 1)
                if 0 <= beside < len(state.line)
                and state.line[beside].up
                and type_of(state, state.line[beside]) in rides
            ]
            if len(mounts) == 1:
                return Mount(one.card, mounts[0])
            if mounts:
                return ChooseMount(PARTY, one.card, tuple(mounts))
    return None


def forced_reveal(state: WatchState) -> Step | None:
    """An ongoing power reveals the card behind it (d)."""
    for place, one in enumerate(state.line[:-1]):
        behind = state.line[place + 1]
        forces = state.content.cards[one.card].creature.forces_reveal
        if forces and one.up and not one.negated and not behind.up:
            return Reveal(behind.card)
    return None


def arrival(table: Table[WatchState]) -> Step | None:
    """The first position power of a creature that has newly arrived there (e)."""
    line = table.state.line
    end = len(line) - 1
    for place, one in enumerate(line):
        if not one.up:
            continue
        if place == 0 and not one.first:
            if asks_hex(table.state, one):
                return OfferHex(one.card)
            one.first = True
            if has_power(table.state, one, FIRST):
                return SetOff(one.card, FIRST)
        if place == 1 and not one.second:
            one.second = True
            if has_power(table.state, one, SECOND):
                return SetOff(one.card, SECOND)
        if place == end and not one.last:
            one.last = True
            if has_power(table.state, one, LAST):
                return SetOff(one.card, LAST)
    return None


def has_power(state: WatchState, one: LineCard, trigger: str) -> bool:
    return trigger in state.content.cards[one.card].creature.powers and not one.negated


def lit_card(state: WatchState) -> Step | None:
    """The nearest face-down card in a lit position is revealed (f)."""
    for one in state.line[: reveal_level(state)]:
        if not one.up:
            return Reveal(one.card)
    return None


@dataclass
class SetOff(Step):
    """A position power; a location may tax that of the first position (W-LOCATION-21)."""

    card: str
    trigger: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        one = state.line[state.place_of(self.card)]
        steps = set_off(table, one, self.trigger)
        tax = state.rule("first_position_tax")
        if steps and tax and self.trigger == FIRST:
            steps.append(ChangeFire(-tax))
        table.do_all(steps)


# Revealing.


@dataclass
class Reveal(NamesCard):
    """Turn a card of the Line face up (W-REVEAL); a Summon card is resolved at once."""

    card: str
    suppressed: bool = False

    def renamed(self, names: dict[str, str]) -> Step:
        return Reveal(names.get(self.card, self.card), self.suppressed)

    def run(self, table: Table[WatchState]) -> None:
        if asks_for_card(table, self, self.card):
            return
        state = table.state
        place = state.place_of(self.card)
        state.line[place].up = True
        state.show(self.card)
        table.reveal()
        if state.content.is_summon(self.card):
            table.do(ResolveSummon(self.card))
        else:
            table.emit(CardRevealed(self.card, place + 1))
            table.do_all(revealed(self.card, self.suppressed))


def revealed(card: str, suppressed: bool = False) -> list[Step]:
    """A stored hex may come between a face and its powers, nothing else (W-REVEAL-06)."""
    return [OfferHex(card)] if suppressed else [OfferHex(card), RunReveal(card)]


@dataclass
class EnterLine(Step):
    """A card that has come into the Line face up counts as revealed (W-REVEAL-04)."""

    card: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        place = state.place_of(self.card)
        if place < 0:
            return
        if state.content.is_summon(self.card):
            table.do(ResolveSummon(self.card))
        else:
            table.emit(CardEntered(self.card, place + 1))
            table.do_all(revealed(self.card))


@dataclass
class RunReveal(Step):
    """Reveal powers, for each card once while the table settles (W-REVEAL-07)."""

    card: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        place = state.place_of(self.card)
        if place >= 0 and self.card not in state.revealed:
            state.revealed.append(self.card)
            table.do_all(set_off(table, state.line[place], "reveal"))


# The Witch's stored hex.


def asks_hex(state: WatchState, one: LineCard) -> bool:
    """Whether the Witch may negate a creature that has come to first position."""
    return (
        state.hex > 0
        and not one.hex_asked
        and not one.negated
        and state.adventurers[state.content.witch].participating
    )


@dataclass
class OfferHex(Step):
    card: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        place = state.place_of(self.card)
        if place == 0 and asks_hex(state, state.line[0]):
            state.line[0].hex_asked = True
            table.do(ChooseHex(PARTY, state.content.witch, self.card))


@dataclass
class ChooseHex(OwnChoice):
    card: str

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [SpendHex(PARTY, self.card), KeepHex(PARTY)]


@dataclass(unsafe_hash=True)
class SpendHex(Action):
    card: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        state.hex -= 1
        state.line[state.place_of(self.card)].negated = True
        table.emit(CreatureNegated(self.card))


class KeepHex(Action):
    def run(self, table: Table[WatchState]) -> None:
        pass


# Summon cards.


@dataclass
class ResolveSummon(Step):
    """A card is exhausted, the Summon card goes, an Unhallowed takes its place (W-SUMMON-01)."""

    card: str

    def run(self, table: Table[WatchState]) -> None:
        table.emit(SummonRevealed(self.card))
        demand = 1 + table.state.rule("summon_extra_exhaust")
        several = table.state.players > 1
        table.do(Demand(demand, own=several), ReplaceSummon(self.card))


@dataclass
class ReplaceSummon(Step):
    card: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        place = state.place_of(self.card)
        if place >= 0:
            state.line.pop(place)
        put_away(table, self.card, summon_goes_to(state), True)
        state.summoned = ""
        if not state.unhallowed:
            lose(table, UNHALLOWED_LOOSE)
        elif state.rule("summon_choose") and len(state.unhallowed) > 1:
            table.do_all(asked(table, ChooseUnhallowed(PARTY, place)))
        else:
            summon(table, state.unhallowed[-1], place)


def summon_goes_to(state: WatchState) -> str:
    found = state.content.locations[state.location].rules.get("summon_card_to")
    return found.word if found is not None and state.holds(found.trigger) else "graveyard"


def summon(table: Table[WatchState], card: str, place: int) -> None:
    """Bring an Unhallowed; outside the Line it only becomes `summoned` (W-SUMMON-08)."""
    state = table.state
    state.unhallowed.remove(card)
    see_top_unhallowed(table)
    state.show(card)
    state.summoned = card
    table.emit(UnhallowedSummoned(card))
    if place >= 0:
        state.line.insert(place, LineCard(card, up=True))
        table.do_all(revealed(card))
    ask_top_unhallowed(table)


def see_top_unhallowed(table: Table[WatchState]) -> None:
    """The deck lies face up, so everybody sees its top card.

    Where people say which it is, `ask_top_unhallowed` asks them once the cards above have gone.
    """
    state = table.state
    if state.unhallowed and state.unhallowed[-1] not in state.known:
        if turn_up(table, state.unhallowed[-1]):
            return
        state.learn(state.unhallowed[-1])
        table.reveal()


def ask_top_unhallowed(table: Table[WatchState]) -> None:
    """At a companion table, ask next which Unhallowed is on top, unless it is known."""
    if table.state.unhallowed:
        table.do_all(turn_up(table, table.state.unhallowed[-1]))


@dataclass
class ChooseUnhallowed(PartyChoice):
    place: int

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [Summon(PARTY, card, self.place) for card in sorted(table.state.unhallowed)]


@dataclass(unsafe_hash=True)
class Summon(Action):
    card: str
    place: int

    def run(self, table: Table[WatchState]) -> None:
        summon(table, self.card, self.place)


# Riders.


@dataclass
class ChooseMount(PartyChoice):
    rider: str
    mounts: tuple[str, ...]

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [MountUp(PARTY, self.rider, mount) for mount in self.mounts]


@dataclass(unsafe_hash=True)
class MountUp(Action):
    rider: str
    mount: str

    def run(self, table: Table[WatchState]) -> None:
        table.do(Mount(self.rider, self.mount))


@dataclass
class Mount(Step):
    """Rider and mount become one creature in the mount's position (W-RIDER-04, -07)."""

    rider: str
    mount: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        rider = state.line[state.place_of(self.rider)]
        mount = state.line[state.place_of(self.mount)]
        mounted = state.place_of(self.mount)
        before = state.place_of(self.rider)
        rider.mount = self.mount
        rider.damage += mount.damage
        rider.health += mount.health
        rider.stolen.extend(mount.stolen)
        rider.by.extend([one for one in mount.by if one not in rider.by])
        rider.familiar = rider.familiar or mount.familiar
        rider.marks.extend(mount.marks)
        state.line[mounted] = rider
        state.line.pop(before)
        table.emit(RiderJoined(self.rider, self.mount))
