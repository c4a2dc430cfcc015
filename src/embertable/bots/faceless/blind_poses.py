"""The value of a pose under the Fog: the mean over guesses of where the needle may lead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from embertable.bots.evaluator import Values
from embertable.bots.faceless.guesses import GUESSES
from embertable.bots.faceless.position_value import Judge, Position, mean_of
from embertable.bots.faceless.walks import Terrain, Way
from embertable.bots.sums import add_up
from embertable.games.faceless.content import BILLYGOAT
from embertable.games.faceless.headings import BLIND
from embertable.games.faceless.state import FacelessState

BLIND_HEADINGS: Final = list(range(0, 360, BLIND))
MOST: Final = 12
"""Poses whose Threats are considered: those with the best walks."""


class BlindPose:
    """A place and heading, the walk by each guess, and their mean value before the Threat."""

    def __init__(self, place: int, heading: int, ways: list[Way], value: float) -> None:
        self.place = place
        self.heading = heading
        self.ways = ways
        self.value = value


class BlindPoses:
    """Poses of one figure after another, at one decision."""

    def __init__(self, state: FacelessState, terrain: Terrain, judge: Judge, is_calm: bool) -> None:
        self.state = state
        self.terrain = terrain
        self.judge = judge
        self.is_calm = is_calm

    def best(
        self,
        position: Position,
        figure: int,
        places: Sequence[int],
        headings: Sequence[int],
        steps: int,
    ) -> Values:
        """The value of the best of these poses."""
        found = self.poses(position, figure, places, headings, steps)
        if not found:
            return self.judge.value(position) if self.is_calm else self.judge.after_threat(position)
        found.sort(key=lambda pose: -pose.value)
        values = [self.value(position, figure, pose) for pose in found[:MOST]]
        return max(values, key=lambda value: add_up(value.values()))

    def poses(
        self,
        position: Position,
        figure: int,
        places: Sequence[int],
        headings: Sequence[int],
        steps: int,
    ) -> list[BlindPose]:
        standing = self.terrain.standing(self.state.places, self.state.headings, figure)
        billygoat = self.state.places[BILLYGOAT]
        found: list[BlindPose] = []
        for place in places:
            known: dict[Way, float] = {}
            if figure == BILLYGOAT:
                billygoat = place
            for heading in headings:
                if billygoat == position.way.team:
                    ways = [replace(position.way, lost=True)] * GUESSES
                else:
                    ways = self.terrain.supposed_ways(
                        position.way, standing, place, heading, billygoat, steps
                    )
                total = 0.0
                for way in ways:
                    if way not in known:
                        after = self.posed(position, figure, place, heading, way)
                        known[way] = add_up(self.judge.value(after).values())
                    total += known[way]
                found.append(BlindPose(place, heading, ways, total / GUESSES))
        return found

    def posed(
        self, position: Position, figure: int, place: int, heading: int, way: Way
    ) -> Position:
        places = self.state.places[:]
        headings = self.state.headings[:]
        places[figure] = place
        headings[figure] = heading
        return position.with_figures(places, headings).with_way(way)

    def value(self, position: Position, figure: int, pose: BlindPose) -> Values:
        """The mean over the guesses, each with its own walk and Threat."""
        values: list[Values] = []
        for number, way in enumerate(pose.ways):
            after = self.posed(position, figure, pose.place, pose.heading, way)
            if self.is_calm:
                values.append(self.judge.value(after))
                continue
            self.judge.in_mind = [number]
            values.append(self.judge.after_threat(after))
        self.judge.in_mind = list(range(GUESSES))
        return mean_of(values)
