"""Walks of the Team as plain integers, for rollouts.

A stand is one number: where the Team is, which Memories are left (a bit for each), how many it can
pay with, and whether it is lost. A fast version of `walks.py` that ignores rare rules.
"""

from __future__ import annotations

from typing import Final

from embertable.bots.faceless.walks import Terrain, led
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.compass import COSINES, SINES, Compass
from embertable.games.faceless.content import BILLYGOAT, MOST_PLACES
from embertable.games.faceless.state import FacelessState

SPACE_BITS: Final = 7
LEFT_BITS: Final = 8
UNUSED_AT: Final = SPACE_BITS + LEFT_BITS
LOST: Final = 1 << (UNUSED_AT + 4)
SPACE: Final = (1 << SPACE_BITS) - 1
LEFT: Final = (1 << LEFT_BITS) - 1
SPREAD: Final = 15
"""Degrees between the headings that are tried."""
TRIED: Final = 360 // SPREAD
EVERY: Final = (1 << TRIED) - 1
OPPOSITE: Final = 1 << TRIED // 2
MOST_STEPS: Final = 64
MOST_TURNINGS: Final = 4
"""How many turnings of figures are kept."""


def stand(space: int, left: int, unused: int) -> int:
    return space | left << SPACE_BITS | unused << UNUSED_AT


def space_of(stand: int) -> int:
    return stand & SPACE


def left_of(stand: int) -> int:
    return stand >> SPACE_BITS & LEFT


def unused_of(stand: int) -> int:
    return stand >> UNUSED_AT & 15


class Ground:
    """The spaces as the Team meets them, and how far it is to the Memories that are left."""

    def __init__(self, terrain: Terrain, memories: list[int]) -> None:
        size = terrain.board.size
        self.terrain = terrain
        self.compass: Compass = terrain.compass
        self.earth = terrain.earth
        self.targets = terrain.targets
        self.is_covered = [at != AWAY for at in terrain.cover]
        self.is_open = terrain.is_open
        self.is_deadly = [space in terrain.deadly for space in range(size)]
        self.memories = memories[:]
        self.bits = [0] * size
        """Which Memories lie on each space."""
        for number, space in enumerate(memories):
            if space != AWAY:
                self.bits[space] |= 1 << number
        self.tours: dict[int, float] = {}
        self.turnings: dict[tuple[int, ...], Turning] = {}

    def turning(self, state: FacelessState, figure: int) -> Turning:
        """The turning of a figure among the others as they stand; rollouts come back to most."""
        key = (figure, *beside(state.places, figure), *beside(state.headings, figure))
        found = self.turnings.get(key)
        if found is None:
            if len(self.turnings) >= MOST_TURNINGS:
                self.turnings.clear()
            found = Turning(self, state, figure)
            self.turnings[key] = found
        return found

    def still_holds(self, state: FacelessState) -> bool:
        """Whether nothing but found Memories has changed."""
        if state.cover != self.terrain.cover or len(state.memory_spaces) != len(self.memories):
            return False
        for now, before in zip(state.memory_spaces, self.memories, strict=True):
            if now not in (before, AWAY):
                return False
        return True

    def stand_of(self, state: FacelessState) -> int:
        left = 0
        for number, space in enumerate(state.memory_spaces):
            if space != AWAY:
                left |= 1 << number
        return stand(state.team, left, len(state.unused))

    def tour(self, stand: int) -> float:
        """The number of steps to all Memories, always walking to the nearest one."""
        key = stand & (1 << UNUSED_AT) - 1
        known = self.tours.get(key, -1.0)
        if known >= 0.0:
            return known
        here = space_of(stand)
        left = [space for number, space in enumerate(self.memories) if left_of(stand) >> number & 1]
        steps = 0
        while left:
            distances = self.terrain.distances(here)
            nearest = left[0]
            for space in left:
                if distances[space] < distances[nearest]:
                    nearest = space
            steps += distances[nearest]
            left.remove(nearest)
            here = nearest
        self.tours[key] = float(steps)
        return float(steps)

    def step(self, stand: int, direction: int, billygoat: int) -> int:
        target = self.targets[space_of(stand) * 6 + direction]
        if self.is_covered[target]:
            if not unused_of(stand):
                return stand | LOST
            stand -= 1 << UNUSED_AT
            if not self.is_open[target]:
                return stand
        stand = stand & ~SPACE | target
        if target == billygoat or self.is_deadly[target]:
            return stand | LOST
        found = self.bits[target] & left_of(stand)
        while found:
            # A Memory that is found can be paid with.
            stand += (1 << UNUSED_AT) - ((found & -found) << SPACE_BITS)
            found &= found - 1
        return stand

    def follow(self, stand: int, places: list[int], headings: list[int], steps: int) -> int:
        """Follow the needle for some steps; between two spaces the first is taken."""
        for _ in range(steps):
            if stand & LOST or not left_of(stand):
                break
            space = space_of(stand)
            x, y = self.compass.field(places, headings, space, self.earth)
            stand = self.step(stand, self.terrain.direction(space, x, y), places[BILLYGOAT])
        return stand

    def freely(
        self, stand: int, billygoat: int, steps: int, directions: list[int]
    ) -> dict[int, int]:
        """Every end of freely chosen steps, each with its first step.

        The first step goes in one of `directions`.
        """
        reached: dict[int, int] = {}
        for first in directions:
            after = self.step(stand, first, billygoat)
            if after not in reached:
                reached[after] = first
        for _ in range(steps - 1):
            further: dict[int, int] = {}
            for one, first in reached.items():
                if one & LOST:
                    further.setdefault(one, first)
                    continue
                for direction in range(6):
                    after = self.step(one, direction, billygoat)
                    if after not in further:
                        further[after] = first
            reached = further
        return reached


class Turning:
    """Where the Team ends up while one figure moves and turns and the others stay.

    What is found is kept.
    """

    def __init__(self, ground: Ground, state: FacelessState, figure: int) -> None:
        size = len(ground.bits)
        self.ground = ground
        self.figure = figure
        self.others = beside(state.places, figure)
        self.headings = state.headings[:]
        self.known = [False] * size
        self.x = [0.0] * size
        self.y = [0.0] * size
        self.parts: dict[int, list[int]] = {}
        self.levels: dict[int, dict[int, int]] = {}
        self.reached: dict[int, list[tuple[int, int]]] = {}
        self.walked: dict[int, int] = {}

    def look_up(self, space: int) -> None:
        """Compute the field of the other figures at a space, once."""
        if not self.known[space]:
            self.known[space] = True
            ground = self.ground
            self.x[space], self.y[space] = ground.compass.field(
                self.others, self.headings, space, ground.earth
            )

    def follow(self, stand: int, place: int, heading: int, billygoat: int, steps: int) -> int:
        key = self.key(stand, place, billygoat, steps) * 360 + heading
        end = self.walked.get(key, -1)
        if end < 0:
            end = self.walk(stand, place, heading, billygoat, steps)
            self.walked[key] = end
        return end

    def key(self, stand: int, place: int, billygoat: int, steps: int) -> int:
        return ((stand * MOST_PLACES + place) * MOST_PLACES + billygoat) * MOST_STEPS + steps

    def walk(self, stand: int, place: int, heading: int, billygoat: int, steps: int) -> int:
        ground = self.ground
        compass = ground.compass
        cosine = COSINES[heading]
        sine = SINES[heading]
        for _ in range(steps):
            if stand & LOST or not left_of(stand):
                break
            space = space_of(stand)
            self.look_up(space)
            at = place * compass.size + space
            cross = compass.cross[at]
            x = self.x[space] + compass.along[at] * cosine + cross * sine
            y = self.y[space] + cross * cosine + compass.upward[at] * sine
            stand = ground.step(stand, ground.terrain.direction(space, x, y), billygoat)
        return stand

    def ends(self, stand: int, place: int, billygoat: int, steps: int) -> list[tuple[int, int]]:
        """The end of every heading, each with the middle one of its headings."""
        key = self.key(stand, place, billygoat, steps)
        ends = self.reached.get(key)
        if ends is None:
            found = self.level(stand, place, billygoat, steps)
            ends = [(end, middle(some)) for end, some in sorted(found.items(), key=lowest)]
            self.reached[key] = ends
        return ends

    def level(self, stand: int, place: int, billygoat: int, steps: int) -> dict[int, int]:
        """The ends after some steps; headings that lead the same way go together, one bit each."""
        if steps <= 0:
            return {stand: EVERY}
        key = self.key(stand, place, billygoat, steps)
        found = self.levels.get(key)
        if found is None:
            found = {}
            for one, headings in self.level(stand, place, billygoat, steps - 1).items():
                if one & LOST or not left_of(one):
                    found[one] = found.get(one, 0) | headings
                    continue
                for direction, part in enumerate(self.parted(space_of(one), place)):
                    some = part & headings
                    if some:
                        end = self.ground.step(one, direction, billygoat)
                        found[end] = found.get(end, 0) | some
            self.levels[key] = found
        return found

    def parted(self, space: int, place: int) -> list[int]:
        """Which headings lead the Team from a space in each of the six directions."""
        key = space * MOST_PLACES + place
        parts = self.parts.get(key)
        if parts is None:
            parts = self.part(space, place)
            self.parts[key] = parts
        return parts

    def part(self, space: int, place: int) -> list[int]:
        ground = self.ground
        compass = ground.compass
        terrain = ground.terrain
        parts = [0] * 6
        self.look_up(space)
        x = self.x[space]
        y = self.y[space]
        at = place * compass.size + space
        along = compass.along[at]
        cross = compass.cross[at]
        upward = compass.upward[at]
        # A magnet is twice as strong along its axis as beside it: the most it can change.
        if compass.is_steady(x, y, 2.0 * (along + upward)):
            parts[terrain.direction(space, x, y)] = EVERY
            return parts
        sign = -1.0 if terrain.turned[space] else 1.0
        for number in range(TRIED // 2):
            cosine = COSINES[number * SPREAD]
            sine = SINES[number * SPREAD]
            x_more = along * cosine + cross * sine
            y_more = cross * cosine + upward * sine
            # A magnet turned by 180 degrees has the opposite effect.
            code = compass.code(sign * (x + x_more), sign * (y + y_more))
            parts[led(code)] |= 1 << number
            code = compass.code(sign * (x - x_more), sign * (y - y_more))
            parts[led(code)] |= OPPOSITE << number
        return parts


def beside(figures: list[int], figure: int) -> list[int]:
    """The numbers of all figures, AWAY for one of them."""
    others = figures[:]
    others[figure] = AWAY
    return others


def lowest(end: tuple[int, int]) -> int:
    """For sorting ends by the first heading that leads there."""
    return end[1] & -end[1]


def middle(headings: int) -> int:
    """The middle one of some headings."""
    for _ in range(headings.bit_count() // 2):
        headings &= headings - 1
    return ((headings & -headings).bit_length() - 1) * SPREAD
