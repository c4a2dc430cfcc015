"""Colliding magnets: a figure that snaps to another is taken off the board."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Event, Step, Table
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.compass import pull
from embertable.games.faceless.content import BILLYGOAT, FacelessContent
from embertable.games.faceless.state import FacelessState


@dataclass
class FigureSnapped(Event):
    """A Faceless snapped to another figure and stands aside."""

    figure: int
    other: int


@dataclass
class CheckCollisions(Step):
    """After a pose is confirmed and after every turn or step that a rule causes (F-COLL-01)."""

    moved: int

    def run(self, table: Table[FacelessState]) -> None:
        if table.options["collisions"] == "off":
            return
        state = table.state
        for figure, other in collisions(state.content, state.places, state.headings, self.moved):
            state.places[figure] = AWAY
            table.emit(FigureSnapped(figure, other))


def collisions(
    content: FacelessContent, places: list[int], headings: list[int], moved: int
) -> list[tuple[int, int]]:
    """Who is removed, and by whom."""
    pairs = near_pairs(content, places)
    return snapping(content, pairs, places, headings, moved) if pairs else []


def near_pairs(content: FacelessContent, places: list[int]) -> list[tuple[int, int]]:
    """Figures near enough to snap to each other."""
    found: list[tuple[int, int]] = []
    for a in range(len(places)):
        for b in range(a + 1, len(places)):
            if are_near(content, places[a], places[b]):
                found.append((a, b))
    return found


def force_between(
    content: FacelessContent, places: list[int], headings: list[int], a: int, b: int
) -> float:
    """How strongly two figures pull at each other."""
    return pull(
        content.board,
        content.pitch,
        content.moment,
        places[a],
        headings[a],
        places[b],
        headings[b],
    )


def snapping(
    content: FacelessContent,
    pairs: list[tuple[int, int]],
    places: list[int],
    headings: list[int],
    moved: int,
) -> list[tuple[int, int]]:
    """Of near figures, strongest first, one already removed is skipped (F-COLL-06)."""
    found: list[tuple[float, int, int]] = []
    for a, b in pairs:
        force = force_between(content, places, headings, a, b)
        if force > content.slip_force:
            found.append((-force, a, b))
    gone: list[tuple[int, int]] = []
    removed: list[int] = []
    for _, a, b in sorted(found):
        if a not in removed and b not in removed:
            # Billygoat never leaves the field (F-COLL-02); he is the last figure, so always b.
            leaves = b if b == moved and b != BILLYGOAT else a
            removed.append(leaves)
            gone.append((leaves, b if leaves == a else a))
    return gone


def are_near(content: FacelessContent, a: int, b: int) -> bool:
    return AWAY not in (a, b) and a != b and content.is_within_reach(a, b)
