"""Fuzzing finds what is planted, and leaves a record that leads there."""

import json

import pytest

from embertable import load
from embertable.engine.errors import EmbertableError
from embertable.engine.record import load_record
from embertable.engine.session import resume
from embertable.games.lueur import evening
from embertable.games.lueur.evening import PassFirstPlayer
from embertable.games.lueur.morning import ChooseCompanion
from embertable.games.lueur.state import LueurState, Player
from embertable.lab.fuzz import fuzz

LUEUR = load("lueur")


def test_every_check_is_run_once_at_least(tmp_path):
    runs: list[str] = []

    def check(name):
        return lambda playout: runs.append(name)

    report = fuzz(LUEUR, 0.0, 1, tmp_path, {name: check(name) for name in ("a", "b", "c")})
    assert runs == ["a", "b", "c"]
    assert report.games == 3
    assert report.broken is None
    assert report.to_json()["ok"] is True


def test_doubled_options_are_found(tmp_path, monkeypatch):
    offered = ChooseCompanion.options
    monkeypatch.setattr(ChooseCompanion, "options", lambda self, table: offered(self, table) * 2)
    report = fuzz(LUEUR, 5.0, 1, tmp_path)
    assert report.broken is not None
    assert "twice" in report.broken.problem
    assert load_record(tmp_path / report.broken.file).game == "lueur"


def test_a_shared_list_is_found(tmp_path, monkeypatch):
    copied = LueurState.copy

    def copy(self):
        new = copied(self)
        new.deck = self.deck
        return new

    monkeypatch.setattr(LueurState, "copy", copy)
    report = fuzz(LUEUR, 5.0, 1, tmp_path)
    assert report.broken is not None
    assert report.to_json()["broken"]["check"] == report.broken.check


def test_a_rule_that_crashes_is_kept_as_a_record_up_to_there(tmp_path, monkeypatch):
    real = PassFirstPlayer.run

    def run(self, table):
        assert table.state.round < 3, "the first player token is lost"
        real(self, table)

    monkeypatch.setattr(evening.PassFirstPlayer, "run", run)
    report = fuzz(LUEUR, 0.0, 1, tmp_path)
    assert report.broken is not None
    assert report.broken.problem == "the first player token is lost"
    file = tmp_path / report.broken.file
    entries = json.loads(file.read_text())["entries"]
    assert len(entries) == report.broken.decisions
    with pytest.raises((AssertionError, EmbertableError)):
        resume(LUEUR, load_record(file))
    monkeypatch.undo()
    session = resume(LUEUR, load_record(file), upto=len(entries) - 1)
    assert session.table.state.round == 3


def test_the_same_seed_finds_the_same_fault(tmp_path, monkeypatch):
    """A codec that forgets reroll tokens."""
    fields = [name for name in Player.__dataclass_fields__ if name != "rerolls"]
    monkeypatch.setitem(LUEUR.codec()._fields, Player, fields)
    first = fuzz(LUEUR, 5.0, 9, tmp_path).broken
    assert first is not None
    assert fuzz(LUEUR, 5.0, 9, tmp_path).broken == first
