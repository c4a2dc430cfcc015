"""Riders: a rider and its mount are one creature (W-RIDER)."""

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.defeat import TakeNoTrophy, TakeTrophy
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.line import ChooseHex, ChooseMount, KeepHex, MountUp
from embertable.games.setawatch.state import STOLEN
from embertable.games.setawatch.watch import UseItem
from tests.games.setawatch.scene import scene


@pytest.mark.rule("W-RIDER-01")
@pytest.mark.parametrize(
    ("rider", "mount", "joins"),
    [
        ("warg_handler", "wolf", True),
        ("warg_handler", "wyvern", False),
        ("ashwing_lancer", "wyvern", True),
        ("ashwing_lancer", "wolf", False),
        ("pack_matron", "bear", True),
        ("drake_marshal", "ember_drake", True),
        ("drake_marshal", "bear", False),
    ],
)
def test_beast_riders_take_forest_creatures_and_dragon_riders_dragons(rider, mount, joins):
    table = scene(line=f"tar_golem, {rider}, {mount}")
    table.watch()
    assert len(table.line) == (2 if joins else 3)


@pytest.mark.rule("W-RIDER-02")
@pytest.mark.parametrize("line", ["warg_handler, wolf down", "warg_handler down, wolf"])
def test_they_join_as_soon_as_both_are_face_up(line):
    table = scene(line=line, firewood=7)
    table.watch()
    assert table.line == ["warg_handler"]
    assert table.at(1).mount == "wolf-1"


@pytest.mark.rule("W-RIDER-02")
@pytest.mark.parametrize("line", ["wolf, warg_handler", "warg_handler, wolf"])
def test_they_join_before_or_behind(line):
    table = scene(line=line)
    table.watch()
    assert table.line == ["warg_handler"]


@pytest.mark.rule("W-RIDER-02")
def test_they_do_not_join_across_a_card_or_with_one_face_down():
    table = scene(line="warg_handler, fae, wolf, eagle down", firewood=12)
    table.watch()
    assert table.line == ["warg_handler", "fae", "wolf", "eagle down"]
    table = scene(line="warg_handler, wolf down", firewood=5)
    table.watch()
    assert table.line == ["warg_handler", "wolf down"]


@pytest.mark.rule("W-RIDER-02")
def test_they_join_when_a_move_brings_them_together():
    table = scene(line="warg_handler, fae 5, wolf", dice="B 5")
    table.watch()
    table.attack("B 5", 2)
    table.act(TakeNoTrophy(PARTY, "fae-1", "graveyard"))
    assert table.line == ["warg_handler"]


@pytest.mark.rule("W-RIDER-03")
def test_the_rider_gains_the_base_health_of_its_mount():
    table = scene(line="warg_handler 6, wolf 5")
    table.watch()
    assert table.health(1) == 11
    assert table.base(1) == 6


@pytest.mark.rule("W-RIDER-04")
def test_the_joined_creature_stands_in_the_place_of_the_mount():
    table = scene(line="wolf, warg_handler, fae")
    table.watch()
    assert table.line == ["warg_handler", "fae"]
    table = scene(line="fae, warg_handler, wolf, tar_golem")
    table.watch()
    assert table.line == ["fae", "warg_handler", "tar_golem"]


@pytest.mark.rule("W-RIDER-04")
def test_the_joined_creature_has_the_type_damage_and_powers_of_the_rider():
    table = scene(line="ashwing_lancer, wyvern 6, bear", location="frost_caverns", firewood=12)
    table.watch()
    assert table.health(1) == 6 + 6, "a Dragon would have 2 less there"
    assert table.state.firewood == 12, "the Wyvern's First Position is covered"
    table = scene(line="warg_handler, wolf", location="goblin_caves")
    table.watch()
    assert table.health(1) == 5 + 4 + 3, "it counts as a Goblin"
    table = scene(line="ashwing_lancer, cinder_whelp")
    table.watch()
    table.give_up()
    table.exhaust("hex", "premonition")
    assert table.ready() == 10, "the rider's damage is 2, the mount's 1"


@pytest.mark.rule("W-RIDER-05")
def test_with_mounts_on_both_sides_the_party_chooses_one():
    table = scene(line="wolf, warg_handler, bear", players=4)
    choice = table.watch()
    assert isinstance(choice, ChooseMount)
    assert choice.answerers(table.table) == (0, 1, 2, 3)
    table.act(MountUp(PARTY, "warg_handler-1", "bear-1"))
    assert table.line == ["wolf", "warg_handler"]
    assert table.at(2).mount == "bear-1"
    assert table.health(2) == 5 + 4


@pytest.mark.rule("W-RIDER-06")
def test_a_joined_creature_cannot_be_tamed():
    table = scene(line="pack_matron, wolf, fae")
    table.give("H", items="beast_whistle")
    table.watch()
    assert table.line == ["pack_matron", "fae"]
    assert UseItem(PARTY, 0, "beast_whistle") not in table.offered()


@pytest.mark.rule("W-RIDER-06")
def test_not_even_where_the_rider_itself_could_be():
    """No rider in the box can be tamed; let a Bear sit on a Wolf."""
    table = scene(line="bear, fae")
    table.give("H", items="beast_whistle")
    table.watch()
    assert UseItem(PARTY, 0, "beast_whistle") in table.offered()
    table.at(1).mount = "wolf-1"
    table.run()
    assert UseItem(PARTY, 0, "beast_whistle") not in table.offered()


@pytest.mark.rule("W-RIDER-07")
def test_damage_and_stolen_dice_of_both_stay():
    table = scene(line="warg_handler, wolf, fae", dice="H 5, B 3")
    table.at(1).damage = 2
    table.at(2).damage = 3
    table.steal("H 5", 1)
    table.steal("B 3", 2)
    table.watch()
    assert table.at(1).damage == 5
    assert table.dice("H", STOLEN) == [5]
    assert table.dice("B", STOLEN) == [3]
    assert len(table.at(1).stolen) == 2


@pytest.mark.rule("W-RIDER-08")
def test_both_cards_go_to_the_graveyard_the_rider_on_top():
    table = scene(line="warg_handler 5, wolf 4, fae", dice="R 9")
    table.watch()
    table.attack("R 9", 1)
    assert table.graveyard == ["warg_handler", "wolf"]
    assert table.line == ["fae"]


@pytest.mark.rule("W-RIDER-08")
@pytest.mark.parametrize(("kept", "left"), [("warg_handler-1", "wolf"), ("wolf-1", "warg_handler")])
def test_either_card_may_be_the_trophy_and_the_other_goes_to_the_graveyard(kept, left):
    table = scene(line="warg_handler 5, wolf 4, fae", dice="B 8 1")
    table.watch()
    table.attack("B 8", 1)
    table.attack("B 1", 1)
    table.act(TakeTrophy(PARTY, "warg_handler-1", kept))
    assert table.adventurer("B").trophies == [kept]
    assert table.graveyard == [left]


@pytest.mark.rule("W-RIDER-09")
def test_a_negated_rider_does_not_join():
    table = scene(line="warg_handler, wolf")
    table.at(1).negated = True
    table.watch()
    assert table.line == ["warg_handler", "wolf"]


@pytest.mark.rule("W-RIDER-09")
def test_a_joined_rider_that_is_negated_stays_joined_without_the_gain():
    table = scene(line="warg_handler 5, wolf 4, fae")
    table.give("H", items="silver_mirror")
    table.watch()
    assert table.health(1) == 9
    table.use_item("silver_mirror")
    table.act(TakeCard(PARTY, "warg_handler-1"))
    assert table.line == ["warg_handler", "fae"]
    assert table.at(1).mount == "wolf-1"
    assert table.health(1) == 5


@pytest.mark.rule("W-RIDER-10")
def test_a_rider_that_comes_to_another_position_arrives_there():
    """It comes to first position with its mount, so that the Witch may spend a hex on it."""
    table = scene(line="wolf, warg_handler, fae")
    table.state.hex = 1
    choice = table.watch()
    assert isinstance(choice, ChooseHex)
    assert choice.card == "warg_handler-1"


@pytest.mark.rule("W-RIDER-10")
def test_a_rider_that_keeps_its_position_does_not_arrive_again():
    table = scene(line="warg_handler, wolf, fae")
    table.state.hex = 1
    assert not isinstance(table.watch(), ChooseHex)
    assert KeepHex(PARTY) not in table.offered()
