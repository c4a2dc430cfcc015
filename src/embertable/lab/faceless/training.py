"""What is fitted in The Faceless: the chance of winning at the start of each turn, on all difficulties."""

from __future__ import annotations

from typing import Any

from embertable.bots.faceless.rollout_choices import RolloutChoices
from embertable.bots.faceless.win_probability import NAMES, features
from embertable.engine.table import Table
from embertable.lab.chance_training import ChanceTrainer

DIFFICULTIES = ("easy", "medium", "hard", "hell", "hell")
"""Hell more often, because most games of the others are won."""


def turn(table: Table[Any]) -> int:
    return int(table.state.turn)


def turn_features(table: Table[Any]) -> list[float]:
    choices = RolloutChoices(table)
    choices.look(table)
    return features(choices.ground, table.state)


def is_begun(table: Table[Any]) -> bool:
    """Kids are chosen before the first turn, and by more than a rollout knows."""
    return bool(table.state.turn)


TRAINER = ChanceTrainer(
    "faceless",
    NAMES,
    3_000,
    tuple([{"players": "3", "difficulty": one} for one in DIFFICULTIES]),
    turn,
    turn_features,
    is_begun=is_begun,
)
