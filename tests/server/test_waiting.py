"""Everybody is told what somebody else is awaited for, in words, as far as they may know it."""

from __future__ import annotations

import pytest

from embertable.contract.messages import message_ids
from embertable.engine.catalogue import LANGUAGES, read_catalogue
from embertable.engine.messages import purpose_text
from embertable.engine.table import Choice, Draw
from embertable.games import GAMES, load
from embertable.server.position import RoomStatus, position
from embertable.server.viewer import Viewer
from embertable.text_view import waiting_lines
from tests.server.test_undo import live_table

STATUS = RoomStatus(frozenset(), 0, [], None)


def kinds(name: str) -> list[str]:
    """The choices that seats have, and not chance."""
    game = load(name)
    classes = game.codec().classes
    found = [id.partition(".")[2] for id in message_ids(game) if id.startswith("choice.")]
    assert all(issubclass(classes[kind], Choice) for kind in found)
    return [kind for kind in found if not issubclass(classes[kind], Draw)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_choice_can_be_told_to_those_who_wait(name, language):
    told = read_catalogue(load(name).catalogue_file(language))
    told = {id.partition(".")[2]: text for id, text in told.items() if id.startswith("awaited.")}
    assert set(told) == set(kinds(name))
    for kind, text in told.items():
        assert "{" not in text, f"{kind}: what a choice is about may be hidden"
        assert not text.endswith("."), kind
        assert len(text.split()) <= 9, kind


def test_whoever_waits_is_told_what_for_in_their_language():
    live = live_table("lueur", {"players": "2"}, 7)
    seat = live.played.awaited()[0]
    for language in LANGUAGES:
        catalogue = live.game.catalogue(language)
        for watcher in (0, 1, None):
            person = "" if watcher is None else live.seats[watcher].person
            viewer = Viewer(live, person, watcher, language, wants_text=True)
            shown = position(viewer, STATUS, 0)
            what = catalogue.text("awaited.ChooseAdventurer")
            assert (shown.awaited, shown.awaited_for) == ([seat], [what])
            assert any(what in line for line in shown.text) == (watcher != seat)


def test_where_the_kind_is_hidden_only_the_name_is_told(monkeypatch):
    live = live_table("lueur", {"players": "2"}, 7)
    choice = live.table.next_choice()
    assert choice is not None
    monkeypatch.setattr(type(choice), "purpose", lambda self, table: "")
    seat = live.played.awaited()[0]
    shown = position(Viewer(live, "p", None, "en", wants_text=True), STATUS, 0)
    assert shown.awaited_for == [""]
    named = live.seats[seat].name or f"Player {seat + 1}"
    assert f"Waiting for {named}." in shown.text


def test_a_game_without_such_sentences_tells_the_name():
    assert purpose_text(load("lueur").catalogue("en"), "ChooseSomethingNew") == ""


def test_the_text_view_tells_of_each_purpose_once_and_not_of_ones_own():
    catalogue = load("lueur").catalogue("en")
    asked = [(0, "ChooseWay"), (1, "ChooseLoss"), (2, "ChooseLoss"), (3, "")]
    assert waiting_lines(asked, catalogue, 0) == [
        "Waiting for Player 2 and Player 3: what to give up.",
        "Waiting for Player 4.",
    ]
    assert len(waiting_lines(asked, catalogue, None)) == 3
