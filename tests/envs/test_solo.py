"""Gymnasium environments: one learner, bots in all other seats."""

from __future__ import annotations

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from embertable.envs.coders import version_of
from embertable.envs.solo import SoloEnv
from embertable.games import GAMES
from tests.envs.play import OPTION_SETS, option_id


def play(played, seed):
    """Plays a game at random; the rewards and what was told last."""
    rng = np.random.default_rng(seed)
    observation, told = played.reset(seed=seed)
    rewards = []
    over = False
    while not over:
        numbers = np.flatnonzero(observation["action_mask"])
        observation, reward, over, _, told = played.step(rng.choice(numbers))
        rewards.append(reward)
    return rewards, told


@pytest.mark.parametrize("option_set", OPTION_SETS, ids=option_id)
def test_gymnasium_accepts_it(option_set):
    name, options = option_set
    check_env(gymnasium.make(f"embertable/{name}-v{version_of(name)}", **options).unwrapped)


MADE = """
import gymnasium
env = gymnasium.make("embertable.envs.solo:embertable/lueur-v{version}", players=3, others="greedy")
print(env.unwrapped.options["players"])
"""


def test_gymnasium_makes_one_without_an_import():
    program = MADE.format(version=version_of("lueur"))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.split() == [b"3"]


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_plays_the_same_game(name):
    assert play(SoloEnv(name), 3) == play(SoloEnv(name), 3)


def test_a_lone_player_plays_set_a_watch_to_its_end():
    rewards, told = play(SoloEnv("setawatch", players="1"), 1)
    assert rewards[-1] in {1.0, -1.0}
    assert set(rewards[:-1]) == {0.0}
    assert told.keys() == {"outcome", "score"}


def test_a_number_that_is_not_offered_changes_nothing():
    played = SoloEnv("lueur")
    before, _ = played.reset(seed=1)
    after, reward, over, _, told = played.step(np.int64(0))
    assert told == {"illegal": True}
    assert (reward, over) == (0.0, False)
    assert all(np.array_equal(before[part], after[part]) for part in before)


def test_there_are_no_seats_beside_the_table():
    with pytest.raises(ValueError, match="no seat 2 at a table of 2"):
        SoloEnv("lueur", seat=2, players="2")
