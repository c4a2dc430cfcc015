"""The game of a live table: its session, and which decisions are still current."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

from embertable.engine.content import Content
from embertable.engine.errors import (
    EmbertableError,
    GameOver,
    IllegalAction,
    NothingToDecide,
    OldRules,
    WrongHash,
)
from embertable.engine.game import Game, content_of
from embertable.engine.record import Entry, LuckPart, Record, record_from_json
from embertable.engine.seat_view import who_is_asked
from embertable.engine.session import (
    Session,
    chance_of,
    is_older,
    open_record,
    resume,
    resume_agreed,
)
from embertable.engine.table import CHANCE, PARTY, SYSTEM, Action, Draw, Seat, Step, Table
from embertable.games import load
from embertable.server.entries import Acted, AnyEntry, Seated, Undone
from embertable.server.errors import ReadOnlyTable, Stale

KEPT_POSITIONS = 8
"""Earlier positions kept for undo, at least; older ones are rebuilt from the record when needed."""


class PlayedGame:
    """A session that follows the log, and is one decision ahead while that decision is stored."""

    def __init__(
        self, id: str, saved: dict[str, Any], key: bytes | None, content: Content | None
    ) -> None:
        self.id = id
        self.key = key
        self.game: Game = load(str(saved["game"]))
        record = self.with_key(record_from_json(saved, id))
        self._dealt = record
        self.session, self.old_rules = resume_agreed(self.game, record, content)
        """The error is what makes a game of earlier rules read-only; otherwise None."""
        self.content = content_of(self.session.table)
        self.decided_seats: list[Seat] = []
        """The seat of each decision that was not undone."""
        for entry in self.session.record.entries:
            self._count(entry.action is not None, entry.seat)
        self._unseen = record.entries[len(self.session.record.entries) :]
        """What was decided under earlier rules after the last position that the present ones reach."""
        self._trim()
        self.table.next_choice()
        self.position = 1
        """The number of the entry that led to the current position."""
        self.offered_since: dict[Seat, int] = {}
        """The position since which a seat has faced its current choice."""
        self._prepared: Acted | None = None
        self._choices_before: dict[Seat, Step] = {}
        self._draws: list[tuple[Draw, int]] = []
        """What has to be entered, and the position since which it is asked."""
        self._answered: Draw | None = None

    @property
    def table(self) -> Table[Any]:
        return self.session.table

    def is_over(self) -> bool:
        return self.table.result is not None

    def is_closed(self) -> bool:
        """Whether nothing can be decided any more: the game is over or read-only."""
        return self.is_over() or self.old_rules is not None

    def older_rules(self) -> int | None:
        """The rules version that this game began under, if the present one is newer."""
        began = self._dealt.rules
        return began if began < self.game.rules_version else None

    def refuse_if_read_only(self) -> None:
        if self.old_rules is not None:
            raise ReadOnlyTable(self.old_rules)

    def asked(self) -> tuple[tuple[Seat, str], ...]:
        """The seats that have to choose, each with the kind of its choice."""
        return () if self.old_rules is not None else who_is_asked(self.table)

    def awaited(self) -> list[Seat]:
        return [seat for seat, _ in self.asked()]

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
        self.refuse_if_read_only()
        if self.is_over():
            raise GameOver(str(saved.get("is")))
        if seq > self.position:
            raise Stale  # This server is behind the client: what is offered here is old.
        try:
            seat, action = self.offered(saved, seats)
        except (IllegalAction, NothingToDecide):
            if any(seq < self.offered_since.get(seat, 1) for seat in seats):
                raise Stale from None  # It may have been offered when the client saw it.
            raise
        if seq < (self._asked_since(action) if seat == CHANCE else self.offered_since.get(seat, 1)):
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
        self.refuse_if_read_only()
        if not self.session.past:
            self._rebuild()
        last = len(self.session.past) - 1
        hash = self.game.state_hash(self.session.table_before(last))
        return Undone(at=at, seat=self.session.past[last].seat, hash=hash, by=by, id=id, how=how)

    def discard(self) -> None:
        """Go back to before a prepared decision that was not stored."""
        if self._prepared is None:
            return
        self._prepared = None
        self.session.take_back()
        self.session.record.entries.pop()

    def apply(self, number: int, entry: AnyEntry) -> None:
        if entry is not self._prepared:
            self.discard()
        if isinstance(entry, Seated) and entry.part:
            self._add_luck(number, entry)
        if not isinstance(entry, (Acted, Undone)):
            return
        agreed = len(self.session.record.entries)
        if self.old_rules is None:
            try:
                self._follow(number, entry)
            except EmbertableError as error:
                if not is_older(self.game, self._dealt):
                    raise
                self._end_agreement(agreed, error)
            else:
                return
        action = entry.action if isinstance(entry, Acted) else None
        self._unseen.append(Entry(entry.seat, action, entry.hash))

    def _end_agreement(self, agreed: int, error: EmbertableError) -> None:
        """Stay at the last position on which earlier and present rules agree."""
        self.old_rules = OldRules(self.id, self._dealt.rules, self.game.rules_version, agreed)
        self.old_rules.__cause__ = error
        self._rebuild(agreed)

    def _follow(self, number: int, entry: Acted | Undone) -> None:
        if isinstance(entry, Acted):
            if entry is not self._prepared:
                action = self.game.codec().decode(entry.action)
                assert isinstance(action, Action)
                self._play(action, entry.seat)
            self._prepared = None
            self._moved(number, entry)
        else:
            if not self.session.past:
                self._rebuild()
            self.session.undo(entry.seat, agreed=True)
            self._choices_before = {}
            self._draws = []
            self._moved(number, entry)

    def _play(self, action: Action, seat: Seat) -> None:
        self._choices_before = self._open_choices()
        self._answered = self._draw_of(action) if seat == CHANCE else None
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
        # Two people may enter the same roll, which then counts once; another's does not make it stale.
        known = {id(draw): since for draw, since in self._draws if draw is not self._answered}
        draws = self.table.open_draws()
        self._draws = [(draw, known.get(id(draw), self.position)) for draw in draws]
        self.offered_since[CHANCE] = max([since for _, since in self._draws], default=self.position)
        self._trim()

    def _draw_of(self, action: Action) -> Draw | None:
        """The open draw that an entry answers."""
        for draw in self.table.open_draws():
            if action in draw.options(self.table):
                return draw
        return None

    def _asked_since(self, action: Action) -> int:
        """The position since which what this entry answers has been asked."""
        answered = self._draw_of(action)
        return next((since for draw, since in self._draws if draw is answered), 1)

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
        self.session.thin_out(KEPT_POSITIONS)

    def _rebuild(self, upto: int | None = None) -> None:
        self.session = self.replayed(upto)

    def replayed(self, upto: int | None = None) -> Session:
        """The same session anew, with earlier positions; takes long, and changes nothing here."""
        record = self.with_key(record_from_json(self.session.record.to_json(), self.id))
        session = resume(self.game, record, self.content, upto)
        session.table.next_choice()
        return session

    # Everybody's part in the luck.

    def takes_luck(self) -> bool:
        """Whether people may add their part: not to a seeded game, nor to one of earlier rules."""
        older = is_older(self.game, self._dealt)
        return not older and not self.is_closed() and self.session.record.luck is not None

    def start_with(self, part: str) -> str:
        """The hash of the first position if the game is dealt again with one more part; empty once it has begun."""
        if self.session.record.entries:
            return ""
        chance = chance_of(self.game, self._dealt)
        chance.mix_in(bytes.fromhex(part))
        return Session(self.game, self._dealt.options, chance, self.content).record.start

    def _add_luck(self, number: int, entry: Seated) -> None:
        """Before the first decision the game is dealt again; later, the part counts from the next draw on."""
        if not entry.start:
            if self.old_rules is None:
                self.session.add_luck(entry.seat, entry.part)
            return
        luck = [*(self._dealt.luck or ()), LuckPart(0, entry.seat, entry.part)]
        self._dealt = replace(self._dealt, luck=luck, start=entry.start)
        self.session = open_record(self.game, self._dealt, self.content)
        self.table.next_choice()
        self.position = number
        self.offered_since = dict.fromkeys(range(self.game.seats(self.table)), number)

    # What is offered.

    def offered(self, saved: dict[str, Any], seats: tuple[Seat, ...]) -> tuple[Seat, Action]:
        """Which of these seats is offered what a client sent.

        Options are encoded and compared; nothing that a client sends is ever built.
        """
        for seat in seats:
            if (option := self._option(saved, seat)) is not None:
                return seat, option
        name = str(saved.get("is"))[:40]
        if not any(self.table.legal(seat) for seat in seats):
            raise NothingToDecide(name, seats[0])
        raise IllegalAction(name, seats[0], [])

    def is_offered_to_system(self, saved: dict[str, Any]) -> bool:
        return not self.is_closed() and self._option(saved, SYSTEM) is not None

    def _option(self, saved: dict[str, Any], seat: Seat) -> Action | None:
        codec = self.game.codec()
        return next((one for one in self.table.legal(seat) if codec.encode(one) == saved), None)

    def bot_seed(self, seat: Seat) -> int:
        """The seed of the bot in a seat: the same for the whole game, and unknown until its end.

        A bot that errs repeats its error in the same position, also after an undo or a restart.
        """
        secret = self.key or b"%d" % (self.session.record.seed or 0)
        found = hashlib.blake2b(b"bot %d" % seat, key=secret, digest_size=8).digest()
        return int.from_bytes(found, "big")

    # The record.

    def with_key(self, record: Record) -> Record:
        """The record with its key, which no viewer of a running game may see."""
        if record.seed is None:
            assert self.key is not None, "a table without a seed has a key"
            record.key = self.key.hex()
        return record

    def agreed_record(self, players: list[str]) -> Record:
        """The record up to the last position that the present rules reach, as a game of theirs."""
        self.session.record.players = players
        return self.with_key(record_from_json(self.session.record.to_json(), self.id))

    def record(self, players: list[str]) -> Record:
        """The whole record, for a finished game."""
        record = self.agreed_record(players)
        if self.old_rules is not None:
            record.rules, record.content = self._dealt.rules, self._dealt.content
            record.entries.extend(self._unseen)
        return record
