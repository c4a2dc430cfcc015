"""What scripts import: one package with every name they need, quick to import, and as documented."""

from __future__ import annotations

import doctest
import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest

import embertable
from embertable import BadOption, Session, load, load_record, new_table, resume
from tests.contract.games import ROOT
from tests.contract.pages import FENCE

LOADED = """
import json, sys
import embertable
before = [name for name in sys.modules if name.startswith("embertable.")]
for name in embertable.__all__:
    getattr(embertable, name)
print(json.dumps([before, sorted(set(embertable.__all__) - set(dir(embertable)))]))
"""


def test_importing_the_package_imports_none_of_its_modules():
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, check=True)
    assert json.loads(done.stdout) == [[], []]


def test_the_package_has_what_a_script_needs():
    needed = "load new_table Table Session load_record resume get_bot Bot ask EmbertableError"
    assert set(needed.split()) <= set(embertable.__all__)


def test_each_name_is_the_one_of_its_module():
    for name in embertable.__all__:
        assert getattr(embertable, name).__name__ == name or name == "Imagine"


def test_an_unknown_name_is_no_attribute():
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        embertable.lode  # type: ignore[attr-defined]  # noqa: B018


def test_numbers_are_options_too():
    game = load("lueur")
    assert new_table(game, {"players": 3}).options == new_table(game, {"players": "3"}).options
    with pytest.raises(BadOption, match="players=5; try 2, 3, 4"):
        new_table(game, {"players": 5})


def test_paths_may_be_texts(tmp_path):
    game = load("lueur")
    pack = game.folder() / "content" / "lueur.toml"
    session = Session(game, {}, 3, game.content(str(pack)))
    session.play(session.table.offered()[0])
    session.record.save(str(tmp_path / "game.json"))
    replayed = resume(game, load_record(str(tmp_path / "game.json")))
    assert game.state_hash(replayed.table) == game.state_hash(session.table)
    with pytest.raises(embertable.UnreadableFile, match="missing"):
        load_record("missing.json")


def test_the_script_of_the_readme_runs(tmp_path, monkeypatch, capsys):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (script,) = [found["text"] for found in FENCE.finditer(text) if found["kind"] == "python"]
    assert len([line for line in script.splitlines() if line]) <= 10
    monkeypatch.chdir(tmp_path)
    exec(compile(script, "README.md", "exec"), {})
    assert "winners=(0,)" in capsys.readouterr().out
    assert Path("bots.json").exists()


FUNCTIONS = [name for name in embertable.__all__ if inspect.isfunction(getattr(embertable, name))]
CLASSES = ["Bot", "Game", "Record", "Session", "Table"]


@pytest.mark.parametrize("name", [*FUNCTIONS, *CLASSES])
def test_an_example_stands_in_the_docstring_and_works(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    thing = getattr(embertable, name)
    examples = [found for found in doctest.DocTestFinder().find(thing, name) if found.examples]
    assert examples
    for example in examples:
        failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
        assert failed == 0


def test_the_example_of_the_package_works():
    assert doctest.testmod(embertable).failed == 0


@pytest.mark.parametrize("name", [*FUNCTIONS, "Session"])
def test_arguments_are_described(name):
    thing = getattr(embertable, name)
    parameters = list(inspect.signature(thing).parameters)
    if len(parameters) > 1:
        assert [
            one for one in parameters if f"\n    {one}: " not in str(inspect.getdoc(thing))
        ] == []
