"""The rulebook's Combat, step by step: it proves the order of a Round."""

from __future__ import annotations

import pytest

from embertable.games.deadcells.damage_to_enemies import AimAt
from embertable.games.deadcells.damage_to_group import Block, ChooseVictim, PickVictim
from embertable.games.deadcells.effects_in_combat import DeclineSkill, UseSkill
from embertable.games.deadcells.gains import Equip, GiveEquipment, TakeScroll
from embertable.games.deadcells.preparation import ChooseCard, LayCard
from tests.games.deadcells.scene import scene

DINA, CARRIE, GABRIEL = 0, 1, 2


def the_combat():
    table = scene("poisoned flayed immolated")
    table.hand(DINA, "PO-1", "PO-2", "PO-3")
    table.hand(CARRIE, "FL-1", "FL-2", "FL-3")
    table.hand(GABRIEL, "IM-1", "IM-2", "IM-3")
    table.state.elites = ["b1_elite_zombie", "b1_elite_archer"]
    table.state.monsters = ["b1_zombie", "b1_zombie"]
    table.state.treasure.remove("torch")
    table.state.treasure.append("torch")
    return table


def lay_the_cards(table):
    table.act(
        LayCard(DINA, DINA, "PO-1", "poison", 2),
        LayCard(CARRIE, CARRIE, "FL-1", "skill", 1),
        LayCard(GABRIEL, GABRIEL, "IM-1", "loot", 3),
    )


@pytest.mark.rule("D-EX-01", "D-COMBAT-ORDER-01", "D-COMBAT-ORDER-02", "D-COMBAT-ORDER-03")
@pytest.mark.rule("D-COMBAT-SETUP-01", "D-COMBAT-SETUP-02", "D-COMBAT-SETUP-03", "D-TILE-06")
@pytest.mark.rule("D-COMBAT-SETUP-04", "D-COMBAT-SETUP-06", "D-COMBAT-SETUP-07", "D-FIRST-05")
@pytest.mark.rule("D-COMBAT-PLAY-01", "D-COMBAT-PLAY-04", "D-COMBAT-PLAY-07", "D-KILL-03")
@pytest.mark.rule("D-UPKEEP-01", "D-UPKEEP-05", "D-ACTION-DAMAGE-02", "D-ACTION-BLOCK-01")
def test_example_01_the_rulebooks_combat_step_by_step():
    table = the_combat()
    assert isinstance(table.tile("PQ-X1"), ChooseCard)
    assert table.board() == {1: ("b1_zombie", 0), 3: ("b1_elite_archer", 0)}
    assert table.state.loot == ["scroll green"]
    lay_the_cards(table)
    # Round I: Carrie's Skill, then the Archer hits two.
    assert table.state.round == 1
    table.act(UseSkill(CARRIE, CARRIE, "flayed-purple-0"))
    assert table.character(CARRIE).shields == 1
    table.act(PickVictim(DINA, CARRIE), PickVictim(DINA, GABRIEL), Block(CARRIE, CARRIE, 1, 0))
    # Round II: the Archer has moved to 2, so Dina may choose.
    assert table.character(CARRIE).shields == 0
    assert table.health() == [3, 3, 2]
    assert table.board() == {1: ("b1_zombie", 0), 2: ("b1_elite_archer", 0)}
    assert table.state.round == 2
    # Then nobody is asked anything until the Treasure is handed out.
    table.act(AimAt(DINA, 2))
    assert table.state.enemies == []
    assert (table.state.cells, table.health()) == (1, [2, 3, 2])
    table.act(TakeScroll(DINA, DINA, "green"))
    assert (table.character(DINA).health(), table.character(DINA).max_health) == (3, 4)
    table.act(GiveEquipment(DINA, GABRIEL, "torch"), Equip(GABRIEL, GABRIEL, "torch"))
    assert table.health() == [3, 3, 2]
    assert table.character(GABRIEL).equipment == ["torch"]
    assert [len(one.hand) for one in table.state.characters] == [3, 3, 3]
    assert [one.discard for one in table.state.characters] == [["PO-1"], ["FL-1"], ["IM-1"]]
    assert (table.state.cells, table.state.scrolls, table.state.loot) == (1, [], [])


@pytest.mark.rule("D-EX-01", "D-ROUNDEND-01", "D-ROUNDEND-04")
def test_example_01_the_log_of_the_rulebooks_combat_is_in_its_order():
    table = the_combat()
    table.tile("PQ-X1")
    lay_the_cards(table)
    table.act(
        UseSkill(CARRIE, CARRIE, "flayed-purple-0"),
        PickVictim(DINA, CARRIE),
        PickVictim(DINA, GABRIEL),
        Block(CARRIE, CARRIE, 1, 0),
        AimAt(DINA, 2),
    )
    told = [type(event).__name__ for event in table.table.log]
    told = told[told.index("RoundBegan") :]
    interesting = (
        *("RoundBegan", "SkillUsed", "DamageTaken", "EnemyMoved", "StateInflicted", "EnemyHurt"),
        *("EnemyDied", "CellsGained", "Looted", "TreasureDrawn"),
    )
    assert [name for name in told if name in interesting] == [
        *("RoundBegan", "RoundBegan", "SkillUsed", "DamageTaken", "EnemyMoved"),
        *("RoundBegan", "StateInflicted", "EnemyHurt", "EnemyHurt", "EnemyDied", "CellsGained"),
        *("EnemyHurt", "EnemyMoved"),
        *("RoundBegan", "EnemyHurt", "Looted", "DamageTaken", "EnemyHurt", "EnemyDied"),
        "TreasureDrawn",
    ]


@pytest.mark.rule("D-EX-60", "D-UPKEEP-02", "D-ROUNDEND-05", "D-COMBAT-ORDER-07")
def test_example_60_the_same_combat_when_carrie_and_gabriel_do_not_strike():
    table = the_combat()
    table.tile("PQ-X1")
    lay_the_cards(table)
    table.character(CARRIE).active = [""]
    table.character(GABRIEL).frozen = [2]
    table.act(UseSkill(CARRIE, CARRIE, "flayed-purple-0"))
    table.act(PickVictim(DINA, DINA), PickVictim(DINA, CARRIE), Block(CARRIE, CARRIE, 1, 0))
    assert table.health() == [2, 3, 3]
    assert isinstance(table.act(AimAt(DINA, 2)), ChooseVictim)  # the Zombie in Round II
    table.act(PickVictim(DINA, CARRIE))
    assert table.board() == {1: ("b1_zombie", 1), 2: ("b1_elite_archer", 1)}
    table.act(PickVictim(DINA, CARRIE))  # the Zombie in Round III; the Archer hits Dina
    assert table.health() == [1, 1, 3]
    assert table.state.round == 4
    table.act(PickVictim(DINA, GABRIEL))  # Round IV is the last event
    assert table.health() == [1, 1, 2]
    table.act(TakeScroll(DINA, DINA, "green"))
    assert (table.state.enemies, table.state.cells, table.state.treasure[-1]) == ([], 0, "torch")
    assert sorted(table.state.monsters_out + table.state.elites_out) == [
        "b1_elite_archer",
        "b1_zombie",
    ]


@pytest.mark.rule("D-EX-01", "D-ACTION-SKILL-01", "D-EX-09")
def test_example_01_a_skill_may_be_declined():
    table = the_combat()
    table.tile("PQ-X1")
    lay_the_cards(table)
    table.act(DeclineSkill(CARRIE, CARRIE))
    assert table.character(CARRIE).shields == 0
