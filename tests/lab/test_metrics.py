"""What the lab looks at is really there, in every game, and has words in both languages."""

from __future__ import annotations

import pytest

from embertable.engine.game import new_table
from embertable.engine.playout import playout
from embertable.games import GAMES, load
from embertable.lab.metrics import metrics_of


@pytest.mark.parametrize("name", GAMES)
def test_what_brings_things_into_play_are_events_of_the_game(name):
    classes = {kind.__name__: kind for kind in load(name).codec().classes.values()}
    metrics = metrics_of(load(name))
    for kind in metrics.kinds:
        assert kind.field in {
            field
            for base in classes[kind.event].__mro__
            for field in getattr(base, "__annotations__", {})
        }
    assert metrics.stages <= set(classes)


@pytest.mark.parametrize("name", GAMES)
def test_every_thing_of_a_kind_is_listed_and_has_a_name(name):
    game = load(name)
    content, words = game.content(), game.catalogue("en")
    for kind in metrics_of(load(name)).kinds:
        ids = list(kind.ids(content))
        assert len(set(ids)) == len(ids) > 1
        assert all([words.name_of(id, kind.group) for id in ids])


@pytest.mark.parametrize("name", GAMES)
def test_what_comes_into_play_is_listed(name):
    game = load(name)
    metrics, content = metrics_of(load(name)), game.content()
    listed = {(kind.name, id) for kind in metrics.kinds for id in kind.ids(content)}
    for number, options in enumerate(game.variants()[:6]):
        table = new_table(game, options, number)
        playout(table, number, 200)
        assert {thing[1:] for event in table.log for thing in metrics.things(event)} <= listed


@pytest.mark.parametrize("name", GAMES)
def test_all_luck_belongs_to_a_source(name):
    game = load(name)
    known = {stream for source in metrics_of(load(name)).luck for stream in source.streams}
    for number, options in enumerate(game.variants()[:10]):
        table = new_table(game, options, number)
        playout(table, number, 200)
        assert set(table.chance.positions()) <= known, options


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "it"])
def test_all_of_it_has_words(name, language):
    metrics, catalogue = metrics_of(load(name)), load(name).catalogue(language)
    for id in (
        "stages",
        "reach",
        "reach_of",
        *[f"kind.{kind.name}" for kind in metrics.kinds],
        *[f"source.{source.name}" for source in metrics.luck],
    ):
        assert catalogue.has(f"lab.{id}"), id
