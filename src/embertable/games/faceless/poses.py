"""Where a figure may be put, and the few headings of it that lead the Team different ways."""

from __future__ import annotations

from typing import Final

from embertable.engine.table import Table
from embertable.games.faceless.billygoat import billygoat_steps, spaces_in
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import are_near, collisions
from embertable.games.faceless.compass import COSINES, SINES, TIES, Compass
from embertable.games.faceless.content import BILLYGOAT, FACELESS
from embertable.games.faceless.moments import (
    BillygoatByCard,
    MayMove,
    MayStand,
    NeedleTurned,
    ObstacleOpen,
)
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.team import earth_field, step_target

ALL_HEADINGS: Final = list(range(360))
BLIND_HEADINGS: Final = list(range(0, 360, 30))
"""What is offered while the needle is covered, so that the list tells nothing of the field."""

CODES: Final = 13
"""Six directions, six ties, and a field too weak to tell."""


def external_places(table: Table[FacelessState], figure: int) -> list[int]:
    """Where a Faceless may come to stand (F-WALK-03, F-WALK-04, F-WALK-05)."""
    state = table.state
    board = state.content.board
    here = state.places[figure]
    if not table.ask(MayMove(figure, here), 1):
        return [] if here == AWAY else [here]
    others = [
        board.external_of(state.places[other])
        for other in FACELESS
        if other != figure and state.places[other] != AWAY
    ]
    reached: list[int] = []
    if here == AWAY:
        # Taken off the board, it comes back anywhere (F-COLL-04).
        reached.extend(range(board.ring))
    else:
        start = board.external_of(here)
        reached.append(start)
        for sense in (1, -1):
            number = (start + sense) % board.ring
            while number not in others and number != start:
                if number not in reached:
                    reached.append(number)
                number = (number + sense) % board.ring
    asked = table.rules.changes(MayStand)
    found: list[int] = []
    for number in sorted(reached):
        place = board.place_of_external(number)
        if not all([board.ring_distance(number, other) >= 2 for other in others]):
            continue
        if place == here or not asked or table.ask(MayStand(figure, place), 1):
            found.append(place)
    return found


def billygoat_places(table: Table[FacelessState], by_card: bool) -> list[int]:
    """Exactly one space away, or his own when there is no other (F-WALK-06, F-WALK-09)."""
    here = table.state.billygoat()
    spaces = billygoat_steps(table, here)
    if by_card:
        mask = table.state.content.board.mask(spaces)
        spaces = spaces_in(table.ask(BillygoatByCard(here), mask))
    return spaces or [here]


def short_headings(table: Table[FacelessState], figure: int, steps: int) -> list[int]:
    """One heading for each path of the Team that turning the figure can bring about.

    All 360 are looked at. Of those that lead the same way the middle of the longest run is named,
    so that each stands for its neighbours. A path is followed up to its first tie.
    """
    paths = Paths(table, figure)
    content = table.state.content
    places = table.state.places
    touching = table.options["collisions"] == "force" and any(
        [are_near(content, places[figure], places[other]) for other in range(4) if other != figure]
    )
    if not touching:
        paths.follow(places, table.state.team, max(steps, 1), ALL_HEADINGS)
    else:
        for gone, headings in paths.by_collision():
            left = [AWAY if one in gone else place for one, place in enumerate(places)]
            paths.follow(left, table.state.team, max(steps, 1), headings)
    return middles(paths.codes)


class Paths:
    """The Team's way for each heading of one figure, as one number a way."""

    def __init__(self, table: Table[FacelessState], figure: int) -> None:
        self.table = table
        self.figure = figure
        self.codes: list[int] = [0] * 360
        self.earth = earth_field(table)

    def by_collision(self) -> list[tuple[list[int], list[int]]]:
        """Headings that make the same figures snap off the board, told apart from the start."""
        state = self.table.state
        groups: list[tuple[list[int], list[int]]] = []
        for heading in ALL_HEADINGS:
            headings = state.headings[:]
            headings[self.figure] = heading
            snapped = collisions(state.content, state.places, headings, self.figure)
            gone = sorted([one for one, _ in snapped])
            code = 0
            for one in gone:
                code += 1 << one
            self.codes[heading] = code
            for known, members in groups:
                if known == gone:
                    members.append(heading)
                    break
            else:
                groups.append((gone, [heading]))
        return groups

    def follow(self, places: list[int], space: int, left: int, headings: list[int]) -> None:
        """Take the next step for all these headings, and go on with each group that agrees."""
        table = self.table
        state = table.state
        compass = state.content.compass
        sign = -1.0 if table.ask(NeedleTurned(space), 0) else 1.0
        groups = self.groups(compass, places, space, sign, headings)
        for code in range(CODES):
            members = groups[code]
            if not members:
                continue
            for heading in members:
                self.codes[heading] = self.codes[heading] * (CODES + 3) + code + 1
            if code >= TIES or left == 1:
                continue
            target = step_target(table, space, code)
            if target == places[BILLYGOAT]:
                continue
            if state.cover[target] != AWAY and not table.ask(ObstacleOpen(target), 0):
                continue
            self.follow(places, target, left - 1, members)

    def groups(
        self, compass: Compass, places: list[int], space: int, sign: float, headings: list[int]
    ) -> list[list[int]]:
        """The headings by what the needle then does: six directions, six ties, too weak."""
        found: list[list[int]] = [[] for _ in range(CODES)]
        figure = self.figure
        x = 0.0
        y = self.earth
        state = self.table.state
        for other in range(len(places)):
            if other != figure and places[other] != AWAY:
                at = places[other] * compass.size + space
                cosine = COSINES[state.headings[other]]
                sine = SINES[state.headings[other]]
                x += compass.along[at] * cosine + compass.cross[at] * sine
                y += compass.cross[at] * cosine + compass.upward[at] * sine
        along = cross = upward = 0.0
        if places[figure] != AWAY:
            at = places[figure] * compass.size + space
            along = compass.along[at]
            cross = compass.cross[at]
            upward = compass.upward[at]
        for heading in headings:
            cosine = COSINES[heading]
            sine = SINES[heading]
            code = compass.code(
                sign * (x + (along * cosine + cross * sine)),
                sign * (y + (cross * cosine + upward * sine)),
            )
            found[code].append(heading)
        return found


def middles(codes: list[int]) -> list[int]:
    """For each code the middle of its longest run around the circle, in order of heading."""
    start = 0
    while start < 360 and codes[start] == codes[start - 1]:
        start += 1
    if start == 360:
        return [0]
    longest: dict[int, int] = {}
    middle: dict[int, int] = {}
    length = 1
    for step in range(1, 361):
        heading = (start + step) % 360
        last = (heading + 359) % 360
        if step < 360 and codes[heading] == codes[last]:
            length += 1
            continue
        code = codes[last]
        if length > longest.get(code, 0):
            longest[code] = length
            middle[code] = (last - (length - 1) // 2) % 360
        length = 1
    return sorted(middle.values())
