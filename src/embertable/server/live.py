"""One live table: what the entries of its log make of it. No socket, no storage, no clock."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from embertable.engine.chance import Chance, keyed, seeded
from embertable.engine.content import Content
from embertable.engine.errors import IllegalAction, NothingToDecide, WrongHash
from embertable.engine.game import Game, content_of
from embertable.engine.record import Record, record_from_json
from embertable.engine.seat_view import may_see
from embertable.engine.session import open_record, replay, resume
from embertable.engine.table import PARTY, SYSTEM, Action, Seat, Step
from embertable.games import load
from embertable.server.clocks import Clocks, CountdownTimer, Downtime
from embertable.server.entries import (
    Acted,
    Answered,
    AnyEntry,
    Chatted,
    LentToBot,
    Muted,
    Opened,
    Paused,
    PauseWanted,
    Proposed,
    Seated,
    SeatTaken,
    Undone,
)
from embertable.server.errors import NoProposal, Stale
from embertable.tutorials import Tutor, tutorial_of

KEPT_POSITIONS = 8
"""Positions to come back to at once; those before are made again from the record when needed."""

TUTORIAL = "guide"
"""How logs mark a tutorial table."""

KEPT_WORDS = 200
"""What was said last is kept at hand."""


class LiveTable:
    """A session, who sits there, and the numbers that order everything."""

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
        self.key = key
        self.game: Game = load(str(opened.record["game"]))
        record = self.with_key(record_from_json(opened.record, id))
        self.session = open_record(self.game, record, content)
        self.content = content_of(self.session.table)
        self.decided_seats: list[Seat] = []
        for _ in replay(self.session, record):
            self.count_decision(
                self.session.record.entries[-1].action, self.session.record.entries[-1].seat
            )
            self.trim()
        self.session.record.players = record.players
        self.session.table.next_choice()
        self.seats = list(opened.seats)
        self.host = opened.host
        self.lent_to_bot: dict[Seat, str] = {}
        self.muted: set[Seat] = set()
        self.number = 1
        self.position = 1
        self.offered_since: dict[Seat, int] = {}
        self.log_cuts: list[tuple[int, int]] = []
        self.done: dict[tuple[str, str], int] = {}
        self.proposal: Proposed | None = None
        self.proposal_number = 0
        self.agreed: set[Seat] = set()
        self.words: deque[tuple[int, Chatted]] = deque(maxlen=KEPT_WORDS)
        self.penalties_due: list[dict[str, Any]] = []
        """What the keeper owes the table for words said, in the order they were said."""
        self.undone_alone = False
        self.touched = opened.at
        self.decided: dict[str, int] = {}
        self.decided_at: dict[str, int] = {}
        self.clocks = self.start_clocks(downtimes)
        self.pause_votes: set[str] = set()
        """The people who want the glass to stand."""
        self.countdown = CountdownTimer(self.session.record.clock, opened.at, downtimes)
        self.countdown.move(opened.at, self.countdown_seconds(), turned=False)
        self.tutor = Tutor(tutorial_of(self.game)) if TUTORIAL in opened.marks else None
        if self.tutor is not None:
            self.tutor.look(self.session.table)
        self._seen: dict[Seat | None, list[int]] = {}
        self._scanned: dict[Seat | None, int] = {}

    def start_clocks(self, downtimes: Sequence[Downtime]) -> Clocks | None:
        if not self.opened.seconds:
            return None
        return Clocks(
            left=[float(self.opened.seconds)] * len(self.seats),
            increment=float(self.opened.increment),
            running=frozenset(self.clocked()),
            since=self.opened.at,
            downtimes=downtimes,
        )

    def countdown_seconds(self) -> int | None:
        """What a full glass holds, if a rule has one run now."""
        countdown = None if self.is_over() else self.game.countdown(self.session.table)
        return None if countdown is None else countdown.seconds

    def clocked(self) -> list[Seat]:
        """The people whose time runs: they are awaited, and everybody has come."""
        if self.open_seats():
            return []
        return [seat for seat in self.awaited() if self.seats[seat].person]

    # Who is who.

    def seats_of(self, person: str) -> tuple[Seat, ...]:
        if not person:
            return ()
        return tuple(seat for seat, taken in enumerate(self.seats) if taken.person == person)

    def people(self) -> set[str]:
        return {taken.person for taken in self.seats if taken.person}

    def open_seats(self) -> list[Seat]:
        return [n for n, taken in enumerate(self.seats) if not taken.person and not taken.bot]

    def is_over(self) -> bool:
        return self.session.table.result is not None

    def awaited(self) -> list[Seat]:
        table = self.session.table
        return [seat for choice in table.choices() for seat in choice.answerers(table)]

    def marks(self) -> list[str]:
        stored = ["tutorial" if mark == TUTORIAL else mark for mark in self.opened.marks]
        return [*stored, *(["undone"] if self.undone_alone else [])]

    # Decisions.

    def act(self, saved: dict[str, Any], seats: Iterable[Seat], seq: int) -> tuple[Seat, str]:
        """Let one of the seats take an action; who did, and the hash after it. Not yet noted."""
        if seq > self.position:
            raise Stale  # Not the client is behind, but this server: what is offered here is old.
        seat, action = self.offered(saved, tuple(seats))
        if seq < self.offered_since.get(seat, 1):
            raise Stale
        self._choices_before = self.open_choices()
        self.session.play(action, seat)
        return seat, self.session.record.entries[-1].hash

    def offered(self, saved: dict[str, Any], seats: tuple[Seat, ...]) -> tuple[Seat, Action]:
        """Which of these seats is offered what a client sent.

        Options are encoded and compared; nothing that a client sends is ever built.
        """
        table = self.session.table
        codec = self.game.codec()
        for seat in seats:
            for option in table.offered(seat):
                if codec.encode(option) == saved:
                    return seat, option
        name = str(saved.get("is"))[:40]
        if not any(table.offered(seat) for seat in seats):
            raise NothingToDecide(name, seats[0])
        raise IllegalAction(name, seats[0], [])

    def is_offered(self, saved: dict[str, Any], seat: Seat) -> bool:
        codec = self.game.codec()
        return any(codec.encode(option) == saved for option in self.session.table.offered(seat))

    def retract(self) -> None:
        """Go back to before a decision that could not be stored and that nobody has seen."""
        before = self.session.past.pop()
        before.table.log = self.session.table.log[: before.told]
        self.session.table = before.table
        self.session.record.entries.pop()

    def before_last(self) -> tuple[Seat, str]:
        """Whose the last decision was, and the hash of the position before it."""
        if not self.session.past:
            self.rebuild()
        before = self.session.past[-1]
        return before.seat, self.game.state_hash(before.table)

    def take_back(self, seat: Seat) -> str:
        """Take back the last decision; the hash after it. Not yet noted."""
        if not self.session.past:
            self.rebuild()
        self.session.undo(seat, agreed=True)
        return self.session.record.entries[-1].hash

    def rebuild(self) -> None:
        """Play the record again, so that every earlier position is at hand."""
        record = self.with_key(record_from_json(self.session.record.to_json(), self.id))
        self.session = resume(self.game, record, self.content)
        self.session.table.next_choice()

    def decisions_to_take_back(self, person: str) -> int:
        """How many until the person's last one is undone; 0 if there is none."""
        mine = self.seats_of(person)
        for count, seat in enumerate(reversed(self.decided_seats), start=1):
            if seat in mine:
                return count
        return 0

    def may_undo_freely(self, person: str) -> bool:
        return not self.is_over() and any(
            self.session.may_undo(seat) for seat in self.seats_of(person)
        )

    def others(self, person: str) -> set[str]:
        """The people whose consent an undo needs."""
        return self.people() - {person}

    # Entries.

    def apply(self, number: int, entry: AnyEntry) -> None:
        """Do what an entry says, as the server that wrote it did."""
        if isinstance(entry, Acted):
            self._choices_before = self.open_choices()
            action = self.game.codec().decode(entry.action)
            assert isinstance(action, Action)
            self.session.play(action, entry.seat)
            self.check(entry.hash)
        elif isinstance(entry, Undone):
            self.take_back(entry.seat)
            self.check(entry.hash)
        self.record_entry(number, entry)

    def check(self, hash: str) -> None:
        if self.session.record.entries[-1].hash != hash:
            raise WrongHash(self.id, len(self.session.record.entries))

    def record_entry(self, number: int, entry: AnyEntry) -> None:
        """Keep what an entry brings besides the change of the game itself."""
        assert number == self.number + 1, f"entry {number} after {self.number}"
        self.number = number
        self.touched = entry.at
        by = getattr(entry, "by", "")
        if by:
            self.done[by, getattr(entry, "id", "")] = number
        if isinstance(entry, Acted):
            self.count_decision(entry.action, entry.seat)
            self.moved(entry.seat)
            if entry.seat == SYSTEM and entry.action in self.penalties_due:
                self.penalties_due.remove(entry.action)
            if by:
                self.decided[by] = len(self.session.record.entries)
                self.decided_at[by] = number
        elif isinstance(entry, Undone):
            self.count_decision(None, entry.seat)
            self.undone_alone = self.undone_alone or entry.how == "alone"
            self.log_cuts.append((number, len(self.session.table.log)))
            self._choices_before = {}
            self.moved(PARTY)
        elif isinstance(entry, Proposed):
            self.proposal = entry
            self.proposal_number = number
            self.agreed = set()
        elif isinstance(entry, Answered):
            self.answer(entry)
        elif isinstance(entry, Seated):
            self.sit(entry.seat, entry.taken)
        elif isinstance(entry, LentToBot):
            self.lent_to_bot.pop(entry.seat, None)
            if entry.bot:
                self.lent_to_bot[entry.seat] = entry.bot
        elif isinstance(entry, Muted):
            (self.muted.add if entry.muted else self.muted.discard)(entry.seat)
        elif isinstance(entry, Chatted):
            self.words.append((number, entry))
            self.hear_chat(entry)
        elif isinstance(entry, PauseWanted):
            (self.pause_votes.add if entry.paused else self.pause_votes.discard)(entry.by)
        if isinstance(entry, (Acted, Undone, Paused, PauseWanted, Seated)):
            self.countdown.move(entry.at, self.countdown_seconds(), self.is_restarted(entry))
            self.countdown.paused = self.is_paused(entry)
        if self.clocks is not None and isinstance(entry, (Acted, Undone, Seated)):
            actor = entry.seat if isinstance(entry, Acted) and entry.seat >= 0 else None
            self.clocks.move(entry.at, self.clocked(), actor)

    def hear_chat(self, spoken: Chatted) -> None:
        """Note what a game asks for because of something that was said."""
        if self.is_over():
            return
        for seat in self.seats_of(spoken.by):
            action = self.game.penalty_for_speech(self.session.table, seat, spoken.text)
            if action is not None:
                self.penalties_due.append(self.game.codec().encode(action))
                return

    def is_pausable(self) -> bool:
        """Whether a glass runs now that stands while everybody wants it to."""
        countdown = None if self.is_over() else self.game.countdown(self.session.table)
        return countdown is not None and countdown.pause == "agreed"

    def is_paused(self, entry: AnyEntry) -> bool:
        if isinstance(entry, Paused):
            return entry.paused
        if self.is_pausable():
            return bool(self.people()) and self.people() <= self.pause_votes
        return self.countdown.paused

    def is_restarted(self, entry: AnyEntry) -> bool:
        """Whether the keeper did what a rule has due when its time is up."""
        if not isinstance(entry, Acted) or entry.seat != SYSTEM:
            return False
        countdown = self.game.countdown(self.session.table)
        return countdown is not None and self.game.codec().encode(countdown.action) == entry.action

    def count_decision(self, action: object, seat: Seat) -> None:
        if action is not None:
            self.decided_seats.append(seat)
        else:
            self.decided_seats.pop()

    def moved(self, actor: Seat) -> None:
        """A new position: who still faces the same choice as before may answer what they saw."""
        self.session.table.next_choice()
        self.position = self.number
        self.proposal = None
        if self.tutor is not None:
            self.tutor.look(self.session.table)
        after = self.open_choices()
        for seat in range(len(self.seats)):
            same = seat != actor and seat in after and after[seat] is self._choices_before.get(seat)
            if not same:
                self.offered_since[seat] = self.position
        self.trim()
        log = len(self.session.table.log)
        for viewer, seen in self._seen.items():
            while seen and seen[-1] >= log:
                seen.pop()
            self._scanned[viewer] = min(self._scanned[viewer], log)

    def open_choices(self) -> dict[Seat, Step]:
        """The choices of seats that go on side by side."""
        self.session.table.next_choice()
        return {lane.seat: lane.pending[-1] for lane in self.session.table.lanes}

    def trim(self) -> None:
        if len(self.session.past) > KEPT_POSITIONS:
            del self.session.past[:-KEPT_POSITIONS]

    def answer(self, entry: Answered) -> None:
        if self.proposal is None or entry.proposal != self.proposal_number:
            raise NoProposal
        if entry.agree:
            self.agreed.update(entry.seats)
        else:
            self.proposal = None

    def sit(self, seat: Seat, taken: SeatTaken) -> None:
        self.seats[seat] = taken
        self.lent_to_bot.pop(seat, None)
        self.muted.discard(seat)
        self.proposal = None

    # The log as a viewer knows it.

    def seen_by(self, viewer: Seat | None) -> list[int]:
        """Where in the table's log the events stand that a viewer may know."""
        seen = self._seen.setdefault(viewer, [])
        log = self.session.table.log
        start = self._scanned.get(viewer, 0)
        seen.extend(n for n in range(start, len(log)) if may_see(log[n], viewer))
        self._scanned[viewer] = len(log)
        return seen

    def common_prefix(self, before: Seat | None, now: Seat | None, told: int) -> int:
        """How many of the events that were told in one seat are the first ones of another, too."""
        pairs = zip(self.seen_by(before), self.seen_by(now), strict=False)
        alike = next((n for n, (one, other) in enumerate(pairs) if one != other), None)
        shorter = min(len(self.seen_by(before)), len(self.seen_by(now)))
        return min(told, shorter if alike is None else alike)

    def still_valid(self, viewer: Seat | None, seq: int, told: int) -> int:
        """How many of the events that a viewer was told up to a position still stand."""
        seen = self.seen_by(viewer)
        shortest = min((length for number, length in self.log_cuts if number > seq), default=None)
        if shortest is not None:
            told = min(told, sum(1 for place in seen if place < shortest))
        return min(told, len(seen))

    # The record.

    def with_key(self, record: Record) -> Record:
        """The record as it may be played: with the key, which no viewer of a live game is shown."""
        if record.seed is None:
            assert self.key is not None, "a table without a seed has a key"
            record.key = self.key.hex()
        return record

    def record(self) -> Record:
        """The whole record, for a finished game."""
        self.session.record.players = players_of(self.seats)
        return self.with_key(record_from_json(self.session.record.to_json(), self.id))


def players_of(seats: Iterable[SeatTaken]) -> list[str]:
    """Who sat where, as records spell it."""
    return [
        f"bot:{taken.bot}:{taken.name}" if taken.bot else f"human:{taken.name or 'nobody'}"
        for taken in seats
    ]


def chance_of(seed: int | None, key: bytes | None) -> Chance:
    if seed is not None:
        return seeded(seed)
    assert key is not None
    return keyed(key)
