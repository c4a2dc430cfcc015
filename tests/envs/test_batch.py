"""Tables side by side."""

from __future__ import annotations

import numpy as np
import pytest

from embertable.envs.aec import env
from embertable.envs.batch import Batch
from embertable.games import GAMES


def first_offered(batch):
    return batch.masks.argmax(axis=1)


@pytest.mark.parametrize("name", GAMES)
def test_every_table_goes_on_and_begins_anew(name):
    batch = Batch(name, 3, seed=1)
    ended = 0
    for _ in range(400):
        stepped = batch.step(first_offered(batch))
        ended += int(stepped.ended.sum())
        assert (batch.masks.sum(axis=1) > 0).all()
        for place in np.flatnonzero(stepped.ended):
            assert set(stepped.rewards[place]) <= {1.0, -1.0}
        assert not stepped.rewards[~stepped.ended].any()
    assert ended > 0


def test_luck_does_not_depend_on_how_many_tables_there_are():
    few, many = Batch("lueur", 2, seed=5), Batch("lueur", 4, seed=5)
    for _ in range(150):
        few.step(first_offered(few))
        many.step(first_offered(many))
    assert (few.observations == many.observations[:2]).all()
    assert (few.observations[0] != few.observations[1]).any()


def test_a_batch_shows_what_an_environment_shows():
    batch = Batch("setawatch", 1, seed=3, players="2")
    played = env("setawatch", players="2")
    played.begin(batch.turns[0].copy())
    for _ in range(60):
        observation, *_ = played.last()
        assert (observation["observation"] == batch.observations[0]).all()
        assert (observation["action_mask"] == batch.masks[0]).all()
        number = first_offered(batch)
        played.step(int(number[0]))
        if batch.step(number).ended[0]:
            break
