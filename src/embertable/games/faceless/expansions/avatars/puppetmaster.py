"""Puppetmaster: Servants on external spaces that no Faceless may enter any more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Action, Choice, Event, Seat, SeatStep, Step, Table
from embertable.games.faceless.content import FACELESS
from embertable.games.faceless.expansions.avatars.cards import Avatars, avatars_of, has_form, is_red
from embertable.games.faceless.expansions.avatars.eraserhead import erases
from embertable.games.faceless.moments import AfterThreat, BeforeThreat, MayStand, ServantsLeft
from embertable.games.faceless.state import FacelessState

puppetmaster = Ruleset("puppetmaster")


@dataclass
class PuppetPlaced(Event):
    seat: Seat
    place: int


def part_of(table: Table[FacelessState]) -> Avatars:
    part = avatars_of(table)
    assert part is not None
    return part


@puppetmaster.on(BeforeThreat)
def place_at_reveal(table: Table[FacelessState], moment: BeforeThreat) -> Iterable[Step]:
    if not is_red(table, moment.card) or not has_form(table, "puppetmaster"):
        return []
    if erases(table, moment.card):
        return [OfferDelay(moment.seat)]
    return [PlacePuppet(moment.seat)]


class OfferDelay(SeatStep):
    """With both Avatars awake either may come first (F-EXP-AVATAR-03, F-INT-51)."""

    def run(self, table: Table[FacelessState]) -> None:
        if puppet_places(table):
            table.do(ChooseDelay(self.seat))


class ChooseDelay(Choice):
    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [PlaceNow(self.seat), PlaceLater(self.seat)]


class PlaceNow(Action):
    def run(self, table: Table[FacelessState]) -> None:
        part_of(table).is_held = False
        table.do(PlacePuppet(self.seat))


class PlaceLater(Action):
    def run(self, table: Table[FacelessState]) -> None:
        part_of(table).is_held = True


@puppetmaster.on(AfterThreat)
def place_after_move(table: Table[FacelessState], moment: AfterThreat) -> Iterable[Step]:
    if is_red(table, moment.card) and has_form(table, "puppetmaster"):
        return [PlaceHeld(moment.seat)]
    return []


class PlaceHeld(SeatStep):
    """What was held back comes now, after Eraserhead."""

    def run(self, table: Table[FacelessState]) -> None:
        part = part_of(table)
        if part.is_held:
            part.is_held = False
            table.do(PlacePuppet(self.seat))


class PlacePuppet(SeatStep):
    """One unused Servant; without one, or without a free space, nothing (F-AVA-PUPPET-03)."""

    def run(self, table: Table[FacelessState]) -> None:
        if puppet_places(table):
            table.do(ChoosePuppetPlace(self.seat))


def puppet_places(table: Table[FacelessState]) -> list[int]:
    """Free external spaces, not beside another Servant if possible (F-AVA-PUPPET-01)."""
    state = table.state
    board = state.content.board
    puppets = part_of(table).puppets
    if table.ask(ServantsLeft(), state.content.servants.tokens) <= len(puppets):
        return []
    figures = [state.places[figure] for figure in FACELESS]
    free = [
        place
        for place in range(board.size, board.size + board.ring)
        if place not in figures and place not in puppets
    ]
    numbers = [board.external_of(puppet) for puppet in puppets]
    apart = [
        place
        for place in free
        if all([board.ring_distance(board.external_of(place), one) > 1 for one in numbers])
    ]
    return apart or free


class ChoosePuppetPlace(Choice):
    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [PutPuppet(self.seat, place) for place in puppet_places(table)]


@dataclass(unsafe_hash=True)
class PutPuppet(Action):
    place: int

    def run(self, table: Table[FacelessState]) -> None:
        part_of(table).puppets.append(self.place)
        table.emit(PuppetPlaced(self.seat, self.place))


@puppetmaster.changes(MayStand)
def block_space(table: Table[FacelessState], moment: MayStand, may: int) -> int:
    """Passing is allowed, moving onto it is not (F-AVA-PUPPET-02)."""
    part = avatars_of(table)
    return 0 if part is not None and moment.place in part.puppets else may
