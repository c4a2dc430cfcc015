"""`embertable lab`: a plan in, files and one summary out."""

from __future__ import annotations

import csv
import json

import pytest

from tests.cli import Commands

PLAN = 'game = "setawatch"\ngames = 5\nbots = "random"\n[vary]\ndifficulty = ["easy", "hard"]\n'


@pytest.fixture
def embertable(capsys):
    return Commands(capsys)


@pytest.fixture
def plan(tmp_path):
    file = tmp_path / "watch.toml"
    file.write_text(PLAN)
    return file


def test_a_plan_leaves_its_games_and_a_report(embertable, plan, tmp_path):
    page = tmp_path / "page.html"
    said = embertable("lab", plan, "--workers", 1, "--report", page, "--json").json()
    assert (said["game"], said["cells"], said["games"]) == ("setawatch", 2, 10)
    folder = tmp_path / "watch-results"
    assert said["folder"] == str(folder)
    with (folder / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["difficulty"], row["number"]) for row in rows] == [
        (difficulty, str(number)) for difficulty in ("easy", "hard") for number in range(5)
    ]
    assert sum(int(row["decisions"]) for row in rows) == said["decisions"]
    assert page.read_text() == (folder / "report.html").read_text()
    (difficulty,) = [one for one in said["answers"] if one["question"] == "vary"]
    (fact,) = difficulty["facts"]
    assert fact["about"] == "easy → hard"
    assert fact["low"] <= fact["effect"] <= fact["high"]
    assert difficulty["text"][0] in page.read_text()
    again = embertable("lab", plan, "--workers", 1, "--json").json()
    assert again["digest"] == said["digest"]


def test_a_published_report_lies_where_the_server_looks(embertable, plan, tmp_path, monkeypatch):
    monkeypatch.setattr("embertable.commands.stores.data_folder", lambda: tmp_path / "data")
    done = embertable("lab", plan, "--workers", 1, "--publish", "--lang", "it")
    assert done.code == 0
    assert "\n10 partite" in done.out
    assert done.out.startswith("Difficoltà: qual è la differenza?")
    assert 'lang="it"' in (tmp_path / "data" / "reports" / "watch.html").read_text()


def test_a_bad_plan_is_one_sentence(embertable, plan):
    plan.write_text(PLAN.replace("hard", "harsh"))
    said = embertable("lab", plan)
    assert said.code == 1
    assert "difficulty=harsh" in said.sentence()
    assert "difficulty=harsh" in embertable("lab", plan, "--lang", "it").sentence()


def test_games_are_kept_as_lines_of_json(embertable, plan, tmp_path):
    embertable("lab", plan, "--workers", 1, "--out", tmp_path / "out")
    head, *lines = (tmp_path / "out" / "games.jsonl").read_text().splitlines()
    assert json.loads(head)["format"] == "embertable-lab"
    assert sum(len(json.loads(line)["games"]) for line in lines) == 10
