"""Generated types of the client agree with what they are generated from."""

from __future__ import annotations

import importlib.util
import re
from types import ModuleType

import pytest

from embertable.engine.catalogue import catalogue_file, read_catalogue
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


@pytest.mark.parametrize("game", [game for game in GAMES if (WEB / "src/games" / game).is_dir()])
def test_the_types_of_a_view_are_up_to_date(game, writer):
    written = (WEB / "src" / "games" / game / "view.ts").read_text(encoding="utf-8")
    assert written == writer.view_types(game), "run .venv/bin/python web/typed_views.py"


def test_the_types_of_the_catalogues_are_up_to_date():
    types = WEB / "src" / "messages" / "locales.d.ts"
    ids = set(re.findall(r'^    \| "(.*?)";?$', types.read_text(encoding="utf-8"), re.MULTILINE))
    expected = set(read_catalogue(catalogue_file("client", "en")))
    for part in (*GAMES, "pad", "workshop"):
        own = read_catalogue(catalogue_file(part, "en"))
        expected |= {id.removeprefix("client.") for id in own if id.startswith("client.")}
    assert ids == expected, "run node web/locales.mjs"
