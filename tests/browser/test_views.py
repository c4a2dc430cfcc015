"""What the client keeps of the games agrees with them: the types of views, the sections of the rules."""

from __future__ import annotations

import importlib.util
import re
from types import ModuleType

import pytest

from embertable.games import GAMES
from embertable.ledger import load_ledger
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


def test_every_section_of_the_rules_has_an_italian_title():
    told = (WEB / "src" / "messages" / "sections.ts").read_text(encoding="utf-8")
    titled = {
        long or short for long, short in re.findall(r'^  (?:"([^"]+)"|(\w+)):', told, re.MULTILINE)
    }
    assert titled == {
        clause.section for game in GAMES for clause in load_ledger(game).clauses.values()
    }
