"""A live table: a log and its projections. No socket, no storage, no clock of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from embertable.engine.chance import Chance, keyed, seeded
from embertable.engine.content import Content
from embertable.engine.game import Game
from embertable.engine.players import Player
from embertable.engine.record import Record
from embertable.engine.session import Session
from embertable.engine.table import Table
from embertable.server.clocks import Downtime, start_clocks, start_countdown
from embertable.server.entries import Acted, AnyEntry, Opened, SeatTaken, Undone
from embertable.server.played_game import PlayedGame
from embertable.server.projections import Chat, Penalties, Requests, Seats, UndoProposals, ViewerLog
from embertable.tutorials import Tutor, tutorial_of

TUTORIAL = "guide"
"""How logs mark a tutorial table."""


class LiveTable:
    """What the entries of a log have made of a table up to `number`."""

    def __init__(
        self,
        id: str,
        opened: Opened,
        key: bytes | None,
        content: Content | None = None,
        downtimes: Sequence[Downtime] = (),
    ) -> None:
        self.id = id
        self.opened = opened
        self.number = 1
        self.updated = opened.at
        self.played = PlayedGame(id, opened.record, key, content)
        self.seats = Seats(opened.seats)
        self.proposals = UndoProposals()
        self.requests = Requests()
        self.chat = Chat()
        self.penalties = Penalties()
        self.viewer_log = ViewerLog(self.played)
        self.countdown = start_countdown(opened, self.played, downtimes)
        self.clocks = start_clocks(opened, self.played, self.seats, downtimes)
        self.tutor: Tutor | None = None
        if TUTORIAL in opened.marks:
            self.tutor = Tutor(tutorial_of(self.game))
            self.tutor.look(self.table)

    def apply(self, number: int, entry: AnyEntry) -> None:
        """Follow an entry of the log, written here or by another server."""
        assert number == self.number + 1, f"entry {number} after {self.number}"
        # The game and the seats come first: the others read them.
        self.played.apply(number, entry)
        self.seats.apply(entry)
        self.number = number
        self.updated = entry.at
        self.proposals.apply(number, entry)
        self.requests.apply(number, entry, len(self.session.record.entries))
        self.chat.apply(number, entry)
        self.penalties.apply(entry, self.played, self.seats)
        self.viewer_log.apply(number, entry)
        self.countdown.apply(entry, self.played, self.seats)
        if self.clocks is not None:
            self.clocks.apply(entry, self.played, self.seats)
        if self.tutor is not None and isinstance(entry, (Acted, Undone)):
            self.tutor.look(self.table)

    @property
    def game(self) -> Game:
        return self.played.game

    @property
    def content(self) -> Content:
        return self.played.content

    @property
    def session(self) -> Session:
        return self.played.session

    @property
    def table(self) -> Table[Any]:
        return self.played.session.table

    @property
    def position(self) -> int:
        return self.played.position

    @property
    def host(self) -> str:
        return self.opened.host

    def is_over(self) -> bool:
        return self.played.is_over()

    def marks(self) -> list[str]:
        stored = ["tutorial" if mark == TUTORIAL else mark for mark in self.opened.marks]
        return [*stored, *(["undone"] if self.proposals.undone_alone else [])]

    # Who may undo.

    def may_undo_freely(self, person: str) -> bool:
        return not self.is_over() and any(
            self.session.may_undo(seat) for seat in self.seats.of_person(person)
        )

    def decisions_to_undo(self, person: str) -> int:
        """How many decisions go back to before a person's last one; 0 if there is none."""
        mine = self.seats.of_person(person)
        for count, seat in enumerate(reversed(self.played.decided_seats), start=1):
            if seat in mine:
                return count
        return 0

    def others(self, person: str) -> set[str]:
        """The people who must agree to an undo."""
        return self.seats.people() - {person}

    def record(self) -> Record:
        """The whole record, for a finished game."""
        return self.played.record(players_of(self.seats))


def players_of(seats: Iterable[SeatTaken]) -> list[str]:
    """Who sat where, in the spelling of records."""
    return [Player(taken.name or "nobody", taken.bot).spelled() for taken in seats]


def chance_of(seed: int | None, key: bytes | None) -> Chance:
    if seed is not None:
        return seeded(seed)
    assert key is not None
    return keyed(key)
