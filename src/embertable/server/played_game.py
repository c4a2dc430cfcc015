"""The game of a live table: its session, and which decisions are still current."""

from __future__ import annotations

from typing import Any

from embertable.engine.content import Content
from embertable.engine.errors import GameOver, IllegalAction, NothingToDecide, WrongHash
from embertable.engine.game import Game, content_of
from embertable.engine.record import Record, record_from_json
from embertable.engine.session import open_record, replay, resume
from embertable.engine.table import PARTY, SYSTEM, Action, Seat, Step, Table
from embertable.games import load
from embertable.server.entries import Acted, AnyEntry, Undone
from embertable.server.errors import Stale

KEPT_POSITIONS = 8
"""Earlier positions kept for undo; older ones are rebuilt from the record when needed."""


class PlayedGame:
    """A session that follows the log, and is one decision ahead while that decision is stored."""

    def __init__(
        self, id: str, saved: dict[str, Any], key: bytes | None, content: Content | None
    ) -> None:
        self.id = id
        self.key = key
        self.game: Game = load(str(saved["game"]))
        record = self.with_key(record_from_json(saved, id))
        self.session = open_record(self.game, record, content)
        self.content = content_of(self.session.table)
        self.decided_seats: list[Seat] = []
        """The seat of each decision that was not undone."""
        for _ in replay(self.session, record):
            played = self.session.record.entries[-1]
            self._count(played.action is not None, played.seat)
            self._trim()
        self.session.record.players = record.players
        self.table.next_choice()
        self.position = 1
        """The number of the entry that led to the current position."""
        self.offered_since: dict[Seat, int] = {}
        """The position since which a seat has faced its current choice."""
        self._prepared: Acted | None = None
        self._choices_before: dict[Seat, Step] = {}

    @property
    def table(self) -> Table[Any]:
        return self.session.table

    def is_over(self) -> bool:
        return self.table.result is not None

    def awaited(self) -> list[Seat]:
        return [seat for choice in self.table.choices() for seat in choice.answerers(self.table)]

    # Decisions: prepare, store, apply.

    def prepare(
        self,
        saved: dict[str, Any],
        seats: tuple[Seat, ...],
        seq: int,
        at: float = 0.0,
        by: str = "",
        id: str = "",
    ) -> Acted:
        """Play an action that one of these seats is offered; the entry to store.

        `apply` makes it part of the table; until then, `discard` takes it back unseen.
        """
        if self.is_over():
            raise GameOver(str(saved.get("is")))
        if seq > self.position:
            raise Stale  # This server is behind the client: what is offered here is old.
        seat, action = self.offered(saved, seats)
        if seq < self.offered_since.get(seat, 1):
            raise Stale
        self._play(action, seat)
        played = self.session.record.entries[-1]
        assert played.action is not None
        self._prepared = Acted(
            at=at, seat=seat, action=played.action, hash=played.hash, by=by, id=id
        )
        return self._prepared

    def prepare_undo(self, at: float, by: str, id: str, how: Any) -> Undone:
        """The entry that undoes the last decision."""
        if not self.session.past:
            self._rebuild()
        before = self.session.past[-1]
        hash = self.game.state_hash(before.table)
        return Undone(at=at, seat=before.seat, hash=hash, by=by, id=id, how=how)

    def discard(self) -> None:
        """Go back to before a prepared decision that was not stored."""
        if self._prepared is None:
            return
        self._prepared = None
        before = self.session.past.pop()
        before.table.log = self.table.log[: before.log_length]
        self.session.table = before.table
        self.session.record.entries.pop()

    def apply(self, number: int, entry: AnyEntry) -> None:
        if entry is not self._prepared:
            self.discard()
        if isinstance(entry, Acted):
            if entry is not self._prepared:
                action = self.game.codec().decode(entry.action)
                assert isinstance(action, Action)
                self._play(action, entry.seat)
            self._prepared = None
            self._moved(number, entry)
        elif isinstance(entry, Undone):
            if not self.session.past:
                self._rebuild()
            self.session.undo(entry.seat, agreed=True)
            self._choices_before = {}
            self._moved(number, entry)

    def _play(self, action: Action, seat: Seat) -> None:
        self._choices_before = self._open_choices()
        self.session.play(action, seat)

    def _moved(self, number: int, entry: Acted | Undone) -> None:
        """A new position; a seat that still faces the same choice may answer the one it saw."""
        if self.session.record.entries[-1].hash != entry.hash:
            raise WrongHash(self.id, len(self.session.record.entries))
        is_decision = isinstance(entry, Acted)
        actor = entry.seat if is_decision else PARTY
        self._count(is_decision, entry.seat)
        self.table.next_choice()
        self.position = number
        after = self._open_choices()
        for seat in range(self.game.seats(self.table)):
            same = seat != actor and seat in after and after[seat] is self._choices_before.get(seat)
            if not same:
                self.offered_since[seat] = self.position
        self._trim()

    def _count(self, is_decision: bool, seat: Seat) -> None:
        if is_decision:
            self.decided_seats.append(seat)
        else:
            self.decided_seats.pop()

    def _open_choices(self) -> dict[Seat, Step]:
        """The choices of seats that decide in parallel."""
        self.table.next_choice()
        return {lane.seat: lane.pending[-1] for lane in self.table.lanes}

    def _trim(self) -> None:
        if len(self.session.past) > KEPT_POSITIONS:
            del self.session.past[:-KEPT_POSITIONS]

    def _rebuild(self) -> None:
        """Replay the record to restore all earlier positions."""
        record = self.with_key(record_from_json(self.session.record.to_json(), self.id))
        self.session = resume(self.game, record, self.content)
        self.table.next_choice()

    # What is offered.

    def offered(self, saved: dict[str, Any], seats: tuple[Seat, ...]) -> tuple[Seat, Action]:
        """Which of these seats is offered what a client sent.

        Options are encoded and compared; nothing that a client sends is ever built.
        """
        for seat in seats:
            if (option := self._option(saved, seat)) is not None:
                return seat, option
        name = str(saved.get("is"))[:40]
        if not any(self.table.offered(seat) for seat in seats):
            raise NothingToDecide(name, seats[0])
        raise IllegalAction(name, seats[0], [])

    def is_offered_to_system(self, saved: dict[str, Any]) -> bool:
        return not self.is_over() and self._option(saved, SYSTEM) is not None

    def _option(self, saved: dict[str, Any], seat: Seat) -> Action | None:
        codec = self.game.codec()
        return next((one for one in self.table.offered(seat) if codec.encode(one) == saved), None)

    # The record.

    def with_key(self, record: Record) -> Record:
        """The record with its key, which no viewer of a running game may see."""
        if record.seed is None:
            assert self.key is not None, "a table without a seed has a key"
            record.key = self.key.hex()
        return record

    def record(self, players: list[str]) -> Record:
        """The whole record, for a finished game."""
        self.session.record.players = players
        return self.with_key(record_from_json(self.session.record.to_json(), self.id))
