"""What ./play says when something is missing or goes wrong."""

import ast
import os
import re
import sys
import threading

import pytest

from tests.launcher.checkout import CHECKOUT, write


def test_a_missing_lock_is_named(play, capsys):
    (play.ROOT / "requirements/run.txt").unlink()
    environment = play.Environment(play.ROOT / ".venv")
    environment.stamp("python", play.python_key())
    write(environment.python, "")
    play.DEVELOPMENT = environment
    assert play.main(["games"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("play: ")
    assert error.endswith("requirements/run.txt is missing; restore it with git.\n")


def test_a_failing_tool_shows_its_last_lines_and_what_would_do(play, capsys):
    script = "print(*range(100), sep='\\n'); raise SystemExit(4)"
    with pytest.raises(play.Trouble, match=r"^installing packages failed \(exit 4\): try again\.$"):
        play.call([sys.executable, "-c", script], "installing packages", "try again")
    assert capsys.readouterr().err.splitlines() == [str(number) for number in range(80, 100)]


def test_a_tool_that_may_fail_says_nothing(play, capsys):
    assert not play.call([sys.executable, "-c", "print(1); raise SystemExit(4)"], "", check=False)
    assert capsys.readouterr() == ("", "")


def test_tools_run_apart_from_other_environments(play, monkeypatch):
    monkeypatch.setenv("VIRTUAL_ENV", "/another")
    monkeypatch.setenv("PYTHONPATH", "/another")
    script = """if 1:
        import os
        assert os.environ["UV_PYTHON_DOWNLOADS"] == "never"
        assert os.environ["EXTRA"] == "yes"
        assert not {"VIRTUAL_ENV", "PYTHONPATH"} & set(os.environ)
    """
    play.call([sys.executable, "-c", script], "looking around", env={"EXTRA": "yes"})


def test_a_place_that_cannot_be_written_is_named(play, capsys, monkeypatch):
    def refused(*_):
        raise PermissionError(13, "Permission denied", "/some/.venv.lock")

    monkeypatch.setattr(play.DEVELOPMENT, "ready", refused)
    assert play.main([]) == 1
    said = capsys.readouterr().err
    assert said == ("play: /some/.venv.lock: Permission denied; Embertable sets itself up there.\n")


def test_an_interruption_says_that_nothing_is_lost(play, capsys, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(play.DEVELOPMENT, "ready", interrupted)
    assert play.main([]) == 130
    said = capsys.readouterr().err
    assert said == "play: interrupted; the next start carries on from here.\n"


def test_an_old_python_without_a_newer_one_says_so(play, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"^play: Embertable needs Python 3\.11 or newer and this"):
        play.restart_with_newer_python()


@pytest.mark.skipif(sys.platform == "win32", reason="makes shell scripts")
def test_an_old_python_passes_over_what_does_not_run(play, monkeypatch, tmp_path):
    for name, code in [("python3.13", 127), ("python3.12", 0), ("python3.11", 0)]:
        write(tmp_path / name, f"#!/bin/sh\nexit {code}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["./play", "games"])

    class Handed(Exception):
        pass

    def hand_over(name, command):
        raise Handed(name, command)

    monkeypatch.setattr(os, "execvp", hand_over)
    with pytest.raises(Handed) as handed:
        play.restart_with_newer_python()
    command = ["python3.12", str(CHECKOUT / "play"), "games"]
    assert handed.value.args == ("python3.12", command)


def test_an_old_python_can_read_the_file():
    """Else it would show a syntax error instead of the sentence."""
    ast.parse((CHECKOUT / "play").read_text(), feature_version=(3, 6))


@pytest.mark.parametrize("command", ["test", "build", "docs", "pictures", "mutate", "lock"])
def test_help_has_an_example_and_sets_nothing_up(play, capsys, command):
    assert play.main([command, "--help"]) == 0
    assert re.search(r"^Example: .*\./play " + command, capsys.readouterr().out, re.MULTILINE)
    assert not (play.ROOT / ".venv").exists()


def test_help_tells_the_launchers_own_commands_too(play, monkeypatch, capfd):
    monkeypatch.setattr(play.DEVELOPMENT, "ready", lambda *groups: sys.executable)
    assert play.main(["--help"]) == 0
    told = capfd.readouterr().out
    assert "simulate" in told  # the product's
    for command in play.COMMANDS:
        assert re.search(rf"^  \./play {command}\b", told, re.MULTILINE), command


def test_windows_is_told_how(play, monkeypatch, capsys):
    monkeypatch.setattr(play, "WINDOWS", True)
    for command in ("test", "pictures"):
        assert play.main([command]) == 1
        told = capsys.readouterr().err
        assert told.startswith("play: this needs programs of a Debian system")
        assert "wsl --install" in told
    script = (CHECKOUT / "play.cmd").read_bytes()
    assert script.endswith(b'@py -3 "%~dp0play" %*\r\n')


def test_compiling_tells_its_progress(play, capsys, monkeypatch, tmp_path):
    build = tmp_path / "build"
    progress = play.CompileProgress(tmp_path)
    assert progress.text(5) == "Translating to C … 0:05 so far"
    for name in ("a", "b", "c", "d"):
        write(build / f"{name}.c", "")
    assert progress.text(65) == "Compiling 4 files … 1:05 so far"
    write(build / "temp/a.o", "")
    assert progress.text(125) == "Compiled 1 of 4 files, 1 a minute, 3:00 left"

    monkeypatch.setattr(play, "BETWEEN", 0.01)
    told = threading.Event()

    def tell(spent: float) -> str:
        told.set()
        return f"{spent >= 0}"

    with play.telling(tell):
        assert told.wait(60)
    assert capsys.readouterr().err.splitlines()[0] == "True"


def test_work_that_is_over_tells_nothing_more(play, capsys):
    with play.telling(lambda spent: "never"):
        pass
    assert capsys.readouterr().err == ""
