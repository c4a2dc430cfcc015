"""The few headings of a figure that lead the Team different ways.

While a figure turns, the field at a space is a fixed part and the figure's own, and what the needle
points at changes at headings that can be worked out. Only there the circle is cut, and one heading
is read for each piece: a dozen readings instead of 360.
"""

from __future__ import annotations

import math
from typing import Final

from embertable.engine.table import Table
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import are_near, collisions
from embertable.games.faceless.compass import COSINES, DEGREES, SINES, TIES, Compass
from embertable.games.faceless.content import BILLYGOAT
from embertable.games.faceless.moments import NeedleTurned, ObstacleOpen
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.team import earth_field, step_target

ALL_HEADINGS: Final = list(range(360))
BLIND_HEADINGS: Final = list(range(0, 360, 30))
"""What is offered while the needle is covered, so that the list tells nothing of the field."""

STEP_CODES: Final = 16
"""More than the codes of a reading, so that a way is one number, a digit a step."""
DOUBT: Final = 1e-6
"""How far from a border, as a part of the field, the reading itself decides: far above rounding."""


def short_headings(table: Table[FacelessState], figure: int, steps: int) -> list[int]:
    """One heading for each path of the Team that turning the figure can bring about.

    Of the headings that lead the same way the middle of the longest run is named, so that each
    stands for its neighbours. A path is followed up to its first tie.
    """
    state = table.state
    places = state.places
    runs = Runs()
    near = table.options["collisions"] == "force" and any(
        [are_near(state.content, places[figure], places[other]) for other in range(4)]
    )
    if not near:
        Ways(table, figure, places, runs).follow(state.team, max(steps, 1), 0, 359, 0)
        return runs.middles()
    for first, last, gone in snapped_runs(state, figure):
        left = [AWAY if gone >> one & 1 else places[one] for one in range(4)]
        Ways(table, figure, left, runs).follow(state.team, max(steps, 1), first, last, gone)
    return runs.middles()


def snapped_runs(state: FacelessState, figure: int) -> list[tuple[int, int, int]]:
    """Runs of headings that make the same figures snap off the board, a bit for each figure."""
    found: list[tuple[int, int, int]] = []
    headings = state.headings[:]
    first = 0
    before = -1
    for heading in range(360):
        headings[figure] = heading
        gone = 0
        for one, _ in collisions(state.content, state.places, headings, figure):
            gone |= 1 << one
        if gone != before and heading:
            found.append((first, heading - 1, before))
            first = heading
        before = gone
    found.append((first, 359, before))
    return found


class Runs:
    """Runs of headings around the circle and the way that each leads, in order."""

    def __init__(self) -> None:
        self.lasts: list[int] = []
        self.ways: list[int] = []

    def add(self, last: int, way: int) -> None:
        """The headings up to this one, from where the run before ends."""
        if self.ways and self.ways[-1] == way:
            self.lasts[-1] = last
        else:
            self.lasts.append(last)
            self.ways.append(way)

    def middles(self) -> list[int]:
        """For each way the middle of its longest run, in order of heading."""
        ways = self.ways
        lasts = self.lasts
        if len(ways) == 1:
            return [0]
        start = 0
        before = lasts[-1] - 360
        if ways[0] == ways[-1]:
            # The circle closes: the last run goes on with the first.
            lasts[-1] += lasts[0] + 1
            before = lasts[0]
            start = 1
        longest: dict[int, int] = {}
        middle: dict[int, int] = {}
        for number in range(start, len(ways)):
            last = lasts[number]
            length = last - before
            way = ways[number]
            if length > longest.get(way, 0):
                longest[way] = length
                middle[way] = (last - (length - 1) // 2) % 360
            before = last
        return sorted(middle.values())


class Ways:
    """The Team's way for each heading of one figure, while the others stay as they are."""

    def __init__(
        self, table: Table[FacelessState], figure: int, places: list[int], runs: Runs
    ) -> None:
        self.table = table
        self.figure = figure
        self.places = places
        self.runs = runs
        self.needles: dict[int, Needle] = {}

    def needle(self, space: int) -> Needle:
        needle = self.needles.get(space)
        if needle is None:
            turned = self.table.ask(NeedleTurned(space), 0) != 0
            needle = Needle(self.table, self.figure, self.places, space, turned)
            self.needles[space] = needle
        return needle

    def follow(self, space: int, left: int, first: int, last: int, way: int) -> None:
        """Take the next step for the headings of a run, and go on with each piece that agrees."""
        needle = self.needle(space)
        code = needle.code(first)
        for cut in needle.cuts:
            if cut <= first:
                continue
            if cut > last:
                break
            other = needle.code(cut)
            if other != code:
                self.go_on(space, code, left, first, cut - 1, way)
                first = cut
                code = other
        self.go_on(space, code, left, first, last, way)

    def go_on(self, space: int, code: int, left: int, first: int, last: int, way: int) -> None:
        way = way * STEP_CODES + code + 1
        if code < TIES and left > 1:
            table = self.table
            target = step_target(table, space, code)
            is_open = table.state.cover[target] == AWAY or table.ask(ObstacleOpen(target), 0) != 0
            if is_open and target != self.places[BILLYGOAT]:
                self.follow(target, left - 1, first, last, way)
                return
        self.runs.add(last, way)


class Needle:
    """The needle at one space for every heading of one figure."""

    def __init__(
        self,
        table: Table[FacelessState],
        figure: int,
        places: list[int],
        space: int,
        is_turned: bool,
    ) -> None:
        state = table.state
        compass = state.content.compass
        self.compass: Compass = compass
        self.sign = -1.0 if is_turned else 1.0
        others = places[:]
        others[figure] = AWAY
        self.x, self.y = compass.field(others, state.headings, space, earth_field(table))
        self.along = self.cross = self.upward = 0.0
        if places[figure] != AWAY:
            at = places[figure] * compass.size + space
            self.along = compass.along[at]
            self.cross = compass.cross[at]
            self.upward = compass.upward[at]
        self.cuts = sorted(self.find_cuts())

    def code(self, heading: int) -> int:
        """What the needle leads to, as a code of the compass."""
        cosine = COSINES[heading]
        sine = SINES[heading]
        return self.compass.code(
            self.sign * (self.x + (self.along * cosine + self.cross * sine)),
            self.sign * (self.y + (self.cross * cosine + self.upward * sine)),
        )

    def find_cuts(self) -> list[int]:
        """The first heading beyond every border; all around one where rounding could decide.

        The field crosses a line with normal n where n·fixed + (M n)·(cos, sin) is nothing, M being
        what turns the figure's heading into its field; that is one wave over the circle.
        """
        found: list[int] = []
        # A dipole acts on the spaces beside it, and twice as strongly on those along its axis.
        weakest = self.along + self.upward
        if weakest == 0.0:
            return found
        strongest = 2.0 * weakest
        fixed = math.sqrt(self.x * self.x + self.y * self.y)
        doubt = DOUBT * (fixed + strongest)
        for normal_x, normal_y in self.compass.borders:
            wave_x = self.along * normal_x + self.cross * normal_y
            wave_y = self.cross * normal_x + self.upward * normal_y
            height = math.sqrt(wave_x * wave_x + wave_y * wave_y)
            level = -(normal_x * self.x + normal_y * self.y)
            if level - doubt > height or level + doubt < -height:
                continue
            crest = math.atan2(wave_y, wave_x) * DEGREES
            near = math.acos(min(1.0, (level + doubt) / height)) * DEGREES
            far = math.acos(max(-1.0, (level - doubt) / height)) * DEGREES
            cut_between(found, crest + near, crest + far)
            cut_between(found, crest - far, crest - near)
        self.cut_weak(found, weakest)
        return found

    def cut_weak(self, found: list[int], weakest: float) -> None:
        """Every heading by which the figure may almost cancel the others' field (F-NEEDLE-07)."""
        least = math.sqrt(self.compass.least) / weakest + DOUBT
        inverse = -2.0 * weakest * weakest
        cancel_x = -(self.upward * self.x - self.cross * self.y) / inverse
        cancel_y = -(self.along * self.y - self.cross * self.x) / inverse
        length = math.sqrt(cancel_x * cancel_x + cancel_y * cancel_y)
        if abs(length - 1.0) > least:
            return
        centre = math.atan2(cancel_y, cancel_x) * DEGREES
        around = 180.0 if least >= 1.0 else math.asin(least) * DEGREES
        cut_between(found, centre - around, centre + around)


def cut_between(found: list[int], low: float, high: float) -> None:
    """Cut off every whole heading between two angles, or the circle where there is none."""
    for heading in range(math.ceil(low), math.floor(high) + 2):
        found.append(heading % 360)
