"""Levels that differ: each beats the one below it in games on fixed seeds."""

from itertools import pairwise

import pytest

from embertable.bots import LEVELS
from embertable.lab.ladder import climb, rungs_of
from embertable.lab.sequential import Hypotheses

LEAST = 0.6
PAIRS = list(pairwise(LEVELS))


@pytest.mark.parametrize(
    ("weaker", "stronger"), [*PAIRS[:-1], pytest.param(*PAIRS[-1], marks=pytest.mark.long)]
)
def test_each_level_of_lueur_beats_the_one_below(weaker, stronger):
    """Few games, the same each time: a level that lost its lead falls below."""
    (rung,) = climb(rungs_of("lueur", {"players": "2"}, [weaker, stronger], 6, 7), None, 1)
    assert rung["rate"] >= LEAST, f"{stronger} won {rung['won']} of {rung['games']}"


SLOW = pytest.mark.slow
LONG = pytest.mark.long
SEATED = {"difficulty": "hell", "players": "3"}
WATCH = {"difficulty": "normal", "players": "1"}
CELLS = {"players": "3"}


@pytest.mark.long
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("weaker", "stronger"), PAIRS)
def test_each_level_of_lueur_beats_the_one_below_at_larger_tables(players, weaker, stronger):
    """Against several rivals the bound is the share with the same odds."""
    (rung,) = climb(rungs_of("lueur", {"players": players}, [weaker, stronger], 8, 77), None, 1)
    least = Hypotheses(0.5, LEAST).among(players).high
    assert rung["rate"] >= least, f"{stronger} won {rung['won']} of {rung['games']}"


@pytest.mark.parametrize(
    ("game", "options", "weaker", "stronger", "seed", "games"),
    [
        pytest.param("faceless", SEATED, "spark", "ember", 1, 12, marks=SLOW),
        pytest.param("faceless", SEATED, "ember", "flame", 1, 12, marks=SLOW),
        pytest.param("faceless", SEATED, "flame", "blaze", 131, 12, marks=LONG),
        pytest.param("setawatch", WATCH, "spark", "ember", 5, 12, marks=LONG),
        pytest.param("setawatch", WATCH, "ember", "flame", 531, 10, marks=LONG),
        pytest.param("setawatch", WATCH, "flame", "blaze", 431, 12, marks=LONG),
        pytest.param("deadcells", CELLS, "spark", "ember", 131, 8, marks=LONG),
        pytest.param("deadcells", CELLS, "ember", "flame", 131, 6, marks=LONG),
        pytest.param("deadcells", {"players": "4"}, "flame", "blaze", 131, 6, marks=LONG),
    ],
)
def test_each_level_of_a_party_does_better_on_the_seeds_that_differ(
    game: str, options: dict[str, str], weaker: str, stronger: str, seed: int, games: int
) -> None:
    """Only pairs that the measurements show apart; the same seeds each time."""
    rungs = rungs_of(game, options, [weaker, stronger], games, seed)
    rung = climb(rungs, None, 1)[-1]
    decided = rung["better"] + rung["worse"]
    assert decided >= 3, "too few seeds tell the two apart"
    assert rung["better"] >= LEAST * decided, f"{rung['better']} better, {rung['worse']} worse"


def test_a_level_does_not_beat_itself():
    """The control: equal bots stay below the bound."""
    (rung,) = climb(rungs_of("lueur", {"players": "2"}, ["ember", "ember"], 3, 7), None, 1)
    assert rung["rate"] < LEAST
