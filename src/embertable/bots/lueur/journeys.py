"""What a journey may still become: villages within reach, walks of this round, and boats."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable

from embertable.bots.lueur.almanac import gain_of_effect
from embertable.games.lueur.archipelago import CLOSED, sailing_cost
from embertable.games.lueur.content import ELEMENTS, Board, Effect, LueurContent
from embertable.games.lueur.effects import footprint_cost

CROSSED_STEP = 0.6
STEPS_PER_DIE = 0.42
STEPS_PER_FOOTPRINT = 0.5
DOUBT = 1.4
"""How blurred the border of reach is, in steps."""
SAILING = 0.7
"""How likely a wanted sailing is possible in a round."""
MOST_SPACES = 300
"""A walk is looked at up to so many spaces, which few walks have."""


def priced(effects: Iterable[Effect]) -> float:
    """What the icons of a place or path are worth, without the footprints they cost."""
    gains = [gain_of_effect(effect) for effect in effects if effect.op != "pay_footprints"]
    return sum([gain.roughly() for gain in gains])


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
        self.steps = {village.id: self.steps_to(village.id) for village in self.villages}

    def steps_to(self, village: str) -> dict[str, float]:
        """From every space, the steps that a village is away."""
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

    def promise(self, company: str, encampment: str, steps: float) -> float:
        """The encampment's value, and what a better village adds if it is within reach."""
        camped = self.board.places[encampment].points
        best = 0.0
        if steps > 0:
            for village in self.villages:
                if village.points > camped:
                    away = self.steps[village.id][company]
                    reach = 1 / (1 + math.exp((away - steps) / DOUBT))
                    best = max(best, (village.points - camped) * reach)
        return camped + best

    def best_walk(self, walk: Walk) -> float:
        """The most that a walk with these dice and footprints makes of the journey."""
        return walk.best(self, walk.company, walk.footprints, 0.0)


class Walk:
    """A company about to walk: dice that may pay, symbols that close crossed spaces."""

    def __init__(
        self,
        company: str,
        encampment: str,
        visited: Iterable[str],
        unused: dict[str, int],
        symbols: dict[str, int],
        footprints: int,
        later: float,
        footprint: float,
    ) -> None:
        self.company = company
        self.encampment = encampment
        self.visited = set(visited)
        self.unused = dict(unused)
        self.symbols = symbols
        self.footprints = footprints
        self.later = later
        """Steps that may be expected in later rounds."""
        self.footprint = footprint
        """What a footprint that is left is worth."""
        self.looks = 0
        self.ends: dict[str, float] = {}

    def end(self, province: Province, space: str) -> float:
        """What the journey is worth when the company stops here, camping if that is better."""
        if space not in self.ends:
            worth = province.promise(space, self.encampment, self.later)
            place = province.board.places[space]
            if place.kind == "village":
                worth = max(worth, province.promise(space, space, self.later))
            self.ends[space] = worth
        return self.ends[space]

    def best(self, province: Province, space: str, footprints: int, icons: float) -> float:
        """The best end from here; a fitting die pays before a footprint, which pays anywhere."""
        best = self.end(province, space) + icons + self.footprint * footprints
        self.looks += 1
        if self.looks > MOST_SPACES:
            return best
        for to, kind, element, cost, gained in province.ways[space]:
            left = footprints - cost
            if to in self.visited or left < 0:
                continue
            by_die = kind == "element" and self.unused.get(element, 0) > 0
            if (kind == "element" and not by_die) or (
                kind == "crossed" and element in self.symbols
            ):
                left -= 1
                if left < 0:
                    continue
            if by_die:
                self.unused[element] -= 1
            self.visited.add(to)
            best = max(best, self.best(province, to, left, icons + gained))
            self.visited.remove(to)
            if by_die:
                self.unused[element] += 1
        return best


class Archipelago:
    """The Archipelago of Darkness as a map of distances."""

    def __init__(self, content: LueurContent) -> None:
        self.board: Board = content.archipelago
        self.away = {island: self.distances(island) for island in self.board.places}

    def distances(self, island: str) -> dict[str, int]:
        found = {island: 0}
        waiting = [island]
        for place in waiting:
            for other in self.board.paths[place]:
                if other not in found:
                    found[other] = found[place] + 1
                    waiting.append(other)
        return found

    def promise(self, boats: list[str], rounds: int) -> float:
        """What the islands are worth now, and what boats may add in the rounds that are left."""
        points = {island: place.points for island, place in self.board.places.items()}
        total = float(sum([points[island] for island in boats]))
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
        elements = sum([element in symbols for element in ELEMENTS])
        best = self.promise(boats, rounds) + price * footprints
        for start in sorted(set(boats)):
            for island, path in self.board.paths[start].items():
                cost = sailing_cost(path, elements)
                if island in boats or cost == CLOSED or cost > footprints:
                    continue
                moved = [*boats, island]
                moved.remove(start)
                icons = priced(path.effects) + priced(self.board.places[island].effects)
                worth = self.promise(moved, rounds) + icons + price * (footprints - cost)
                best = max(best, worth)
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
