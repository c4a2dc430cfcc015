"""Observations written directly from a table, without building a view.

The result equals the shape of the seat's view, number by number; the tests compare both at every
decision. Sizes come from the shape.
"""

from __future__ import annotations

from typing import Any, Final

from librt.strings import BytesWriter, write_i32_le

from embertable.engine.game import Game
from embertable.engine.table import Seat, Table
from embertable.envs.coding.shapes import (
    UNKNOWN,
    Many,
    Maybe,
    Named,
    Numbers,
    Record,
    Shape,
    Vocabulary,
    nothing,
)


class Writer:
    """Writes what a seat may know of one game's tables."""

    def again(self, shape: Shape, words: Vocabulary) -> Writer:
        """A writer with caches of its own, for a table beside others; this one has none."""
        return self

    def write(self, table: Table[Any], seat: Seat, out: BytesWriter) -> None:
        raise NotImplementedError(type(self).__name__)


class ViewWriter(Writer):
    """Writes the seat's view: slower than from the table, and right for every game."""

    def __init__(self, game: Game, shape: Shape) -> None:
        self.game = game
        self.shape = shape

    def write(self, table: Table[Any], seat: Seat, out: BytesWriter) -> None:
        self.shape.write(self.game.view(table, seat), out)


# The room that a shape gives to its parts, by their path: `players.dice`.


def part(shape: Shape, path: str) -> Shape:
    for name in path.split("."):
        while isinstance(shape, (Many, Maybe)):
            shape = shape.shape
        if isinstance(shape, Named):
            shape = shape.shapes[name]
        else:
            assert isinstance(shape, Record), path
            shape = shape.shapes[shape.fields.index(name)]
    return shape


def many(shape: Shape, path: str) -> Many:
    found = part(shape, path)
    if isinstance(found, Maybe):
        found = found.shape
    assert isinstance(found, Many), path
    return found


def numbers_of(shape: Shape, path: str) -> Numbers:
    found = part(shape, path)
    assert isinstance(found, Numbers), path
    return found


# Lists, as `Many` writes them.


def begin(out: BytesWriter, count: int, room: Many) -> int:
    """Write a length; return how many elements there is room for."""
    write_i32_le(out, count)
    return min(count, room.most)


def write_words(out: BytesWriter, numbers: dict[str, int], items: list[str], room: Many) -> None:
    count = begin(out, len(items), room)
    for place in range(count):
        write_i32_le(out, numbers.get(items[place], UNKNOWN))
    out.write(room.blanks[count])


class KeptWords:
    """A cached row for a list of words that seldom changes."""

    def __init__(self, numbers: dict[str, int], room: Many, in_order: bool = False) -> None:
        self.numbers = numbers
        self.room = room
        self.in_order = in_order
        """Whether to sort, because the order is hidden."""
        self.items: list[str] = []
        self.row = nothing(room.size)

    def write(self, items: list[str], out: BytesWriter) -> None:
        if items != self.items:
            self.items = items[:]
            fresh = BytesWriter()
            write_words(fresh, self.numbers, sorted(items) if self.in_order else items, self.room)
            self.row = fresh.getvalue()
        out.write(self.row)


class KeptRow:
    """A cached row made of several lists."""

    def __init__(self) -> None:
        self.words: list[list[str]] = []
        self.numbers: list[list[int]] = []
        self.row = b""

    def changed(self, words: list[list[str]], numbers: list[list[int]]) -> bool:
        """Whether any list differs from last time, so that the row must be written again."""
        if self.words == words and self.numbers == numbers and self.row:
            return False
        self.words = [one[:] for one in words]
        self.numbers = [one[:] for one in numbers]
        return True


NO_NUMBERS: Final[list[list[int]]] = []


class Kept:
    """A cached row for a tuple that seldom changes, compared by identity."""

    def __init__(self, shape: Shape, in_order: bool = False) -> None:
        self.shape = shape
        self.in_order = in_order
        """Whether to sort, because the order is hidden."""
        self.kept: tuple[Any, bytes] = ((), self.row(()))

    def write(self, value: tuple[Any, ...], out: BytesWriter) -> None:
        kept = self.kept
        if kept[0] is not value:
            kept = (value, self.row(value))
            self.kept = kept
        out.write(kept[1])

    def row(self, value: tuple[Any, ...]) -> bytes:
        out = BytesWriter()
        self.shape.write(tuple(sorted(value)) if self.in_order else value, out)
        return out.getvalue()
