"""Every setting of every game is explained, and a setting that turns a ruling around names its clause."""

import re

import pytest

from embertable.engine.catalogue import LANGUAGES, Message
from embertable.engine.game import Setting
from embertable.games import load_all
from embertable.ledger import load_ledger

GAMES = load_all()
SENTENCE = re.compile(r"[^.!?]+[.!?]\Z")


def unexplained(game, setting: Setting, language: str) -> list[str]:
    """The ids of what a host would look for and not find as one sentence."""
    catalogue = game.catalogue(language)
    wanted = [f"setting.{setting.name}.about"]
    wanted += [f"value.{setting.name}.{value}.about" for value in setting.values]
    return [
        id
        for id in wanted
        if not catalogue.has(id) or not SENTENCE.match(catalogue.render(Message(id)))
    ]


def unruled(game, setting: Setting) -> str:
    """What is wrong with the clause of a setting; empty if nothing is."""
    clause = load_ledger(game).clauses.get(setting.clause)
    if clause is None:
        return "no such clause"
    text = " ".join([clause.text, *clause.rulings])
    if f"Option `{setting.name}`, by default `{setting.default}`" not in text:
        return "the clause does not name the option and its default"
    others = [value for value in setting.values if value != setting.default]
    missing = [value for value in others if f"`{value}`" not in text]
    return f"the clause does not say what {', '.join(missing)} does" if missing else ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_ruling_that_can_be_turned_is_explained(game, language):
    for setting in game.settings:
        if setting.clause:
            assert unexplained(game, setting, language) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_ledger_has_both_readings(game):
    wrong = {one.name: unruled(game, one) for one in game.settings if one.clause}
    assert {name: why for name, why in wrong.items() if why} == {}


def test_a_setting_without_words_or_clause_is_found():
    game = next(game for game in GAMES if game.name == "setawatch")
    planted = Setting("shoes", ("on", "off"), "on", "W-SHOES-01")
    assert len(unexplained(game, planted, "en")) == 3
    assert unruled(game, planted) == "no such clause"
    planted.clause = "W-I-17"
    assert "does not name" in unruled(game, planted)
    assert "does not say" in unruled(game, Setting("lich", ("lenient", "x"), "lenient", "W-I-17"))
