"""Rewards: outcome, progress and score, and that none of them can be farmed."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from embertable.bots import ask, get_bot
from embertable.engine.chance import seeded
from embertable.envs.aec import env
from embertable.envs.batch import Batch
from embertable.envs.coders import progress_of
from embertable.envs.coding.rewards import REWARDS, Progress, Rewards
from embertable.envs.curriculum import curriculum
from embertable.envs.solo import SoloEnv
from embertable.games import GAMES
from tests.envs.play import new_turns, random_play


def collected(name, kind, seed, discount=1.0):
    """The discounted rewards of a random game for each seat, its first progress, and its result."""
    turns = new_turns((name, {}), seed)
    rewards = Rewards(kind, progress_of(name), discount)
    rewards.begin(turns.table, turns.seats)
    first = rewards.before
    total, weight = np.zeros(turns.seats), 1.0
    rng = random.Random(seed)
    while turns.seat is not None:
        turns.play(rng.choice(turns.numbers))
        total += weight * np.array(rewards.step(turns.table))
        weight *= discount
    return total, np.array(first), turns, weight / discount


@pytest.mark.parametrize("discount", [1.0, 0.99])
@pytest.mark.parametrize("name", GAMES)
def test_progress_adds_a_constant_to_the_discounted_outcome(name, discount):
    """So the best policy stays the same, however a game goes."""
    for seed in range(5):
        plain, *_ = collected(name, "outcome", seed, discount)
        shaped, first, *_ = collected(name, "progress", seed, discount)
        assert shaped == pytest.approx(plain - first)


class Farmed(Progress):
    """The control: it grows with every call, so it is no function of the position."""

    def __init__(self):
        self.calls = 0

    def of(self, table, seat):
        self.calls += 1
        return float(self.calls)


def test_a_reward_that_is_no_potential_is_found():
    turns = new_turns(("lueur", {}), 1)
    rewards = Rewards("progress", Farmed(), 1.0)
    rewards.begin(turns.table, turns.seats)
    first, total = rewards.before, 0.0
    for _ in random_play(turns, 1):
        total += rewards.step(turns.table)[0]
    assert total + first[0] > 100


@pytest.mark.parametrize("name", GAMES)
def test_score_tells_lost_games_apart(name):
    ends = {round(float(collected(name, "score", seed)[0][0]), 4) for seed in range(12)}
    assert len(ends) > 3
    assert all(-1.0 <= end <= 1.0 for end in ends)


@pytest.mark.parametrize("name", GAMES)
def test_better_play_makes_more_progress(name):
    def reached(bot):
        found = []
        for seed in range(4):
            turns = new_turns((name, {}), seed)
            bots = [get_bot("random", seed + seat) for seat in range(turns.seats)]
            bots[0] = get_bot(bot, seed)
            if name != "lueur":
                bots = [bots[0]] * turns.seats
            while turns.seat is not None:
                action = ask(bots[turns.seat], turns.table, turns.seat)
                turns.play(next(n for n, option in turns.options.items() if option == action))
            found.append(progress_of(name).of(turns.table, 0))
        return sum(found)

    assert reached("greedy") > reached("random")


@pytest.mark.parametrize("name", GAMES)
def test_progress_depends_on_what_everybody_sees(name):
    """A reward must not tell a seat what it may not know."""
    for turns in random_play(new_turns((name, {}), 3), 3, 60):
        for seat in range(turns.seats):
            twin = turns.imagine(seat, seeded(9))
            progress = progress_of(name)
            assert progress.of(twin.table, seat) == progress.of(turns.table, seat)


@pytest.mark.parametrize("kind", REWARDS)
@pytest.mark.parametrize("name", GAMES)
def test_every_environment_pays_the_same(name, kind):
    played = env(name, reward=kind)
    batch = Batch(name, 1, seed=2, reward=kind)
    played.reset(seed=0)
    played.begin(batch.turns[0].copy())
    for _ in range(4000):
        number = int(batch.masks[0].argmax())
        agents = played.agents
        stepped = batch.step([number])
        played.step(number)
        assert [played.rewards[agent] for agent in agents] == pytest.approx(stepped.rewards[0])
        if stepped.ended[0]:
            break
    else:
        pytest.fail("the game did not end")


def test_the_learner_is_paid_for_what_the_others_do_as_well():
    table = SoloEnv("lueur", others="greedy", reward="score", players=2)
    table.reset(seed=1)
    total, over = 0.0, False
    while not over:
        _, reward, over, _, _ = table.step(table.turns.numbers[0])
        total += reward
    assert total == pytest.approx(progress_of("lueur").of(table.turns.table, 0))
    assert total < 0


@pytest.mark.parametrize("name", GAMES)
def test_every_stage_of_the_curriculum_can_be_played(name):
    stages = curriculum(name)
    assert stages[-1].options == {}
    assert stages[-1].reward == "outcome"
    for stage in stages:
        options: dict[str, Any] = stage.options
        table = env(name, reward=stage.reward, **options)
        table.reset(seed=1)
        table.step(table.turns.numbers[0])


def test_a_game_without_a_measure_has_no_progress():
    assert Progress().of(new_turns(("lueur", {}), 1).table, 0) == 0.0
