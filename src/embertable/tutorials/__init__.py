"""Tutorials: first games with a fixed seed, and lessons when they first matter.

A game may have `tutorial.toml` in its folder here, or in `tutorials/` of its own package: how the table
is set up, the decisions that are made before the learner sits down, and the lessons in their order. A
lesson waits for the name of a choice, of an offered action or of an event, or for the `start` or the
`end` of the game, and points at something. The texts are in the group `lesson` of the game's
catalogues, and the one thing to do in `lesson.do`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from embertable.engine.catalogue import Message
from embertable.engine.content import read_toml
from embertable.engine.errors import NoTutorial
from embertable.engine.game import Game, content_of
from embertable.engine.record import Record
from embertable.engine.seat_view import SeatView, may_see, seat_view
from embertable.engine.session import Session, open_record, replay
from embertable.engine.table import Choice, Event, Seat, Table

FILE = "tutorial.toml"
START = "start"
END = "end"
LEARNER: Seat = 0
AT_ONCE = 2
"""Nobody reads more than this before a decision."""
LONGEST = 20
"""Words of a lesson; what does not fit is another lesson."""


@dataclass(frozen=True)
class Lesson:
    id: str
    when: tuple[str, ...]
    """What it waits for: one of these names."""
    at: tuple[str, ...] = ()
    """What it points at, the first that is in sight: options by the name of their action, `thing:` and the
    start of a name on the board, or a part of the stage (`prompt`, `threat`, `people`, `head`)."""
    after: str = ""
    """The lesson that comes before it."""
    read: bool = False
    """Whether it asks for nothing: it is read, and another may follow before the decision."""

    @property
    def message(self) -> Message:
        """Its text, in the catalogue of the game."""
        return Message(f"lesson.{self.id}")

    @property
    def deed(self) -> Message:
        """The one thing to do, for lessons that have one."""
        return Message(f"lesson.do.{self.id}")


@dataclass(frozen=True)
class Opening:
    """A decision that a newcomer could not judge, made before the game is shown."""

    seat: Seat
    action: Mapping[str, Any]


@dataclass(frozen=True)
class Tutorial:
    """The set-up of one learner in the first seat and bots in the others, and the lessons."""

    game: str
    seed: int
    options: Mapping[str, str]
    bots: tuple[str, ...]
    lessons: tuple[Lesson, ...]
    opening: tuple[Opening, ...] = ()

    def is_prepared(self, record: Record) -> bool:
        """Whether a record begins with the opening; older ones do not."""
        begun = [(entry.seat, entry.action) for entry in record.entries[: len(self.opening)]]
        return begun == [(one.seat, one.action) for one in self.opening]

    def prepare(self, session: Session) -> None:
        """Play the opening."""
        codec = session.game.codec()
        for one in self.opening:
            session.table.next_choice()
            session.play(codec.decode(dict(one.action)), one.seat)


def has_tutorial(game: Game) -> bool:
    return file_of(game).is_file()


def tutorial_of(game: Game) -> Tutorial:
    if not has_tutorial(game):
        raise NoTutorial(game.name)
    tables, _ = read_toml(file_of(game))
    lessons = [
        Lesson(
            id,
            tuple(one["when"]),
            tuple(one.get("at", ())),
            one.get("after", ""),
            one.get("read", False),
        )
        for id, one in tables["lesson"].items()
    ]
    table = tables["table"]
    opening = [Opening(one["seat"], one["action"]) for one in table.get("opening", ())]
    return Tutorial(
        game.name,
        table["seed"],
        table["options"],
        tuple(table["bots"]),
        tuple(lessons),
        tuple(opening),
    )


def file_of(game: Game) -> Path:
    ours = Path(__file__).parent / game.name / FILE
    return ours if ours.is_file() else game.folder() / "tutorials" / FILE


class Tutor:
    """Which lessons the learner of one table has had, and which are new at this position."""

    def __init__(self, tutorial: Tutorial) -> None:
        self.tutorial = tutorial
        self.waiting = list(tutorial.lessons)
        self.given: list[Lesson] = []
        self.fresh: list[Lesson] = []
        self._happened: set[str] = {START}
        self._read = 0
        self._asked: Choice | None = None

    def look(self, table: Table[Any], decided: Seat | None = None) -> None:
        """Look at a new position, after a decision of this seat: lessons come when the learner decides, and at the end.

        At most one asks for something, and at most one is only read before it. They stay while others decide
        beside the learner.
        """
        log = table.log[self._read :]
        self._read = len(table.log)
        self._happened.update(name_of(event) for event in log if may_see(event, LEARNER))
        shown = seat_view(table, LEARNER, self._read)
        asked, self._asked = self._asked, shown.choice
        if decided not in (None, LEARNER) and asked is not None and asked == shown.choice:
            return
        self.fresh = []
        if shown.choice is None and shown.result is None:
            return
        names = self._happened | names_in(shown)
        # What is not told now would come too late.
        self._happened = set()
        while (lesson := self._due(names)) is not None:
            self.fresh.append(lesson)
            self.given.append(lesson)
            self.waiting.remove(lesson)

    def _due(self, names: set[str]) -> Lesson | None:
        """The next lesson at this position, after those that were only read."""
        if len(self.fresh) == AT_ONCE or not all(lesson.read for lesson in self.fresh):
            return None
        told = {"", *(lesson.id for lesson in self.given)}
        return next(
            (one for one in self.waiting if one.after in told and not names.isdisjoint(one.when)),
            None,
        )

    def look_back(self, session: Session) -> None:
        """Look at a game from its start to its current position."""
        past = open_record(session.game, session.record, content_of(session.table))
        tutorial = self.tutorial
        prepared = len(tutorial.opening) if tutorial.is_prepared(session.record) else 0
        if not prepared:
            self.look(past.table)
        replayed = replay(past, session.record)
        for number, entry in enumerate(session.record.entries, start=1):
            next(replayed)
            if number >= prepared:
                self.look(past.table, None if entry.action is None else entry.seat)


def names_in(shown: SeatView) -> set[str]:
    """What a position is about."""
    names = {type(option).__name__ for option in shown.options}
    if shown.choice is not None:
        names.add(type(shown.choice).__name__)
    if shown.result is not None:
        names.add(END)
    return names


def name_of(event: Event) -> str:
    return type(event).__name__
