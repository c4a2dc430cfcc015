"""From easy to hard: settings and rewards in the order in which a learner gets on best."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.envs.coding.rewards import OUTCOME, PROGRESS, SCORE
from embertable.games import load, part_of


@dataclass(frozen=True)
class Stage:
    """Settings and a reward to learn with until the win rate or the score no longer rises."""

    options: dict[str, str]
    reward: str


def curriculum(game: str) -> list[Stage]:
    """How far first, then winning; on the easiest settings first, then on the usual ones."""
    easiest: dict[str, str] = getattr(part_of(load(game), "envs"), "EASIEST", {})
    return [
        Stage(easiest, SCORE),
        Stage(easiest, PROGRESS),
        Stage({}, PROGRESS),
        Stage({}, OUTCOME),
    ]
