"""The settings with which each game's ladder is usually played.

A game's folder here may export `LADDER`; without one, the usual bots climb with the usual settings.
"""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.game import Game
from embertable.games import part_of


@dataclass(frozen=True)
class Line:
    """Settings, the bots that climb with them, and how many games they get."""

    options: dict[str, str]
    bots: tuple[str, ...]
    share: float
    """The share of the requested games to play: fewer for slow games and for more seats."""

    def games(self, asked: int) -> int:
        return max(1, round(asked * self.share))


USUAL = (Line({}, ("random", "greedy", "search@60"), 1.0),)


def lines_of(game: Game) -> tuple[Line, ...]:
    lines: tuple[Line, ...] = getattr(part_of(game, "lab"), "LADDER", USUAL)
    return lines
