"""Reminders: Warning badges beside the columns, and after how many plays to add an expansion."""

import pytest

from embertable.engine.catalogue import LANGUAGES
from embertable.games.faceless.content import AVATARS, COLOURS, EXPANSIONS
from embertable.server.http.games import describe
from embertable.text_view import text_view
from tests.games.faceless.parts import view_of
from tests.games.faceless.scene import CONTENT, FACELESS, set_up

HOOKS = {
    "servants": ("red", {"servants": "roaming"}),
    "creepy_die": ("yellow", {"creepy_die": "on"}),
    "crossroads": ("green", {"crossroads": "on"}),
    "haunted_places": ("blue", {"haunted_places": "on"}),
    "eyes": ("purple", {"eyes": "on"}),
    "unspeakable": ("red", {"avatars": "unspeakable"}),
    "puppetmaster": ("red", {"avatars": "puppetmaster"}),
    "eraserhead": ("red", {"avatars": "eraserhead"}),
}


@pytest.mark.rule("F-COMP-04", "F-EXP-BITS-01", "F-EXP-GEN-05")
@pytest.mark.parametrize("name", HOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_badge_stands_beside_the_column_that_sets_an_expansion_off(name, language):
    colour, options = HOOKS[name]
    table = set_up(1, **options)
    view = view_of(table)
    assert view.warnings == {one: (name,) if one == colour else () for one in COLOURS}
    catalogue = FACELESS.catalogue(language, view)
    lines = text_view(FACELESS, view, catalogue, 0, CONTENT)
    word = {"en": "Warning", "it": "Pericolo"}[language]
    assert len([line for line in lines if line.startswith(word)]) == 1


@pytest.mark.rule("F-COMP-04")
@pytest.mark.parametrize("options", [{}, {"avatars": "spectral"}, {"avatars": "demon"}])
def test_without_such_an_expansion_there_is_no_badge(options):
    view = view_of(set_up(1, **options))
    assert not any(view.warnings.values())
    assert {"spectral", "demon"} <= set(AVATARS)


@pytest.mark.rule("F-EXP-GEN-03")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Recommended after 15 plays."), ("it", "Consigliato dopo 15 partite.")],
)
def test_the_host_is_told_after_how_many_plays_an_expansion_is_recommended(language, sentence):
    settings = {setting.name: setting for setting in describe(FACELESS, language).settings}
    assert settings["fog"].advice == sentence
    for name in EXPANSIONS:
        assert str(CONTENT.expansions[name]) in settings[name].advice
    assert settings["players"].advice == ""
    assert settings["headings"].advice == ""
