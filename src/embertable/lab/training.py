"""Fits what a position is worth to games of quick policies: `embertable train`.

A game's folder in lab/ may export `TRAINER`: how its games are played and what is fitted to them. The
games go into a file that grows, so that an interrupted run continues.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from embertable.bots.fitted import weights_file
from embertable.engine.codec import digest
from embertable.engine.game import Game
from embertable.engine.versions import Kind
from embertable.games import load, part_of
from embertable.lab.calibration import Bin
from embertable.lab.growing_file import GrowingFile
from embertable.lab.simulate import seed_of
from embertable.lab.workers import in_processes

TRAIN = Kind("train")
DIGITS: Final = 4


@dataclass(frozen=True)
class Trained:
    """A fit to all games, and how well one to the first four fifths predicts the last fifth."""

    weights: dict[str, float]
    games: int
    positions: int
    loss: float
    constant: float
    """The loss of always saying the same."""
    bins: list[Bin] = field(default_factory=list)
    """Chances, and how often they came true."""

    def held_out(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "loss": round(self.loss, DIGITS),
            "loss_of_a_constant": round(self.constant, DIGITS),
        }
        if self.bins:
            found["calibration"] = [
                [round(one.said, 3), round(one.won, 3), one.games] for one in self.bins
            ]
        return found


class Trainer(ABC):
    """How the games of a training set are played, and what is fitted to them."""

    names: tuple[str, ...]
    """The features."""
    games: int
    """How many games the shipped weights took."""
    measure: str = "chance"
    """What the loss is of: a chance of winning, or an error in the game's own points."""
    stages: tuple[int, ...] = ()
    """The games from which on those before have been learnt from."""

    @abstractmethod
    def play(self, number: int, seed: int, learnt: dict[str, float]) -> dict[str, Any]:
        """Play the numbered game; its positions and how it ended."""

    @abstractmethod
    def fit(self, games: Sequence[dict[str, Any]], ridge: float) -> Trained:
        """Fit the weights."""

    def learnt(self, games: Sequence[dict[str, Any]]) -> dict[str, float]:
        """What the games of a stage are played with, by those before."""
        return {}


def trainer_of(game: Game) -> Trainer | None:
    found: Trainer | None = getattr(part_of(game, "lab"), "TRAINER", None)
    return found


@dataclass(frozen=True)
class Recipe:
    """All that the games of a training set depend on, besides rules and bots."""

    game: str
    seed: int = 1

    def trainer(self) -> Trainer:
        found = trainer_of(load(self.game))
        assert found is not None
        return found

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "rules": load(self.game).rules_version,
            "seed": self.seed,
            "features": digest(list(self.trainer().names)),
        }


class TrainingSet:
    """The games of one recipe."""

    def __init__(self, file: Path, recipe: Recipe) -> None:
        self.recipe = recipe
        self.kept = GrowingFile(file, TRAIN, recipe.to_json())

    def grow(
        self,
        games: int,
        on_progress: Callable[[int, int], None] = lambda _done, _all: None,
        processes: int = 1,
    ) -> None:
        """Add games until there are this many; they do not depend on the number of processes."""
        begun = len(self.kept.entries)
        trainer = self.recipe.trainer()
        starts = [0, *[start for start in trainer.stages if start < games]]
        for start, end in zip(starts, [*starts[1:], games], strict=True):
            missing = range(len(self.kept.entries), end)
            if not missing:
                continue
            learnt = trainer.learnt(self.kept.entries[:start])
            for game in in_processes(partial(one_game, self.recipe, learnt), missing, processes):
                self.kept.add(game)
                on_progress(len(self.kept.entries) - begun, games - begun)


def one_game(recipe: Recipe, learnt: dict[str, float], number: int) -> dict[str, Any]:
    return recipe.trainer().play(number, seed_of(recipe.seed, number), learnt)


def file_of(found: TrainingSet, trained: Trained, ridge: float) -> dict[str, Any]:
    """The file of weights, with all that is needed to make it again."""
    about = {
        "recipe": {**found.recipe.to_json(), "games": trained.games, "ridge": ridge},
        "data": digest(found.kept.entries),
        "positions": trained.positions,
        "held_out": trained.held_out(),
    }
    names, weights = list(trained.weights), list(trained.weights.values())
    return weights_file(found.recipe.game, names, weights, about)
