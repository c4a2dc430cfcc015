"""Items: who uses them, when, and what becomes of them (W-ITEM)."""

from __future__ import annotations

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.dice_effects import ChooseReroll, StunDie
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.events import ItemUsed
from embertable.games.setawatch.exhausting import ChooseExhausted, ExhaustCard, Shield
from embertable.games.setawatch.fire import BurnCard
from embertable.games.setawatch.state import CAMP, END
from embertable.games.setawatch.watch import ActivateItem, Stoke, UseByExhausting, UseItem
from tests.games.setawatch.scene import camp, scene


@pytest.mark.rule("W-ITEM-01")
def test_items_are_not_used_in_camp():
    table = scene(phase=CAMP)
    table.give("H", items="lamp_oil, storm_rod")
    table.rest("H", "1 2 3")
    assert table.offered(UseItem) == table.offered(ActivateItem) == []


@pytest.mark.rule("W-ITEM-01")
def test_only_a_participating_holder_uses_an_item():
    table = scene(line="metal_golem", resting="R", firewood=5, dice="T 4, R 4")
    table.give("H", items="lamp_oil")
    table.give("B", items="lamp_oil")
    table.give("R", items="lamp_oil, storm_rod")
    table.give("T", items="lamp_oil, storm_rod", participating=False)
    table.watch()
    assert [act.adventurer for act in table.offered(UseItem)] == [0, 1]
    assert table.offered(ActivateItem) == []


@pytest.mark.rule("W-ITEM-01")
def test_items_do_not_answer_a_demand_outside_the_watch():
    table = scene(phase=CAMP, horde="summon", unhallowed="hydra")
    table.give("H", items="tower_shield")
    table.rest("T", "2 2 1")
    table.cast(2, "vanquish", "seal")
    assert isinstance(table.waiting(), ChooseExhausted)
    assert table.offered(Shield) == []


@pytest.mark.rule("W-ITEM-01")
def test_a_passive_item_does_not_help_at_the_end_of_a_round():
    table = scene(phase=END, firewood=2, map_deck="cliff_watch, forbidden_tower", resting="R")
    table.give("H", items="charcoal_sack", participating=True)
    table.end_watch()
    table.act(BurnCard(PARTY, 0, 0))
    assert table.state.firewood == 2


@pytest.mark.rule("W-ITEM-02")
def test_an_item_is_activated_with_a_die_of_its_holder_once_a_round():
    table = scene(line="hollow_judge", dice="H 3 4, B 6")
    table.give("H", items="storm_rod")
    table.watch()
    assert {act.die for act in table.offered(ActivateItem)} == {0, 1}
    table.use_item("storm_rod", "H 3")
    assert table.at(1).damage == 5
    assert table.dice("H") == [4]
    assert table.items("H") == ["storm_rod"]
    assert table.offered(ActivateItem) == []


@pytest.mark.rule("W-ITEM-02")
def test_each_activated_item_has_its_own_use_and_comes_back_next_round():
    table = scene(line="hollow_judge", dice="H 3 4", resting="R")
    table.give("H", items="storm_rod, fire_pot")
    table.watch()
    table.use_item("storm_rod", "H 3")
    table.use_item("fire_pot", "H 4")
    assert table.at(1).damage == 11
    table.state.line = []
    table.end_watch()
    assert [held.activated for held in table.adventurer("H").items] == [False, False]


@pytest.mark.rule("W-ITEM-03")
def test_an_exhausted_item_turns_face_down_and_costs_no_die():
    table = scene(line="barrow_knight", dice="H 3")
    table.give("H", items="silver_mirror")
    table.watch()
    table.use_item("silver_mirror")
    assert table.at(1).negated
    assert table.items("H") == ["silver_mirror*"]
    assert table.dice("H") == [3]
    assert table.offered(UseItem) == []


@pytest.mark.rule("W-ITEM-03")
def test_an_exhausted_item_stays_so_until_its_holder_rests():
    table = scene(resting="R")
    table.give("H", items="silver_mirror*")
    table.end_watch()
    assert table.items("H") == ["silver_mirror*"]
    table.rest("B", "1")
    assert table.items("H") == ["silver_mirror*"]
    table.rest("H", "1")
    assert table.items("H") == ["silver_mirror"]


@pytest.mark.rule("W-ITEM-03")
def test_a_card_that_says_so_refreshes_items():
    table = scene(round=8, resting="R", map_deck="drowned_treasury", firewood=9, deck="bear")
    table.give("H", items="silver_mirror*, war_banner*")
    table.give("R", items="sand_timer*")
    table.end_watch()
    assert table.items("H") == ["silver_mirror", "war_banner"]
    assert table.items("R") == ["sand_timer"]


@pytest.mark.rule("W-ITEM-04")
def test_a_discarded_item_goes_under_the_item_deck():
    table = scene(line="metal_golem", firewood=5, items="grave_salt, fire_pot")
    table.give("H", items="lamp_oil, sand_timer")
    table.watch()
    table.use_item("lamp_oil")
    assert table.state.firewood == 8
    assert table.items("H") == ["sand_timer"]
    assert table.state.items[::-1] == ["grave_salt", "fire_pot", "lamp_oil"]
    assert table.events(ItemUsed) == [ItemUsed(0, "lamp_oil")]


@pytest.mark.rule("W-ITEM-05")
def test_a_passive_item_works_by_itself_while_it_is_ready():
    for held, damage in (("steel_gauntlets", 4), ("steel_gauntlets*", 3)):
        table = scene(line="metal_golem", dice="H 3")
        table.give("H", items=held)
        table.watch()
        assert table.offered(UseItem) == table.offered(ActivateItem) == []
        table.attack("H 3", 1)
        assert table.at(1).damage == damage


@pytest.mark.rule("W-ITEM-06")
def test_items_do_not_save_from_losing():
    table = scene(resting="R", line="barrow_knight arriving")
    table.give("H", exhausted="grave_whisper, corpse_bolt", items="fire_pot, sand_timer")
    table.give("B", exhausted="all")
    table.give("T", exhausted="all")
    table.watch()
    assert table.result is not None
    assert table.result.outcome == "exhausted"


@pytest.mark.rule("W-ITEM-06")
def test_items_pay_no_demand_no_fire_and_take_no_stun():
    table = scene(line="barrow_knight arriving", firewood=5, resting="R")
    table.give("H", items="fire_pot, sand_timer")
    table.watch()
    assert table.offered() == [
        ExhaustCard(PARTY, adventurer, slot) for adventurer in (0, 1, 3) for slot in range(3)
    ]
    table.exhaust("grave_whisper")
    assert len(table.offered(Stoke)) == 8
    table = scene(line="tar_golem arriving", dice="H 3 3")
    table.give("H", items="fire_pot, sand_timer")
    table.watch()
    assert {act.slot for act in table.offered(StunDie)} == {0, 1, 2}


@pytest.mark.rule("W-ITEM-07")
def test_an_item_may_answer_while_creatures_pass():
    table = scene(line="ember_drake", firewood=9)
    table.give("H", items="tower_shield")
    table.watch()
    table.give_up()
    assert isinstance(table.waiting(), ChooseExhausted)
    assert table.offered(Shield) == [Shield(PARTY, 0, "tower_shield")]
    table.act(Shield(PARTY, 0, "tower_shield"))
    assert table.items("H") == ["tower_shield*"]
    table.exhaust("proven_kill")
    assert table.ready() == 11
    assert table.horde == ["ember_drake"]


@pytest.mark.rule("W-ITEM-08")
def test_what_limits_ability_cards_does_not_limit_items():
    table = scene(line="lich, skeletons, bear", dice="H 3")
    table.give("H", items="blessed_water, storm_rod")
    table.watch()
    table.use_item("storm_rod", "H 3")
    assert TakeCard(PARTY, "bear-1") in table.offered()
    table.act(TakeCard(PARTY, "bear-1"))
    assert table.line == ["lich", "skeletons"]
    table.use_item("blessed_water")
    assert table.line == ["lich"]


@pytest.mark.rule("W-ITEM-08")
def test_the_lich_does_limit_ability_cards():
    table = scene(line="lich, bear")
    table.watch()
    toss = UseByExhausting(PARTY, 2, table.slot("boulder_toss"), -1)
    assert toss not in table.offered()
    table = scene(line="bear, lich")
    table.watch()
    assert toss in table.offered()


@pytest.mark.rule("W-ITEM-01", "W-FIRE-05")
def test_a_charcoal_sack_feeds_the_fire_in_the_watch():
    table = scene(line="wyvern arriving", firewood=3)
    table.give("H", items="charcoal_sack")
    table.watch()
    table.act(BurnCard(PARTY, 0, 0))
    assert table.state.firewood == 4
    table.stoke("turn_the_dead")
    assert table.state.firewood == 8
    table.stoke("proven_kill")
    assert table.state.firewood == 10


@pytest.mark.rule("W-ITEM-05")
def test_who_rests_gets_nothing_from_a_passive_item():
    table = camp("H", "1", deck="bear, wolf, eagle, fae")
    table.give("H", items="brass_spyglass")
    table.place(1, "chop_wood")
    table.begin_watch()
    assert table.view().line[2].card == table.view().line[3].card == ""
    table = scene(deck="bear, wolf, eagle, fae", resting="R", firewood=5)
    table.give("H", items="brass_spyglass")
    table.begin_watch()
    assert [one.card for one in table.view().line] == ["bear-1", "", "eagle-1", "fae-1"]


@pytest.mark.rule("W-ITEM-09", "W-ORDER-05")
def test_at_the_start_of_the_watch_the_party_looks_before_it_rolls_again():
    table = scene(deck="bear, wolf, eagle, fae", dice="H 1", resting="R", firewood=5)
    table.give("H", items="gamblers_token")
    table.give("T", items="brass_spyglass")
    table.begin_watch()
    assert isinstance(table.waiting(), ChooseReroll)
    assert [one.card for one in table.view().line] == ["", "", "eagle-1", "fae-1"]
