"""A regret set: decisions with values, a file that continues, and a cost for every choice."""

import json

import pytest

from embertable.engine.errors import NewerVersion
from embertable.lab import regret_set
from embertable.lab.errors import ForeignSet, OtherSet
from embertable.lab.regret_set import Decision, Recipe, RegretSet, Valued, calibration, grow, rows

RECIPE = Recipe("lueur", (("players", "2"),), tables=2)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    place = tmp_path_factory.mktemp("sets") / "lueur.jsonl"
    grow(RegretSet(place, RECIPE), RECIPE, 2)
    return place


def test_a_set_is_read_as_it_was_written(file):
    once, again = RegretSet(file, RECIPE), RegretSet(file, None)
    assert once.decisions() >= 2
    assert once.games == again.games
    for game in once.games:
        for one in game.decisions:
            assert len(one.options) > 1
            assert all([0 <= option.mean() <= 1 for option in one.options])


def test_a_set_continues_where_it_ended(file, tmp_path, monkeypatch):
    copy = tmp_path / "copy.jsonl"
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    copy.write_bytes(b"".join(lines[:-1]) + lines[-1][:40])
    played: list[int] = []
    real = regret_set.marked_game

    def watched(recipe, number):
        played.append(number)
        return real(recipe, number)

    monkeypatch.setattr(regret_set, "marked_game", watched)
    grow(RegretSet(copy, RECIPE), RECIPE, 2)
    assert played == [len(lines) - 2], "only the game whose line was cut short"
    assert copy.read_bytes() == whole


def test_other_files_are_refused(file, tmp_path):
    with pytest.raises(OtherSet):
        RegretSet(file, Recipe("lueur", (("players", "2"),), tables=3))
    other = tmp_path / "photo.jpg"
    other.write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(ForeignSet):
        RegretSet(other, RECIPE)
    newer = tmp_path / "newer.jsonl"
    newer.write_text(
        json.dumps({"format": "embertable-regret", **RECIPE.to_json(), "version": 99}) + "\n"
    )
    with pytest.raises(NewerVersion):
        RegretSet(newer, RECIPE)


def decision(*halves: tuple[float, float]) -> Decision:
    return Decision(0, 0, "Choice", tuple([Valued(n, one) for n, one in enumerate(halves)]), 0.5)


def test_the_best_option_costs_nothing_and_others_what_they_lose():
    one = decision((0.6, 0.8), (0.5, 0.5), (0.1, 0.3))
    assert one.regret(0) == 0
    assert one.regret(1) == pytest.approx(0.2)
    assert one.regret("unknown") == one.regret(2) == pytest.approx(0.5)
    assert not one.knows("unknown")


def test_luck_on_the_tables_is_no_regret():
    """Two options that are alike, each lucky on one half, cost nothing on average."""
    lucky = decision((0.7, 0.5), (0.5, 0.7))
    assert lucky.regret(0) == lucky.regret(1) == pytest.approx(-0.1)
    assert max([one.mean() for one in lucky.options]) == pytest.approx(0.6)


def test_rows_tell_a_bad_bot_from_a_good_one(file, monkeypatch):
    found = RegretSet(file, RECIPE)

    def choices(found, bot, seed):
        pick = max if bot == "good" else min
        return [
            (one, pick(one.options, key=Valued.mean).action)
            for game in found.games
            for one in game.decisions
        ]

    monkeypatch.setattr(regret_set, "judged", choices)
    good, bad = rows(found, "good")[0], rows(found, "bad")[0]
    assert good.kind == bad.kind == ""
    assert good.decisions == found.decisions()
    assert good.regret <= bad.regret
    assert bad.regret == pytest.approx(bad.worst)


def test_every_choice_of_a_bot_is_judged(file):
    found = RegretSet(file, RECIPE)
    whole, *kinds = rows(found, "greedy")
    assert whole.decisions == found.decisions() == sum([row.decisions for row in kinds])


def test_calibration_counts_every_chance_that_was_said(file):
    found = RegretSet(file, RECIPE)
    said = [one for game in found.games for one in game.decisions if one.said is not None]
    assert sum([one.games for one in calibration(found)]) == len(said)
