"""The types of the games' views in the client agree with the games."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest

from embertable.games import GAMES
from tests.browser.running import WEB


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("typed_views", WEB / "typed_views.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", GAMES)
def test_the_types_of_a_view_are_up_to_date(game, writer):
    written = (WEB / "src" / "games" / game / "view.ts").read_text(encoding="utf-8")
    assert written == writer.view_types(game), "run .venv/bin/python web/typed_views.py"
