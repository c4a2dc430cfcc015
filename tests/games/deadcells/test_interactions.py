"""Where rules of Combat meet (section 28), each under its number."""

from __future__ import annotations

import pytest

from embertable.games.deadcells.character_round import ChooseLine, UseWeapon
from embertable.games.deadcells.combat import RoundBegan
from embertable.games.deadcells.damage_to_enemies import AimAt, EnemyDied
from embertable.games.deadcells.damage_to_group import Block, ChooseVictim, PickVictim
from embertable.games.deadcells.effects_in_combat import (
    ChooseSkill,
    DeclineSkill,
    HelpOne,
    Looted,
    UseItem,
    UseSkill,
)
from embertable.games.deadcells.gains import HealthRaised, TakeScroll
from embertable.games.deadcells.mutations import (
    ChooseMutation,
    DeathPrevented,
    LeaveMutation,
    UseMutation,
)
from tests.games.deadcells.scene import scene


@pytest.mark.rule("D-INT-04", "D-KILL-04", "D-KILL-05")
def test_interaction_04_poison_kills_the_last_enemy_and_the_rounds_go_on():
    table = scene()
    table.mutate("SV-05")  # the last enemy's death heals 1
    table.bears(table.enemy(1, "b1_zombie", damage=1), poison=1)
    table.state.loot = ["tooth"]
    table.character(1).damage = table.character(2).damage = 1
    table.fight("", "", "IM-1")  # III: Loot
    assert table.offered() == [HelpOne(0, 1), HelpOne(0, 2)]
    assert table.state.round == 1
    table.act(HelpOne(0, 2))
    assert table.health() == [3, 2, 3]
    assert [event.round for event in table.events(RoundBegan)] == [0, 1, 2, 3]
    assert table.events(Looted) == [Looted(2, "tooth", 1)]


@pytest.mark.rule("D-INT-05", "D-ROUNDEND-03")
def test_interaction_05_the_space_behind_stays_empty():
    table = scene()
    table.enemy(-1, "b2_bat", damage=1)
    for space in (1, 2, 3):
        table.enemy(space)
    table.does(0, "damage on -1")
    for round in (1, 2):
        table.end_round(round)
        assert list(table.board()) == [1, 2, 3]


@pytest.mark.rule("D-INT-11", "D-ACTION-GIVE-SHIELD-01")
def test_interaction_11_the_protectors_shields_come_after_the_group_acted():
    table = scene()
    table.enemy(1, "b1_elite_zombie").frozen = [1, 2]
    table.enemy(2, "b2_protector")
    table.play_card(0, "BR-04c")  # 1 Damage on space 1 in each Round
    table.round(1)
    table.act(PickVictim(0, 0))
    assert (table.on(1).damage, table.on(1).shields) == (1, 1)
    table.round(2)
    assert (table.on(1).damage, table.on(1).shields) == (1, 1)  # used, and given again


@pytest.mark.rule("D-INT-12", "D-ACTION-DISCARD-01", "D-STATE-FREEZE-03")
def test_interaction_12_a_weapon_without_card_unless_frozen():
    table = scene()
    table.equip(0, "spite_sword")  # Round II
    enemy = table.enemy(1, "b1_elite_zombie")
    enemy.frozen = [2]
    table.play_card(0, "PO-4")
    table.hurt(enemy, "discard_active first_player")
    assert isinstance(table.round(2), ChooseLine)
    table.act(UseWeapon(0, 0, 0, "spite_sword"))
    assert enemy.damage == 2
    enemy.frozen = [2]
    table.character(0).frozen = [2]
    assert table.round(2) is None
    assert enemy.damage == 2


@pytest.mark.rule("D-INT-13", "D-KILL-01")
def test_interaction_13_a_reward_of_a_type_that_was_looted_goes_to_the_bag_by_itself():
    table = scene()
    table.enemy(1, "b1_shieldbearer", damage=2).frozen = [1]
    table.state.loot = ["tooth", "tooth"]
    table.fight("", "FL-1", "QU-4")  # I: Loot; The Flayed kills in Round II
    table.act(DeclineSkill(1, 1))
    assert (table.state.teeth, table.board()) == (3, {})


@pytest.mark.rule("D-INT-17", "D-HERO-IMMOLATED-08")
def test_interaction_17_the_answer_kills_the_attacker_and_the_rest_of_its_line_is_lost():
    table = scene("immolated flayed poisoned")
    table.scrolls(0, red=2)
    table.bears(table.enemy(1, "b7_royal_guard"), fire=1)
    table.round(2)  # 1 Damage to the First Player, then 1 Damage
    assert (table.waiting(), table.board()) == (None, {})
    assert table.health() == [2, 3, 3]
    assert table.state.cells == 1


@pytest.mark.rule("D-DEATH-01", "D-INT-19", "D-HERO-IMMOLATED-08")
def test_nobody_heals_from_a_deadly_blow_by_what_answers_it():
    table = scene("immolated flayed poisoned")
    table.mutate("SV-05")  # heals when the last enemy dies
    table.scrolls(0, red=2)
    table.character(0).damage = 2
    table.bears(table.enemy(1), fire=1)
    table.hurt(table.on(1), "damage first_player")
    assert (table.state.dead, table.state.cells) == (0, 0)


@pytest.mark.rule("D-INT-18", "D-V-22")
def test_interaction_18_a_prevented_death_saves_one_of_two():
    table = scene()
    table.mutate("SV-12")
    table.character(1).damage = table.character(2).damage = 2
    table.hurt(table.enemy(1), "damage all")
    assert table.events(DeathPrevented) == [DeathPrevented(1)]
    assert table.state.dead == 2


@pytest.mark.rule("D-V-22", "D-STATE-BLEED-02")
def test_a_prevented_death_leaves_one_health_and_no_states():
    table = scene()
    table.mutate("SV-12")
    table.open_board()
    table.bears(table.character(1), bleeding=1, target=1)
    table.character(1).frozen = [3]
    table.end_round(3)
    assert not table.is_over()
    assert (table.health(), table.states(table.character(1))) == ([3, 1, 3], {})
    assert table.character(1).frozen == []
    table.bears(table.character(1), fire=1)
    table.hurt(table.enemy(1), "state fire one")
    table.act(PickVictim(0, 1))
    assert table.state.dead == 1  # once per Run


@pytest.mark.rule("D-INT-19", "D-SCROLL-03", "D-UPKEEP-01")
def test_interaction_19_a_green_scroll_in_the_upkeep_adds_one_health():
    table = scene()
    table.open_board()
    table.character(0).damage = 2
    table.state.scrolls = ["green"]
    table.upkeep()
    table.act(TakeScroll(0, 0, "green"))
    assert table.events(HealthRaised) == [HealthRaised(0, 4)]
    assert (table.character(0).health(), table.character(0).damage) == (2, 2)


@pytest.mark.rule("D-INT-19", "D-DEATH-02")
def test_interaction_19_it_saves_nobody_who_died_before():
    table = scene()
    table.enemy(1)
    table.state.scrolls = ["green"]
    table.bears(table.character(0), poison=3)
    table.end_round(3)
    assert table.state.dead == 0
    assert table.events(HealthRaised) == []


@pytest.mark.rule("D-INT-22", "D-HERO-RULING-07")
def test_interaction_22_a_mirrored_hit_counts_target_for_each_and_is_not_mirrored_again():
    table = scene("quartered flayed poisoned")
    table.scrolls(0, red=2)
    behind = table.enemy(-1)
    far = table.enemy(3)
    table.bears(behind, target=1)
    table.does(0, "damage 2 on 3")
    assert (behind.damage, far.damage) == (3, 2)
    table.does(0, "damage on -1")
    table.act(AimAt(0, -1))
    assert (behind.damage, far.damage) == (5, 2)


@pytest.mark.rule("D-INT-24", "D-V-21")
def test_interaction_24_combo_and_frenzy_add_up_for_every_packet():
    table = scene()
    table.mutate("BR-08", "BR-11")
    for space in (1, 2):
        table.enemy(space, "b7_elite_slasher").frozen = [2]
    table.character(0).dealt = True
    table.play_card(0, "BR-06c")  # II: 1 Damage to all on 1 and 2
    assert isinstance(table.round(2), ChooseMutation)
    table.act(UseMutation(0, "BR-11", 0), UseMutation(0, "BR-08", 0))
    assert (table.on(1).damage, table.on(2).damage) == (3, 3)
    table.does(1, "damage on 1")
    assert table.on(1).damage == 5  # Frenzy holds for the Round, Combo for one Action
    table.round(3)
    assert table.on(1).damage == 6


@pytest.mark.rule("D-INT-24", "D-BLOCK-06")
def test_combo_needs_damage_dealt_before_and_may_be_kept():
    table = scene()
    table.mutate("BR-08")
    enemy = table.enemy(1, "b7_elite_slasher")
    table.does(0, "damage on 1")  # nobody is asked
    assert enemy.damage == 1
    table.does(0, "damage on 1")
    table.act(LeaveMutation(0, "BR-08"))
    assert enemy.damage == 2
    table.does(0, "damage on 1")
    table.act(UseMutation(0, "BR-08", 0))
    assert enemy.damage == 4
    assert table.does(0, "damage on 1") is None  # once per Combat


@pytest.mark.rule("D-INT-25", "D-MUT-06")
def test_interaction_25_parting_gift_makes_no_chain():
    table = scene()
    table.mutate("TC-12")
    for space in (1, 2, 3):
        table.enemy(space, "b1_zombie", damage=1)
    assert isinstance(table.does(0, "damage on 1"), ChooseMutation)
    table.act(UseMutation(0, "TC-12", 0))
    assert [event.space for event in table.events(EnemyDied)] == [1, 2]
    assert table.waiting() is None
    assert table.board() == {3: ("b1_zombie", 1)}


@pytest.mark.rule("D-INT-25")
def test_parting_gift_reaches_neighbours_of_the_dead_only():
    table = scene()
    table.mutate("TC-12")
    table.enemy(-1, "b1_zombie", damage=1)
    table.enemy(1, "b1_zombie", damage=1)
    table.enemy(3)
    assert table.does(0, "damage on 1") is None  # the Group separates -1 from 1
    table.enemy(2, "b1_zombie", damage=1)
    table.enemy(1)
    table.does(0, "damage on 2")
    table.act(UseMutation(0, "TC-12", 0))
    assert table.offered() == [AimAt(0, 1), AimAt(0, 3)]


@pytest.mark.rule("D-INT-26", "D-ACTION-SKILL-02")
def test_interaction_26_track_skills_once_per_round_with_two_cards_too():
    table = scene("flayed poisoned")
    table.equip(0, "wolf_trap")
    table.enemy(1, "b7_elite_slasher").frozen = [1, 2]
    table.play_card(0, "FL-1", "FL-6")  # both have a Skill in Round I
    assert isinstance(table.round(1), ChooseSkill)
    table.act(UseSkill(0, 0, "flayed-purple-0"))
    assert table.offered() == [UseItem(0, 0, "wolf_trap"), DeclineSkill(0, 0)]
    table.act(UseItem(0, 0, "wolf_trap"))
    assert (table.character(0).shields, table.on(1).damage) == (1, 1)
    table.character(0).active = ["FL-5"]
    table.round(2)  # and anew in the next Round
    assert UseSkill(0, 0, "flayed-purple-0") in table.offered()


@pytest.mark.rule("D-INT-02", "D-INT-03", "D-DEATH-02")
def test_interaction_03_a_death_box_in_the_groups_turn_ends_the_run_at_once():
    table = scene()
    table.enemy(1, "b3_elite_worm", damage=5)  # 2 Cells and 1 Damage
    for character in table.state.characters:
        character.damage = 2
    table.play_card(0, "BR-04c")
    assert isinstance(table.round(1), ChooseVictim)
    table.act(PickVictim(0, 1))
    assert (table.state.dead, table.state.cells) == (1, 2)


@pytest.mark.rule("D-INT-01", "D-STATE-TARGET-01", "D-BLOCK-01")
def test_interaction_01_target_adds_to_each_of_several_sources():
    table = scene()
    table.bears(table.character(0), target=1)
    table.character(0).max_health = 9
    table.character(0).shields = 2
    enemy = table.enemy(1)
    table.hurt(enemy, "damage first_player", "damage first_player")
    table.act(Block(0, 0, 1, 0), Block(0, 0, 1, 0))
    assert table.character(0).damage == 2
