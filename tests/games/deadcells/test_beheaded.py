"""The four Beheaded, every position of their tracks (section 23), and Scrolls (section 3)."""

from __future__ import annotations

import pytest

from embertable.games.deadcells.character_round import (
    ChooseRoundZero,
    EndRoundZero,
    PerformLine,
    PlayLine,
    UseRoundAction,
)
from embertable.games.deadcells.combat import PlayRound
from embertable.games.deadcells.damage_to_enemies import AimAt
from embertable.games.deadcells.damage_to_group import Block, PickVictim
from embertable.games.deadcells.effects_in_combat import (
    ChooseSkill,
    DeclineSkill,
    HelpOne,
    UseItem,
    UseSkill,
)
from embertable.games.deadcells.effects_outside_combat import LoseThatScroll
from embertable.games.deadcells.gains import (
    HandScroll,
    HealthRaised,
    ScrollLost,
    TakeScroll,
    advance,
    everybody,
)
from embertable.games.deadcells.mutations import UseMutation
from embertable.games.deadcells.state_tokens import DamageInstead, InflictPoison
from tests.games.deadcells.scene import CONTENT, scene

GREEN, PURPLE, RED = range(3)


def names(options):
    return [getattr(option, "skill", "") or getattr(option, "ability", "") for option in options]


# Scrolls.


@pytest.mark.rule("D-SETUP-21", "D-SETUP-22", "D-SCROLL-01", "D-HERO-00", "D-V-40")
@pytest.mark.rule("D-HERO-IMMOLATED-01", "D-HERO-FLAYED-01", "D-HERO-POISONED-01")
@pytest.mark.rule("D-HERO-QUARTERED-01")
def test_everybody_starts_with_three_health_and_one_skill():
    table = scene("immolated flayed poisoned quartered")
    for one in range(4):
        active = table.state.steps_of(one)
        assert [step.kind for step in active] == ["max_health", "skill"]
        assert active[0].n == 3


@pytest.mark.rule("D-SCROLL-02", "D-SCROLL-03", "D-HERO-IMMOLATED-03", "D-HERO-IMMOLATED-09")
@pytest.mark.rule("D-HERO-FLAYED-03", "D-HERO-FLAYED-06", "D-HERO-FLAYED-09")
@pytest.mark.rule("D-HERO-POISONED-03", "D-HERO-QUARTERED-03", "D-HERO-QUARTERED-06")
@pytest.mark.parametrize(
    ("beheaded", "maxima"),
    [
        ("immolated", [4, 4, 5]),
        ("flayed", [4, 5, 6]),
        ("poisoned", [4, 4]),
        ("quartered", [4, 5]),
    ],
)
def test_green_scrolls_raise_the_maximum_and_heal_nothing(beheaded, maxima):
    table = scene(f"{beheaded} {'flayed' if beheaded != 'flayed' else 'poisoned'}")
    table.character(0).damage = 2
    found = []
    for _ in maxima:
        advance(table.table, 0, GREEN)
        found.append(table.character(0).max_health)
    assert found == maxima
    assert table.character(0).damage == 2
    assert len(table.events(HealthRaised)) == len({3, *maxima}) - 1


@pytest.mark.rule("D-SCROLL-04", "D-SCROLL-05", "D-ICON-07")
def test_a_full_track_takes_no_scroll_and_one_that_nobody_can_use_is_lost():
    table = scene("poisoned flayed")
    table.scrolls(0, green=2, purple=3, red=3)
    table.run(HandScroll("green", (0, 1)))
    assert table.character(1).scrolls == [1, 0, 0]
    table.run(HandScroll("green", (0,)))
    assert table.events(ScrollLost) == [ScrollLost("green")]
    table.run(HandScroll("choice", (0, 1)))
    assert table.offered() == [TakeScroll(0, 1, c) for c in ("green", "purple", "red")]


@pytest.mark.rule("D-SCROLL-06", "D-V-15")
def test_losing_a_green_scroll_may_kill():
    table = scene("flayed poisoned")
    table.scrolls(0, green=1, red=1)
    table.character(0).damage = 3
    table.happens("lose scroll first_player")
    assert table.offered() == [LoseThatScroll(0, 0, "green"), LoseThatScroll(0, 0, "red")]
    table.act(LoseThatScroll(0, 0, "red"))
    assert (table.character(0).scrolls, table.health()[0]) == ([1, 0, 0], 1)
    table.happens("lose scroll first_player")
    assert table.state.dead == 0


# The Immolated.


@pytest.mark.rule("D-HERO-IMMOLATED-02")
def test_the_immolateds_skill_is_fire_on_any_monster():
    table = scene("immolated flayed poisoned")
    table.enemy(-1)
    table.enemy(3)
    table.does(0, "skill")
    table.act(UseSkill(0, 0, "immolated-purple-0"), AimAt(0, -1))
    assert [enemy.tokens for enemy in table.state.enemies] == [[0, 0, 1, 0], [0, 0, 0, 0]]


@pytest.mark.rule("D-HERO-IMMOLATED-05", "D-HERO-IMMOLATED-10", "D-ROUND0-01", "D-ROUND0-04")
def test_the_immolateds_round_zero_actions():
    table = scene("immolated flayed poisoned")
    table.scrolls(0, red=3)
    table.enemy(1)
    table.enemy(2)
    assert isinstance(table.round(0), ChooseRoundZero)
    assert names(table.offered()) == ["immolated-red-1", "immolated-red-3", ""]
    table.act(UseRoundAction(0, 0, "immolated-red-3"))
    assert [damage for _, damage in table.board().values()] == [0, 1]
    assert names(table.offered()) == ["immolated-red-1", ""]
    table.act(EndRoundZero(0, 0))
    assert [damage for _, damage in table.board().values()] == [0, 1]


@pytest.mark.rule("D-HERO-IMMOLATED-07", "D-EX-31", "D-HERO-RULING-09")
def test_example_31_at_one_health_the_immolated_adds_fire_to_round_one_also_to_an_empty_line():
    table = scene("immolated flayed poisoned")
    table.scrolls(0, purple=2)
    enemy = table.enemy(1)
    table.play_card(0, "IM-1")  # line I is empty
    table.character(0).damage = 1
    table.round(1)
    table.act(PickVictim(0, 1))
    assert enemy.tokens[2] == 0
    table.character(0).damage = 2
    table.play_card(0, "IM-1", "IM-4")
    table.round(1)
    table.act(PickVictim(0, 1))
    assert enemy.tokens[2] == 1  # once, also with two cards


@pytest.mark.rule("D-HERO-RULING-09", "D-HERO-IMMOLATED-07")
def test_the_added_fire_comes_with_the_first_line_that_is_not_lost():
    table = scene("immolated flayed")
    table.scrolls(0, purple=2)
    table.character(0).damage = 2
    enemy = table.enemy(3)
    enemy.frozen = [1]
    table.play_card(0, "IM-3", "IM-6")  # I: Damage on 1; nothing
    table.character(0).frozen = [1]
    assert table.round(1) is None
    assert enemy.tokens[2] == 1


@pytest.mark.rule("D-HERO-IMMOLATED-08", "D-EX-30", "D-BLOCK-06")
def test_example_30_an_enemy_that_hurts_the_immolated_catches_fire():
    table = scene("immolated flayed poisoned")
    table.scrolls(0, red=2)
    enemy = table.enemy(1, "b1_zombie")
    table.character(0).shields = 1
    table.hurt(enemy, "damage")
    table.act(PickVictim(0, 0), Block(0, 0, 1, 0))
    assert enemy.tokens[2] == 0
    table.hurt(enemy, "damage")
    table.act(PickVictim(0, 0))
    assert enemy.tokens[2] == 1
    table.hurt(enemy, "damage")
    table.act(PickVictim(0, 0))
    assert (table.board(), table.state.cells) == ({}, 1)


@pytest.mark.rule("D-INT-17")
def test_interaction_17_the_rest_of_a_line_is_lost_with_its_attacker():
    table = scene("immolated flayed poisoned")
    table.scrolls(0, red=2)
    enemy = table.enemy(1)
    enemy.tokens[2] = 1
    table.hurt(enemy, "damage", "damage all")
    table.act(PickVictim(0, 0))
    assert table.health() == [2, 3, 3]


@pytest.mark.rule("D-HERO-IMMOLATED-08")
def test_poison_ticks_are_no_answer_to_anybody():
    table = scene("immolated flayed poisoned")
    table.scrolls(0, red=2)
    enemy = table.enemy(1)
    table.character(0).tokens[0] = 1
    table.end_round(1)
    assert enemy.tokens[2] == 0


# The Flayed.


@pytest.mark.rule("D-HERO-FLAYED-02", "D-HERO-FLAYED-07", "D-HERO-FLAYED-10")
def test_the_flayeds_skills_are_shields():
    table = scene("flayed poisoned immolated")
    table.scrolls(0, purple=3)
    table.enemy(1)
    table.does(0, "skill 3")
    table.act(UseSkill(0, 0, "flayed-purple-0"), UseSkill(0, 0, "flayed-purple-2"))
    table.act(UseSkill(0, 0, "flayed-purple-3"))
    assert table.offered() == [HelpOne(0, one) for one in (0, 1, 2)]
    table.act(HelpOne(0, 2))
    assert [(one.shields, one.golden) for one in table.state.characters] == [(1, 1), (0, 0), (1, 0)]


@pytest.mark.rule("D-HERO-FLAYED-04", "D-FIRST-05")
def test_the_flayed_shields_the_first_player_in_round_zero():
    table = scene("flayed poisoned immolated", first=1)
    table.scrolls(0, purple=1)
    table.open_board(0)
    table.round(0)
    table.act(UseRoundAction(0, 0, "flayed-purple-1"))
    assert table.character(1).shields == 1


# The Poisoned.


@pytest.mark.rule("D-HERO-POISONED-04", "D-HERO-POISONED-07", "D-EX-34", "D-INT-14", "D-LOOT-04")
@pytest.mark.parametrize(("round", "purple"), [(3, 1), (2, 2)])
def test_example_34_the_poisoned_pays_for_damage_to_any_monster(round, purple):
    table = scene("poisoned flayed immolated")
    table.scrolls(0, purple=purple)
    table.enemy(-1)
    table.play_card(0, "PO-3")
    table.run(PlayRound(round))
    assert not any(isinstance(option, UseRoundAction) for option in table.offered())
    table = scene("poisoned flayed immolated")
    table.scrolls(0, purple=purple)
    table.enemy(-1, "b3_disgusting_worm")
    table.play_card(0, "PO-3")
    table.state.teeth = 1
    table.run(PlayRound(round))
    while not any(isinstance(option, UseRoundAction) for option in table.offered()):
        table.act(table.offered()[0])
    assert PerformLine(0, 0, 0) in table.offered()
    table.act(UseRoundAction(0, 0, f"poisoned-purple-{4 - round}"))
    assert (table.state.teeth, table.board()[-1][1]) == (0, 1)
    assert not isinstance(table.waiting(), ChooseSkill)  # the card's Action is lost


@pytest.mark.rule("D-HERO-POISONED-09", "D-HERO-RULING-01")
def test_the_poisoned_pays_in_round_one_for_damage_to_all_and_only_once():
    table = scene("poisoned flayed")
    table.scrolls(0, purple=3)
    table.enemy(1, "b3_kamikaze")
    table.enemy(2, "b3_elite_zombie")
    table.play_card(0, "PO-1", "PO-5")
    table.state.teeth = 2
    table.run(PlayRound(1))
    table.act(UseRoundAction(0, 0, "poisoned-purple-3"))
    assert table.state.teeth == 1
    assert [damage for _, damage in table.board().values()] == [1, 1]
    assert not any(isinstance(option, UseRoundAction) for option in table.offered())


@pytest.mark.rule("D-HERO-POISONED-05", "D-EX-32", "D-HERO-RULING-02")
def test_example_32_inflicting_a_state_also_deals_damage():
    table = scene("poisoned flayed immolated")
    table.scrolls(0, red=1)
    table.enemy(1, "b1_zombie", damage=1)
    table.enemy(2)
    table.does(0, "state poison all on 1 2")
    assert table.board() == {2: ("b4_zombie", 1)}
    assert table.state.enemies[0].tokens[0] == 1


@pytest.mark.rule("D-HERO-POISONED-08", "D-EX-33", "D-HERO-RULING-03")
def test_example_33_poison_may_be_two_damage_instead():
    table = scene("poisoned flayed immolated")
    table.scrolls(0, red=2)
    enemy = table.enemy(1)
    table.enemy(3)
    table.does(0, "state poison on 1 2")
    table.act(DamageInstead(0, 2))
    assert (enemy.damage, enemy.tokens) == (2, [0, 0, 0, 0])
    table.does(0, "state poison on 1 2")
    table.act(InflictPoison(0))
    assert (enemy.damage, enemy.tokens[0]) == (3, 1)


@pytest.mark.rule("D-HERO-POISONED-06")
def test_the_poisoned_may_become_immune_to_poison():
    table = scene("poisoned flayed immolated")
    table.scrolls(0, green=2)
    enemy = table.enemy(1)
    table.hurt(enemy, "state poison first_player")
    assert table.character(0).tokens == [0, 0, 0, 0]


@pytest.mark.rule("D-HERO-RULING-02", "D-HERO-POISONED-05", "D-MUT-06")
def test_the_damage_beside_a_state_is_a_packet_like_any_other():
    table = scene("poisoned flayed immolated")
    table.mutate("BR-17")  # 2 Damage or more also bleed
    table.scrolls(0, red=1)
    table.equip(0, "hayabusa_boots")
    enemy = table.enemy(1)
    table.state.wall = "wall"
    table.does(0, "state poison on 1")
    assert enemy.damage == 2
    assert table.states(enemy) == {"poison": 1, "bleeding": 1}


@pytest.mark.rule("D-HERO-RULING-03", "D-HERO-POISONED-08")
def test_damage_instead_of_poison_is_a_damage_action():
    table = scene("poisoned flayed immolated")
    table.mutate("BR-08")  # 1 more for who has dealt Damage
    table.scrolls(0, red=2)
    enemy = table.enemy(1)
    table.character(0).dealt = True
    table.does(0, "state poison on 1")
    table.act(DamageInstead(0, 2), UseMutation(0, "BR-08", 0))
    assert (enemy.damage, table.states(enemy)) == (3, {})


@pytest.mark.rule("D-HERO-POISONED-10", "D-HERO-RULING-02", "D-HERO-RULING-08")
def test_the_poisoned_poisons_in_round_zero():
    table = scene("poisoned flayed immolated")
    table.scrolls(0, red=3)
    enemy = table.enemy(2)
    table.round(0)
    table.act(UseRoundAction(0, 0, "poisoned-red-3"), InflictPoison(0))
    assert (enemy.tokens[0], enemy.damage) == (1, 1)


# The Quartered.


@pytest.mark.rule("D-HERO-QUARTERED-02", "D-EX-35", "D-HERO-RULING-05", "D-V-11")
def test_example_35_the_quartered_repeats_the_top_card_of_the_discard_pile():
    table = scene("quartered flayed poisoned")
    enemy = table.enemy(1)
    table.state.round = 3
    table.does(0, "copy_discard")
    assert enemy.damage == 0
    table.character(0).discard = ["QU-1", "QU-4"]
    table.does(0, "copy_discard")
    assert (enemy.damage, table.character(0).discard) == (1, ["QU-1", "QU-4"])
    table.state.round = 0
    table.does(0, "copy_discard")
    assert enemy.damage == 1


@pytest.mark.rule("D-INT-21")
def test_interaction_21_a_copied_skill_keeps_to_once_per_round_and_copied_loot_finds_nothing():
    table = scene("quartered flayed poisoned")
    table.scrolls(0, purple=1)
    table.enemy(1)
    table.character(0).damage = 1
    table.state.round = 3
    table.character(0).discard = ["QU-2"]  # III Skill
    table.does(0, "skill")
    table.act(UseSkill(0, 0, "quartered-purple-0"))
    assert table.offered() == [UseSkill(0, 0, "quartered-purple-1"), DeclineSkill(0, 0)]
    table.act(DeclineSkill(0, 0))
    table.state.round = 1
    table.character(0).discard = ["QU-4"]  # I Loot
    assert table.does(0, "copy_discard") is None


@pytest.mark.rule("D-HERO-QUARTERED-04", "D-HERO-RULING-06")
def test_food_by_skill_heals_at_once():
    table = scene("quartered flayed poisoned")
    table.enemy(1)
    table.character(1).damage = table.character(2).damage = 1
    table.does(0, "gain food")
    table.act(HelpOne(0, 2))
    assert table.health() == [3, 2, 3]


@pytest.mark.rule("D-HERO-QUARTERED-07")
def test_the_quartereds_damage_skill():
    table = scene("quartered flayed poisoned")
    table.scrolls(0, purple=2)
    enemy = table.enemy(2)
    table.does(0, "skill")
    table.act(UseSkill(0, 0, "quartered-purple-2"))
    assert enemy.damage == 1


@pytest.mark.rule("D-HERO-QUARTERED-09", "D-EX-36", "D-ACTION-SKILL-02")
def test_example_36_two_skills_for_one_and_not_again_in_the_same_round():
    table = scene("quartered flayed poisoned")
    table.scrolls(0, purple=3)
    table.character(0).damage = 1
    enemy = table.enemy(1)
    table.does(0, "skill")
    table.act(UseSkill(0, 0, "quartered-purple-3"))
    assert UseSkill(0, 0, "quartered-purple-3") not in table.offered()
    table.act(UseSkill(0, 0, "quartered-purple-1"), UseSkill(0, 0, "quartered-purple-2"))
    assert (table.health()[0], enemy.damage) == (3, 1)
    assert table.waiting() is None


@pytest.mark.rule("D-HERO-QUARTERED-05", "D-INT-23")
def test_interaction_23_extended_range_reaches_space_three_with_one_target():
    table = scene("quartered flayed poisoned")
    table.scrolls(0, red=1)
    table.enemy(1)
    table.enemy(3)
    table.does(0, "damage on 1")
    table.act(AimAt(0, 3))
    assert [damage for _, damage in table.board().values()] == [0, 1]
    table.does(0, "state poison on 3 1")
    assert len(table.offered()) == 2


@pytest.mark.rule("D-HERO-QUARTERED-08", "D-EX-37", "D-INT-22", "D-HERO-RULING-07")
def test_example_37_an_attack_on_space_three_also_hits_behind():
    table = scene("quartered flayed poisoned")
    table.scrolls(0, red=2)
    behind = table.enemy(-1)
    far = table.enemy(3)
    behind.tokens[3] = 1
    table.does(0, "damage 2 on 1 2")
    assert (far.damage, behind.damage) == (2, 3)
    table.does(0, "state poison on 3")
    assert (far.tokens[0], behind.tokens[0]) == (1, 1)
    table.does(0, "damage on -1")
    table.act(AimAt(0, -1))
    assert far.damage == 2


@pytest.mark.rule("D-HERO-QUARTERED-10", "D-HERO-RULING-09")
def test_at_one_health_the_quartereds_damage_is_more():
    table = scene("quartered flayed poisoned")
    table.scrolls(0, red=3)
    enemy = table.enemy(1)
    table.does(0, "damage on 1")
    assert enemy.damage == 1
    table.character(0).damage = 2
    table.does(0, "damage on 1")
    assert enemy.damage == 3


def test_every_step_of_every_track_is_told_apart():
    ids = [
        step.id for board in CONTENT.beheaded.values() for track in board.tracks for step in track
    ]
    assert len(ids) == len(set(ids)) == 40
    assert everybody(scene().state) == (0, 1, 2)


@pytest.mark.rule("D-HERO-RULING-02", "D-HERO-POISONED-05")
def test_a_freeze_that_fails_deals_no_damage():
    table = scene("poisoned flayed immolated")
    table.scrolls(0, red=1)
    enemy = table.enemy(1)
    other = table.enemy(2)
    enemy.frozen = [1, 2, 3, 4]
    table.state.round = 0
    table.does(0, "state freeze all on 1 2")
    assert (enemy.damage, other.damage) == (0, 1)
    assert other.frozen


@pytest.mark.rule("D-HERO-RULING-07", "D-HERO-QUARTERED-08")
def test_an_attack_on_all_hits_the_enemy_behind_once():
    table = scene("quartered flayed poisoned")
    table.scrolls(0, red=2)
    behind = table.enemy(-1)
    far = table.enemy(3)
    table.does(0, "damage all")
    assert (far.damage, behind.damage) == (1, 1)


@pytest.mark.rule("D-HERO-RULING-09", "D-HERO-IMMOLATED-07")
@pytest.mark.parametrize(("damage", "fire"), [(2, 1), (1, 0)])
def test_the_immolateds_health_counts_before_the_line(damage, fire):
    table = scene("immolated flayed poisoned")
    table.scrolls(0, purple=2)
    table.equip(0, "vampirism")  # 1 Damage, and the bearer heals 1
    enemy = table.enemy(1)
    enemy.frozen = [1]
    table.play_card(0, "IM-2")  # I: a Skill
    table.character(0).damage = damage
    table.run(PlayLine(0, 0, 1))
    table.act(UseItem(0, 0, "vampirism"))
    assert table.character(0).damage == damage - 1
    assert enemy.tokens[2] == fire
