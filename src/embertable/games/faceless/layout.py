"""Where Obstacles, the Den and Memories may lie: every legal placement, and random layouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final

from embertable.engine.chance import Chance
from embertable.engine.content import Named
from embertable.games.faceless.board import Axial, Board, nth_in, spaces_in, turned

SETUP: Final = "setup"
MEMORY_TRIES: Final = 20
LAYOUT_TRIES: Final = 10_000
MOST_KNOWN: Final = 4_096
"""Beginnings of layouts whose openings are kept."""


@dataclass
class Obstacle:
    """A token's shape; `symbols` are those of its cells that call for a Memory."""

    id: str
    is_entrance: Annotated[bool, Named("entrance")]
    cells: tuple[Axial, ...]
    symbols: Annotated[tuple[Axial, ...], Named("memory_symbols")]


@dataclass
class Placement:
    """A token laid on the field: the spaces it covers, and which of them show Memory symbols."""

    cells: tuple[int, ...]
    symbols: tuple[int, ...]
    board_symbol: int
    """The Obstacle symbol of the board that it covers."""
    mask: int
    sites: tuple[tuple[int, ...], ...]
    """For each Memory symbol the spaces beside it that the token leaves open."""
    zone: int
    """Its spaces and all around them, where no other Obstacle may lie (F-SETUP-06)."""
    may_cut_off: bool
    """Whether it parts the spaces around it, which nothing else covers; elsewhere it is harmless."""
    cuts_off: bool
    """Whether it does so to all spaces, even alone."""
    beside: list[int] = field(default_factory=list)
    """For each token which of its placements fit beside this one; empty until somebody asks."""


def placements(
    board: Board, token: Obstacle, board_symbols: Sequence[int]
) -> tuple[Placement, ...]:
    """Every way to lay a token on the field over exactly one Obstacle symbol (F-SETUP-05)."""
    found: list[Placement] = []
    seen: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    for spaces, marks in all_placements(board, token.cells, token.symbols):
        covered = [symbol for symbol in board_symbols if symbol in spaces]
        if len(covered) == 1 and (spaces, marks) not in seen:
            seen.add((spaces, marks))
            found.append(place(board, spaces, marks, covered[0]))
    return tuple(found)


def all_placements(
    board: Board, shape: Sequence[Axial], marked: Sequence[Axial]
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The spaces that a shape can cover, turned and moved, and those with its Memory symbols."""
    found: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for times in range(6):
        cells = [turned(cell, times) for cell in shape]
        symbols = [turned(cell, times) for cell in marked]
        for q, r in board.axial:
            spaces = [board.index.get((q + cell[0], r + cell[1]), -1) for cell in cells]
            if -1 not in spaces:
                marks = [board.index[q + cell[0], r + cell[1]] for cell in symbols]
                found.append((tuple(sorted(spaces)), tuple(sorted(marks))))
    return found


def place(
    board: Board, spaces: tuple[int, ...], marks: tuple[int, ...], board_symbol: int
) -> Placement:
    mask = board.mask(list(spaces))
    zone = board.with_around(mask)
    sites = tuple(
        [tuple([near for near in board.around[mark] if near not in spaces]) for mark in marks]
    )
    may_cut_off = not is_one_region(board, zone & ~mask)
    cuts_off = may_cut_off and not is_connected(board, mask)
    return Placement(spaces, marks, board_symbol, mask, sites, zone, may_cut_off, cuts_off)


def den_placements(board: Board, cells: Sequence[Axial]) -> list[Placement]:
    """The Den need not cover a symbol (F-SETUP-07b)."""
    seen = sorted({spaces for spaces, _ in all_placements(board, cells, ())})
    return [place(board, spaces, (), -1) for spaces in seen]


def is_connected(board: Board, covered: int) -> bool:
    """Whether all spaces that are not covered form one region (F-SETUP-06)."""
    return is_one_region(board, board.every & ~covered)


def is_one_region(board: Board, spaces: int) -> bool:
    """Whether each of some spaces, at least one, can be reached from every other."""
    waiting = spaces_in(spaces & -spaces)
    left = spaces & (spaces - 1)
    for space in waiting:
        beside = board.near[space] & left
        left ^= beside
        waiting += spaces_in(beside)
    return spaces != 0 and not left


def fit_together(one: Placement, other: Placement) -> bool:
    """Whether two tokens may lie beside each other."""
    return one.board_symbol != other.board_symbol and not one.zone & other.mask


class Layouts:
    """How the tokens of one side of the Obstacles lie beside each other; what is found is kept.

    Sets of a token's placements are numbers, a bit for each placement.
    """

    def __init__(self, board: Board, tokens: Sequence[Sequence[Placement]]) -> None:
        self.board = board
        self.tokens = tokens
        self.every = [(1 << len(token)) - 1 for token in tokens]
        self.covering: list[list[int]] = []
        """For each token and space the placements that cover it."""
        self.on_symbol: list[dict[int, int]] = []
        """For each token and Obstacle symbol of the board the same."""
        for token in tokens:
            covering = [0] * board.size
            on_symbol: dict[int, int] = {}
            for number, placement in enumerate(token):
                bit = 1 << number
                for space in placement.cells:
                    covering[space] |= bit
                symbol = placement.board_symbol
                on_symbol[symbol] = on_symbol.get(symbol, 0) | bit
            self.covering.append(covering)
            self.on_symbol.append(on_symbol)
        self.by_cells = [{one.cells: one for one in reversed(token)} for token in tokens]
        """The first placement of each token on some spaces."""
        self.known: dict[tuple[tuple[int, ...], ...], list[int]] = {}
        """Openings by what lies already."""

    def beside(self, placement: Placement) -> list[int]:
        """For each token which of its placements fit beside this one."""
        if not placement.beside:
            for number, on_symbol in enumerate(self.on_symbol):
                same = on_symbol.get(placement.board_symbol, 0)
                placement.beside.append(self.clear_of(placement.zone, number) & ~same)
        return placement.beside

    def clear_of(self, spaces: int, token: int) -> int:
        """The placements of a token that cover none of these spaces."""
        covering = self.covering[token]
        found = self.every[token]
        for space in spaces_in(spaces):
            found &= ~covering[space]
        return found

    def left_open(self, laid: Sequence[Placement]) -> list[int]:
        """For each token the placements that fit beside all of those."""
        found = self.every[:]
        for placement in laid:
            for number, fitting in enumerate(self.beside(placement)):
                found[number] &= fitting
        return found

    def at_random(self, chance: Chance) -> list[Placement]:
        """Lay the tokens one by one at random, and begin anew when one finds no place."""
        for _ in range(LAYOUT_TRIES):
            laid: list[Placement] = []
            left = self.every[:]
            for number, token in enumerate(self.tokens):
                if not left[number]:
                    break
                placement = token[
                    nth_in(left[number], chance.draw(SETUP, left[number].bit_count()))
                ]
                laid.append(placement)
                fitting = self.beside(placement)
                for later in range(number + 1, len(left)):
                    left[later] &= fitting[later]
            if len(laid) == len(self.tokens) and self.hangs_together(laid):
                return laid
        raise AssertionError("a board that can be set up was never set up")

    def hangs_together(self, laid: Sequence[Placement]) -> bool:
        """Whether these leave all other spaces in one region: every way leads round harmless ones."""
        covered = 0
        doubtful = 0
        for placement in laid:
            if placement.cuts_off:
                return False
            if placement.may_cut_off:
                covered |= placement.mask
                doubtful += 1
        return doubtful < 2 or is_connected(self.board, covered)

    def is_sound(self, laid: Sequence[Placement]) -> bool:
        return has_room(self.board, memory_sites(laid)) and self.hangs_together(laid)

    def can_be_completed(self, laid: Sequence[Placement] = ()) -> bool:
        """Whether the tokens that are left can follow those laid, with room for the Memories."""
        return bool(self.completed(list(laid)))

    def completed(self, laid: list[Placement]) -> list[Placement]:
        """Those laid and one placement for each token that is left; empty where there are none."""
        waiting = list(range(len(laid), len(self.tokens)))
        return self.complete(laid, waiting, self.left_open(laid))

    def complete(
        self, laid: list[Placement], waiting: list[int], left: list[int]
    ) -> list[Placement]:
        """The token with the fewest places comes next, so that a dead end shows at once.

        No token may touch another, so that a region cut off or a Memory without room stays so.
        """
        if not self.is_sound(laid) or not all([left[token] for token in waiting]):
            return []
        if not waiting:
            return laid
        fewest = min(waiting, key=lambda token: left[token].bit_count())
        rest = [token for token in waiting if token != fewest]
        for number in spaces_in(left[fewest]):
            placement = self.tokens[fewest][number]
            fitting = self.beside(placement)
            after = [one & other for one, other in zip(left, fitting, strict=True)]
            found = self.complete([*laid, placement], rest, after)
            if found:
                return found
        return []

    def openings(self, laid: Sequence[Placement]) -> list[int]:
        """The placements of the next token from which a layout can be completed.

        Of those on the same spaces only the first is named.
        """
        beginning = tuple([placement.cells for placement in laid])
        known = self.known.get(beginning)
        if known is not None:
            return known
        seen: set[int] = set()
        found: list[int] = []
        ends: list[list[Placement]] = []
        """What can follow after the next token: mostly the same as before."""
        for number in spaces_in(self.left_open(laid)[len(laid)]):
            placement = self.tokens[len(laid)][number]
            if placement.mask not in seen and self.opens([*laid, placement], ends):
                seen.add(placement.mask)
                found.append(number)
        if len(self.known) >= MOST_KNOWN:
            self.known.clear()
        self.known[beginning] = found
        return found

    def opens(self, laid: list[Placement], ends: list[list[Placement]]) -> bool:
        """Whether a layout can begin so; `ends` are tried first, and grow by one that is new."""
        last = laid[-1]
        for end in ends:
            if all([fit_together(one, last) for one in end]) and self.is_sound([*laid, *end]):
                return True
        found = self.completed(laid)
        if found:
            ends.append(found[len(laid) :])
        return bool(found)


def memory_sites(laid: Sequence[Placement]) -> list[tuple[int, ...]]:
    """For each Memory symbol the free spaces beside it (F-SETUP-08).

    Only its own token covers some: other Obstacles and the Den lie apart (F-SETUP-06).
    """
    return [spaces for placement in laid for spaces in placement.sites]


def has_room(board: Board, sites: Sequence[Sequence[int]], number: int = 0, taken: int = 0) -> bool:
    """Whether the symbols from a number on find a site each, no two on or beside each other.

    None of those that are taken (F-SETUP-09).
    """
    if number == len(sites):
        return True
    for space in sites[number]:
        is_open = not taken & board.bits[space]
        if is_open and has_room(board, sites, number + 1, taken | board.near[space]):
            return True
    return False


def random_sites(board: Board, sites: Sequence[Sequence[int]], chance: Chance) -> list[int] | None:
    """Random sites for the Memories, or None when the layout leaves too little room."""
    for _ in range(MEMORY_TRIES):
        chosen: list[int] = []
        taken = 0
        for spaces in sites:
            apart = [space for space in spaces if not taken & board.bits[space]]
            if not apart:
                break
            chosen.append(chance.pick(SETUP, apart))
            taken |= board.near[chosen[-1]]
        if len(chosen) == len(sites):
            return chosen
    return None
