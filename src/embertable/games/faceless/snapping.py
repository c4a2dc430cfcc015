"""Which figures snap off the board while one of them turns: now, and after a Threat."""

from __future__ import annotations

from embertable.engine.table import Table
from embertable.games.faceless.billygoat import billygoat_steps
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.borders import DOUBT, cut_wave
from embertable.games.faceless.collisions import are_near, force_between, near_pairs, snapping
from embertable.games.faceless.compass import bearing
from embertable.games.faceless.content import BILLYGOAT, FACELESS, RED, FacelessContent
from embertable.games.faceless.moments import BillygoatSteps
from embertable.games.faceless.state import FacelessState


def snapped_runs(table: Table[FacelessState], figure: int) -> list[tuple[int, int, int, int]]:
    """Runs of headings by which the same figures snap off the board now and after a Threat.

    None where no heading of the figure can make anything snap.
    """
    scenes = scenes_of(table, figure)
    found: list[tuple[int, int, int, int]] = []
    if not scenes:
        return found
    cuts = [0]
    for scene in scenes:
        scene.cut(cuts)
    first = now = later = 0
    for heading in sorted(set(cuts)):
        gone = scenes[0].snapped(heading)
        code = 0
        for scene in scenes[1:]:
            code = code << 4 | scene.snapped(heading)
        if heading and (gone != now or code != later):
            found.append((first, heading - 1, now, later))
            first = heading
        now, later = gone, code
    found.append((first, 359, now, later))
    return found


def scenes_of(table: Table[FacelessState], figure: int) -> list[Scene]:
    """The table now, after a yellow Threat, and where a red one may take Billygoat.

    After the first only those in which the figure may snap.
    """
    state = table.state
    content = state.content
    here = state.places[figure]
    spaces = spaces_near(table, here) if figure != BILLYGOAT and here != AWAY else []
    if not spaces and not any([are_near(content, here, state.places[one]) for one in FACELESS]):
        return []
    later = [
        Scene(content, state.places, turned_round(state.headings, one), figure, one)
        for one in ([figure] if figure != BILLYGOAT else FACELESS)
    ]
    for space in spaces:
        if space != state.team:
            places = state.places[:]
            headings = state.headings[:]
            places[BILLYGOAT] = space
            headings[BILLYGOAT] = bearing(content.board, space, state.team)
            later.append(Scene(content, places, headings, figure, BILLYGOAT))
    if figure != BILLYGOAT:
        later[0].offset = 180
    now = Scene(content, state.places, state.headings[:], figure, figure)
    return [now, *[scene for scene in later if scene.has_waves()]]


def turned_round(headings: list[int], figure: int) -> list[int]:
    turned = headings[:]
    turned[figure] = (turned[figure] + 180) % 360
    return turned


def spaces_near(table: Table[FacelessState], place: int) -> list[int]:
    """Spaces near a place where Billygoat is, or may be after a red Threat.

    He comes no farther from the Team.
    """
    state = table.state
    content = state.content
    start = state.billygoat()
    steps = len(state.column(RED)) + 1
    wanted = content.spaces_near(place)
    if content.board.to_edge[start] > steps:
        return [start] if start in wanted else []  # Places outside are near the edge alone.
    if not table.rules.changes(BillygoatSteps):
        distances = content.board.distances[start]
        wanted = [space for space in wanted if distances[space] <= steps]
        if not wanted:
            return []
    seen = 1 << start
    ring = [start]
    for _ in range(steps):
        further: list[int] = []
        for space in ring:
            for near in billygoat_steps(table, space):
                if not seen >> near & 1:
                    seen |= 1 << near
                    further.append(near)
        ring = further
    return [space for space in wanted if seen >> space & 1]


class Scene:
    """Figures as they stand, of which one turns and those that are near each other may snap."""

    def __init__(
        self,
        content: FacelessContent,
        places: list[int],
        headings: list[int],
        figure: int,
        moved: int,
    ) -> None:
        self.content: FacelessContent = content
        self.places = places
        self.headings = headings
        self.figure = figure
        self.moved = moved
        self.offset = 0
        """By how much a Threat turns the figure on."""
        self.pairs = near_pairs(content, places)

    def turn(self, heading: int) -> None:
        self.headings[self.figure] = (heading + self.offset) % 360

    def snapped(self, heading: int) -> int:
        """The figures that a heading makes snap, a bit for each."""
        self.turn(heading)
        gone = 0
        if self.pairs:
            found = snapping(self.content, self.pairs, self.places, self.headings, self.moved)
            for one, _ in found:
                gone |= 1 << one
        return gone

    def has_waves(self) -> bool:
        return any([self.figure in pair for pair in self.pairs])

    def force(self, pair: tuple[int, int], heading: int) -> float:
        self.turn(heading)
        return force_between(self.content, self.places, self.headings, pair[0], pair[1])

    def cut(self, found: list[int]) -> None:
        """Cut the circle where a pair begins or ceases to snap, or the stronger of two changes."""
        slip = self.content.slip_force
        waves: list[tuple[float, float, float]] = []
        for pair in self.pairs:
            force = self.force(pair, 0)
            if self.figure not in pair:
                waves.append((0.0, 0.0, force))
                continue
            north = self.force(pair, 90)
            doubt = DOUBT * (slip + abs(force) + abs(north))
            cut_wave(found, force, north, slip, doubt)
            waves.append((force, north, 0.0))
        for number, (x, y, level) in enumerate(waves):
            for other_x, other_y, other in waves[:number]:
                size = abs(x) + abs(y) + abs(level) + abs(other_x) + abs(other_y) + abs(other)
                cut_wave(found, x - other_x, y - other_y, other - level, DOUBT * size)
