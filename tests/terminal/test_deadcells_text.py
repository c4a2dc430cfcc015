"""Dead Cells on the screen and in plain sentences, in both languages and at every width."""

from __future__ import annotations

from typing import cast

import pytest
from rich.console import Console

from embertable import load
from embertable.engine.game import new_table
from embertable.games.deadcells.boss import MeetBoss
from embertable.games.deadcells.view import DeadCellsView
from embertable.terminal.board import picture_of
from embertable.text_view import text_view
from tests.games.deadcells.scene import scene

GAME = load("deadcells")
PICTURE = picture_of(GAME)


def drawn(table, seat=0, lang="en", width=100) -> str:
    view = cast(DeadCellsView, GAME.view(table, seat))
    console = Console(width=width, no_color=True, highlight=False)
    with console.capture() as capture:
        words = GAME.catalogue(lang, view)
        console.print(PICTURE.render(view, words, width, seat, GAME.content(), None))
    return capture.get()


def sentences(table, seat=0, lang="en") -> str:
    view = GAME.view(table, seat)
    return "\n".join(text_view(GAME, view, GAME.catalogue(lang, view), seat, GAME.content()))


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("players", ["1", "2", "3", "4"])
def test_every_position_of_a_run_can_be_drawn_and_written(players, lang):
    table = new_table(GAME, {"players": players, "talk": "signals"}, seed=int(players))
    number = 0
    while table.next_choice() is not None:
        width = (40, 80, 120)[number % 3]
        picture = drawn(table, 0, lang, width)
        assert max(len(line) for line in picture.splitlines()) <= width
        assert "{" not in picture + sentences(table, 0, lang)
        options = table.offered()
        table.apply(options[number % len(options)])
        number += 1
    assert number > 10
    assert sentences(table, None, lang)


def test_the_map_shows_shapes_the_group_and_the_ways():
    table = scene()
    table.explore()
    picture = drawn(table.table)
    for sign in ("▢a1", "◯b1", "⬡b2", "◆d1", "⌂d2", "→ space a1"):
        assert sign in picture
    table.stand("e2")
    assert "Check Survival" in drawn(table.table)
    assert "Check Survival" in sentences(table.table)


def test_the_combat_board_shows_enemies_with_health_tokens_and_lines():
    table = scene()
    table.enemy(2, "b1_grenadier", damage=1, shields=2)
    table.state.enemies[0].tokens[0] = 3
    table.state.loot = ["tooth", "scroll red"]
    for text in (drawn(table.table), sentences(table.table), drawn(table.table, width=50)):
        assert "Grenadier" in text
        assert "Poison 3" in text
        assert "2 Shields" in text
        assert "a Scroll (Brutality)" in " ".join(text.split())


def test_a_hand_is_shown_to_its_owner_alone_and_a_card_face_down_to_nobody_else():
    table = scene()
    table.hand(1, "FL-1", "FL-2", "FL-3")
    table.character(1).active = ["FL-4"]
    table.character(1).announced = ["loot 3"]
    assert "Raw Guard" in drawn(table.table, 1)
    assert "Press On" in drawn(table.table, 1)
    for seat in (0, 2, None):
        for text in (drawn(table.table, seat), sentences(table.table, seat)):
            assert "Raw Guard" not in text
            assert "Press On" not in text
            assert "Loot in Round III" in text


def test_a_boss_is_shown_with_its_attack():
    table = scene()
    for one in range(3):
        table.hand(one, *table.character(one).draw[:3])
    table.run(MeetBoss("concierge"))
    for text in (drawn(table.table), sentences(table.table)):
        assert "The Concierge" in text


def test_the_mutation_board_shows_runes_cards_and_prices():
    table = scene()
    table.mutate("SV-02", "BR-02")
    table.campaign.runes = ("vine",)
    table.campaign.peeked = ("BR-01",)
    for text in (drawn(table.table), sentences(table.table)):
        for word in ("Vine Rune", "Hardened Flesh", "Killer Instinct", "Broadsword Cleave"):
            assert word in text
