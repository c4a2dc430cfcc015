"""Where the Team ends up: every pose of a figure, followed step by step.

Computed from what is open on the table; no card is revealed for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from embertable.bots.faceless.guesses import GUESSES, Standing, direction_of, strength_at_a_pitch
from embertable.engine.table import Table
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import are_near, collisions
from embertable.games.faceless.compass import COSINES, SINES, TIES, WEAK
from embertable.games.faceless.content import BILLYGOAT, FacelessContent
from embertable.games.faceless.expansions.den import den_of
from embertable.games.faceless.expansions.servants import ROAMING, servants_of
from embertable.games.faceless.moments import NeedleHidden, NeedleTurned, ObstacleOpen
from embertable.games.faceless.needle import earth_field
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.team import step_target

TRIED: Final = tuple(range(0, 360, 15))
"""Headings tried while the place is not chosen yet."""
FAR: Final = 99
KEPT_FIELDS: Final = 16

Spreads: TypeAlias = dict[int, list[int]]
"""Distances of all spaces from a space."""


@dataclass(frozen=True)
class Way:
    """Where a walk leads the Team: Memories left to find and to pay with, and whether it loses."""

    team: int
    left: tuple[int, ...]
    """The spaces of Memories still on the board."""
    unused: int
    lost: bool = False


@dataclass
class Pose:
    """A figure's place and heading, and the walk that follows."""

    place: int
    heading: int
    places: list[int]
    headings: list[int]
    way: Way


class Terrain:
    """The field of one table as the Team and Billygoat meet it, computed once."""

    def __init__(self, table: Table[FacelessState]) -> None:
        state = table.state
        self.content: FacelessContent = state.content
        self.board = state.content.board
        self.compass = state.content.compass
        self.cover = state.cover
        self.earth = earth_field(table)
        # Scenarios bring the Fog without the option, so ask the rules in play.
        self.is_foggy = table.rules.changes(NeedleHidden)
        self.is_covered = table.ask(NeedleHidden(), 0) > 0
        """In Fog, bots do not read the field; they guess (F-EXP-FOG-03)."""
        self.guess = 0
        """The guess by which the needle is followed meanwhile."""
        self.supposed_earth = self.earth / strength_at_a_pitch(self.content)
        self.checks_collisions = table.options["collisions"] == "force" and not self.is_covered
        size = self.board.size
        self.turned = [table.ask(NeedleTurned(space), 0) > 0 for space in range(size)]
        self.is_open = [
            state.cover[space] == AWAY or table.ask(ObstacleOpen(space), 0) > 0
            for space in range(size)
        ]
        self.targets = [
            step_target(table, space, direction) for space in range(size) for direction in range(6)
        ]
        den = den_of(table)
        self.den = tuple(den.spaces) if den is not None else ()
        self.deadly = {*self.den, *roaming_servants(table)}
        self._distances, self._hunts = spreads_of(table, self.den)

    def distances(self, space: int) -> list[int]:
        """How many steps the Team needs from each space to this one, the Maze rule included."""
        if space not in self._distances:
            self._distances[space] = self.spread(space, is_team=True)
        return self._distances[space]

    def hunt(self, team: int) -> list[int]:
        """How many steps Billygoat needs from each space to the Team."""
        if team not in self._hunts:
            self._hunts[team] = self.spread(team, is_team=False)
        return self._hunts[team]

    def spread(self, start: int, is_team: bool) -> list[int]:
        found = [FAR] * self.board.size
        found[start] = 0
        for space in (waiting := [start]):
            near = self.targets[space * 6 : space * 6 + 6] if is_team else self.board.around[space]
            for other in near:
                is_open = self.cover[other] == AWAY and not (is_team and other in self.den)
                if found[other] == FAR and is_open:
                    found[other] = found[space] + 1
                    waiting.append(other)
        return found

    def step(self, way: Way, direction: int, billygoat: int) -> Way:
        """One step: to the next space, or against an Obstacle."""
        target = self.targets[way.team * 6 + direction]
        unused = way.unused
        if self.cover[target] != AWAY:
            unused -= 1
            if unused < 0:
                return replace(way, lost=True)
            if not self.is_open[target]:
                return replace(way, unused=unused)
        if target == billygoat or target in self.deadly:
            return replace(way, team=target, lost=True)
        if target not in way.left:
            return Way(target, way.left, unused)
        left = tuple([space for space in way.left if space != target])
        return Way(target, left, unused + len(way.left) - len(left))

    def follow(self, way: Way, places: list[int], headings: list[int], steps: int) -> Way:
        """Follow the needle for some steps; between two spaces the first is taken."""
        for _ in range(steps):
            if way.lost or not way.left:
                break
            if self.is_covered:
                x, y = self.standing(places, headings).field(self.guess, way.team)
                direction = self.supposed_direction(way.team, x, y)
            else:
                x, y = self.compass.field(places, headings, way.team, self.earth)
                direction = self.direction(way.team, x, y)
            way = self.step(way, direction, places[BILLYGOAT])
        return way

    def standing(self, places: list[int], headings: list[int], left_out: int = AWAY) -> Standing:
        return Standing(self.board, places, headings, self.supposed_earth, left_out)

    def supposed_direction(self, space: int, x: float, y: float) -> int:
        direction = direction_of(x, y)
        return (direction + 3) % 6 if self.turned[space] else direction

    def supposed_ways(
        self, way: Way, standing: Standing, place: int, heading: int, billygoat: int, steps: int
    ) -> list[Way]:
        """Where a pose of the figure left out leads by each guess."""
        found: list[Way] = []
        for number in range(GUESSES):
            end = way
            for _ in range(steps):
                if end.lost or not end.left:
                    break
                x, y = standing.field_with(number, place, heading, end.team)
                end = self.step(end, self.supposed_direction(end.team, x, y), billygoat)
            found.append(end)
        return found

    def direction(self, space: int, x: float, y: float) -> int:
        if self.turned[space]:
            x, y = -x, -y
        return led(self.compass.code(x, y))

    def freely(self, way: Way, billygoat: int, steps: int) -> list[Way]:
        """Every end of freely chosen steps."""
        ways = [way]
        for _ in range(steps):
            found = dict.fromkeys(
                [
                    self.step(one, direction, billygoat)
                    for one in ways
                    for direction in range(6)
                    if not one.lost
                ]
            )
            ways = list(found)
        return ways

    def poses(
        self, state: FacelessState, figure: int, places: list[int], way: Way, steps: int
    ) -> list[Pose]:
        """For each place the different walks, each with the middle of the headings tried."""
        found: list[Pose] = []
        others = Others(self, state, figure)
        for place in places:
            ways: dict[Way, list[Pose]] = {}
            for pose in self.poses_at(state, figure, place, TRIED, way, steps, others):
                ways.setdefault(pose.way, []).append(pose)
            for alike in ways.values():
                found.append(alike[len(alike) // 2])
        return found

    def poses_at(
        self,
        state: FacelessState,
        figure: int,
        place: int,
        headings: tuple[int, ...],
        way: Way,
        steps: int,
        others: Others | None = None,
    ) -> list[Pose]:
        """The walk for each of these headings on one place."""
        others = others or Others(self, state, figure)
        places = state.places[:]
        places[figure] = place
        if figure == BILLYGOAT and place == way.team:
            lost = replace(way, lost=True)
            return [Pose(place, heading, places, state.headings, lost) for heading in headings]
        near = self.checks_collisions and any(
            [are_near(self.content, place, places[other]) for other in range(4) if other != figure]
        )
        found: list[Pose] = []
        for heading in headings:
            turned = state.headings[:]
            turned[figure] = heading
            snapped = collisions(self.content, places, turned, figure) if near else []
            if snapped:
                gone = [one for one, _ in snapped]
                standing = [AWAY if one in gone else at for one, at in enumerate(places)]
                after = self.follow(way, standing, turned, steps)
                found.append(Pose(place, heading, standing, turned, after))
            else:
                after = others.follow(way, place, heading, places[BILLYGOAT], steps)
                found.append(Pose(place, heading, places, turned, after))
        return found


def led(code: int) -> int:
    """The direction that a reading leads in; between two spaces the first is taken."""
    if code < TIES:
        return code
    # A weak field leaves the needle where it was; north-east is as good a guess as any.
    return 1 if code == WEAK else code - TIES


def roaming_servants(table: Table[FacelessState]) -> list[int]:
    """The spaces on which the Team would lose now; Servants move with red cards only."""
    servants = servants_of(table)
    return servants.spaces if servants is not None and servants.mode == ROAMING else []


_spreads: dict[tuple[str, str, tuple[int, ...], tuple[int, ...]], tuple[Spreads, Spreads]] = {}


def spreads_of(table: Table[FacelessState], den: tuple[int, ...]) -> tuple[Spreads, Spreads]:
    """A cache of distances by field; Obstacles hardly ever move."""
    key = (table.state.content.hash, table.options["maze_wrap"], tuple(table.state.cover), den)
    if key not in _spreads:
        if len(_spreads) >= KEPT_FIELDS:
            _spreads.clear()
        _spreads[key] = ({}, {})
    return _spreads[key]


class Others:
    """The field of all figures but one, computed once for each space."""

    def __init__(self, terrain: Terrain, state: FacelessState, figure: int) -> None:
        self.terrain = terrain
        self.places = [AWAY if one == figure else at for one, at in enumerate(state.places)]
        self.headings = state.headings
        self.fields: dict[int, tuple[float, float]] = {}

    def follow(self, way: Way, place: int, heading: int, billygoat: int, steps: int) -> Way:
        terrain = self.terrain
        compass = terrain.compass
        cosine, sine = COSINES[heading], SINES[heading]
        for _ in range(steps):
            if way.lost or not way.left:
                break
            space = way.team
            field = self.fields.get(space)
            if field is None:
                field = compass.field(self.places, self.headings, space, terrain.earth)
                self.fields[space] = field
            at = place * compass.size + space
            cross = compass.cross[at]
            x = field[0] + compass.along[at] * cosine + cross * sine
            y = field[1] + cross * cosine + compass.upward[at] * sine
            way = terrain.step(way, terrain.direction(space, x, y), billygoat)
        return way
