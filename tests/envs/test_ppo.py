"""The shipped learner: what it computes, and that it learns."""

from __future__ import annotations

import numpy as np
import pytest

from embertable.envs.coders import coder
from embertable.envs.errors import OtherNumbers
from embertable.envs.ppo import (
    PLACES,
    Facts,
    Learner,
    Policy,
    Training,
    load_policy,
    turned_columns,
)
from examples.learn import curve, train

SMALL = Training(tables=4, horizon=8, epochs=1, part=16)


def learner_of(game="lueur", **arguments):
    return Learner(Policy(game, 1), 1, training=SMALL, **arguments)


def test_a_seat_sees_its_own_part_first():
    labels = ["seat", "players.len", "players.0.a", "players.0.b", "players.1.a", "players.1.b"]
    assert turned_columns(labels).tolist() == [[0, 1, 2, 3, 4, 5], [0, 1, 4, 5, 2, 3]]


def test_facts_count_names_and_sizes_of_one_row_alone():
    facts = Facts("lueur")
    rows = np.zeros((2, coder("lueur").size), np.int32)
    rows[1, 3] = 7
    found = facts.look(rows, np.array([0, 0]))
    assert not found[0].any()
    assert sorted(found[1][found[1] > 0].tolist()) == [pytest.approx(np.log(8) / 3), 1.0]
    assert found.shape == (2, PLACES)


def test_a_seats_rewards_count_from_its_decision_to_its_next():
    learner = learner_of(players=2)
    learner.how = Training(discount=0.5, trace=1.0)
    values = np.array([[1.0], [2.0], [3.0]], np.float32)
    seats = np.array([[0], [1], [0]])
    rewards = np.array([[[0.0, 0.0]], [[4.0, -4.0]], [[6.0, -6.0]]], np.float32)
    ended = np.array([[False], [False], [True]])
    # Seat 0 decides at first and at last: 6 - 3, then 4 + 3 / 2 - 1 + 3 / 2. Seat 1 once: -10 - 2.
    assert learner.gains(values, seats, rewards, ended).ravel().tolist() == [6.0, -12.0, 3.0]


def test_gradients_are_those_of_the_loss():
    learner = learner_of(learner=0, players=2)
    policy, luck = learner.policy, np.random.default_rng(2)
    facts = luck.random((6, PLACES), np.float32) / 40
    legal = luck.random((6, 5)) < 0.7
    legal[:, 2] = True
    offered = np.array([4, 9, 30, 31, 200])
    picks = np.full(6, 2)
    before = np.full(6, 0.3, np.float32)
    gains, aims = luck.standard_normal((2, 6)).astype(np.float32)
    for name in ("out", "in"):
        policy.weights[name] = policy.weights[name].astype(np.float64)

    def loss():
        hidden = policy.hidden(facts)
        odds = policy.odds(hidden, legal, offered)
        ratio = odds[np.arange(6), picks] / before
        clipped = np.clip(ratio, 0.8, 1.2)
        chaos = -(odds * np.log(np.maximum(odds, 1e-9))).sum(axis=1)
        wrong = (policy.value(hidden) - aims) ** 2 / 2
        gained = np.minimum(ratio * gains, clipped * gains) + 0.01 * chaos
        return float((wrong - gained).mean())

    changes = learner.changes(facts, legal, offered, picks, before, gains, aims)
    for name, at, place in (("out_0", 30, 2), ("out_0", 9, 1), ("in_0", 5, 5), ("value_0", 0, 0)):
        weights = policy.weights[name] = policy.weights[name].astype(np.float64)
        weights[at] += 1e-4
        above = loss()
        weights[at] -= 2e-4
        slope = (above - loss()) / 2e-4
        weights[at] += 1e-4
        assert changes[name][place] == pytest.approx(slope, rel=0.02, abs=2e-4), name


def test_a_saved_policy_decides_the_same(tmp_path, monkeypatch):
    learner = learner_of("setawatch", players=1)
    learner.train(32)
    learner.policy.save(tmp_path / "policy.npz")
    again = load_policy(tmp_path / "policy.npz")
    batch = learner.batch
    for place, turns in enumerate(batch.turns):
        ours, theirs = [
            one.decide(batch.observations[place], 0, turns.numbers)
            for one in (learner.policy, again)
        ]
        assert ours == theirs
        assert ours in turns.numbers
    monkeypatch.setattr(type(coder("setawatch")), "digest", lambda _: "other")
    with pytest.raises(OtherNumbers, match="other numbers"):
        load_policy(tmp_path / "policy.npz")


@pytest.mark.slow
def test_the_worked_example_learns():
    _, told = train("setawatch", 1, 20_000, "score")
    points = curve(told)
    assert points[-1] > 1.25 * points[0]


def test_learning_moves_the_odds_towards_what_paid():
    learner = learner_of("setawatch", players=1)
    learner.how = Training(tables=4, horizon=8, epochs=2, part=32, rate=0.05)
    policy = learner.policy
    facts = policy.facts.look(learner.batch.observations, learner.batch.seats)
    offered = np.flatnonzero(learner.batch.masks.any(axis=0))
    legal = learner.batch.masks[:, offered] > 0
    picks = legal.argmax(axis=1)
    rows = np.arange(len(facts))
    before = policy.odds(policy.hidden(facts), legal, offered)[rows, picks]
    gains = np.array([1.0, 1.0, -1.0, -1.0], np.float32)
    masks = np.packbits(learner.batch.masks > 0, axis=1)
    learner.learn(facts, masks, offered[picks], before, gains, np.zeros(4, np.float32), 0.01)
    after = policy.odds(policy.hidden(facts), legal, offered)[rows, picks]
    free = legal.sum(axis=1) > 1
    assert ((after - before) * gains >= 0)[free].all()
