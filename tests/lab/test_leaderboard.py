"""The benchmark protocol: baselines made by one command, and a board that records prove."""

from __future__ import annotations

import json

import pytest

from embertable import ask, get_bot, load
from embertable.engine.record import load_record
from embertable.engine.session import Session
from embertable.lab.leaderboard import SPLITS, check, play_one, task_of
from tests.agents.fake_model import fake_model, last_option
from tests.cli import Commands

DEV = SPLITS["dev"]
FIRST = DEV.first


@pytest.fixture
def command(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EMBERTABLE_LANG", "en")
    monkeypatch.setattr("embertable.commands.progress.FIRST", 1e9)
    return Commands(capsys)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A board of two games and two players, as bytes by path."""
    from embertable.cli import run

    folder = tmp_path_factory.mktemp("made") / "board"
    line = f"leaderboard play lueur setawatch --out {folder} --games 2 --players random,greedy"
    assert run([*line.split(), "--lang", "en"]) == 0
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder): path.read_bytes() for path in files}


@pytest.fixture
def board(made, tmp_path):
    folder = tmp_path / "board"
    for path, data in made.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def edited(path, **values):
    saved = json.loads(path.read_text()) | values
    path.write_text(json.dumps(saved))
    return path


def test_one_command_makes_the_table(command, board):
    before = {path: path.read_bytes() for path in board.rglob("*.json")}
    said = command(
        "leaderboard", "play", "lueur", "setawatch", "--out", "board", "--games", 2,
        "--players", "random,greedy",
    )  # fmt: skip
    # Everything was played already, so nothing is played again.
    assert {path: path.read_bytes() for path in board.rglob("*.json")} == before
    assert "lueur, dev" in said.out
    assert "| player | games | wins (95 %) | score (95 %) |" in said.out
    told = json.loads((board / "leaderboard.json").read_text())
    rows = told["games"]["lueur"]["splits"]["dev"]
    assert {row["player"] for row in rows} == {"random", "greedy"}
    for row in rows:
        assert row["games"] == 2
        low, high = row["win_rate_95"]
        assert 0 <= low <= row["win_rate"] <= high <= 1
        low, high = row["score_95"]
        assert low <= row["score"] <= high
    assert rows[0]["win_rate"] >= rows[1]["win_rate"]
    assert told["protocol"] == 1
    assert told["games"]["lueur"]["rules"] == load("lueur").rules_version


def test_a_board_is_proven_by_its_records(command, board):
    said = command("leaderboard", "verify", "board", "--json")
    assert said.code == 0, said.err
    assert said.json() == json.loads((board / "leaderboard.json").read_text())


def test_a_row_that_is_too_good_is_found(command, board):
    told = json.loads((board / "leaderboard.json").read_text())
    row = next(row for row in told["games"]["lueur"]["splits"]["dev"] if row["player"] == "random")
    row["score"] += 1
    (board / "leaderboard.json").write_text(json.dumps(told))
    said = command("leaderboard", "verify", "board")
    assert said.code == 1
    assert said.sentence().endswith("it differs in lueur dev random.")


def test_a_record_that_is_missing_is_found(command, board):
    (board / "lueur" / "dev" / "greedy" / f"{FIRST}.json").unlink()
    assert "differs in lueur dev greedy" in command("leaderboard", "verify", "board").sentence()


def test_a_changed_record_is_found(command, board):
    path = board / "setawatch" / "dev" / "random" / f"{FIRST}.json"
    entries = json.loads(path.read_text())["entries"]
    entries[5]["hash"] = "0" * 32
    edited(path, entries=entries)
    assert command("leaderboard", "verify", "board").code == 1


def test_a_record_in_a_better_place_is_found(command, board):
    folder = board / "lueur" / "dev"
    (folder / "random" / f"{FIRST}.json").rename(folder / "random" / f"{FIRST + 9}.json")
    assert "is not that of its place" in command("leaderboard", "verify", "board").sentence()


def played(seed, options=None, rival="greedy", decisions=None):
    """A game of Lueur with the same kind of rival, but its own seed."""
    game = load("lueur")
    session = Session(game, options or task_of(game).options, seed)
    bots = [get_bot("random", 1), get_bot(rival, 1), get_bot(rival, 2)]
    while (choice := session.table.next_choice()) is not None:
        if decisions is not None and len(session.record.entries) == decisions:
            break
        session.play(ask(bots[choice.seat], session.table, choice.seat))
    return session.record


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (lambda: played(1, decisions=3), "its seed is not of the split dev"),
        (lambda: played(FIRST, {"players": "3"}, decisions=3), "its settings are not those of"),
        (lambda: played(FIRST, decisions=0), "its game is not over"),
        (lambda: played(FIRST, rival="random"), "is not what the rival decides there"),
    ],
)
def test_what_breaks_the_protocol_is_not_added(command, board, record, problem):
    good = board / "lueur" / "dev" / "greedy" / f"{FIRST + 1}.json"
    record().save("own.json")
    before = sorted(board.rglob("*"))
    said = command("leaderboard", "add", "board", "me", good, "own.json")
    assert said.code == 1
    assert problem in said.sentence()
    assert sorted(board.rglob("*")) == before


@pytest.mark.parametrize("name", ["../up", "a/b", ".", "", "x" * 65, "née"])
def test_a_player_has_a_plain_name(command, board, name):
    said = command("leaderboard", "add", "board", name, "own.json")
    assert said.code == 2
    assert said.sentence()


def test_a_model_gets_on_the_board(command, board):
    with fake_model(last_option) as model:
        command(
            "chat", "lueur", "--model", "m", "--url", model.address, "--out", "run",
            "--seed", FIRST, "--option", "players=2",
        )  # fmt: skip
    said = command("leaderboard", "add", "board", "m@fake", f"run/game-{FIRST}.json", "--json")
    assert said.code == 0, said.err
    rows = said.json()["games"]["lueur"]["splits"]["dev"]
    assert {row["player"]: row["games"] for row in rows}["m@fake"] == 1
    assert command("leaderboard", "verify", "board").code == 0


@pytest.mark.parametrize("text", ["", "[]", "{}", "no"])
def test_other_files_are_no_boards(command, board, text):
    (board / "leaderboard.json").write_text(text)
    assert "is not a leaderboard" in command("leaderboard", "verify", "board").sentence()


def test_an_empty_folder_says_what_to_do(command, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "leaderboard.json").write_text('{"format": "embertable-leaderboard"}')
    assert "leaderboard play makes some" in command("leaderboard", "verify", "empty").sentence()


def test_splits_do_not_meet():
    assert not set(DEV.seeds()) & set(SPLITS["test"].seeds())
    assert len(DEV.seeds(3)) == 3
    assert len(DEV.seeds(1000)) == DEV.games


@pytest.mark.parametrize("game", ["faceless", "deadcells"])
def test_other_games_are_played_by_the_protocol_too(game, tmp_path):
    path = tmp_path / "one.json"
    path.write_bytes(play_one((game, "random", FIRST)))
    checked = check(load_record(path), DEV, str(path))
    assert checked.result.outcome
