"""What a researcher stumbles over first: options, order of calls, masks, opponents, forms of observations."""

from __future__ import annotations

import io
import pydoc

import numpy as np
import pytest

from embertable.engine.errors import BadOption, UnknownOption
from embertable.envs.aec import env
from embertable.envs.batch import Batch
from embertable.envs.build import build
from embertable.envs.coders import coder
from embertable.envs.coding.turns import IllegalNumber
from embertable.envs.errors import GameFinished, NoActionNumber, NotStarted
from embertable.envs.observing import OBSERVATIONS, Encoding, vocabulary
from embertable.envs.solo import SoloEnv
from embertable.games import GAMES
from tests.envs.play import OPTION_SETS, new_turns, option_id, random_play


def one_sentence(error):
    text = str(error.value)
    assert text
    assert "\n" not in text
    assert len(text) < 250
    return text


# Options and arguments.


@pytest.mark.parametrize("make", [env, SoloEnv, lambda name, **rest: Batch(name, 1, **rest)])
def test_options_are_integers_or_words(make):
    assert make("lueur", players=3).options["players"] == "3"
    assert make("lueur", players="3").options["players"] == "3"
    for wrong, kind in (({"players": 9}, BadOption), ({"player": 3}, UnknownOption)):
        with pytest.raises(kind) as error:
            make("lueur", **wrong)
        one_sentence(error)


@pytest.mark.parametrize("make", [env, SoloEnv, lambda name, **rest: Batch(name, 1, **rest)])
@pytest.mark.parametrize(
    "wrong", [{"reward": "progres"}, {"max_cycles": 0}], ids=["reward", "max_cycles"]
)
def test_a_wrong_argument_is_named_in_one_sentence(make, wrong):
    with pytest.raises(ValueError) as error:
        make("lueur", **wrong)
    assert next(iter(wrong)) in one_sentence(error)


def test_a_misspelt_form_gets_a_hint():
    with pytest.raises(ValueError, match="did you mean 'one_hot'"):
        env("lueur", observation="onehot")


# Calls in the wrong order.


@pytest.mark.parametrize(
    "call",
    [
        lambda table: table.last(),
        lambda table: table.step(1),
        lambda table: table.observe("seat_0"),
        lambda table: table.action_masks(),
        lambda table: table.clone(),
        lambda table: table.save(),
        lambda table: table.render(),
        lambda table: table.describe(3),
    ],
)
def test_a_call_before_reset_says_so(call):
    table = env("lueur", "ansi")
    with pytest.raises(NotStarted, match="call reset"):
        call(table)
    table.reset(seed=1)
    assert table.last()


@pytest.mark.parametrize(
    "call",
    [
        lambda table: table.step(1),
        lambda table: table.action_masks(),
        lambda table: table.render(),
        lambda table: table.imagine(),
        lambda table: table.clone(),
    ],
)
def test_a_learner_who_forgets_to_reset_is_told(call):
    table = SoloEnv("lueur", render_mode="ansi")
    with pytest.raises(NotStarted, match="call reset"):
        call(table)
    table.reset(seed=1)
    assert table.action_masks().any()


def test_a_step_after_the_end_says_so_and_reset_helps():
    table = env("faceless")
    table.reset(seed=1)
    for _ in table.agent_iter():
        *_, over, cut, _ = table.last()
        table.step(None if over or cut else table.turns.numbers[0])
    with pytest.raises(GameFinished, match="call reset"):
        table.step(1)
    table.reset(seed=2)
    table.step(table.turns.numbers[0])
    solo = SoloEnv("faceless", max_cycles=1)
    solo.reset(seed=1)
    solo.step(solo.turns.numbers[0])
    with pytest.raises(GameFinished):
        solo.step(1)
    assert solo.reset(seed=1)[0]["action_mask"].any()


@pytest.mark.parametrize("number", [-1, 10**9, 0])
def test_a_foreign_number_changes_nothing(number):
    table = env("lueur")
    table.reset(seed=1)
    before = table.last()[0]["observation"].copy()
    with pytest.raises(IllegalNumber) as error:
        table.step(number)
    one_sentence(error)
    batch = Batch("lueur", 2, seed=1)
    rows = batch.observations.copy()
    with pytest.raises(IllegalNumber, match="table 1"):
        batch.step([int(batch.masks[0].argmax()), number])
    assert (batch.observations == rows).all()
    batch.step(batch.sample())
    assert (table.last()[0]["observation"] == before).all()
    table.step(table.turns.numbers[0])


@pytest.mark.parametrize("action", ["draw", 1.5, None, [1, 2]])
def test_an_action_that_is_no_number_is_refused(action):
    table = env("lueur")
    table.reset(seed=1)
    with pytest.raises(NoActionNumber) as error:
        table.step(action)
    one_sentence(error)
    table.step(np.int32(table.turns.numbers[0]))
    table.step(np.array([table.turns.numbers[0]]))


# Masks, opponents, truncation.


def test_masks_are_where_sb3_contrib_looks_for_them():
    solo = SoloEnv("setawatch")
    observation, _ = solo.reset(seed=1)
    assert solo.action_masks().dtype == np.bool_
    assert (solo.action_masks() == observation["action_mask"].astype(bool)).all()
    batch = Batch("setawatch", 2)
    assert (batch.action_masks() == (batch.masks == 1)).all()


def test_opponents_are_functions_for_self_play():
    asked = []

    def policy(observation):
        asked.append(observation["observation"][0])
        return int(observation["action_mask"].argmax())

    solo = SoloEnv("lueur", others=policy, players=3, observation="scaled")
    solo.reset(seed=1)
    over = False
    while not over:
        *_, over, _, _ = solo.step(int(solo.action_masks().argmax()))
    assert asked
    assert 0.0 not in asked, "the learner's own seat is not asked"
    assert solo.clone("same").others is policy


def test_each_seat_may_have_another_opponent():
    solo = SoloEnv(
        "lueur", others=["random", "greedy", lambda one: one["action_mask"].argmax()], players=3
    )
    solo.reset(seed=1)
    solo.step(solo.turns.numbers[0])
    with pytest.raises(ValueError, match="2 others for a table of 3"):
        SoloEnv("lueur", others=["random", "greedy"], players=3)


def test_an_opponent_that_breaks_the_rules_is_named():
    solo = SoloEnv("lueur", others=lambda one: -5, players=2, seat=1)
    with pytest.raises(IllegalNumber, match="-5 is no action"):
        played_on(solo)


def played_on(solo):
    for seed in range(5):
        solo.reset(seed=seed)
        for _ in range(20):
            solo.step(solo.turns.numbers[0])


def test_a_long_game_is_cut_off():
    table = env("lueur", max_cycles=7)
    table.reset(seed=1)
    steps = 0
    for _ in table.agent_iter():
        _, _, over, cut, _ = table.last()
        assert not over
        if not cut:
            steps += 1
        table.step(None if cut else table.turns.numbers[0])
    assert steps == 7
    batch = Batch("lueur", 2, max_cycles=5)
    cut_at = [step for step in range(1, 16) if batch.step(batch.sample()).truncated.all()]
    assert cut_at == [5, 10, 15]


# Observations.


@pytest.mark.parametrize("kind", OBSERVATIONS)
@pytest.mark.parametrize("name", GAMES)
def test_observations_fit_their_space_and_their_schema(name, kind):
    solo = SoloEnv(name, observation=kind)
    observation, _ = solo.reset(seed=1)
    assert solo.observation_space.contains(observation)
    fields = solo.schema()
    assert sum(field.size for field in fields) == len(observation["observation"])
    ends = [field.first + field.size for field in fields]
    assert [field.first for field in fields[1:]] == ends[:-1]
    assert len({field.name for field in fields}) == len(fields)


@pytest.mark.parametrize("name", GAMES)
def test_one_hot_counts_every_word(name):
    game = coder(name)
    encoding = Encoding(game, "one_hot")
    words = vocabulary(game)
    for turns in random_play(new_turns((name, {}), 2), 2, 20):
        row = np.frombuffer(turns.row(turns.seat), "<i4")
        encoded = encoding.encode(row)
        wanted = sorted(words[at] for at in row[encoding.word_columns] if at)
        found = []
        for field in encoding.fields:
            if field.kind == "words":
                counts = encoded[field.first : field.first + field.size]
                found += [
                    words[at] for at in np.flatnonzero(counts) for _ in range(int(counts[at]))
                ]
        assert sorted(found) == wanted
        assert (encoding.encode(np.stack([row, row]))[1] == encoded).all()


@pytest.mark.parametrize("option_set", OPTION_SETS[::4], ids=option_id)
def test_every_number_fits_a_float(option_set):
    """OpenSpiel's tensors and most networks hold 32-bit floats."""
    for turns in random_play(new_turns(option_set, 4), 4, 80):
        row = np.frombuffer(turns.row(turns.seat), "<i4")
        assert (row.astype(np.float32).astype(np.int64) == row).all()


def test_an_angle_in_one_number_would_not_fit():
    assert int(np.float32(123_456_789)) != 123_456_789


# Finding one's way.


def test_help_lists_what_there_is():
    out = io.StringIO()
    pydoc.Helper(output=out).help("embertable.envs")
    for name in ("env", "SoloEnv", "GameVectorEnv", "Batch", "pyspiel", "reward", "curriculum"):
        assert name in out.getvalue()


def test_an_environment_says_which_build_it_is():
    assert env("lueur").metadata["build"] == SoloEnv.metadata["build"] == build() == "pure"
