"""Death, exits, the Interbiome and the next Biome (section 18)."""

from __future__ import annotations

import pytest

from embertable.games.deadcells.boss import BossMet
from embertable.games.deadcells.damage_to_group import CharacterDied, PickCompanion
from embertable.games.deadcells.explore import (
    Bought,
    Buy,
    ChooseCorridor,
    ChooseDeal,
    InterbiomeReached,
    LeaveShop,
    TakeCorridor,
    ThrowAway,
    TileFlipped,
)
from embertable.games.deadcells.gains import (
    ChooseBearer,
    ChooseRoom,
    DropCarried,
    DropNew,
    Equip,
    Feed,
    GiveEquipment,
)
from tests.games.deadcells.scene import CONTENT, scene

HEALER, MERCHANT, COLLECTOR = 0, 1, 2


# Shops.


@pytest.mark.rule("D-TILE-05", "D-INTER-02", "D-ICON-05")
def test_nobody_sells_a_card_of_which_none_is_left():
    table = scene()
    table.state.teeth = 9
    table.campaign.blueprints = ((), *table.campaign.blueprints[1:])
    table.leave("exit_a")
    assert table.offered() == [Buy(0, "", HEALER), Buy(0, "", MERCHANT), LeaveShop(0)]
    table.state.treasure_out = ["torch"]
    table.state.treasure = []
    assert Buy(0, "", MERCHANT) in ChooseDeal(0, "").options(table.table)
    table.state.treasure_out = []
    assert ChooseDeal(0, "").options(table.table) == [Buy(0, "", HEALER), LeaveShop(0)]
    assert ChooseDeal(0, "PQ-M2").options(table.table) == [
        Buy(0, "PQ-M2", 0),
        Buy(0, "PQ-M2", 2),
        LeaveShop(0),
    ]


# Death.


@pytest.mark.rule("D-DEATH-01")
@pytest.mark.parametrize("one", [0, 1, 2])
def test_the_run_is_over_as_soon_as_anybody_has_no_health_left(one):
    table = scene(first=one)
    table.happens("damage 2 first_player")
    assert not table.is_over()
    table.happens("damage first_player")
    assert table.state.dead == one
    assert table.events(CharacterDied) == [CharacterDied(one)]
    assert table.table.has_ended()


@pytest.mark.rule("D-DEATH-02")
def test_what_would_come_after_a_death_does_not_happen():
    table = scene()
    table.state.cells = 2
    table.happens("damage 3 first_player", "gain cell 5", "damage 3 all")
    assert table.state.cells == 2
    assert len(table.events(CharacterDied)) == 1


@pytest.mark.rule("D-DEATH-03", "D-SOLO-06")
def test_serenades_death_ends_the_run():
    table = scene("poisoned serenade", first=1)
    table.happens("damage 3 first_player")
    assert not table.is_over()
    table.happens("damage first_player")
    assert table.state.dead == 1


@pytest.mark.rule("D-DEATH-03")
def test_a_companions_end_is_no_death():
    table = scene()
    table.equip(1, "leghugger")
    zombie = table.enemy(1)
    table.hurt(zombie, "damage 2")
    table.act(PickCompanion(0, 1, 0, "leghugger"))
    assert table.character(1).equipment == []
    assert not table.is_over()


# Exits.


@pytest.mark.rule("D-EXIT-01", "D-EXIT-02")
@pytest.mark.parametrize(("exit", "next"), [("exit_a", "promenade"), ("exit_b", "toxic_sewers")])
def test_an_exit_finishes_the_biome_and_names_the_next(exit, next):
    table = scene()
    table.campaign.runes = ("vine",)
    table.stand("e1")
    table.act(TakeCorridor(0, exit, 18 if exit == "exit_a" else 19))
    assert table.events(InterbiomeReached) == [InterbiomeReached("prisoners_quarters")]
    assert table.events(TileFlipped) == []
    assert (table.state.biome, table.state.place) == (next, "start")
    assert isinstance(table.waiting(), ChooseCorridor)


@pytest.mark.rule("D-EXIT-01")
def test_an_exits_perk_comes_on_arrival_before_the_shops():
    table = scene()
    table.lay_out("promenade")
    table.campaign.runes = ("vine",)
    table.character(2).damage = 1
    table.stand("e1")
    table.act(TakeCorridor(0, "exit_b", 20))
    assert table.health() == [3, 3, 3]
    assert table.state.teeth == 2
    assert isinstance(table.waiting(), ChooseDeal)


@pytest.mark.rule("D-EXIT-02", "D-BOSS-01")
def test_an_exit_to_a_boss_leads_to_the_boss_after_the_shops():
    table = scene()
    table.lay_out("promenade")
    for one, card in enumerate(("PO-1", "FL-1", "IM-1")):
        table.hand(one, card)
    table.state.teeth = 1
    assert isinstance(table.leave("exit_a"), ChooseDeal)
    table.act(LeaveShop(0))
    assert table.events(BossMet) == [BossMet("concierge")]


@pytest.mark.rule("D-NEXT-03", "D-EXIT-01")
def test_the_routes_lead_where_the_table_says():
    routes = {
        biome.code: [(exit.to, bool(exit.perk)) for exit in biome.exits.values()]
        for biome in CONTENT.biomes.values()
    }
    assert routes == {
        "B1": [("promenade", False), ("toxic_sewers", False)],
        "B2": [("concierge", False), ("concierge", True)],
        "B3": [("concierge", False), ("conjunctivius", False)],
        "B4": [("clock_tower", False), ("forgotten_sepulcher", False)],
        "B5": [("time_keeper", False), ("time_keeper", True)],
        "B6": [("time_keeper", False), ("time_keeper", True)],
        "B7": [("hand_of_the_king", False), ("hand_of_the_king", True)],
    }
    ways = {
        biome.code: sorted({(one.rune, one.icons) for one in biome.corridors if one.to == "exit_b"})
        for biome in CONTENT.biomes.values()
    }
    assert ways == {
        "B1": [("", ("green",)), ("vine", ())],
        "B2": [("", ("red",)), ("vine", ())],
        "B3": [("ram", ())],
        "B4": [("teleportation", ())],
        "B5": [("spider", ())],
        "B6": [("spider", ())],
        "B7": [("ram", ()), ("spider", ())],
    }
    for biome in CONTENT.biomes.values():
        assert all(not one.rune for one in biome.corridors if one.to == "exit_a")


# The Interbiome.


@pytest.mark.rule("D-INTER-01", "D-FIRST-02")
def test_collected_blueprints_are_given_away_first_and_free_of_charge():
    table = scene(first=1)
    table.state.collector = ["broadsword"]
    table.state.teeth = 1
    assert isinstance(table.leave("exit_a"), ChooseBearer)
    assert table.offered() == [GiveEquipment(1, one, "broadsword") for one in (1, 2, 0)]
    table.act(GiveEquipment(1, 0, "broadsword"), Equip(0, 0, "broadsword"))
    assert (table.state.teeth, table.state.collector) == (1, [])
    assert isinstance(table.waiting(), ChooseDeal)


@pytest.mark.rule("D-INTER-01", "D-EQUIP-02")
def test_a_blueprint_without_room_becomes_equipment_for_good():
    table = scene()
    table.equip(0, "torch", slots=1)
    table.campaign.blueprints = (table.campaign.blueprints[0][1:], *table.campaign.blueprints[1:])
    table.state.collector = ["broadsword"]
    table.leave("exit_a")
    table.act(GiveEquipment(0, 0, "broadsword"), DropNew(0, 0, "broadsword"))
    assert table.state.treasure_out == ["broadsword"]
    table.act(LeaveShop(0))
    table.happens("damage 3 first_player")
    assert "broadsword" in table.campaign.treasure
    assert "broadsword" not in table.campaign.blueprints[0]


@pytest.mark.rule("D-INT-29", "D-EQUIP-02")
def test_interaction_29_two_blueprints_and_no_room():
    table = scene("poisoned flayed")
    table.equip(0, "torch", slots=1)
    table.equip(1, "tonic", slots=1)
    table.state.collector = ["broadsword", "quick_bow"]
    table.leave("exit_a")
    table.act(GiveEquipment(0, 1, "broadsword"))
    assert table.waiting() == ChooseRoom(1, 1, "broadsword")
    assert table.offered() == [
        DropCarried(1, 1, "tonic", "broadsword"),
        DropNew(1, 1, "broadsword"),
    ]
    table.act(DropCarried(1, 1, "tonic", "broadsword"), Equip(1, 1, "broadsword"))
    table.act(GiveEquipment(0, 1, "quick_bow"), DropNew(1, 1, "quick_bow"))
    assert table.character(1).equipment == ["broadsword"]
    assert table.state.treasure_out == ["tonic", "quick_bow"]


@pytest.mark.rule("D-INTER-02", "D-INTER-03")
def test_the_healer_sells_food_up_to_three_times():
    table = scene()
    table.state.teeth = 9
    table.character(0).damage = 2
    table.character(1).damage = 2
    table.leave("exit_a")
    for one in (0, 1, 0):
        table.act(Buy(0, "", HEALER), Feed(0, one))
    assert table.state.teeth == 6
    assert table.health() == [3, 2, 3]
    assert table.offered() == [Buy(0, "", MERCHANT), Buy(0, "", COLLECTOR), LeaveShop(0)]


@pytest.mark.rule("D-INTER-02", "D-INTER-03", "D-FIRST-02")
def test_the_merchant_sells_treasure_twice_for_three_teeth():
    table = scene()
    table.state.teeth = 8
    table.state.treasure = ["torch", "tonic"]
    table.leave("exit_a")
    table.act(Buy(0, "", MERCHANT), GiveEquipment(0, 1, "tonic"), Equip(1, 1, "tonic"))
    table.act(Buy(0, "", MERCHANT), GiveEquipment(0, 2, "torch"), Equip(2, 2, "torch"))
    assert table.state.teeth == 2
    assert [event.cost for event in table.events(Bought)] == [3, 3]
    assert Buy(0, "", MERCHANT) not in table.offered()
    assert Buy(0, "", COLLECTOR) not in table.offered()


@pytest.mark.rule("D-INTER-02", "D-INTER-04", "D-V-06")
def test_the_collectors_blueprint_is_the_bottom_one_of_the_finished_biome_and_given_at_once():
    table = scene()
    table.state.teeth = 7
    table.leave("exit_a")
    table.act(Buy(0, "", COLLECTOR))
    assert table.offered() == [GiveEquipment(0, one, "broadsword") for one in (0, 1, 2)]
    table.act(GiveEquipment(0, 2, "broadsword"), Equip(2, 2, "broadsword"))
    assert table.campaign.blueprints[0][0] == "quick_bow"
    assert table.state.collector == []
    # One at a time and in any order: the Collector sells one only, others still sell.
    assert Buy(0, "", COLLECTOR) not in table.offered()
    assert Buy(0, "", MERCHANT) in table.offered()


@pytest.mark.rule("D-INTER-05", "D-EQUIP-10", "D-FIRST-08")
def test_own_equipment_may_be_thrown_away_but_not_exchanged_and_cells_buy_nothing():
    table = scene()
    table.equip(0, "torch")
    table.equip(1, "cudgel")
    table.state.cells = 9
    table.leave("exit_a")
    assert table.offered() == [ThrowAway(0, 0, "torch"), LeaveShop(0)]
    table.act(ThrowAway(0, 0, "torch"))
    assert table.character(0).equipment == []
    assert table.character(1).equipment == ["cudgel"]
    assert table.state.treasure_out == ["torch"]
    assert table.state.cells == 9


@pytest.mark.rule("D-INTER-06", "D-SOLO-09")
def test_serenades_cards_are_reshuffled_between_biomes():
    table = scene("poisoned serenade")
    serenade = table.character(1)
    serenade.draw = ["SE-2"]
    serenade.discard = ["SE-1", "SE-3"]
    table.leave("exit_a")
    assert sorted(serenade.draw) == ["SE-1", "SE-2", "SE-3"]
    assert serenade.discard == []


@pytest.mark.rule("D-INTER-07")
def test_everything_of_the_group_goes_along_unchanged():
    table = scene(first=2)
    table.hand(0, "PO-1", "PO-2", "PO-3")
    table.character(0).discard = [table.character(0).draw.pop()]
    table.character(0).damage = 1
    table.scrolls(0, red=2)
    table.equip(0, "torch")
    table.state.cells = 3
    before = table.character(0).copy()
    table.leave("exit_a")
    assert table.state.biome == "promenade"
    assert table.character(0) == before
    assert (table.state.first, table.state.cells) == (2, 3)


@pytest.mark.rule("D-NEXT-01", "D-NEXT-02")
def test_the_next_biome_brings_its_own_components_and_the_treasure_stays():
    table = scene()
    table.state.treasure = ["torch"]
    table.state.treasure_out = ["tonic"]
    table.state.monsters_out = ["b1_zombie"]
    table.state.elites_out = ["b1_elite_zombie"]
    table.leave("exit_a")
    state = table.state
    assert (state.treasure, state.treasure_out) == (["torch"], ["tonic"])
    assert (state.monsters_out, state.elites_out) == ([], [])
    cards = [*state.monsters, *state.elites]
    assert {CONTENT.monsters[card].biome for card in cards} == {"promenade"}
    assert set(state.tiles) <= set(CONTENT.biomes["promenade"].tiles)
    assert state.faces == [0] * len(CONTENT.biomes["promenade"].spaces)


@pytest.mark.rule("D-NEXT-02", "D-NEXT-01")
def test_unused_blueprints_keep_their_order_for_later():
    table = scene()
    table.happens("gain blueprint")
    table.leave("exit_a")
    table.act(GiveEquipment(0, 0, "broadsword"), Equip(0, 0, "broadsword"), LeaveShop(0))
    assert table.campaign.blueprints[0] == (
        *("quick_bow", "shovel", "double_crossb_o_matic"),
        *("knockback_shield", "nutcracker"),
    )
    table.happens("gain blueprint")
    assert table.state.collector == [CONTENT.biomes["promenade"].blueprints[0]]
