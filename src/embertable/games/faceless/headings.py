"""The few headings of a figure that lead to different outcomes, for whoever cannot try all 360.

While a figure turns, the field at a space is a fixed part and the figure's own, and what the needle
points at changes at headings that can be worked out. Only there the circle is cut, and one heading
is read for each piece: a dozen readings instead of 360.

Two headings have the same outcome when the Team walks the same way now, when a purple Threat would
then lead it the same way, and when the same figures snap off the board: now, after a turn by a
yellow Threat, and where a red one may take Billygoat. Blue and green Threats do not depend on it.
"""

from __future__ import annotations

import math
from typing import Final

from embertable.engine.table import Table
from embertable.games.faceless.board import AWAY, Board
from embertable.games.faceless.borders import DOUBT, cut_between, cut_wave
from embertable.games.faceless.compass import COSINES, DEGREES, SINES, TIES, WEAK, Compass
from embertable.games.faceless.content import BILLYGOAT, PURPLE
from embertable.games.faceless.moments import (
    MoreSteps,
    MovementEndsOn,
    NeedleSwitched,
    NeedleTurned,
    ObstacleOpen,
    PushDirection,
    PushLengths,
)
from embertable.games.faceless.needle import earth_field
from embertable.games.faceless.snapping import snapped_runs
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.team import step_target

BLIND: Final = 30
"""Degrees between the headings of an agent that sees no needle."""
STEP_CODES: Final = 16
"""More than the codes of a reading, so that a way is one number, a digit a step."""
FORKS: Final = 2
"""How often a way may part; the players' choices behind that are followed one way only."""


def blind_headings(state: FacelessState, figure: int) -> list[int]:
    """The present heading and some around the circle; the list tells nothing of the field."""
    return sorted({state.headings[figure], *range(0, 360, BLIND)})


def short_headings(table: Table[FacelessState], figure: int, steps: int) -> list[int]:
    """One heading for each outcome that turning the figure can bring about.

    Of the headings with the same outcome the middle of the longest run is named, so that each
    stands for its neighbours; the present heading stands for its own outcome.
    """
    state = table.state
    runs = Runs()
    ways = Ways(table, figure, runs)
    # Without a card the Team does not move now (F-MEM-07, F-KID-EMILY-01).
    now = steps if state.card else 0
    snapped = snapped_runs(table, figure) if table.options["collisions"] == "force" else []
    for first, last, gone, later in snapped:
        ways.put_away(gone)
        ways.begin(now, first, last, later << 4 | gone)
    if not snapped:
        ways.begin(now, 0, 359, 0)
    return runs.named(state.headings[figure])


class Runs:
    """Runs of headings around the circle and the outcome of each, in order."""

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

    def named(self, present: int) -> list[int]:
        """For each outcome the middle of its longest run, or the present heading; in order."""
        middle = self.middles()
        for number, last in enumerate(self.lasts):
            if present <= last:
                middle[self.ways[number]] = present
                break
        return sorted(middle.values())

    def middles(self) -> dict[int, int]:
        ways = self.ways[:]
        lasts = self.lasts[:]
        if len(ways) == 1:
            return {ways[0]: 0}
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
        return middle


class Walk:
    """Where the Team is on one of its ways, how far it still goes, and the way to follow then."""

    def __init__(
        self,
        space: int,
        left: int,
        switched: bool,
        is_later: bool,
        forks: int,
        then: Walk | None,
    ) -> None:
        self.forks = forks
        """How often it may still part: at ties, and where nobody knows how far a push leads."""
        self.space = space
        self.left = left
        self.switched = switched
        """Whether reverse spaces on the way have changed the end that is followed."""
        self.is_later = is_later
        """By the purple Threat, after the movement of now."""
        self.then: Walk | None = then


class Ways:
    """The Team's ways for each heading of one figure, while the others stay as they are."""

    def __init__(self, table: Table[FacelessState], figure: int, runs: Runs) -> None:
        state = table.state
        self.table = table
        self.board: Board = state.content.board
        self.cover = state.cover
        self.figure = figure
        self.earth = earth_field(table)
        self.runs = runs
        self.places: list[int] = []
        self.others: list[int] = []
        """The same without the figure that turns."""
        self.needles: dict[int, Needle] = {}
        self.put_away(0)
        purple = len(state.column(PURPLE)) + 1
        self.later = max(0, table.ask(MoreSteps(), purple))
        rules = table.rules
        self.has_pushes = rules.changes(PushDirection)
        self.has_portals = rules.changes(MovementEndsOn)
        self.has_switches = rules.changes(NeedleSwitched)
        self.has_turns = rules.changes(NeedleTurned)
        self.has_openings = rules.changes(ObstacleOpen)

    def put_away(self, gone: int) -> None:
        """Take figures off the board, a bit for each."""
        places = self.table.state.places
        self.places = [AWAY if gone >> one & 1 else at for one, at in enumerate(places)]
        self.others = self.places[:]
        self.others[self.figure] = AWAY
        self.needles = {}

    def begin(self, steps: int, first: int, last: int, way: int) -> None:
        team = self.table.state.team
        start = (
            Walk(team, steps, False, False, FORKS, None)
            if steps > 0
            else self.threat(team, False, FORKS, None)
        )
        self.follow(start, first, last, way)

    def threat(self, space: int, switched: bool, forks: int, then: Walk | None) -> Walk:
        return Walk(space, self.later, switched, True, forks, then)

    def follow(self, walk: Walk | None, first: int, last: int, way: int) -> None:
        """Take the next step for the headings of a run, and go on with each piece that agrees.

        What all the ways together cut the headings into is a run.
        """
        while walk is not None and walk.left <= 0:
            walk = walk.then
        if walk is None:
            self.runs.add(last, way)
            return
        needle = self.needle(walk)
        if not needle.lasts:
            code = needle.steady_code(first, last)
            if code >= 0:
                self.step(walk, code, first, last, way)
                return
            needle.cut()
        number = needle.number_at(first)
        while needle.lasts[number] < last:
            until = needle.lasts[number]
            self.step(walk, needle.codes[number], first, until, way)
            first = until + 1
            number += 1
        self.step(walk, needle.codes[number], first, last, way)

    def needle(self, walk: Walk) -> Needle:
        key = walk.space << 1 | walk.switched
        needle = self.needles.get(key)
        if needle is None:
            turned = walk.switched
            if self.has_turns and self.table.ask(NeedleTurned(walk.space), 0) != 0:
                turned = not turned
            needle = Needle(self, walk.space, turned)
            self.needles[key] = needle
        return needle

    def step(self, walk: Walk, code: int, first: int, last: int, way: int) -> None:
        """Both ways of a tie are followed, since the players choose; a weak field ends the way."""
        way = way * STEP_CODES + code + 1
        after = walk.then
        if code < TIES:
            after = self.entered(walk, code, walk.forks, after)
        elif code != WEAK:
            forks = walk.forks - 1
            if forks >= 0:
                after = self.entered(walk, (code - TIES + 1) % 6, forks, after)
            after = self.entered(walk, code - TIES, forks, after)
        self.follow(after, first, last, way)

    def entered(self, walk: Walk, direction: int, forks: int, then: Walk | None) -> Walk | None:
        """How the way goes on after a step; not at all where the Team is stopped or caught."""
        target = self.target(walk.space, direction)
        if target == AWAY:
            # Every further step would hit the same Obstacle, unless a Portal draws the Team away.
            if self.has_portals and not walk.is_later:
                return self.threat(self.end_of_movement(walk.space), walk.switched, forks, then)
            return then
        switched = self.switch(walk.switched, target)
        if not self.has_pushes:
            return self.arrived(walk, target, switched, forks, then)
        spaces = self.pushed(target, [])
        if len(spaces) > 1:
            forks -= 1
            spaces = spaces[: len(spaces) if forks >= 0 else 1]
        for space in reversed(spaces):
            if space != AWAY:
                then = self.arrived(walk, space, switched, forks, then)
        return then

    def arrived(
        self, walk: Walk, space: int, switched: bool, forks: int, then: Walk | None
    ) -> Walk | None:
        if walk.left > 1:
            return Walk(space, walk.left - 1, switched, walk.is_later, forks, then)
        if walk.is_later:
            return then
        return self.threat(self.end_of_movement(space), switched, forks, then)

    def end_of_movement(self, space: int) -> int:
        return self.table.ask(MovementEndsOn(space), space) if self.has_portals else space

    def switch(self, switched: bool, space: int) -> bool:
        if self.has_switches and self.table.ask(NeedleSwitched(space), 0) != 0:
            return not switched
        return switched

    def target(self, space: int, direction: int) -> int:
        """Where a step leads; AWAY into an Obstacle or to Billygoat."""
        target = self.board.neighbours[space * 6 + direction]
        if target == AWAY:
            target = step_target(self.table, space, direction)
        is_open = self.is_open(target)
        return target if is_open and target != self.places[BILLYGOAT] else AWAY

    def is_open(self, space: int) -> bool:
        if self.cover[space] == AWAY:
            return True
        return self.has_openings and self.table.ask(ObstacleOpen(space), 0) != 0

    def pushed(self, space: int, pushing: list[int]) -> list[int]:
        """Where the Team may stand once Haunted Places have pushed it on (F-EXP-HAUNT-03)."""
        table = self.table
        direction = 0 if space in pushing else table.ask(PushDirection(space), 0)
        if direction == 0:
            return [space]
        lengths = table.ask(PushLengths(space), 0)
        found: list[int] = []
        ends = [space]
        steps = 0
        while lengths >> (steps + 1):
            steps += 1
            further: list[int] = []
            for end in ends:
                target = self.target_of_push(end, direction - 1)
                if target in (AWAY, end):
                    further.append(target)
                else:
                    further.extend(self.pushed(target, [*pushing, space]))
            ends = [end for end in dict.fromkeys(further) if end != AWAY]
            if lengths >> steps & 1:
                found.extend(ends)
        return list(dict.fromkeys(found))

    def target_of_push(self, space: int, direction: int) -> int:
        """The same for a forced step, which may pay for an Obstacle and go on; AWAY when caught."""
        target = step_target(self.table, space, direction)
        if target == self.places[BILLYGOAT]:
            return AWAY
        return target if self.is_open(target) else space


class Needle:
    """The needle at one space for every heading of one figure, worked out once it is asked for."""

    def __init__(self, ways: Ways, space: int, is_turned: bool) -> None:
        state = ways.table.state
        compass = state.content.compass
        self.compass: Compass = compass
        self.sign = -1.0 if is_turned else 1.0
        self.x, self.y = compass.field(ways.others, state.headings, space, ways.earth)
        self.along = self.cross = self.upward = 0.0
        place = ways.places[ways.figure]
        if place != AWAY:
            at = place * compass.size + space
            self.along = compass.along[at]
            self.cross = compass.cross[at]
            self.upward = compass.upward[at]
        self.codes: list[int] = []
        """What the needle leads to, as codes of the compass, one for each run of headings."""
        self.lasts: list[int] = []
        """The last heading of each run."""

    def steady_code(self, first: int, last: int) -> int:
        """The code of some headings where the figure turns too little to change it; else AWAY."""
        middle = (first + last) // 2
        cosine = COSINES[middle]
        sine = SINES[middle]
        x = self.sign * (self.x + (self.along * cosine + self.cross * sine))
        y = self.sign * (self.y + (self.cross * cosine + self.upward * sine))
        # A dipole acts twice as strongly along its axis as on the spaces beside it.
        strongest = 2.0 * (self.along + self.upward)
        change = strongest * (last - middle) / DEGREES
        return self.compass.code(x, y) if self.compass.is_steady(x, y, change) else AWAY

    def cut(self) -> None:
        """Cut the circle into runs."""
        cuts = self.find_cuts()
        cuts.sort()
        before = 0
        code = self.code(0)
        for cut in cuts:
            if cut == before:
                continue
            before = cut
            other = self.code(cut)
            if other != code:
                self.lasts.append(cut - 1)
                self.codes.append(code)
                code = other
        self.lasts.append(359)
        self.codes.append(code)

    def number_at(self, heading: int) -> int:
        """The number of the run that a heading belongs to."""
        number = 0
        while self.lasts[number] < heading:
            number += 1
        return number

    def code(self, heading: int) -> int:
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
        weakest = self.along + self.upward
        if weakest == 0.0:
            return found
        strongest = 2.0 * weakest
        fixed = math.sqrt(self.x * self.x + self.y * self.y)
        doubt = DOUBT * (fixed + strongest)
        for normal_x, normal_y in self.compass.borders:
            wave_x = self.along * normal_x + self.cross * normal_y
            wave_y = self.cross * normal_x + self.upward * normal_y
            level = -(normal_x * self.x + normal_y * self.y)
            cut_wave(found, wave_x, wave_y, level, doubt)
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
