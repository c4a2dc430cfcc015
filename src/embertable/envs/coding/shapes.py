"""How a view becomes a row of integers of fixed length: one shape per part.

A word is its index in the game's vocabulary. A list is its length, its first elements, then zeros; a
length above the room says that some were cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

from librt.strings import BytesWriter, write_i32_le

NOTHING: Final = 0
"""The empty word, and padding."""
UNKNOWN: Final = 1
"""A word outside the vocabulary, such as one from a content pack."""
KNOWN_FROM: Final = 2

NUMBER: Final = "number"
WORD: Final = "word"


def nothing(size: int) -> bytes:
    """That many zeros."""
    return bytes(4 * size)


class Shape:
    """A part of an observation: its size, and how it is written."""

    size: int

    def __init__(self, size: int) -> None:
        self.size = size

    def write(self, value: Any, out: BytesWriter) -> None:
        raise NotImplementedError(type(self).__name__)

    def labels(self, name: str) -> list[tuple[str, str]]:
        """The label of each number, and whether it is a number or a word."""
        raise NotImplementedError(type(self).__name__)


class Vocabulary:
    """The numbers of a game's words."""

    def __init__(self, words: Sequence[str]) -> None:
        self.numbers: dict[str, int] = {"": NOTHING}
        for word in words:
            self.numbers.setdefault(word, len(self.numbers) + KNOWN_FROM - 1)

    def __len__(self) -> int:
        return len(self.numbers) + KNOWN_FROM - 1


class Number(Shape):
    """An integer or a boolean."""

    def __init__(self) -> None:
        super().__init__(1)

    def write(self, value: Any, out: BytesWriter) -> None:
        write_i32_le(out, value)

    def labels(self, name: str) -> list[tuple[str, str]]:
        return [(name, NUMBER)]


class Split(Shape):
    """A large integer as quotient and remainder, each of which a 32-bit float holds exactly."""

    def __init__(self, divisor: int) -> None:
        super().__init__(2)
        self.divisor = divisor

    def write(self, value: Any, out: BytesWriter) -> None:
        number: int = value
        write_i32_le(out, number // self.divisor)
        write_i32_le(out, number % self.divisor)

    def labels(self, name: str) -> list[tuple[str, str]]:
        return [(name, NUMBER), (f"{name}.rest", NUMBER)]


class Word(Shape):
    def __init__(self, words: Vocabulary) -> None:
        super().__init__(1)
        self.numbers = words.numbers

    def write(self, value: Any, out: BytesWriter) -> None:
        write_i32_le(out, self.numbers.get(value, UNKNOWN))

    def labels(self, name: str) -> list[tuple[str, str]]:
        return [(name, WORD)]


class Phrase(Shape):
    """Words with spaces between them, such as `damage 2`."""

    def __init__(self, words: Vocabulary, most: int) -> None:
        super().__init__(most)
        self.numbers = words.numbers

    def write(self, value: Any, out: BytesWriter) -> None:
        found = [self.numbers.get(word, UNKNOWN) for word in value.split(" ")]
        if len(found) > self.size:
            # Cut off, a long phrase could equal another one.
            found = [UNKNOWN]
        for number in found:
            write_i32_le(out, number)
        for _ in range(self.size - len(found)):
            write_i32_le(out, NOTHING)

    def labels(self, name: str) -> list[tuple[str, str]]:
        return [(f"{name}.{place}", WORD) for place in range(self.size)]


class Numbers(Shape):
    """A list of integers."""

    def __init__(self, most: int) -> None:
        super().__init__(most + 1)
        self.most = most
        self.blanks = [nothing(most - count) for count in range(most + 1)]

    def write(self, value: Any, out: BytesWriter) -> None:
        self.write_list(list(value), out)

    def write_list(self, items: list[int], out: BytesWriter) -> None:
        count = len(items)
        write_i32_le(out, count)
        count = min(count, self.most)
        for place in range(count):
            write_i32_le(out, items[place])
        out.write(self.blanks[count])

    def labels(self, name: str) -> list[tuple[str, str]]:
        return [(f"{name}.len", NUMBER)] + [(f"{name}.{at}", NUMBER) for at in range(self.most)]


class Length(Shape):
    """Only the length of a list whose elements follow from other numbers."""

    def __init__(self) -> None:
        super().__init__(1)

    def write(self, value: Any, out: BytesWriter) -> None:
        write_i32_le(out, len(value))

    def labels(self, name: str) -> list[tuple[str, str]]:
        return [(f"{name}.len", NUMBER)]


class Many(Shape):
    """A list of elements of one shape."""

    def __init__(self, most: int, shape: Shape) -> None:
        super().__init__(1 + most * shape.size)
        self.most = most
        self.shape = shape
        self.blanks = [nothing((most - count) * shape.size) for count in range(most + 1)]

    def write(self, value: Any, out: BytesWriter) -> None:
        items: tuple[Any, ...] = value
        count = len(items)
        write_i32_le(out, count)
        shape = self.shape
        count = min(count, self.most)
        for place in range(count):
            shape.write(items[place], out)
        out.write(self.blanks[count])

    def labels(self, name: str) -> list[tuple[str, str]]:
        found = [(f"{name}.len", NUMBER)]
        for place in range(self.most):
            found.extend(self.shape.labels(f"{name}.{place}"))
        return found


class Maybe(Shape):
    """A part that may be missing: 1 and the part, or zeros."""

    def __init__(self, shape: Shape) -> None:
        super().__init__(1 + shape.size)
        self.shape = shape
        self.blank = nothing(self.size)

    def write(self, value: Any, out: BytesWriter) -> None:
        if value is None:
            out.write(self.blank)
        else:
            write_i32_le(out, 1)
            self.shape.write(value, out)

    def labels(self, name: str) -> list[tuple[str, str]]:
        return [(f"{name}.here", NUMBER), *self.shape.labels(name)]


class Named(Shape):
    """A dictionary whose keys are known: for each of them its part, if it is there."""

    def __init__(self, shapes: dict[str, Shape]) -> None:
        self.shapes = {key: Maybe(shape) for key, shape in shapes.items()}
        super().__init__(sum(shape.size for shape in self.shapes.values()))

    def write(self, value: Any, out: BytesWriter) -> None:
        for key, shape in self.shapes.items():
            shape.write(value.get(key), out)

    def labels(self, name: str) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        for key, shape in self.shapes.items():
            found.extend(shape.labels(f"{name}.{key}"))
        return found


class Pairs(Shape):
    """A dictionary of words, in their alphabetical order: its length, then words and their parts."""

    def __init__(self, most: int, words: Vocabulary, shape: Shape) -> None:
        super().__init__(1 + most * (1 + shape.size))
        self.most = most
        self.numbers = words.numbers
        self.shape = shape
        self.blanks = [nothing((most - count) * (1 + shape.size)) for count in range(most + 1)]
        self.empty = nothing(self.size)

    def write(self, value: Any, out: BytesWriter) -> None:
        if not value:
            out.write(self.empty)
            return
        keys: list[str] = sorted(value)
        write_i32_le(out, len(keys))
        del keys[self.most :]
        for key in keys:
            write_i32_le(out, self.numbers.get(key, UNKNOWN))
            self.shape.write(value[key], out)
        out.write(self.blanks[len(keys)])

    def labels(self, name: str) -> list[tuple[str, str]]:
        found = [(f"{name}.len", NUMBER)]
        for place in range(self.most):
            found.append((f"{name}.{place}.key", WORD))
            found.extend(self.shape.labels(f"{name}.{place}"))
        return found


class Record(Shape):
    """An object, field by field."""

    def __init__(self, shapes: dict[str, Shape], left_out: Sequence[str] = ()) -> None:
        super().__init__(sum(shape.size for shape in shapes.values()))
        self.fields = tuple(shapes)
        self.left_out = tuple(left_out)
        """Fields that follow from others."""
        self.shapes = list(shapes.values())
        self.get: Any = attrgetter(*self.fields)
        self.dictionaries: list[dict[str, int] | None] = []
        """Where all fields are numbers and words: the numbers of the words, for each word."""
        if len(self.shapes) > 1 and all(isinstance(one, (Number, Word)) for one in self.shapes):
            for shape in self.shapes:
                self.dictionaries.append(shape.numbers if isinstance(shape, Word) else None)

    def write(self, value: Any, out: BytesWriter) -> None:
        if len(self.shapes) == 1:
            self.shapes[0].write(self.get(value), out)
            return
        values: tuple[Any, ...] = self.get(value)
        if self.dictionaries:
            for place, numbers in enumerate(self.dictionaries):
                if numbers is None:
                    write_i32_le(out, values[place])
                else:
                    write_i32_le(out, numbers.get(values[place], UNKNOWN))
            return
        for place, shape in enumerate(self.shapes):
            shape.write(values[place], out)

    def labels(self, name: str) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        for field, shape in zip(self.fields, self.shapes, strict=True):
            found.extend(shape.labels(f"{name}.{field}" if name else field))
        return found
