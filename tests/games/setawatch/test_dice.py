"""Dice: what they show, and what becomes of them (W-DICE)."""

from __future__ import annotations

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import PutDie
from embertable.games.setawatch.dice_effects import ChooseRaise, PickDie, RaiseDie, StunDie
from embertable.games.setawatch.rounds import PlayRound, RollDice
from embertable.games.setawatch.state import END, SPENT, UNSPENT
from embertable.games.setawatch.watch import ActivateItem, UseByDie
from tests.games.setawatch.scene import CONTENT, camp, scene


@pytest.mark.rule("W-DICE-01")
def test_each_has_three_dice_of_its_kind():
    assert [(one.id, one.sides) for one in CONTENT.adventurers] == [
        ("heretic", 6),
        ("bounty_hunter", 8),
        ("barbarian", 12),
        ("witch", 4),
    ]
    table = scene(phase=END, luck="6 6 6 8 8 8 12 12 12 4 4 4")
    table.run(RollDice())
    assert [table.dice(letter) for letter in "HBRT"] == [[6] * 3, [8] * 3, [12] * 3, [4] * 3]


@pytest.mark.rule("W-DICE-02")
def test_a_spent_die_keeps_its_value_in_sight():
    table = scene(line="metal_golem", dice="H 5")
    table.watch()
    table.attack("H 5", 1)
    die = table.view().adventurers[0].dice[0]
    assert (die.value, die.state) == (5, "spent")


@pytest.mark.rule("W-DICE-03")
def test_a_spent_die_serves_no_other_purpose():
    table = scene(line="metal_golem, wolf", dice="H 5")
    table.give("H", items="storm_rod")
    table.watch()
    die = table.die("H 5")
    by_die = UseByDie(PARTY, die, table.slot("turn_the_dead"))
    for act in (PutDie(PARTY, die, 1), by_die, ActivateItem(PARTY, die, "storm_rod")):
        assert act in table.offered()
    table.act(PutDie(PARTY, die, 1))
    assert die not in [getattr(act, "die", -1) for act in table.offered()]


@pytest.mark.rule("W-DICE-03")
def test_a_die_made_unspent_again_may_be_spent_again():
    table = scene(line="metal_golem", dice="H 5 1 1")
    table.give("H", items="sand_timer")
    table.watch()
    table.attack("H 5", 1)
    table.use_item("sand_timer")
    assert table.dice("H") == [5, 1, 1]
    table.attack("H 5", 1)
    assert table.line == []


@pytest.mark.rule("W-DICE-04")
def test_a_die_is_raised_only_up_to_its_highest_face():
    table = scene(phase=END, location="lost_outpost", luck="6 6 6 1 8 8 12 12 12 4 3 3")
    table.run(PlayRound(2))
    # The Heretic's and the Barbarian's dice stand at their highest face already.
    assert table.waiting() == ChooseRaise(PARTY, 1, 3, 1)
    table.act(RaiseDie(PARTY, 3, 1))
    assert table.waiting() == ChooseRaise(PARTY, 3, 10, 1)
    table.act(RaiseDie(PARTY, 10, 1))
    assert table.dice("B") == [2, 8, 8]
    assert table.dice("T") == [4, 4, 3]


@pytest.mark.rule("W-DICE-04")
def test_a_die_set_to_its_highest_face_shows_that_of_its_kind():
    table = scene(line="metal_golem", dice="B 3")
    table.give("B", items="weighted_die")
    table.watch()
    table.use_item("weighted_die")
    assert table.dice("B") == [8]


@pytest.mark.rule("W-DICE-04")
def test_a_bonus_to_an_attack_knows_no_highest_face():
    table = scene(line="metal_golem", dice="H 6")
    table.give("H", items="steel_gauntlets, whetstone")
    table.watch()
    table.adventurer("H").bonuses = [4]
    table.attack("H 6", 1)
    assert table.line == []
    assert table.state.values[0] == 6
    table = scene(line="hollow_judge", dice="H 6")
    table.give("H", items="steel_gauntlets")
    table.watch()
    table.adventurer("H").bonuses = [4]
    table.attack("H 6", 1)
    assert table.at(1).damage == 11


@pytest.mark.rule("W-DICE-05", "W-LOCATION-10")
def test_a_reroll_is_a_roll():
    table = camp("H", "2 2 5", location="abandoned_village", dice="B 8")
    table.cast(2, "bolster", "seal")
    table.luck("6")
    table.act(PickDie(PARTY, table.die("B 8")))
    assert table.dice("B") == [5]


@pytest.mark.rule("W-DICE-06")
def test_dice_of_who_sits_out_are_neither_spent_nor_stolen_nor_stunned():
    table = scene(resting="R", deck="bandit, cinder_whelp", dice="H 6 6 6, T 2 3", firewood=7)
    table.give("H", exhausted="all")
    table.begin_watch()
    # The Bandit asks for a die, then the Whelp's Stun: the Heretic's never serve.
    assert [act.die for act in table.offered()] == [table.die("T 2"), table.die("T 3")]
    table.act(table.offered()[0])
    stuns = table.offered(StunDie)
    assert {act.die for act in stuns} == {table.die("T 3")}
    table.act(stuns[0])
    assert table.offered(PutDie) == []
    assert table.dice("H") == [6, 6, 6]
    assert table.state.dice[9:11].count(UNSPENT) == 0
    assert SPENT in table.state.dice[9:11]
