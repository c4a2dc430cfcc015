"""A game of nothing: its steps write words on a trail, so that tests can read what ran, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from embertable.engine.chance import Chance, seeded
from embertable.engine.codec import Codec, classes_of
from embertable.engine.content import Content
from embertable.engine.game import Game, Setting
from embertable.engine.rulesets import Moment, Rulebook, Ruleset
from embertable.engine.table import (
    PARTY,
    Action,
    Choice,
    Event,
    Result,
    Seat,
    State,
    Step,
    Table,
    View,
)


@dataclass
class ToyState(State):
    content: Content
    trail: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def copy(self) -> ToyState:
        return ToyState(self.content, self.trail[:], self.counts.copy())


@dataclass
class ToyView(View):
    trail: tuple[str, ...]


@dataclass
class Noted(Event):
    word: str


@dataclass
class Whispered(Event):
    """Only its seat hears it."""

    seat: Seat
    word: str

    def seen_by(self) -> Sequence[Seat]:
        return (self.seat,)


@dataclass
class Note(Step):
    word: str

    def run(self, table: Table[ToyState]) -> None:
        table.state.trail.append(self.word)
        table.emit(Noted(self.word))


@dataclass
class Then(Step):
    """Note a word, then do the steps inside."""

    word: str
    steps: tuple[Step, ...]

    def run(self, table: Table[ToyState]) -> None:
        table.do(Note(self.word), *self.steps)


@dataclass
class Walk(Step):
    """Note each step of a walk, with all that the rulesets have to say to it."""

    n: int

    def run(self, table: Table[ToyState]) -> None:
        if self.n:
            table.state.trail.append(f"step {self.n}")
            table.do(*table.reactions(AfterStep(self.n)), Walk(self.n - 1))


@dataclass
class Roll(Step):
    def run(self, table: Table[ToyState]) -> None:
        table.state.trail.append(f"rolled {table.chance.draw('dice', 6)}")


@dataclass
class Show(Step):
    """Somebody learns something."""

    def run(self, table: Table[ToyState]) -> None:
        table.reveal()


@dataclass
class Seal(Step):
    """The rules call it final."""

    def run(self, table: Table[ToyState]) -> None:
        table.make_final()


@dataclass
class Finish(Step):
    def run(self, table: Table[ToyState]) -> None:
        table.end(Result("done", (0,), (1, 0)))


@dataclass
class AskWord(Choice):
    words: tuple[str, ...]

    def options(self, table: Table[ToyState]) -> list[Action]:
        return [Say(self.seat, word) for word in self.words]


@dataclass
class AskParty(Choice):
    """Any of the seats may answer; each may say its own words and those of nobody."""

    seats: tuple[Seat, ...]
    words: tuple[str, ...]

    def options(self, table: Table[ToyState]) -> list[Action]:
        return [Say(PARTY, word) for word in self.words]

    def answerers(self, table: Table[ToyState]) -> tuple[Seat, ...]:
        return self.seats

    def offered_to(self, table: Table[ToyState], seat: Seat) -> list[Action]:
        return [
            Say(PARTY, word)
            for word in self.words
            if not word[-1].isdigit() or word.endswith(str(seat))
        ]


@dataclass(unsafe_hash=True)
class Say(Action):
    word: str

    def run(self, table: Table[ToyState]) -> None:
        table.do(Note(f"{self.seat} says {self.word}"))


@dataclass
class AskNumber(Choice):
    def options(self, table: Table[ToyState]) -> list[Action]:
        return [Count(self.seat, number) for number in (1, 2, 3)]


@dataclass(unsafe_hash=True)
class Count(Action):
    number: int

    def run(self, table: Table[ToyState]) -> None:
        table.state.counts[f"seat {self.seat}"] = self.number


@dataclass
class AskStep(Choice):
    """Any of the steps that it holds."""

    steps: tuple[Step, ...]

    def options(self, table: Table[ToyState]) -> list[Action]:
        return [TakeStep(self.seat, step) for step in self.steps]


@dataclass(unsafe_hash=True)
class TakeStep(Action):
    step: Step

    def run(self, table: Table[ToyState]) -> None:
        table.do(self.step)


@dataclass
class AfterStep(Moment):
    n: int


@dataclass
class Pace(Moment):
    pass


class Toy(Game):
    def __init__(self, opening: Sequence[Step] = (), rulesets: Sequence[Ruleset] = ()) -> None:
        super().__init__("toy", 3, (Setting("mood", ("calm", "wild"), "calm"),))
        self.opening = opening
        self.rulesets = rulesets

    def codec(self) -> Codec:
        """Only what stands in this file; the tests beside it have classes of their own."""
        if self._codec is None:
            classes = classes_of(__name__.rpartition(".")[0])
            self._codec = Codec([cls for cls in classes if cls.__module__ == __name__])
        return self._codec

    def read_content(self, path: Path | None) -> Content:
        return Content("toy-content")

    def rules(self, options: dict[str, str], content: Content) -> Rulebook:
        return Rulebook(self.rulesets)

    def deal(self, options: dict[str, str], chance: Chance, content: Content) -> Table[Any]:
        table = Table(self, options, self.rules(options, content), ToyState(content), chance)
        table.do(*self.opening)
        return table

    def seats(self, table: Table[Any]) -> int:
        return 2

    def view(self, table: Table[Any], seat: Seat | None) -> ToyView:
        return ToyView(tuple(table.state.trail))

    def imagine(self, table: Table[Any], seat: Seat | None, chance: Chance) -> Table[Any]:
        return table.copy(chance)


def toy_table(
    *steps: Step, rulesets: Sequence[Ruleset] = (), chance: Chance | None = None
) -> Table[ToyState]:
    """A table on which these steps are about to happen, and the game ends after them."""
    game = Toy([*steps, Finish()], rulesets)
    return game.set_up({}, chance or seeded(0))


def trail(table: Table[ToyState]) -> list[str]:
    """What has happened when nothing more happens by itself."""
    table.next_choice()
    return table.state.trail
