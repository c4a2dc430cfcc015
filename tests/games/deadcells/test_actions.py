"""Damage, Shields, Loot, Skills, Weapons: what one Action does (sections 9, 12 to 15)."""

from __future__ import annotations

import pytest

from embertable.games.deadcells.character_round import (
    ChooseAddedWeapon,
    ChooseLine,
    NoWeapon,
    PerformLine,
    UseWeapon,
)
from embertable.games.deadcells.damage_to_enemies import AimAt, ChooseEnemy
from embertable.games.deadcells.damage_to_group import (
    Block,
    ChooseBlock,
    ChooseVictim,
    PickCompanion,
    PickVictim,
    StandBack,
    TakeInstead,
)
from embertable.games.deadcells.effects import HEALTH, Damage
from embertable.games.deadcells.effects_in_combat import (
    AttackInstead,
    ChooseLoot,
    ChooseSkill,
    DeclineSkill,
    HelpOne,
    LeaveLoot,
    TakeLoot,
    UseItem,
    UseSkill,
)
from embertable.games.deadcells.enemies import GiveUpActiveCard
from tests.games.deadcells.scene import scene


def spaces(options):
    return [option.space for option in options]


# Range and targets.


@pytest.mark.rule("D-RANGE-01", "D-RANGE-03", "D-DAMAGE-01", "D-ACTION-DAMAGE-01", "D-V-01")
def test_an_attack_hits_one_enemy_in_range_and_kills_at_its_health():
    table = scene()
    table.enemy(1, "b1_zombie", damage=1)
    table.enemy(2)
    table.enemy(3)
    assert isinstance(table.does(0, "damage on 1 2"), ChooseEnemy)
    assert spaces(table.offered()) == [1, 2]
    table.act(AimAt(0, 1))
    assert table.board() == {2: ("b4_zombie", 0), 3: ("b4_zombie", 0)}
    assert table.state.cells == 1


@pytest.mark.rule("D-RANGE-02", "D-EX-13", "D-COMBAT-ORDER-04", "D-KILL-02", "D-INT-06")
def test_example_13_an_emptied_space_is_not_filled_before_the_round_ends():
    table = scene()
    table.enemy(1, "b1_zombie", damage=1)
    table.enemy(2)
    table.does(0, "damage on 1", "damage on 1")
    assert table.board() == {2: ("b4_zombie", 0)}
    table.end_round(1)
    assert table.board() == {1: ("b4_zombie", 0)}
    table.does(0, "damage on 1")
    assert table.board() == {1: ("b4_zombie", 1)}


@pytest.mark.rule("D-INT-06", "D-ROUNDEND-03", "D-INT-05")
def test_interaction_06_enemies_close_up_in_order_and_nothing_passes_the_group():
    table = scene()
    table.enemy(2, "b1_zombie")
    table.enemy(3, "b4_zombie")
    table.enemy(-1, "b2_bat")
    table.end_round(1)
    assert {space: card for space, (card, _) in table.board().items()} == {
        -1: "b2_bat",
        1: "b1_zombie",
        2: "b4_zombie",
    }
    table.state.enemies.pop(0)
    table.state.enemies.pop(0)
    table.state.enemies[0].space = 3
    table.end_round(2)
    assert list(table.board()) == [1]


@pytest.mark.rule("D-DAMAGE-03", "D-EX-03")
def test_example_03_two_different_enemies_or_one_once():
    table = scene()
    table.enemy(1)
    table.does(0, "damage two on 1 2 3")
    assert table.board() == {1: ("b4_zombie", 1)}
    table.enemy(2)
    table.enemy(3)
    table.does(0, "damage two on 1 2 3")
    assert len(table.offered()) == 3
    table.act(AimAt(0, 1))
    assert spaces(table.offered()) == [2, 3]
    table.act(AimAt(0, 3))
    assert [damage for _, damage in table.board().values()] == [2, 0, 1]


@pytest.mark.rule("D-DAMAGE-05")
def test_all_enemies_in_range():
    table = scene()
    for space in (-1, 1, 2, 3):
        table.enemy(space)
    table.does(0, "damage all on 1 2")
    assert [damage for _, damage in table.board().values()] == [0, 1, 1, 0]


@pytest.mark.rule("D-DAMAGE-02", "D-EX-04")
def test_example_04_most_and_fewest_health_among_participants():
    table = scene()
    enemy = table.enemy(1)
    table.character(1).damage = table.character(2).damage = 1
    assert table.hurt(enemy, "damage most_health") is None
    assert table.health() == [2, 2, 2]
    table.character(0).damage = 0
    assert isinstance(table.hurt(enemy, "damage fewest_health"), ChooseVictim)
    assert table.offered() == [PickVictim(0, 1), PickVictim(0, 2)]
    table.act(PickVictim(0, 2))
    assert table.health() == [3, 2, 1]


@pytest.mark.rule("D-DAMAGE-02")
def test_fewest_health_among_enemies_is_chosen_by_the_actor_on_a_tie():
    table = scene(first=1)
    table.enemy(1, damage=2)
    table.enemy(2, damage=2)
    table.enemy(3)
    table.does(2, "damage fewest_health")
    assert table.offered() == [AimAt(2, 1), AimAt(2, 2)]


@pytest.mark.rule("D-DAMAGE-06", "D-EX-06")
def test_example_06_damage_equal_to_the_attackers_health():
    table = scene()
    table.enemy(1, "b1_elite_archer", damage=1)
    table.character(0).damage = 1
    table.does(0, Damage(HEALTH, range=(1,)))
    assert table.board() == {}


@pytest.mark.rule("D-DAMAGE-06", "D-V-01")
def test_an_enemy_too_may_deal_as_much_as_it_has_health():
    table = scene()
    enemy = table.enemy(1, "b1_elite_archer", damage=1)
    table.hurt(enemy, Damage(HEALTH, "first_player"))
    assert table.health() == [1, 3, 3]


@pytest.mark.rule("D-DAMAGE-04", "D-EX-02", "D-BLOCK-01", "D-BLOCK-02")
def test_example_02_a_shield_stops_one_of_two_damage():
    table = scene()
    enemy = table.enemy(1)
    table.character(1).shields = 1
    table.hurt(enemy, "damage 2")
    table.act(PickVictim(0, 1))
    assert set(table.offered(1)) == {Block(1, 1, 1, 0), Block(1, 1, 0, 0)}
    table.act(Block(1, 1, 1, 0))
    assert (table.character(1).shields, table.health()[1]) == (0, 2)
    table.character(1).shields = 2
    table.hurt(enemy, "damage 2")
    table.act(PickVictim(0, 1), Block(1, 1, 2, 0))
    assert table.health()[1] == 2


@pytest.mark.rule("D-BLOCK-05", "D-FIRST-08")
def test_beheaded_may_keep_their_shields_and_choose_which_kind():
    table = scene()
    enemy = table.enemy(1)
    table.character(1).shields = table.character(1).golden = 1
    table.hurt(enemy, "damage 2")
    table.act(PickVictim(0, 1))
    assert set(table.offered(1)) == {
        Block(1, 1, 1, 1),
        Block(1, 1, 1, 0),
        Block(1, 1, 0, 1),
        Block(1, 1, 0, 0),
    }
    table.act(Block(1, 1, 0, 0))
    assert table.health()[1] == 1


@pytest.mark.rule("D-BLOCK-05")
def test_enemies_must_use_their_shields():
    table = scene()
    table.enemy(1, shields=1)
    table.does(0, "damage 2 on 1")
    enemy = table.state.enemies[0]
    assert (enemy.shields, enemy.damage) == (0, 1)


@pytest.mark.rule("D-DAMAGE-07", "D-EX-07")
def test_example_07_unblockable_damage_leaves_shields_where_they_are():
    table = scene()
    enemy = table.enemy(1, "b6_inquisitor")
    table.character(1).shields = 2
    table.hurt(enemy, *table.state.lines_of(enemy)[3])
    table.act(PickVictim(0, 1))
    assert (table.character(1).shields, table.health()[1]) == (2, 2)
    assert isinstance(table.act(PickVictim(0, 1)), ChooseBlock)
    table.act(Block(1, 1, 1, 0))
    assert table.health()[1] == 2


@pytest.mark.rule("D-EX-05", "D-DAMAGE-05", "D-DEATH-01", "D-DEATH-02")
def test_example_05_damage_to_all_kills_the_one_without_shield():
    table = scene()
    enemy = table.enemy(1)
    table.character(1).damage, table.character(2).damage = 1, 2
    table.character(2).shields = 1
    table.hurt(enemy, "damage all")
    table.act(Block(2, 2, 1, 0))
    assert table.health() == [2, 1, 1]
    table.hurt(enemy, "damage all")
    assert table.is_over()


@pytest.mark.rule("D-DAMAGE-08", "D-EX-08", "D-HERO-FLAYED-05", "D-HERO-RULING-04", "D-FIRST-06")
def test_example_08_damage_to_the_first_player_may_be_taken_by_the_flayed_who_may_block_it():
    table = scene("poisoned flayed immolated")
    enemy = table.enemy(1, "b5_tracker")
    assert table.hurt(enemy, "damage first_player") is None
    assert table.health() == [2, 3, 3]
    table.scrolls(1, red=1)
    table.character(1).shields = 1
    table.hurt(enemy, "damage first_player")
    assert table.offered() == [TakeInstead(1, 1), StandBack(1, 1)]
    table.act(TakeInstead(1, 1), Block(1, 1, 1, 0))
    assert table.health() == [2, 3, 3]
    table.hurt(enemy, "damage first_player")
    table.act(StandBack(1, 1))
    assert table.health() == [1, 3, 3]


@pytest.mark.rule("D-HERO-RULING-04")
def test_the_flayed_takes_tile_damage_for_the_first_player_too_but_not_as_first_player():
    table = scene("poisoned flayed immolated")
    table.scrolls(1, red=1)
    table.happens("damage first_player")
    table.act(TakeInstead(1, 1))
    assert table.health() == [3, 2, 3]
    table.state.first = 1
    assert table.happens("damage first_player") is None
    assert table.health() == [3, 1, 3]


@pytest.mark.rule("D-INT-15", "D-EX-18", "D-EQUIP-08", "D-DEATH-03")
def test_example_18_companions_soak_damage_to_one_and_are_discarded():
    table = scene()
    table.equip(1, "leghugger")
    enemy = table.enemy(1)
    table.hurt(enemy, "damage 2")
    assert PickCompanion(0, 1, 0, "leghugger") in table.offered()
    table.act(PickCompanion(0, 1, 0, "leghugger"))
    assert (table.character(1).equipment, table.state.treasure_out) == ([], ["leghugger"])
    assert not table.is_over()
    table.equip(1, "leghugger")
    table.hurt(enemy, "damage first_player", "damage all", "damage most_health")
    assert table.character(1).companion_damage == [0]


@pytest.mark.rule("D-EQUIP-08")
def test_a_companions_damage_stays_and_companions_count_as_different_targets():
    table = scene()
    table.equip(1, "leghugger")
    enemy = table.enemy(1)
    table.hurt(enemy, "damage two")
    table.act(PickVictim(0, 1), PickCompanion(0, 1, 0, "leghugger"))
    assert (table.health()[1], table.character(1).companion_damage) == (2, [1])
    table.state.fighting = False
    table.happens("damage")
    assert all(isinstance(option, PickVictim) for option in table.offered())


@pytest.mark.rule("D-EQUIP-08", "D-DAMAGE-03")
def test_two_companions_of_one_owner_may_fall_together_and_damage_beyond_health_is_lost():
    table = scene()
    table.equip(1, "leghugger", "torch", "mushroom_boi")
    table.hurt(table.enemy(1), "damage 4 two")
    table.act(PickCompanion(0, 1, 0, "leghugger"), PickCompanion(0, 1, 2, "mushroom_boi"))
    assert table.character(1).equipment == ["torch"]
    assert table.character(1).companion_damage == [0]
    assert table.health() == [3, 3, 3]


# Loot.


@pytest.mark.rule("D-EX-10", "D-ACTION-LOOT-01", "D-LOOT-01", "D-LOOT-03", "D-V-05")
def test_example_10_loot_takes_all_of_one_type():
    table = scene()
    table.enemy(1)
    table.state.loot = ["tooth", "tooth", "cell"]
    table.does(0, "loot")
    assert table.offered() == [TakeLoot(0, 0, "tooth"), TakeLoot(0, 0, "cell")]
    table.act(TakeLoot(0, 0, "tooth"))
    assert (table.state.teeth, table.state.loot) == (2, ["cell"])
    table.does(0, "loot", "loot")
    assert (table.state.cells, table.state.loot) == (1, [])


@pytest.mark.rule("D-LOOT-01", "D-LOOT-02", "D-RUNE-02")
def test_scrolls_of_all_colours_are_one_type_and_a_rune_is_turned_at_once():
    table = scene()
    table.enemy(1)
    table.state.loot = ["scroll red", "scroll green"]
    table.does(0, "loot")
    assert sorted(table.state.scrolls) == ["green", "red"]
    table.state.loot = ["rune vine"]
    table.does(0, "loot")
    assert table.campaign.runes == ("vine",)


@pytest.mark.rule("D-EX-11", "D-HERO-IMMOLATED-04")
def test_example_11_the_immolated_may_strike_instead_of_looting():
    table = scene("immolated flayed poisoned")
    table.scrolls(0, purple=1)
    table.enemy(1, "b1_zombie", damage=1)
    table.state.loot = ["tooth"]
    assert isinstance(table.does(0, "loot"), ChooseLoot)
    table.act(AttackInstead(0, 0))
    assert (table.board(), table.state.loot) == ({}, ["tooth"])
    table.does(0, "loot")  # nobody left to strike
    assert table.state.teeth == 1


@pytest.mark.rule("D-COMBAT-ORDER-04", "D-LOOT-03", "D-HERO-IMMOLATED-04")
def test_the_immolated_may_leave_everybody_alone_where_there_is_no_loot():
    table = scene("immolated flayed poisoned")
    table.scrolls(0, purple=1)
    table.enemy(1, "b3_disgusting_worm", damage=2)  # its death hurts
    table.does(0, "loot")
    assert table.offered() == [AttackInstead(0, 0), LeaveLoot(0, 0)]
    assert table.act(LeaveLoot(0, 0)) is None
    assert table.on(1).damage == 2


# Skills and Equipment.


@pytest.mark.rule("D-EX-09", "D-ACTION-SKILL-01", "D-V-04", "D-HERO-POISONED-02")
def test_example_09_the_poisoned_may_gain_a_tooth_or_decline():
    table = scene()
    table.enemy(1)
    table.does(0, "skill")
    table.act(UseSkill(0, 0, "poisoned-purple-0"))
    assert table.state.teeth == 1
    assert table.does(0, "skill") is None  # once per Round


@pytest.mark.rule("D-ACTION-SKILL-02")
def test_track_skills_once_per_round_equipment_skills_as_often_as_there_are_actions():
    table = scene("flayed poisoned immolated")
    table.equip(0, "wolf_trap")
    table.enemy(1)
    table.does(0, "skill 3")
    table.act(UseItem(0, 0, "wolf_trap"), UseSkill(0, 0, "flayed-purple-0"))
    assert table.offered() == [UseItem(0, 0, "wolf_trap"), DeclineSkill(0, 0)]
    table.act(UseItem(0, 0, "wolf_trap"))
    assert table.board() == {1: ("b4_zombie", 2)}


@pytest.mark.rule("D-EX-17", "D-EQUIP-07", "D-EQUIP-03", "D-V-41")
def test_example_17_a_skill_item_with_the_discard_symbol_goes_after_use():
    table = scene()
    table.equip(0, "fire_grenade")
    table.enemy(-1)
    table.enemy(2)
    assert isinstance(table.does(0, "skill"), ChooseSkill)
    table.act(UseItem(0, 0, "fire_grenade"))
    assert table.on(2).tokens == [0, 0, 1, 0]
    assert table.state.treasure_out == ["fire_grenade"]


@pytest.mark.rule("D-EX-15", "D-EQUIP-04")
def test_example_15_a_weapon_replaces_a_line_also_an_empty_one():
    table = scene("immolated flayed poisoned")
    table.equip(0, "beginners_bow")
    table.enemy(2)
    table.play_card(0, "IM-2")  # I Skill, II empty, III Damage
    assert isinstance(table.round(2), ChooseLine)
    table.act(UseWeapon(0, 0, 0, "beginners_bow"))
    assert table.board() == {2: ("b4_zombie", 1)}


@pytest.mark.rule("D-EX-15")
def test_example_15_with_a_skill_on_the_line_it_is_the_skill_or_the_bow():
    table = scene("immolated flayed poisoned")
    table.equip(0, "beginners_bow")
    table.enemy(2)
    table.play_card(0, "IM-4")
    table.round(2)
    assert table.offered() == [PerformLine(0, 0, 0), UseWeapon(0, 0, 0, "beginners_bow")]
    table.act(UseWeapon(0, 0, 0, "beginners_bow"))
    assert not isinstance(table.waiting(), ChooseSkill)


@pytest.mark.rule("D-EX-16", "D-EQUIP-05", "D-INT-01")
def test_example_16_an_added_weapon_comes_after_the_line_as_its_own_packet():
    table = scene("immolated flayed poisoned")
    table.equip(0, "balanced_blade")
    table.enemy(1)
    table.state.enemies[0].tokens[3] = 1
    table.play_card(0, "IM-3")
    assert isinstance(table.round(2), ChooseAddedWeapon)
    assert table.board() == {1: ("b4_zombie", 2)}
    table.act(UseWeapon(0, 0, 0, "balanced_blade"))
    assert table.board() == {1: ("b4_zombie", 4)}


@pytest.mark.rule("D-EQUIP-06")
def test_one_weapon_per_card_and_round():
    table = scene("immolated flayed poisoned")
    table.equip(0, "balanced_blade", "spite_sword")
    table.enemy(1)
    table.play_card(0, "IM-2")
    table.round(2)
    table.act(UseWeapon(0, 0, 0, "spite_sword"))
    assert not isinstance(table.waiting(), ChooseAddedWeapon)
    assert table.board() == {1: ("b4_zombie", 2)}


@pytest.mark.rule("D-INT-26", "D-EQUIP-06", "D-COMBAT-PLAY-06")
def test_interaction_26_two_active_cards_take_one_weapon_each_and_different_ones():
    table = scene("immolated flayed")
    table.equip(0, "balanced_blade", "spiked_shield")
    table.enemy(1)
    table.play_card(0, "IM-3", "IM-2")
    table.round(2)
    table.act(UseWeapon(0, 0, 0, "balanced_blade"))
    assert isinstance(table.waiting(), ChooseAddedWeapon)
    assert table.offered() == [UseWeapon(0, 0, 1, "spiked_shield"), NoWeapon(0, 0)]


@pytest.mark.rule("D-EQUIP-11")
def test_a_bonus_needs_its_wall():
    table = scene("immolated flayed poisoned")
    table.equip(0, "war_spear")
    table.enemy(1)
    table.enemy(2)
    table.play_card(0, "IM-1")
    table.round(1)
    table.act(UseWeapon(0, 0, 0, "war_spear"))
    assert [damage for _, damage in table.board().values()] == [1, 0]
    table.state.wall = "wall"
    table.round(1)
    table.act(UseWeapon(0, 0, 0, "war_spear"))
    assert [damage for _, damage in table.board().values()] == [2, 1]


@pytest.mark.rule("D-EQUIP-06", "D-INT-12", "D-ACTION-DISCARD-01", "D-V-10")
def test_interaction_12_a_weapon_works_without_an_active_card():
    table = scene("immolated flayed poisoned")
    table.equip(0, "rusty_sword")
    enemy = table.enemy(1)
    table.play_card(0, "IM-3")
    table.hurt(enemy, "discard_active first_player")
    assert (table.character(0).active, table.character(0).discard) == ([""], ["IM-3"])
    table.round(1)
    table.act(UseWeapon(0, 0, 0, "rusty_sword"))
    assert table.board() == {1: ("b4_zombie", 1)}


@pytest.mark.rule("D-EX-14", "D-COMBAT-PLAY-06")
def test_example_14_discarding_an_active_card_hits_the_first_played_one():
    table = scene("immolated flayed")
    enemy = table.enemy(1)
    table.play_card(0, "IM-3", "IM-5")
    table.play_card(1, "FL-1")
    table.hurt(enemy, "discard_active first_player")
    assert table.character(0).active == ["", "IM-5"]
    table.round(1)
    assert table.board()[1][1] == 1  # IM-5 goes on acting


@pytest.mark.rule("D-ACTION-DISCARD-01")
def test_without_the_first_players_icon_the_group_chooses_among_those_with_a_card():
    table = scene()
    enemy = table.enemy(1)
    table.play_card(0, "PO-1")
    table.play_card(2, "IM-1")
    table.hurt(enemy, "discard_active one")
    assert table.offered() == [GiveUpActiveCard(0, 0), GiveUpActiveCard(0, 2)]


@pytest.mark.rule("D-ACTION-HEAL-01", "D-V-07", "D-V-08")
def test_healing_and_cleansing_choose_among_participants():
    table = scene()
    table.enemy(1)
    table.character(2).damage = 2
    table.character(2).tokens[1] = 1
    table.does(0, "heal any", "cleanse bleeding self")
    assert table.health() == [3, 3, 2]
    assert table.character(2).tokens == [0, 1, 0, 0]
    table.does(2, "cleanse bleeding self")
    assert table.character(2).tokens == [0, 0, 0, 0]


@pytest.mark.rule("D-V-03", "D-COMBAT-PLAY-10")
def test_shields_for_all_for_the_first_player_or_for_anybody_who_takes_part():
    table = scene("poisoned flayed immolated quartered", first=1)
    table.enemy(1)
    table.state.passing = 3
    table.does(0, "shield all", "shield first_player")
    assert [one.shields for one in table.state.characters] == [1, 2, 1, 0]
    assert table.on(1).shields == 0
    table.does(0, "shield any golden")
    assert {option.seat for option in table.offered()} == {0}
    assert len(table.offered()) == 3
    table.act(HelpOne(0, 2))
    assert table.character(2).golden == 1


@pytest.mark.rule("D-V-07")
def test_an_enemy_heals_itself_of_the_damage_it_has():
    table = scene()
    enemy = table.enemy(1, damage=3)
    table.hurt(enemy, "heal 2 self")
    assert enemy.damage == 1
    table.hurt(enemy, "heal 2 self")
    assert enemy.damage == 0


@pytest.mark.rule("D-EX-12", "D-ACTION-BLOCK-01", "D-BLOCK-07", "D-UPKEEP-04", "D-V-03")
def test_example_12_shields_stay_until_the_end_of_the_combat():
    table = scene("flayed poisoned immolated")
    table.open_board()
    table.play_card(0, "FL-2")
    table.round(1)
    table.end_round(1)
    assert table.character(0).shields == 1
    table.upkeep()
    assert table.character(0).shields == 0


@pytest.mark.rule("D-ACTION-GIVE-SHIELD-01", "D-INT-11")
def test_interaction_11_enemies_shield_their_neighbours_in_front_only():
    table = scene()
    for space in (-1, 1, 2, 3):
        table.enemy(space)
    giver = table.on(2)
    table.hurt(giver, "shield adjacent")
    assert [enemy.shields for enemy in table.state.enemies] == [0, 1, 0, 1]
    table.hurt(giver, "shield 2 self")
    assert giver.shields == 2
    first = table.on(1)
    table.hurt(first, "shield adjacent")
    assert [enemy.shields for enemy in table.state.enemies] == [0, 1, 3, 1]


@pytest.mark.rule("D-COMBAT-SETUP-12")
def test_two_shields_for_one_damage_under_the_constraint():
    table = scene()
    enemy = table.enemy(1, shields=3)
    table.state.constraint = "two_shields_per_damage"
    table.character(0).shields = 1
    assert table.hurt(enemy, "damage first_player") is None
    assert table.health()[0] == 2
    table.character(0).golden = 1
    table.hurt(enemy, "damage first_player")
    table.act(Block(0, 0, 1, 1))
    assert table.health()[0] == 2
    table.does(1, "damage 2 on 1")
    assert (enemy.shields, enemy.damage) == (1, 1)


@pytest.mark.rule("D-COMBAT-SETUP-12")
def test_skills_do_nothing_under_the_constraint():
    table = scene()
    table.enemy(1)
    table.state.constraint = "no_skill"
    assert table.does(0, "skill") is None
