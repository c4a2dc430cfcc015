"""Sentences at a table call people by the names on their plates."""

from __future__ import annotations

from embertable import load
from embertable.games.deadcells.damage_to_group import DamageTaken
from embertable.server.entries import SeatTaken
from embertable.server.presenter import Presenter
from tests.games.deadcells.scene import scene

GAME = load("deadcells")
SEATS = [SeatTaken(name="Ada"), SeatTaken(name="Cinder", bot="greedy")]


def presented(beheaded: str, language: str = "en") -> Presenter:
    return Presenter(GAME, language, SEATS, GAME.view(scene(beheaded).table, 0))


def test_the_story_names_who_plays_a_beheaded():
    event = DamageTaken(character=1, n=1, health=2)
    said = presented("flayed poisoned").render(event)
    assert said.startswith("Cinder ")
    assert "Poisoned" not in said
    assert presented("flayed poisoned", "it").render(event).startswith("Cinder ")


def test_of_two_beheaded_of_one_person_each_has_its_own_name():
    event = DamageTaken(character=1, n=1, health=2)
    assert presented("flayed serenade").render(event).startswith("Serenade ")


def test_somebody_with_several_seats_is_told_apart_by_the_beheaded():
    event = DamageTaken(character=1, n=1, health=2)
    view = GAME.view(scene("flayed poisoned").table, 0)
    seats = [SeatTaken(name="Ada"), SeatTaken(name="Ada")]
    assert Presenter(GAME, "en", seats, view).render(event).startswith("The Poisoned ")


def test_the_text_view_says_who_is_which_beheaded():
    presenter = presented("flayed poisoned")
    view = GAME.view(scene("flayed poisoned").table, 0)
    lines = presenter.text(view, 0)
    assert any(line.startswith("The Flayed (Ada): ") for line in lines)
    assert any(line.startswith("The Poisoned (Cinder): ") for line in lines)
