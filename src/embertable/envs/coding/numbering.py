"""Every action of a game has a number: a block per kind, and in it one number per combination of arguments.

An argument that the open choice fixes takes no numbers, because the observation contains it. Options
without a number, or whose number is already taken by another option of the same choice, get one of the
spare numbers at the end, in the order of the options. Two options never share a number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final

from librt.strings import BytesWriter

from embertable.engine.codec import digest
from embertable.engine.table import Action

LEAVE: Final = 0
"""The number for passing a shared decision to the next seat."""
SPARE: Final = 32

FIXED: Final[tuple[Any, ...]] = ()
"""The values of an argument that the open choice fixes."""


class UnnumberedArgument(Exception):
    """A kind of action has an argument without declared values."""


class TooManyOptions(Exception):
    """More options without a number than there are spare numbers."""


class Block:
    """The numbers of one kind of action."""

    def __init__(self, kind: str, first: int, values: Mapping[str, Sequence[Any]]) -> None:
        self.kind = kind
        self.first = first
        self.fields = tuple(values)
        self.combinations: list[tuple[Any, ...]] = list(product(*values.values()))
        self.size = len(self.combinations)
        self.names = list(values)
        self.shares: list[dict[Any, int]] = []
        """For each argument, the offset of each value."""
        share = self.size
        for known in values.values():
            share //= len(known)
            self.shares.append({value: share * place for place, value in enumerate(known)})

    def number(self, action: Action) -> int:
        number = self.first
        for place, name in enumerate(self.names):
            share = self.shares[place].get(getattr(action, name), -1)
            if share < 0:
                return -1
            number += share
        return number

    def describe(self, number: int) -> str:
        values = self.combinations[number - self.first]
        arguments = [f"{field}={value!r}" for field, value in zip(self.fields, values, strict=True)]
        return f"{self.kind}({', '.join(arguments)})"


class ActionBlock(Block):
    """The numbers of a kind of action whose one argument that counts is an action."""

    def __init__(
        self, kind: str, first: int, field: str, others: Sequence[Block], blocks: dict[Any, Block]
    ) -> None:
        inner = [other.first + place for other in others for place in range(other.size)]
        super().__init__(kind, first, {field: inner})
        self.others = others
        self.blocks = blocks

    def number(self, action: Action) -> int:
        argument = getattr(action, self.names[0])
        block = self.blocks.get(type(argument))
        share = -1 if block is None else self.shares[0].get(block.number(argument), -1)
        return share if share < 0 else self.first + share

    def describe(self, number: int) -> str:
        inner = self.combinations[number - self.first][0]
        for other in self.others:
            if other.first <= inner < other.first + other.size:
                return f"{self.kind}({self.fields[0]}={other.describe(inner)})"
        return super().describe(number)


class Numbering:
    """The numbers of all actions of a game: 0 to leave an answer, the blocks, the spare ones."""

    def __init__(
        self,
        kinds: Sequence[type],
        values: Mapping[str, Sequence[Any]],
        actions: Mapping[str, tuple[str, Sequence[str]]] | None = None,
    ) -> None:
        """Values are given for a field of all kinds or of one; `actions` by kind: field and kinds."""
        self.blocks: dict[Any, Block] = {}
        actions = actions or {}
        named = {kind.__name__: kind for kind in kinds}
        first = LEAVE + 1
        for name in sorted(named):
            if name not in actions:
                block = Block(name, first, arguments_of(named[name], values))
                self.blocks[named[name]] = block
                first += block.size
        for name, (field, inner) in actions.items():
            others = [self.blocks[named[other]] for other in inner]
            block = ActionBlock(name, first, field, others, self.blocks)
            self.blocks[named[name]] = block
            first += block.size
        self.spare = first
        self.size = first + SPARE
        self.blank = bytes(self.size)
        self.digest = digest(
            [
                [block.kind, list(block.fields), [[*map(str, one)] for one in block.combinations]]
                for block in self.blocks.values()
            ]
        )

    def numbers(self, options: Sequence[Action]) -> list[int]:
        """The number of each option, all different."""
        return self.mark(list(options), self.no_marks())

    def no_marks(self) -> BytesWriter:
        """An empty mask; mypyc reads and writes it faster than a bytearray."""
        marks = BytesWriter()
        marks.write(self.blank)
        return marks

    def mark(self, options: list[Action], marks: BytesWriter) -> list[int]:
        """The number of each option, all different; sets the mask to 1 at each of them."""
        found: list[int] = []
        spare = self.spare
        blocks = self.blocks
        for option in options:
            block = blocks.get(type(option))
            number = -1 if block is None else block.number(option)
            if number < 0 or marks[number]:
                if spare == self.size:
                    unmark(found, marks)
                    raise TooManyOptions(f"{len(options)} options, the last of them {option!r}")
                number = spare
                spare += 1
            marks[number] = 1
            found.append(number)
        return found

    def not_offered(self, number: int, seat: int) -> str:
        """Why a number cannot be played, in one sentence."""
        if number < 0 or number >= self.size:
            return f"{number} is no action: the numbers go from 0 to {self.size - 1}"
        return f"{number}, {self.describe(number)}, is not offered to seat {seat}"

    def describe(self, number: int) -> str:
        """The action of a number, as text; what a spare number means depends on the position."""
        if number == LEAVE:
            return "leave"
        for block in self.blocks.values():
            if block.first <= number < block.first + block.size:
                return block.describe(number)
        return f"spare({number - self.spare})"


def unmark(numbers: list[int], marks: BytesWriter) -> None:
    for number in numbers:
        marks[number] = 0


def arguments_of(kind: type, values: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[Any]]:
    """The values of each argument that counts."""
    fields: dict[str, Any] = getattr(kind, "__dataclass_fields__", {})
    found: dict[str, Sequence[Any]] = {}
    for field in fields:
        if field == "seat":
            continue
        of_kind = f"{kind.__name__}.{field}"
        if of_kind not in values and field not in values:
            raise UnnumberedArgument(f"{of_kind} needs its values in embertable.envs")
        known = values[of_kind] if of_kind in values else values[field]
        if len(known):
            found[field] = known
    return found
