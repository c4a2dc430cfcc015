"""The First Player: what they decide, and what is theirs alone (section 4)."""

from __future__ import annotations

import pytest

from embertable.games.deadcells.damage_to_group import (
    Block,
    ChooseBlock,
    ChooseRedirect,
    ChooseVictim,
    DamageTaken,
    PickVictim,
    StandBack,
    TakeInstead,
)
from embertable.games.deadcells.effects import POISON, TARGET, Damage
from embertable.games.deadcells.effects_in_combat import UseSkill
from embertable.games.deadcells.effects_outside_combat import ChooseHealed
from embertable.games.deadcells.end_of_run import ChooseSpending
from embertable.games.deadcells.gains import ChooseEater, ChooseRoom, ChooseScroll, GiveEquipment
from embertable.games.deadcells.preparation import ChooseCard, LayCard
from tests.games.deadcells.scene import scene


@pytest.mark.rule("D-FIRST-02")
def test_the_first_player_hands_out_scrolls_food_and_spends_the_cells():
    table = scene(first=2)
    assert table.happens("gain scroll green") == ChooseScroll(2, "green", (2, 0, 1))
    table = scene(first=2)
    table.character(0).damage = 1
    table.character(1).damage = 1
    assert table.happens("gain food") == ChooseEater(2, (2, 0, 1))
    table = scene(first=2)
    table.state.cells = 1
    assert table.happens("damage 3 first_player") == ChooseSpending(2)


@pytest.mark.rule("D-FIRST-03", "D-FIRST-08")
def test_the_first_player_names_the_victim_who_alone_decides_on_shields():
    table = scene(first=1)
    table.character(2).shields = 1
    assert table.hurt(table.enemy(1), "damage") == ChooseVictim(1, (1, 2, 0), Damage())
    assert table.act(PickVictim(1, 2)) == ChooseBlock(2, 2, 1)
    table.act(Block(2, 2, 1, 0))
    assert table.health() == [3, 3, 3]


@pytest.mark.rule("D-FIRST-06", "D-ICON-01")
def test_what_is_joined_to_the_first_player_icon_cannot_be_passed_on():
    table = scene(first=1)
    assert table.happens("damage first_player") is None
    assert table.health() == [3, 2, 3]
    assert table.happens("gain scroll red first_player") is None
    assert table.character(1).scrolls == [0, 0, 1]
    for character in table.state.characters:
        character.damage = 2
    assert table.happens("gain food first_player") is None
    assert table.health() == [1, 2, 1]
    assert table.happens("heal first_player") is None
    assert table.health() == [1, 3, 1]
    choice = table.happens("gain treasure first_player")
    assert isinstance(choice, ChooseRoom)
    assert choice.character == 1


@pytest.mark.rule("D-V-07", "D-CHECK-05")
def test_healing_outside_combat_is_for_all_for_whom_a_check_rewards_or_for_one_of_the_group():
    table = scene(first=1)
    for character in table.state.characters:
        character.damage = 2
    assert table.happens("heal all") is None
    assert table.health() == [2, 2, 2]
    assert table.happens("heal", receiver=2) is None
    assert table.health() == [2, 2, 3]
    assert table.happens("heal") == ChooseHealed(1, 1)


@pytest.mark.rule("D-FIRST-08")
def test_a_player_alone_decides_card_skill_and_room():
    table = scene(first=2)
    for one, name in enumerate(("PO", "FL", "IM")):
        table.hand(one, f"{name}-1", f"{name}-2")
    assert table.tile("PQ-E1", "a1") == ChooseCard(2, 2)
    assert table.act(LayCard(2, 2, "IM-1", "loot", 3)) == ChooseCard(0, 0)
    table = scene(first=2)
    table.enemy(1)
    table.does(1, "skill")
    assert table.offered(1)[0] == UseSkill(1, 1, "flayed-purple-0")
    table = scene(first=2)
    table.state.treasure.append("torch")
    table.happens("gain treasure")
    assert table.act(GiveEquipment(2, 0, "torch")) == ChooseRoom(0, 0, "torch")


@pytest.mark.rule("D-HERO-RULING-04", "D-STATE-POISON-02")
def test_the_flayed_may_take_the_first_players_poison_damage():
    table = scene("poisoned flayed immolated")
    table.scrolls(1, red=1)
    table.character(0).tokens[POISON] = 2
    table.character(0).tokens[TARGET] = 1
    table.character(1).shields = 3
    assert table.end_round(1) == ChooseRedirect(1, 1, 2)
    table.act(TakeInstead(1, 1))
    # Shields do not stop it, and only the bearer's own Target would add.
    assert table.events(DamageTaken) == [DamageTaken(1, 2, 1)]
    assert table.character(0).tokens[POISON] == 2
    table.end_round(2)
    table.act(StandBack(1, 1))
    assert table.state.dead == 0


@pytest.mark.rule("D-HERO-RULING-04")
def test_another_players_poison_stays_where_it_is():
    table = scene("poisoned flayed immolated")
    table.scrolls(1, red=1)
    table.character(2).tokens[POISON] = 1
    assert table.end_round(1) is None
    assert table.health() == [3, 3, 2]
