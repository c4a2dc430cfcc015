"""The expected value of a journey: villages within reach, walks of this round, and boats."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from dataclasses import dataclass

from embertable.bots.lueur.expected_gains import gain_of_effect
from embertable.bots.sums import add_up
from embertable.games.lueur.archipelago import CLOSED, sailing_cost
from embertable.games.lueur.content import ELEMENTS, Board, LueurContent
from embertable.games.lueur.effects import footprint_cost
from embertable.games.lueur.vocabulary import Effect, PayFootprints

CROSSED_STEP = 0.6
STEPS_PER_DIE = 0.42
DOUBT = 1.4
"""The uncertainty of reach, in steps."""
SAILING = 0.7
"""The probability that a wanted sailing is possible in a round."""
MOST_WALKS = 20_000
"""The size of the cache: the same dice come up again and again in one Late morning."""
MOST_SPACES = 300
"""The most spaces examined for one walk; few walks reach it."""


def priced(effects: Iterable[Effect]) -> float:
    """What the icons of a place or path are worth, without the footprints they cost."""
    gains = [gain_of_effect(one) for one in effects if not isinstance(one, PayFootprints)]
    return add_up([gain.in_bursts() for gain in gains])


class Province:
    """The Province of Shadows as a map of costs."""

    def __init__(self, content: LueurContent) -> None:
        self.board = content.province
        self.villages = [
            place
            for place in self.board.places.values()
            if place.kind == "village" and place.points
        ]
        self.ways = {
            space: [
                (
                    to,
                    self.board.places[to].kind,
                    self.board.places[to].element,
                    footprint_cost(path.effects) + footprint_cost(self.board.places[to].effects),
                    priced(path.effects) + priced(self.board.places[to].effects),
                )
                for to, path in paths.items()
            ]
            for space, paths in self.board.paths.items()
        }
        self.icons = {
            (space, to): icons
            for space, ways in self.ways.items()
            for to, _kind, _element, _cost, icons in ways
        }
        """What a step from one space to another brings, before it is paid for."""
        self._walks: dict[tuple[object, ...], float] = {}
        self._stops: dict[tuple[str, float], dict[str, float]] = {}
        self._estimates: dict[tuple[str, str, float], float] = {}
        self.steps = {village.id: self.steps_to(village.id) for village in self.villages}

    def steps_to(self, village: str) -> dict[str, float]:
        """The distance in steps from every space to a village."""
        found: dict[str, float] = {}
        border = [(0.0, village)]
        while border:
            steps, space = heapq.heappop(border)
            if space in found:
                continue
            found[space] = steps
            for other, paths in self.ways.items():
                for to, kind, _element, cost, icons in paths:
                    if to == space and other not in found:
                        step = {"element": 1.0, "crossed": CROSSED_STEP}.get(kind, 0.0)
                        weight = max(0.1, step + cost - 0.5 * icons)
                        heapq.heappush(border, (steps + weight, other))
        return found

    def estimate(self, company: str, encampment: str, steps: float) -> float:
        """The encampment's value plus the expected gain from a better village within reach."""
        key = (company, encampment, steps)
        if key not in self._estimates:
            camped = self.board.places[encampment].points
            best = 0.0
            for village in self.villages if steps > 0 else ():
                if village.points > camped:
                    away = self.steps[village.id][company]
                    reach = 1 / (1 + math.exp((away - steps) / DOUBT))
                    best = max(best, (village.points - camped) * reach)
            self._estimates[key] = camped + best
        return self._estimates[key]

    def stop(self, walk: Walk, space: str) -> float:
        """The journey's value if the company stops here, camping if that is better."""
        value = self.estimate(space, walk.encampment, walk.later)
        if self.board.places[space].kind == "village":
            value = max(value, self.estimate(space, space, walk.later))
        return value

    def best_walk(self, walk: Walk) -> float:
        """The best value of a walk, with unspent footprints."""
        key = walk.key()
        if key not in self._walks:
            if len(self._walks) > MOST_WALKS:
                self._walks.clear()
            self._walks[key] = self.search(walk)
        return self._walks[key]

    def search(self, walk: Walk) -> float:
        """Search all walks; a matching die pays before a footprint, which pays anywhere."""
        unused = dict(walk.unused)
        visited = set(walk.visited)
        stops = self._stops.setdefault((walk.encampment, walk.later), {})
        looks = 0

        def search_from(space: str, footprints: int, wild: int, gained: float) -> float:
            nonlocal looks
            looks += 1
            if space not in stops:
                stops[space] = self.stop(walk, space)
            best = stops[space] + gained + walk.footprint * footprints
            if looks > MOST_SPACES:
                return best
            for to, kind, element, cost, icons in self.ways[space]:
                left = footprints - cost
                if to in visited or left < 0:
                    continue
                spare = wild
                die = kind == "element" and unused.get(element, 0) > 0
                if die:
                    unused[element] -= 1
                elif kind == "element" or (kind == "crossed" and element in walk.symbols):
                    left -= 1
                    spare -= 1
                    if left < 0 or spare < 0:
                        continue
                visited.add(to)
                found = search_from(to, left, spare, gained + icons)
                best = max(best, found)
                visited.remove(to)
                if die:
                    unused[element] += 1
            return best

        return search_from(walk.company, walk.footprints, walk.wild, 0.0)


@dataclass
class Walk:
    """A company about to walk: dice that may pay, and symbols that close crossed spaces."""

    company: str
    encampment: str
    visited: Iterable[str]
    unused: dict[str, int]
    symbols: dict[str, int]
    footprints: int
    wild: int
    """How many footprints may replace a symbol; it bounds the search."""
    later: float
    """Expected steps in later rounds."""
    footprint: float
    """The value of an unspent footprint."""

    # Written out: one is made for each hand of dice.

    def key(self) -> tuple[object, ...]:
        return (
            self.company,
            self.encampment,
            self.footprints,
            self.wild,
            self.later,
            self.footprint,
            *[self.unused.get(element, 0) for element in ELEMENTS],
            *[element in self.symbols for element in ELEMENTS],
            *sorted(self.visited),
        )


class Archipelago:
    """The Archipelago of Darkness as a map of distances."""

    def __init__(self, content: LueurContent) -> None:
        self.board: Board = content.archipelago
        self.away = {island: self.distances(island) for island in self.board.places}
        self.icons = {
            start: {
                island: priced(path.effects) + priced(self.board.places[island].effects)
                for island, path in paths.items()
            }
            for start, paths in self.board.paths.items()
        }
        """What a sailing from one island to another brings, before it is paid for."""
        self._estimates: dict[tuple[object, ...], float] = {}

    def distances(self, island: str) -> dict[str, int]:
        found = {island: 0}
        waiting = [island]
        for place in waiting:
            for other in self.board.paths[place]:
                if other not in found:
                    found[other] = found[place] + 1
                    waiting.append(other)
        return found

    def estimate(self, boats: list[str], rounds: int) -> float:
        """The islands' value now plus what boats are expected to add in the remaining rounds."""
        key = (rounds, *sorted(boats))
        found = self._estimates.get(key)
        if found is None:
            if len(self._estimates) > MOST_WALKS:
                self._estimates.clear()
            found = self._estimates[key] = self.estimated(boats, rounds)
        return found

    def estimated(self, boats: list[str], rounds: int) -> float:
        points = {island: place.points for island, place in self.board.places.items()}
        total = float(sum(points[island] for island in boats))
        goals = [
            ((points[goal] - points[boat]) * SAILING ** self.away[boat][goal], boat, goal)
            for boat in boats
            for goal in points
            if goal not in boats and points[goal] > points[boat]
        ]
        waiting = list(boats)
        reached: list[str] = []
        for gain, boat, goal in sorted(goals, reverse=True):
            hops = self.away[boat][goal]
            if boat in waiting and goal not in reached and hops <= rounds:
                waiting.remove(boat)
                reached.append(goal)
                rounds -= hops
                total += gain
        return total

    def best_sail(
        self, boats: list[str], symbols: dict[str, int], footprints: int, rounds: int, price: float
    ) -> float:
        """The best of staying and all sailings that these dice allow, footprints included."""
        elements = sum(element in symbols for element in ELEMENTS)
        best = self.estimate(boats, rounds) + price * footprints
        for start in sorted(set(boats)):
            for island, path in self.board.paths[start].items():
                cost = sailing_cost(path, elements)
                if island in boats or cost == CLOSED or cost > footprints:
                    continue
                moved = [*boats, island]
                moved.remove(start)
                value = self.estimate(moved, rounds) + self.icons[start][island]
                best = max(best, value + price * (footprints - cost))
        return best


_provinces: dict[str, Province] = {}
_archipelagos: dict[str, Archipelago] = {}


def province_of(content: LueurContent) -> Province:
    if content.hash not in _provinces:
        _provinces[content.hash] = Province(content)
    return _provinces[content.hash]


def archipelago_of(content: LueurContent) -> Archipelago:
    if content.hash not in _archipelagos:
        _archipelagos[content.hash] = Archipelago(content)
    return _archipelagos[content.hash]
