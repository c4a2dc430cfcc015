"""OpenSpiel games: its own simulations, and that a history is a whole game."""

from __future__ import annotations

import random
import sys

import pytest

if sys.platform == "win32":
    pytest.skip("OpenSpiel has no build for Windows", allow_module_level=True)

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import embertable.envs.openspiel  # noqa: F401 - makes the games known
from embertable.games import GAMES, load
from tests.envs.play import OPTION_SETS, option_id


def spiel(name, options, reward="outcome"):
    text = " ".join([f"{setting}:{value}" for setting, value in options.items() if value])
    parameters = {"options": text, "seeds": 50, "reward": reward}
    return pyspiel.load_game(f"embertable_{name}", parameters)


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


def test_parties_share_their_utility():
    kinds = {name: spiel(name, {}).get_type().utility for name in GAMES}
    assert kinds["lueur"] == pyspiel.GameType.Utility.GENERAL_SUM
    for name in ("faceless", "setawatch", "deadcells"):
        assert kinds[name] == pyspiel.GameType.Utility.IDENTICAL
        assert len(set(play(spiel(name, {}), 4).returns())) == 1


@pytest.mark.parametrize("name", GAMES)
def test_the_score_tells_lost_games_apart(name):
    game = spiel(name, {}, "score")
    found = []
    for seed in range(4):
        state = play(game, seed)
        returns = state.returns()
        assert all(game.min_utility() <= one <= game.max_utility() for one in returns)
        assert len(set(returns)) == 1 or name == "lueur"
        again = game.deserialize_state(state.serialize())
        assert again.returns() == returns
        found.append(returns)
    assert len({tuple(returns) for returns in found}) > 1


def test_an_unknown_reward_is_refused_in_one_sentence():
    with pytest.raises(ValueError, match="reward is 'scores', not one of outcome, score"):
        spiel("lueur", {}, "scores")


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_looks_the_same_to_its_player(name):
    state = play(spiel(name, {}), 5, 8)
    player = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    other = state.resample_from_infostate(player, sampler)
    assert other.observation_string(player) == state.observation_string(player)
    assert other.legal_actions() == state.legal_actions()
    assert str(state.clone()) == str(state)


def search(game, simulations, rng, curiosity=2.0):
    """OpenSpiel's own ISMCTS, which knows nothing of Embertable."""
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    return ismcts.ISMCTSBot(
        game, evaluator, curiosity, simulations, random_state=rng, use_observation_string=True
    )


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_search_plays_it(name):
    """It holds every imagined state against the true one, by what its player is told."""
    rng = np.random.RandomState(1)
    state = play(spiel(name, {}), 3, 5)
    bot = search(state.get_game(), 3, rng)
    decided = 0
    while decided < 3 and not state.is_terminal():
        state.apply_action(int(bot.step(state)))
        decided += 1
    assert decided > 0


def whole_game(game, simulations, seed, seats, curiosity):
    """The returns of a game in which these seats search and the others play at random."""
    rng = np.random.RandomState(seed)
    bot = search(game, simulations, rng, curiosity)
    state = game.new_initial_state()
    state.apply_action(seed)
    while not state.is_terminal():
        mine = state.current_player() in seats
        state.apply_action(int(bot.step(state) if mine else rng.choice(state.legal_actions())))
    return state.returns()


@pytest.fixture
def same_luck(monkeypatch):
    """OpenSpiel seeds what it imagines by the clock; here it is the same in every run."""
    luck = np.random.RandomState(1)
    monkeypatch.setattr(ismcts.pyspiel, "UniformProbabilitySampler", lambda *_: luck.random_sample)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.usefixtures("same_luck")
def test_openspiels_search_beats_random_play_in_lueur():
    game = spiel("lueur", {"players": "2"})
    won = sum([whole_game(game, 25, seed, [seed % 2], 2.0)[seed % 2] > 0 for seed in range(20)])
    assert won >= 15  # of 20 at even odds with a probability of 2 %


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.usefixtures("same_luck")
@pytest.mark.parametrize("name", ["deadcells", "faceless", "setawatch"])
def test_openspiels_search_gets_further_than_random_play(name):
    """Random play loses every game, so the score is what tells players apart."""
    game = spiel(name, {}, "score")
    everybody = range(game.num_players())
    gains = [
        whole_game(game, 25, seed, everybody, 0.1)[0] - whole_game(game, 1, seed, [], 0.1)[0]
        for seed in range(24)
    ]
    error = np.std(gains, ddof=1) / len(gains) ** 0.5
    assert np.mean(gains) > 2.5 * error  # Student's t: 1 % by chance
