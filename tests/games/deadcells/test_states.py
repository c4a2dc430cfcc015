"""Poison, Bleeding, Fire, Freeze, Target, Invisible (section 16), kills and Round Ends (15, 17)."""

from __future__ import annotations

import pytest

from embertable.games.deadcells.combat import BleedOut
from embertable.games.deadcells.damage_to_enemies import AimAt, EnemyDied
from embertable.games.deadcells.damage_to_group import Block, ChooseVictim, PickVictim
from embertable.games.deadcells.effects_in_combat import Looted
from embertable.games.deadcells.state_tokens import Endure, StateHadNoEffect, Ward
from tests.games.deadcells.scene import scene

POISON, BLEEDING, FIRE, TARGET = range(4)


@pytest.mark.rule("D-EX-20", "D-STATE-POISON-01", "D-STATE-POISON-02", "D-V-02")
def test_example_20_poison_tokens_add_up():
    table = scene()
    enemy = table.enemy(1, health=5)
    table.does(0, "state poison 2 on 1")
    assert enemy.tokens[POISON] == 2
    table.end_round(1)
    assert enemy.damage == 2
    table.end_round(2)
    assert enemy.damage == 4
    table.end_round(3)
    assert table.board() == {}


@pytest.mark.rule("D-EX-21", "D-BLOCK-03")
def test_example_21_shields_stop_neither_states_nor_poison():
    table = scene()
    enemy = table.enemy(1, shields=1)
    table.does(0, "state poison on 1")
    table.end_round(1)
    assert (enemy.damage, enemy.shields) == (1, 1)
    table.character(1).shields = 1
    table.hurt(enemy, "state poison most_health")
    table.act(PickVictim(0, 1))
    table.end_round(2)
    assert (table.health()[1], table.character(1).shields) == (2, 1)


@pytest.mark.rule("D-STATE-POISON-02")
def test_target_tokens_add_once_to_a_poison_packet():
    table = scene()
    enemy = table.enemy(1)
    enemy.tokens = [2, 0, 0, 1]
    table.end_round(1)
    assert enemy.damage == 3
    table.character(0).tokens = [1, 0, 0, 1]
    table.end_round(1)
    assert table.health()[0] == 1


@pytest.mark.rule("D-EX-22", "D-STATE-BLEED-01", "D-KILL-05")
def test_example_22_bleeding_kills_at_the_end_of_round_three_before_round_four():
    table = scene()
    enemy = table.enemy(1, "b1_zombie", damage=1, health=8)
    table.does(0, "state bleeding on 1")
    table.end_round(2)
    assert enemy.damage == 1
    assert table.end_round(3) is None  # nobody is asked who takes Round IV's Damage
    assert (table.board(), table.state.cells, table.health()) == ({}, 1, [3, 3, 3])


@pytest.mark.rule("D-STATE-BLEED-02", "D-STATE-01")
def test_a_bleeding_beheaded_dies_and_the_run_with_them():
    table = scene()
    table.open_board(3)
    table.character(1).tokens[BLEEDING] = 1
    table.end_round(3)
    assert table.state.dead == 1


@pytest.mark.rule("D-INT-35")
def test_interaction_35_the_lacerators_death_stops_the_bleeding_in_time_or_too_late():
    table = scene()
    enemy = table.enemy(1, "b6_elite_lacerator", damage=7)
    enemy.tokens[POISON] = 1
    table.character(1).tokens[BLEEDING] = 1
    table.end_round(3)
    assert not table.is_over()
    table = scene()
    enemy = table.enemy(1, "b6_elite_lacerator")
    enemy.tokens[BLEEDING] = 1
    table.character(1).tokens[BLEEDING] = 1
    table.end_round(3)
    assert table.state.dead == 1


@pytest.mark.rule("D-EX-23", "D-STATE-FIRE-01")
def test_example_23_a_second_fire_kills_at_once():
    table = scene()
    table.enemy(1, health=8)
    table.does(0, "state fire on 1")
    assert table.board() == {1: ("b4_zombie", 0)}
    table.does(0, "state fire on 1")
    assert table.board() == {}
    table.enemy(2)
    table.character(1).tokens[FIRE] = 1
    table.hurt(table.state.enemies[0], "state fire")
    table.act(PickVictim(0, 1))
    assert table.state.dead == 1


@pytest.mark.rule("D-EX-24", "D-STATE-FREEZE-01", "D-STATE-FREEZE-02", "D-STATE-FREEZE-04")
def test_example_24_freeze_takes_the_next_line_with_an_action():
    table = scene()
    enemy = table.enemy(3, "b1_elite_archer")  # lines I and III
    table.does(0, "state freeze")
    assert enemy.frozen == [3]
    table.round(3)
    assert (enemy.frozen, table.health()) == ([], [3, 3, 3])


@pytest.mark.rule("D-EX-25", "D-STATE-FREEZE-02")
def test_example_25_freeze_in_round_zero_takes_round_one():
    table = scene()
    enemy = table.enemy(3, "b1_undead_archer")
    table.state.round = 0
    table.does(0, "state freeze")
    assert enemy.frozen == [1]
    assert table.round(1) is None


@pytest.mark.rule("D-INT-08", "D-V-02")
def test_interaction_08_a_second_freeze_goes_to_the_next_line():
    table = scene()
    enemy = table.enemy(1, "b1_undead_archer")
    table.state.round = 0
    table.does(0, "state freeze 2")
    assert enemy.frozen == [1, 2]


@pytest.mark.rule("D-INT-09")
def test_interaction_09_freeze_in_round_three_takes_round_four():
    table = scene()
    enemy = table.enemy(1, "b1_zombie")
    table.state.round = 3
    table.does(0, "state freeze")
    assert enemy.frozen == [4]
    assert table.end_round(3) is None
    assert table.health() == [3, 3, 3]


@pytest.mark.rule("D-EX-26", "D-STATE-FREEZE-03", "D-HERO-IMMOLATED-06", "D-STATE-02")
def test_example_26_freeze_on_a_beheaded_takes_line_and_weapon_and_the_immune_may_be_chosen():
    table = scene("poisoned flayed immolated")
    enemy = table.enemy(1, "b6_shocker")
    table.play_card(0, "PO-1")  # II Poison, III Damage
    table.equip(0, "beginners_bow")
    table.scrolls(2, green=2)
    table.hurt(enemy, "state freeze")
    table.act(PickVictim(0, 0))
    assert table.character(0).frozen == [2]
    table.hurt(enemy, "state freeze")
    table.act(PickVictim(0, 2))
    assert table.character(2).frozen == []
    assert table.events(StateHadNoEffect) == [StateHadNoEffect(2, "freeze")]
    table.state.enemies = []
    table.enemy(2, "b3_kamikaze")
    assert isinstance(table.round(2), ChooseVictim)  # nobody was asked about a Weapon
    table.act(PickVictim(0, 1))
    assert table.character(0).frozen == []
    table.state.enemies = []
    table.enemy(1, "b3_scorpion")
    table.round(3)
    assert table.board() == {1: ("b3_scorpion", 1)}


@pytest.mark.rule("D-INT-10", "D-COMBAT-PLAY-06")
def test_interaction_10_freeze_on_two_active_cards_takes_the_first_ones_line():
    table = scene("immolated flayed")
    table.open_board(1)
    table.play_card(0, "IM-3", "IM-1")
    table.enemy(1)
    table.hurt(table.state.enemies[0], "state freeze first_player")
    assert table.character(0).frozen == [2]
    table.round(2)
    assert table.board()[1][1] == 1  # the second card's line II


@pytest.mark.rule("D-EX-27", "D-STATE-TARGET-01", "D-INT-01")
def test_example_27_target_adds_one_to_every_packet_before_shields():
    table = scene()
    enemy = table.enemy(1, health=4, shields=1)
    table.does(0, "state target on 1", "damage on 1")
    assert (enemy.damage, enemy.shields) == (1, 0)
    table.does(0, "damage 2 on 1")
    assert table.board() == {}
    table.character(1).tokens[TARGET] = 1
    enemy = table.enemy(1)
    table.hurt(enemy, "damage")
    table.act(PickVictim(0, 1))
    assert table.health()[1] == 1


@pytest.mark.rule("D-EX-28", "D-ACTION-INVISIBLE-01", "D-V-09", "D-HERO-FLAYED-08")
def test_example_28_an_invisible_enemy_is_no_target_in_that_round():
    table = scene("poisoned flayed immolated")
    enemy = table.enemy(-1, "b3_scorpion")
    table.state.round = 1
    table.does(0, "damage", "damage all", "state poison")
    assert (enemy.damage, enemy.tokens[POISON]) == (0, 0)
    table.scrolls(1, red=2)
    table.does(1, "damage")
    assert enemy.damage == 1
    table.state.round = 2
    table.does(0, "damage")
    assert enemy.damage == 2


@pytest.mark.rule("D-INT-07", "D-STATE-FREEZE-03")
def test_interaction_07_a_frozen_line_is_not_invisible():
    table = scene()
    enemy = table.enemy(-1, "b3_scorpion")
    enemy.frozen = [1]
    table.does(0, "damage")
    assert enemy.damage == 1


@pytest.mark.rule("D-INT-07", "D-STATE-FREEZE-03", "D-STATE-FREEZE-04")
def test_a_line_that_was_lost_behind_the_group_hides_nobody_for_the_rest_of_the_round():
    table = scene()
    enemy = table.enemy(-1, "b3_scorpion")  # acts before the Group
    enemy.frozen = [1]
    table.play_card(2, "IM-5")  # I: Damage on -1 or 1
    table.round(1)
    assert (enemy.frozen, enemy.damage) == ([], 1)
    assert not table.view().enemies[0].invisible


@pytest.mark.rule("D-EX-29", "D-BLOCK-04")
def test_example_29_a_golden_shield_stops_a_state_or_is_kept():
    table = scene()
    enemy = table.enemy(1)
    table.character(1).golden = 1
    table.hurt(enemy, "state poison")
    table.act(PickVictim(0, 1))
    assert table.offered() == [Ward(1, 1, "poison"), Endure(1, 1, "poison")]
    table.act(Endure(1, 1, "poison"))
    assert (table.character(1).golden, table.character(1).tokens[POISON]) == (1, 1)
    table.hurt(enemy, "state poison")
    table.act(PickVictim(0, 1), Ward(1, 1, "poison"))
    assert (table.character(1).golden, table.character(1).tokens[POISON]) == (0, 1)
    table.character(1).golden = 1
    table.hurt(enemy, "damage")
    table.act(PickVictim(0, 1), Block(1, 1, 0, 1))
    assert table.health()[1] == 3


@pytest.mark.rule("D-STATE-03", "D-UPKEEP-04")
def test_states_stay_until_the_combat_is_over():
    table = scene()
    table.open_board()
    table.character(0).tokens = [0, 0, 1, 1]
    table.character(0).damage = 1
    table.end_round(1)
    assert table.character(0).tokens == [0, 0, 1, 1]
    table.upkeep()
    assert (table.character(0).tokens, table.character(0).damage) == ([0, 0, 0, 0], 1)


# Kills.


@pytest.mark.rule("D-KILL-01", "D-KILL-02")
def test_rewards_come_before_the_harm_of_a_death_box():
    table = scene()
    table.enemy(1, "b3_disgusting_worm", damage=2)
    assert isinstance(table.does(0, "damage on 1"), ChooseVictim)
    assert table.state.cells == 1
    assert table.state.monsters_out == ["b3_disgusting_worm"]
    table.act(PickVictim(0, 2))
    assert table.health() == [3, 3, 2]


@pytest.mark.rule("D-KILL-06")
def test_states_in_a_death_box_hit_a_participant():
    table = scene()
    table.enemy(1, "b4_purulent_zombie", damage=4)
    table.does(0, "damage on 1")
    table.act(PickVictim(0, 1))
    assert table.character(1).tokens[POISON] == 1


@pytest.mark.rule("D-INT-03", "D-INT-02", "D-DEATH-02")
def test_interaction_03_a_death_box_may_end_the_run_before_the_next_one_and_keeps_its_cells():
    table = scene()
    table.enemy(1, "b3_disgusting_worm", damage=2)
    table.enemy(2, "b3_disgusting_worm", damage=2)
    table.character(2).damage = 2
    table.does(0, "damage all")
    assert table.events(EnemyDied) == [EnemyDied(1, "b3_disgusting_worm")]
    table.act(PickVictim(0, 2))
    assert (table.state.dead, table.state.cells) == (2, 1)
    assert len(table.events(EnemyDied)) == 1


@pytest.mark.rule("D-INT-02", "D-COMBAT-ORDER-05")
def test_interaction_02_all_damage_is_placed_before_anybody_dies_from_left_to_right():
    table = scene()
    for space in (-1, 2, 3):
        table.enemy(space, "b1_zombie", damage=1)
    table.does(0, "damage all")
    assert [event.space for event in table.events(EnemyDied)] == [-1, 2, 3]
    assert table.state.cells == 3


@pytest.mark.rule("D-KILL-04", "D-INT-04")
def test_interaction_04_all_rounds_are_played_when_no_enemy_is_left():
    table = scene("poisoned flayed immolated")
    table.enemy(1, "b1_zombie", damage=1)
    table.state.loot = ["scroll green"]
    table.character(1).tokens[POISON] = 1
    table.fight("PO-5", "FL-3", "IM-1")  # II Damage by The Poisoned, III Loot by The Immolated
    assert table.board() == {}
    assert [(event.item, event.n) for event in table.events(Looted)] == [("scroll", 1)]
    assert table.state.dead == 1  # by the third tick


@pytest.mark.rule("D-INT-13")
def test_interaction_13_rewards_need_no_loot():
    table = scene()
    table.enemy(1, "b1_shieldbearer", damage=2)
    table.state.loot = ["tooth"]
    table.does(0, "loot", "damage on 1")
    assert table.state.teeth == 2


@pytest.mark.rule("D-ROUNDEND-02")
def test_poison_ticks_from_left_to_right_and_death_stops_the_rest():
    table = scene()
    behind = table.enemy(-1, "b1_zombie", damage=1)
    front = table.enemy(1, "b1_zombie", damage=1)
    behind.tokens[POISON] = front.tokens[POISON] = 1
    table.character(1).tokens[POISON] = 3
    table.end_round(1)
    assert table.state.dead == 1
    assert [event.space for event in table.events(EnemyDied)] == [-1]


@pytest.mark.rule("D-ROUND0-03")
def test_round_zero_has_no_round_end():
    table = scene()
    enemy = table.enemy(3)
    enemy.tokens[POISON] = 1
    table.round(0)
    assert table.board() == {3: ("b4_zombie", 0)}


@pytest.mark.rule("D-ROUNDEND-05")
def test_nobody_moves_up_after_round_three():
    table = scene()
    table.enemy(3, "b1_undead_archer")
    table.end_round(3)
    assert list(table.board()) == [3]


@pytest.mark.rule("D-ROUNDEND-05")
def test_poison_and_bleeding_apply_without_enemies():
    table = scene()
    table.open_board(3)
    table.character(0).tokens[POISON] = 1
    table.end_round(3)
    assert table.health()[0] == 2
    table.character(0).tokens[BLEEDING] = 1
    table.run(BleedOut())
    assert table.state.dead == 0


@pytest.mark.rule("D-COMBAT-ORDER-06")
def test_a_dead_enemy_does_not_act():
    table = scene()
    table.enemy(1, "b1_undead_archer", damage=1)
    table.play_card(0, "PO-4")
    table.character(0).active = ["IM-3"]
    assert table.round(1) is None
    assert table.health() == [3, 3, 3]


@pytest.mark.rule("D-INT-16")
def test_interaction_16_all_gives_tokens_to_everybody_but_the_immune():
    table = scene("poisoned flayed immolated")
    table.scrolls(0, green=2)
    enemy = table.enemy(1)
    table.hurt(enemy, "state poison all")
    assert [one.tokens[POISON] for one in table.state.characters] == [0, 1, 1]


def test_the_aim_of_a_state_is_the_acting_players():
    table = scene(first=2)
    table.enemy(1)
    table.enemy(2)
    table.does(1, "state poison")
    assert table.offered() == [AimAt(1, 1), AimAt(1, 2)]
