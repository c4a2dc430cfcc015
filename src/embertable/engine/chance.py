"""Every random draw of a game: named streams of one key, saved as positions, scripted in tests.

A stream is BLAKE2b in counter mode, so the same code serves a lab's seed and the secret 256-bit
key of a live table, and the key is never part of the state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from embertable.engine.errors import ScriptExhausted

if TYPE_CHECKING:
    from mypy_extensions import i64

T = TypeVar("T")

BLOCK: Final = 64


class Stream:
    """A position in one stream, with the block of bytes around it."""

    def __init__(self, position: int, block: bytes) -> None:
        self.position = position
        self.block = block


class Chance:
    """A source of random numbers; `seed` is known in labs and None at live tables."""

    def __init__(self, key: bytes, seed: int | None = None) -> None:
        self.key = key
        self.promised = key
        """The key as it was before people added their parts."""
        self.seed = seed
        self.draws = 0
        self.entered = False
        """Whether people enter what their own dice and cards show, wherever the rules make a `Draw`."""
        self.dice_only = False
        """Whether the program deals cards nevertheless, as in Set a Watch before record version 4."""
        self.streams: dict[str, Stream] = {}

    def draw(self, stream: str, sides: int) -> int:
        """A number from 0 to sides - 1, each equally likely."""
        self.draws += 1
        if sides <= 256:
            limit = 256 - 256 % sides
            while True:
                value = self.byte(stream)
                if value < limit:
                    return value % sides
        assert sides <= 65536, f"a draw among {sides} is not supported"
        limit = 65536 - 65536 % sides
        while True:
            value = self.byte(stream) * 256 + self.byte(stream)
            if value < limit:
                return value % sides

    def stream(self, name: str) -> Stream:
        stream = self.streams.get(name)
        if stream is None:
            stream = Stream(0, b"")
            self.streams[name] = stream
        return stream

    def byte(self, name: str) -> int:
        stream = self.stream(name)
        position = stream.position
        offset = position % BLOCK
        if offset == 0 or not stream.block:
            stream.block = self.block(name, position // BLOCK)
        stream.position = position + 1
        return stream.block[offset]

    def block(self, name: str, index: int) -> bytes:
        return hashlib.blake2b(
            name.encode() + b"/" + index.to_bytes(8, "little"), key=self.key
        ).digest()

    def shuffle(self, stream: str, things: list[T]) -> None:
        if type(self) is Chance and 1 < len(things) <= 256:
            self._shuffle_quickly(stream, things)
            return
        for last in range(len(things) - 1, 0, -1):
            other = self.draw(stream, last + 1)
            things[last], things[other] = things[other], things[last]

    def _shuffle_quickly(self, name: str, things: list[T]) -> None:
        """The same with one look at the stream instead of one for each draw."""
        count: i64 = len(things)
        self.draws += count - 1
        stream = self.stream(name)
        position: i64 = stream.position
        block = stream.block
        offset: i64 = position % BLOCK
        if offset != 0 and not block:
            block = self.block(name, position // BLOCK)
        for last in range(count - 1, 0, -1):
            sides: i64 = last + 1
            while True:
                if offset == 0:
                    block = self.block(name, position // BLOCK)
                value: i64 = block[offset]
                position += 1
                offset = position % BLOCK
                if value + sides <= 256 or value < 256 - 256 % sides:
                    break
            other = value % sides
            thing = things[last]
            things[last] = things[other]
            things[other] = thing
        stream.position, stream.block = position, block

    def pick(self, stream: str, things: Sequence[T]) -> T:
        return things[self.draw(stream, len(things))]

    def copy(self) -> Chance:
        """A copy that draws the same numbers as the original."""
        new = Chance(self.key, self.seed)
        new.promised = self.promised
        new.draws = self.draws
        new.entered = self.entered
        new.dice_only = self.dice_only
        for name, stream in self.streams.items():
            new.streams[name] = Stream(stream.position, stream.block)
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (
            self.key,
            self.promised,
            self.seed,
            self.draws,
            self.entered,
            self.dice_only,
            self.positions(),
        )
        return chance_at, parts

    def __deepcopy__(self, _: Any) -> Chance:
        return self.copy()

    def positions(self) -> dict[str, int]:
        return {name: self.streams[name].position for name in sorted(self.streams)}

    def go_to(self, positions: dict[str, int]) -> None:
        self.streams = {name: Stream(place, b"") for name, place in positions.items()}

    def mix_in(self, part: bytes) -> None:
        """Let somebody's part decide every number from here on, together with the key so far."""
        self.key = hashlib.blake2b(part, digest_size=32, key=self.key, person=b"part").digest()
        for stream in self.streams.values():
            stream.block = b""

    def commitment(self) -> str:
        """The hash of the first key: published at the start, it proves that key at the end."""
        return hashlib.blake2b(self.promised, digest_size=32, person=b"embertable").hexdigest()


def chance_at(
    key: bytes,
    promised: bytes,
    seed: int | None,
    draws: int,
    entered: bool,
    dice_only: bool,
    positions: dict[str, int],
) -> Chance:
    """A chance that goes on from these positions, for pickles."""
    chance = Chance(key, seed)
    chance.promised = promised
    chance.draws = draws
    chance.entered = entered
    chance.dice_only = dice_only
    chance.go_to(positions)
    return chance


def seeded(seed: int) -> Chance:
    """A reproducible chance for labs and tests.

    >>> from embertable import seeded
    >>> chance = seeded(1)
    >>> [chance.draw("die", 6) for _ in range(4)]
    [2, 2, 0, 5]
    """
    return Chance(hashlib.blake2b(b"embertable seed %d" % seed, digest_size=32).digest(), seed)


def keyed(key: bytes) -> Chance:
    """An unpredictable chance for live tables, from 32 secret bytes of the caller."""
    assert len(key) == 32, "a key has 32 bytes"
    return Chance(key)


class Redealt(Chance):
    """One key with some streams taken from another, for labs that re-deal one source of luck."""

    def __init__(self, key: bytes, seed: int | None, keys: dict[str, bytes]) -> None:
        super().__init__(key, seed)
        self.keys = keys

    def block(self, name: str, index: int) -> bytes:
        return hashlib.blake2b(
            name.encode() + b"/" + index.to_bytes(8, "little"), key=self.keys.get(name, self.key)
        ).digest()

    def copy(self) -> Chance:
        new = Redealt(self.key, self.seed, self.keys)
        new.promised = self.promised
        new.draws = self.draws
        new.entered = self.entered
        new.dice_only = self.dice_only
        for name, stream in self.streams.items():
            new.streams[name] = Stream(stream.position, stream.block)
        return new


class Script(Chance):
    """Scripted numbers in order, for any stream; then another chance, or an error."""

    def __init__(self, numbers: Sequence[int], then: Chance | None = None) -> None:
        super().__init__(b"script", None)
        self.numbers = list(numbers)
        self.then = then

    def draw(self, stream: str, sides: int) -> int:
        self.draws += 1
        if not self.numbers:
            if self.then is None:
                raise ScriptExhausted(stream, sides)
            return self.then.draw(stream, sides)
        number = self.numbers.pop(0)
        assert 0 <= number < sides, f"the script says {number} where {sides} are possible"
        return number

    def copy(self) -> Chance:
        new = Script(self.numbers, self.then.copy() if self.then else None)
        new.draws = self.draws
        new.entered = self.entered
        new.dice_only = self.dice_only
        return new


def scripted(*numbers: int, then: Chance | None = None) -> Script:
    return Script(numbers, then)
