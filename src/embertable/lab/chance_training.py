"""Fits the chance of winning at certain positions of games that are won together."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any, Final

from embertable.bots import Bot, GreedyBot, ask
from embertable.bots.rollout import Rollout, rollout_of
from embertable.engine.chance import seeded
from embertable.engine.table import Table
from embertable.games import load
from embertable.lab.calibration import binned
from embertable.lab.logistic import chance, fitted, loss
from embertable.lab.simulate import seed_of
from embertable.lab.training import DIGITS, Trained, Trainer

EVERY: Final = 41
"""One game of this many is the bot's; no number of settings shares a factor with it."""
BINS: Final = 10
WEIGHT_DIGITS: Final = 5
SHIFT_RIDGE: Final = 1.0
NEVER: Final = 0


def at_once(table: Table[Any]) -> bool:
    return True


@dataclass(frozen=True)
class ChanceTrainer(Trainer):
    """How a game's positions become rows of features, each with the result of its game."""

    game: str
    names: tuple[str, ...]
    """The features; the first is always 1."""
    games: int
    options: tuple[dict[str, str], ...]
    """The settings of games, in turn."""
    stage: Callable[[Table[Any]], int]
    """A number that grows where a position counts; 0 where none does yet."""
    features: Callable[[Table[Any]], list[float]]
    wandering: Callable[[Table[Any]], int] = lambda _: NEVER
    """One decision of this many is made at random, so that positions vary; none if it is 0."""
    bot: Callable[[int], Bot] | None = None
    """Who plays every so many games without mistakes: the chances are those of such a player."""
    shifts: tuple[str, ...] = ()
    """The features by which a player's chances differ from the rollout policy's; the first one is the first of all."""
    is_begun: Callable[[Table[Any]], bool] = at_once
    """Whether the rollout policy can play; a greedy bot does until then."""

    def play(self, number: int, seed: int, learnt: dict[str, float]) -> dict[str, Any]:
        """The features of a game's positions, and whether it was won."""
        game = load(self.game)
        options = self.options[number % len(self.options)]
        table = game.set_up(game.check(options), seeded(seed))
        is_bots = self.bot is not None and number % EVERY == 0
        bot = self.bot(seed) if self.bot is not None else None
        first = GreedyBot(seed)
        luck = seeded(seed_of(seed, -1))
        policy: Rollout | None = None
        rows: list[list[float]] = []
        stage = 0
        while (choice := table.next_choice()) is not None:
            if policy is None and self.is_begun(table):
                policy = rollout_of(game)(table, choice)
            if self.stage(table) > stage:
                stage = self.stage(table)
                rows.append([round(one, DIGITS) for one in self.features(table)])
            every = self.wandering(table)
            if bot is not None and is_bots:
                action = ask(bot, table, choice.seat)
            elif policy is None:
                action = ask(first, table, choice.seat)
            elif not every or luck.draw("wandering", every):
                action = policy.act(table, choice)
            else:
                action = luck.pick("options", table.offered(choice.seat))
            table.apply(action, choice.seat)
        won = bool(table.result is not None and table.result.winners)
        return {"bot": is_bots, "rows": rows, "won": won}

    def fit(self, games: Sequence[dict[str, Any]], ridge: float) -> Trained:
        """Fit the rollout policy's games, then shift the chances to those of the bot."""
        many = [game for game in games if not game["bot"]]
        most = len(many) * 4 // 5
        known, known_won = together(many[:most])
        new, new_won = together(many[most:])
        first = fitted(known, known_won, ridge)
        usual = fitted([row[:1] for row in known], known_won, ridge)
        rows, won = together(many)
        weights = fitted(rows, won, ridge)
        if self.bot is not None:
            weights = shifted(self, weights, [game for game in games if game["bot"]])
        return Trained(
            dict(zip(self.names, weights, strict=True)),
            len(games),
            len(rows),
            loss(new, new_won, first),
            loss([row[:1] for row in new], new_won, usual),
            binned(list(zip([chance(first, row) for row in new], new_won, strict=True)), BINS),
        )


def shifted(
    trainer: ChanceTrainer, weights: Sequence[float], games: Sequence[dict[str, Any]]
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
