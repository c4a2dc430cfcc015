"""The same numbered games played twice: with another pack, without a thing, with another setting.

Games of the same number share their seed, so they are compared pair by pair, and all pairs of a number
count as one cluster. In games of rivals a thing is judged by the side that held it: a stronger card
lets its holder win more often, and seat 1 no more often than before.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from embertable.engine.game import Game
from embertable.games import load
from embertable.lab.metrics import GameMetrics, metrics_of
from embertable.lab.one_game import PlayedGame
from embertable.lab.plan import Cell, Plan
from embertable.lab.statistics import (
    FEWEST,
    LEVEL,
    RARE,
    SMALL,
    SMALL_SHARE,
    Estimate,
    clustered_sign_test,
    estimate,
    holm,
    mean,
    standard_deviation,
)

WON = "won"
REACH = "reach"
SCORE = "score"
LENGTH = "length"
TO = " → "
"""Between the two values of a setting that are compared."""
MOST_VALUES = 5
"""Up to here every pair of values is compared; beyond, neighbours."""

Pair = tuple[PlayedGame, PlayedGame, int, int]
"""A game before and after, and the side that is judged in each."""
Measure = Callable[[PlayedGame, int], float]


@dataclass(frozen=True)
class Change:
    """One measure of the same games, before and after."""

    measure: str
    before: float
    after: float
    difference: Estimate
    margin: float
    """Differences up to here count as none."""
    p_value: float
    """Holm-corrected for all comparisons of its family."""
    by_seed: tuple[float, ...] = ()
    """The mean difference of each seed, in the order of seeds."""

    def counts(self) -> bool:
        return self.p_value < LEVEL

    def more(self) -> int | None:
        """How many more seeds would settle it; 0 if it is settled, None if nobody can tell yet."""
        if self.counts():
            return 0
        wanted = self.difference.more_clusters(self.margin)
        # Significant on its own, but not among all comparisons: twice as many games would do.
        low, high = self.difference.interval()
        return self.difference.clusters if wanted == 0 and low * high > 0 else wanted


@dataclass(frozen=True)
class Comparison:
    """What one change does to the games, or to the holders of one thing."""

    name: str
    thing: str
    """`kind:id` where holders are judged, else empty."""
    pairs: int
    held: tuple[int, int]
    """In how many games the thing was in play before and after."""
    changes: tuple[Change, ...]
    cells: tuple[int, ...] = ()
    """The cells whose games are compared."""

    def change(self, measure: str) -> Change:
        return next(change for change in self.changes if change.measure == measure)

    def main(self) -> Change:
        """The change to tell: the first significant one, or else the first."""
        return next((change for change in self.changes if change.counts()), self.changes[0])

    def counts(self) -> bool:
        return self.main().counts()


class Comparisons:
    """All paired comparisons of a plan."""

    def __init__(self, plan: Plan, games: Sequence[PlayedGame]) -> None:
        self.plan = plan
        self.game: Game = load(plan.game)
        self.metrics: GameMetrics = metrics_of(self.game)
        self.by_cell: dict[int, dict[tuple[int, int], PlayedGame]] = {}
        for one in games:
            self.by_cell.setdefault(one.cell, {})[(one.number, one.run)] = one
        first = list(self.by_cell.get(0, {}).values())
        self.margins = {
            name: SMALL_SHARE * standard_deviation([measure(one, 0) for one in first])
            for name, measure in self.measures().items()
        }
        self.margins[WON] = SMALL
        self.is_rare = not RARE <= mean([self.won(one, 0) for one in first]) <= 1 - RARE

    def measures(self) -> dict[str, Measure]:
        """How a side does, and in games of rivals how the whole table does."""
        return {WON: self.won, REACH: reach, SCORE: score, LENGTH: length}

    def won(self, one: PlayedGame, side: int) -> float:
        return float(bool(one.winners) if self.metrics.together else side in one.winners)

    def sides(self, one: PlayedGame) -> range:
        return range(1 if self.metrics.together else len(one.scores))

    def whole(self) -> tuple[str, ...]:
        """The measures of a whole game, the most telling first: among rivals somebody always wins."""
        if not self.metrics.together:
            return SCORE, LENGTH
        return (REACH, WON) if self.is_rare else (WON, REACH)

    # What is compared.

    def forbidden(self) -> list[Comparison]:
        """Those who had a thing, against the same sides where nobody may have it."""
        found: list[Comparison] = []
        for at, cell in enumerate(self.plan.cells):
            if cell.forbid:
                thing = cell.forbid
                games = list(self.matched([(0, at)]))
                held = [
                    len([1 for pair in games if self.holders(pair[place], thing)])
                    for place in (0, 1)
                ]
                # Where it came into play all the same, nobody was asked whether it should.
                avoided = [pair for pair in games if not self.holders(pair[1], thing)]
                # A party is judged as a whole; where it had no use for the thing, nothing differs.
                pairs = [
                    (*pair, side, side)
                    for pair in avoided
                    for side in ([0] if self.metrics.together else self.holders(pair[0], thing))
                ]
                one = self.compared(thing, thing, pairs, (held[0], held[1]))
                found.append(replace(one, cells=(0, at)))
        return corrected(found)

    def packs(self) -> list[tuple[Comparison, list[Comparison], list[Comparison]]]:
        """Each further pack against the first: the whole game, changed things, other things."""
        base = self.plan.packs[0][0]
        found = []
        for name, _, _ in self.plan.packs[1:]:
            cells = self.alike(self.plain(base), self.plain(name))
            games = list(self.matched(cells))
            whole = self.compared(name, "", [(*pair, 0, 0) for pair in games], (0, 0), self.whole())
            changed = changed_things(self.game, self.plan, base, name)
            things = self.in_play(games)
            ours = [self.by_holder(name, thing, games) for thing in changed if thing in things]
            others = [
                each
                for thing in things
                if thing not in changed
                if (each := self.by_holder(name, thing, games)).changes[0].difference.clusters
                >= FEWEST
            ]
            (whole,) = corrected([whole])
            used = tuple([at for pair in cells for at in pair])
            whole, *ours = [replace(each, cells=used) for each in [whole, *corrected(ours)]]
            found.append((whole, ours, corrected(others)))
        return found

    def varied(self) -> dict[str, list[Comparison]]:
        """Every value of everything that is varied against the others, or its neighbours."""
        base = self.plan.packs[0][0]
        found: dict[str, list[Comparison]] = {}
        for factor in self.plan.varied:
            if factor == "packs" or (factor == "bots" and not self.metrics.together):
                continue
            cells = self.plain(base)
            values = list(dict.fromkeys([setting(self.plan.cells[at], factor) for at in cells]))
            pairs = (
                itertools.combinations(values, 2)
                if len(values) <= MOST_VALUES
                else itertools.pairwise(values)
            )
            own = []
            for one, other in pairs:
                before, after = [
                    [at for at in cells if setting(self.plan.cells[at], factor) == value]
                    for value in (one, other)
                ]
                paired = self.alike(before, after, factor)
                games = [(*pair, 0, 0) for pair in self.matched(paired)]
                name = f"{one}{TO}{other}"
                each = self.compared(name, "", games, (0, 0), self.whole())
                own.append(replace(each, cells=tuple([at for pair in paired for at in pair])))
            found[factor] = corrected(own)
        return found

    # How it is compared.

    def plain(self, pack: str) -> list[int]:
        """The cells of a pack that neither forbid nor deal again."""
        cells = enumerate(self.plan.cells)
        return [at for at, c in cells if c.pack == pack and not (c.forbid or c.redeal)]

    def alike(
        self, before: Sequence[int], after: Sequence[int], factor: str = ""
    ) -> list[tuple[int, int]]:
        """Pairs of cells that differ in the factor, or the pack, alone."""

        def rest(at: int) -> tuple[object, ...]:
            cell = self.plan.cells[at]
            options = tuple([each for each in cell.options if each[0] != factor])
            return options, () if factor == "bots" else cell.bots

        known = {rest(at): at for at in before}
        return [(known[rest(at)], at) for at in after if rest(at) in known]

    def matched(self, cells: Iterable[tuple[int, int]]) -> Iterable[tuple[PlayedGame, PlayedGame]]:
        """The games of the same number, run and pair of cells."""
        for before, after in cells:
            others = self.by_cell.get(before, {})
            for key, one in self.by_cell.get(after, {}).items():
                if key in others:
                    yield others[key], one

    def holders(self, one: PlayedGame, thing: str) -> list[int]:
        kind, _, id = thing.partition(":")
        return sorted(
            {side for _, side, a_kind, an_id in one.things if (a_kind, an_id) == (kind, id)}
        )

    def in_play(self, games: Sequence[tuple[PlayedGame, PlayedGame]]) -> list[str]:
        seen = {f"{kind}:{id}" for pair in games for one in pair for _, _, kind, id in one.things}
        return sorted(seen)

    def by_holder(
        self, name: str, thing: str, games: Sequence[tuple[PlayedGame, PlayedGame]]
    ) -> Comparison:
        """The sides that hold the thing in both games; who alone takes it up may just be ahead."""
        pairs: list[Pair] = []
        held = [0, 0]
        for before, after in games:
            ones, others = self.holders(before, thing), self.holders(after, thing)
            held[0] += bool(ones)
            held[1] += bool(others)
            pairs += [(before, after, side, side) for side in ones if side in others]
        return self.compared(name, thing, pairs, (held[0], held[1]))

    def compared(
        self,
        name: str,
        thing: str,
        pairs: Sequence[Pair],
        held: tuple[int, int],
        measures: Sequence[str] = (WON, REACH),
    ) -> Comparison:
        known: Mapping[str, Measure] = self.measures()
        clusters = [before.number for before, _, _, _ in pairs]
        changes = []
        for measure in measures:
            value = known[measure]
            ones = [value(before, side) for before, _, side, _ in pairs]
            others = [value(after, side) for _, after, _, side in pairs]
            differences = [other - one for one, other in zip(ones, others, strict=True)]
            difference = estimate(differences, clusters)
            p_value = (
                clustered_sign_test(differences, clusters)
                if measure == WON
                else difference.p_value()
            )
            margin = self.margins[measure]
            changes.append(
                Change(
                    measure,
                    mean(ones),
                    mean(others),
                    difference,
                    margin,
                    p_value,
                    seed_by_seed(differences, clusters),
                )
            )
        return Comparison(name, thing, len(pairs), held, tuple(changes))


def seed_by_seed(differences: Sequence[float], seeds: Sequence[int]) -> tuple[float, ...]:
    found: dict[int, list[float]] = defaultdict(list)
    for difference, seed in zip(differences, seeds, strict=True):
        found[seed].append(difference)
    return tuple([mean(found[seed]) for seed in sorted(found)])


def reach(one: PlayedGame, side: int) -> float:
    return float(one.reach[side])


def score(one: PlayedGame, side: int) -> float:
    """The mean score of all sides."""
    return mean(one.scores)


def length(one: PlayedGame, side: int) -> float:
    return float(one.decisions)


def setting(cell: Cell, factor: str) -> str:
    return "+".join(cell.bots) if factor == "bots" else cell.settings()[factor]


def changed_things(game: Game, plan: Plan, one: str, other: str) -> list[str]:
    """The things whose rows differ between two packs, as `kind:id`."""
    contents = [game.read_content(plan.pack(name)[0]) for name in (one, other)]
    found: list[str] = []
    for kind in metrics_of(game).kinds:
        before, after = [kind.ids(content) for content in contents]
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            ids = [id for id in after if id not in before or before[id] != after[id]]
        else:
            ids = [id for id in after if id not in set(before)]
        found += [f"{kind.name}:{id}" for id in ids]
    return found


def corrected(found: Sequence[Comparison]) -> list[Comparison]:
    """The comparisons of one family with Holm's correction over all their measures."""
    p_values = iter(holm([change.p_value for each in found for change in each.changes]))
    return [
        replace(
            each,
            changes=tuple([replace(change, p_value=next(p_values)) for change in each.changes]),
        )
        for each in found
    ]
