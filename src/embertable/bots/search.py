"""A bot that plays promising options out on imagined tables, and takes what ends best.

The options that look best at first sight (the greedy bot's) are played on with the quick habits of
the game's `Policy`. Every imagined table and its luck is the same for all options, and the weaker
half is left out again and again (sequential halving), so that most of the time goes into the
options that are hard to tell apart. What looked best at first sight stays to the end, and is only
given up for what ended better beyond doubt.

At any time the search holds one imagined table, one copy of it, and a number for each playout.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from embertable.bots.bot import Bot, Imagine
from embertable.bots.greedy import GreedyBot
from embertable.bots.policy import Policy, policy_of
from embertable.bots.thought import Thought, Tried, Weighed
from embertable.engine.chance import seeded
from embertable.engine.table import Action, Choice, Table, View

MOST_TABLES = 4_096
"""So many tables are imagined in a round of the halving at most."""


@dataclass(frozen=True)
class Budget:
    """How long to think about a decision: so many playouts, so many seconds, or not at all."""

    playouts: int = 0
    seconds: float = 0.0

    def is_empty(self) -> bool:
        return not self.playouts and not self.seconds


def never() -> bool:
    return False


class SearchBot(Bot):
    """Thinks for as long as its budget lasts, or until it is called off."""

    def __init__(
        self,
        seed: int,
        budget: Budget,
        is_called_off: Callable[[], bool] = never,
        habits: Callable[[str], type[Policy]] = policy_of,
    ) -> None:
        super().__init__(seed)
        self.budget = budget
        self.is_called_off = is_called_off
        self.habits = habits
        self.greedy = GreedyBot(seed, is_sharp=True)
        self.decisions = 0
        """Decisions played on imagined tables so far."""

    def decide(
        self, view: View, choice: Choice, options: Sequence[Action], imagine: Imagine
    ) -> Action:
        self.thought = None
        if len(options) == 1:
            return options[0]
        self.thought = self.think(choice, options, imagine)
        return self.thought.best()

    def think(
        self,
        choice: Choice,
        options: Sequence[Action],
        imagine: Imagine,
        also: Action | None = None,
    ) -> Thought:
        """What the options promise; one that is asked about `also` is tried as often as the best."""
        started = time.monotonic()
        weighed = self.greedy.weigh(choice, options, imagine)
        first = self.chance.draw("search", 65536) * 65536
        table = imagine(seeded(first))
        policy = self.habits(table.game.name)(table, choice)
        tried = promising(policy, weighed, also)
        if len(tried) > 1 and not self.budget.is_empty() and policy.is_worth_a_search():
            self.halve(policy, tried, imagine, first, started, also)
        return Thought(tuple(ranked(tried, policy.doubt)), policy.measure)

    def halve(
        self,
        policy: Policy,
        tried: list[Tried],
        imagine: Imagine,
        first: int,
        started: float,
        also: Action | None,
    ) -> None:
        """Play out all options, then the better half, and so on; the favourite always."""
        left = tried
        rounds = max(1, (len(left) - 1).bit_length())
        for round in range(rounds):
            share = Share(self.budget, started, round, rounds, len(left))
            while share.lasts() and not self.is_called_off():
                luck = seeded(first + share.begin())
                table = imagine(luck)
                for one in left:
                    one.ends.append(self.end_of(policy, table.copy(luck.copy()), one))
            rivals = sorted(left[1:], key=Tried.hope, reverse=True)
            better = rivals[: max(1, len(left) // 2)]
            asked = [one for one in rivals if one.weighed.action == also and one not in better]
            left = [left[0], *better, *asked]

    def end_of(self, policy: Policy, table: Table[Any], one: Tried) -> float:
        table.apply(one.weighed.action, policy.choice.seat)
        self.decisions += policy.play_on(table)
        return policy.promise(table)


def promising(
    policy: Policy, weighed: Sequence[Weighed], also: Action | None = None
) -> list[Tried]:
    """The best at first sight, one of each likeness; ties go to the first option."""
    found: list[Tried] = []
    seen: set[object] = set() if also is None else {policy.likeness(also)}
    asked = [Tried(one) for one in weighed if one.action == also]
    for one in sorted(weighed, key=Weighed.total, reverse=True):
        likeness = policy.likeness(one.action)
        if likeness not in seen:
            seen.add(likeness)
            found.append(Tried(one))
    return sorted(
        [*found[: policy.widest - len(asked)], *asked],
        key=lambda one: one.weighed.total(),
        reverse=True,
    )


def ranked(tried: Sequence[Tried], doubt: float) -> list[Tried]:
    """Best first: the favourite, unless the best of those tried as often ended clearly better."""
    favourite = tried[0]
    finalists = [one for one in tried[1:] if len(one.ends) == len(favourite.ends)]
    rest = sorted(tried, key=lambda one: (len(one.ends), one.hope()), reverse=True)
    if finalists and favourite.ends:
        rival = max(finalists, key=Tried.hope)
        if lead(rival, favourite) > doubt:
            favourite = rival
    return [favourite, *[one for one in rest if one is not favourite]]


def lead(one: Tried, other: Tried) -> float:
    """How much better one ended than the other on the same tables, in standard errors."""
    gaps = [mine - theirs for mine, theirs in zip(one.ends, other.ends, strict=True)]
    mean = sum(gaps) / len(gaps)
    spread = sum([(gap - mean) ** 2 for gap in gaps])
    if len(gaps) < 2 or not spread:
        return math.copysign(math.inf, mean) if mean and len(gaps) > 1 else 0.0
    return mean / math.sqrt(spread / (len(gaps) - 1) / len(gaps))


class Share:
    """What a round of the halving may spend; it always gets one table."""

    def __init__(
        self, budget: Budget, started: float, round: int, rounds: int, options: int
    ) -> None:
        self.until = started + budget.seconds * (round + 1) / rounds
        self.tables = max(1, budget.playouts // (rounds * options)) if budget.playouts else 0
        self.number = round * MOST_TABLES
        self.used = 0

    def lasts(self) -> bool:
        if not self.used:
            return True
        if self.used >= MOST_TABLES - 1:
            return False
        if self.tables:
            return self.used < self.tables
        return time.monotonic() < self.until

    def begin(self) -> int:
        """Open the next table: the number of its luck, which no other round uses."""
        self.used += 1
        return self.number + self.used
