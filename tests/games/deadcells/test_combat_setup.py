"""From the tile to the first card: enemies, Loot, the Wall, and what cards show (sections 8, 9)."""

from __future__ import annotations

import pytest

from embertable.games.deadcells.character_round import (
    ChooseAddedWeapon,
    ChooseLine,
    LineLost,
    NoWeapon,
    PerformLine,
    UseWeapon,
)
from embertable.games.deadcells.damage_to_group import Block, ChooseBlock
from embertable.games.deadcells.effects import Damage, Gain, State
from embertable.games.deadcells.effects_outside_combat import TakeOption
from embertable.games.deadcells.gains import (
    DropCarried,
    DropNew,
    Equip,
    FindTreasure,
    GiveEquipment,
)
from embertable.games.deadcells.preparation import ChooseCard, ChooseForsaken, ForsakeLine, LayCard
from tests.games.deadcells.scene import CONTENT, scene


def ready(beheaded="poisoned flayed immolated", **more):
    """A scene in which everybody has three cards."""
    table = scene(beheaded, **more)
    for one, character in enumerate(table.state.characters):
        if not character.is_serenade():
            table.hand(one, *CONTENT.beheaded[character.beheaded].deck[:3])
    return table


def standing(table):
    return {space: card for space, (card, _) in table.board().items()}


# Placing enemies.


@pytest.mark.rule("D-COMBAT-SETUP-01", "D-COMBAT-SETUP-02", "D-COMBAT-SETUP-03")
def test_enemies_come_one_by_one_from_the_top_to_the_leftmost_free_space():
    table = ready()
    table.state.monsters = ["b1_zombie", "b1_shieldbearer", "b1_zombie", "b1_shieldbearer"]
    table.tile("PQ-E6")  # three Monsters
    assert standing(table) == {1: "b1_shieldbearer", 2: "b1_zombie", 3: "b1_shieldbearer"}
    assert table.state.monsters == ["b1_zombie"]


@pytest.mark.rule("D-COMBAT-SETUP-02")
def test_an_elite_icon_draws_from_the_elite_deck():
    table = ready()
    table.state.elites = ["b1_elite_grenadier", "b1_elite_zombie"]
    table.state.monsters = ["b1_zombie"]
    table.tile("PQ-X1")  # an Elite, then a Monster
    assert standing(table) == {1: "b1_elite_zombie", 2: "b1_zombie"}
    assert (table.state.elites, table.state.monsters) == (["b1_elite_grenadier"], [])


@pytest.mark.rule("D-COMBAT-SETUP-04")
def test_some_stand_behind_the_group_or_far_away():
    table = ready()
    table.state.monsters = ["b1_zombie", "b1_grenadier", "b2_bat"]
    table.tile("PQ-E6")
    assert standing(table) == {-1: "b2_bat", 1: "b1_zombie", 3: "b1_grenadier"}


@pytest.mark.rule("D-COMBAT-SETUP-05")
def test_where_the_special_space_is_taken_a_card_is_placed_like_a_normal_one():
    table = ready()
    table.state.monsters = ["b1_grenadier", "b1_undead_archer", "b1_grenadier"]
    table.tile("PQ-E6")
    assert standing(table) == {1: "b1_undead_archer", 2: "b1_grenadier", 3: "b1_grenadier"}
    table = ready()
    table.state.monsters = ["b2_bat", "b2_bat"]
    table.tile("PQ-E1")
    assert standing(table) == {-1: "b2_bat", 1: "b2_bat"}


@pytest.mark.rule("D-COMBAT-SETUP-05")
def test_without_a_front_space_a_card_goes_behind_and_without_that_it_is_discarded(monkeypatch):
    table = ready()
    monkeypatch.setattr(CONTENT.tiles["PQ-E6"], "enemies", ("monster",) * 5)
    table.state.monsters = ["b1_shieldbearer", "b1_zombie", "b1_zombie", "b1_zombie", "b1_zombie"]
    table.tile("PQ-E6")
    assert list(table.board()) == [-1, 1, 2, 3]
    assert table.state.monsters_out == ["b1_shieldbearer"]


@pytest.mark.rule("D-DECK-03")
def test_an_empty_monster_deck_is_renewed_apart_from_the_elites():
    table = ready()
    table.state.monsters, table.state.monsters_out = [], ["b1_zombie"]
    table.state.elites, table.state.elites_out = [], ["b1_elite_zombie"]
    table.tile("PQ-E1")  # two Monsters: the second icon is ignored
    assert standing(table) == {1: "b1_zombie"}
    assert (table.state.monsters, table.state.monsters_out) == ([], [])
    assert table.state.elites_out == ["b1_elite_zombie"]


@pytest.mark.rule("D-DECK-03")
def test_an_empty_treasure_deck_is_renewed_and_then_gives_nothing():
    table = ready()
    table.state.treasure, table.state.treasure_out = [], ["torch"]
    table.state.monsters = ["b1_zombie"] * 3
    table.tile("PQ-E6")  # Loot: a Treasure and a Tooth
    assert table.state.loot == ["treasure torch", "tooth"]
    table = ready()
    table.state.treasure = []
    table.state.monsters = ["b1_zombie"] * 3
    table.tile("PQ-E6")
    assert table.state.loot == ["tooth"]


# Loot, Wall, icons before the fight, Mutations at its start.


@pytest.mark.rule("D-COMBAT-SETUP-07")
def test_treasure_lies_open_from_the_top_and_blueprints_from_the_bottom():
    table = ready()
    table.state.treasure = ["torch", "cudgel"]
    table.state.monsters = ["b1_zombie"] * 3
    table.tile("PQ-E6")
    assert (table.state.loot, table.state.treasure) == (["treasure cudgel", "tooth"], ["torch"])
    assert table.view(None).loot == ("treasure cudgel", "tooth")
    table = ready()
    table.tile("PQ-X2")  # a Cell and a Blueprint
    first, second = CONTENT.biomes["prisoners_quarters"].blueprints[:2]
    assert table.state.loot == ["cell", f"blueprint {first}"]
    assert table.campaign.blueprints[0][0] == second


@pytest.mark.rule("D-COMBAT-SETUP-07", "D-V-06")
def test_as_many_tokens_as_the_tile_shows():
    table = ready()
    table.tile("PQ-E1")
    assert table.state.loot == ["tooth", "tooth"]
    assert table.state.teeth == 0  # they must be looted


@pytest.mark.rule("D-COMBAT-SETUP-08")
@pytest.mark.parametrize(("runes", "loot"), [((), ["rune vine", "tooth"]), (("vine",), ["tooth"])])
def test_a_rune_lies_there_unless_the_group_owns_it(runes, loot):
    table = ready()
    table.lay_out("promenade")
    table.campaign.runes = runes
    table.tile("PR-X1")
    assert table.state.loot == loot


@pytest.mark.rule("D-COMBAT-SETUP-09")
def test_a_tile_puts_its_token_on_the_wall_space_for_this_combat_only():
    table = ready()
    table.lay_out("promenade")
    table.tile("PR-E6")
    assert table.state.wall == "wall"
    table.state.enemies = []
    table.upkeep()
    table.tile("PR-E1")
    assert table.state.wall == ""


@pytest.mark.rule("D-COMBAT-SETUP-09", "D-EQUIP-11")
def test_the_wall_matters_to_what_asks_for_it():
    table = scene()
    table.equip(0, "hayabusa_boots")  # 1 more on space 1 with a Wall
    table.enemy(1)
    table.enemy(2)
    table.does(0, "damage on 1")
    assert table.on(1).damage == 1
    table.state.wall = "hole"
    table.does(0, "damage on 1")
    assert table.on(1).damage == 2
    table.state.wall = "wall"
    table.does(0, "damage on 1", "damage on 2")
    assert (table.on(1).damage, table.on(2).damage) == (4, 1)


@pytest.mark.rule("D-COMBAT-SETUP-10", "D-TILE-02")
def test_the_icons_of_an_encounter_come_before_its_enemies():
    table = ready()
    table.lay_out("clock_tower")
    table.tile("CT-E7")  # a bell
    assert isinstance(table.offered()[0], TakeOption)
    assert (table.state.fighting, table.board()) == (False, {})


@pytest.mark.rule("D-COMBAT-SETUP-11", "D-V-03")
def test_effects_at_the_start_come_after_the_loot_and_before_the_cards():
    table = ready()
    table.mutate("SV-14")  # the First Player gains a Shield
    assert isinstance(table.tile("PQ-E1"), ChooseCard)
    told = [type(event).__name__ for event in table.table.log]
    assert told.index("LootPlaced") < told.index("MutationUsed") < told.index("ShieldsGained")
    assert [one.shields for one in table.state.characters] == [1, 0, 0]


@pytest.mark.rule("D-COMBAT-SETUP-11")
def test_mutations_act_in_slot_order():
    table = ready()
    table.mutate("SV-19", "SV-14")
    table.state.monsters = ["b1_zombie", "b1_zombie"]
    table.tile("PQ-E1")  # Freeze asks for its target first
    assert [one.shields for one in table.state.characters] == [0, 0, 0]
    table.act(table.offered()[0])
    assert [one.shields for one in table.state.characters] == [1, 0, 0]


# Constraints.


@pytest.mark.rule("D-COMBAT-SETUP-12")
def test_the_first_player_forsakes_one_line_before_round_one():
    table = ready()
    table.lay_out("high_peak_castle")
    table.state.monsters = ["b7_guardian_knight"] * 2
    table.tile("HP-E4")  # changes the First Player
    table.act(
        LayCard(1, 1, "FL-2", "block", 1),
        LayCard(2, 2, "IM-3", "damage", 1),
        LayCard(0, 0, "PO-2", "poison", 1),
    )
    assert isinstance(table.waiting(), ChooseForsaken)
    assert table.offered() == [ForsakeLine(1, round) for round in (1, 2, 3)]
    table.act(ForsakeLine(1, 1))
    assert table.events(LineLost) == [LineLost(1, 1)]
    assert table.character(1).shields == 0
    assert table.on(1).damage == 1  # the others act


@pytest.mark.rule("D-COMBAT-SETUP-12")
def test_only_the_named_line_is_lost():
    table = scene()
    table.enemy(1)
    table.state.skipped = 1
    table.on(1).frozen = [1, 2]
    table.play_card(0, "BR-04c")  # 1 Damage in each Round
    table.round(1)
    assert table.on(1).damage == 0
    table.round(2)
    assert table.on(1).damage == 1


@pytest.mark.rule("D-COMBAT-SETUP-12")
def test_a_constraint_lasts_for_one_combat():
    table = ready()
    table.lay_out("high_peak_castle")
    table.tile("HP-E6")
    assert table.state.constraint == "no_skill"
    table.state.enemies = []
    table.upkeep()
    table.enemy(1)
    assert table.does(0, "skill") is not None


@pytest.mark.rule("D-COMBAT-SETUP-12", "D-BLOCK-02")
def test_two_shields_of_any_kind_stop_one_damage_of_two():
    table = scene()
    table.open_board()
    table.state.constraint = "two_shields_per_damage"
    table.character(0).shields, table.character(0).golden = 1, 2
    assert isinstance(table.hurt(table.enemy(1), "damage 2 first_player"), ChooseBlock)
    assert set(table.offered()) == {Block(0, 0, 1, 1), Block(0, 0, 0, 2), Block(0, 0, 0, 0)}
    table.act(Block(0, 0, 0, 2))
    assert table.health()[0] == 2


# Cards.


@pytest.mark.rule("D-CARD-01")
def test_the_anatomy_of_combat_cards():
    cards = CONTENT.cards.values()
    assert {len(card.icons) for card in cards} == {0, 1, 2}
    assert all(card.lines[1] or card.lines[2] or card.lines[3] for card in cards)
    assert not any(card.lines[0] or card.lines[4] for card in cards)
    dart = CONTENT.cards["PO-1"]
    assert dart.icons == ("purple",)
    assert dart.lines[1] == ()
    assert dart.lines[2] == (State("poison", range=(1, 2)),)
    assert dart.lines[3] == (Damage(range=(1,)),)


@pytest.mark.rule("D-CARD-02")
def test_the_anatomy_of_monster_cards():
    zombie, archer = CONTENT.monsters["b1_zombie"], CONTENT.monsters["b1_elite_archer"]
    assert (zombie.health, zombie.elite, archer.health, archer.elite) == (2, False, 3, True)
    assert [bool(line) for line in zombie.lines] == [False, False, True, True, True]
    assert [bool(line) for line in archer.lines] == [False, True, False, True, False]
    assert zombie.death == (Gain("cell"),)
    assert archer.death == (Gain("treasure"),)


# Equipment.


@pytest.mark.rule("D-EQUIP-01")
def test_everybody_starts_with_one_slot_and_mutations_add_more():
    assert [board.slots for board in CONTENT.beheaded.values()] == [1, 1, 1, 1]
    table = scene()
    assert table.state.mod("equipment_slots") == 0
    table.mutate("TC-05", "TC-19")
    assert table.state.mod("equipment_slots") == 2


@pytest.mark.rule("D-EQUIP-02", "D-EQUIP-03")
def test_without_a_free_slot_the_new_card_or_a_carried_one_goes():
    table = scene()
    table.equip(1, "torch", slots=1)
    table.state.treasure = ["cudgel"]
    table.run(FindTreasure((1,)))
    assert table.offered() == [DropCarried(1, 1, "torch", "cudgel"), DropNew(1, 1, "cudgel")]
    table.act(DropNew(1, 1, "cudgel"))
    assert (table.character(1).equipment, table.state.treasure_out) == (["torch"], ["cudgel"])
    table.state.treasure = ["war_spear"]
    table.run(FindTreasure((1,)))
    table.act(DropCarried(1, 1, "torch", "war_spear"), Equip(1, 1, "war_spear"))
    assert table.character(1).equipment == ["war_spear"]
    assert table.state.treasure_out == ["cudgel", "torch"]


@pytest.mark.rule("D-EQUIP-02")
def test_with_a_free_slot_the_new_card_and_any_carried_ones_may_go_too():
    table = scene()
    table.equip(1, "torch", "cudgel", slots=3)
    table.state.treasure = ["war_spear"]
    table.run(FindTreasure((1,)))
    assert table.offered() == [
        Equip(1, 1, "war_spear"),
        DropCarried(1, 1, "torch", "war_spear"),
        DropCarried(1, 1, "cudgel", "war_spear"),
        DropNew(1, 1, "war_spear"),
    ]
    table.act(
        DropCarried(1, 1, "torch", "war_spear"),
        DropCarried(1, 1, "cudgel", "war_spear"),
        Equip(1, 1, "war_spear"),
    )
    assert table.character(1).equipment == ["war_spear"]


@pytest.mark.rule("D-EQUIP-04")
def test_a_weapon_works_in_the_round_it_names_only():
    table = scene()
    table.equip(0, "twin_daggers")  # Round III
    table.enemy(1).frozen = [1, 2, 3]
    table.play_card(0, "PO-6")
    table.round(2)
    assert not isinstance(table.waiting(), ChooseLine)
    assert isinstance(table.round(3), ChooseLine)
    table.act(PerformLine(0, 0, 0))  # nobody must use it
    assert table.on(1).damage == 0


@pytest.mark.rule("D-EQUIP-05")
def test_an_added_weapon_may_be_left_aside():
    table = scene()
    table.equip(0, "balanced_blade")
    table.enemy(1).frozen = [2]
    table.play_card(0, "PO-4")
    assert isinstance(table.round(2), ChooseAddedWeapon)
    table.act(NoWeapon(0, 0))
    assert table.on(1).damage == 1


@pytest.mark.rule("D-EQUIP-06")
def test_no_weapon_serves_twice_in_a_round_but_again_in_the_next():
    table = scene("poisoned flayed")
    table.equip(0, "hayabusa_gauntlets")  # added in every Round
    table.enemy(1).frozen = [1, 2, 3]
    table.play_card(0, "PO-2", "PO-5")  # Round I: Poison, and an empty line
    table.round(1)
    assert table.act(UseWeapon(0, 0, 0, "hayabusa_gauntlets")) is None
    assert table.on(1).damage == 1
    assert isinstance(table.round(2), ChooseAddedWeapon)


@pytest.mark.rule("D-EQUIP-06")
def test_two_copies_of_a_weapon_are_two_weapons():
    table = scene("poisoned flayed")
    table.equip(0, "rusty_sword", "rusty_sword")  # Round I
    table.enemy(1).frozen = [1]
    table.play_card(0, "PO-1", "PO-5")  # both lines are empty
    table.round(1)
    table.act(UseWeapon(0, 0, 0, "rusty_sword"), UseWeapon(0, 0, 1, "rusty_sword"))
    assert table.on(1).damage == 2


@pytest.mark.rule("D-EQUIP-09")
def test_a_weapon_in_any_round_once_per_combat():
    table = scene()
    table.equip(0, "lightspeed", "twin_daggers")
    table.enemy(1).frozen = [1, 2, 3]
    table.play_card(0, "PO-6")
    table.round(2)
    table.act(UseWeapon(0, 0, 0, "twin_daggers"))
    assert table.on(1).damage == 2
    table.character(0).active = ["PO-2"]
    table.round(1)
    assert table.waiting() is None
    assert isinstance(table.round(3), ChooseLine)  # its own Round


@pytest.mark.rule("D-EQUIP-09", "D-COMBAT-PLAY-10")
def test_passive_abilities_rest_while_their_owner_passes():
    table = scene("poisoned flayed immolated quartered")
    table.scrolls(1, red=1)
    enemy = table.enemy(1)
    table.hurt(enemy, "damage first_player")
    assert table.offered()
    table.act(table.offered()[1])
    table.state.passing = 1
    assert table.hurt(enemy, "damage first_player") is None
    assert table.health() == [1, 3, 3, 3]


@pytest.mark.rule("D-EQUIP-10", "D-INTER-05")
def test_equipment_is_given_once_and_never_exchanged():
    table = scene()
    table.equip(0, "torch")
    table.state.treasure = ["cudgel"]
    table.run(FindTreasure((0, 1, 2)))
    table.act(GiveEquipment(0, 0, "cudgel"))
    offered = {type(option) for option in table.offered()}
    assert offered == {Equip, DropCarried, DropNew}  # nothing hands the Torch to another
    table.act(DropCarried(0, 0, "torch", "cudgel"))
    assert table.state.treasure_out == ["torch"]  # to the discard pile, to nobody else
