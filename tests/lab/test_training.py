"""`embertable train`: a file that continues, a fit that repeats to the last digit."""

import json
import math
from typing import Any

import pytest

from embertable.bots.fitted import read_fit
from embertable.bots.lueur import fitted_weights as lueur_weights
from embertable.bots.setawatch.dawn import NAMES
from embertable.engine.chance import seeded
from embertable.engine.errors import NewerVersion
from embertable.games import load
from embertable.lab import ridge, setawatch, training
from embertable.lab.chance_training import shifted
from embertable.lab.errors import ForeignSet, OtherSet
from embertable.lab.ladder import BOTS
from embertable.lab.logistic import chance, fitted, loss
from embertable.lab.lueur.training import LueurTrainer
from embertable.lab.ridge import Pull, error, ridge_fit
from embertable.lab.simulate import seed_of
from embertable.lab.training import Recipe, TrainingSet, file_of, trainer_of

RECIPE = Recipe("setawatch")
TRAINER = setawatch.TRAINER


def drawn(rows: int) -> tuple[list[list[float]], list[float]]:
    """Features and results from known weights."""
    luck = seeded(3)
    found: list[list[float]] = []
    won: list[float] = []
    for _ in range(rows):
        row = [1.0, luck.draw("a", 200) / 100 - 1, luck.draw("b", 5) * 1.0, 7.0]
        found.append(row)
        won.append(float(luck.draw("won", 10_000) < 10_000 * chance([-1.0, 2.0, 0.5, 0.0], row)))
    return found, won


def test_known_weights_are_found_again():
    weights = fitted(*drawn(3_000), ridge=1.0)
    # What never varies says nothing.
    assert weights == pytest.approx([-1.0, 2.0, 0.5, 0.0], abs=0.2)


def test_a_penalty_holds_weights_near_zero_but_not_the_constant():
    rows, won = drawn(500)
    loose, tight = fitted(rows, won, 1.0), fitted(rows, won, 1e6)
    assert abs(tight[1]) < 0.01 < abs(loose[1])
    assert chance(tight, rows[0]) == pytest.approx(sum(won) / len(won), abs=0.01)


def test_the_order_of_games_does_not_matter():
    rows, won = drawn(400)
    assert fitted(rows, won, 1.0) == fitted(rows[::-1], won[::-1], 1.0)


def test_loss_is_lower_for_better_weights():
    rows, won = drawn(1_000)
    assert loss(rows, won, [-1.0, 2.0, 0.5, 0.0]) < loss(rows, won, [0.0] * 4)
    assert loss(rows, won, [0.0] * 4) == pytest.approx(math.log(2))


def test_chances_are_shifted_to_those_of_a_better_player():
    """Two parties of unequal worth, of which a good player wins 80 and 95 of 100 games."""
    size = len(TRAINER.names)
    weights = [-2.0, *[0.0] * (size - 1)]
    weights[1] = 1.0
    games: list[dict[str, Any]] = []
    for worth, wins in ((0.0, 80), (1.5, 95)):
        row = [1.0, worth, *[0.0] * (size - 2)]
        games += [{"rows": [row], "won": number < wins} for number in range(100)]
    better = shifted(TRAINER, weights, games)
    assert chance(weights, games[0]["rows"][0]) < 0.2
    assert chance(better, games[0]["rows"][0]) == pytest.approx(0.8, abs=0.05)
    assert chance(better, games[-1]["rows"][0]) == pytest.approx(0.95, abs=0.05)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    place = tmp_path_factory.mktemp("sets") / "games.jsonl"
    TrainingSet(place, RECIPE).grow(10)
    return place


def test_a_set_continues_where_it_ended(file, tmp_path, monkeypatch):
    copy = tmp_path / "copy.jsonl"
    whole = file.read_bytes()
    copy.write_bytes(whole[:-30])
    played: list[int] = []
    real = training.one_game

    def watched(recipe, learnt, number):
        played.append(number)
        return real(recipe, learnt, number)

    monkeypatch.setattr(training, "one_game", watched)
    TrainingSet(copy, RECIPE).grow(10)
    assert played == [9], "only the game whose line was cut short"
    assert copy.read_bytes() == whole


def test_more_processes_make_the_same_set(file, tmp_path):
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(file.read_bytes()[:-30])
    TrainingSet(copy, RECIPE).grow(10, processes=2)
    assert copy.read_bytes() == file.read_bytes()


def test_the_same_games_give_the_same_file_of_weights(file, tmp_path):
    made = []
    for _ in range(2):
        found = TrainingSet(file, RECIPE)
        made.append(file_of(found, TRAINER.fit(found.kept.entries, 30.0), 30.0))
    assert made[0] == made[1]
    assert made[0]["recipe"]["games"] == 10
    assert made[0]["recipe"]["seed"] == 1
    out = tmp_path / "dawn.json"
    out.write_text(json.dumps(made[0], indent=1))
    assert len(read_fit(out, "setawatch", NAMES).weights) == len(NAMES)


def test_other_files_are_refused(file, tmp_path):
    with pytest.raises(OtherSet):
        TrainingSet(file, Recipe("setawatch", seed=2))
    other = tmp_path / "photo.jpg"
    other.write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(ForeignSet):
        TrainingSet(other, RECIPE)
    newer = tmp_path / "newer.jsonl"
    header = {"format": "embertable-train", "version": 99, **RECIPE.to_json()}
    newer.write_text(json.dumps(header) + "\n")
    with pytest.raises(NewerVersion):
        TrainingSet(newer, RECIPE)


# The other games.


def test_the_faceless_is_fitted_at_the_start_of_each_turn(tmp_path):
    recipe = Recipe("faceless")
    found = TrainingSet(tmp_path / "games.jsonl", recipe)
    found.grow(5)
    game = found.kept.entries[0]
    assert not game["bot"]
    assert len(game["rows"]) > 3
    trained = recipe.trainer().fit(found.kept.entries, 30.0)
    out = tmp_path / "weights.json"
    out.write_text(json.dumps(file_of(found, trained, 30.0)))
    trainer = recipe.trainer()
    assert len(read_fit(out, "faceless", trainer.names).weights) == len(trainer.names)


def test_every_game_with_a_file_of_weights_has_a_trainer_of_the_same_features():
    for name in ("faceless", "lueur", "setawatch"):
        trainer = trainer_of(load(name))
        assert trainer is not None
        (file,) = (BOTS / name).glob("*.json")
        assert not read_fit(file, name, trainer.names, with_cards=name == "lueur").problem


@pytest.fixture(scope="module")
def holdings(tmp_path_factory):
    """Five games of Lueur, the last two by bots that learnt from the first three."""
    trainer = LueurTrainer()
    trainer.stages = (3,)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "trainer_of", lambda _: trainer)
        found = TrainingSet(tmp_path_factory.mktemp("sets") / "games.jsonl", Recipe("lueur"))
        found.grow(5)
        yield trainer, found


def test_bots_of_lueur_learn_in_two_stages(holdings):
    trainer, found = holdings
    first = trainer.learnt(found.kept.entries[:3])
    assert set(lueur_weights.subject_names()) <= set(first)
    played = trainer.play(3, seed_of(1, 3), first)
    assert found.kept.entries[3] == played
    assert trainer.play(3, seed_of(1, 3), {}) != played
    trained = trainer.fit(found.kept.entries, 30.0)
    assert trained.weights != first
    assert set(first) <= set(trained.weights)
    assert trained.loss > 0


def test_weights_that_are_being_learnt_do_not_stay_in_use(holdings):
    trainer, _ = holdings
    shipped = dict(lueur_weights.PRICES)
    trainer.play(0, 1, {"cards-early": 3.0})
    assert shipped == lueur_weights.PRICES


def test_known_prices_are_found_again():
    luck = seeded(5)
    rows: list[dict[str, float]] = []
    for _ in range(300):
        rows.append({"a": luck.draw("a", 9) * 1.0, "b": luck.draw("b", 9) * 1.0})
    wanted = [2 * row["a"] - row["b"] for row in rows]
    free = ridge_fit(rows, wanted, lambda _: Pull(0.0, 1e-6))
    assert free == pytest.approx({"a": 2.0, "b": -1.0}, abs=1e-3)
    held = ridge_fit(rows, wanted, lambda _: Pull(0.5, 1e9))
    assert held == pytest.approx({"a": 0.5, "b": 0.5}, abs=1e-3)
    assert error(rows, wanted, free) < 0.01 < error(rows, wanted, held)
    assert ridge.worth(free, {"unknown": 3.0}) == 0.0
