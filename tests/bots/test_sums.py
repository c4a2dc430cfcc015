"""Decisions of bots do not depend on how a Python's built-in sum rounds."""

from __future__ import annotations

import builtins
import math

import pytest

from embertable.bots.sums import add_up
from embertable.games import GAMES
from tests.cli import Commands

plain_sum = sum


def corrected_sum(values, start=0):
    """The built-in since Python 3.12, which corrects the rounding errors of floats."""
    items = [start, *values]
    return math.fsum(items) if any(type(one) is float for one in items) else plain_sum(items)


def first_to_last_sum(values, start=0):
    """The built-in before Python 3.12."""
    total = start
    for value in values:
        total += value
    return total


def test_numbers_are_added_from_first_to_last():
    assert add_up([0.1] * 10) == 0.9999999999999999
    assert corrected_sum([0.1] * 10) == 1.0


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_game_whatever_sum_does(game, capsys, monkeypatch):
    digests = set()
    for way in (corrected_sum, first_to_last_sum):
        monkeypatch.setattr(builtins, "sum", way)
        arguments = ["--games", 2, "--bots", "greedy", "--seed", 1, "--json"]
        digests.add(Commands(capsys)("simulate", game, *arguments).json()["digest"])
    assert len(digests) == 1
