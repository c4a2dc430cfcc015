"""Observations as rows of integers, and actions as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from operator import attrgetter
from typing import Any, Final

from librt.strings import BytesWriter, write_i32_le

from embertable.engine.codec import digest, saved_fields
from embertable.engine.game import Game
from embertable.engine.table import Action, Choice, Draw, Drawn, Seat, Table
from embertable.envs.coding.numbering import Numbering
from embertable.envs.coding.shapes import NUMBER, UNKNOWN, Shape, Vocabulary, nothing
from embertable.envs.coding.writing import Writer

CHOICE_ROOM: Final = 12
"""How many numbers describe an open choice after its kind."""
ROW: Final = BytesWriter()
"""One reused buffer, because growing a new one is slow."""


class Coder:
    """One game's observations and actions as numbers."""

    def __init__(
        self,
        game: Game,
        words: Vocabulary,
        shape: Shape,
        values: Mapping[str, Sequence[Any]],
        actions: Mapping[str, tuple[str, Sequence[str]]],
        writer: Writer,
    ) -> None:
        kinds = list(game.codec().classes.values())
        self.game = game
        self.words = words
        self.shape = shape
        self.writer = writer
        # No learner ever sees what only chance decides.
        kinds = [kind for kind in kinds if not issubclass(kind, (Draw, Drawn))]
        deeds = [kind for kind in kinds if issubclass(kind, Action)]
        self.numbering = Numbering(deeds, values, actions)
        choices = sorted([kind.__name__ for kind in kinds if issubclass(kind, Choice)])
        self.choices = {name: number for number, name in enumerate(choices, start=1)}
        self.size = 3 + CHOICE_ROOM + shape.size
        self.getters: dict[Any, Any] = {}
        room = 1 + CHOICE_ROOM
        self.blanks = [nothing(room - count) for count in range(room + 1)]
        self.plain_choices: dict[Any, bytes] = {}
        """The rows of kinds that have no fields."""

    def own_writer(self) -> Writer:
        """A writer for one table: caches that several tables share are always out of date."""
        return self.writer.again(self.shape, self.words)

    def __deepcopy__(self, _: Any) -> Coder:
        """Return the same object: it only has caches."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle names the game; all numbers follow from it."""
        return coder_of, (self.game.name,)

    def observe(self, table: Table[Any], seat: Seat) -> bytes:
        """The seat, its open choice and what it may know, as little-endian 32-bit integers.

        Nothing else of the table is read.
        """
        return self.row(table, seat, table.choice_of(seat), False)

    def row(self, table: Table[Any], seat: Seat, choice: Choice | None, may_pass: bool) -> bytes:
        """The same for a caller that has the open choice, and knows whether it may be passed on."""
        return self.row_by(self.writer, table, seat, choice, may_pass)

    def row_by(
        self,
        writer: Writer,
        table: Table[Any],
        seat: Seat,
        choice: Choice | None,
        may_pass: bool,
    ) -> bytes:
        """The same by another writer."""
        out = ROW
        out.truncate(0)
        self.write_choice(seat, choice, may_pass, out)
        writer.write(table, seat, out)
        return out.getvalue()

    def observe_view(self, table: Table[Any], seat: Seat) -> bytes:
        """The same from the seat's view: slower, and the reference for `observe`."""
        out = BytesWriter()
        self.write_choice(seat, table.choice_of(seat), False, out)
        self.shape.write(self.game.view(table, seat), out)
        return out.getvalue()

    def write_choice(
        self, seat: Seat, choice: Choice | None, may_pass: bool, out: BytesWriter
    ) -> None:
        write_i32_le(out, seat)
        write_i32_le(out, 1 if may_pass else 0)
        if choice is None:
            out.write(self.blanks[0])
            return
        known = self.plain_choices.get(type(choice))
        if known is not None:
            out.write(known)
            return
        numbers = self.choice(choice)
        count = min(len(numbers), 1 + CHOICE_ROOM)
        for place in range(count):
            write_i32_le(out, numbers[place])
        out.write(self.blanks[count])
        if count == 1:
            self.plain_choices[type(choice)] = numbers[0].to_bytes(4, "little") + self.blanks[1]

    def choice(self, choice: Choice) -> list[int]:
        """The kind of a choice, then its fields."""
        kind = type(choice)
        get = self.getters.get(kind)
        if get is None:
            fields = [name for name in saved_fields(kind) if name != "seat"]
            # Naming the seat twice makes attrgetter return a tuple even without other fields.
            get = self.getters[kind] = attrgetter("seat", "seat", *fields)
        values: tuple[Any, ...] = get(choice)
        numbers: list[int] = [self.choices[kind.__name__]]
        for place in range(2, len(values)):
            self.write_plain(values[place], numbers)
        return numbers

    def write_plain(self, value: Any, numbers: list[int]) -> None:
        if isinstance(value, int):
            numbers.append(value)
        elif isinstance(value, str):
            numbers.append(self.words.numbers.get(value, UNKNOWN))
        elif isinstance(value, tuple):
            numbers.append(len(value))
            for one in value:
                self.write_plain(one, numbers)
        elif isinstance(value, Action):
            numbers.extend(self.numbering.numbers([value]))
        elif isinstance(value, Choice):
            numbers.extend(self.choice(value))
        else:
            # An effect of a card: the kind of choice and the options say what matters.
            numbers.append(UNKNOWN)

    def labels(self) -> list[tuple[str, str]]:
        """The label of each number of an observation, and whether it is a number or a word."""
        numbers = [("seat", NUMBER), ("may_pass", NUMBER), ("choice", NUMBER)]
        numbers += [(f"choice.{place}", NUMBER) for place in range(CHOICE_ROOM)]
        return numbers + self.shape.labels("")

    def digest(self) -> str:
        """A hash over the meaning of all numbers: a policy fits only the digest it was trained with."""
        words = list(self.words.numbers)
        return digest([self.numbering.digest, self.choices, self.labels(), words])


def coder_of(name: str) -> Coder:
    """The coder of a game, for pickles; the module that makes them imports this one."""
    coder = import_module("embertable.envs.coders").coder(name)
    assert isinstance(coder, Coder)
    return coder
