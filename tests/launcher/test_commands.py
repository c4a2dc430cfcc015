"""The command lines of ./play."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import lane_of
from tests.launcher.checkout import CHECKOUT, write


def test_three_lanes_of_checks(play, monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    asked = ["--long", "tests/engine", "-k", "undo"]
    first, *others = play.checks(Path("python"), asked)
    names = ["ruff check", "ruff format", "mypy", "client types", "client", "pytest"]
    assert [name for name, _ in first] == names
    pytest = ["python", "-m", "pytest"]
    patient = ["nice", "-n", "5"]
    cache = ["-o", "cache_dir=.pytest_cache/others"]
    assert first[-1][1] == [*patient, *pytest, "-n", "4", "--lane", "others", *cache, *asked]
    assert play.alone(["pytest", "-n", "4", "-x"]) == ["pytest", "-n", "0", "-x"]
    assert [[name for name, _ in lane] for lane in others] == [["servers"], ["browsers"]]
    for folder, [(_, command)] in zip(("server", "browser"), others, strict=True):
        cache = ["-o", f"cache_dir=.pytest_cache/{folder}"]
        assert command == [*pytest, "-n", "0", "--lane", folder, *cache, *asked]


def test_only_a_full_run_compiles(play):
    assert len(play.checks(Path("python"), ["--quick"])) == 2
    for full in ([], ["--long"]):
        *_, [(name, command)] = play.checks(Path("python"), full)
        assert name == "compile"
        assert command[-3:] == ["compiled", "games", "--json"]


def test_quick_takes_few_tests_in_two_lanes(play):
    first, second = play.checks(Path("python"), ["--quick", "-x"])
    few = ["-m", "not slow and not long"]
    assert first[-1][1][-len(play.QUICK) - 3 :] == [*few, *play.QUICK, "-x"]
    assert second[-1][1][-len(play.QUICK_ALONE) - 3 :] == [*few, *play.QUICK_ALONE, "-x"]
    names = {name for lane in (first, second) for name, _ in lane}
    everything = {name for lane in play.checks(Path("python"), []) for name, _ in lane}
    assert everything - names == {"compile", "browsers"}
    for path in (*play.QUICK, *play.QUICK_ALONE):
        assert (CHECKOUT / path).exists(), path


def test_quick_takes_the_tests_that_are_named(play):
    for *_, (_, command) in play.checks(Path("python"), ["--quick", "tests/engine", "-k", "undo"]):
        assert command[-5:] == ["-m", "not slow and not long", "tests/engine", "-k", "undo"]


def test_every_test_runs_in_one_lane():
    def collected(*choice: str) -> set[str]:
        files = ("engine/test_catalogue.py", "server/test_undo.py", "browser/test_views.py")
        call = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", *choice]
        call += [f"tests/{file}" for file in files]
        done = subprocess.run(call, cwd=CHECKOUT, capture_output=True, text=True, check=True)
        return {line for line in done.stdout.splitlines() if "::" in line}

    alone, others = (
        collected("--lane", "server", "--lane", "browser"),
        collected("--lane", "others"),
    )
    assert {lane_of(CHECKOUT / name.partition("::")[0]) for name in alone} == {"server", "browser"}
    assert others
    assert not alone & others
    assert alone | others == collected()


def test_a_choice_without_such_tests_is_no_failure():
    for choice in (
        ("--lane", "server", "tests/engine/test_catalogue.py"),
        ("--lane", "others", "tests/server/test_undo.py"),
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


UNSTEADY = """
import pathlib
def test_first_try():
    seen = pathlib.Path(__file__).with_name("seen")
    tried = seen.exists()
    seen.touch()
    assert {verdict}
"""


@pytest.mark.parametrize("processes", ["0", "2"])
@pytest.mark.parametrize(
    ("verdict", "files", "failed"),
    [("tried", 1, []), ("not tried or True", 1, []), ("False", 1, ["x"]), ("tried", 9, ["x"])],
)
def test_a_few_tests_that_failed_beside_others_run_again_alone(
    play, tmp_path, monkeypatch, capfd, verdict, files, failed, processes
):
    """A fault fails twice, and many failures are not tried again."""
    monkeypatch.setattr(play, "ROOT", tmp_path)
    for number in range(files):
        folder = tmp_path / f"part{number}"
        folder.mkdir()
        (folder / f"test_it{number}.py").write_text(UNSTEADY.format(verdict=verdict))
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", str(tmp_path)]
    command += ["-n", processes, "-o", "cache_dir=.kept", str(tmp_path)]
    assert play.run_checks([("x", command)]) == failed
    out = capfd.readouterr().out
    assert ("once more, alone" in out) == (files == 1 and "or True" not in verdict)
    assert ("unsteady: part0/test_it0.py::test_first_try" in out) == (
        verdict == "tried" and not failed
    )


def test_checks_keep_compiled_modules_whatever_the_shell_says(play, monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    check = [sys.executable, "-c", "import sys; sys.exit(sys.dont_write_bytecode)"]
    assert play.run_checks([("keeps", check)]) == []


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
    before = " ".join(f"--constraint=requirements/{one}.txt" for one in ("run", "postgres", "docs"))
    assert f"{before} requirements/test.in" in line
    assert line.endswith(" --upgrade")


def test_a_store_in_postgresql_asks_for_its_packages(play):
    assert play.groups_for(["doctor", "--store", "tables.sqlite"]) == ["run"]
    for url in (["--store", "postgresql://here/tables"], ["--store=postgres://here/tables"]):
        assert play.groups_for(["serve", *url]) == ["run", "postgres"]


def test_a_cluster_asks_for_its_packages(play):
    assert play.groups_for(["lab", "plan.toml"]) == ["run"]
    for engine in (["--engine", "dask://127.0.0.1:8786"], ["--engine=dask://127.0.0.1:8786"]):
        assert play.groups_for(["lab", "plan.toml", *engine]) == ["run", "lab"]


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
