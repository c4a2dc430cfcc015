"""Ask all: somebody suggests a party decision, and the others agree or object (W-CTRL-11).

Whoever has agreed may go ahead without waiting any longer, so that nobody is held up by a player
who is away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import PARTY, Action, Choice, Seat, Step, Table
from embertable.games.setawatch.control import SEATS, PartyChoice
from embertable.games.setawatch.events import Objected, Suggested
from embertable.games.setawatch.state import WatchState

FIRST: Final = "first"
ALL: Final = "all"


def asks_all(table: Table[WatchState]) -> bool:
    return table.options["ask"] == ALL and table.state.players > 1


def asked(table: Table[WatchState], choice: PartyChoice) -> list[Step]:
    """A party decision as this table takes it: at once, or as a suggestion."""
    if not asks_all(table):
        return [choice]
    return [ChooseSuggestion(PARTY, choice, False), AskAgain(choice)]


@dataclass
class ChooseSuggestion(Choice):
    """What one of the seats suggests; `again` after somebody has objected to another suggestion."""

    about: PartyChoice
    again: bool

    def answerers(self, table: Table[WatchState]) -> tuple[Seat, ...]:
        return self.about.answerers(table)

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [o for seat in self.answerers(table) for o in self.offered_to(table, seat)]

    def offered_to(self, table: Table[WatchState], seat: Seat) -> list[Action]:
        offered = self.about.offered_to(table, seat)
        return [Suggest(PARTY, seat, what, self.again) for what in offered]


@dataclass
class AskAgain(Step):
    """After an objection the decision is still to be taken."""

    about: PartyChoice

    def run(self, table: Table[WatchState]) -> None:
        if table.state.objected:
            table.state.objected = False
            table.do(ChooseSuggestion(PARTY, self.about, True), self)


@dataclass(unsafe_hash=True)
class Suggest(Action):
    player: int
    what: Action
    again: bool = False

    def run(self, table: Table[WatchState]) -> None:
        table.state.agreed = [self.player]
        table.emit(Suggested(self.player, self.what))
        table.do(HearAll(self.what, self.again))


@dataclass
class HearAll(Step):
    """Ask until all have agreed, somebody has objected, or somebody goes ahead."""

    what: Action
    again: bool

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        if len(state.agreed) == state.players:
            state.agreed = []
            table.do(self.what)
        elif not state.objected:
            agreed = tuple(state.agreed)
            table.do(ChooseAgreement(PARTY, self.what, agreed, self.again), self)


@dataclass
class ChooseAgreement(PartyChoice):
    """One objection is allowed per decision; when it is taken `again`, nobody can object."""

    what: Action
    agreed: tuple[int, ...]
    again: bool

    def options(self, table: Table[WatchState]) -> list[Action]:
        seats = SEATS[table.state.players]
        return [GoAhead(PARTY), *[o for seat in seats for o in self.asked_of(seat)]]

    def offered_to(self, table: Table[WatchState], seat: Seat) -> list[Action]:
        return [GoAhead(PARTY)] if seat in self.agreed else self.asked_of(seat)

    def asked_of(self, seat: Seat) -> list[Action]:
        if seat in self.agreed:
            return []
        return [Agree(PARTY, seat)] if self.again else [Agree(PARTY, seat), Object(PARTY, seat)]


@dataclass(unsafe_hash=True)
class Agree(Action):
    player: int

    def run(self, table: Table[WatchState]) -> None:
        table.state.agreed.append(self.player)


@dataclass(unsafe_hash=True)
class Object(Action):
    player: int

    def run(self, table: Table[WatchState]) -> None:
        table.state.agreed = []
        table.state.objected = True
        table.emit(Objected(self.player))


class GoAhead(Action):
    """Go ahead without waiting for the others."""

    def run(self, table: Table[WatchState]) -> None:
        table.state.agreed = list(SEATS[table.state.players])
