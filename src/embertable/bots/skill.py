"""What each level knows of a game, and how much it errs.

A game's folder in bots/ may hold a `levels.toml` with a section for each level; other games use the
usual skills, whose errors are relative to the range of an evaluator's values.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from embertable.engine.game import Game
from embertable.games import part_of

LEVELS: Final = ("spark", "ember", "flame", "blaze")
"""The named levels, weakest first."""
USUAL_LEVEL: Final = "ember"
"""Who plays where nobody says who: a newcomer can beat it."""
FILE: Final = "levels.toml"


@dataclass(frozen=True)
class Skill:
    """How a level decides in one game.

    Where options were played out, errors are in chances of winning (`searched_noise`,
    `searched_cap`), otherwise in points of the game's evaluator. A cap is the most that a mistake
    may cost.
    """

    playouts: int = 0
    """Playouts per decision; without any, the level decides at first sight."""
    attention: float = 1.0
    """The share of decisions that get these playouts; the others are made at first sight."""
    wide: bool = False
    """Whether decisions that a game usually leaves to first sight get them, too."""
    noise: float = 0.0
    """The standard deviation of the error in an option's value."""
    cap: float = 0.0
    searched_noise: float = 0.0
    searched_cap: float = 0.0
    relative: bool = False
    """Whether noise and cap are shares of the range of the options' values."""


USUAL: Final = {
    "spark": Skill(noise=0.5, cap=0.6, relative=True),
    "ember": Skill(noise=0.2, cap=0.4, relative=True),
    "flame": Skill(),
    "blaze": Skill(playouts=60),
}
"""For games without a file of their own: the range of values is all that is known of them."""


def skill_of(game: Game, level: str) -> Skill:
    return skills_of(game.name, folder_of(game))[level]


def folder_of(game: Game) -> str:
    part = part_of(game, "bots")
    return "" if part is None or part.__file__ is None else str(Path(part.__file__).parent)


@cache
def skills_of(game: str, folder: str) -> dict[str, Skill]:
    """The skills in the file of a game's folder, or the usual ones."""
    file = Path(folder, FILE)
    if not folder or not file.exists():
        return USUAL
    saved = tomllib.loads(file.read_text(encoding="utf-8"))
    return {level: Skill(**saved[level]) for level in LEVELS}
