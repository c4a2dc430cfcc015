"""Levels that differ: each beats the one below it in games on fixed seeds."""

from itertools import pairwise

import pytest

from embertable.bots import LEVELS
from embertable.lab.ladder import climb, rungs_of

LEAST = 0.6
PAIRS = list(pairwise(LEVELS))


@pytest.mark.parametrize(
    ("weaker", "stronger"), [*PAIRS[:-1], pytest.param(*PAIRS[-1], marks=pytest.mark.long)]
)
def test_each_level_of_lueur_beats_the_one_below(weaker, stronger):
    """Few games, the same each time: a level that lost its lead falls below."""
    (rung,) = climb(rungs_of("lueur", {"players": "2"}, [weaker, stronger], 6, 7), None, 1)
    assert rung["rate"] >= LEAST, f"{stronger} won {rung['won']} of {rung['games']}"


def test_a_level_does_not_beat_itself():
    """The control: equal bots stay below the bound."""
    (rung,) = climb(rungs_of("lueur", {"players": "2"}, ["ember", "ember"], 3, 7), None, 1)
    assert rung["rate"] < LEAST
