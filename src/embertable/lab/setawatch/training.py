"""What is fitted in Set a Watch: the chance of winning at each dawn, on all difficulties."""

from __future__ import annotations

from typing import Any

from embertable.bots.search import Budget, SearchBot
from embertable.bots.setawatch.dawn import NAMES, PER_NIGHT, features
from embertable.bots.setawatch.rollout import WatchRollout
from embertable.engine.table import Choice, Table
from embertable.games.setawatch.state import WATCH
from embertable.lab.chance_training import ChanceTrainer

ON_WATCH = 100
OTHERWISE = 8
"""A mistake on Watch costs a card at once, so there are fewer of them."""
PLAYOUTS = 16
DIFFICULTIES = ("easy", "normal", "easy", "hard", "easy", "insane")
"""Easy more often, because hardly a game is won elsewhere."""


def dawn(table: Table[Any]) -> int:
    """The round that has begun, from the second on; the last night is played to its end."""
    state = table.state
    return int(state.round) if state.round > 1 and state.phase != WATCH else 0


def dawn_features(table: Table[Any]) -> list[float]:
    return features(table.state)


def wandering(table: Table[Any]) -> int:
    return ON_WATCH if table.state.phase == WATCH else OTHERWISE


def plain_search(seed: int) -> SearchBot:
    """The search as it plays without fitted weights, so that these do not depend on earlier ones."""
    return SearchBot(seed, Budget(playouts=PLAYOUTS), rollouts=lambda _: without_weights)


def without_weights(table: Table[Any], choice: Choice) -> WatchRollout:
    rollout = WatchRollout(table, choice)
    rollout.weights = ()
    return rollout


TRAINER = ChanceTrainer(
    "setawatch",
    NAMES,
    2_050,
    tuple([{"difficulty": one} for one in DIFFICULTIES]),
    dawn,
    dawn_features,
    wandering,
    plain_search,
    (NAMES[0], f"{NAMES[0]}{PER_NIGHT}"),
)
