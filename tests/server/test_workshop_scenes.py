"""A card in a small scene: what follows with the standard pack and with another, and a table that stands there."""

from __future__ import annotations

import pytest

from embertable.games import GAMES, load
from embertable.server.client import ApiError
from embertable.server.errors import NoScene, NothingDiffers
from embertable.server.workshop import scenes
from embertable.server.workshop.forms import workshop
from embertable.server.workshop.types import Edit, TryCard
from tests.server.running import run, serving, signed_in

ZOMBIE = ["monster", "b1_zombie"]
LIKYAR = ["companion", "A01"]
TOKENS = {"path": [*LIKYAR, "trigger", "effects", 0, "n"], "value": 5}


def tried(game, row, *edits, number=0, language="en"):
    changes = [Edit(path=list(path), value=value) for path, value in edits]
    return scenes.scene(game, TryCard(row=row, edits=changes, number=number), language)


def said(scene, of):
    return [line.text for line in scene.lines if line.of == of]


def test_a_changed_effect_is_told_beside_the_old_one():
    found = tried("lueur", LIKYAR, (TOKENS["path"], 5))
    assert not found.alike
    assert "Player 1 takes 1 reroll token." in said(found, "before")
    assert "Player 1 takes 5 reroll tokens." in said(found, "after")
    assert any("Likyar" in line for line in said(found, "both"))
    assert found.question
    assert found.option
    assert found.table
    italian = tried("lueur", LIKYAR, (TOKENS["path"], 5), language="it")
    assert any("Likyar" in line.text for line in italian.lines)
    assert italian.option != found.option


CARDS = {
    "deadcells": "monster",
    "faceless": "event_card",
    "lueur": "companion",
    "setawatch": "creatures",
}


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_a_scene_is_drawn_as_it_is_told(game, language):
    """The position as whoever decides sees it, and what the board plays is what the sentences tell."""
    rows = [row.path for row in workshop(load(game), "en").rows if row.path[0] == CARDS[game]]
    found = tried(game, rows[0], language=language)
    assert found.drawn.events == []
    assert found.seat in found.drawn.awaited
    assert found.seat < found.seats
    assert found.drawn_before.view != found.drawn.view
    assert found.drawn_after == found.drawn_before
    played = [event.text for event in found.drawn_before.events if event.text.strip()]
    assert played == said(found, "both")


def test_a_scene_is_drawn_with_either_box():
    found = tried("lueur", LIKYAR, (TOKENS["path"], 5))
    standard, own = found.drawn_before, found.drawn_after
    assert own.view != standard.view
    assert "Player 1 takes 5 reroll tokens." in [event.text for event in own.events]
    assert "Player 1 takes 1 reroll token." in [event.text for event in standard.events]


def test_a_changed_number_counts_from_the_start_of_the_game():
    """The Health of an enemy is laid down when it is placed, so the scene begins before that."""
    found = tried("deadcells", ZOMBIE, ([*ZOMBIE, "health"], 9))
    assert any("the Zombie dies" in line for line in said(found, "before"))
    assert not any("the Zombie dies" in line for line in said(found, "after"))


def test_a_card_that_is_as_printed_tells_the_same_twice():
    found = tried("setawatch", ["creatures", "wyvern"])
    assert found.alike
    assert {line.of for line in found.lines} == {"both"}


def test_there_are_several_scenes_and_they_come_round():
    first = tried("lueur", LIKYAR)
    assert first.of > 1
    assert tried("lueur", LIKYAR, number=1) != first
    assert tried("lueur", LIKYAR, number=first.of) == first


def test_a_card_that_never_comes_up_takes_the_place_of_another():
    known = scenes.spots("deadcells")
    rows = [row for row in workshop(load("deadcells"), "en").rows if row.path[0] == "equipment"]
    rare = next(row for row in rows if row.path[-1] not in known)
    found = tried("deadcells", rare.path)
    assert found.lines
    assert not found.playable


COVERED = {
    "deadcells": ("combat_card", "equipment", "well", "boss", "rune", "boss_cell", "shop"),
    "faceless": ("event_card", "kid", "avatar"),
    "lueur": ("companion", "adventurer", "spell", "archipelago"),
    "setawatch": ("creatures", "items", "locations", "unhallowed"),
}


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_of_a_game_have_scenes(game):
    rows = [row.path for row in workshop(load(game), "en").rows if row.path[0] in COVERED[game]]
    rows = [path for path in rows if len(path) == 2]
    assert len(rows) > 10
    for path in rows[:: max(len(rows) // 20, 1)]:
        assert tried(game, path).lines, path


@pytest.mark.parametrize("list", ["boss", "rune", "boss_cell", "shop"])
def test_what_only_comes_up_late_has_scenes_too(list):
    rows = [row.path for row in workshop(load("deadcells"), "en").rows if row.path[0] == list]
    named = [path for path in rows if len(path) == 2]
    assert named
    for path in named:
        assert tried("deadcells", path).lines, path


@pytest.mark.parametrize("rune", ["vine", "teleportation", "ram", "spider"])
def test_a_rune_is_tried_where_its_corridor_is_taken(rune):
    first = tried("deadcells", ["rune", rune])
    found = [first, *[tried("deadcells", ["rune", rune], number=n) for n in range(1, first.of)]]
    walked = [scene for scene in found if rune.capitalize() in scene.option]
    assert any("The Group goes to" in line for scene in walked for line in said(scene, "both"))


def test_a_rune_that_passes_a_check_is_tried_where_one_fails():
    found = tried("deadcells", ["rune", "homunculus"])
    assert "Homunculus Rune takes effect." in said(found, "both")


@pytest.mark.parametrize("number", [1, 3, 4])
def test_a_boss_cell_is_tried_on_what_it_changes(number):
    """Each adds to a Health that the scene tells: another number in the box is told otherwise."""
    path = ["boss_cell", f"BC-{number}"]
    found = tried("deadcells", path, ([*path, "mods", 0, "n"], 3))
    assert not found.alike
    assert "Boss Cell 5 takes effect." not in said(found, "both")


def test_every_attack_of_a_boss_has_a_scene():
    """One that came up in no game lies where another attack of the same Boss did."""
    rows = [row for row in workshop(load("deadcells"), "en").rows if "attacks" in row.path]
    assert len(rows) > 30
    for row in rows[::4]:
        found = tried("deadcells", row.path)
        assert any(row.name in line for line in said(found, "both")), row.path


def test_the_health_of_a_boss_counts_from_the_start_of_the_fight():
    health = ["boss", "concierge", "instances", 0, "health"]
    found = tried("deadcells", ["boss", "concierge"], (health, 30))
    assert any("Concierge" in line for line in said(found, "after"))
    assert not found.playable


def test_a_changed_setting_is_shown_where_it_first_matters():
    """No event names the price of a turned die; with another one, another decision is possible."""
    dice = ["rerolls", "rerolls_to_set_a_die"]
    assert not tried("lueur", ["rerolls"], (dice, 2)).alike
    with pytest.raises(NoScene):
        tried("lueur", ["rerolls"])
    other = ["companion", "A01", "trigger", "effects", 0, "n"]
    with pytest.raises(NoScene):
        tried("lueur", ["rerolls"], (other, 5))


def test_a_number_that_no_event_names_is_shown_in_a_game_with_its_card():
    """The creatures of a location come one by one, long after it was turned up."""
    place = ["locations", "snowy_pass"]
    assert not tried("setawatch", place, ([*place, "creatures"], 9)).alike


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_change_that_no_game_notices_says_so(language):
    with pytest.raises(NothingDiffers) as refused:
        tried("setawatch", ["difficulties", "easy"], (["difficulties", "easy", "summons"], 4))
    assert refused.value.render(language).endswith(".")


@pytest.mark.parametrize("row", [["scoring"], ["companion", "Z99"], ["nonsense", "x"], [3]])
def test_what_has_no_scene_says_so(row):
    with pytest.raises(NoScene):
        tried("lueur", row)


def test_a_scene_is_shown_and_played_on_over_http(tmp_path):
    async def evening():
        async with serving(tmp_path / "tables.sqlite") as (server, address):
            ada = await signed_in(address)
            wish = {"edits": [TOKENS], "row": LIKYAR}
            shown = await ada.post("/api/games/lueur/workshop/scene", wish)
            assert shown["playable"]
            table = await ada.post("/api/games/lueur/workshop/scene/play", wish)
            live = (await server.rooms.room(table["id"])).live
            assert live.opened.content
            assert "fork" in live.marks()
            async with ada.sit(table["id"]) as seat:
                position = await seat.my_turn()
                assert position.seat == shown["seat"]
            with pytest.raises(ApiError) as refused:
                await ada.post("/api/games/lueur/workshop/scene", {"row": ["scoring"]})
            assert refused.value.status == 404
            wrong = {"edits": [{"path": [*LIKYAR, "points"], "value": 7000}], "row": LIKYAR}
            with pytest.raises(ApiError):
                await ada.post("/api/games/lueur/workshop/scene", wrong)

    run(evening)
