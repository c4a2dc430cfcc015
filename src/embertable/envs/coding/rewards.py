"""What learners are rewarded with: how a game ends, how far it gets, or both.

The progress of a seat is a potential: a number that depends on the position alone. Differences of a
potential cannot be farmed, because going back costs what going forward brought.
"""

from __future__ import annotations

from typing import Any, Final

from embertable.engine.table import Seat, Table

OUTCOME: Final = "outcome"
PROGRESS: Final = "progress"
SCORE: Final = "score"
REWARDS: Final = (OUTCOME, PROGRESS, SCORE)


class Progress:
    """How far the seats of one game have got: 0 at the start, 1 for a clear win, below 0 behind rivals.

    This one knows nothing of a game, so that `progress` rewards equal `outcome` rewards.
    """

    def of(self, table: Table[Any], seat: Seat) -> float:
        return 0.0


class Rewards:
    """The rewards of one table, step by step.

    - `outcome`: at the end 1 for each winner, -1 for everybody else.
    - `progress`: the same, and at each step the change of the progress, with 0 at the end. The best
      policy stays the same (Ng, Harada and Russell, 1999), if `discount` is the learner's.
    - `score`: only the change of the progress. A game adds up to how far it got, also a lost one.
    """

    def __init__(self, kind: str, progress: Progress, discount: float = 1.0) -> None:
        self.kind = kind
        self.progress = progress
        self.discount = discount
        self.before: list[float] = []

    def begin(self, table: Table[Any], seats: int) -> None:
        """Start from a position."""
        if self.kind == OUTCOME:
            self.before = [0.0] * seats
        else:
            self.before = [self.progress.of(table, seat) for seat in range(seats)]

    def step(self, table: Table[Any]) -> list[float]:
        """What each seat gets for the step that led here."""
        before = self.before
        seats = len(before)
        result = table.result
        if self.kind == OUTCOME:
            if result is None:
                return [0.0] * seats
            return [1.0 if seat in result.winners else -1.0 for seat in range(seats)]
        after = [self.progress.of(table, seat) for seat in range(seats)]
        self.before = after
        if self.kind == SCORE:
            return [after[seat] - before[seat] for seat in range(seats)]
        if result is None:
            return [self.discount * after[seat] - before[seat] for seat in range(seats)]
        return [(1.0 if seat in result.winners else -1.0) - before[seat] for seat in range(seats)]

    def __reduce__(self) -> tuple[Any, ...]:
        """A compiled object is pickled and copied by calling a function."""
        return restored_rewards, (self.kind, self.progress, self.discount, self.before)


def restored_rewards(
    kind: str, progress: Progress, discount: float, before: list[float]
) -> Rewards:
    rewards = Rewards(kind, progress, discount)
    rewards.before = list(before)
    return rewards
