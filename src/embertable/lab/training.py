"""Fits what a position is worth to games of the rollout policies: `embertable train`.

A game's folder in lab/ may export `TRAINER`: which positions count, by which features, and with which
settings games are played. The games go into a file that grows, so that an interrupted run continues.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import mul
from pathlib import Path
from typing import Any, Final

from embertable.bots import Bot, ask
from embertable.bots.fitted import weights_file
from embertable.bots.rollout import Rollout, rollout_of
from embertable.engine.chance import seeded
from embertable.engine.codec import digest
from embertable.engine.game import Game
from embertable.engine.table import Table
from embertable.engine.versions import Kind
from embertable.games import load, part_of
from embertable.lab.calibration import Bin, binned
from embertable.lab.growing_file import GrowingFile
from embertable.lab.logistic import chance, fitted, loss
from embertable.lab.simulate import seed_of
from embertable.lab.workers import in_processes

TRAIN = Kind("train")
EVERY: Final = 41
"""One game of this many is the bot's; no number of settings shares a factor with it."""
BINS: Final = 10
DIGITS: Final = 4
WEIGHT_DIGITS: Final = 5
SHIFT_RIDGE: Final = 1.0


@dataclass(frozen=True)
class Trainer:
    """How a game's positions become rows of features, each with the result of its game."""

    names: tuple[str, ...]
    """The features; the first is always 1."""
    file: str
    """The file of weights in the game's folder of bots/."""
    options: tuple[dict[str, str], ...]
    """The settings of games, in turn."""
    stage: Callable[[Table[Any]], int]
    """A number that grows where a position counts; 0 where none does yet."""
    features: Callable[[Table[Any]], list[float]]
    wandering: Callable[[Table[Any]], int]
    """One decision of this many is made at random, so that positions vary."""
    bot: Callable[[int], Bot]
    """Who plays every so many games without mistakes: the chances are those of such a player."""
    shifts: tuple[str, ...]
    """The features by which a player's chances differ from the rollout policy's; the first one is the first of all."""


def trainer_of(game: Game) -> Trainer | None:
    found: Trainer | None = getattr(part_of(game, "lab"), "TRAINER", None)
    return found


@dataclass(frozen=True)
class Recipe:
    """All that the games of a training set depend on, besides rules and bots."""

    game: str
    seed: int = 1

    def to_json(self) -> dict[str, Any]:
        trainer = trainer_of(load(self.game))
        assert trainer is not None
        return {
            "game": self.game,
            "rules": load(self.game).rules_version,
            "seed": self.seed,
            "features": digest(list(trainer.names)),
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
        missing = range(begun, games)
        for game in in_processes(partial(one_game, self.recipe), missing, processes):
            self.kept.add(game)
            on_progress(len(self.kept.entries) - begun, games - begun)


def one_game(recipe: Recipe, number: int) -> dict[str, Any]:
    """Play the numbered game; the features of its positions, and whether it was won."""
    game = load(recipe.game)
    trainer = trainer_of(game)
    assert trainer is not None
    seed = seed_of(recipe.seed, number)
    options = trainer.options[number % len(trainer.options)]
    table = game.set_up(game.check(options), seeded(seed))
    is_bots = number % EVERY == 0
    bot = trainer.bot(seed)
    luck = seeded(seed_of(seed, -1))
    policy: Rollout | None = None
    rows: list[list[float]] = []
    stage = 0
    while (choice := table.next_choice()) is not None:
        policy = policy or rollout_of(game)(table, choice)
        if trainer.stage(table) > stage:
            stage = trainer.stage(table)
            rows.append([round(one, DIGITS) for one in trainer.features(table)])
        if is_bots:
            action = ask(bot, table, choice.seat)
        elif luck.draw("wandering", trainer.wandering(table)):
            action = policy.act(table, choice)
        else:
            action = luck.pick("options", table.offered(choice.seat))
        table.apply(action, choice.seat)
    won = bool(table.result is not None and table.result.winners)
    return {"bot": is_bots, "rows": rows, "won": won}


@dataclass(frozen=True)
class Trained:
    """A fit to all games, and how well one to the first four fifths predicts the last fifth."""

    weights: list[float]
    games: int
    positions: int
    loss: float
    constant: float
    """The loss of always saying the same chance."""
    bins: list[Bin]

    def held_out(self) -> dict[str, Any]:
        return {
            "loss": round(self.loss, DIGITS),
            "loss_of_a_constant": round(self.constant, DIGITS),
            "calibration": [[round(b.said, 3), round(b.won, 3), b.games] for b in self.bins],
        }


def train(trainer: Trainer, games: Sequence[dict[str, Any]], ridge: float) -> Trained:
    """Fit the rollout policy's games, then shift the chances to those of the bot."""
    many = [game for game in games if not game["bot"]]
    most = len(many) * 4 // 5
    known, known_won = together(many[:most])
    new, new_won = together(many[most:])
    first = fitted(known, known_won, ridge)
    usual = fitted([row[:1] for row in known], known_won, ridge)
    rows, won = together(many)
    weights = shifted(trainer, fitted(rows, won, ridge), [game for game in games if game["bot"]])
    return Trained(
        weights,
        len(games),
        len(rows),
        loss(new, new_won, first),
        loss([row[:1] for row in new], new_won, usual),
        binned(list(zip([chance(first, row) for row in new], new_won, strict=True)), BINS),
    )


def shifted(
    trainer: Trainer, weights: Sequence[float], games: Sequence[dict[str, Any]]
) -> list[float]:
    """Weights whose chances are those of the bot's games: a few numbers, for there are few games."""
    rows, won = together(games)
    at = [trainer.names.index(name) for name in trainer.shifts]
    short = [[*[row[one] for one in at], math.fsum(map(mul, weights, row))] for row in rows]
    *shifts, slope = fitted(short, won, SHIFT_RIDGE)
    found = [slope * weight for weight in weights]
    for place, shift in zip(at, shifts, strict=True):
        found[place] += shift
    return [round(weight, WEIGHT_DIGITS) for weight in found]


def together(games: Sequence[dict[str, Any]]) -> tuple[list[list[float]], list[float]]:
    rows = [row for game in games for row in game["rows"]]
    return rows, [float(game["won"]) for game in games for _ in game["rows"]]


def file_of(found: TrainingSet, trained: Trained, ridge: float) -> dict[str, Any]:
    """The file of weights, with all that is needed to make it again."""
    trainer = trainer_of(load(found.recipe.game))
    assert trainer is not None
    about = {
        "recipe": {**found.recipe.to_json(), "games": trained.games, "ridge": ridge},
        "data": digest(found.kept.entries),
        "positions": trained.positions,
        "held_out": trained.held_out(),
    }
    return weights_file(found.recipe.game, trainer.names, trained.weights, about)
