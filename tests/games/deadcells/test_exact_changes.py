"""What a rule changes, and that it changes nothing else; what it tells, word for word."""

from __future__ import annotations

import pytest

from embertable.games.deadcells import effects
from embertable.games.deadcells.damage_to_enemies import Die, EnemyDied, EnemyHurt
from embertable.games.deadcells.damage_to_group import Block, DamageBlocked, DamageTaken
from embertable.games.deadcells.effects_in_combat import TakeLoot
from embertable.games.deadcells.end_of_run import TakeDown
from embertable.games.deadcells.gains import gain_in_combat, gain_outside
from embertable.games.deadcells.mutations import DeathPrevented
from embertable.games.deadcells.upkeep import ClearBoard
from tests.games.deadcells.scene import CONTENT, scene

FIRST_BLUEPRINT = CONTENT.biomes["prisoners_quarters"].blueprints[0]


# Rewards.


REWARDS = {
    "tooth": (effects.Gain("tooth", 2), {"teeth"}),
    "cell": (effects.Gain("cell", 2), {"cells"}),
    "food": (effects.Gain("food", 2), {"food"}),
    "scroll": (effects.Gain("scroll", 2, "red"), {"scrolls"}),
    "treasure": (effects.Gain("treasure", 2), {"treasure", "found"}),
    "blueprint": (effects.Gain("blueprint", 2), {"campaign.blueprints", "blueprints"}),
    "rune": (effects.Gain("rune", 1, "", "vine"), {"campaign.runes"}),
}


@pytest.mark.rule("D-V-06", "D-KILL-03")
@pytest.mark.parametrize("item", REWARDS)
def test_a_reward_in_combat_is_that_reward_and_nothing_else(item):
    table = scene()
    table.enemy(1)
    gain, paths = REWARDS[item]
    assert table.changed(lambda: gain_in_combat(table.table, gain)) == paths
    state = table.state
    bag = (state.teeth, state.cells, state.food, state.scrolls)
    bags = {"tooth": (2, 0, 0), "cell": (0, 2, 0), "food": (0, 0, 2)}
    scrolls = ["red", "red"] if item == "scroll" else []
    assert bag == (*bags.get(item, (0, 0, 0)), scrolls)
    assert len(state.found) == (2 if item == "treasure" else 0)
    assert len(state.blueprints) == (2 if item == "blueprint" else 0)


@pytest.mark.rule("D-V-06", "D-KILL-03", "D-DECK-03", "D-ICON-05", "D-ICON-10")
@pytest.mark.parametrize("item", ["treasure", "blueprint", "rune"])
def test_of_what_is_used_up_nothing_is_gained_in_combat_and_nothing_told(item):
    table = scene()
    table.enemy(1)
    table.state.treasure = []
    table.campaign.blueprints = ((), *table.campaign.blueprints[1:])
    table.campaign.runes = ("vine",)
    gain, _ = REWARDS[item]
    log = table.told(lambda: gain_in_combat(table.table, gain))
    assert log == []
    assert table.changed(lambda: gain_in_combat(table.table, gain)) == set()


@pytest.mark.rule("D-BOSS-01", "D-ICON-05")
def test_a_boss_has_no_blueprints():
    table = scene()
    table.state.boss, table.state.biome = "concierge", ""
    gain, _ = REWARDS["blueprint"]
    assert table.changed(lambda: gain_in_combat(table.table, gain)) == set()
    assert table.changed(lambda: table.happens(gain)) == set()


@pytest.mark.rule("D-LOOT-01", "D-LOOT-02", "D-ACTION-LOOT-01")
@pytest.mark.parametrize(
    ("item", "paths"),
    [
        ("tooth", {"teeth"}),
        ("cell", {"cells"}),
        ("food", {"food"}),
        ("scroll", {"scrolls"}),
        ("treasure", {"found"}),
        ("blueprint", {"blueprints"}),
        ("rune", {"campaign.runes"}),
    ],
)
def test_looting_takes_all_of_one_type_into_its_place_in_the_bag(item, paths):
    table = scene()
    table.enemy(1)
    names = {"scroll": "scroll red", "treasure": "treasure torch", "rune": "rune vine"}
    names["blueprint"] = f"blueprint {FIRST_BLUEPRINT}"
    kinds = ("tooth", "cell", "food", "scroll", "treasure", "blueprint", "rune")
    table.state.loot = [names.get(kind, kind) for kind in kinds] * 2
    assert table.changed(lambda: table.run(TakeLoot(0, 0, item))) == {"loot", *paths}
    assert len(table.state.loot) == 12
    state = table.state
    taken = (state.teeth, state.cells, state.food, len(state.scrolls), len(state.found))
    assert sum(taken) + len(state.blueprints) == (0 if item == "rune" else 2)


@pytest.mark.rule("D-TILE-09", "D-V-06")
@pytest.mark.parametrize(
    ("item", "paths"),
    [
        ("tooth", {"teeth"}),
        ("cell", {"cells"}),
        ("blueprint", {"campaign.blueprints", "collector"}),
        ("rune", {"campaign.runes"}),
    ],
)
def test_a_reward_outside_combat_that_nobody_is_handed_changes_only_that(item, paths):
    table = scene()
    gain, _ = REWARDS[item]

    def take():
        gain_outside(table.table, gain, (0, 1, 2))
        table.run()

    assert table.changed(take) == paths


# Damage.


@pytest.mark.rule("D-ACTION-DAMAGE-01", "D-STATE-TARGET-01", "D-BLOCK-05")
@pytest.mark.parametrize(
    ("damage", "shields", "target", "landed", "stopped", "left"),
    [
        (1, 0, 0, 1, 0, 3),
        (3, 0, 0, 3, 0, 1),
        (4, 0, 0, 4, 0, 0),
        (7, 0, 0, 7, 0, 0),
        (2, 1, 0, 1, 1, 3),
        (2, 5, 0, 0, 2, 4),
        (1, 1, 2, 2, 1, 2),
    ],
)
def test_a_blow_says_what_landed_what_was_stopped_and_what_is_left(
    damage, shields, target, landed, stopped, left
):
    table = scene()
    enemy = table.enemy(2, health=4, shields=shields)
    table.bears(enemy, target=target)
    told = table.told(lambda: table.does(0, f"damage {damage}"))
    assert told[0] == EnemyHurt(2, enemy.card, landed, stopped, left)
    assert (EnemyDied(2, enemy.card) in told) is (left == 0)


@pytest.mark.rule("D-DEATH-01", "D-V-22")
@pytest.mark.parametrize(("damage", "left", "used"), [(1, 2, 0), (2, 1, 0), (3, 1, 1), (9, 1, 1)])
def test_what_prevents_a_death_waits_until_no_health_is_left(damage, left, used):
    table = scene()
    table.mutate("SV-12")
    table.bears(table.character(0), poison=1)
    log = table.told(lambda: table.happens(f"damage {damage} first_player"))
    assert table.health() == [left, 3, 3]
    assert log.count(DeathPrevented(0)) == used
    assert (table.character(0).tokens[0] == 0) is bool(used)
    assert DamageTaken(0, damage, max(0, 3 - damage)) in log


@pytest.mark.rule("D-KILL-01", "D-KILL-02")
@pytest.mark.parametrize("elite", [False, True])
def test_a_death_changes_its_own_discard_pile_its_space_and_what_its_box_says(elite, monkeypatch):
    table = scene()
    card = "b1_elite_archer" if elite else "b1_zombie"
    monkeypatch.setattr(CONTENT.monsters[card], "death", (effects.Gain("cell", 1),))
    enemy = table.enemy(2, card)
    table.enemy(3)
    gone = {path for path in table.facts() if path.startswith(f"enemy {enemy.id}.")}
    pile = "elites_out" if elite else "monsters_out"
    changed = table.changed(lambda: table.run(Die(enemy.id, 0, by_damage=True)))
    assert changed == {*gone, pile, "fell", "cells"}
    assert getattr(table.state, pile) == [card]
    assert table.state.fell == 2


@pytest.mark.rule("D-BLOCK-01", "D-BLOCK-02", "D-COMBAT-SETUP-12")
@pytest.mark.parametrize("constraint", ["", "two_shields_per_damage"])
@pytest.mark.parametrize(
    ("shields", "golden", "stopped"), [(0, 0, 0), (2, 0, 2), (0, 2, 2), (1, 1, 2)]
)
def test_a_block_says_how_much_it_stopped(constraint, shields, golden, stopped):
    table = scene()
    table.enemy(1)
    table.state.constraint = constraint
    price = 2 if constraint else 1
    character = table.character(0)
    character.shields, character.golden, character.incoming = 3 * price, 3 * price, 4
    told = table.told(lambda: table.run(Block(0, 0, shields * price, golden * price)))
    assert told == ([DamageBlocked(0, stopped)] if stopped else [])
    left = (character.shields, character.golden, character.incoming)
    assert left == ((3 - shields) * price, (3 - golden) * price, 4 - stopped)


@pytest.mark.rule("D-MUT-05", "D-BOSS-02")
@pytest.mark.parametrize("mod", ["monster_health", "elite_health", "boss_health"])
def test_more_health_is_for_monsters_or_for_elites_or_for_a_boss(mod, monkeypatch):
    table = scene()
    monkeypatch.setattr(type(table.state), "mod", lambda _, name, shop="": 5 * (name == mod))
    cards = {"monster_health": "b1_zombie", "elite_health": "b1_elite_archer"}
    for name, card in {**cards, "": "z_tentacle"}.items():
        more = table.enemy(1, card).health - CONTENT.monsters[card].health
        assert more == (5 if name == mod else 0)


# The end of a Combat and of a Run.


def in_full():
    """A Combat in which everything that the Upkeep clears is there."""
    table = scene("poisoned flayed immolated quartered", first=1)
    state = table.state
    table.enemy(-1, "b1_zombie")
    table.enemy(2, "b1_elite_archer")
    for one, card in enumerate(("PO-1", "FL-1", "IM-1")):
        table.play_card(one, card)
        character = table.character(one)
        character.announced = ["damage 1"]
        character.signal = "focus 2"
        character.shields, character.golden = 2, 1
        character.tokens, character.frozen = [1, 1, 1, 1], [3]
        character.damage = 1
    state.loot = ["tooth", "treasure torch", f"blueprint {FIRST_BLUEPRINT}"]
    state.campaign.blueprints = (state.campaign.blueprints[0][1:], *state.campaign.blueprints[1:])
    state.round, state.bonus, state.shown, state.passing = 3, 1, True, 3
    state.wall, state.constraint = "hole", "no_skill"
    state.teeth, state.cells = 4, 5
    return table


@pytest.mark.rule(
    "D-UPKEEP-02",
    "D-UPKEEP-03",
    "D-UPKEEP-04",
    "D-UPKEEP-05",
    "D-SETUP-03",
    "D-COMBAT-PLAY-10",
    "D-COMBAT-SETUP-12",
)
def test_the_end_of_a_combat_clears_the_board_and_leaves_damage_and_the_bag():
    table = in_full()
    state = table.state
    draws = [list(one.draw) for one in state.characters]
    table.run(ClearBoard())
    assert (state.fighting, state.shown) == (False, False)
    assert (state.enemies, state.loot, state.wall, state.constraint) == ([], [], "", "")
    assert (state.round, state.bonus, state.passing) == (-1, 0, -1)
    assert (state.monsters_out, state.elites_out) == (["b1_zombie"], ["b1_elite_archer"])
    assert state.treasure_out == ["torch"]
    assert state.campaign.blueprints[0][0] == FIRST_BLUEPRINT
    assert (state.teeth, state.cells, state.food, state.found) == (4, 5, 0, [])
    for one, character in enumerate(state.characters):
        assert (character.signal, character.active, character.announced) == ("", [], [])
        assert (character.shields, character.golden) == (0, 0)
        assert (character.tokens, character.frozen) == ([0, 0, 0, 0], [])
        assert character.damage == (0 if one == 3 else 1)
        assert len(character.hand) == 3
        assert sorted([*character.hand, *character.draw]) == sorted(draws[one])
    assert [one.discard for one in state.characters] == [["PO-1"], ["FL-1"], ["IM-1"], []]
    assert state.in_order() == state.participants() == [1, 2, 3, 0]


@pytest.mark.rule("D-END-01", "D-END-02", "D-END-03", "D-END-04", "D-END-07", "D-SOLO-18")
def test_the_end_of_a_run_takes_everything_back_but_cells_and_the_campaign():
    table = in_full()
    state = table.state
    outside = ("club", "leghugger", "torch")  # in the Bag, carried, and on the Group space
    state.treasure = [card for card in state.treasure if card not in outside]
    everything = sorted([*state.treasure, *outside])
    state.found = ["club"]
    table.equip(1, "leghugger")
    table.character(1).companion_damage = [1]
    table.scrolls(2, green=2, red=1)
    state.scrolls, state.food = ["red"], 2
    state.collector = [state.campaign.blueprints[0][0]]
    state.campaign.blueprints = (state.campaign.blueprints[0][1:], *state.campaign.blueprints[1:])
    state.dead = 0
    table.run(TakeDown("prisoners_quarters"))
    assert (state.teeth, state.food, state.scrolls, state.found) == (0, 0, [], [])
    assert (state.treasure, state.treasure_out, state.collector) == ([], [], [])
    assert state.cells == 5
    assert state.passing == -1
    assert state.campaign.blueprints[0] == CONTENT.biomes["prisoners_quarters"].blueprints
    assert state.campaign.treasure == tuple(everything)
    assert state.campaign.history == ("died prisoners_quarters",)
    for character in state.characters:
        assert (character.damage, character.max_health, character.incoming) == (0, 3, 0)
        assert (character.scrolls, character.melee) == ([0, 0, 0], False)
        assert (character.equipment, character.companion_damage) == ([], [])
        piles = (character.hand, character.draw, character.discard, character.active)
        assert piles == ([], [], [], [])
        assert character.announced == []
