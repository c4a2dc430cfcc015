"""OpenSpiel games: its own simulations, and that a history is a whole game."""

from __future__ import annotations

import random
import sys

import pytest

if sys.platform == "win32":
    pytest.skip("OpenSpiel has no build for Windows", allow_module_level=True)

import pyspiel

import embertable.envs.openspiel  # noqa: F401 - makes the games known
from embertable.games import GAMES, load
from tests.envs.play import OPTION_SETS, option_id


def spiel(name, options):
    text = " ".join([f"{setting}:{value}" for setting, value in options.items() if value])
    return pyspiel.load_game(f"embertable_{name}", {"options": text, "seeds": 50})


def play(game, seed, most=100_000):
    rng = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_openspiel_simulates_it(name):
    pyspiel.random_sim_test(spiel(name, load(name).variants()[-1]), 1, True, False)


@pytest.mark.parametrize("option_set", OPTION_SETS[::3], ids=option_id)
def test_a_state_comes_back_from_its_history(option_set):
    game = spiel(*option_set)
    state = play(game, 1, 40)
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state)
    copy = state.clone()
    if not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
        assert str(copy) == str(again) != str(state)


@pytest.mark.parametrize("name", GAMES)
def test_every_player_gets_a_return_and_an_observation(name):
    game = spiel(name, {})
    state = play(game, 2)
    assert set(state.returns()) <= {1.0, -1.0}
    assert len(state.returns()) == game.num_players()
    assert len(state.observation_tensor(0)) == game.observation_tensor_shape()[0]
    assert state.observation_string(0)


def test_before_the_deal_nothing_is_known():
    state = spiel("lueur", {}).new_initial_state()
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 50
    assert state.observation_string(0) == ""
    assert not any(state.observation_tensor(0))
