"""The statistics of a plan's games; the report turns them into sentences and plots."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TypeAlias

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
    correlation_interval,
    effective_trials,
    estimate,
    holm,
    mean,
    quantile,
    standard_deviation,
    wilson,
)

Thing: TypeAlias = tuple[str, str]
"""Kind and id."""
Use: TypeAlias = tuple[int, int, int, int]
"""The number, cell, run and side that had a thing; games of one number share their seed."""

BINS = 5
"""Standings at a stage are sorted into quintiles."""
PRIOR = 8
"""The average counts as this many games in every estimate (shrinkage)."""
SAME_FACT = 0.95
"""Things that share this part of their games are told as one."""
DECIDED = 0.9
THIRDS = 3
SEAT = "seat/"
"""Prefix of the factor "seat in games of N players"."""


@dataclass(frozen=True)
class Rate:
    """How often something happened, with its Wilson interval over independent games."""

    count: int
    trials: int
    effective: float
    """As many independent games would say as much; games of one seed depend on each other."""

    def rate(self) -> float:
        return self.count / self.trials if self.trials else 0.0

    def interval(self) -> tuple[float, float]:
        return wilson(self.rate() * self.effective, self.effective)


def rate_of(won: Sequence[bool], seeds: Sequence[int]) -> Rate:
    return Rate(sum(won), len(won), effective_trials([float(each) for each in won], seeds))


@dataclass(frozen=True)
class Effect:
    """How much better than expected a side does with a thing."""

    kind: str
    thing: str
    times: int
    difference: Estimate
    margin: float
    p_value: float
    """Holm-corrected for all comparisons of the report."""
    with_it: tuple[tuple[str, str], ...] = ()
    """Things that nearly the same sides have: the same fact under other names."""
    against: tuple[tuple[str, str], ...] = ()
    """Things that nearly always the one rival has: the same fact from the other side."""

    def counts(self) -> bool:
        return self.p_value < LEVEL

    def name(self) -> str:
        return f"{self.kind}:{self.thing}"


@dataclass(frozen=True)
class Part:
    """A share as it was estimated, which chance may put below 0 or above 1, and its interval."""

    estimate: float
    low: float
    high: float

    def share(self) -> float:
        return limited(self.estimate)

    def interval(self) -> tuple[float, float]:
        return limited(self.low), limited(self.high)

    def is_outside(self) -> bool:
        return self.estimate != self.share()

    def width(self) -> float:
        low, high = self.interval()
        return high - low


def limited(share: float) -> float:
    return min(1.0, max(0.0, share))


@dataclass(frozen=True)
class Share:
    """The first-order and the total share of the outcome that a source of luck explains."""

    source: str
    alone: Part
    together: Part


class Findings:
    """The games of a plan, and the statistics over them."""

    def __init__(self, plan: Plan, games: Sequence[PlayedGame]) -> None:
        self.plan = plan
        self.metrics: GameMetrics = metrics_of(load(plan.game))
        self.all = games
        pack = plan.packs[0][0]
        plain = [cell.pack == pack and not (cell.forbid or cell.redeal) for cell in plan.cells]
        self.games = [one for one in games if plain[one.cell]]
        """The plain games of the first pack; those of other packs are only compared with them."""
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
        won = [bool(one.winners) for one in self.games]
        return rate_of(won, [one.number for one in self.games])

    def factors(self) -> list[str]:
        """What win rates are broken down by."""
        varied = [name for name in self.plan.varied if name != "packs"]
        names = varied if self.metrics.together else []
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
        won: dict[str, list[bool]] = defaultdict(list)
        seeds: dict[str, list[int]] = defaultdict(list)
        for one in self.games:
            if factor.startswith(SEAT) and factor != f"{SEAT}{len(one.scores)}":
                continue
            for side in self.sides(one):
                value = self.value(one, side, factor)
                won[value].append(self.won(one, side))
                seeds[value].append(one.number)
        return [(value, rate_of(won[value], seeds[value])) for value in self.ordered(factor, won)]

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

    def comebacks(self) -> Rate:
        """How many games somebody won whose chance had once fallen to half of that at the start."""
        back: list[bool] = []
        for one in self.games:
            chances = [
                [self.expected.at(one, side, at) for at in range(len(one.standings))]
                for side in self.sides(one)
                if self.won(one, side)
            ]
            back.append(any([min(each) <= each[0] / 2 for each in chances if each]))
        return rate_of(back, [one.number for one in self.games])

    def lead_changes(self) -> float:
        """In games of rivals, the median number of times that another side took the lead."""
        counts: list[int] = []
        for one in self.games:
            leaders = [
                each.index(max(each)) for each in one.standings if each.count(max(each)) == 1
            ]
            counts.append(len([1 for a, b in itertools.pairwise(leaders) if a != b]))
        return quantile(counts, 0.5)

    # Who has an advantage.

    def seats(self) -> list[tuple[str, Estimate, float]]:
        """How much more often than its share each seat wins, with corrected p-values."""
        found: dict[str, tuple[list[float], list[int]]] = {}
        for one in self.games:
            # Of two seats, one wins as often as the other does not.
            for side in self.sides(one)[: 1 if len(one.scores) == 2 else None]:
                values, seeds = found.setdefault(f"{side + 1}/{len(one.scores)}", ([], []))
                share = len(one.winners) / len(one.scores)
                values.append(float(self.won(one, side)) - share)
                seeds.append(one.number)
        return with_p_values({name: estimate(*each) for name, each in found.items()})

    def bots(self) -> list[tuple[str, Estimate, float]]:
        """How much more often than its share of the seats each bot wins where several meet."""
        found: dict[str, tuple[list[float], list[int]]] = {}
        for one in self.games:
            if len(set(one.bots)) > 1:
                share = len(one.winners) / len(one.scores)
                for side in self.sides(one):
                    values, seeds = found.setdefault(one.bots[side], ([], []))
                    values.append(float(self.won(one, side)) - share)
                    seeds.append(one.number)
        return with_p_values({name: estimate(*each) for name, each in found.items()})

    def later_runs(self) -> Estimate:
        """How much better the last third of a campaign does than its first third."""
        third = max(1, self.plan.runs // THIRDS)
        values: list[float] = []
        seeds: list[int] = []
        for (_, number), runs in by_campaign(self.games).items():
            ends = [self.result(one, 0) for one in sorted(runs, key=lambda one: one.run)]
            values.append(mean(ends[-third:]) - mean(ends[:third]))
            seeds.append(number)
        return estimate(values, seeds)

    # Effects.

    def effects(self) -> list[Effect]:
        """Compare results with what was expected when each thing came into play."""
        kinds = {kind.name for kind in self.metrics.kinds}
        residuals: dict[Thing, dict[Use, float]] = defaultdict(dict)
        for one in self.games:
            for side in self.sides(one):
                first: dict[Thing, int] = {}
                for stage, whose, kind, id in one.things:
                    if whose == side and kind in kinds:
                        first.setdefault((kind, id), stage)
                for thing, stage in first.items():
                    expected = self.expected.before(one, side, stage)
                    use = (one.number, one.cell, one.run, side)
                    residuals[thing][use] = self.result(one, side) - expected
        facts = [
            (fact, estimate(list(fact.uses.values()), [number for number, *_ in fact.uses]))
            for fact in one_fact_once(residuals, self.mirrored())
        ]
        judged = [fact for fact in facts if fact[1].clusters >= FEWEST]
        corrected = holm([found.p_value() for _, found in judged])
        margin = SMALL
        if self.by_reach:
            margin = SMALL_SHARE * standard_deviation([float(one.reach[0]) for one in self.games])
        return sorted(
            [
                Effect(
                    *fact.things[0],
                    len(fact.uses),
                    found,
                    margin,
                    p_value,
                    tuple(fact.things[1:]),
                    tuple(fact.against),
                )
                for (fact, found), p_value in zip(judged, corrected, strict=True)
            ],
            key=lambda effect: -effect.difference.mean,
        )

    def mirrored(self) -> set[tuple[int, int, int]]:
        """The games of two rivals, in which the gain of one is the loss of the other."""
        if self.metrics.together:
            return set()
        return {(one.number, one.cell, one.run) for one in self.games if len(one.scores) == 2}

    # Luck.

    def luck(self) -> list[Share]:
        """Correlate the same games with one source of luck kept, or re-dealt."""
        base = {(one.number, one.run): one for one in self.all if one.cell == 0}
        ends: dict[str, tuple[float, float, float]] = {}
        for at, cell in enumerate(self.plan.cells):
            if cell.redeal:
                others = [one for one in self.all if one.cell == at]
                was = [base[(one.number, one.run)] for one in others]
                numbers = [one.number for one in others]
                known = correlation_interval(by_run(was), by_run(others), numbers)
                if known is not None:
                    ends[cell.redeal] = known
        found: list[Share] = []
        for name in [name for name in ends if not name.startswith("-") and f"-{name}" in ends]:
            kept, changed = ends[f"-{name}"], ends[name]
            missing = (1 - changed[0], 1 - changed[2], 1 - changed[1])
            found.append(Share(name, Part(*kept), Part(*missing)))
        return found


def with_p_values(found: Mapping[str, Estimate]) -> list[tuple[str, Estimate, float]]:
    p_values = holm([each.p_value() for each in found.values()])
    return [(name, each, p) for (name, each), p in zip(found.items(), p_values, strict=True)]


def by_campaign(games: Sequence[PlayedGame]) -> dict[tuple[int, int], list[PlayedGame]]:
    found: dict[tuple[int, int], list[PlayedGame]] = defaultdict(list)
    for one in games:
        found[(one.cell, one.number)].append(one)
    return found


@dataclass
class Fact:
    """Things whose uses say the same, with the uses of the first."""

    things: list[Thing]
    uses: Mapping[Use, float]
    mirror: set[Use]
    """The other sides of the same games of two rivals."""
    against: list[Thing]


def one_fact_once(
    uses: Mapping[Thing, Mapping[Use, float]], mirrored: set[tuple[int, int, int]]
) -> list[Fact]:
    """Things together with those that nearly the same sides, or nearly all their rivals, have."""
    found: list[Fact] = []
    by_size: dict[int, list[Fact]] = defaultdict(list)
    for thing in sorted(uses, key=lambda thing: (-len(uses[thing]), thing)):
        own = uses[thing]
        # Sets of clearly different sizes cannot be alike, which spares most comparisons.
        near = range(len(own), int(len(own) / SAME_FACT) + 1)
        for fact in [fact for size in near for fact in by_size[size]]:
            if is_alike(fact.uses.keys(), own.keys()):
                fact.things.append(thing)
                break
            if fact.mirror and is_alike(fact.mirror, own.keys()):
                fact.against.append(thing)
                break
        else:
            mirror = {(*use[:3], 1 - use[3]) for use in own if use[:3] in mirrored}
            found.append(Fact([thing], own, mirror, []))
            by_size[len(own)].append(found[-1])
    return found


def is_alike(ones: AbstractSet[Use], others: AbstractSet[Use]) -> bool:
    return len(ones & others) >= SAME_FACT * len(ones | others)


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
