"""Tutorials: first games with a fixed seed, and lessons when they first matter.

A game may have `tutorial.toml` in its folder here, or in `tutorials/` of its own package: how the table
is set up, and what each lesson waits for, which is the name of a choice, of an offered action or of an
event, or the `start` or the `end` of the game. The texts are in the group `lesson` of its catalogues.
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
from embertable.engine.seat_view import SeatView, may_see, seat_view
from embertable.engine.session import Session, open_record, replay
from embertable.engine.table import Event, Seat, Table

FILE = "tutorial.toml"
START = "start"
END = "end"
LEARNER: Seat = 0
AT_ONCE = 2
"""Nobody reads more than this before a decision; the rest waits for the next."""


@dataclass(frozen=True)
class Lesson:
    id: str
    when: tuple[str, ...]
    """What it waits for: one of these names."""

    @property
    def message(self) -> Message:
        """Its text, in the catalogue of the game."""
        return Message(f"lesson.{self.id}")


@dataclass(frozen=True)
class Tutorial:
    """The set-up of one learner in the first seat and bots in the others, and the lessons."""

    game: str
    seed: int
    options: Mapping[str, str]
    bots: tuple[str, ...]
    lessons: tuple[Lesson, ...]


def has_tutorial(game: Game) -> bool:
    return file_of(game).is_file()


def tutorial_of(game: Game) -> Tutorial:
    if not has_tutorial(game):
        raise NoTutorial(game.name)
    tables, _ = read_toml(file_of(game))
    lessons = [Lesson(id, tuple(when)) for id, when in tables["lesson"].items()]
    table = tables["table"]
    return Tutorial(
        game.name, table["seed"], table["options"], tuple(table["bots"]), tuple(lessons)
    )


def file_of(game: Game) -> Path:
    ours = Path(__file__).parent / game.name / FILE
    return ours if ours.is_file() else game.folder() / "tutorials" / FILE


class Tutor:
    """Which lessons the learner of one table has had, and which are new at this position."""

    def __init__(self, tutorial: Tutorial) -> None:
        self.waiting = list(tutorial.lessons)
        self.given: list[Lesson] = []
        self.fresh: list[Lesson] = []
        self._happened: set[str] = {START}
        self._read = 0

    def look(self, table: Table[Any]) -> None:
        """Look at a new position; lessons come at the start, at the end, and when the learner decides."""
        self.fresh = []
        log = table.log[self._read :]
        self._read = len(table.log)
        self._happened.update(name_of(event) for event in log if may_see(event, LEARNER))
        shown = seat_view(table, LEARNER, self._read)
        if self.given and shown.choice is None and shown.result is None:
            return
        names = self._happened | names_in(shown)
        due = [lesson for lesson in self.waiting if not names.isdisjoint(lesson.when)]
        self.fresh = due[:AT_ONCE]
        self.given.extend(self.fresh)
        self.waiting = [lesson for lesson in self.waiting if lesson not in self.fresh]

    def look_back(self, session: Session) -> None:
        """Look at a game from its start to its current position."""
        past = open_record(session.game, session.record, content_of(session.table))
        self.look(past.table)
        for _ in replay(past, session.record):
            self.look(past.table)


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
