"""What the rulings say of States: immunity, cures, order, lost lines, Invisible (section 16)."""

from __future__ import annotations

import pytest

from embertable.games.deadcells.damage_to_enemies import AimAt, ChooseEnemy, EnemyDied, EnemyHurt
from embertable.games.deadcells.damage_to_group import Block, ChooseBlock, PickVictim
from embertable.games.deadcells.state_tokens import DamageInstead, StateInflicted, Ward
from tests.games.deadcells.scene import scene

POISONED, FLAYED, IMMOLATED = 0, 1, 2


def fallen(table):
    return [event.card for event in table.events(EnemyDied)]


# Tokens.


@pytest.mark.rule("D-ACTION-STATE-01", "D-V-02")
def test_a_state_action_puts_a_token_on_one_enemy_in_range():
    table = scene()
    table.enemy(1)
    table.enemy(2)
    table.enemy(3)
    assert isinstance(table.does(IMMOLATED, "state fire on 1 2"), ChooseEnemy)
    table.act(AimAt(IMMOLATED, 2))
    assert [table.states(enemy) for enemy in table.state.enemies] == [{}, {"fire": 1}, {}]
    table.does(IMMOLATED, "state poison 2 on 3")
    assert table.states(table.on(3)) == {"poison": 2}


@pytest.mark.rule("D-STATE-01")
@pytest.mark.parametrize("state", ["poison", "bleeding", "fire", "target"])
def test_states_lie_on_beheaded_as_on_enemies(state):
    table = scene()
    enemy = table.enemy(1)
    table.hurt(enemy, f"state {state} one")
    table.act(PickVictim(0, FLAYED))
    table.does(FLAYED, f"state {state} on 1")
    assert table.states(table.character(FLAYED)) == {state: 1}
    assert table.states(enemy) == {state: 1}


@pytest.mark.rule("D-STATE-02")
def test_the_group_may_choose_an_immune_character_who_gets_no_token():
    table = scene()
    table.scrolls(POISONED, green=2)
    enemy = table.enemy(1)
    table.hurt(enemy, "state poison one")
    assert PickVictim(0, POISONED) in table.offered()
    table.act(PickVictim(0, POISONED))
    assert table.states(table.character(POISONED)) == {}
    table.hurt(enemy, "state fire first_player")  # only Poison does nothing
    assert table.states(table.character(POISONED)) == {"fire": 1}


@pytest.mark.rule("D-STATE-03", "D-UPKEEP-04")
def test_tokens_stay_through_the_rounds_and_go_in_the_upkeep():
    table = scene()
    table.enemy(1)
    table.bears(table.character(FLAYED), poison=1, target=1)
    table.character(FLAYED).max_health = 9
    table.character(FLAYED).frozen = [3]
    table.end_round(1)
    table.end_round(2)
    assert table.states(table.character(FLAYED)) == {"poison": 1, "target": 1}
    table.character(FLAYED).golden = 1
    table.upkeep()
    assert table.states(table.character(FLAYED)) == {}
    assert (table.character(FLAYED).frozen, table.character(FLAYED).golden) == ([], 0)
    assert table.health()[FLAYED] == 5  # Damage stays


# Poison.


# Bleeding.


@pytest.mark.rule("D-STATE-BLEED-02", "D-V-08")
@pytest.mark.parametrize("cure", ["SV-08c", "tonic"])
def test_tonic_and_second_wind_cure_bleeding(cure):
    table = scene()
    table.open_board(2)
    table.bears(table.character(FLAYED), bleeding=1)
    content = table.state.content
    line = (
        content.cards[cure].lines[2] if cure in content.cards else content.equipment[cure].effects
    )
    table.does(FLAYED, *line)
    table.act(*[option for option in table.offered() if option.character == FLAYED])  # type: ignore[attr-defined]
    assert table.states(table.character(FLAYED)) == {}
    table.end_round(3)
    assert not table.is_over()


@pytest.mark.rule("D-ROUNDEND-05", "D-STATE-BLEED-01")
def test_an_enemy_behind_bleeds_before_the_group():
    table = scene()
    table.bears(table.enemy(-1, "b2_bat"), bleeding=1)
    table.bears(table.character(IMMOLATED), bleeding=1)
    table.end_round(3)
    assert (table.state.dead, fallen(table)) == (IMMOLATED, ["b2_bat"])


# Fire.


# Freeze.


@pytest.mark.rule("D-STATE-FREEZE-02", "D-COMBAT-SETUP-11")
def test_freeze_before_round_zero_takes_round_one_too():
    table = scene()
    table.mutate("SV-19")
    table.state.monsters = ["b1_undead_archer"]
    table.hand(POISONED, "PO-1", "PO-2", "PO-3")
    table.tile("PQ-E5")  # one Monster
    assert table.on(3).frozen == [1]


@pytest.mark.rule("D-STATE-FREEZE-02")
def test_without_a_line_left_freeze_has_no_effect():
    table = scene()
    enemy = table.enemy(1, "b1_elite_archer")
    table.open_board(round=3)
    table.does(IMMOLATED, "state freeze on 1")
    assert (enemy.frozen, table.events(StateInflicted)) == ([], [])
    table.play_card(FLAYED, "FL-1")  # lines I and II
    table.state.round = 2
    table.hurt(enemy, "state freeze one")
    table.act(PickVictim(0, FLAYED))
    assert table.character(FLAYED).frozen == []


@pytest.mark.rule("D-STATE-FREEZE-03")
def test_a_frozen_line_takes_the_rounds_payment_with_it():
    table = scene()
    table.scrolls(POISONED, purple=1)
    table.state.teeth = 1
    table.enemy(1, "b1_elite_zombie").frozen = [3]
    table.play_card(POISONED, "PO-1")
    table.character(POISONED).frozen = [3]
    assert table.round(3) is None
    assert (table.state.teeth, table.on(1).damage) == (1, 0)


@pytest.mark.rule("D-STATE-FREEZE-03", "D-HERO-FLAYED-05")
def test_passives_work_while_frozen():
    table = scene()
    table.scrolls(FLAYED, red=1)
    enemy = table.enemy(1)
    table.play_card(FLAYED, "FL-1")
    table.character(FLAYED).frozen = [1]
    table.hurt(enemy, "damage first_player")
    assert {option.seat for option in table.offered()} == {FLAYED}


# Target.


@pytest.mark.rule("D-STATE-TARGET-01", "D-INT-01")
def test_interaction_01_each_target_token_adds_one_to_every_packet():
    table = scene()
    enemy = table.enemy(1, "b6_elite_lacerator")
    table.bears(enemy, target=2)
    table.does(FLAYED, "damage on 1", "damage on 1")
    assert enemy.damage == 6
    poisoned = table.character(POISONED)
    poisoned.max_health = 9
    table.bears(poisoned, target=1)
    poisoned.shields = 1
    assert isinstance(table.hurt(enemy, "damage first_player"), ChooseBlock)
    table.act(Block(0, 0, 1, 0))
    assert poisoned.damage == 1


# Invisible.


@pytest.mark.rule("D-ACTION-INVISIBLE-01")
def test_an_enemy_is_invisible_before_and_after_its_own_turn_and_poison_works():
    table = scene()
    behind = table.enemy(-1, "b3_scorpion")  # acts before the Group
    front = table.enemy(1, "b6_dark_tracker")  # acts after it
    table.bears(front, poison=1)
    table.play_card(IMMOLATED, "IM-5")  # I: Damage on -1 or 1
    table.round(1)
    table.act(PickVictim(0, POISONED), PickVictim(0, POISONED))
    assert (behind.damage, front.damage) == (0, 0)
    table.end_round(1)
    assert front.damage == 1


@pytest.mark.rule("D-ACTION-INVISIBLE-01", "D-HERO-RULING-07")
def test_an_attack_on_space_three_does_not_mirror_onto_an_invisible_enemy():
    table = scene("quartered flayed poisoned")
    table.scrolls(0, red=2)
    behind = table.enemy(-1, "b3_scorpion")
    table.enemy(3)
    table.does(0, "damage on 3")
    assert (table.on(3).damage, behind.damage) == (1, 0)
    table.does(0, "state fire on 3")
    assert table.states(behind) == {}
    table.open_board(round=2)
    table.does(0, "damage on 3")
    assert behind.damage == 1


# States on several enemies.


@pytest.mark.rule("D-COMBAT-ORDER-05", "D-HERO-RULING-02")
def test_tokens_and_damage_of_one_effect_are_placed_before_anybody_dies():
    table = scene()
    table.scrolls(POISONED, red=1)
    for space in (1, 2):
        table.enemy(space, "b1_zombie", damage=1)
    table.does(POISONED, "state poison all on 1 2")
    kinds = (StateInflicted, EnemyHurt, EnemyDied)
    assert [type(event) for event in table.table.log if isinstance(event, kinds)] == [
        *(StateInflicted, StateInflicted, EnemyHurt, EnemyHurt),
        *(EnemyDied, EnemyDied),
    ]
    assert [event.space for event in table.events(EnemyDied)] == [1, 2]


@pytest.mark.rule("D-BLOCK-03", "D-BLOCK-05", "D-HERO-RULING-03")
def test_shields_stop_the_damage_instead_of_poison_and_not_the_poison():
    table = scene()
    table.scrolls(POISONED, red=2)
    enemy = table.enemy(1, shields=1)
    table.does(POISONED, "state poison on 1")
    table.act(DamageInstead(POISONED, 2))
    assert (enemy.damage, enemy.shields, table.states(enemy)) == (1, 0, {})


# Golden Shields.


@pytest.mark.rule("D-BLOCK-04")
def test_a_golden_shield_stops_one_token_of_two_and_one_damage():
    table = scene()
    poisoned = table.character(POISONED)
    poisoned.golden = 1
    enemy = table.enemy(1)
    table.hurt(enemy, "state target 2 first_player")
    table.act(Ward(POISONED, POISONED, "target"))
    assert table.states(poisoned) == {"target": 1}
    table.bears(poisoned, target=0)
    poisoned.golden = 1
    table.hurt(enemy, "damage 2 first_player")
    table.act(Block(POISONED, POISONED, 0, 1))
    assert (poisoned.golden, poisoned.damage) == (0, 1)


@pytest.mark.rule("D-STATE-BLEED-02", "D-BLOCK-04")
def test_a_golden_shield_stops_the_lacerators_bleeding():
    table = scene()
    table.character(FLAYED).golden = 1
    enemy = table.enemy(1, "b6_elite_lacerator")
    table.open_board(round=2)
    table.hurt(enemy, *table.state.lines_of(enemy)[2])
    table.act(PickVictim(0, FLAYED), Ward(FLAYED, FLAYED, "bleeding"))
    enemy.frozen = [3, 4]
    table.end_round(3)
    assert not table.is_over()
