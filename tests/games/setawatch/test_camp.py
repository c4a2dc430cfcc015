"""Resting and the actions of the camp board (W-CAMP)."""

from __future__ import annotations

import pytest

from embertable.engine.errors import IllegalAction
from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import PutDie, PutTamed, SendFamiliar
from embertable.games.setawatch.camp import (
    ChooseLocation,
    ChoosePlacement,
    KeepLocation,
    PlaceDie,
    Rest,
)
from embertable.games.setawatch.deck_effects import ChoosePutBack, PutOnTop, PutUnder
from embertable.games.setawatch.events import MapChecked, Rested, SatOut, SummonRevealed
from embertable.games.setawatch.exhausting import ChooseExhausted, ExhaustCard
from embertable.games.setawatch.party_effects import (
    ChooseEquip,
    ChooseRefresh,
    EquipCard,
    RefreshCard,
)
from embertable.games.setawatch.state import CAMP, ROLL
from embertable.games.setawatch.watch import Stoke, UseByExhausting, UseItem
from tests.games.setawatch.scene import CONTENT, camp, number, scene


def places(table, value: int) -> set[str]:
    """Where a die of that value may be put."""
    values = table.state.values
    return {act.action for act in table.offered(PlaceDie) if values[act.die] == value}


# Resting.


@pytest.mark.rule("W-CAMP-01")
def test_nobody_rests_a_third_time():
    table = scene(phase=ROLL, round=6)
    table.give("H", rests=2)
    table.give("B", rests=1)
    table.give("R", rests=2)
    table.choose_rest()
    assert table.offered() == [Rest(PARTY, 1), Rest(PARTY, 3)]
    with pytest.raises(IllegalAction):
        table.act(Rest(PARTY, 0))


@pytest.mark.rule("W-CAMP-02")
def test_a_rest_is_counted_and_told_as_the_first_or_second():
    table = scene(phase=ROLL, dice="B 1")
    table.choose_rest()
    table.act(Rest(PARTY, 1))
    assert table.adventurer("B").rests == 1
    assert table.view().adventurers[1].rests == 1
    table = scene(phase=ROLL)
    table.give("B", rests=1)
    table.choose_rest()
    table.act(Rest(PARTY, 1))
    assert table.events(Rested) == [Rested(1, 2)]


@pytest.mark.rule("W-CAMP-03")
def test_who_rests_refreshes_one_card_of_their_choice_and_all_items():
    table = scene(phase=CAMP)
    table.give("H", exhausted="grave_whisper, corpse_bolt", items="tower_shield*, sand_timer*")
    table.give("B", exhausted="proven_kill", items="war_banner*")
    table.rest("H", "1 2 3")
    assert isinstance(table.waiting(), ChooseRefresh)
    assert table.offered() == [RefreshCard(PARTY, 0, 0), RefreshCard(PARTY, 0, 2)]
    assert table.items("H") == ["tower_shield", "sand_timer"]
    table.act(RefreshCard(PARTY, 0, 2))
    assert table.is_ready("corpse_bolt")
    assert not table.is_ready("grave_whisper")
    assert not table.is_ready("proven_kill")
    assert table.items("B") == ["war_banner*"]
    assert isinstance(table.waiting(), ChoosePlacement)


@pytest.mark.rule("W-CAMP-03")
def test_with_nothing_exhausted_nothing_happens():
    table = camp("H", "1 2 3")
    assert isinstance(table.waiting(), ChoosePlacement)
    assert table.ready() == 12


@pytest.mark.rule("W-CAMP-04")
def test_who_rests_takes_no_part_in_the_watch():
    table = scene(
        resting="T", line="metal_golem arriving, bear down", dice="T 4 4 4", graveyard="skeletons"
    )
    table.give("T", items="lamp_oil", tamed="wolf")
    table.watch()
    for kind in (PutDie, PutTamed, SendFamiliar, UseItem):
        assert table.offered(kind) == []
    for act in table.offered(UseByExhausting) + table.offered(Stoke):
        assert act.adventurer != 3


@pytest.mark.rule("W-CAMP-04")
def test_creatures_exhaust_no_cards_of_who_rests():
    table = scene(resting="T", line="barrow_knight arriving")
    assert isinstance(table.watch(), ChooseExhausted)
    assert {act.adventurer for act in table.offered(ExhaustCard)} == {0, 1, 2}


@pytest.mark.rule("W-CAMP-04")
def test_a_resting_hunter_uses_no_trophies():
    table = scene(resting="B", line="metal_golem")
    table.give("B", trophies="hydra")
    table.watch()
    assert [act for act in table.offered(UseByExhausting) if act.adventurer == 1] == []


# Placing dice.


@pytest.mark.rule("W-CAMP-05", "W-CAMP-11")
def test_dice_are_placed_one_at_a_time_and_each_is_resolved_first():
    table = camp("H", "1 2 3", deck="bear, wolf, eagle", firewood=5)
    assert places(table, 1) == {"chop_wood", "scout_ahead", "equip", "forsworn_seal"}
    table.place(2, "scout_ahead")
    assert isinstance(table.waiting(), ChoosePutBack)
    while isinstance(table.waiting(), ChoosePutBack):
        table.act(table.offered()[0])
    table.place(1, "chop_wood")
    assert table.state.firewood == 7
    assert isinstance(table.waiting(), ChoosePlacement)
    table.place(3, "chop_wood")
    assert table.waiting() is None
    assert table.state.firewood == 9


@pytest.mark.rule("W-CAMP-06")
def test_a_space_holds_one_die():
    table = camp("R", "6 6 7", firewood=3)
    table.place(6, "heal")
    assert "heal" not in places(table, 6)
    table.place(6, "check_map")
    table.act(table.offered()[0])
    assert "check_map" not in places(table, 7)


@pytest.mark.rule("W-CAMP-06", "W-CAMP-CHOP-01")
def test_chop_wood_has_three_spaces_and_the_value_does_not_matter():
    table = camp("R", "1 5 12", firewood=1)
    for value, firewood in ((12, 3), (1, 5), (5, 7)):
        table.place(value, "chop_wood")
        assert table.state.firewood == firewood
    assert set(table.state.space_dice) == {"chop_1", "chop_2", "chop_3"}


@pytest.mark.rule("W-CAMP-07")
def test_every_die_must_be_placed():
    table = camp("T", "1 2 3")
    for left in (3, 2, 1):
        assert isinstance(table.waiting(), ChoosePlacement)
        assert all(isinstance(act, PlaceDie) for act in table.offered())
        assert len(table.dice("T")) == left
        table.act(table.offered()[0])
    assert table.dice("T") == []
    assert table.waiting() is None


@pytest.mark.rule("W-CAMP-07", "W-LOCATION-08")
def test_a_benched_die_is_not_placed():
    table = scene(phase=CAMP)
    table.set_dice("H 1 2")
    table.rest("H")
    table.place(1, "chop_wood")
    table.place(2, "chop_wood")
    assert table.waiting() is None


@pytest.mark.rule("W-CAMP-08")
def test_a_die_goes_only_where_it_meets_the_requirement():
    table = camp("R", "3 6 7")
    assert {"heal", "check_map", "simmer_down"}.isdisjoint(places(table, 3))
    assert {"heal", "check_map", "simmer_down"} <= places(table, 6)
    assert "heal" not in places(table, 7)
    with pytest.raises(IllegalAction):
        table.place(3, "check_map")


@pytest.mark.rule("W-CAMP-08")
def test_a_die_may_be_placed_for_nothing():
    table = camp("H", "6 1 1", graveyard="bear")
    table.place(6, "heal")
    assert isinstance(table.waiting(), ChoosePlacement)
    assert table.ready() == 12
    table.place(1, "forsworn_seal")
    assert isinstance(table.waiting(), ChoosePlacement)
    assert table.graveyard == ["bear"]


@pytest.mark.rule("W-CAMP-09", "W-CAMP-10")
def test_all_coins_of_a_space_go_to_the_party():
    table = camp("R", "6 1 1", coins=2)
    table.state.space_coins = {"heal": 3, "equip": 1, "scout_2": 1, "check_map": 1}
    table.place(6, "heal")
    assert table.state.coins == 5
    assert table.state.space_coins["heal"] == 0
    assert table.view().coins == 5
    table.place(1, "chop_wood")
    assert table.state.coins == 5


@pytest.mark.rule("W-CAMP-12")
def test_who_has_no_ready_card_after_camp_sits_out():
    table = scene(resting="R", deck="bear, wolf", dice="H 6 6 6, B 1")
    table.give("H", exhausted="all")
    table.give("B", exhausted="proven_kill, weighted_net")
    table.begin_watch()
    assert [one.participating for one in table.state.adventurers] == [False, True, False, True]
    assert table.events(SatOut) == [SatOut(0)]


@pytest.mark.rule("W-CAMP-13", "W-CAMP-09")
def test_spaces_of_an_action_are_filled_in_order():
    table = camp("H", "1 2 3")
    table.state.space_coins = {"scout_2": 1}
    table.place(1, "scout_ahead")
    assert table.state.space_dice == {"scout_1": 1}
    assert table.state.coins == 0
    table.place(2, "scout_ahead")
    assert table.state.space_dice == {"scout_1": 1, "scout_2": 2}
    assert table.state.coins == 1


# Scout Ahead.


@pytest.mark.rule("W-CAMP-SCOUT-01")
def test_scouting_looks_at_two_cards_and_puts_each_to_an_end():
    table = camp("H", "1", deck="bear, wolf, eagle, fae")
    table.place(1, "scout_ahead")
    assert table.view().looked_at == ("bear-1", "wolf-1")
    assert table.deck == ["eagle", "fae"]
    table.act(PutUnder(PARTY, "bear-1"), PutOnTop(PARTY, "wolf-1"))
    assert table.deck == ["wolf", "eagle", "fae", "bear"]


@pytest.mark.rule("W-CAMP-SCOUT-02")
def test_each_further_scout_needs_a_higher_die():
    table = camp("R", "3 3 5")
    table.place(3, "scout_ahead")
    assert "scout_ahead" not in places(table, 3)
    assert "scout_ahead" in places(table, 5)
    for third, allowed in ((4, False), (5, False), (6, True)):
        table = camp("R", f"3 5 {third}")
        table.place(3, "scout_ahead")
        table.place(5, "scout_ahead")
        assert ("scout_ahead" in places(table, third)) == allowed


@pytest.mark.rule("W-CAMP-SCOUT-03")
@pytest.mark.parametrize(
    ("acts", "deck"),
    [
        ([PutOnTop(PARTY, "bear-1"), PutOnTop(PARTY, "wolf-1")], ["wolf", "bear", "eagle"]),
        ([PutOnTop(PARTY, "wolf-1"), PutOnTop(PARTY, "bear-1")], ["bear", "wolf", "eagle"]),
        ([PutUnder(PARTY, "bear-1"), PutUnder(PARTY, "wolf-1")], ["eagle", "bear", "wolf"]),
        ([PutUnder(PARTY, "wolf-1"), PutUnder(PARTY, "bear-1")], ["eagle", "wolf", "bear"]),
    ],
)
def test_cards_for_the_same_end_go_there_in_any_order(acts, deck):
    table = camp("H", "1", deck="bear, wolf, eagle")
    table.place(1, "scout_ahead")
    table.act(*acts)
    assert table.deck == deck


@pytest.mark.rule("W-CAMP-SCOUT-04")
def test_scouting_reveals_nothing():
    table = camp("H", "1", deck="summon, barrow_knight", unhallowed="hydra")
    table.place(1, "scout_ahead")
    table.act(PutOnTop(PARTY, "summon-1"), PutOnTop(PARTY, "barrow_knight-1"))
    assert table.events(SummonRevealed) == []
    assert table.deck == ["barrow_knight", "summon"]
    assert table.ready() == 12
    assert table.unhallowed == ["hydra"]


@pytest.mark.rule("W-CAMP-SCOUT-05")
def test_a_short_deck_is_made_from_the_graveyard_while_scouting():
    table = camp("H", "1", deck="bear", graveyard="wolf, eagle")
    table.luck("=1")
    table.place(1, "scout_ahead")
    assert table.view().looked_at == ("bear-1", "wolf-1")
    assert table.graveyard == []
    table.act(PutUnder(PARTY, "bear-1"), PutUnder(PARTY, "wolf-1"))
    assert table.deck == ["eagle", "bear", "wolf"]


# Check Map.


@pytest.mark.rule("W-CAMP-MAP-01")
@pytest.mark.parametrize("kept", ["dark_woods", "elven_grove"])
def test_check_map_keeps_one_of_two_locations(kept):
    table = camp(
        "H",
        "4",
        round=7,
        map_deck="dark_woods, forbidden_tower",
        unused="elven_grove, snowy_pass, old_mint",
    )
    table.place(4, "check_map")
    assert isinstance(table.waiting(), ChooseLocation)
    away = "dark_woods" if kept == "elven_grove" else "elven_grove"
    table.act(KeepLocation(PARTY, kept))
    assert table.map_deck == [kept, "forbidden_tower"]
    assert table.unused == ["snowy_pass", "old_mint", away]


@pytest.mark.rule("W-CAMP-MAP-01")
def test_check_map_needs_a_four():
    assert "check_map" not in places(camp("H", "3"), 3)
    assert "check_map" in places(camp("H", "4"), 4)


@pytest.mark.rule("W-CAMP-MAP-02")
def test_the_final_location_is_seen_and_stays():
    table = camp("H", "4", round=8, map_deck="the_catacombs", unused="elven_grove, snowy_pass")
    assert table.view().final_location == ""
    table.place(4, "check_map")
    assert table.waiting() is None
    assert table.map_deck == ["the_catacombs"]
    assert table.unused == ["snowy_pass", "elven_grove"]
    assert table.view().final_location == "the_catacombs"


@pytest.mark.rule("W-CAMP-MAP-03")
def test_without_unused_locations_the_map_is_only_looked_at():
    table = scene(phase=CAMP, round=7, map_deck="dark_woods, forbidden_tower")
    table.state.unused = []
    table.rest("H", "4")
    table.place(4, "check_map")
    assert table.events(MapChecked) == [MapChecked("dark_woods", "")]
    assert table.map_deck == ["dark_woods", "forbidden_tower"]
    assert table.view().next_location == "dark_woods"


# Heal, Equip and the own camp action.


@pytest.mark.rule("W-CAMP-HEAL-01")
def test_heal_refreshes_a_card_of_any_adventurer():
    table = scene(phase=CAMP)
    table.give("H", exhausted="all")
    table.give("B", exhausted="weighted_net")
    table.rest("H", "6 5")
    table.act(RefreshCard(PARTY, 0, 0))
    assert "heal" not in places(table, 5)
    table.place(6, "heal")
    assert table.offered() == [
        RefreshCard(PARTY, 0, 1),
        RefreshCard(PARTY, 0, 2),
        RefreshCard(PARTY, 1, 1),
    ]
    table.act(RefreshCard(PARTY, 1, 1))
    assert table.ready("B") == 3
    assert table.ready("H") == 1


@pytest.mark.rule("W-CAMP-HEAL-02")
def test_heal_refreshes_no_items():
    table = scene(phase=CAMP)
    table.give("B", items="war_banner*")
    table.rest("H", "6")
    table.place(6, "heal")
    assert table.waiting() is None
    assert table.items("B") == ["war_banner*"]


@pytest.mark.rule("W-CAMP-EQUIP-01")
def test_equip_trades_a_card_of_the_board_for_one_set_aside():
    table = camp("H", "1")
    table.place(1, "equip")
    assert isinstance(table.waiting(), ChooseEquip)
    assert len(table.offered()) == 6
    table.act(EquipCard(PARTY, 0, 1, "apostates_lore"))
    one = table.adventurer("H")
    assert one.board == ["grave_whisper", "apostates_lore", "corpse_bolt"]
    assert sorted(one.aside) == ["dark_exchange", "turn_the_dead"]


@pytest.mark.rule("W-CAMP-EQUIP-02")
def test_the_state_stays_with_the_slot():
    for slot, ready in ((1, False), (0, True)):
        table = scene(phase=CAMP, location="haunted_manor")
        table.give("R", exhausted="boulder_toss")
        table.rest("R", "1")
        table.place(1, "equip")
        table.act(EquipCard(PARTY, 2, slot, "bloodlust"))
        assert table.is_ready("bloodlust") == ready
        assert table.adventurer("R").exhausted == [False, True, False]


@pytest.mark.rule("W-CAMP-EQUIP-02")
def test_a_card_set_aside_has_no_state():
    table = scene(phase=CAMP, location="haunted_manor")
    table.give("H", exhausted="grave_whisper")
    table.rest("H", "1")
    table.place(1, "equip")
    table.act(EquipCard(PARTY, 0, 0, "dark_exchange"))
    table.state.space_dice = {}
    table.rest("H", "1")
    table.place(1, "equip")
    table.act(EquipCard(PARTY, 0, 2, "grave_whisper"))
    assert table.is_ready("grave_whisper")
    assert not table.is_ready("dark_exchange")


@pytest.mark.rule("W-CAMP-SPECIAL-01", "W-CAMP-SPECIAL-02")
def test_each_has_one_camp_action_of_its_own_once():
    own = [one.camp_action for one in CONTENT.adventurers]
    assert [(action.id, action.requirement) for action in own] == [
        ("forsworn_seal", "none"),
        ("read_the_trail", "min_4"),
        ("simmer_down", "min_6"),
        ("familiars_errand", "none"),
    ]
    for letter, action in zip("HBRT", own, strict=True):
        table = camp(letter, "6 6 1")
        others = {one.id for one in own} - {action.id}
        assert action.id in places(table, 6)
        assert others.isdisjoint(places(table, 6))
        table.place(6, action.id)
        while not isinstance(table.waiting(), ChoosePlacement):
            table.act(table.offered()[0])
        assert action.id not in places(table, 6)


@pytest.mark.rule("W-CAMP-SPECIAL-02")
def test_the_barbarian_simmers_down_with_a_six_or_more():
    table = scene(phase=CAMP, location="haunted_manor")
    table.give("R", exhausted="all")
    table.rest("R", "5 7 6")
    assert "simmer_down" not in places(table, 5)
    table.place(7, "simmer_down")
    table.act(RefreshCard(PARTY, 2, 1))
    assert table.ready("R") == 1


@pytest.mark.rule("W-CAMP-SPECIAL-01")
@pytest.mark.parametrize("letter", ["H", "B", "T"])
def test_the_camp_actions_of_the_others_refresh_a_card_besides(letter):
    action = CONTENT.adventurers[number(letter)].camp_action.id
    table = scene(phase=CAMP, location="haunted_manor", deck="bear, wolf, eagle, fae")
    table.give(letter, exhausted="all")
    table.rest(letter, "4")
    table.place(4, action)
    while not table.offered(RefreshCard):
        table.act(table.offered()[0])
    table.act(RefreshCard(PARTY, number(letter), 1))
    assert table.ready(letter) == 1


@pytest.mark.rule("W-CAMP-SPECIAL-01")
def test_the_heretics_camp_action_seals_an_unhallowed():
    table = camp("H", "1", graveyard="bear, hydra, lich", unhallowed="warlord")
    table.place(1, "forsworn_seal")
    table.act(table.offered()[1])
    assert table.unhallowed == ["warlord", "lich"]
    assert table.graveyard == ["bear", "hydra"]


@pytest.mark.rule("W-CAMP-SPECIAL-01")
def test_the_hunter_reads_the_trail():
    table = camp("B", "3 4", deck="bear, wolf, eagle, fae")
    assert "read_the_trail" not in places(table, 3)
    table.place(4, "read_the_trail")
    assert all(isinstance(act, PutOnTop) for act in table.offered())
    table.act(PutOnTop(PARTY, "bear-1"), PutOnTop(PARTY, "eagle-1"))
    assert table.deck == ["wolf", "eagle", "bear", "fae"]
