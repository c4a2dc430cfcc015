"""What an observation tells: everything that decides which actions are legal, and nothing of what is to come."""

from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np
import pytest

from embertable.engine.chance import seeded
from embertable.envs.aec import env
from embertable.envs.coding.turns import Turns
from embertable.envs.solo import SoloEnv
from embertable.games import GAMES
from tests.envs.play import OPTION_SETS, new_turns, random_play

SAMPLED = 6_000
"""Decisions of each game; `./play test --long` looks at 100,000."""
MOST = 400
"""The most decisions of one game, so that no long one takes all."""


def contradictions(name: str, decisions: int, observed: Any) -> list[str]:
    """Kinds of choices that look the same where different actions are legal."""
    known: dict[int, tuple[int, ...]] = {}
    found: list[str] = []
    sets = [one for one in OPTION_SETS if one[0] == name]
    looked = game = 0
    while looked < decisions:
        game += 1
        for turns in random_play(new_turns(sets[game % len(sets)], game), game, MOST):
            looked += 1
            legal = tuple(sorted(turns.numbers))
            if known.setdefault(hash(observed(turns)), legal) != legal:
                found.append(type(turns.choice).__name__)
    return found


def row(turns: Turns) -> bytes:
    assert turns.seat is not None
    return bytes(turns.row(turns.seat))


@pytest.mark.parametrize("name", GAMES)
def test_equal_observations_have_equal_legal_actions(name):
    assert contradictions(name, SAMPLED, row) == []


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_equal_observations_have_equal_legal_actions_in_the_long_run(name):
    assert contradictions(name, 100_000, row) == []


def test_an_observation_without_the_open_choice_is_found_out():
    """The control: rows without seat, passing and choice."""
    assert contradictions("lueur", 3_000, lambda turns: row(turns)[4 * 15 :]) != []


@pytest.mark.skipif(sys.platform == "win32", reason="OpenSpiel has no build for Windows")
@pytest.mark.parametrize("name", GAMES)
def test_equal_strings_have_equal_legal_actions(name):
    import pyspiel

    import embertable.envs.openspiel  # noqa: F401 - makes the games known

    game = pyspiel.load_game(f"embertable_{name}")
    known: dict[str, list[int]] = {}
    for seed in range(6):
        rng = random.Random(seed)
        state = game.new_initial_state()
        state.apply_action(seed % 2)
        for _ in range(60):
            if state.is_terminal():
                break
            player = state.current_player()
            told = state.observation_string(player)
            assert known.setdefault(told, state.legal_actions()) == state.legal_actions()
            others = set(range(game.num_players())) - {player}
            assert not any("\n0: " in state.observation_string(one) for one in others)
            state.apply_action(rng.choice(state.legal_actions()))


# Clones and imagined tables.


def future(turns: Turns) -> list[bytes]:
    """What its seats see over the next decisions, always taking the first."""
    seen = []
    for _ in range(60):
        if turns.seat is None:
            break
        seen.append(row(turns))
        turns.play(turns.numbers[0])
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_has_fresh_luck_unless_the_same_is_wanted(name):
    table = env(name)
    table.reset(seed=3)
    before = row(table.turns)
    same = [future(table.clone("same").turns) for _ in range(2)]
    fresh = [future(table.clone(seed=seed).turns) for seed in (1, 1, 2, 3)]
    assert same[0] == same[1]
    assert fresh[0] == fresh[1]
    # All luck of The Faceless lies in the order of the deck, which a clone keeps.
    assert (len({tuple(one) for one in (same[0], *fresh)}) > 1) == (name != "faceless")
    assert {one[0] for one in (*same, *fresh)} == {before}
    assert row(table.turns) == before
    assert future(table.turns) == same[0]


@pytest.mark.parametrize("name", GAMES)
def test_an_imagined_table_looks_the_same_to_its_seat(name):
    table = env(name)
    table.reset(seed=4)
    futures = set()
    for _ in range(12):
        agent = table.agent_selection
        imagined = [table.imagine(agent, seed) for seed in (1, 2)]
        for one in imagined:
            assert one.agent_selection == agent
            for key, numbers in table.observe(agent).items():
                assert (one.observe(agent)[key] == numbers).all()
            futures.add(tuple(future(one.turns)[1:]))
        if table.terminations[agent]:
            break
        table.step(table.turns.numbers[0])
    assert len(futures) > 12


def test_the_learner_of_a_solo_environment_imagines_and_clones():
    table = SoloEnv("lueur", others="greedy", players=2)
    table.reset(seed=5)
    observation = table.observe()["observation"]
    for other in (table.imagine(1), table.clone(), table.clone("same")):
        assert (other.observe()["observation"] == observation).all()
        other.step(np.int64(other.turns.numbers[0]))
    assert (table.observe()["observation"] == observation).all()


def test_a_search_over_old_clones_would_know_the_dice():
    """The control: with the same luck every clone rolls what the true table will roll."""
    turns = new_turns(("lueur", {"players": "2"}), 1)
    copies = [turns.copy(), turns.copy(), turns.copy(seeded(9))]
    ahead = [future(one) for one in copies]
    assert ahead[0] == ahead[1] != ahead[2]
