"""A tree-free search: plays the best options out on imagined tables and takes the best outcome.

The evaluator picks the candidates. Every imagined table is the same for all of them, including its
dice and cards, and the weaker half is dropped after each round (sequential halving), so that most
playouts go to the options that are hardest to tell apart. The evaluator's favourite stays to the end
and is replaced only by a candidate that is better by a given number of standard errors. Playouts end
early where one candidate is better than all others by so much that more of them would change nothing.

The search holds one imagined table, one copy of it, and a number for each playout.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from embertable.bots.analysis import Analysis, Candidate, Scored
from embertable.bots.bot import Bot, Imagine
from embertable.bots.greedy import GreedyBot
from embertable.bots.rollout import Rollout, rollout_of
from embertable.bots.sums import add_up
from embertable.engine.chance import Chance, seeded
from embertable.engine.game import Game
from embertable.engine.table import Action, Choice, Table, View

FEWEST: Final = 10
"""Tables before a search may be sure; hints count events from as many on."""
EVERY: Final = 5
"""After how many tables it asks itself again."""
SURE: Final = 3.0
"""From this many standard errors ahead of every other option, no more tables are imagined."""
MAX_TABLES = 4_096
"""The most tables that one round of the halving imagines."""


@dataclass(frozen=True)
class Budget:
    """How long to think about a decision: a number of playouts, or of seconds, or neither."""

    playouts: int = 0
    seconds: float = 0.0

    def is_empty(self) -> bool:
        return not self.playouts and not self.seconds


def never() -> bool:
    return False


class SearchBot(Bot):
    """Searches until its budget is spent or it is called off."""

    def __init__(
        self,
        seed: int,
        budget: Budget,
        is_called_off: Callable[[], bool] = never,
        rollouts: Callable[[Game], Callable[[Table[Any], Choice], Rollout]] = rollout_of,
    ) -> None:
        super().__init__(seed)
        self.budget = budget
        self.is_called_off = is_called_off
        self.rollouts = rollouts
        self.explains = False
        """Whether it notes what speaks for each end, for a hint."""
        self.is_wide = False
        """Whether it also plays out what is usually decided at first sight."""
        self.greedy = GreedyBot(seed, full_model=True)
        self.decisions = 0
        """Decisions made on imagined tables so far."""

    def decide(
        self, view: View, choice: Choice, options: Sequence[Action], imagine: Imagine
    ) -> Action:
        self.analysis = None
        if len(options) == 1:
            return options[0]
        self.analysis = self.think(choice, options, imagine)
        return self.analysis.best()

    def think(
        self,
        choice: Choice,
        options: Sequence[Action],
        imagine: Imagine,
        also: Action | None = None,
    ) -> Analysis:
        """Compare the options; `also` is played out as often as the best, for a review."""
        started = time.monotonic()
        scored = self.greedy.score(choice, options, imagine)
        first = self.chance.draw("search", 65536) * 65536
        table = imagine(seeded(first))
        rollout = self.rollouts(table.game)(table, choice)
        candidates = candidates_for(rollout, scored, also)
        if len(candidates) > 1 and not self.budget.is_empty() and self.searches(rollout):
            self.halve(rollout, candidates, imagine, first, started, also)
        found = tuple(ranked(candidates, rollout.min_standard_errors))
        return Analysis(found, rollout.unit, rollout.event_names)

    def searches(self, rollout: Rollout) -> bool:
        return rollout.is_worth_a_wide_search() if self.is_wide else rollout.is_worth_a_search()

    def halve(
        self,
        rollout: Rollout,
        candidates: list[Candidate],
        imagine: Imagine,
        first: int,
        started: float,
        also: Action | None,
    ) -> None:
        """Play out all candidates, then the better half, and so on; the favourite always."""
        left = candidates
        rounds = max(1, (len(left) - 1).bit_length())
        for round in range(rounds):
            share = Share(self.budget, started, round, rounds, len(left))
            while share.lasts() and not is_sure(left) and not self.is_called_off():
                chance = seeded(first + share.begin())
                self.play_out_all(rollout, imagine(chance), chance, left)
            rivals = sorted(left[1:], key=Candidate.mean, reverse=True)
            better = rivals[: max(1, len(left) // 2)]
            asked = [one for one in rivals if one.scored.action == also and one not in better]
            left = [left[0], *better, *asked]

    def play_out_all(
        self, rollout: Rollout, table: Table[Any], chance: Chance, left: list[Candidate]
    ) -> None:
        """Play all candidates out on a table, which does not count if the search is called off."""
        for number, one in enumerate(left):
            if number and self.is_called_off():
                for played in left[:number]:
                    played.forget_last()
                return
            self.play_out(rollout, table.copy(chance.copy()), one)

    def play_out(self, rollout: Rollout, table: Table[Any], one: Candidate) -> None:
        table.apply(one.scored.action, rollout.choice.seat)
        self.decisions += rollout.play_on(table)
        one.outcomes.append(rollout.estimate(table))
        one.events.append(rollout.events(table))
        if self.explains:
            one.add_heads(rollout.heads(table))


def candidates_for(
    rollout: Rollout, scored: Sequence[Scored], also: Action | None = None
) -> list[Candidate]:
    """The options with the highest values, one of each kind; ties go to the first option."""
    found: list[Candidate] = []
    seen: set[object] = set() if also is None else {rollout.same_as(also)}
    asked = [Candidate(one) for one in scored if one.action == also]
    for one in sorted(scored, key=Scored.total, reverse=True):
        key = rollout.same_as(one.action)
        if key not in seen:
            seen.add(key)
            found.append(Candidate(one))
    return sorted(
        [*found[: rollout.max_candidates - len(asked)], *asked],
        key=lambda one: one.scored.total(),
        reverse=True,
    )


def ranked(candidates: Sequence[Candidate], min_standard_errors: float) -> list[Candidate]:
    """Best first: the favourite, unless a finalist is better beyond the given error."""
    favourite = candidates[0]
    finalists = [one for one in candidates[1:] if len(one.outcomes) == len(favourite.outcomes)]
    rest = sorted(candidates, key=lambda one: (len(one.outcomes), one.mean()), reverse=True)
    if finalists and favourite.outcomes:
        rival = max(finalists, key=Candidate.mean)
        if lead(rival, favourite) > min_standard_errors:
            favourite = rival
    return [favourite, *[one for one in rest if one is not favourite]]


def is_sure(left: Sequence[Candidate]) -> bool:
    """Whether one candidate is clearly better than each of the others, or exactly as good."""
    tables = len(left[0].outcomes)
    if tables < FEWEST or tables % EVERY:
        return False
    best = max(left, key=Candidate.mean)
    return all(
        [
            one.outcomes == best.outcomes or lead(best, one) >= SURE
            for one in left
            if one is not best
        ]
    )


def lead(one: Candidate, other: Candidate) -> float:
    """The mean difference of two candidates on the same tables, in standard errors."""
    gaps = [mine - theirs for mine, theirs in zip(one.outcomes, other.outcomes, strict=True)]
    mean = add_up(gaps) / len(gaps)
    spread = add_up([(gap - mean) ** 2 for gap in gaps])
    if len(gaps) < 2 or not spread:
        return math.copysign(math.inf, mean) if mean and len(gaps) > 1 else 0.0
    return mean / math.sqrt(spread / (len(gaps) - 1) / len(gaps))


class Share:
    """The part of the budget that one round of the halving may spend; at least one table."""

    def __init__(
        self, budget: Budget, started: float, round: int, rounds: int, options: int
    ) -> None:
        self.until = started + budget.seconds * (round + 1) / rounds
        self.tables = max(1, budget.playouts // (rounds * options)) if budget.playouts else 0
        self.number = round * MAX_TABLES
        self.used = 0

    def lasts(self) -> bool:
        if not self.used:
            return True
        if self.used >= MAX_TABLES - 1:
            return False
        if self.tables:
            return self.used < self.tables
        return time.monotonic() < self.until

    def begin(self) -> int:
        """The seed offset of the next table, which no other round uses."""
        self.used += 1
        return self.number + self.used
