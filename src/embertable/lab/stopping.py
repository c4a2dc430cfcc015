"""Sequential stopping: a question costs no more games than it needs.

Every comparison is two sequential tests: is there more by the margin, or less by the margin, than no
difference? All cells play the same numbers in rounds, and after each round the cells whose questions
are settled are left out. What is played depends on the plan alone, whoever plays it in whatever order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from embertable.lab.comparisons import REACH, SCORE, WON, Comparison, Comparisons
from embertable.lab.one_game import PlayedGame
from embertable.lab.plan import WINS, Plan, StopRule
from embertable.lab.sequential import HIGH, LOW, Hypotheses
from embertable.lab.sequential import verdict as verdict_of

MORE, LESS, ALIKE, OPEN = "more", "less", "alike", "open"
FIRST_ROUND = 20
"""Seeds before the first look: a few that happen to agree shall not settle anything."""
UNITS = 10
"""Pairs of games may differ by so many margins of the score."""
LATER_ROUNDS = 10
"""A later round adds one part in so many, so that there are few looks."""

Unit: TypeAlias = tuple[int, int]
"""A cell, and the number of a game in it."""


@dataclass(frozen=True)
class Question:
    """A comparison, and what the sequential tests say about it so far."""

    comparison: Comparison
    measure: str
    verdict: str


def judged(differences: Sequence[float], margin: float, error: float, unit: float = 1.0) -> str:
    """Whether paired differences, one for each seed, are more or less than none, alike, or open.

    `error` is the chance of a wrong answer, half of it for each of the two tests; `unit` is a difference
    that a pair can be expected to have, such as 1 for a win, though none may have had it yet.
    """
    if len(differences) < FIRST_ROUND:
        return OPEN
    # The tests take means between 0 and 1; no difference is in the middle.
    width = 2 * max(unit, *[abs(each) for each in differences])
    hypotheses = Hypotheses(0.5, 0.5 + margin / width, error / 2)
    more = verdict_of([0.5 + each / width for each in differences], hypotheses)
    less = verdict_of([0.5 - each / width for each in differences], hypotheses)
    if more == less == LOW:
        return ALIKE
    return MORE if more == HIGH else LESS if less == HIGH else OPEN


def questions(plan: Plan, games: Sequence[PlayedGame]) -> list[Question]:
    """Every question of a plan with a stop rule, as it stands after these games."""
    rule = plan.stop
    if rule is None:
        return []
    return [asked(rule, each) for each in compared(Comparisons(plan, games))]


def compared(comparisons: Comparisons) -> Iterable[Comparison]:
    """Forbidden things, settings, and the changed things of packs, or else their whole games."""
    yield from comparisons.forbidden()
    for whole, changed, _ in comparisons.packs():
        yield from changed or [whole]
    for found in comparisons.varied().values():
        yield from found


def asked(rule: StopRule, each: Comparison) -> Question:
    wanted = WON if rule.measure == WINS else REACH
    known = [change.measure for change in each.changes]
    measure = wanted if wanted in known else SCORE
    margin = rule.margin / 100 if measure == WON else rule.margin
    seeds = each.change(measure).by_seed
    unit = 1.0 if measure == WON else UNITS * margin
    return Question(each, measure, judged(seeds, margin, rule.error / 100, unit))


class Schedule:
    """The games of a plan in rounds: all at once, or until every question is settled."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.wanted: list[Unit] = []
        self.upto = 0
        self.cells = set(range(len(plan.cells)))

    def next_round(self, played: Callable[[Sequence[Unit]], Sequence[PlayedGame]]) -> list[Unit]:
        """The games of the next round; none after the last. `played` reads those of the rounds before."""
        most = max([cell.games for cell in self.plan.cells])
        if self.upto and self.plan.stop is not None:
            self.cells = self.still_open(played(self.wanted))
        fresh: list[Unit] = []
        while not fresh and self.cells and self.upto < most:
            before = self.upto
            step = most if self.plan.stop is None else max(FIRST_ROUND, before // LATER_ROUNDS)
            self.upto += step
            fresh = [
                (at, number)
                for at in sorted(self.cells)
                for number in range(before, min(self.upto, self.plan.cells[at].games))
            ]
        self.wanted += fresh
        return fresh

    def still_open(self, games: Sequence[PlayedGame]) -> set[int]:
        """The cells of open questions; luck is measured to the end, beside the first cell."""
        found: set[int] = set()
        for question in questions(self.plan, games):
            if question.verdict == OPEN:
                found.update(question.comparison.cells)
        cells = enumerate(self.plan.cells)
        luck = {at for at, cell in cells if cell.redeal and cell.games > self.upto}
        return found | luck | ({0} if luck else set())
