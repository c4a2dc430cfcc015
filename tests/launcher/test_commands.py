"""The command lines of ./play."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.launcher.checkout import CHECKOUT, write


def test_two_lanes_of_checks(play, monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    asked = ["--long", "tests/engine", "-k", "undo"]
    first, second = play.checks(Path("python"), asked)
    names = ["ruff check", "ruff format", "mypy", "client types", "client", "pytest"]
    assert [name for name, _ in first] == names
    pytest = ["python", "-m", "pytest"]
    assert first[-1][1] == [*pytest, "-n", "3", "--side-by-side", *asked]
    cache = ["-o", "cache_dir=.pytest_cache/alone"]
    assert second == [("pytest alone", [*pytest, "-n", "0", "--alone", *cache, *asked])]


def test_only_a_full_run_compiles(play):
    assert len(play.checks(Path("python"), ["--quick"])) == 2
    for full in ([], ["--long"]):
        *_, [(name, command)] = play.checks(Path("python"), full)
        assert name == "compile"
        assert command[-3:] == ["compiled", "games", "--json"]


def test_quick_leaves_out_slow_tests(play):
    for *_, (_, command) in play.checks(Path("python"), ["--quick", "-x"]):
        assert command[-3:] == ["-m", "not slow", "-x"]


def test_every_test_runs_once_alone_or_side_by_side():
    def collected(*choice: str) -> set[str]:
        files = ("tests/engine/test_catalogue.py", "tests/server/test_undo.py")
        call = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", *files, *choice]
        done = subprocess.run(call, cwd=CHECKOUT, capture_output=True, text=True, check=True)
        return {line for line in done.stdout.splitlines() if "::" in line}

    alone, side_by_side = collected("--alone"), collected("--side-by-side")
    assert alone
    assert side_by_side
    assert not alone & side_by_side
    assert alone | side_by_side == collected()


def test_a_choice_without_such_tests_is_no_failure():
    for choice in (
        ("--alone", "tests/engine/test_catalogue.py"),
        ("--side-by-side", "tests/server/test_undo.py"),
    ):
        call = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", *choice]
        assert subprocess.run(call, cwd=CHECKOUT, capture_output=True, check=False).returncode == 0


def test_a_failed_check_does_not_hide_the_next(play, capfd):
    good = [sys.executable, "-c", "print('second ran')"]
    bad = [sys.executable, "-c", "raise SystemExit(3)"]
    assert play.run_checks([("first", bad), ("second", good)]) == ["first"]
    out = capfd.readouterr().out
    assert "second ran" in out
    assert re.search(r"first +FAILED +\d+\.\d s\n +second +passed +\d+\.\d s", out)


def test_another_lane_runs_at_the_same_time_and_prints_last(play, tmp_path, capfd):
    os.mkfifo(tmp_path / "pipe")  # opening it waits for the other end
    read = [sys.executable, "-c", f"print(open({str(tmp_path / 'pipe')!r}).read())"]
    wrote = [
        sys.executable,
        "-c",
        f"open({str(tmp_path / 'pipe')!r}, 'w').write('met'); print('wrote')",
    ]
    assert play.run_checks([("reader", read)], [("writer", wrote)]) == []
    out = capfd.readouterr().out
    assert "== reader\nmet\n\n== writer\nwrote\n" in out


def test_locks_agree_with_those_before_them(play):
    line = " ".join(play.lock_command("uv", "test", ["--upgrade"]))
    assert "--universal --generate-hashes --no-annotate --no-header --python-version 3.11" in line
    before = "--constraint=requirements/run.txt --constraint=requirements/postgres.txt"
    assert f"{before} requirements/test.in" in line
    assert line.endswith(" --upgrade")


def test_a_store_in_postgresql_asks_for_its_packages(play):
    assert play.groups_for(["doctor", "--store", "tables.sqlite"]) == ["run"]
    for url in (["--store", "postgresql://here/tables"], ["--store=postgres://here/tables"]):
        assert play.groups_for(["serve", *url]) == ["run", "postgres"]


@pytest.mark.skipif(sys.platform == "win32", reason="there the product runs as a child")
def test_the_product_gets_arguments_folder_and_the_last_word(play, tmp_path):
    """The real file, with an environment that is ready and a product that exits with 7."""
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in ["pyproject.toml", "setup.py", "requirements/run.txt"]:
        write(home / name, (tmp_path / name).read_text())
    shutil.copy(CHECKOUT / "play", home)
    play.ROOT = home
    environment = play.Environment(home / ".venv")
    environment.python.parent.mkdir(parents=True)
    environment.python.symlink_to(sys.executable)
    environment.stamp("python", play.python_key())
    environment.stamp("run", play.group_key("run"))
    environment.stamp("project", environment.project_key())
    product = "import os, sys; print(os.getpid(), os.getcwd(), *sys.argv[1:]); sys.exit(7)"
    write(tmp_path / "path/embertable.py", product)
    write(elsewhere / "embertable.py", "print('the wrong one')")

    with subprocess.Popen(
        [sys.executable, str(home / "play"), "simulate", "--json"],
        cwd=elsewhere,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "path")},
        stdout=subprocess.PIPE,
        text=True,
    ) as started:
        out, _ = started.communicate()
    assert started.returncode == 7
    assert out.split() == [str(started.pid), str(elsewhere), "simulate", "--json"]


@pytest.mark.parametrize(
    ("level", "built", "used"), [("0", False, "O0"), ("0", True, "O3"), ("3", False, "O3")]
)
def test_an_unoptimised_build_is_made_only_where_none_is_ready(
    play, monkeypatch, level, built, used
):
    monkeypatch.setenv("EMBERTABLE_OPT_LEVEL", level)
    monkeypatch.setattr(play.COMPILED, "is_ready", lambda groups: built)
    monkeypatch.setattr(play.COMPILED, "ready", lambda *groups: "O3")
    monkeypatch.setattr(play.UNOPTIMISED, "ready", lambda *groups: "O0")
    monkeypatch.setattr(play, "become", lambda python, args: python)
    assert play.main(["compiled", "games"]) == used


def test_the_compiled_build_ignores_a_path_to_the_sources(play, monkeypatch):
    seen: dict[str, object] = {}
    monkeypatch.setenv("PYTHONPATH", "src")
    monkeypatch.delenv("EMBERTABLE_OPT_LEVEL", raising=False)
    monkeypatch.setattr(play.COMPILED, "ready", lambda *groups: Path("compiled-python"))

    def become(python, args):
        seen.update(python=python, args=args, path=os.environ.get("PYTHONPATH"))
        return 0

    monkeypatch.setattr(play, "become", become)
    assert play.main(["compiled", "bench", "--json"]) == 0
    assert seen == {"python": Path("compiled-python"), "args": ["bench", "--json"], "path": None}


@pytest.mark.parametrize("is_ready", [True, False])
def test_a_server_uses_the_compiled_build_where_it_is_ready(play, monkeypatch, is_ready):
    used: list[Path] = []
    monkeypatch.setattr(play.COMPILED, "is_ready", lambda groups: is_ready)
    monkeypatch.setattr(play.COMPILED, "ready", lambda *groups: Path("compiled-python"))
    monkeypatch.setattr(play.DEVELOPMENT, "ready", lambda *groups: Path("python"))
    monkeypatch.setattr(play.CLIENT, "ready", lambda: Path("client"))

    def become(python, args):
        used.append(python)
        return 0

    monkeypatch.setattr(play, "become", become)
    for args in ([], ["serve"], ["bench"]):
        assert play.main(args) == 0
    served = Path("compiled-python" if is_ready else "python")
    assert used == [served, served, Path("python")]
