"""The hexagonal field: spaces, external spaces, and the ways between them.

A space is a number in the order of the content; magnets stand on spaces or on external spaces, so
a *place* of a magnet counts on: the first external space comes after the last space. AWAY is no
place at all.
"""

from __future__ import annotations

from typing import Final

Axial = tuple[int, int]

DIRECTIONS: Final[tuple[Axial, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""East, then counter-clockwise in steps of 60 degrees."""
DIRECTION_NAMES: Final = ("E", "NE", "NW", "W", "SW", "SE")
AWAY: Final = -1
HALF_ROOT_OF_THREE: Final = 0.8660254037844386
BYTE: Final = 255
BITS: Final[list[list[int]]] = [
    [bit for bit in range(8) if byte >> bit & 1] for byte in range(BYTE + 1)
]
"""The bits of every byte."""
PART_BITS: Final = 56
PART: Final = (1 << PART_BITS) - 1


def distance_between(a: Axial, b: Axial) -> int:
    """The least number of steps on an empty field (F-DEF-06)."""
    across, up = a[0] - b[0], a[1] - b[1]
    return max(abs(across), abs(up), abs(across + up))


def turned(cell: Axial, times: int) -> Axial:
    """An offset, turned counter-clockwise in steps of 60 degrees."""
    for _ in range(times):
        cell = (-cell[1], cell[0] + cell[1])
    return cell


def spaces_in(mask: int) -> list[int]:
    """The spaces of a mask, in their order."""
    found: list[int] = []
    first = 0
    while mask:
        # Numbers of few bits need no memory of their own once compiled.
        part = mask & PART
        mask >>= PART_BITS
        space = first
        while part:
            for bit in BITS[part & BYTE]:
                found.append(space + bit)
            part >>= 8
            space += 8
        first += PART_BITS
    return found


def nth_in(mask: int, number: int) -> int:
    """One space of a mask by its number, from 0; the same as `spaces_in(mask)[number]`."""
    first = 0
    while mask:
        part = mask & PART
        mask >>= PART_BITS
        space = first
        while part:
            bits = BITS[part & BYTE]
            if number < len(bits):
                return space + bits[number]
            number -= len(bits)
            part >>= 8
            space += 8
        first += PART_BITS
    raise IndexError(number)


class Board:
    """One field with its ring of external spaces; both sides of the printed board share it."""

    def __init__(self, spaces: list[Axial], external: list[Axial]) -> None:
        self.axial = spaces
        self.cells: list[Axial] = [*spaces, *external]
        """Of every place, as steps to the east and to the north-east of the middle."""
        self.size = len(spaces)
        self.ring = len(external)
        self.index: dict[Axial, int] = {cell: number for number, cell in enumerate(spaces)}
        self.neighbours: list[int] = [
            self.index.get((q + across, r + up), AWAY)
            for q, r in spaces
            for across, up in DIRECTIONS
        ]
        """For each space six entries, by direction; AWAY beyond the edge."""
        self.around: list[list[int]] = [
            [near for near in self.neighbours[space * 6 : space * 6 + 6] if near != AWAY]
            for space in range(self.size)
        ]
        self.near: list[int] = [
            self.mask([space, *around]) for space, around in enumerate(self.around)
        ]
        """For each space itself and those beside it, as a mask."""
        self.bits = [1 << space for space in range(self.size)]
        self.every = (1 << self.size) - 1
        self.is_edge = [len(near) < 6 for near in self.around]
        self.opposite = [self.index.get((-q, -r), AWAY) for q, r in spaces]
        self.positions: list[tuple[float, float]] = [
            (q + r / 2.0, r * HALF_ROOT_OF_THREE) for q, r in self.cells
        ]
        """Of every place, in pitches from the middle, y to the north."""
        self.distances: list[list[int]] = [
            [distance_between(one, other) for other in spaces] for one in spaces
        ]
        edge = [space for space in range(self.size) if self.is_edge[space]]
        self.edge = self.mask(edge)
        self.to_edge = [
            min([self.distances[one][space] for space in edge]) for one in range(self.size)
        ]
        """For each space how many steps it is to the edge of the field."""
        self.labels = [self._label(cell) for cell in spaces]

    def _label(self, cell: Axial) -> str:
        """Rows are letters from the north, columns count from the west: F6 is the middle."""
        rows = sorted({r for _, r in self.axial}, reverse=True)
        row = sorted([q for q, r in self.axial if r == cell[1]])
        return f"{chr(ord('A') + rows.index(cell[1]))}{row.index(cell[0]) + 1}"

    def place_of_external(self, number: int) -> int:
        return self.size + number

    def external_of(self, place: int) -> int:
        """The number of an external space, from a magnet's place."""
        return place - self.size

    def label(self, place: int) -> str:
        """What a place is called at the table: F6, or X3 outside the field."""
        if place < self.size:
            return self.labels[place]
        return f"X{place - self.size}"

    def ring_distance(self, a: int, b: int) -> int:
        """Between two external spaces, by number, the shorter way round."""
        apart = (a - b) % self.ring
        return min(apart, self.ring - apart)

    def wrap(self, space: int, direction: int, along_line: bool) -> int:
        """Where a step beyond the edge leads (F-MAZE-02)."""
        if not along_line:
            return self.opposite[space]
        back = (direction + 3) % 6
        while self.neighbours[space * 6 + back] != AWAY:
            space = self.neighbours[space * 6 + back]
        return space

    def mask(self, spaces: list[int]) -> int:
        """A set of spaces as one number, a bit for each."""
        found = 0
        for space in spaces:
            found |= 1 << space
        return found

    def with_around(self, mask: int) -> int:
        """The spaces of a mask and all beside them."""
        found = 0
        for space in spaces_in(mask):
            found |= self.near[space]
        return found
