"""Plans: what they say becomes cells, and each mistake gets a sentence that names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from embertable.engine.errors import EmbertableError
from embertable.lab.plan import read_plan


def plan_of(folder, text):
    file = folder / "plan.toml"
    file.write_text(text)
    return read_plan(file)


def test_cells_are_every_combination(tmp_path):
    plan = plan_of(
        tmp_path,
        """
        game = "faceless"
        games = 10
        bots = ["random", "greedy+random"]
        [options]
        kid_assignment = "random"
        [vary]
        difficulty = ["easy", "hard"]
        players = [2, 3, 4]
        """,
    )
    assert len(plan.cells) == 2 * 3 * 2
    assert plan.games() == 120
    assert plan.varied == ("difficulty", "players", "bots")
    assert len({cell.name() for cell in plan.cells}) == 12
    assert all(cell.settings()["kid_assignment"] == "random" for cell in plan.cells)


def test_what_is_forbidden_and_dealt_again_makes_cells_of_the_first(tmp_path):
    plan = plan_of(
        tmp_path,
        """
        game = "setawatch"
        games = 10
        [forbid]
        things = ["item:seeing_glass", "action:BuyItem"]
        games = 5
        [luck]
        games = 3
        """,
    )
    assert [cell.forbid for cell in plan.cells[1:3]] == ["item:seeing_glass", "action:BuyItem"]
    assert [cell.redeal for cell in plan.cells[3:]] == [
        "cards",
        "-cards",
        "dice",
        "-dice",
        "bots",
        "-bots",
    ]
    assert [cell.games for cell in plan.cells] == [10, 5, 5, 3, 3, 3, 3, 3, 3]


MISTAKES = {
    "games = 3": "game: this is missing",
    'game = "chess"\ngames = 3': "There is no game",
    'game = "lueur"': "games: this is missing",
    'game = "lueur"\ngames = 0': "not a number from 1",
    'game = "lueur"\ngames = true': "games: True is not",
    'game = "lueur"\ngames = 3\ngmaes = 2': "gmaes: this is not known",
    'game = "lueur"\ngames = 3\nbots = "genius"': "bots: There is no bot",
    'game = "lueur"\ngames = 3\nbots = []': "bots: [] is",
    'game = "lueur"\ngames = 3\n[options]\nplayrs = 2': "has no option playrs",
    'game = "lueur"\ngames = 3\n[vary]\nplayers = [2, 7]': "played with players=7",
    'game = "lueur"\ngames = 3\n[vary]\nplayers = [2, 2]': "vary.players: a value occurs twice",
    'game = "lueur"\ngames = 3\n[options]\nplayers = [2, 3]': "several values belong to [vary]",
    'game = "lueur"\ngames = 3\nvary = 3': "vary: 3 is not a table",
    'game = "lueur"\ngames = 3\n[options]\nplayers=2\n[vary]\nplayers = [2]': "also in [options]",
    'game = "lueur"\ngames = 3\nbots = "random+random+random"': "3 bots for 2 seats",
    'game = "lueur"\ngames = 3\nruns = 4': "has no campaigns",
    'game = "lueur"\ngames = 3\n[luck]\ngames = 4': "not a number from 1 to 3",
    'game = "lueur"\ngames = 3\n[luck]\nsources = 4': "luck.sources: this is not known",
    'game = "lueur"\ngames = 3\n[forbid]\nthings = "hat:red"': "companion:…",
    'game = "setawatch"\ngames = 3\n[forbid]\nthings = "item:halo"': "item:halo",
    'game = "faceless"\ngames = 3\n[forbid]\nthings = "memory:sword"': "memory:old_rope",
    'game = "lueur"\ngames = 3\n[forbid]\nthings = "companion:taetyss"': "companion:B46",
    'game = "setawatch"\ngames = 3\n[forbid]\nthings = "action:Fly"': "action:Fly",
    'game = "lueur"\ngames = 3\npacks = "no.toml"': "no.toml",
    'game = "setawatch"\ngames = 3\n[options]\ncards = "nobody"': "cannot be played together",
    "game = ": "plan.toml, TOML",
    'game = "lueur"\ngames = 9000000\n[vary]\nplayers = [2, 3]': "18000000 games, and 10000000",
    'game = "deadcells"\ngames = 20000\nruns = 1000': "20000000 games",
    'game = "lueur"\ngames = 3\nstop = 3': "stop: 3 is not a table",
    'game = "lueur"\ngames = 3\n[stop]': "nothing is compared",
    'game = "lueur"\ngames = 3\n[stop]\nalpha = 1': "stop.alpha: this is not known",
    'game = "lueur"\ngames = 3\n[stop]\nmeasure = "joy"': "stop.measure: this is not known",
    'game = "lueur"\ngames = 3\n[stop]\nmargin = 0': "stop.margin: 0 is not",
    'game = "lueur"\ngames = 3\n[stop]\nmargin = nan': "stop.margin: nan is not",
    'game = "lueur"\ngames = 3\n[stop]\nmargin = true': "stop.margin: True is not",
    'game = "lueur"\ngames = 3\n[stop]\nmeasure = "score"': "stop.margin: this is missing",
    'game = "lueur"\ngames = 3\n[stop]\nerror = 0': "error: 0 is not a number from 1",
    'game = "lueur"\ngames = 3\n[vary]\nplayers = [2, 3]\n[stop]': "cannot be judged by wins",
    'game = "lueur"\ngames = 3\nseed = -1': "seed: -1 is not",
    'game = "lueur"\ngames = 3\nseed = "one"': "seed:",
    'game = "lueur"\ngames = 3\ntitle = 7': "title: 7 is not a text",
    'game = "lueur"\ngames = 3\npacks = "."': "Is a directory",
    'game = "lueur"\ngames = 3\npacks = "plan.toml"': "plan.toml",
    'game = "lueur"\ngames = 3\nbots = "greedy+"': "bots: There is no bot",
    'game = "lueur"\ngames = 3\nbots = [["greedy"]]': "bots:",
    'game = "lueur"\ngames = 3\n[vary]\nplayers = []': "vary.players: [] is",
    'game = "lueur"\ngames = 3\n[vary]\nplayers = 2.5': "vary.players: 2.5 is",
    'game = "lueur"\ngames = 3\n[forbid]\ngames = 2': "forbid.things: None is",
    'game = ["lueur"]\ngames = 3': "game:",
    'game = "lueur"\ngames = 1e3': "games: 1000.0 is not",
}


@pytest.mark.parametrize(("text", "told"), MISTAKES.items())
def test_a_mistake_is_named_in_one_sentence(tmp_path, text, told):
    with pytest.raises(EmbertableError) as caught:
        plan_of(tmp_path, text)
    for language in ("en", "it"):
        assert len(caught.value.render(language).splitlines()) == 1
    assert told in str(caught.value)


def test_a_plan_that_is_not_there(tmp_path):
    with pytest.raises(EmbertableError, match=r"plan\.toml"):
        read_plan(tmp_path / "plan.toml")


def test_the_same_plan_elsewhere_has_the_same_hash(tmp_path):
    text = 'game = "lueur"\ngames = 3\n'
    (tmp_path / "other").mkdir()
    assert plan_of(tmp_path, text).hash() == plan_of(tmp_path / "other", text).hash()
    assert plan_of(tmp_path, text).hash() != plan_of(tmp_path, text + "seed = 2\n").hash()


PUBLISHED = sorted((Path(__file__).parents[2] / "docs" / "balance").glob("*.toml"))


@pytest.mark.parametrize("file", PUBLISHED, ids=lambda file: file.stem)
def test_the_published_plans_can_be_played(file):
    assert read_plan(file).game == file.stem
