"""The fitted chance at dawn: it reads what everybody knows, and does without a file that is no good."""

import json
import math
from collections.abc import Callable

import pytest

from embertable import ask, get_bot, load, new_table
from embertable.bots.fitted import Fit, fit_of, read_fit, weights_file
from embertable.bots.rollout import rollout_of
from embertable.bots.setawatch import dawn, rollout
from embertable.bots.setawatch.rollout import WatchRollout
from embertable.engine.chance import seeded
from embertable.games.setawatch.state import WATCH, WatchState
from tests.bots.test_honesty import twins

Features = Callable[[WatchState], list[float]]


def dawns(difficulty: str, seed: int, most: int):
    """Tables at the dawns of a game that the rollout policy plays with some errors."""
    table = new_table(load("setawatch"), {"difficulty": difficulty}, seed)
    luck = seeded(seed)
    policy, night = None, 1
    while (choice := table.next_choice()) is not None and most:
        policy = policy or rollout_of(table.game)(table, choice)
        if table.state.round > night and table.state.phase != WATCH:
            night = table.state.round
            most -= 1
            yield table
        options = table.offered(choice.seat)
        wanders = luck.draw("wandering", 4) == 0 and table.state.phase != WATCH
        table.apply(luck.pick("options", options) if wanders else policy.act(table, choice))


def peeking(state: WatchState) -> list[float]:
    """A net that looks at the next card of the deck."""
    base = float(state.content.cards[state.deck[-1]].base) if state.deck else 0.0
    return [*dawn.features(state), base]


@pytest.mark.parametrize(("features", "is_caught"), [(dawn.features, False), (peeking, True)])
def test_features_are_the_same_on_twins(features: Features, is_caught: bool) -> None:
    asked = different = 0
    for number, difficulty in enumerate(("easy", "normal", "hard", "insane", "easy", "easy")):
        for table in dawns(difficulty, number, most=8):
            for twin in twins(table, 0, seeded(number)):
                asked += 1
                different += features(twin.state) != features(table.state)
    assert asked > 20
    assert (different > 0) == is_caught


def test_every_feature_has_a_name_and_the_first_is_always_one():
    table = next(dawns("easy", 1, most=1))
    found = dawn.features(table.state)
    assert len(found) == len(dawn.NAMES) == len(set(dawn.NAMES))
    assert found[0] == 1.0


def test_better_things_make_a_higher_chance():
    """The shipped weights: a party with all cards ready is better off than a weary one."""
    weights = dawn.dawn_weights()
    assert len(weights) == len(dawn.NAMES)
    for table in dawns("easy", 1, most=4):
        state = table.state
        chances = []
        for is_exhausted in (True, False):
            for one in state.adventurers:
                one.exhausted = [is_exhausted] * 2 + [False] * (len(one.board) - 2)
            chances.append(dawn.chance_of(weights, state))
        assert chances[0] + 0.1 < chances[1]
        assert 0 <= chances[0] <= chances[1] <= 1


# Files that are no good.

NAMES = ("one", "two")


def written(tmp_path, change=lambda saved: saved):
    file = tmp_path / "weights.json"
    saved = weights_file("setawatch", NAMES, [0.5, -1.0], {"recipe": {"seed": 1}})
    file.write_text(json.dumps(change(saved)))
    return file


def test_a_sound_file_is_read(tmp_path):
    assert read_fit(written(tmp_path), "setawatch", NAMES) == Fit((0.5, -1.0), "", NAMES)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda saved: {**saved, "weights": {"one": 0.5, "two": 1.0}}, "damaged"),
        (lambda saved: {**saved, "recipe": {"seed": 2}}, "damaged"),
        (lambda saved: {**saved, "version": 99}, "foreign"),
        (lambda saved: {**saved, "format": "photo"}, "foreign"),
        (lambda _: [1, 2], "foreign"),
        (lambda _: weights_file("lueur", NAMES, [0.5, -1.0], {}), "foreign"),
        (lambda _: weights_file("setawatch", ("one", "six"), [0.5, -1.0], {}), "foreign"),
        (lambda _: weights_file("setawatch", NAMES[:1], [0.5], {}), "foreign"),
        (lambda _: weights_file("setawatch", NAMES, [0.5, math.nan], {}), "damaged"),
    ],
)
def test_a_file_that_is_damaged_or_of_something_else_gives_no_weights(tmp_path, change, problem):
    assert read_fit(written(tmp_path, change), "setawatch", NAMES) == Fit((), problem)


def test_a_missing_or_cut_file_gives_no_weights(tmp_path):
    assert read_fit(tmp_path / "none.json", "setawatch", NAMES) == Fit((), "missing")
    file = written(tmp_path)
    file.write_bytes(file.read_bytes()[:40])
    assert read_fit(file, "setawatch", NAMES) == Fit((), "damaged")


def test_a_problem_is_said_once_in_a_sentence(tmp_path, caplog):
    file = str(tmp_path / "none.json")
    for _ in range(3):
        assert not fit_of(file, "setawatch", NAMES).weights
    (said,) = caplog.messages
    assert said == f"{file} is missing; bots play setawatch without it."


def test_without_weights_the_level_plays(monkeypatch):
    """By the value that was there before; with them, it says other chances."""
    table = next(dawns("easy", 1, most=1))
    choice = table.next_choice()
    assert choice is not None
    fitted = WatchRollout(table, choice)
    with_weights = fitted.estimate(table)
    fitted.weights = ()
    assert fitted.estimate(table) != with_weights
    monkeypatch.setattr(rollout, "dawn_weights", tuple)
    assert ask(get_bot("blaze", 1), table, choice.seat) in table.offered(choice.seat)
