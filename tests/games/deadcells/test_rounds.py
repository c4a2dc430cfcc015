"""The order of Rounds, Damage step by step, Round Ends and the Upkeep (sections 11 to 17)."""

from __future__ import annotations

import pytest

from embertable.games.deadcells.cards import PileShuffled, RefillHand, turn_card
from embertable.games.deadcells.character_round import (
    ChooseRoundZero,
    EndRoundZero,
    LinePerformed,
    UseRoundAction,
    UseWeapon,
)
from embertable.games.deadcells.combat import RoundBegan
from embertable.games.deadcells.damage_to_enemies import AimAt, EnemyDied, EnemyHurt
from embertable.games.deadcells.damage_to_group import (
    Block,
    CharacterDied,
    ChooseRedirect,
    ChooseVictim,
    DamageTaken,
    PickVictim,
    TakeInstead,
)
from embertable.games.deadcells.effects import DOWN_TO_1, FIRE, Damage, Gain
from embertable.games.deadcells.effects_in_combat import AttackInstead, TakeLoot
from embertable.games.deadcells.enemies import EnemyActed, EnemyMoved
from embertable.games.deadcells.gains import (
    Equip,
    Feed,
    FoodWasted,
    GiveEquipment,
    TakeScroll,
    TreasureDrawn,
)
from tests.games.deadcells.scene import CONTENT, scene


def order(table, *kinds):
    """Names of what happened, in order, by card."""
    return [event.card for event in table.table.log if isinstance(event, kinds)]


def settle(table):
    """Answer everything with the first option."""
    while table.waiting() is not None and not table.is_over():
        table.act(table.offered()[0])


# The order of a Round.


@pytest.mark.rule("D-COMBAT-ORDER-01", "D-COMBAT-ORDER-02", "D-FIRST-05")
def test_from_left_to_right_and_in_the_group_from_the_first_player_clockwise():
    table = scene(first=2)
    for space, card in ((-1, "b2_bat"), (1, "b2_zombie"), (2, "b2_runner"), (3, "b2_grenadier")):
        table.enemy(space, card, health=9)
    for one, card in enumerate(("PO-3", "FL-4", "IM-3")):
        table.play_card(one, card)
        table.character(one).max_health = 9
    table.round(1)
    settle(table)
    assert order(table, EnemyActed, LinePerformed) == [
        *("b2_bat", "IM-3", "PO-3", "FL-4"),
        *("b2_zombie", "b2_runner", "b2_grenadier"),
    ]


@pytest.mark.rule("D-COMBAT-ORDER-03", "D-COMBAT-ORDER-07")
def test_an_empty_line_is_skipped_and_round_four_is_for_enemies_only():
    table = scene()
    table.enemy(1, "b1_zombie", health=9)
    for character in table.state.characters:
        character.max_health = 9
    table.fight("PO-1", "FL-1", "IM-1")
    settle(table)
    assert [event.round for event in table.events(EnemyActed)] == [2, 3, 4]
    assert [(event.card, event.round) for event in table.events(LinePerformed)] == [
        *(("FL-1", 1), ("PO-1", 2), ("FL-1", 2), ("IM-1", 2)),
        *(("PO-1", 3), ("IM-1", 3)),
    ]


@pytest.mark.rule("D-COMBAT-ORDER-04")
def test_damage_is_a_must_and_cannot_be_declined():
    table = scene()
    table.enemy(1, "b3_disgusting_worm", damage=2)
    table.enemy(2)
    table.does(0, "damage on 1 2")
    assert table.offered() == [AimAt(0, 1), AimAt(0, 2)]
    table.act(AimAt(0, 2))
    assert isinstance(table.does(0, "damage on 1"), ChooseVictim)  # the Worm is dead
    table.act(PickVictim(0, 0))
    assert table.does(0, "damage on 1", "state poison on 3") is None  # nobody is there
    assert table.board() == {2: ("b4_zombie", 1)}


@pytest.mark.rule("D-COMBAT-ORDER-05")
def test_the_effects_of_a_line_come_in_printed_order():
    table = scene("immolated flayed poisoned")
    table.scrolls(0, purple=1)
    table.equip(0, "shovel")  # 1 Damage, then Loot
    table.enemy(1, "b1_zombie")
    table.enemy(2, "b1_zombie", damage=1)
    table.state.loot = ["tooth"]
    table.does(0, *CONTENT.equipment["shovel"].effects)
    assert table.on(1).damage == 1
    assert table.offered() == [TakeLoot(0, 0, "tooth"), AttackInstead(0, 0)]
    guard = table.enemy(3, "b7_royal_guard")  # Shields for neighbours, then 1 Damage
    table.hurt(guard, *table.state.lines_of(guard)[1])
    assert table.on(2).shields == 1


@pytest.mark.rule("D-COMBAT-ORDER-05", "D-DAMAGE-03")
def test_damage_to_two_is_placed_before_anybody_dies():
    table = scene()
    table.character(1).damage = 2
    table.hurt(table.enemy(1), "damage two")
    table.act(PickVictim(0, 1), PickVictim(0, 2))
    assert table.events(DamageTaken) == [DamageTaken(1, 1, 0), DamageTaken(2, 1, 2)]
    assert table.events(CharacterDied) == [CharacterDied(1)]


@pytest.mark.rule("D-COMBAT-ORDER-06")
def test_an_enemy_killed_in_the_groups_turn_does_not_act_any_more():
    table = scene()
    table.enemy(-1, "b2_bat", damage=1)
    table.enemy(1, "b2_runner", damage=2)
    table.play_card(2, "BR-04c")
    assert isinstance(table.round(1), ChooseVictim)  # the Bat acts before the Group
    table.act(PickVictim(0, 0))
    assert order(table, EnemyActed, EnemyDied) == ["b2_bat", "b2_runner"]
    assert table.health() == [2, 3, 3]


@pytest.mark.rule("D-RANGE-04")
@pytest.mark.parametrize("space", [-1, 1, 3])
def test_enemies_reach_every_participant_from_every_space(space):
    table = scene()
    table.hurt(table.enemy(space), "damage")
    assert table.offered() == [PickVictim(0, 0), PickVictim(0, 1), PickVictim(0, 2)]


@pytest.mark.rule("D-RANGE-01", "D-RANGE-03")
def test_range_counts_spaces_and_not_enemies():
    table = scene()
    table.enemy(3)
    table.does(0, "damage on 1 2")
    assert table.on(3).damage == 0
    table.does(0, "damage")  # any space
    assert table.on(3).damage == 1


@pytest.mark.rule("D-FIRST-03", "D-ACTION-DAMAGE-02")
def test_the_first_player_says_whom_an_enemy_hits():
    table = scene(first=2)
    table.hurt(table.enemy(1), "damage")
    assert {option.seat for option in table.offered()} == {2}
    table.act(PickVictim(2, 0))
    assert table.health() == [2, 3, 3]


# Damage, step by step.


@pytest.mark.rule("D-STATE-TARGET-01", "D-V-21")
def test_the_attackers_bonus_then_target_then_shields():
    table = scene("quartered flayed poisoned")
    table.scrolls(0, red=3)
    table.character(0).damage = 2  # at 1 Health: 1 more
    enemy = table.enemy(1, "b7_elite_slasher", shields=1)
    table.bears(enemy, target=2)
    table.does(0, "damage on 1")
    assert table.events(EnemyHurt) == [EnemyHurt(1, "b7_elite_slasher", 3, 1, 11)]


@pytest.mark.rule("D-BLOCK-06")
def test_damage_that_was_fully_blocked_triggers_nothing():
    table = scene("immolated flayed poisoned")
    table.scrolls(0, red=2)
    table.character(0).shields = 1
    enemy = table.enemy(1)
    table.hurt(enemy, "damage first_player")
    table.act(Block(0, 0, 1, 0))
    assert table.states(enemy) == {}
    table.hurt(enemy, "damage first_player")
    assert table.states(enemy) == {"fire": 1}


@pytest.mark.rule("D-BLOCK-06")
def test_what_shields_stopped_is_not_dealt():
    table = scene()
    table.mutate("BR-17")  # 2 or more Damage also bleed
    enemy = table.enemy(1, shields=3)
    table.does(0, "damage on 1")
    assert not table.character(0).dealt
    table.does(0, "damage 3 on 1")
    assert (enemy.damage, table.states(enemy)) == (1, {})
    table.does(0, "damage 2 on 1")
    assert table.states(enemy) == {"bleeding": 1}


@pytest.mark.rule("D-DAMAGE-07", "D-BLOCK-05")
def test_unblockable_damage_ignores_the_shields_of_enemies():
    table = scene()
    enemy = table.enemy(1, shields=2)
    table.does(0, "damage unblockable on 1")
    assert (enemy.damage, enemy.shields) == (1, 2)


@pytest.mark.rule("D-BLOCK-05")
def test_normal_shields_are_proposed_before_golden_ones():
    table = scene()
    table.character(0).shields, table.character(0).golden = 1, 1
    table.hurt(table.enemy(1), "damage first_player")
    assert table.offered() == [Block(0, 0, 1, 0), Block(0, 0, 0, 1), Block(0, 0, 0, 0)]


@pytest.mark.rule("D-INT-15")
def test_interaction_15_who_takes_the_first_players_damage_cannot_pass_it_to_a_companion():
    table = scene()
    table.scrolls(1, red=1)
    table.equip(1, "leghugger")
    table.hurt(table.enemy(1), "damage first_player")
    table.act(table.offered()[0])
    assert table.waiting() is None
    assert (table.health()[1], table.character(1).companion_damage) == (2, [0])


@pytest.mark.rule("D-V-01")
@pytest.mark.parametrize("fighting", [True, False])
def test_damage_down_to_one_leaves_everybody_one_health_and_cannot_be_blocked(fighting):
    table = scene()
    table.character(1).damage, table.character(2).damage = 1, 2
    effect = Damage(DOWN_TO_1, "all")
    if fighting:
        table.character(0).shields = 1
        table.bears(table.character(1), target=1)
        assert table.hurt(table.enemy(1), effect) is None
    else:
        assert table.happens(effect) is None
    assert table.health() == [1, 1, 1]
    assert table.events(DamageTaken) == [DamageTaken(0, 2, 1), DamageTaken(1, 1, 1)]


@pytest.mark.rule("D-V-01", "D-HERO-RULING-04")
def test_who_takes_such_damage_for_the_first_player_takes_all_of_it():
    table = scene()
    table.scrolls(1, green=3, red=1)
    table.happens(Damage(DOWN_TO_1, "first_player"))
    assert table.waiting() == ChooseRedirect(1, 1, 2)
    table.act(TakeInstead(1, 1))
    assert table.health() == [3, 4, 3]


# Round 0.


@pytest.mark.rule("D-ROUND0-01", "D-ROUND0-04")
def test_each_uses_as_many_round_zero_abilities_as_they_like_in_turn_order():
    table = scene("flayed poisoned immolated", first=2)
    table.scrolls(0, purple=1)
    table.scrolls(2, red=3)  # two of them
    table.enemy(1)
    table.enemy(2)
    assert isinstance(table.round(0), ChooseRoundZero)
    first, second = [option for option in table.offered() if isinstance(option, UseRoundAction)]
    table.act(first)
    assert table.offered() == [second, EndRoundZero(2, 2)]
    table.act(second)
    assert (table.on(1).damage, table.on(2).damage) == (1, 1)
    assert {option.seat for option in table.offered()} == {0}
    table.act(EndRoundZero(0, 0))  # nobody must
    assert [one.shields for one in table.state.characters] == [0, 0, 0]


@pytest.mark.rule("D-ROUND0-01", "D-EQUIP-06", "D-V-41")
def test_equipment_that_names_round_zero_is_used_there_and_takes_no_line(monkeypatch):
    monkeypatch.setattr(CONTENT.equipment["torch"], "rounds", (0,))
    monkeypatch.setattr(CONTENT.equipment["throwing_knife"], "rounds", (0, 3))
    table = scene("immolated flayed poisoned")
    table.equip(0, "torch", "throwing_knife", "rusty_sword", "lightspeed")
    table.enemy(1)
    table.play_card(0, "IM-6")
    torch, knife = UseWeapon(0, 0, 0, "torch"), UseWeapon(0, 0, 0, "throwing_knife")
    table.round(0)
    assert table.offered() == [torch, knife, EndRoundZero(0, 0)]
    table.act(torch)
    assert table.offered() == [knife, EndRoundZero(0, 0)]
    table.act(knife)
    assert (table.on(1).damage, table.on(1).tokens[FIRE]) == (1, 1)
    assert table.waiting() is None
    table.state.spent = ["combat any-round-0"]
    table.round(3)
    assert UseWeapon(0, 0, 0, "throwing_knife") in table.offered()
    assert torch not in table.offered()


@pytest.mark.rule("D-ROUND0-04", "D-SOLO-16")
def test_serenade_has_two_gifts_in_round_zero_and_may_keep_them():
    table = scene("poisoned serenade")
    table.character(1).melee = True
    table.character(1).scrolls[0] = 3  # the third space is no Action
    table.enemy(1)
    table.round(0)
    assert table.offered() == [
        UseRoundAction(0, 1, "serenade-1"),
        UseRoundAction(0, 1, "serenade-2"),
        EndRoundZero(0, 1),
    ]
    table.act(EndRoundZero(0, 1))
    assert table.character(0).shields == 0


@pytest.mark.rule("D-ROUND0-02", "D-CARD-02", "D-COMBAT-ORDER-07")
def test_enemies_act_in_round_zero_in_their_place(monkeypatch):
    lines = ((Damage(to="first_player"),), (), (), (), ())
    monkeypatch.setattr(CONTENT.monsters["b1_zombie"], "lines", lines)
    table = scene("immolated flayed poisoned")
    table.scrolls(0, red=1)
    table.enemy(-1, "b1_zombie")
    table.enemy(1, "b1_zombie", damage=1)
    assert isinstance(table.round(0), ChooseRoundZero)
    assert table.health()[0] == 2  # the one behind came first
    table.act(table.offered()[0])
    assert table.health()[0] == 2  # the one in front is dead
    assert list(table.board()) == [-1]


@pytest.mark.rule("D-ROUND0-03", "D-COMBAT-ORDER-07")
def test_the_rounds_of_a_combat():
    table = scene()
    table.enemy(3, "b1_shieldbearer").frozen = [1, 2, 3]
    table.fight("PO-1", "", "IM-1")
    told = [event for event in table.table.log if isinstance(event, (RoundBegan, EnemyMoved))]
    assert told == [
        RoundBegan(0),  # without a Round End
        RoundBegan(1),
        EnemyMoved("b1_shieldbearer", 3, 1),
        RoundBegan(2),
        RoundBegan(3),
    ]


# Killing and Loot.


@pytest.mark.rule("D-KILL-03", "D-UPKEEP-01", "D-LOOT-02")
def test_what_a_death_gives_waits_in_the_bag_for_the_upkeep(monkeypatch):
    death = tuple(
        Gain(item, colour="red" if item == "scroll" else "")
        for item in ("food", "scroll", "treasure", "blueprint", "tooth")
    )
    monkeypatch.setattr(CONTENT.monsters["b1_zombie"], "death", death)
    table = scene()
    table.state.treasure = ["torch", "cudgel"]
    blueprint = CONTENT.biomes["prisoners_quarters"].blueprints[0]
    table.character(1).damage = 1
    table.enemy(1, "b1_zombie", damage=1)
    table.does(0, "damage on 1")
    assert (table.state.food, table.state.scrolls, table.state.teeth) == (1, ["red"], 1)
    assert (table.state.found, table.state.blueprints) == (["cudgel"], [blueprint])
    assert table.events(TreasureDrawn) == [TreasureDrawn("cudgel")]
    assert (table.character(1).damage, table.state.collector) == (1, [])
    table.upkeep()
    table.act(TakeScroll(0, 2, "red"))
    assert table.character(1).damage == 0  # only one was hurt
    table.act(GiveEquipment(0, 1, "cudgel"), Equip(1, 1, "cudgel"))
    assert (table.character(2).scrolls, table.character(1).equipment) == ([0, 0, 1], ["cudgel"])
    assert (table.state.food, table.state.scrolls, table.state.found) == (0, [], [])
    assert (table.state.blueprints, table.state.collector) == ([], [blueprint])
    assert table.state.teeth == 1


@pytest.mark.rule("D-KILL-01", "D-KILL-02")
def test_rewards_come_first_whatever_the_listed_order(monkeypatch):
    death = (Damage(to="first_player"), Gain("cell"))
    monkeypatch.setattr(CONTENT.monsters["b1_zombie"], "death", death)
    table = scene()
    table.character(0).damage = 2
    table.enemy(1, "b1_zombie", damage=1)
    table.does(1, "damage on 1")
    assert (table.state.dead, table.state.cells) == (0, 1)


@pytest.mark.rule("D-KILL-02")
@pytest.mark.parametrize(
    ("card", "out"), [("b1_zombie", "monsters_out"), ("b1_elite_zombie", "elites_out")]
)
def test_the_dead_go_to_the_discard_pile_of_their_kind(card, out):
    table = scene()
    table.enemy(1, card, health=1)
    table.does(0, "damage on 1")
    assert getattr(table.state, out) == [card]
    assert len(table.state.monsters_out + table.state.elites_out) == 1


@pytest.mark.rule("D-KILL-01", "D-EQUIP-08")
def test_the_damage_of_a_death_box_is_assigned_and_blocked_like_any_other():
    table = scene()
    table.equip(1, "leghugger")
    table.character(2).shields = 1
    table.enemy(1, "b3_disgusting_worm", damage=2)
    table.does(0, "damage on 1")
    assert len(table.offered()) == 4  # three Beheaded and a Companion
    table.act(PickVictim(0, 2), Block(2, 2, 1, 0))
    assert table.health() == [3, 3, 3]


@pytest.mark.rule("D-LOOT-02", "D-UPKEEP-01", "D-ACTION-LOOT-01")
def test_loot_is_handed_out_in_the_upkeep():
    table = scene()
    table.open_board()
    table.character(1).damage = 2
    table.state.loot = ["food", "food", "treasure torch", "blueprint broadsword"]
    table.does(0, "loot")
    table.act(TakeLoot(0, 0, "food"))
    table.does(0, "loot")
    table.act(TakeLoot(0, 0, "treasure"))
    table.does(0, "loot")
    assert (table.state.food, table.state.found) == (2, ["torch"])
    assert (table.character(1).damage, table.state.collector) == (2, [])
    table.upkeep()  # both Food to the only one who is hurt
    assert table.character(1).damage == 0
    assert table.offered() == [GiveEquipment(0, one, "torch") for one in range(3)]
    table.act(GiveEquipment(0, 2, "torch"), Equip(2, 2, "torch"))
    assert table.state.collector == ["broadsword"]


@pytest.mark.rule("D-LOOT-04", "D-INT-14")
def test_interaction_14_teeth_looted_in_a_combat_pay_in_it():
    table = scene()
    table.scrolls(0, purple=1)  # Round III: a Tooth for 1 Damage to any
    table.enemy(3, "b1_elite_archer").frozen = [3]
    table.play_card(0, "PO-6")
    assert table.round(3) is None
    table.state.loot = ["tooth"]
    table.does(1, "loot")
    table.round(3)
    table.act(UseRoundAction(0, 0, "poisoned-purple-1"))
    assert (table.state.teeth, table.on(3).damage) == (0, 1)


@pytest.mark.rule("D-ICON-08", "D-UPKEEP-01")
def test_food_that_nobody_needs_is_lost():
    table = scene()
    table.open_board()
    table.state.food = 2
    table.character(0).damage = table.character(1).damage = 1
    table.upkeep()
    assert table.offered() == [Feed(0, 0), Feed(0, 1)]
    table.act(Feed(0, 1))
    assert (table.health(), table.events(FoodWasted)) == ([3, 3, 3], [])
    table.open_board()
    table.state.food = 1
    table.upkeep()
    assert (table.state.food, len(table.events(FoodWasted))) == (0, 1)


# Round End and Upkeep.


@pytest.mark.rule("D-ROUNDEND-01", "D-ROUNDEND-03", "D-ROUNDEND-04")
def test_poison_first_then_moving_up_then_the_next_round():
    table = scene()
    table.bears(table.enemy(1, "b1_zombie", damage=1), poison=1)
    table.enemy(3, "b1_shieldbearer").frozen = [1, 2, 3]
    table.fight("", "", "")
    told = [event for event in table.table.log if isinstance(event, (EnemyDied, EnemyMoved))]
    assert told == [EnemyDied(1, "b1_zombie"), EnemyMoved("b1_shieldbearer", 3, 1)]


@pytest.mark.rule("D-ROUNDEND-05", "D-COMBAT-ORDER-07")
def test_round_four_goes_from_left_to_right_without_moving_up():
    table = scene()
    table.enemy(3, "b1_grenadier")
    table.enemy(-1, "b6_cleaver")
    table.end_round(3)
    settle(table)
    assert order(table, EnemyActed) == ["b6_cleaver", "b1_grenadier"]
    assert list(table.board()) == [-1, 3]


@pytest.mark.rule("D-UPKEEP-02", "D-KILL-05")
def test_living_enemies_are_discarded_without_reward():
    table = scene()
    table.enemy(1, "b1_zombie", damage=1)
    table.enemy(2, "b1_elite_archer")
    table.upkeep()
    assert (table.state.enemies, table.state.cells, table.state.found) == ([], 0, [])
    assert (table.state.fighting, table.state.round) == (False, -1)
    assert table.state.monsters_out == ["b1_zombie"]
    assert table.state.elites_out == ["b1_elite_archer"]


@pytest.mark.rule("D-UPKEEP-03", "D-INT-28")
def test_interaction_28_loot_left_over_is_discarded_and_a_blueprint_returns():
    table = scene()
    table.state.monsters = ["b1_zombie"] * 3
    table.state.treasure = ["torch"]
    blueprints = table.campaign.blueprints[0]
    for one, cards in enumerate((("PO-1",), ("FL-1",), ("IM-1",))):
        table.hand(one, *cards)
    table.tile("PQ-X2")  # a Cell and a Blueprint
    assert table.campaign.blueprints[0] == blueprints[1:]
    table.state.loot.extend(["treasure torch", "tooth"])
    table.upkeep()
    assert (table.state.loot, table.state.cells, table.state.teeth) == ([], 0, 0)
    assert table.state.treasure_out == ["torch"]
    assert table.campaign.blueprints[0] == blueprints  # to be found again


@pytest.mark.rule("D-UPKEEP-05")
def test_active_cards_are_discarded_in_the_order_played_and_hands_refilled():
    table = scene("poisoned flayed")
    table.hand(0, "PO-1", "PO-2", "PO-3")
    table.hand(1, "FL-1", "FL-2", "FL-3")
    table.play_card(0, "PO-3", "PO-1")
    table.play_card(1, "FL-2")
    table.upkeep()
    assert [one.discard for one in table.state.characters] == [["PO-3", "PO-1"], ["FL-2"]]
    assert [len(one.hand) for one in table.state.characters] == [3, 3]
    assert [len(one.draw) for one in table.state.characters] == [1, 2]
    assert [one.active for one in table.state.characters] == [[], []]


@pytest.mark.rule("D-DECK-01")
def test_an_empty_draw_pile_is_renewed_from_the_discard_pile():
    table = scene(luck="0")
    character = table.character(0)
    character.hand, character.draw = ["PO-1"], ["PO-2"]
    character.discard = ["PO-3", "PO-4"]
    table.run(RefillHand(0))
    assert table.events(PileShuffled) == [PileShuffled(0)]
    assert character.hand == ["PO-1", "PO-2", "PO-3"]  # one draw swapped the two
    assert (character.draw, character.discard) == (["PO-4"], [])


@pytest.mark.rule("D-DECK-02")
def test_without_any_card_none_is_drawn():
    table = scene()
    character = table.character(0)
    character.hand, character.draw, character.discard = ["PO-1"], [], []
    table.run(RefillHand(0))
    assert character.hand == ["PO-1"]
    assert turn_card(table.table, 0) == ""
