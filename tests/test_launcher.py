"""The launcher ./play: its stamps, its command lines, its sentences, and what setup.py builds."""

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import threading
import tomllib
import zipfile
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
LOCKS = ["uv", "run", "test", "build", "learn", "node"]


@pytest.fixture
def play(tmp_path, monkeypatch):
    """The launcher as a module, at home in an empty checkout."""
    loader = SourceFileLoader("play", str(CHECKOUT / "play"))
    spec = importlib.util.spec_from_loader("play", loader)
    assert spec
    module: Any = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader.exec_module(module)
    module.ROOT = tmp_path
    module.CLIENT = module.Client(tmp_path / "web")
    monkeypatch.setattr(module, "find_node", lambda: (["node"], ["npm"]))
    for name in ["pyproject.toml", "setup.py", *(f"requirements/{lock}.txt" for lock in LOCKS)]:
        write(tmp_path / name, name)
    return module


@pytest.fixture
def environment(play):
    """An environment that notes its steps instead of doing them."""

    class Noted(play.Environment):  # type: ignore[misc, name-defined]
        def __init__(self):
            super().__init__(play.ROOT / ".venv")
            self.steps = []

        def create(self):
            self.steps.append("python")
            write(self.python, "")

        def install_packages(self, groups):
            self.steps.append(" ".join(groups))

        def install_project(self):
            self.steps.append("project")

        def steps_for(self, *groups):
            self.steps.clear()
            self.ready(*groups)
            return list(self.steps)

    return Noted()


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


# Stamps.


def test_the_second_start_has_nothing_to_do(environment):
    assert environment.steps_for("run") == ["python", "run", "project"]
    assert environment.steps_for("run") == []


def test_a_changed_lock_installs_packages_and_project_again(play, environment):
    environment.ready("run")
    write(play.ROOT / "requirements/run.txt", "newer")
    assert environment.steps_for("run") == ["run", "project"]


@pytest.mark.parametrize("name", ["pyproject.toml", "setup.py"])
def test_changed_metadata_installs_only_the_project_again(play, environment, name):
    environment.ready("run")
    write(play.ROOT / name, "newer")
    assert environment.steps_for("run") == ["project"]


def test_a_moved_checkout_installs_only_the_project_again(play, environment, tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    for part in ["pyproject.toml", "setup.py", "requirements"]:
        old.mkdir(exist_ok=True)
        (tmp_path / part).rename(old / part)
    play.ROOT = old
    environment.ready("run")
    old.rename(new)
    play.ROOT = new
    assert environment.steps_for("run") == ["project"]


def test_another_python_starts_afresh(environment, monkeypatch):
    environment.ready("run")
    monkeypatch.setattr(sys.implementation, "cache_tag", "cpython-399")
    assert environment.steps_for("run") == ["python", "run", "project"]


def test_a_python_that_was_removed_starts_afresh(environment):
    environment.ready("run")
    environment.python.unlink()
    assert environment.steps_for("run") == ["python", "run", "project"]


def test_groups_add_up_and_stay_together(play, environment):
    environment.ready("run")
    assert environment.steps_for("run", "test") == ["run test", "project"]
    assert environment.steps_for("run") == []
    write(play.ROOT / "requirements/run.txt", "newer")
    assert environment.steps_for("run") == ["run test", "project"]


@pytest.mark.parametrize("step", ["create", "install_packages", "install_project"])
def test_an_interrupted_step_is_done_again(environment, monkeypatch, step):
    whole = environment.steps_for("run", "test")
    environment.forget()

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(environment, step, interrupted)
        with pytest.raises(KeyboardInterrupt):
            environment.ready("run", "test")
    done_before = ["create", "install_packages", "install_project"].index(step)
    assert environment.steps_for("run", "test") == whole[done_before:]


def test_an_interrupted_update_leaves_no_old_stamp(play, environment, monkeypatch):
    environment.ready("run")
    old = (play.ROOT / "requirements/run.txt").read_text()
    write(play.ROOT / "requirements/run.txt", "newer")

    def interrupted(_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(environment, "install_packages", interrupted)
        with pytest.raises(KeyboardInterrupt):
            environment.ready("run")
    # Half of the newer packages may be there: going back to the old lock must install too.
    write(play.ROOT / "requirements/run.txt", old)
    assert environment.steps_for("run") == ["run", "project"]


@pytest.mark.skipif(sys.platform == "win32", reason="the message is of flock's branch")
def test_of_two_first_starts_one_waits_for_the_other(play, environment, monkeypatch):
    installing, waiting = threading.Event(), threading.Event()
    install = environment.install_packages

    def install_slowly(groups):
        installing.set()
        assert waiting.wait(10)
        install(groups)

    monkeypatch.setattr(environment, "install_packages", install_slowly)
    monkeypatch.setattr(play, "say", lambda line: waiting.set() if "Waiting" in line else None)
    first = threading.Thread(target=environment.ready, args=["run"])
    second = threading.Thread(target=environment.ready, args=["run"])
    first.start()
    assert installing.wait(10)
    second.start()
    first.join()
    second.join()
    assert environment.steps == ["python", "run", "project"]


def test_the_hash_tells_where_one_input_ends(play):
    assert play.digest("ab", "c") != play.digest("a", "bc")


def test_the_compiled_environment_follows_the_sources(play):
    rule = play.ROOT / "src/embertable/games/lueur/dice.py"
    ledger = play.ROOT / "docs/rules/lueur.md"
    keys = set()
    for file, text in [(rule, "1"), (rule, "2"), (ledger, "1"), (ledger, "2")]:
        write(file, text)
        keys.add(play.COMPILED.project_key())
    assert len(keys) == 4
    write(rule.with_name("__pycache__") / "dice.pyc", "")
    write(rule.with_suffix(".so"), "")
    assert play.COMPILED.project_key() in keys


# Command lines.


def test_all_checks_in_order(play):
    asked = ["--long", "tests/engine", "-k", "undo"]
    found = play.checks(Path("python"), asked)
    names = ["ruff check", "ruff format", "mypy", "client types", "client"]
    assert [name for name, _ in found] == [*names, "pytest", "pytest alone"]
    pytest = ["python", "-m", "pytest"]
    assert found[-2][1] == [*pytest, "-n", "auto", "--side-by-side", *asked]
    assert found[-1][1] == [*pytest, "-n", "0", "--alone", *asked]


def test_quick_leaves_out_slow_tests(play):
    *_, (_, side_by_side), (_, alone) = play.checks(Path("python"), ["--quick", "-x"])
    assert side_by_side[-3:] == alone[-3:] == ["-m", "not slow", "-x"]


def test_every_test_runs_once_alone_or_side_by_side():
    def collected(*choice: str) -> set[str]:
        files = ("tests/engine/test_words.py", "tests/server/test_undo.py")
        call = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", *files, *choice]
        done = subprocess.run(call, cwd=CHECKOUT, capture_output=True, text=True, check=True)
        return {line for line in done.stdout.splitlines() if "::" in line}

    alone, side_by_side = collected("--alone"), collected("--side-by-side")
    assert alone
    assert side_by_side
    assert not alone & side_by_side
    assert alone | side_by_side == collected()


def test_a_choice_without_such_tests_is_no_failure():
    for choice in ("--alone", "tests/engine/test_words.py"), ("--side-by-side", "tests/server"):
        call = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", *choice]
        assert subprocess.run(call, cwd=CHECKOUT, capture_output=True, check=False).returncode == 0


def test_a_failed_check_does_not_hide_the_next(play, capfd):
    good = [sys.executable, "-c", "print('second ran')"]
    bad = [sys.executable, "-c", "raise SystemExit(3)"]
    assert play.run_checks([("first", bad), ("second", good)]) == ["first"]
    out = capfd.readouterr().out
    assert "second ran" in out
    assert re.search(r"first +FAILED +\d+\.\d s\n +second +passed +\d+\.\d s", out)


def test_locks_agree_with_those_before_them(play):
    line = " ".join(play.lock_command("uv", "test", ["--upgrade"]))
    assert "--universal --generate-hashes --no-annotate --no-header --python-version 3.11" in line
    assert "--constraint=requirements/run.txt requirements/test.in" in line
    assert line.endswith(" --upgrade")


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


def test_the_compiled_build_ignores_a_path_to_the_sources(play, monkeypatch):
    seen: dict[str, object] = {}
    monkeypatch.setenv("PYTHONPATH", "src")
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


# Sentences.


def test_a_missing_lock_is_named(play, capsys):
    (play.ROOT / "requirements/run.txt").unlink()
    environment = play.Environment(play.ROOT / ".venv")
    environment.stamp("python", play.python_key())
    write(environment.python, "")
    play.DEVELOPMENT = environment
    assert play.main(["games"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("play: ")
    assert error.endswith("requirements/run.txt is missing; get it back from the repository.\n")


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


@pytest.mark.parametrize("command", ["test", "build", "pictures", "lock"])
def test_help_has_an_example_and_sets_nothing_up(play, capsys, command):
    assert play.main([command, "--help"]) == 0
    assert re.search(r"^Example: .*\./play " + command, capsys.readouterr().out, re.MULTILINE)
    assert not (play.ROOT / ".venv").exists()


# The browser client.


@pytest.fixture
def client(play, monkeypatch):
    """A client whose tools are noted instead of run."""
    for name in ["package.json", "package-lock.json", ".npmrc", "build.mjs", "src/main.ts"]:
        write(play.CLIENT.folder / name, name)
    steps = []

    def call(command, what, *_, **__):
        steps.append(" ".join(command))
        made = "node_modules" if "ci" in command else "dist"
        (play.CLIENT.folder / made).mkdir(exist_ok=True)
        return True

    monkeypatch.setattr(play, "call", call)
    return steps


def test_the_client_is_built_once(play, client):
    assert play.CLIENT.ready() == play.ROOT / "web/dist"
    assert client == ["npm ci --ignore-scripts", "node build.mjs"]
    play.CLIENT.ready()
    assert len(client) == 2


def test_a_changed_source_builds_the_client_again(play, client):
    play.CLIENT.ready()
    client.clear()
    write(play.CLIENT.folder / "src/App.svelte", "new")
    play.CLIENT.ready()
    assert client == ["node build.mjs"]


def test_a_changed_lock_installs_the_clients_packages_again(play, client):
    play.CLIENT.ready()
    client.clear()
    write(play.CLIENT.folder / "package-lock.json", "new")
    play.CLIENT.ready()
    assert client == ["npm ci --ignore-scripts", "node build.mjs"]


@pytest.fixture
def started(play, monkeypatch):
    """The command lines that the product was started with."""
    lines = []

    def become(python, args):
        lines.append(args)
        return 0

    monkeypatch.setattr(play.DEVELOPMENT, "ready", lambda *groups: Path("python"))
    monkeypatch.setattr(play, "become", become)
    return lines


def test_without_arguments_the_table_opens_in_the_browser(play, client, started):
    assert play.main([]) == 0
    assert started == [["serve", "--open", "--client", str(play.ROOT / "web/dist")]]


def test_other_commands_need_no_client(play, client, started):
    assert play.main(["games"]) == 0
    assert started == [["games"]]
    assert client == []


def test_the_clients_lock_names_no_registry():
    text = (CHECKOUT / "web/package-lock.json").read_text()
    assert '"resolved"' not in text
    assert text.count('"integrity": "sha512-') > 30


# System packages.


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
    monkeypatch.setattr(play, "run_checks", lambda todo: [])
    assert play.main(["test"]) == 1
    assert "type: sudo apt-get install tmux" in capsys.readouterr().out


# Locks.


def pins(group):
    """Name to version, from a lock file of the checkout."""
    text = (CHECKOUT / f"requirements/{group}.txt").read_text()
    return dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))


@pytest.mark.parametrize("group", LOCKS)
def test_locks_hold_pins_and_hashes_and_nothing_else(group):
    text = (CHECKOUT / f"requirements/{group}.txt").read_text().replace("\\\n", "")
    for line in text.splitlines():
        pinned = r"[\w.-]+==[\w.]+( ; [\w .'=!<>()]+)?( +--hash=sha256:[0-9a-f]{64})+"
        assert re.fullmatch(pinned, line), line


def test_locks_agree_with_each_other():
    assert pins("run").items() <= pins("test").items()
    assert pins("build")["mypy"] == pins("test")["mypy"]
    assert pins("build")["setuptools"] == pins("run")["setuptools"]


def test_what_the_project_asks_for_is_locked():
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    asked = {re.split(r"[<>=\[ ]", line)[0] for line in project["dependencies"]}
    assert asked <= set(pins("run"))
    extras = [
        line for extra in ("learn", "openspiel") for line in project["optional-dependencies"][extra]
    ]
    names = {re.split(r"[<>=\[ ]", line)[0].replace("_", "-") for line in extras}
    assert names <= set(pins("learn"))


# Wheels.


def test_a_wheel_is_built_from_a_clean_copy(play, monkeypatch):
    tree = {"src/embertable/__init__.py", "docs/rules/lueur.md", "pyproject.toml", "setup.py"}
    litter = {"src/embertable/engine/table.so", "src/embertable.egg-info/PKG-INFO", "docs/other.md"}
    for name in tree | litter:
        write(play.ROOT / name, name)

    def call(command, what, remedy, *, cwd, env):
        copied = {file.relative_to(cwd).as_posix() for file in cwd.rglob("*") if file.is_file()}
        assert copied == tree
        assert env == {"EMBERTABLE_COMPILE": "require"}
        (cwd / "src/embertable/table.c").touch()
        write(Path(command[-1]) / "embertable.whl", "")

    monkeypatch.setattr(play, "call", call)
    wheel = play.build_wheel(Path("python"), play.ROOT / "dist", "require")
    assert wheel == play.ROOT / "dist/embertable.whl"
    assert wheel.exists()
    assert not list((play.ROOT / "src").rglob("*.c"))


@pytest.fixture
def small_project(play):
    """A checkout with our real build files around a package of one rule."""
    for name in ["pyproject.toml", "setup.py", "MANIFEST.in"]:
        shutil.copy(CHECKOUT / name, play.ROOT)
    package = play.ROOT / "src/embertable"
    write(package / "__init__.py", "")
    write(package / "py.typed", "")
    write(package / "games/__init__.py", "")
    write(package / "games/lueur/__init__.py", "DICE = 5\n")
    write(package / "games/lueur/content/lueur.toml", "")
    write(play.ROOT / "docs/rules/lueur.md", "# Lueur\n")
    write(play.ROOT / "web/dist/assets/main.js", "")

    def wheel(mode):
        return play.build_wheel(Path(sys.executable), play.ROOT / "dist", mode)

    return wheel


@pytest.mark.slow
def test_a_wheel_ships_content_and_ledgers(small_project):
    wheel = small_project("")
    assert wheel.name.endswith("-none-any.whl")
    assert {
        "embertable/py.typed",
        "embertable/games/lueur/content/lueur.toml",
        "embertable/rules_text/lueur.md",
        "embertable/web/assets/main.js",
    } <= set(zipfile.ZipFile(wheel).namelist())


@pytest.mark.slow
def test_without_a_compiler_the_wheel_is_pure_unless_required(
    small_project, play, monkeypatch, capsys
):
    monkeypatch.setenv("CC", "no-such-compiler")
    assert small_project("1").name.endswith("-none-any.whl")
    assert capsys.readouterr().err.endswith("so this wheel is pure.\n")
    with pytest.raises(play.Trouble, match="building the wheel failed"):
        small_project("require")
    assert "cannot compile without the C compiler no-such-compiler" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.timeout(600)  # a C compiler on a busy machine
def test_a_compiled_wheel_holds_compiled_games_beside_their_sources(small_project):
    names = zipfile.ZipFile(small_project("require")).namelist()
    compiled = [name for name in names if name.endswith((".so", ".pyd"))]
    assert any(name.startswith("embertable/games/lueur/__init__.") for name in compiled)
    assert "embertable/games/lueur/__init__.py" in names
    assert "embertable/rules_text/lueur.md" in names


@pytest.mark.slow
def test_a_development_install_is_never_compiled(small_project, play, tmp_path):
    hook = play.BUILD_HOOK.replace("build_wheel", "build_editable")
    command = [sys.executable, "-c", hook, str(tmp_path)]
    play.call(command, "installing", cwd=play.ROOT, env={"EMBERTABLE_COMPILE": "require"})
    assert list(tmp_path.glob("embertable-*.whl"))
    compiled = [file for file in play.ROOT.rglob("*") if file.suffix in {".c", ".so", ".pyd"}]
    assert compiled == []
