"""Commands on records of earlier and newer rules: each goes on, or says why it is read-only."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from embertable import load
from tests.cli import Commands, saved
from tests.rule_change import raise_rules

PRESENT = load("lueur").rules_version


@pytest.fixture
def command(capsys, monkeypatch) -> Commands:
    for name in ("EMBERTABLE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return Commands(capsys)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return saved(tmp_path / "game.json", decisions=60)


def type_in(monkeypatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_record_of_earlier_rules_that_agrees_is_verified(command, record, monkeypatch):
    raise_rules(monkeypatch)
    facts = command("replay", record, "--verify", "--json").json()
    assert (facts["ok"], facts["decisions"], facts["older_rules"]) == (True, 60, PRESENT)
    assert "under which it goes on" in command("replay", record, "--verify").out
    assert "con cui prosegue" in command("replay", record, "--verify", "--lang", "it").out


def test_a_record_of_these_rules_says_nothing_of_versions(command, record):
    assert command("replay", record, "--verify", "--json").json()["older_rules"] is None
    assert "version" not in command("replay", record, "--verify").out


def test_a_saved_game_of_earlier_rules_that_agrees_is_resumed(command, record, monkeypatch):
    raise_rules(monkeypatch)
    before = json.loads(record.read_text())
    type_in(monkeypatch, "1\n")
    said = command("play", "--plain", "--resume", record)
    assert said.code == 0
    assert "under which it goes on" in said.out
    after = json.loads(record.read_text())
    assert (before["rules"], after["rules"]) == (PRESENT, PRESENT + 1)
    assert after["entries"][: len(before["entries"])] == before["entries"]


def agreed_in(command: Commands, record: Path) -> int:
    said = command("replay", record, "--verify", "--json")
    assert said.code == 1
    facts = said.json()
    assert facts["ok"] is False
    assert f"after entry {facts['agreed']}, so it is read-only" in facts["error"]
    return int(facts["agreed"])


def test_a_record_that_goes_differently_is_shown_up_to_there(command, record, monkeypatch):
    whole = command("replay", record).out
    raise_rules(monkeypatch, "evening")
    agreed = agreed_in(command, record)
    assert 10 < agreed < 60
    said = command("replay", record)
    assert said.code == 1
    assert whole.startswith(said.out)
    assert len(said.out.splitlines()) > 10
    assert f"--resume {record} --at {agreed}" in said.err
    assert f"decision {agreed} of 60" in command("replay", record, "--at", agreed).out
    assert command("replay", record, "--at", agreed + 1).code == 1


def test_it_can_be_continued_from_there_in_a_new_file(command, record, monkeypatch):
    raise_rules(monkeypatch, "evening")
    agreed = agreed_in(command, record)
    before = record.read_bytes()
    said = command("play", "--plain", "--resume", record)
    assert said.code == 1
    assert f"embertable play --resume {record} --at {agreed}" in said.sentence()
    italian = command("play", "--plain", "--resume", record, "--lang", "it").sentence()
    assert "si può solo guardare" in italian
    type_in(monkeypatch, "1\n1\n")
    assert command("play", "--plain", "--resume", record, "--at", agreed).code == 0
    new = record.with_name(f"game-from-{agreed}.json")
    kept = json.loads(new.read_text())
    assert kept["rules"] == PRESENT + 1
    assert kept["players"] == json.loads(before)["players"]
    assert kept["entries"][:agreed] == json.loads(before)["entries"][:agreed]
    assert command("replay", new, "--verify").code == 0
    assert record.read_bytes() == before
    # A second time would write over what was played there.
    assert "already exists" in command("play", "--plain", "--resume", record, "--at", agreed).err


def test_another_set_up_leaves_nothing_to_show(command, record, monkeypatch):
    raise_rules(monkeypatch, "set-up")
    for call in (["replay"], ["replay", "--verify"], ["play", "--plain", "--resume"], ["hint"]):
        assert "sets the game up differently" in command(*call, record).sentence()


def test_newer_rules_are_refused(command, record):
    saved_game = json.loads(record.read_text())
    record.write_text(json.dumps({**saved_game, "rules": 999}))
    for call in (["replay"], ["replay", "--verify"], ["play", "--plain", "--resume"]):
        assert "has rules version 999" in command(*call, record).sentence()


def test_a_game_is_continued_from_any_decision(command, record, monkeypatch):
    other = record.with_name("other.json")
    type_in(monkeypatch, "1\n")
    call = ("play", "--plain", "--resume", record, "--at", 12, "--save", other)
    assert command(*call).code == 0
    ours, theirs = (json.loads(file.read_text())["entries"] for file in (record, other))
    assert theirs[:12] == ours[:12]
    assert command("play", "--plain", "--resume", record, "--at", 61).code == 2
    assert "--resume FILE" in command("play", "--plain", "--at", 3).sentence()
    assert command("play", "--plain", "--resume", record, "--at", 3, "--save", record).code == 1


def test_control_the_planted_change_is_damage_without_a_new_version(command, record, monkeypatch):
    with monkeypatch.context() as patch:
        raise_rules(patch, "evening")
        patch.setattr("embertable.games.lueur.lueur.game.rules_version", PRESENT)
        said = command("replay", record, "--verify")
    assert said.code == 1
    assert "does not replay" in said.sentence()
