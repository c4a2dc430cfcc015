"""Observations in the form a learner wants: plain numbers, scaled floats, or words one-hot.

The schema says what each position means, whichever form is chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from embertable.engine.errors import MissingExtra

try:
    import numpy as np
    from gymnasium.spaces import Box
    from numpy.typing import NDArray
except ImportError as error:
    raise MissingExtra("learn") from error

from embertable.envs.coding.coder import Coder
from embertable.envs.coding.shapes import KNOWN_FROM, WORD
from embertable.envs.errors import one_of

NUMBERS: Final = "numbers"
SCALED: Final = "scaled"
ONE_HOT: Final = "one_hot"
OBSERVATIONS: Final = (NUMBERS, SCALED, ONE_HOT)

LARGEST: Final = 1_000_000
"""The largest number that the games write, the millionths of a degree, scales to 1."""
INTEGERS: Final = np.iinfo(np.int32)


@dataclass(frozen=True)
class Field:
    """One position of an observation, or the words of one list."""

    name: str
    kind: str
    """`number`; `word`, an index into the game's vocabulary; or `words`, how often each one occurs."""
    first: int
    """Where it begins in the observation."""
    size: int = 1


class Encoding:
    """How the rows of one game become the observations of a learner."""

    def __init__(self, coder: Coder, kind: str = NUMBERS) -> None:
        self.kind = one_of("observation", kind, OBSERVATIONS)
        labels = coder.labels()
        self.words = len(coder.words)
        kinds = np.array([label == WORD for _, label in labels])
        self.number_columns = np.flatnonzero(~kinds)
        self.word_columns = np.flatnonzero(kinds)
        self.fields: list[Field] = []
        if self.kind != ONE_HOT:
            self.size = len(labels)
            self.fields = [Field(name, label, at) for at, (name, label) in enumerate(labels)]
            return
        numbers = [name for name, label in labels if label != WORD]
        self.fields = [Field(name, "number", at) for at, name in enumerate(numbers)]
        lists: dict[str, int] = {}
        for name, label in labels:
            if label == WORD:
                lists.setdefault(list_of(name), len(lists))
        first = len(numbers)
        self.fields += [
            Field(name, "words", first + at * self.words, self.words) for name, at in lists.items()
        ]
        self.offsets = np.array([lists[list_of(labels[at][0])] for at in self.word_columns])
        self.offsets = first + self.offsets * self.words
        self.size = first + len(lists) * self.words

    def space(self) -> Box:
        if self.kind == NUMBERS:
            return Box(INTEGERS.min, INTEGERS.max, (self.size,), np.int32)
        if self.kind == SCALED:
            return Box(-1.0, 1.0, (self.size,), np.float32)
        return Box(-1.0, float(len(self.word_columns)), (self.size,), np.float32)

    def encode(self, rows: NDArray[np.int32]) -> NDArray[Any]:
        """One row, or one per table."""
        if self.kind == NUMBERS:
            return rows
        if self.kind == SCALED:
            found = scaled(rows)
            found[..., self.word_columns] = rows[..., self.word_columns] / np.float32(self.words)
            return found
        found = np.zeros((*rows.shape[:-1], self.size), np.float32)
        found[..., : len(self.number_columns)] = scaled(rows[..., self.number_columns])
        words = rows[..., self.word_columns]
        flat, counted = words.reshape(-1, words.shape[-1]), found.reshape(-1, self.size)
        for row, out in zip(flat, counted, strict=True):
            np.add.at(out, (self.offsets + row)[row > 0], 1.0)
        return found


def scaled(numbers: NDArray[np.int32]) -> NDArray[np.float32]:
    """Logarithms with their sign: small counts stay apart, and large ones stay below 1."""
    sizes: NDArray[np.float32] = np.log1p(np.minimum(np.abs(numbers), LARGEST), dtype=np.float32)
    found: NDArray[np.float32] = np.copysign(sizes / np.float32(np.log1p(LARGEST)), numbers)
    return found.astype(np.float32)


def list_of(label: str) -> str:
    """The list that a word is in: the label without places, but for whose seat or which row it is."""
    parts = label.split(".")
    kept = [
        part
        for at, part in enumerate(parts)
        if not part.isdigit() or (at == 1 and at < len(parts) - 1)
    ]
    return ".".join(kept)


def vocabulary(coder: Coder) -> list[str]:
    """The words by their index; the first two are no word, and an unknown one."""
    known = [word for word in coder.words.numbers if word]
    assert coder.words.numbers[known[0]] == KNOWN_FROM
    return ["", "?", *known]
