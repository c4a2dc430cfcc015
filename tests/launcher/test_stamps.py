"""What is done again and what is not: stamps of the steps that set everything up."""

import sys
import threading

import pytest

from tests.launcher.checkout import write


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
