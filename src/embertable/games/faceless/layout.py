"""Where Obstacles, the Den and Memories may lie: every legal placement, and random layouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final

from embertable.engine.chance import Chance
from embertable.engine.content import Named
from embertable.games.faceless.board import Axial, Board, spaces_in, turned

SETUP: Final = "setup"
MEMORY_TRIES: Final = 20
LAYOUT_TRIES: Final = 10_000


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
    beside: list[list[bool]] = field(default_factory=list)
    """For each token which of its placements fit beside this one; empty until somebody asks."""


def placements(
    board: Board, token: Obstacle, board_symbols: Sequence[int]
) -> tuple[Placement, ...]:
    """Every way to lay a token on the field over exactly one Obstacle symbol (F-SETUP-05)."""
    found: list[Placement] = []
    seen: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for spaces, marks in all_placements(board, token.cells, token.symbols):
        covered = [symbol for symbol in board_symbols if symbol in spaces]
        if len(covered) == 1 and (spaces, marks) not in seen:
            seen.append((spaces, marks))
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
    zone = mask
    for space in spaces:
        zone |= board.mask(board.around[space])
    sites = tuple(
        [tuple([near for near in board.around[mark] if near not in spaces]) for mark in marks]
    )
    return Placement(spaces, marks, board_symbol, mask, sites, zone)


def den_placements(board: Board, cells: Sequence[Axial]) -> list[Placement]:
    """The Den need not cover a symbol (F-SETUP-07b)."""
    seen = sorted({spaces for spaces, _ in all_placements(board, cells, ())})
    return [place(board, spaces, (), -1) for spaces in seen]


def is_connected(board: Board, covered: int) -> bool:
    """Whether all spaces that are not covered form one region (F-SETUP-06)."""
    # A list of flags: testing bits of a long integer again and again is slower.
    left = [True] * board.size
    for space in spaces_in(covered):
        left[space] = False
    if True not in left:
        return False
    waiting = [left.index(True)]
    left[waiting[0]] = False
    while waiting:
        for near in board.around[waiting.pop()]:
            if left[near]:
                left[near] = False
                waiting.append(near)
    return True not in left


def fits(placement: Placement, laid: Sequence[Placement]) -> bool:
    """Whether a token may lie beside those that lie already."""
    return all([fit_together(placement, other) for other in laid])


def fit_together(one: Placement, other: Placement) -> bool:
    return one.board_symbol != other.board_symbol and not one.zone & other.mask


def can_be_completed(
    board: Board, tokens: Sequence[Sequence[Placement]], laid: Sequence[Placement] = ()
) -> bool:
    """Whether the tokens that are left can follow those laid, with room for the Memories."""
    left = [
        [placement for placement in token if fits(placement, laid)] for token in tokens[len(laid) :]
    ]
    return can_lay(board, left, list(laid))


def can_lay(board: Board, left: list[list[Placement]], laid: list[Placement]) -> bool:
    """The token with the fewest places comes next, so that a dead end shows at once.

    No token may touch another, so that a region cut off or a Memory without room stays so.
    """
    covered = 0
    for placement in laid:
        covered |= placement.mask
    if not has_memory_sites(board, laid) or not is_connected(board, covered):
        return False
    if not left:
        return True
    fewest = min(left, key=len)
    rest = [token for token in left if token is not fewest]
    for placement in fewest:
        after = [[other for other in token if fit_together(other, placement)] for token in rest]
        if all(after) and can_lay(board, after, [*laid, placement]):
            return True
    return False


def random_layout(
    board: Board, tokens: Sequence[Sequence[Placement]], chance: Chance
) -> list[Placement]:
    """Lay the tokens one by one at random, and begin anew when one finds no place."""
    for _ in range(LAYOUT_TRIES):
        laid: list[Placement] = []
        covered = 0
        for number, token in enumerate(tokens):
            open_to_it = list(range(len(token)))
            for other in laid:
                fits_beside = beside(other, tokens)[number]
                open_to_it = [place for place in open_to_it if fits_beside[place]]
            if not open_to_it:
                break
            placement = token[chance.pick(SETUP, open_to_it)]
            laid.append(placement)
            covered |= placement.mask
        if len(laid) == len(tokens) and is_connected(board, covered):
            return laid
    raise AssertionError("a board that can be set up was never set up")


def beside(placement: Placement, tokens: Sequence[Sequence[Placement]]) -> list[list[bool]]:
    """For each token of its side which of their placements fit beside this one, worked out once.

    A placement belongs to the tokens of one side of the Obstacles, so the answer never changes.
    """
    if not placement.beside:
        for token in tokens:
            placement.beside.append([fit_together(other, placement) for other in token])
    return placement.beside


def memory_sites(laid: Sequence[Placement]) -> list[tuple[int, ...]]:
    """For each Memory symbol the free spaces beside it (F-SETUP-08).

    Only its own token covers some: other Obstacles and the Den lie apart (F-SETUP-06).
    """
    return [spaces for placement in laid for spaces in placement.sites]


def has_memory_sites(board: Board, laid: Sequence[Placement]) -> bool:
    return choose_sites(board, memory_sites(laid), []) is not None


def choose_sites(
    board: Board, sites: Sequence[Sequence[int]], chosen: list[int]
) -> list[int] | None:
    """One site for each symbol, no two on or beside each other (F-SETUP-09)."""
    if len(chosen) == len(sites):
        return chosen
    for space in sites[len(chosen)]:
        if all([board.distances[space][other] > 1 for other in chosen]):
            found = choose_sites(board, sites, [*chosen, space])
            if found is not None:
                return found
    return None


def random_sites(board: Board, sites: Sequence[Sequence[int]], chance: Chance) -> list[int] | None:
    """Random sites for the Memories, or None when the layout leaves too little room."""
    for _ in range(MEMORY_TRIES):
        chosen: list[int] = []
        for spaces in sites:
            apart = [
                space
                for space in spaces
                if all([board.distances[space][other] > 1 for other in chosen])
            ]
            if not apart:
                break
            chosen.append(chance.pick(SETUP, apart))
        if len(chosen) == len(sites):
            return chosen
    return None
