"""Many tables as one Gymnasium environment, in one process or several."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv

from embertable.envs.batch import Batch, new_buffers
from embertable.envs.coding.turns import IllegalNumber
from embertable.envs.errors import NotStarted, PartPlays
from embertable.envs.vector import GameVectorEnv, Remote
from embertable.games import GAMES


def first_offered(observation):
    return observation["action_mask"].argmax(axis=1)


@pytest.mark.parametrize("name", GAMES)
def test_it_is_a_vector_environment_of_gymnasium(name):
    tables = GameVectorEnv(name, 3, reward="progress")
    assert isinstance(tables, VectorEnv)
    assert tables.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observation, _ = tables.reset(seed=1)
    ended = 0
    for _ in range(300):
        assert tables.observation_space.contains(observation)
        observation, rewards, over, cut, info = tables.step(first_offered(observation))
        assert rewards.shape == over.shape == cut.shape == (3,)
        assert (info["seat"] < info["rewards"].shape[1]).all()
        if over.any():
            ended += 1
            assert (info["_score"] == over).all()
            assert (info["length"][over] > 0).all()
    assert ended
    tables.close()


@pytest.mark.parametrize("learner", [None, 0])
def test_workers_play_the_same_games_as_one_process(learner):
    arguments = {"players": 2, "reward": "score", "learner": learner}
    here = GameVectorEnv("lueur", 5, **arguments)
    there = GameVectorEnv("lueur", 5, workers=2, **arguments)
    processes = [worker.process for worker in there.workers]
    assert len(processes) == 2
    try:
        for seed in (1, 2):
            ours, _ = here.reset(seed=seed)
            theirs, _ = there.reset(seed=seed)
            for _ in range(160):
                assert (ours["observation"] == theirs["observation"]).all()
                numbers = first_offered(ours)
                ours, gained, over, *_ = here.step(numbers)
                theirs, gained_there, over_there, *_ = there.step(numbers)
                assert (gained == gained_there).all()
                assert (over == over_there).all()
    finally:
        there.close()
    assert not any(process.is_alive() for process in processes)


@pytest.mark.parametrize(("workers", "cut"), [(0, None), (2, None), (0, 3), (1, 2), (2, 4), (2, 5)])
def test_parts_sent_one_by_one_play_the_same_games(workers, cut):
    whole = GameVectorEnv("lueur", 5, reward="score")
    parts = GameVectorEnv("lueur", 5, workers=workers, parts=cut, reward="score")
    try:
        assert len(parts.parts) == (cut or max(1, workers))
        expected, _ = whole.reset(seed=1)
        shown, _ = parts.reset(seed=1)
        seen = {part: pick(shown, parts.tables_of(part)) for part in range(len(parts.parts))}
        for part, observation in seen.items():
            parts.send(part, first_offered(observation))
        ended = 0
        for _ in range(200):
            result = whole.step(first_offered(expected))
            expected = result[0]
            for turn in range(len(parts.parts)):
                part, received = parts.receive()
                tables = parts.tables_of(part)
                assert part == turn
                check_equal(received[0], pick(expected, tables))
                for ours, theirs in zip(received[1:4], result[1:4], strict=True):
                    assert (ours == theirs[tables]).all()
                check_equal(received[4], pick(result[4], tables))
                ended += received[2].sum()
                parts.send(part, first_offered(received[0]))
        assert ended
    finally:
        parts.close()


def pick(rows, tables):
    return {name: one[tables] for name, one in rows.items()}


def check_equal(ours, theirs):
    """Equal where both say something: a part says nothing of ends if none of its games ended."""
    assert theirs.keys() - ours.keys() <= {"score", "_score", "length", "_length"}
    for name, values in ours.items():
        assert (values == theirs[name]).all()


@pytest.mark.parametrize("workers", [0, 2])
def test_without_copies_the_next_step_writes_over_an_observation(workers):
    kept = GameVectorEnv("lueur", 4, workers=workers)
    shown = GameVectorEnv("lueur", 4, workers=workers, copy=False)
    try:
        ours, theirs = kept.reset(seed=1)[0], shown.reset(seed=1)[0]
        first, rows = ours["observation"].copy(), theirs["observation"]
        for _ in range(20):
            check_equal(theirs, ours)
            legal = first_offered(ours)
            before = ours
            ours, theirs = kept.step(legal)[0], shown.step(legal)[0]
            assert (before["observation"] != ours["observation"]).any()
        assert (rows == theirs["observation"]).all()
        assert (rows != first).any()
    finally:
        kept.close()
        shown.close()


def test_a_part_is_sent_once_and_received_once():
    tables = GameVectorEnv("lueur", 4, workers=2)
    try:
        with pytest.raises(NotStarted):
            tables.send(0, [1, 1])
        observation, _ = tables.reset(seed=1)
        legal = first_offered(observation)
        with pytest.raises(PartPlays, match="send one first"):
            tables.receive()
        with pytest.raises(IllegalNumber, match=r"^table 2: "):
            tables.send(1, [10**6, legal[3]])
        tables.send(1, legal[2:])
        for wrong in (lambda: tables.send(1, legal[2:]), lambda: tables.step(legal)):
            with pytest.raises(PartPlays, match="part 1 is playing"):
                wrong()
        again, _ = tables.reset(seed=1)
        assert (again["observation"] == observation["observation"]).all()
        assert tables.step(legal)[1].shape == (4,)
    finally:
        tables.close()


def test_wrong_actions_move_no_table_here_or_there():
    tables = GameVectorEnv("lueur", 4, workers=2)
    try:
        with pytest.raises(NotStarted):
            tables.step([1, 1, 1, 1])
        observation, _ = tables.reset(seed=1)
        legal = first_offered(observation)
        for wrong in ([*legal[:3], 10**6], [*legal[:3], -1], legal[:2], legal + 0.5):
            with pytest.raises(IllegalNumber) as error:
                tables.step(wrong)
            assert "\n" not in str(error.value)
        assert (tables.observe()["observation"] == observation["observation"]).all()
        tables.step(legal)
        part = tables.parts[0]
        assert isinstance(part, Remote)
        part.worker.process.terminate()
        part.worker.process.join()
        with pytest.raises(RuntimeError, match="make a new environment"):
            tables.step(first_offered(tables.observe()))
    finally:
        tables.close()


@pytest.mark.parametrize(
    "wrong",
    [{"workers": 9}, {"parts": 1}, {"parts": 5}, {"reward": "x"}, {"learner": 7}, {"players": 8}],
)
def test_what_is_wrong_is_said_before_a_worker_starts(wrong):
    with pytest.raises(Exception) as error:
        GameVectorEnv("lueur", 4, **{"workers": 2, **wrong})
    assert "\n" not in str(error.value)


def test_a_batch_writes_into_given_arrays():
    buffers = new_buffers("lueur", 3, players=2)
    batch = Batch("lueur", 3, buffers=buffers, players=2)
    before = buffers.observations.copy()
    stepped = batch.step(batch.sample())
    assert stepped.rewards is buffers.rewards
    assert batch.observations is buffers.observations
    assert (buffers.observations != before).any()


def test_the_seats_beside_the_learner_play_by_themselves():
    batch = Batch("lueur", 4, seed=1, learner=1, players=2)
    ended = 0
    for _ in range(300):
        assert (batch.seats == 1).all()
        ended += batch.step(batch.sample()).ended.sum()
    assert ended
    with pytest.raises(ValueError, match="no seat 5"):
        Batch("lueur", 4, learner=5)


def test_the_first_table_of_a_part_continues_the_whole():
    whole = Batch("lueur", 4, seed=3)
    part = Batch("lueur", 2, seed=3, first=2)
    assert (whole.observations[2:] == part.observations).all()
    for _ in range(30):
        numbers = first_offered({"action_mask": whole.masks})
        whole.step(numbers)
        part.step(numbers[2:])
    assert (whole.observations[2:] == part.observations).all()
    assert np.unique(whole.observations, axis=0).shape[0] == 4


def test_a_batch_can_be_pickled():
    batch = Batch("setawatch", 3, seed=3, reward="score")
    batch.step(batch.sample())
    again = pickle.loads(pickle.dumps(batch))
    for _ in range(40):
        ours, theirs = batch.step(batch.sample()), again.step(again.sample())
        assert (batch.observations == again.observations).all()
        assert (batch.masks == again.masks).all()
        assert (ours.rewards == theirs.rewards).all()


def test_a_buffer_with_gaps_is_refused():
    buffers = new_buffers("lueur", 3)
    buffers.observations = np.zeros((3, 2 * buffers.observations.shape[1]), np.int32)[:, ::2]
    with pytest.raises(ValueError, match="in one piece"):
        Batch("lueur", 3, buffers=buffers)
