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
from embertable.engine.table import CHANCE, Seat, Table
from embertable.server.clocks import Downtime, start_clocks, start_countdown
from embertable.server.entries import Acted, AnyEntry, Opened, Seated, SeatTaken, Undone, encode
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
        self._saved: bytes | None = None
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
        self.luck_from = {opened.host} if self.session.record.luck else set()
        """The people who have added their part to the luck."""
        self.was_over = False
        """Whether the game ended under earlier rules that the present ones cannot follow to its end."""
        self.tutor: Tutor | None = None
        if TUTORIAL in opened.marks:
            self.tutor = Tutor(tutorial_of(self.game))
            self.tutor.look(self.table)

    def apply(self, number: int, entry: AnyEntry) -> None:
        """Follow an entry of the log, written here or by another server."""
        assert number == self.number + 1, f"entry {number} after {self.number}"
        self._saved = None
        # The game and the seats come first: the others read them.
        self.played.apply(number, entry)
        self.seats.apply(entry)
        self.number = number
        self.updated = entry.at
        if isinstance(entry, Seated) and entry.part:
            self.luck_from.add(entry.taken.person)
        self.proposals.apply(number, entry)
        self.requests.apply(number, entry, len(self.session.record.entries))
        self.chat.apply(number, entry)
        self.penalties.apply(entry, self.played, self.seats)
        self.viewer_log.apply(number, entry)
        self.countdown.apply(entry, self.played, self.seats)
        if self.clocks is not None:
            self.clocks.apply(entry, self.played, self.seats)
        if self.tutor is not None and isinstance(entry, (Acted, Undone)):
            self.tutor.look(self.table, entry.seat if isinstance(entry, Acted) else None)

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
        return self.played.is_over() or self.was_over

    def marks(self) -> list[str]:
        stored = ["tutorial" if mark == TUTORIAL else mark for mark in self.opened.marks]
        undone = ["undone"] if self.proposals.undone_alone else []
        pack = ["pack"] if self.opened.content else []
        companion = ["companion"] if self.session.record.companion else []
        return [*stored, *companion, *pack, *undone, *(["reseated"] if self.seats.reseated else [])]

    def may_add_luck(self, person: str) -> bool:
        """Whether a person's part would count; in a fork the luck stays that of its game."""
        return "fork" not in self.opened.marks and (
            person not in self.luck_from and self.played.takes_luck()
        )

    # Who may undo.

    def may_undo_freely(self, person: str) -> bool:
        if self.played.is_closed():
            return False
        return any([self.session.may_undo(seat) for seat in self.answered_by(person)])

    def answered_by(self, person: str) -> tuple[Seat, ...]:
        """The seats that a person answers for: their own and, at a companion table, chance's.

        The host enters what was rolled without a seat as well, for a table of bots has nobody else.
        """
        own = self.seats.of_person(person)
        enters = self.session.record.companion and (own or (person and person == self.host))
        return (*own, CHANCE) if enters else own

    def entering(self) -> list[Seat] | None:
        """The seats of those who may enter what is asked, who rolls it first; None if nothing is.

        Without any it is the host's to enter.
        """
        draws = [] if self.played.is_closed() else self.table.open_draws()
        if not draws:
            return None
        owners = [draw.owner() for draw in draws]
        people = [seat for seat, taken in enumerate(self.seats) if taken.person]
        return sorted(people, key=lambda seat: seat not in owners)

    def decisions_to_undo(self, person: str) -> int:
        """How many decisions go back to before a person's last one; 0 if there is none."""
        mine = self.answered_by(person)
        for count, seat in enumerate(reversed(self.played.decided_seats), start=1):
            if seat in mine:
                return count
        return 0

    def others(self, person: str) -> set[str]:
        """The people who must agree to an undo; those who decided here and were removed count as well."""
        return (self.seats.people() | self.removed_players()) - {person}

    def removed_players(self) -> set[str]:
        """Removed people who had decided something, and can no longer agree to anything."""
        return self.seats.removed & set(self.requests.decided)

    def invitation(self) -> str:
        """What an invitation to this table signs; it is void once invitations were revoked."""
        return invitation_to(self.id, self.seats.invites)

    def agreed_record(self) -> Record:
        """The record up to the last position that the present rules reach."""
        return self.played.agreed_record(players_ever(self.seats))

    def record(self) -> Record:
        """The whole record, for a finished game."""
        return self.played.record(players_ever(self.seats))

    def saved_record(self) -> bytes:
        """The whole record with its key as JSON, for a worker; a finished game's is kept."""
        if self._saved is not None:
            return self._saved
        body = encode(self.agreed_record().to_json())
        if self.is_over():
            self._saved = body
        return body


def invitation_to(table: str, revoked: int) -> str:
    return f"{table} {revoked}" if revoked else table


def players_of(seats: Iterable[SeatTaken]) -> list[str]:
    """Who sat where, in the spelling of records."""
    return [Player(taken.name or "nobody", taken.bot).spelled() for taken in seats]


def players_ever(seats: Seats) -> list[str]:
    """The same, naming everybody who ever played a seat, so that a record shows who saw its hand."""
    ever = [" → ".join(names) or "nobody" for names in seats.names]
    return [Player(name, taken.bot).spelled() for name, taken in zip(ever, seats, strict=True)]


def chance_of(seed: int | None, key: bytes | None) -> Chance:
    if seed is not None:
        return seeded(seed)
    assert key is not None
    return keyed(key)
