"""`embertable lab`: a plan in, files and one summary out."""

from __future__ import annotations

import csv
import json

import pytest

from embertable.commands.progress import pace_line, progress
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
    again = embertable("lab", plan, "--workers", 1, "--json").json()
    assert again["digest"] == said["digest"]


def test_a_published_report_lies_where_the_server_looks(embertable, plan, tmp_path, monkeypatch):
    monkeypatch.setattr("embertable.commands.stores.data_folder", lambda: tmp_path / "data")
    done = embertable("lab", plan, "--workers", 1, "--publish", "--lang", "it")
    assert done.code == 0
    assert done.out.startswith("10 partite")
    assert 'lang="it"' in (tmp_path / "data" / "reports" / "watch.html").read_text()


def test_a_bad_plan_is_one_sentence(embertable, plan):
    plan.write_text(PLAN.replace("hard", "harsh"))
    said = embertable("lab", plan)
    assert said.code == 1
    assert "difficulty=harsh" in said.sentence()
    assert "difficulty=harsh" in embertable("lab", plan, "--lang", "it").sentence()


def test_progress_tells_rate_and_time_left_where_nobody_looks(capsys, monkeypatch):
    monkeypatch.setattr("embertable.commands.progress.FIRST", 0.0)
    with progress("en") as tell:
        tell(10, 40)
    assert capsys.readouterr().err == "10 of 40 games, 0.0 a minute, – left\n"
    assert pace_line("en", 30, 40, 2.5, 64.0) == "30 of 40 games, 2.5 a second, 1:04 left"


def test_games_are_kept_as_lines_of_json(embertable, plan, tmp_path):
    embertable("lab", plan, "--workers", 1, "--out", tmp_path / "out")
    head, *lines = (tmp_path / "out" / "games.jsonl").read_text().splitlines()
    assert json.loads(head)["format"] == "embertable-lab"
    assert sum(len(json.loads(line)["games"]) for line in lines) == 10
