"""The peers' suites on both builds, and that the table of them in the docs is what they say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from embertable.envs import conformance as suites
from embertable.envs.aec import GameEnv
from embertable.envs.conformance import PASSED, SUITES, conformance, conformance_of, table_of
from embertable.games import GAMES

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="OpenSpiel has no build for it")


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_table_in_the_docs_is_true():
    # An interpreter of our own environment, and one with the compiled wheel.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, str(ROOT / "play"), "compiled", "games", "--json"]
    subprocess.run(command, capture_output=True, env=environment, check=True)
    kept = [ROOT / name / "bin" / "python" for name in (".venv-compiled", ".venv-compiled-O0")]
    python = next(path for path in kept if path.is_file())
    found = {"pure": conformance(GAMES), **conformance_of(str(python), GAMES)}
    assert list(found) == ["pure", "compiled"]
    wrong = [
        f"{build} {suite} {game}: {result}"
        for build, rows in found.items()
        for suite, row in rows.items()
        for game, result in row.items()
        if result != PASSED
    ]
    assert not wrong
    assert table_of(found) in (ROOT / "docs" / "learners.md").read_text(encoding="utf-8")


def test_the_table_in_the_docs_has_every_suite_and_game():
    page = (ROOT / "docs" / "learners.md").read_text(encoding="utf-8")
    passed = {suite: dict.fromkeys(GAMES, PASSED) for suite in SUITES}
    assert table_of({"pure": passed, "compiled": passed}) in page


def test_an_environment_that_forgets_its_seed_does_not_pass(monkeypatch):
    assert suites.result_of(suites.pettingzoo_seed, "lueur") == PASSED
    reset = GameEnv.reset
    monkeypatch.setattr(GameEnv, "reset", lambda self, seed=None, options=None: reset(self))
    assert suites.result_of(suites.pettingzoo_seed, "lueur") != PASSED


def test_a_copy_that_goes_on_otherwise_does_not_pass(monkeypatch):
    monkeypatch.setattr("copy.deepcopy", lambda played: played.clone())
    assert suites.result_of(suites.copies, "lueur") == "Failed: a copy goes on otherwise"


def test_what_did_not_pass_is_told_and_ends_with_1(monkeypatch, capsys):
    def broken(game):
        raise ValueError(f"{game} is broken\nat length")

    monkeypatch.setattr(suites, "SUITES", {"a suite": broken})
    monkeypatch.setattr(sys, "argv", ["conformance", "lueur"])
    assert suites.main() == 1
    assert "| a suite | pure | ValueError: lueur is broken |" in capsys.readouterr().out


def test_what_a_suite_prints_does_not_bury_the_table(capsys):
    assert suites.result_of(suites.pettingzoo_render, "lueur") == PASSED
    assert capsys.readouterr().out == ""


def test_an_interpreter_without_embertable_is_told_in_one_sentence(tmp_path):
    fake = tmp_path / "python"
    fake.write_text("#!/bin/sh\necho 'No module named embertable' >&2\nexit 2\n")
    fake.chmod(0o755)
    with pytest.raises(suites.Failed, match="No module named embertable"):
        conformance_of(str(fake), ["lueur"])
