"""PettingZoo environments: its own tests on every option set, and what we promise beyond them."""

from __future__ import annotations

import json
import pickle
from copy import deepcopy

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from embertable.envs.aec import OtherNumbers, env
from embertable.envs.coders import version_of
from embertable.envs.coding.numbering import LEAVE
from embertable.envs.coding.turns import IllegalNumber
from embertable.games import GAMES
from tests.envs.play import OPTION_SETS, option_id

# PettingZoo knows its own games with masks by name, and wonders at others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize("option_set", OPTION_SETS, ids=option_id)
def test_pettingzoo_accepts_it(option_set):
    name, options = option_set
    api_test(env(name, **options), num_cycles=25)
    seed_test(lambda: env(name, **options), num_cycles=10)
    render_test(lambda render_mode: env(name, render_mode, **options))


def play(played, seed, most=100_000):
    """Plays at random and returns what was seen: agents, observations, rewards."""
    rng = np.random.default_rng(seed)
    seen = []
    for agent in played.agent_iter(most):
        observation, reward, over, _, _ = played.last()
        numbers = np.flatnonzero(observation["action_mask"])
        number = None if over else int(rng.choice(numbers))
        seen.append((agent, observation["observation"].tobytes(), reward, number))
        played.step(number)
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_a_game_ends_with_a_reward_for_every_seat(name):
    played = env(name)
    played.reset(seed=1)
    rewards = {agent: reward for agent, _, reward, number in play(played, 1) if number is None}
    assert rewards.keys() == set(played.possible_agents)
    assert set(rewards.values()) <= {1.0, -1.0}
    assert played.agents == []


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_goes_on_alike_and_apart(name):
    played = env(name)
    played.reset(seed=2)
    play(played, 2, 30)
    copy = played.clone("same")
    ours = play(played, 3)
    assert play(copy, 3) == ours
    played.reset()
    copy.reset()
    assert play(played, 4, 20) == play(copy, 4, 20)


@pytest.mark.parametrize("name", GAMES)
def test_a_saved_position_goes_on_alike_elsewhere(name):
    played = env(name)
    played.reset(seed=5)
    play(played, 5, 25)
    saved = json.loads(json.dumps(played.save()))
    other = env(name)
    other.from_state(saved)
    assert play(other, 6) == play(played, 6)


def test_a_position_after_the_end_can_be_cloned_while_agents_leave():
    played = env("lueur")
    played.reset(seed=7)
    for _ in played.agent_iter():
        observation, _, over, _, _ = played.last()
        if over:
            break
        played.step(int(np.flatnonzero(observation["action_mask"])[0]))
    played.step(None)
    copy = played.clone("same")
    assert copy.agents == played.agents == ["seat_1"]
    assert copy.last()[1] == played.last()[1]


def test_a_save_with_other_numbers_is_refused():
    played = env("lueur")
    played.reset(seed=1)
    with pytest.raises(OtherNumbers):
        env("setawatch").from_state(played.save())


@pytest.mark.parametrize("game", GAMES)
def test_deep_copies_and_pickles_go_on_alike_and_apart(game):
    played = env(game)
    played.reset(seed=1)
    copied = deepcopy(played)
    stored = pickle.loads(pickle.dumps(played))
    before = played.last()[0]
    for _ in range(4):
        copied.step(int(np.flatnonzero(copied.last()[0]["action_mask"])[0]))
    assert (played.last()[0]["observation"] == before["observation"]).all()
    assert (played.last()[0]["action_mask"] == before["action_mask"]).all()
    for _ in range(4):
        played.step(int(np.flatnonzero(played.last()[0]["action_mask"])[0]))
        stored.step(int(np.flatnonzero(stored.last()[0]["action_mask"])[0]))
    assert (played.last()[0]["observation"] == copied.last()[0]["observation"]).all()
    assert (played.last()[0]["observation"] == stored.last()[0]["observation"]).all()


def test_a_number_that_is_not_offered_is_refused():
    played = env("lueur")
    played.reset(seed=1)
    with pytest.raises(IllegalNumber, match="is not offered to seat"):
        played.step(LEAVE)


def test_the_name_tells_the_version():
    assert str(env("faceless")) == f"faceless_v{version_of('faceless')}"


def test_one_of_a_party_may_leave_an_answer_to_those_who_can_do_something_else():
    played = env("setawatch", players="2", adventurers="random")
    played.reset(seed=1)
    turns = played.turns
    while LEAVE not in turns.options:
        turns.play(max(turns.options))
    first, before = turns.seat, turns.coder.game.state_hash(turns.table)
    everything = turns.table.offered()
    own = [action for action in turns.options.values() if action is not None]
    turns.play(LEAVE)
    assert turns.seat != first
    assert turns.coder.game.state_hash(turns.table) == before
    others = list(turns.options.values())
    assert None not in others, "the last one asked must answer"
    assert all(action in own or action in others for action in everything)


def test_seats_that_go_on_together_take_turns_in_the_order_of_the_table():
    played = env("lueur", players="3")
    played.reset(seed=1)
    turns = played.turns
    orders = set()
    while turns.seat is not None:
        open_seats = [choice.seat for choice in turns.table.choices()]
        if len(open_seats) > 1:
            assert turns.seat == open_seats[0]
            orders.add(tuple(open_seats))
        turns.play(min(turns.options))
    assert any(len(order) == 3 for order in orders)
