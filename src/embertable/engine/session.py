"""A table with its record: plays, records, undoes and replays decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from embertable.engine.chance import Chance, keyed, seeded
from embertable.engine.content import Content
from embertable.engine.errors import (
    BadOption,
    DamagedRecord,
    EmbertableError,
    NewerVersion,
    NoCompanion,
    NothingToUndo,
    OldRules,
    OldSetUp,
    OtherRules,
    UndoNeedsConsent,
    UnfitOption,
    UnknownOption,
    WrongHash,
)
from embertable.engine.game import Game, content_of
from embertable.engine.record import Entry, LuckPart, Record
from embertable.engine.table import CHANCE, PARTY, Action, Seat, Table


class Before:
    """The position before a decision, kept for undo: whole, or as the decisions since an earlier one."""

    def __init__(self, seat: Seat, table: Table[Any], action: Action, number: int) -> None:
        self.seat = seat
        self.action = action
        self.number = number
        """How many positions of the past are before this one, forgotten ones included."""
        self.kept: Table[Any] | None = table.copy(table.chance.copy())
        self.barrier = table.barrier()
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
        NoCompanion: the chance is entered by people, and this game asks them for nothing.

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
        if chance.entered and not game.has_companion():
            raise NoCompanion(game.name)
        self.game = game
        self.table = game.set_up(options, chance, content)
        self.past: list[Before] = []
        self.older_rules: int | None = None
        """The rules version under which a replayed game was played, if the present one is newer."""
        self.record = Record(
            game=game.name,
            rules=game.rules_version,
            content=content_of(self.table).hash,
            options=self.table.options,
            seed=chance.seed,
            commitment=chance.commitment(),
            start=game.state_hash(self.table),
            players=list(players),
            companion=chance.entered,
            dice_only=chance.dice_only,
        )

    def play(self, action: Action, seat: Seat | None = None) -> None:
        """Apply and record an action; a refused action changes nothing.

        Args:
            action: one of `table.legal(seat)`, so of `table.offered(seat)`.
            seat: who takes it; by default, whose choice is next.

        Raises:
            IllegalAction: the seat is not offered that action.
            NothingToDecide: the seat has no open choice.
            GameOver: the game has ended.

        """
        if seat is None or seat == PARTY:
            seat = self.table.seat_for(action)
        self.table.next_choice()  # What is played again comes to here as well.
        number = self.past[-1].number + 1 if self.past else 0
        before = Before(seat, self.table, action, number)
        self.table.apply(action, seat)
        self.past.append(before)
        self._write(before.seat, self.game.codec().encode(action))

    def may_undo(self, seat: Seat) -> bool:
        """Whether nothing was drawn, revealed, made final or decided by another seat since.

        What was entered for CHANCE can be corrected until somebody decides: it gives no advantage.
        """
        self.table.next_choice()
        if not self.past:
            return False
        last = self.past[-1]
        if last.seat != seat:
            return False
        return seat == CHANCE or last.barrier == self.table.barrier()

    def undo(self, seat: Seat, agreed: bool = False) -> None:
        """Undo the last decision: a seat's own while `may_undo`, any when all agreed.

        Raises:
            NothingToUndo: nothing was decided yet.
            UndoNeedsConsent: something was drawn, revealed, made final or decided since.

        """
        if not self.past:
            raise NothingToUndo(seat)
        if not agreed and not self.may_undo(seat):
            raise UndoNeedsConsent(seat)
        self._write(self.take_back().seat, None)

    def add_luck(self, seat: Seat | None, part: str) -> None:
        """Mix somebody's part into every draw from here on, and record it.

        Undo keeps it: the positions before know the part as well.
        """
        assert self.record.luck is not None, "this game takes no parts"
        added = LuckPart(len(self.record.entries), seat, part)
        # Those that are not kept are made first: their draws were without this part.
        earlier = [self.table_before(place) for place in range(len(self.past))]
        for table in (self.table, *earlier):
            table.chance.mix_in(added.to_bytes())
        self.record.luck.append(added)

    def table_before(self, place: int) -> Table[Any]:
        """The table before a decision of the past; where it is not kept, it is played to again."""
        before = self.past[place]
        if before.kept is None:
            start = place
            while self.past[start].kept is None:
                start -= 1
            nearest = self.past[start].kept
            assert nearest is not None
            table = nearest.copy(nearest.chance.copy())
            for one in self.past[start:place]:
                table.apply(one.action, one.seat)
            table.next_choice()
            before.kept = table
        return before.kept

    def take_back(self) -> Before:
        """Go back to before the last decision, and leave the record as it is."""
        table = self.table_before(len(self.past) - 1)
        before = self.past.pop()
        table.log = self.table.log[: before.log_length]
        self.table = table
        return before

    def thin_out(self, most: int) -> None:
        """Forget the positions of the past except the last `most`, and a few more.

        One in `most` is kept whole, and so is the last, which most undos go back to.
        """
        past = self.past
        while len(past) > 2 * most:
            whole = next(place for place in range(1, len(past)) if past[place].number % most == 0)
            del past[:whole]
        for before in past[1:-1]:
            if before.number % most:
                before.kept = None

    def _write(self, seat: Seat, action: dict[str, Any] | None) -> None:
        self.record.entries.append(Entry(seat, action, self.game.state_hash(self.table)))


def chance_of(game: Game, record: Record) -> Chance:
    """The chance of a recorded game, checked against its commitment."""
    if record.seed is not None:
        chance = seeded(record.seed)
    elif record.key is not None:
        try:
            chance = keyed(bytes.fromhex(record.key))
        except (ValueError, AssertionError) as error:
            raise DamagedRecord(record.file, "key") from error
    else:
        raise DamagedRecord(record.file, "no_key")
    if chance.commitment() != record.commitment:
        raise DamagedRecord(record.file, "other_key")
    chance.entered = record.companion
    chance.dice_only = record.dice_only and game.dealt_cards_before()
    for part in record.luck or ():
        if part.after == 0:
            chance.mix_in(part.to_bytes())
    return chance


def open_record(game: Game, record: Record, content: Content | None = None) -> Session:
    """A session at the start of a recorded game, after checking rules and content."""
    content = content or game.content()
    if record.rules > game.rules_version:
        raise NewerVersion("rules", record.file, record.rules, game.rules_version)
    if not game.plays(content, record.content):
        raise OtherRules(record.file, "content", record.content, content.hash)
    options = game.mend(record.options, content) if is_older(game, record) else record.options
    try:
        session = Session(game, options, chance_of(game, record), content, record.players)
    except (BadOption, UnknownOption, UnfitOption) as error:
        if is_older(game, record):
            raise OldSetUp(record.file, record.rules, game.rules_version) from error
        raise
    session.record.clock = record.clock
    session.record.campaign = record.campaign
    if record.luck is not None:
        session.record.luck = [part for part in record.luck if part.after == 0]
    if record.rules < game.rules_version:
        session.older_rules = record.rules
    if session.record.start != record.start:
        if is_older(game, record):
            raise OldSetUp(record.file, record.rules, game.rules_version)
        raise WrongHash(record.file, 0)
    return session


def is_older(game: Game, record: Record) -> bool:
    """Whether a game was played under earlier rules, or with an earlier pack of the printed game."""
    return record.rules < game.rules_version or record.content in game.earlier_packs


def replay(session: Session, record: Record, upto: int | None = None) -> Iterator[Session]:
    """Replay the entries one by one and compare the hash after each."""
    game = session.game
    added: dict[int, list[LuckPart]] = {}
    for part in record.luck or ():
        added.setdefault(part.after, []).append(part)
    for number, entry in enumerate(record.entries[:upto], start=1):
        try:
            replay_entry(session, record, number, entry)
        except (DamagedRecord, WrongHash) as error:
            if is_older(game, record):
                old, new = record.rules, game.rules_version
                raise OldRules(record.file, old, new, number - 1) from error
            raise
        for part in added.get(number, ()):
            session.add_luck(part.seat, part.part)
        yield session


def replay_entry(session: Session, record: Record, number: int, entry: Entry) -> None:
    try:
        if entry.action is None:
            session.undo(entry.seat, agreed=True)
        else:
            action = session.game.codec().decode(entry.action)
            if not isinstance(action, Action):
                raise DamagedRecord(record.file, "entry_action", number=number)
            session.play(action, entry.seat)
    except DamagedRecord:
        raise
    except EmbertableError as error:
        problem = error.message if error.part == EmbertableError.part else str(error)
        raise DamagedRecord(record.file, "refused", number=number, why=problem) from error
    if session.record.entries[-1].hash != entry.hash:
        raise WrongHash(record.file, number)


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
        NewerVersion: it was played under newer rules.
        OldRules: it was played under earlier rules, and goes differently under these.
        OtherRules: it was played with another content pack.
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
    if upto is not None and upto < len(record.entries):
        session.record.clock = None  # It is the time left after the last entry.
    for _ in replay(session, record, upto):
        pass
    return session


def resume_agreed(
    game: Game, record: Record, content: Content | None = None, upto: int | None = None
) -> tuple[Session, OldRules | None]:
    """Replay a record as far as the present rules agree with those it was played under.

    Returns:
        The session, and what ended the agreement: `None` if it goes on like any other, otherwise
        the game is read-only.

    Raises:
        OldSetUp: not even the first position agrees.
        NewerVersion, OtherRules, DamagedRecord, WrongHash: as `resume`.

    """
    try:
        return resume(game, record, content, upto), None
    except OldRules as problem:
        if problem.agreed < 0:
            raise
        return resume(game, record, content, problem.agreed), problem
