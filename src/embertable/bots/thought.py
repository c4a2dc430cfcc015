"""What went through a bot's mind: the options it weighed and tried, best first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from embertable.engine.table import Action

Worth: TypeAlias = dict[str, float]
"""What a position is worth to a seat, by source."""

CHANCE = "chance"
POINTS = "points"
"""What ends are counted in: chances of winning from 0 to 1, or points of the game's sense."""


@dataclass(frozen=True)
class Weighed:
    """An option and what it is worth, by source."""

    action: Action
    worth: Worth

    def total(self) -> float:
        return sum(self.worth.values(), 0.0)


@dataclass
class Tried:
    """An option, what it looked like at first, and how it ended on each table."""

    weighed: Weighed
    ends: list[float] = field(default_factory=list)

    def hope(self) -> float:
        return sum(self.ends, 0.0) / len(self.ends) if self.ends else 0.0


@dataclass(frozen=True)
class Thought:
    """The options that were tried, best first, and what their ends are counted in."""

    tried: tuple[Tried, ...]
    measure: str

    def best(self) -> Action:
        return self.tried[0].weighed.action
