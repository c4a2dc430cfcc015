"""Creature powers: when they act, and when they act again."""

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.events import PowerTriggered
from embertable.games.setawatch.line import ChooseHex, KeepHex
from tests.games.setawatch.scene import scene


@pytest.mark.rule("W-POWER-01")
def test_a_face_down_creature_has_no_powers():
    table = scene(line="bear, wolf, warlord down", firewood=7)
    table.watch()
    assert table.line == ["bear", "wolf", "warlord down"]
    assert table.health(1) == 4


@pytest.mark.rule("W-POWER-01")
def test_a_face_down_pyromancer_notices_no_defeat():
    table = scene(line="bear 4, wolf down, pyromancer down", dice="R 4", firewood=5)
    table.watch()
    table.attack("R 4", 1)
    assert table.line == ["wolf", "pyromancer down"]
    assert table.state.firewood == 5


@pytest.mark.rule("W-POWER-01")
def test_a_creature_in_the_graveyard_has_none_but_those_that_speak_of_it():
    table = scene(line="bear 4, wolf", graveyard="skeletons, warlord", map_deck="dark_woods")
    assert table.health(1) == 4
    table.end_watch()
    assert table.graveyard == ["warlord"]
    assert table.state.waiting == ["skeletons-1"]


@pytest.mark.rule("W-POWER-02")
def test_first_position_triggers_on_turning_face_up_there():
    table = scene(line="wyvern down, bear down", firewood=12)
    table.watch()
    assert table.state.firewood == 9


@pytest.mark.rule("W-POWER-02")
def test_first_position_triggers_on_coming_there_face_up():
    table = scene(line="bear 4, wyvern", dice="H 4", firewood=12)
    table.watch()
    assert table.state.firewood == 12
    table.attack("H 4", 1)
    assert table.state.firewood == 9


@pytest.mark.rule("W-POWER-03")
def test_first_position_triggers_again_at_each_new_arrival():
    table = scene(line="wyvern arriving, bear 4", dice="H 4", firewood=12)
    table.watch()
    assert table.state.firewood == 9
    table.move_to_end(1)
    assert table.line == ["bear", "wyvern"]
    table.attack("H 4", 1)
    assert table.state.firewood == 6


@pytest.mark.rule("W-POWER-03")
def test_first_position_does_not_trigger_again_while_the_creature_stays():
    table = scene(line="wyvern 7 arriving, bear", dice="H 2 3", firewood=12)
    table.watch()
    table.attack("H 2", 1)
    table.attack("H 3", 1)
    assert table.state.firewood == 9


@pytest.mark.rule("W-POWER-03")
def test_a_power_that_works_once_does_not_trigger_again():
    table = scene(line="fell_beast arriving", deck="bear 4, wolf, eagle", dice="H 4", firewood=6)
    table.watch()
    assert table.line == ["bear", "fell_beast"]
    table.attack("H 4", 1)
    assert table.line == ["fell_beast"]
    assert table.deck == ["wolf", "eagle"]


@pytest.mark.rule("W-POWER-04")
def test_second_position_triggers_for_position_two_only():
    table = scene(line="bear, bramble_boar down, bramble_boar down", firewood=12)
    table.watch()
    assert table.state.firewood == 11
    assert len(table.events(PowerTriggered)) == 1


@pytest.mark.rule("W-POWER-04")
def test_second_position_triggers_again_when_the_creature_comes_up():
    table = scene(line="bear 4, wolf, bramble_boar", dice="H 4", firewood=12)
    table.watch()
    assert table.state.firewood == 12
    table.attack("H 4", 1)
    assert table.state.firewood == 11


@pytest.mark.rule("W-POWER-05")
def test_end_of_line_triggers_in_the_last_position():
    table = scene(line="bear, lantern_eater down", firewood=12)
    table.watch()
    assert table.state.firewood == 9


@pytest.mark.rule("W-POWER-05")
def test_end_of_line_does_not_trigger_before_other_cards():
    table = scene(line="bear, lantern_eater down, wolf down", firewood=7)
    table.watch()
    assert table.state.firewood == 7


@pytest.mark.rule("W-POWER-05")
def test_a_single_creature_is_first_and_last():
    table = scene(line="tallow_saint down", deck="bear", firewood=12)
    table.watch()
    assert table.state.firewood == 9
    assert table.horde == ["bear"]


@pytest.mark.rule("W-POWER-06")
def test_a_power_negated_at_arrival_does_not_fire_later_for_that_arrival():
    table = scene(line="wyvern arriving, bear", firewood=12)
    table.at(1).negated = True
    table.watch()
    table.at(1).negated = False
    table.settle()
    assert table.state.firewood == 12


@pytest.mark.rule("W-POWER-06")
def test_arrival_is_forgotten_when_the_creature_leaves_the_position():
    table = scene(line="bear 4, wolf, lantern_eater", firewood=12)
    table.watch()
    table.move_to_end(1)
    assert table.line == ["wolf", "lantern_eater", "bear"]
    assert table.state.firewood == 12
    table.use("boulder_toss")
    table.act(TakeCard(PARTY, "bear-1"))
    assert table.line == ["wolf", "lantern_eater"]
    assert table.state.firewood == 9


@pytest.mark.rule("W-POWER-07")
def test_an_ongoing_power_follows_every_change():
    table = scene(line="warlord, wolf 4")
    assert table.health(2) == 6
    table.at(1).negated = True
    assert table.health(2) == 4
    table.at(1).negated = False
    assert table.health(2) == 6


@pytest.mark.rule("W-POWER-08")
def test_a_defeated_power_triggers_on_defeat():
    table = scene(line="treant 8, bear", dice="R 8", firewood=3)
    table.watch()
    table.attack("R 8", 1)
    assert table.state.firewood == 5


@pytest.mark.rule("W-POWER-08")
def test_a_creature_that_gets_past_is_not_defeated():
    table = scene(line="treant 8", firewood=3)
    table.watch()
    table.give_up()
    table.exhaust("hex")
    assert table.horde == ["treant"]
    assert table.state.firewood == 3


@pytest.mark.rule("W-POWER-09")
def test_a_power_does_as_much_as_it_can():
    """The Ember Drake exhausts a card though there is not enough firewood to lose."""
    table = scene(line="ember_drake arriving, bear", firewood=1)
    table.watch()
    table.exhaust("hex")
    assert table.state.firewood == 0
    table = scene(line="goblin_chief down", graveyard="bear, goblins 6")
    table.watch()
    assert table.line == ["goblins", "goblin_chief"]


@pytest.mark.rule("W-POWER-03", "W-POWER-06")
def test_who_is_moved_back_arrives_again_even_if_the_way_is_free_at_once():
    """The Forest Giant, with the weaker Wyvern behind it, falls by the damage it has taken."""
    table = scene(line="wyvern 6, forest_giant 7, treant 9", dice="T 1", firewood=11)
    table.give("T", board="turn_fate, hex, premonition")
    table.at(2).damage = 14
    table.watch()
    table.use("turn_fate", "T 1")
    table.act(TakeCard(PARTY, "wyvern-1"))
    table.act(TakeCard(PARTY, "wyvern-1"))
    assert table.line == ["wyvern", "treant"]
    assert table.events(PowerTriggered) == [PowerTriggered("wyvern-1", "first_position")]
    assert table.state.firewood == 8


@pytest.mark.rule("W-POWER-06", "W-WITCH-HEX-02")
def test_who_had_somebody_in_front_for_a_moment_arrives_again():
    """The Fell Beast brings a Summon card, whose Pyromancer goes to the end of the Line."""
    table = scene(
        line="fae, fell_beast 10", deck="summon", unhallowed="pyromancer", dice="T 2, R 5"
    )
    table.give("T", board="hex, premonition, turn_fate")
    table.watch()
    table.use("hex", "T 2")
    table.attack("R 5", 1)
    table.act(KeepHex(PARTY))
    table.exhaust("grave_whisper")
    assert table.waiting() == ChooseHex(PARTY, 3, "pyromancer"), "it enters in first position"
    table.act(KeepHex(PARTY))
    assert table.line == ["fell_beast", "pyromancer"]
    assert table.waiting() == ChooseHex(PARTY, 3, "fell_beast-1")
