"""A table with its record: plays, records, undoes and replays decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from embertable.engine.chance import Chance, keyed, seeded
from embertable.engine.content import Content
from embertable.engine.errors import (
    DamagedRecord,
    EmbertableError,
    NothingToUndo,
    OtherRules,
    UndoNeedsConsent,
    WrongHash,
)
from embertable.engine.game import Game, content_of
from embertable.engine.record import Entry, Record
from embertable.engine.table import PARTY, Action, Seat, Table


class Before:
    """The position before a decision, kept for undo."""

    def __init__(self, seat: Seat, table: Table[Any]) -> None:
        self.seat = seat
        self.table = table.copy(table.chance.copy())
        self.draws = table.chance.draws
        self.reveals = table.reveals
        self.log_length = len(table.log)


class Session:
    """One game being played and recorded.

    Args:
        game: a game, from `load`.
        options: its settings, which `embertable games` lists; others keep their default.
        chance: a seed, which repeats the game, or a `Chance`.
        content: a pack's, from `Game.content`; by default the printed game's.
        players: who plays, for the record, such as `human:Ada` or `bot:greedy:Cinder`.

    Raises:
        UnknownOption: the game has no such setting.
        BadOption: the setting has no such value.

    >>> from embertable import Session, load
    >>> session = Session(load("lueur"), {"players": 2}, 7)
    >>> session.table.offered()[0]
    TakeAdventurer(seat=0, adventurer='braccio')
    >>> session.play(session.table.offered()[0])
    >>> session.undo(seat=0)
    >>> [entry.action is None for entry in session.record.entries]
    [False, True]

    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, str | int],
        chance: Chance | int,
        content: Content | None = None,
        players: Sequence[str] = (),
    ) -> None:
        if isinstance(chance, int):
            chance = seeded(chance)
        self.game = game
        self.table = game.set_up(options, chance, content)
        self.past: list[Before] = []
        self.record = Record(
            game=game.name,
            rules=game.rules_version,
            content=content_of(self.table).hash,
            options=self.table.options,
            seed=chance.seed,
            commitment=chance.commitment(),
            start=game.state_hash(self.table),
            players=list(players),
        )

    def play(self, action: Action, seat: Seat | None = None) -> None:
        """Apply and record an action; a refused action changes nothing.

        Args:
            action: one of `table.offered(seat)`.
            seat: who takes it; by default, whose choice is next.

        Raises:
            IllegalAction: the seat is not offered that action.
            NothingToDecide: the seat has no open choice.
            GameOver: the game has ended.

        """
        if seat is None or seat == PARTY:
            seat = self.table.seat_for(action)
        before = Before(seat, self.table)
        self.table.apply(action, seat)
        self.past.append(before)
        self._write(before.seat, self.game.codec().encode(action))

    def may_undo(self, seat: Seat) -> bool:
        """Whether nothing was drawn, revealed or decided by another seat since."""
        self.table.next_choice()
        if not self.past:
            return False
        last = self.past[-1]
        return (
            last.seat == seat
            and last.draws == self.table.chance.draws
            and last.reveals == self.table.reveals
        )

    def undo(self, seat: Seat, agreed: bool = False) -> None:
        """Undo the last decision: a seat's own while `may_undo`, any when all agreed.

        Raises:
            NothingToUndo: nothing was decided yet.
            UndoNeedsConsent: something was drawn, revealed or decided since.

        """
        if not self.past:
            raise NothingToUndo(seat)
        if not agreed and not self.may_undo(seat):
            raise UndoNeedsConsent(seat)
        before = self.past.pop()
        before.table.log = self.table.log[: before.log_length]
        self.table = before.table
        self._write(before.seat, None)

    def _write(self, seat: Seat, action: dict[str, Any] | None) -> None:
        self.record.entries.append(Entry(seat, action, self.game.state_hash(self.table)))


def chance_of(record: Record) -> Chance:
    """The chance of a recorded game, checked against its commitment."""
    if record.seed is not None:
        chance = seeded(record.seed)
    elif record.key is not None:
        try:
            chance = keyed(bytes.fromhex(record.key))
        except (ValueError, AssertionError) as error:
            raise DamagedRecord(record.file, "'key' is not a key") from error
    else:
        raise DamagedRecord(record.file, "neither seed nor key is known yet")
    if chance.commitment() != record.commitment:
        raise DamagedRecord(record.file, "the key is not the one promised at the start")
    return chance


def open_record(game: Game, record: Record, content: Content | None = None) -> Session:
    """A session at the start of a recorded game, after checking rules and content."""
    content = content or game.content()
    if record.rules != game.rules_version:
        raise OtherRules(record.file, "rules", str(record.rules), str(game.rules_version))
    if record.content != content.hash:
        raise OtherRules(record.file, "content", record.content, content.hash)
    session = Session(game, record.options, chance_of(record), content, record.players)
    session.record.clock = record.clock
    if session.record.start != record.start:
        raise WrongHash(record.file, 0)
    return session


def replay(session: Session, record: Record, upto: int | None = None) -> Iterator[Session]:
    """Replay the entries one by one and compare the hash after each."""
    codec = session.game.codec()
    for number, entry in enumerate(record.entries[:upto], start=1):
        try:
            if entry.action is None:
                session.undo(entry.seat, agreed=True)
            else:
                action = codec.decode(entry.action)
                if not isinstance(action, Action):
                    raise DamagedRecord(record.file, f"entry {number} holds no action")
                session.play(action, entry.seat)
        except DamagedRecord:
            raise
        except EmbertableError as error:
            problem = str(error).rstrip(".")
            raise DamagedRecord(record.file, f"entry {number}: {problem}") from error
        if session.record.entries[-1].hash != entry.hash:
            raise WrongHash(record.file, number)
        yield session


def resume(
    game: Game, record: Record, content: Content | None = None, upto: int | None = None
) -> Session:
    """Replay a record and return the session after its last entry, to be looked at or played on.

    The position after every entry is compared with the recorded one.

    Args:
        game: the game of the record: `load(record.game)`.
        record: from `load_record`, or of another session.
        content: the pack's that it was played with, if it was one.
        upto: replay only so many entries.

    Raises:
        OtherRules: it was played with other rules or content than these.
        DamagedRecord: an entry is no legal action.
        WrongHash: an entry leads to another position than recorded.

    >>> from embertable import Session, load, resume
    >>> played = Session(load("lueur"), {"players": 2}, 7)
    >>> played.play(played.table.offered()[0])
    >>> again = resume(load("lueur"), played.record)
    >>> again.record.entries == played.record.entries
    True

    """
    session = open_record(game, record, content)
    for _ in replay(session, record, upto):
        pass
    return session
