"""A game of another package passes through every surface without an edit of ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli import Said
from tests.package.installed import TINY, install, python, run_all

PLAN = 'game = "minnows"\ngames = 30\nbots = ["greedy", "random"]\n[luck]\ngames = 10\n'
ENVIRONMENTS = """
import warnings
warnings.simplefilter("ignore")
import gymnasium
from pettingzoo.test import api_test
from gymnasium.utils.env_checker import check_env
import embertable.envs.solo
from embertable.envs.aec import env
api_test(env("minnows", players="3", heron="yes"), num_cycles=200)
solo = gymnasium.make("embertable/minnows-v1", others="greedy")
check_env(solo.unwrapped, skip_render_check=True)
print("numbers", solo.action_space.n)
"""
PARTS = """
import minnows
from embertable.bots.greedy import evaluator_of
from embertable.bots.rollout import Rollout, rollout_of
from embertable.games import part_of
print(evaluator_of(minnows.game).__module__, rollout_of(minnows.game) is Rollout)
print([part_of(minnows.game, surface) for surface in ("text_view", "terminal", "envs", "lab")])
"""
CALLS: dict[str, tuple[list[object], str]] = {
    "games": (["games"], ""),
    "games json": (["games", "--json"], ""),
    "play": (
        [
            *("play", "minnows", "--plain", "--seats", "human:Ada,bot:greedy:Cinder"),
            *("--seed", 1, "--pace", 0, "--save", "game.json"),
        ],
        "view\nhint\n" + "1\n" * 60,
    ),
    "unfinished": (
        ["play", "minnows", "--plain", "--seats", "human,human", "--save", "open.json"],
        "1\n",
    ),
    "guide": (["play", "minnows", "--guide", "--plain"], ""),
    "simulate": (["simulate", "minnows", "--games", 4, "--workers", 1, "--json"], ""),
    "fuzz": (["fuzz", "minnows", "--seconds", 0.1, "--json"], ""),
    "agent": (
        ["agent", "minnows", "--stdio", "--seats", "agent,bot:greedy", "--seed", 1],
        '{"choose": 1}\n' * 60,
    ),
    "lab": (["lab", "plan.toml", "--report", "report.html", "--workers", 1, "--json"], ""),
    "ladder": (["ladder", "minnows", "--games", 4, "--bots", "random,greedy"], ""),
    "leaderboard": (
        [
            "leaderboard",
            "play",
            "minnows",
            "--out",
            "board",
            "--games",
            "2",
            "--players",
            "random,greedy",
            "--json",
        ],
        "",
    ),
    "withheld": (["agent", "minnows", "--stdio", "--withhold", "--seed", 1], "Nonsense\n"),
    "usual ladder": (["ladder", "minnows", "--games", 1, "--json"], ""),
    "replay": (["replay", "game.json", "--verify", "--json"], ""),
    "replay at": (["replay", "game.json", "--at", 3], ""),
    "hint": (["hint", "open.json"], ""),
    "review": (["review", "game.json"], ""),
    "rules": (["rules", "minnows", "M-NET-02"], ""),
    "all rules": (["rules"], ""),
    "coverage": (
        ["rules", "minnows", "--coverage", "--json", "--tests", str(TINY / "tests")],
        "",
    ),
    "no tests": (["rules", "minnows", "--coverage"], ""),
    "bench": (["bench", "--game", "minnows", "--seconds", 0.1, "--json"], ""),
    "content": (
        ["content", "check", str(TINY / "minnows/content/minnows.toml"), "--game", "minnows"],
        "",
    ),
    "campaign": (["campaign", "new", "ours.json", "--game", "minnows"], ""),
    "italian": (["games", "--lang", "it"], ""),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("minnows"))


@pytest.fixture(scope="module")
def said(site: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Said]:
    folder = tmp_path_factory.mktemp("calls")
    (folder / "plan.toml").write_text(PLAN)
    answers = run_all(site, folder, list(CALLS.values()))
    found = dict(zip(CALLS, answers, strict=True))
    found["report"] = Said(0, (folder / "report.html").read_text(encoding="utf-8"), "")
    return found


def test_without_its_package_there_is_no_such_game(tmp_path):
    names = ["games", "simulate"]
    listed, refused = run_all(None, tmp_path, [CALLS[name] for name in names])
    assert "minnows" not in listed.out
    assert "no game called minnows" in refused.sentence()


def test_it_is_listed_with_what_its_box_says(said):
    assert "minnows  Minnows\n  Lay the best bait" in said["games"].out
    assert said["games json"].json()["minnows"]["players"] == [2, 3]
    assert (
        "Metti l'esca migliore, lancia la rete e fermati prima che si strappi."
        in said["italian"].out
    )


def test_it_is_played_in_the_terminal(said):
    assert said["play"].code == 0, said["play"].err
    assert "The heaviest basket weighs" in said["play"].out
    assert "anglers:" in said["play"].out, "the text view lists the fields of the view"
    assert "I would choose" in said["play"].out


def test_it_says_that_it_has_no_tutorial(said):
    assert said["guide"].code != 0
    assert said["guide"].sentence() == "minnows has no tutorial yet."


def test_it_is_simulated_and_fuzzed(said):
    assert sum(said["simulate"].json()["results"].values()) == 4
    assert said["fuzz"].json()["ok"] is True


def test_an_agent_plays_it(said):
    lines = [json.loads(line) for line in said["agent"].out.splitlines()]
    assert lines[0]["game"] == "minnows"
    assert any("anglers:" in line.get("text", []) for line in lines)
    assert "outcome" in json.dumps(lines[-1])


def test_an_agent_hears_what_it_may_state(said):
    hello, turn, error = [json.loads(line) for line in said["withheld"].out.splitlines()]
    assert hello["digest"].startswith("Lay the best bait")
    assert turn["actions"]
    assert turn["actions"][0] in error["text"]


def test_the_leaderboard_plays_it(said):
    rows = said["leaderboard"].json()["games"]["minnows"]["splits"]["dev"]
    assert {row["player"]: row["games"] for row in rows} == {"random": 2, "greedy": 2}


def test_the_lab_measures_outcome_length_and_score(said):
    assert said["lab"].json()["games"] == 30 * 2 + 10 * 2
    report = said["report"].out
    for words in (
        "Minnows: what the games show",
        "Half of all games take",
        "Does the seat matter?",
    ):
        assert words in report


def test_it_has_a_ladder(said):
    (row,) = [line for line in said["ladder"].out.splitlines() if "| greedy |" in line]
    assert "sign test" not in row, "rivals are not paired"
    assert "| minnows |" in row
    bots = [rung["bot"] for rung in said["usual ladder"].json()]
    assert bots == ["greedy", "search@60"]


def test_its_records_replay_and_are_reviewed(said):
    assert said["replay"].json()["ok"] is True
    assert "anglers:" in said["replay at"].out
    assert "I would choose" in said["hint"].out
    assert said["review"].code == 0
    assert said["review"].out.strip()


def test_its_rules_are_read_and_covered(said):
    assert "M-NET-02" in said["rules"].out
    assert "minnows: 14 clauses" in said["all rules"].out
    found = said["coverage"].json()["minnows"]
    assert (found["clauses"], found["proven"], found["unproven"]) == (14, 14, [])
    assert "--tests" in said["no tests"].sentence()


def test_other_commands_know_it(said):
    assert said["bench"].json()["games"]["minnows"]["decisions_per_second"] > 0
    assert said["content"].code == 0
    assert "minnows has no campaigns" in said["campaign"].sentence()


def test_its_bots_are_found_in_its_package_and_the_rest_by_default(site, tmp_path):
    evaluator, parts = python(site, PARTS, "", tmp_path).splitlines()
    assert evaluator == "minnows.bots True"
    assert parts == "[None, None, None, None]"


def test_learners_play_it(site, tmp_path):
    assert "numbers 47" in python(site, ENVIRONMENTS, "", tmp_path)


def test_a_broken_package_costs_only_its_own_game(tmp_path):
    metadata = tmp_path / "pike-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: pike\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[embertable.games]\npike = pike\n")
    (tmp_path / "pike.py").write_text("import no_such_module\n")
    calls: list[tuple[list[object], str]] = [(["games"], ""), (["simulate", "pike"], "")]
    listed, refused = run_all(tmp_path, tmp_path, calls)
    assert "lueur  Lueur" in listed.out
    assert "pike  " not in listed.out
    assert "The game pike of the package pike cannot be loaded" in refused.sentence()
