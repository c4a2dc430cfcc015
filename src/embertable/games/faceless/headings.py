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
from embertable.games.faceless.billygoat import billygoat_steps
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import are_near, collisions
from embertable.games.faceless.compass import COSINES, DEGREES, SINES, TIES, WEAK, Compass, bearing
from embertable.games.faceless.content import BILLYGOAT, FACELESS, PURPLE, RED
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
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.team import step_target

BLIND: Final = 30
"""Degrees between the headings of an agent that sees no needle."""
STEP_CODES: Final = 16
"""More than the codes of a reading, so that a way is one number, a digit a step."""
FORKS: Final = 2
"""How often a way may part; the players' choices behind that are followed one way only."""
DOUBT: Final = 1e-6
"""How far from a border, as a part of the field, the reading itself decides: far above rounding."""


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
    if table.options["collisions"] == "force" and may_snap(table, figure):
        for first, last, gone, later in snapped_runs(table, figure):
            ways.put_away(gone)
            ways.begin(now, first, last, later << 4 | gone)
    else:
        ways.begin(now, 0, 359, 0)
    return runs.named(state.headings[figure])


def may_snap(table: Table[FacelessState], figure: int) -> bool:
    """Whether a heading of the figure can make something snap, now or after the Threat."""
    state = table.state
    here = state.places[figure]
    if figure == BILLYGOAT:
        return any([are_near(state.content, here, state.places[one]) for one in FACELESS])
    return any(
        [are_near(state.content, here, space) for space in spaces_of_billygoat(table)]
    ) or any([are_near(state.content, here, state.places[one]) for one in FACELESS])


def spaces_of_billygoat(table: Table[FacelessState]) -> list[int]:
    """Where Billygoat is, and may be after a red Threat; he comes no farther from the Team."""
    state = table.state
    board = state.content.board
    found = [state.billygoat()]
    steps = len(state.column(RED)) + 1
    distances = board.distances[state.billygoat()]
    if not any([board.is_edge[space] and far <= steps for space, far in enumerate(distances)]):
        return found  # Figures outside the field are near him only at its edge.
    ring = found
    for _ in range(steps):
        ring = [near for space in ring for near in billygoat_steps(table, space)]
        ring = [space for space in dict.fromkeys(ring) if space not in found]
        found.extend(ring)
    return found


def snapped_runs(table: Table[FacelessState], figure: int) -> list[tuple[int, int, int, int]]:
    """Runs of headings by which the same figures snap off the board now and after a Threat."""
    state = table.state
    found: list[tuple[int, int, int, int]] = []
    spaces = [
        space
        for space in (spaces_of_billygoat(table) if figure != BILLYGOAT else [])
        if are_near(state.content, space, state.places[figure]) and space != state.team
    ]
    first = 0
    before = (-1, -1)
    for heading in range(360):
        here = (snapped_now(state, figure, heading), snapped_later(state, figure, heading, spaces))
        if here != before and heading:
            found.append((first, heading - 1, before[0], before[1]))
            first = heading
        before = here
    found.append((first, 359, before[0], before[1]))
    return found


def snapped_now(state: FacelessState, figure: int, heading: int) -> int:
    """The figures that a heading makes snap, a bit for each."""
    headings = state.headings[:]
    headings[figure] = heading
    return snapped(state, state.places, headings, figure)


def snapped(state: FacelessState, places: list[int], headings: list[int], moved: int) -> int:
    gone = 0
    for one, _ in collisions(state.content, places, headings, moved):
        gone |= 1 << one
    return gone


def snapped_later(state: FacelessState, figure: int, heading: int, spaces: list[int]) -> int:
    """The same after a yellow Threat, and for each space to which a red one may take Billygoat."""
    headings = state.headings[:]
    headings[figure] = heading
    code = 0
    for one in [figure] if figure != BILLYGOAT else FACELESS:
        turned = headings[:]
        turned[one] = (turned[one] + 180) % 360
        code = code << 4 | snapped(state, state.places, turned, one)
    places = state.places[:]
    for space in spaces:
        places[BILLYGOAT] = space
        headings[BILLYGOAT] = bearing(state.content.board, space, state.team)
        code = code << 4 | snapped(state, places, headings, BILLYGOAT)
    return code


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
    """Where the Team is on one of its ways, and how far it still goes."""

    def __init__(self, space: int, left: int, switched: bool, is_later: bool, forks: int) -> None:
        self.forks = forks
        """How often it may still part: at ties, and where nobody knows how far a push leads."""
        self.space = space
        self.left = left
        self.switched = switched
        """Whether reverse spaces on the way have changed the end that is followed."""
        self.is_later = is_later
        """By the purple Threat, after the movement of now."""


class Ways:
    """The Team's ways for each heading of one figure, while the others stay as they are."""

    def __init__(self, table: Table[FacelessState], figure: int, runs: Runs) -> None:
        state = table.state
        self.table = table
        self.figure = figure
        self.places = state.places[:]
        self.runs = runs
        self.needles: dict[int, Needle] = {}
        purple = len(state.column(PURPLE)) + 1
        self.later = max(0, table.ask(MoreSteps(), purple))
        rules = table.rules
        self.has_pushes = rules.changes(PushDirection)
        self.has_portals = rules.changes(MovementEndsOn)
        self.has_switches = rules.changes(NeedleSwitched)

    def put_away(self, gone: int) -> None:
        """Take figures off the board, a bit for each."""
        places = self.table.state.places
        self.places = [AWAY if gone >> one & 1 else at for one, at in enumerate(places)]
        self.needles = {}

    def begin(self, steps: int, first: int, last: int, way: int) -> None:
        team = self.table.state.team
        start = (
            Walk(team, steps, False, False, FORKS) if steps > 0 else self.threat(team, False, FORKS)
        )
        self.go_on([start], first, last, way)

    def threat(self, space: int, switched: bool, forks: int) -> Walk:
        return Walk(space, self.later, switched, True, forks)

    def go_on(self, walks: list[Walk], first: int, last: int, way: int) -> None:
        """Follow each of the ways in turn; what they cut the headings into is a run."""
        for number, walk in enumerate(walks):
            if walk.left > 0:
                self.follow(walk, first, last, way, walks[number + 1 :])
                return
        self.runs.add(last, way)

    def follow(self, walk: Walk, first: int, last: int, way: int, others: list[Walk]) -> None:
        """Take the next step for the headings of a run, and go on with each piece that agrees."""
        needle = self.needle(walk)
        code = needle.code(first)
        for cut in needle.cuts:
            if cut <= first:
                continue
            if cut > last:
                break
            other = needle.code(cut)
            if other != code:
                self.step(walk, code, first, cut - 1, way, others)
                first = cut
                code = other
        self.step(walk, code, first, last, way, others)

    def needle(self, walk: Walk) -> Needle:
        key = walk.space << 1 | walk.switched
        needle = self.needles.get(key)
        if needle is None:
            turned = (self.table.ask(NeedleTurned(walk.space), 0) != 0) != walk.switched
            needle = Needle(self.table, self.figure, self.places, walk.space, turned)
            self.needles[key] = needle
        return needle

    def step(
        self, walk: Walk, code: int, first: int, last: int, way: int, others: list[Walk]
    ) -> None:
        """Both ways of a tie are followed, since the players choose; a weak field ends the way."""
        way = way * STEP_CODES + code + 1
        walks: list[Walk] = []
        if code < TIES:
            walks = self.entered(walk, code, walk.forks)
        elif code != WEAK:
            forks = walk.forks - 1
            walks = self.entered(walk, code - TIES, forks)
            if forks >= 0:
                walks = walks + self.entered(walk, (code - TIES + 1) % 6, forks)
        self.go_on(walks + others if walks else others, first, last, way)

    def entered(self, walk: Walk, direction: int, forks: int) -> list[Walk]:
        """How the way goes on after a step; not at all where the Team is stopped or caught."""
        found: list[Walk] = []
        target = self.target(walk.space, direction)
        if target == AWAY:
            # Every further step would hit the same Obstacle, unless a Portal draws the Team away.
            if self.has_portals and not walk.is_later:
                found.append(self.threat(self.end_of_movement(walk.space), walk.switched, forks))
            return found
        switched = self.switch(walk.switched, target)
        spaces = self.pushed(target, []) if self.has_pushes else [target]
        if len(spaces) > 1:
            forks -= 1
            spaces = spaces[: len(spaces) if forks >= 0 else 1]
        for space in spaces:
            if space == AWAY:
                continue
            if walk.left > 1:
                found.append(Walk(space, walk.left - 1, switched, walk.is_later, forks))
            elif not walk.is_later:
                found.append(self.threat(self.end_of_movement(space), switched, forks))
        return found

    def end_of_movement(self, space: int) -> int:
        return self.table.ask(MovementEndsOn(space), space) if self.has_portals else space

    def switch(self, switched: bool, space: int) -> bool:
        if self.has_switches and self.table.ask(NeedleSwitched(space), 0) != 0:
            return not switched
        return switched

    def target(self, space: int, direction: int) -> int:
        """Where a step leads; AWAY into an Obstacle or to Billygoat."""
        table = self.table
        target = step_target(table, space, direction)
        is_open = table.state.cover[target] == AWAY or table.ask(ObstacleOpen(target), 0) != 0
        return target if is_open and target != self.places[BILLYGOAT] else AWAY

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
        table = self.table
        target = step_target(table, space, direction)
        if target == self.places[BILLYGOAT]:
            return AWAY
        is_open = table.state.cover[target] == AWAY or table.ask(ObstacleOpen(target), 0) != 0
        return target if is_open else space


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
