"""Packages of the system: installed, or named."""

import os
import subprocess
from pathlib import Path

import pytest


@pytest.fixture
def machine(play, monkeypatch, tmp_path):
    """A machine without tmux, where apt-get can be had and is only noted."""
    calls = []

    def call(command, *_, **__):
        calls.append(command)
        return True

    monkeypatch.setattr(play, "has_program", lambda *names: names == ("apt-get",))
    monkeypatch.setattr(play, "call", call)
    monkeypatch.setattr(play, "SERVICE_POLICY", tmp_path / "policy")
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
    monkeypatch.setattr(play.SITE, "ready", lambda: Path("docs/site"))
    monkeypatch.setattr(play, "run_checks", lambda *lanes: [])
    assert play.main(["test"]) == 1
    assert "type: sudo apt-get install tmux" in capsys.readouterr().out


def test_nothing_that_is_installed_starts_to_serve(play, machine, monkeypatch, tmp_path):
    """Debian asks the policy before it starts a service; ours is there only meanwhile."""
    policy = tmp_path / "policy-rc.d"
    answers = []

    def call(command, *_, **__):
        machine.append(command)
        if "install" in command:
            answers.append(subprocess.call([str(policy), "nginx", "start"]))
        return True

    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(play, "call", call)
    monkeypatch.setattr(play, "SERVICE_POLICY", policy)
    assert play.install_system_packages() is None
    assert answers == [101], "101 forbids it"
    assert not policy.exists()


def test_a_policy_that_is_there_stays(play, monkeypatch, tmp_path):
    policy = tmp_path / "policy-rc.d"
    policy.write_text("#!/bin/sh\nexit 104\n")
    monkeypatch.setattr(play, "SERVICE_POLICY", policy)
    with play.no_new_services():
        pass
    assert "104" in policy.read_text()


def test_the_tests_get_the_proxy_that_they_are_run_behind(play, monkeypatch):
    """Without it the tests behind a real proxy would be skipped."""
    monkeypatch.setattr(play, "has_program", lambda *names: "nginx" not in names)
    assert not play.SYSTEM_PACKAGES["nginx"]()
