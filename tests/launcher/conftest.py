"""The launcher ./play, and an environment that only notes what it would do."""

import importlib.util
import sys
from importlib.machinery import SourceFileLoader
from typing import Any

import pytest

from tests.launcher.checkout import CHECKOUT, LOCKS, write


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
    module.SITE = module.Site(tmp_path / "docs")
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
