"""The firewood and what the campfire lights (W-FIRE)."""

from __future__ import annotations

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.dice_effects import ChooseReroll
from embertable.games.setawatch.events import CardRevealed, FireDied
from embertable.games.setawatch.fire import BurnCard, ChooseFuel, change_firewood
from embertable.games.setawatch.watch import Stoke, UseItem
from tests.games.setawatch.scene import camp, scene


@pytest.mark.rule("W-FIRE-01")
def test_firewood_above_fifteen_is_lost():
    table = camp("H", "1 1 1", firewood=14)
    table.place(1, "chop_wood")
    assert table.state.firewood == 15


@pytest.mark.rule("W-FIRE-02", "W-FIRE-06")
@pytest.mark.parametrize("before", [1, 2, 3])
def test_below_zero_is_zero_and_nothing_is_carried(before):
    table = scene(line="wyvern arriving", firewood=before)
    assert isinstance(table.watch(), ChooseFuel)
    assert table.state.firewood == 0
    table.act(BurnCard(PARTY, 0, 0))
    assert table.state.firewood == 2


@pytest.mark.rule("W-FIRE-03")
@pytest.mark.parametrize(("firewood", "level"), [(1, 1), (6, 1), (7, 2), (11, 2), (12, 3), (15, 3)])
def test_how_far_the_campfire_lights(firewood, level):
    table = scene(line="bear down, wolf down, eagle down, bear down", firewood=firewood)
    table.watch()
    assert [one.up for one in table.state.line] == [place < level for place in range(4)]


@pytest.mark.rule("W-FIRE-04")
def test_what_was_revealed_stays_so_when_the_fire_falls():
    table = scene(line="bear, wyvern, wolf down", dice="H 6", firewood=7)
    table.watch()
    table.attack("H 6", 1)
    assert table.state.firewood == 4
    assert table.level == 1
    assert table.line == ["wyvern", "wolf down"]
    table = scene(line="fae arriving, wolf", firewood=7)
    table.watch()
    assert (table.level, table.line) == (1, ["fae", "wolf"])


@pytest.mark.rule("W-FIRE-05")
def test_at_zero_a_card_of_an_adventurer_on_watch_burns():
    table = scene(line="wyvern arriving", firewood=3, resting="R", dice="H 6")
    table.watch()
    assert isinstance(table.waiting(), ChooseFuel)
    assert {act.adventurer for act in table.offered(BurnCard)} == {0, 1, 3}
    assert len(table.offered()) == 9
    table.act(BurnCard(PARTY, 1, 2))
    assert not table.is_ready("crippling_bolt")
    assert table.ready() == 11
    assert table.state.firewood == 2
    assert len(table.events(FireDied)) == 1


@pytest.mark.rule("W-FIRE-05")
def test_the_fire_comes_before_anything_else():
    table = scene(line="wyvern arriving, bear down", firewood=3)
    table.watch()
    assert isinstance(table.waiting(), ChooseFuel)
    assert table.line == ["wyvern", "bear down"]


@pytest.mark.rule("W-FIRE-07")
def test_anybody_on_watch_may_stoke_the_fire():
    table = scene(line="metal_golem, bear down", firewood=5, resting="R")
    table.give("H", exhausted="grave_whisper")
    table.give("T", participating=False)
    table.watch()
    stokes = table.offered(Stoke)
    assert [(act.adventurer, act.slot) for act in stokes] == [
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 1),
        (1, 2),
    ]
    table.stoke("corpse_bolt")
    assert table.state.firewood == 7
    assert not table.is_ready("corpse_bolt")
    assert table.line == ["metal_golem", "bear"]


@pytest.mark.rule("W-FIRE-07")
def test_a_passive_card_may_be_burnt_too():
    table = scene(line="metal_golem", firewood=5)
    table.give("R", board="sweeping_blow, boulder_toss, battle_rage")
    table.watch()
    table.stoke("battle_rage")
    assert table.state.firewood == 7


@pytest.mark.rule("W-FIRE-07")
def test_without_voluntary_stoking_only_a_dead_fire_burns_cards():
    table = scene(line="wyvern arriving", firewood=3, voluntary_stoke="off")
    table.watch()
    table.act(BurnCard(PARTY, 0, 0))
    assert table.state.firewood == 2
    assert table.offered(Stoke) == []


@pytest.mark.rule("W-FIRE-08")
def test_at_the_end_of_a_round_who_was_on_watch_feeds_the_fire():
    table = scene(round=3, resting="B", firewood=5, map_deck="witchs_shack, forbidden_tower")
    table.end_watch()
    assert isinstance(table.waiting(), ChooseFuel)
    assert {act.adventurer for act in table.offered(BurnCard)} == {0, 2, 3}
    table.act(BurnCard(PARTY, 2, 0))
    assert table.state.firewood == 2
    assert table.state.round == 4


@pytest.mark.rule("W-FIRE-08")
def test_the_last_ready_card_of_that_watch_loses_the_game():
    table = scene(round=3, resting="B", firewood=5, map_deck="witchs_shack, forbidden_tower")
    for letter in "HT":
        table.give(letter, exhausted="all")
    table.give("R", exhausted="sweeping_blow, boulder_toss")
    table.end_watch()
    table.act(BurnCard(PARTY, 2, 2))
    assert table.result is not None
    assert table.result.outcome == "exhausted"


@pytest.mark.rule("W-FIRE-09")
def test_a_rising_fire_reveals_at_once():
    table = scene(line="metal_golem, bear down, wolf down", firewood=10)
    table.give("H", items="lamp_oil")
    table.watch()
    assert table.line == ["metal_golem", "bear", "wolf down"]
    table.use_item("lamp_oil")
    assert table.state.firewood == 13
    assert table.line == ["metal_golem", "bear", "wolf"]
    assert [event.place for event in table.events(CardRevealed)] == [2, 3]


@pytest.mark.rule("W-FIRE-01", "W-FIRE-02")
def test_the_dial_has_two_ends():
    table = scene(firewood=8)
    change_firewood(table.table, 9)
    assert table.state.firewood == 15
    change_firewood(table.table, -20)
    assert table.state.firewood == 0


@pytest.mark.rule("W-FIRE-05", "W-LOCATION-21")
def test_in_the_fetid_swamp_the_fire_is_fed_before_the_tax():
    table = scene(line="wyvern arriving, bear down", location="fetid_swamp", firewood=3)
    assert isinstance(table.watch(), ChooseFuel)
    assert table.state.firewood == 0
    table.act(BurnCard(PARTY, 0, 0))
    assert table.state.firewood == 1, "fed to 2, and only then taxed"
    assert table.ready() == 11


@pytest.mark.rule("W-FIRE-05", "W-LOCATION-21")
def test_a_tax_that_puts_the_fire_out_is_paid_at_once():
    table = scene(line="wyvern arriving, bear down", location="fetid_swamp", firewood=4)
    assert isinstance(table.watch(), ChooseFuel)
    table.act(BurnCard(PARTY, 0, 0))
    assert table.state.firewood == 2


@pytest.mark.rule("W-FIRE-05", "W-LOCATION-20")
def test_in_the_catacombs_the_fire_is_fed_before_anybody_rerolls():
    table = scene(
        line="bear 4, pyromancer", dice="R 4 9", location="the_catacombs", firewood=1, luck="5"
    )
    table.watch()
    assert isinstance(table.attack("R 4", 1), ChooseFuel)
    assert isinstance(table.act(BurnCard(PARTY, 0, 0)), ChooseReroll)
    assert table.state.firewood == 2


@pytest.mark.rule("W-FIRE-05", "W-LOSE-01")
def test_a_power_goes_no_further_when_the_last_card_feeds_the_fire():
    table = scene(line="wyvern arriving", location="fetid_swamp", firewood=3)
    for letter in "HBT":
        table.give(letter, exhausted="all")
    table.give("R", exhausted="sweeping_blow, boulder_toss")
    table.watch()
    table.act(BurnCard(PARTY, 2, 2))
    assert table.result is not None
    assert table.state.firewood == 0


@pytest.mark.rule("W-FIRE-01", "W-FIRE-07")
@pytest.mark.parametrize(("firewood", "useful"), [(14, True), (15, False)])
def test_nothing_is_given_up_for_a_fire_that_cannot_rise(firewood, useful):
    table = scene(line="metal_golem", firewood=firewood)
    table.give("H", items="lamp_oil")
    table.watch()
    assert bool(table.offered(Stoke)) is useful
    assert bool(table.offered(UseItem)) is useful
