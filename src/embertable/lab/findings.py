"""The statistics of a plan's games; the report turns them into sentences and plots."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from embertable.games import load
from embertable.lab.metrics import GameMetrics, metrics_of
from embertable.lab.one_game import PlayedGame
from embertable.lab.plan import Cell, Plan
from embertable.lab.statistics import (
    correlation,
    holm,
    mean,
    quantile,
    sign_test,
    standard_error,
    two_sided,
    wilson,
)

BINS = 5
"""Standings at a stage are sorted into quintiles."""
PRIOR = 8
"""The average counts as this many games in every estimate (shrinkage)."""
FEWEST = 20
"""Things that came into play less often are left out."""
SIGNIFICANT = 0.05
RARE = 0.03
DECIDED = 0.9
THIRDS = 3
SEAT = "seat/"
"""Prefix of the factor "seat in games of N players"."""


@dataclass(frozen=True)
class Rate:
    """How often something happened, with its Wilson interval."""

    count: int
    trials: int

    def rate(self) -> float:
        return self.count / self.trials if self.trials else 0.0

    def interval(self) -> tuple[float, float]:
        return wilson(self.count, self.trials)


@dataclass(frozen=True)
class Effect:
    """How much better than expected a side does with a thing."""

    kind: str
    thing: str
    times: int
    difference: float
    error: float
    p_value: float
    """Holm-corrected for all comparisons of the report."""

    def counts(self) -> bool:
        return self.p_value < SIGNIFICANT


@dataclass(frozen=True)
class Pairing:
    """The same games with and without something: wins, and how much further they got."""

    name: str
    games: int
    before: int
    after: int
    p_value: float
    reach: float
    reach_error: float


@dataclass(frozen=True)
class Share:
    """The first-order and the total share of the outcome that a source of luck explains."""

    source: str
    alone: float
    together: float
    error: float


class Findings:
    """The games of a plan, and the statistics over them."""

    def __init__(self, plan: Plan, games: Sequence[PlayedGame]) -> None:
        self.plan = plan
        self.metrics: GameMetrics = metrics_of(load(plan.game))
        self.all = games
        plain = [not (cell.forbid or cell.redeal) for cell in plan.cells]
        self.games = [one for one in games if plain[one.cell]]
        rate = self.overall().rate()
        self.by_reach = self.metrics.together and not RARE <= rate <= 1 - RARE
        """Where nearly all games end the same way, how far they got says more than who won."""
        self.expected = Expected(self.games, self.sides, self.result, self.group)

    # Sides: one where all win together, else one for each seat.

    def sides(self, one: PlayedGame) -> range:
        return range(1 if self.metrics.together else len(one.scores))

    def won(self, one: PlayedGame, side: int) -> bool:
        return bool(one.winners) if self.metrics.together else side in one.winners

    def result(self, one: PlayedGame, side: int) -> float:
        return float(one.reach[side]) if self.by_reach else float(self.won(one, side))

    def group(self, one: PlayedGame) -> int:
        """Groups games with comparable starts: a cell and, in campaigns, a third of its games."""
        return one.cell * THIRDS + one.run * THIRDS // self.plan.runs

    def cell(self, one: PlayedGame) -> Cell:
        return self.plan.cells[one.cell]

    # Win rates.

    def overall(self) -> Rate:
        return self.rate_of(self.games)

    def rate_of(self, games: Sequence[PlayedGame]) -> Rate:
        return Rate(len([one for one in games if one.winners]), len(games))

    def factors(self) -> list[str]:
        """What win rates are broken down by."""
        names = list(self.plan.varied) if self.metrics.together else []
        if self.plan.runs > 1:
            names.append("run")
        if not self.metrics.together:
            # Everybody wins less often with more players, so each number of players is separate.
            counts = sorted({len(one.scores) for one in self.games})
            names += [f"{SEAT}{players}" for players in counts]
            if len({bot for cell in self.plan.cells for bot in cell.bots}) > 1:
                names.append("bot")
        return names

    def rates(self, factor: str) -> list[tuple[str, Rate]]:
        """The win rate for each value of a factor, in the plan's order."""
        won: Counter[str] = Counter()
        trials: Counter[str] = Counter()
        for one in self.games:
            if factor.startswith(SEAT) and factor != f"{SEAT}{len(one.scores)}":
                continue
            for side in self.sides(one):
                value = self.value(one, side, factor)
                trials[value] += 1
                won[value] += self.won(one, side)
        return [(value, Rate(won[value], trials[value])) for value in self.ordered(factor, trials)]

    def value(self, one: PlayedGame, side: int, factor: str) -> str:
        cell = self.cell(one)
        if factor == "run":
            return str(one.run + 1)
        if factor.startswith(SEAT):
            return str(side + 1)
        if factor == "bot":
            return one.bots[side]
        if factor == "bots":
            return "+".join(cell.bots)
        if factor == "packs":
            return cell.pack
        return cell.settings()[factor]

    def ordered(self, factor: str, values: Iterable[str]) -> list[str]:
        if factor == "run" or factor.startswith(SEAT):
            return sorted(values, key=int)
        return list(values)

    # How games end, and how long they take.

    def outcomes(self, factor: str | None) -> list[tuple[str, Counter[str]]]:
        """Outcomes for each value of a factor, or for all games."""
        found: dict[str, Counter[str]] = {}
        for one in self.games:
            value = self.value(one, 0, factor) if factor else ""
            found.setdefault(value, Counter())[one.outcome] += 1
        return list(found.items())

    def places(self) -> list[tuple[str, str, int]]:
        """Where lost games ended: kind, thing and count."""
        counts: Counter[tuple[str, str]] = Counter()
        places = {kind.name for kind in self.metrics.kinds if kind.is_place}
        for one in self.games:
            if not one.winners:
                there = [(kind, id) for _, _, kind, id in one.things if kind in places]
                if there:
                    counts[there[-1]] += 1
        return [(kind, id, count) for (kind, id), count in counts.most_common()]

    def lengths(self) -> list[int]:
        return [len(one.standings) for one in self.games]

    def decisions(self) -> list[int]:
        return [one.decisions for one in self.games]

    def dead(self) -> tuple[float, float, float]:
        """Shares of decisions with one option and with equal options; the median longest streak."""
        total = max(1, sum(self.decisions()))
        forced = sum([one.forced for one in self.games]) / total
        idle = sum([one.idle for one in self.games]) / total
        return forced, idle, quantile([one.longest_idle for one in self.games], 0.5)

    # Tension.

    def tension(self) -> list[tuple[int, float, float, int]]:
        """For each stage: the mean estimated chance in games won, in games lost, and their number."""
        won: dict[int, list[float]] = defaultdict(list)
        lost: dict[int, list[float]] = defaultdict(list)
        for one in self.games:
            for side in self.sides(one):
                group = won if self.won(one, side) else lost
                for stage in range(len(one.standings)):
                    group[stage].append(self.expected.at(one, side, stage))
        # Stages that few games reach are too noisy.
        least = max(5, len(self.games) // 50)
        stages = [
            stage for stage in sorted({*won, *lost}) if len(won[stage] + lost[stage]) >= least
        ]
        return [(s, mean(won[s]), mean(lost[s]), len(won[s] + lost[s])) for s in stages]

    def decided_after(self) -> float:
        """The median share of a game after which its outcome was nearly certain."""
        shares: list[float] = []
        for one in self.games:
            for side in self.sides(one):
                chances = [self.expected.at(one, side, at) for at in range(len(one.standings))]
                sure = len(chances)
                while sure and max(chances[sure - 1], 1 - chances[sure - 1]) >= DECIDED:
                    sure -= 1
                shares.append(sure / len(chances) if chances else 1.0)
        return quantile(shares, 0.5)

    # Effects.

    def effects(self) -> list[Effect]:
        """Compare results with what was expected when each thing came into play."""
        residuals: dict[tuple[str, str], list[float]] = defaultdict(list)
        for one in self.games:
            for side in self.sides(one):
                first: dict[tuple[str, str], int] = {}
                for stage, whose, kind, id in one.things:
                    if whose == side:
                        first.setdefault((kind, id), stage)
                for thing, stage in first.items():
                    expected = self.expected.before(one, side, stage)
                    residuals[thing].append(self.result(one, side) - expected)
        judged = {key: each for key, each in residuals.items() if len(each) >= FEWEST}
        p_values = []
        for values in judged.values():
            error = standard_error(values)
            p_values.append(two_sided(mean(values) / error) if error else 1.0)
        corrected = holm(p_values)
        found = [
            Effect(kind, id, len(values), mean(values), standard_error(values), p_value)
            for ((kind, id), values), p_value in zip(judged.items(), corrected, strict=True)
        ]
        return sorted(found, key=lambda effect: -effect.difference)

    # Paired comparisons.

    def forbidden(self) -> list[Pairing]:
        places = [at for at, cell in enumerate(self.plan.cells) if cell.forbid]
        return self.paired([(self.plan.cells[at].forbid, 0, at) for at in places])

    def packs(self) -> list[Pairing]:
        """Each pack against the first one, in cells that are otherwise the same."""
        base = self.plan.packs[0][0]
        found: list[tuple[str, int, int]] = []
        cells = self.plan.cells
        for at, cell in enumerate(cells):
            if cell.pack != base and not (cell.forbid or cell.redeal):
                first = next(
                    place
                    for place, other in enumerate(cells)
                    if other.pack == base
                    and (other.options, other.bots) == (cell.options, cell.bots)
                )
                found.append((cell.pack, first, at))
        names = list(dict.fromkeys([name for name, _, _ in found]))
        return self.paired_groups(
            [(name, [(one, two) for known, one, two in found if known == name]) for name in names]
        )

    def paired(self, pairs: Sequence[tuple[str, int, int]]) -> list[Pairing]:
        return self.paired_groups([(name, [(one, other)]) for name, one, other in pairs])

    def paired_groups(
        self, groups: Sequence[tuple[str, Sequence[tuple[int, int]]]]
    ) -> list[Pairing]:
        by_key = {(one.cell, one.number, one.run): one for one in self.all}
        found: list[tuple[str, int, int, int, float, list[float]]] = []
        for name, cells in groups:
            games = [
                (by_key[(before, one.number, one.run)], one)
                for before, after in cells
                for one in self.all
                if one.cell == after
            ]
            better = len([1 for a, b in games if self.won(b, 0) and not self.won(a, 0)])
            worse = len([1 for a, b in games if self.won(a, 0) and not self.won(b, 0)])
            won = len([1 for a, _ in games if self.won(a, 0)])
            further = [float(b.reach[0] - a.reach[0]) for a, b in games]
            p_value = sign_test(better, worse)
            found.append((name, len(games), won, won + better - worse, p_value, further))
        corrected = holm([each[4] for each in found])
        return [
            Pairing(name, games, before, after, p_value, mean(further), standard_error(further))
            for (name, games, before, after, _, further), p_value in zip(
                found, corrected, strict=True
            )
        ]

    def luck(self) -> list[Share]:
        """Correlate the same games with one source of luck kept, or re-dealt."""
        base = {(one.number, one.run): one for one in self.all if one.cell == 0}
        ends: dict[str, tuple[list[float], list[float]]] = {}
        for at, cell in enumerate(self.plan.cells):
            if cell.redeal:
                others = [one for one in self.all if one.cell == at]
                was = [base[(one.number, one.run)] for one in others]
                ends[cell.redeal] = by_run(was), by_run(others)
        found: list[Share] = []
        for name in [name for name in ends if not name.startswith("-")]:
            kept = correlation(*ends[f"-{name}"])
            changed = correlation(*ends[name])
            if kept is not None and changed is not None:
                error = (1 - kept * kept) / math.sqrt(max(1, len(ends[name][0]) - 2))
                found.append(Share(name, kept, 1 - changed, error))
        return found


def by_run(games: Sequence[PlayedGame]) -> list[float]:
    """How far games got, less the average of their place in the campaign, which is not luck."""
    sums: dict[int, Sum] = defaultdict(Sum)
    for one in games:
        sums[one.run].add(float(one.reach[0]))
    return [one.reach[0] - sums[one.run].mean() for one in games]


class Expected:
    """The expected result at each stage, from games with a similar standing."""

    def __init__(
        self,
        games: Sequence[PlayedGame],
        sides: Callable[[PlayedGame], range],
        result: Callable[[PlayedGame, int], float],
        group: Callable[[PlayedGame], int],
    ) -> None:
        self.group = group
        standings: dict[int, list[float]] = defaultdict(list)
        for one in games:
            for stage, each in enumerate(one.standings):
                standings[stage].extend([float(value) for value in each])
        self.edges = {
            stage: sorted({quantile(values, cut / BINS) for cut in range(1, BINS)})
            for stage, values in standings.items()
        }
        self.similar: dict[tuple[int, int], Sum] = defaultdict(Sum)
        self.own: dict[tuple[int, int, int], Sum] = defaultdict(Sum)
        self.base: dict[int, Sum] = defaultdict(Sum)
        for one in games:
            for side in sides(one):
                value = result(one, side)
                self.base[self.group(one)].add(value)
                for stage in range(len(one.standings)):
                    place = self.bin(one, side, stage)
                    self.similar[(stage, place)].add(value)
                    self.own[(self.group(one), stage, place)].add(value)

    def bin(self, one: PlayedGame, side: int, stage: int) -> int:
        value = one.standings[stage][side]
        return sum([value >= edge for edge in self.edges[stage]])

    def at(self, one: PlayedGame, side: int, stage: int) -> float:
        """Estimated from the game's own group, shrunk towards all games."""
        place = self.bin(one, side, stage)
        own, similar = self.own[(self.group(one), stage, place)], self.similar[(stage, place)]
        return (own.total + PRIOR * similar.mean()) / (own.count + PRIOR)

    def before(self, one: PlayedGame, side: int, stage: int) -> float:
        """Expected before something came into play in `stage`; 0 is the set-up."""
        return self.at(one, side, stage - 1) if stage else self.base[self.group(one)].mean()


class Sum:
    """A running sum and count."""

    def __init__(self) -> None:
        self.total = 0.0
        self.count = 0

    def add(self, value: float) -> None:
        self.total += value
        self.count += 1

    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0
