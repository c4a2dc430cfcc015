"""Packages of the system: installed, or named."""

import os
from pathlib import Path

import pytest


@pytest.fixture
def machine(play, monkeypatch):
    """A machine without tmux, where apt-get can be had and is only noted."""
    calls = []

    def call(command, *_, **__):
        calls.append(command)
        return True

    monkeypatch.setattr(play, "has_program", lambda *names: names == ("apt-get",))
    monkeypatch.setattr(play, "call", call)
    play.SYSTEM_PACKAGES = {"gcc": lambda: True, "tmux": lambda: len(calls) > 1}
    return calls


def test_root_gets_missing_packages_installed(play, machine, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    assert play.install_system_packages() is None
    assert machine[-1] == ["apt-get", "install", "--yes", "--no-install-recommends", "tmux"]


def test_others_get_the_line_to_type(play, machine, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert play.install_system_packages() == "sudo apt-get install tmux"
    assert machine == []


def test_a_package_that_did_not_help_is_still_missing(play, machine, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    play.SYSTEM_PACKAGES["tmux"] = lambda: False
    assert play.install_system_packages() == "sudo apt-get install tmux"


def test_missing_packages_fail_the_checks(play, monkeypatch, capsys):
    monkeypatch.setattr(play, "install_system_packages", lambda: "sudo apt-get install tmux")
    monkeypatch.setattr(play.DEVELOPMENT, "ready", lambda *groups: Path("python"))
    monkeypatch.setattr(play.CLIENT, "ready", lambda: Path("web/dist"))
    monkeypatch.setattr(play, "run_checks", lambda *lanes: [])
    assert play.main(["test"]) == 1
    assert "type: sudo apt-get install tmux" in capsys.readouterr().out
