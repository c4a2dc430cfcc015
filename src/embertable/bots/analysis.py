"""What a bot found out about a decision: the options it scored and played out, best first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from embertable.bots.sums import add_up
from embertable.engine.table import Action

Values: TypeAlias = dict[str, float]
"""The value of a position for one seat, split by where it comes from."""

CHANCE = "chance"
POINTS = "points"
"""The unit of a candidate's outcomes: win probability from 0 to 1, or points of the evaluator."""


@dataclass(frozen=True)
class Scored:
    """An option with the value that the evaluator gives it."""

    action: Action
    values: Values

    def total(self) -> float:
        return add_up(self.values.values())


@dataclass
class Candidate:
    """An option worth playing out, and its outcome on each imagined table."""

    scored: Scored
    outcomes: list[float] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    """What happened on each of these tables: a bit for each of the rollout's events."""

    heads: Values = field(default_factory=dict)
    """What spoke for these tables in the end, added up by name."""

    def add_heads(self, found: Values) -> None:
        for name, value in found.items():
            self.heads[name] = self.heads.get(name, 0.0) + value

    def mean(self) -> float:
        return add_up(self.outcomes) / len(self.outcomes) if self.outcomes else 0.0

    def values(self) -> Values:
        """What speaks for the option, by name: where it led, or else at first sight."""
        if not self.heads:
            return self.scored.values
        return {name: value / len(self.outcomes) for name, value in self.heads.items()}

    def forget_last(self) -> None:
        """Forget the last table, which some other candidate was not played on."""
        del self.outcomes[-1], self.events[-1]
        self.heads.clear()


@dataclass(frozen=True)
class Analysis:
    """The candidates, best first, and the unit of their outcomes."""

    candidates: tuple[Candidate, ...]
    unit: str
    events: tuple[str, ...] = ()
    """The names of the events, in the order of their bits."""

    def best(self) -> Action:
        return self.candidates[0].scored.action
