"""Interactions W-I-01 to W-I-20: Line, reveal, arrival, Health and protection."""

from __future__ import annotations

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import PutDie, PutTamed, SendFamiliar
from embertable.games.setawatch.card_effects import MoveEffect
from embertable.games.setawatch.dice_effects import StunDie
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.events import CardRevealed, PowerTriggered
from embertable.games.setawatch.exhausting import ChooseExhausted
from embertable.games.setawatch.party_effects import TakeEffect
from embertable.games.setawatch.watch import ActivateItem
from tests.games.setawatch.scene import Scene, scene


def turn_away(table: Scene, card: str) -> None:
    """Move a creature to the end of the Line by Turn the Dead."""
    table.use("turn_the_dead")
    for option in table.offered(TakeEffect):
        if isinstance(table.state.content.scripts[option.script][0], MoveEffect):
            table.act(option)
    if table.offered(TakeCard):
        table.act(TakeCard(PARTY, card))


def triggers(table: Scene) -> list[str]:
    return [event.trigger for event in table.events(PowerTriggered)]


# Line, reveal, arrival.


@pytest.mark.rule("W-I-01")
@pytest.mark.parametrize("by", ["turn_the_dead", "turn_fate", "drag_hook"])
def test_interaction_01_a_move_without_defeat_is_settled(by):
    table = scene(line="bear, wyvern, wolf down, eagle down", dice="H 1, T 1", firewood=11)
    table.give("T", board="turn_fate, hex, premonition")
    table.give("H", items="drag_hook")
    table.watch()
    if by == "turn_the_dead":
        turn_away(table, "bear-1")
    elif by == "turn_fate":
        table.use("turn_fate", "T 1")
        table.act(TakeCard(PARTY, "bear-1"), TakeCard(PARTY, "bear-1"))
        assert table.line == ["wyvern", "bear", "wolf down", "eagle down"]
    else:
        table.use_item("drag_hook", "H 1")
    assert table.line[0] == "wyvern"
    assert table.state.firewood == 8, "the Wyvern arrives"
    if by != "turn_fate":
        assert table.line == ["wyvern", "wolf", "eagle down", "bear"], "position 2 is revealed"


@pytest.mark.rule("W-I-01")
def test_interaction_01_goblins_and_the_minotaur_settle_too():
    table = scene(line="bear, wolf, goblins down, bramble_boar down", firewood=12)
    table.watch()
    assert table.line == ["goblins", "bear", "wolf", "bramble_boar down"]
    table = scene(line="bear, summon down, wyvern", firewood=12, unhallowed="minotaur")
    table.watch()
    table.exhaust("hex")
    assert table.line == ["minotaur", "bear", "wyvern"]
    assert isinstance(table.waiting(), ChooseExhausted), "the Minotaur arrives in first position"


@pytest.mark.rule("W-I-02")
def test_interaction_02_back_in_first_position_it_arrives_again():
    table = scene(line="wyvern down, bear 4", dice="R 4", firewood=12)
    table.watch()
    turn_away(table, "wyvern-1")
    table.attack("R 4", 1)
    assert table.state.firewood == 6
    table = scene(line="fell_beast down", deck="bear 4, wolf", dice="R 4", firewood=6)
    table.watch()
    table.attack("R 4", 1)
    assert table.line == ["fell_beast"]
    assert table.at(1).used
    assert table.deck == ["wolf"]


@pytest.mark.rule("W-I-03")
def test_interaction_03_a_single_creature_is_first_and_last_but_not_second():
    table = scene(line="tallow_saint down", deck="bear", firewood=9)
    table.watch()
    assert triggers(table) == ["first_position", "end_of_line"]
    table = scene(line="bramble_boar down", firewood=9)
    table.watch()
    assert triggers(table) == []


@pytest.mark.rule("W-I-04")
@pytest.mark.parametrize("creature", ["gravel_wyrm", "lantern_eater", "tallow_saint"])
def test_interaction_04_last_again_it_arrives_again(creature):
    line = f"bone_piper down, {creature}"
    table = scene(line=line, graveyard="skeletons", deck="wolf", firewood=5)
    table.give("H", items="trapdoor_kit")
    table.watch()
    assert table.line == ["bone_piper", creature, "skeletons down"]
    table.use_item("trapdoor_kit")
    assert table.line == ["bone_piper", creature]
    assert triggers(table) == ["reveal", "end_of_line"]


@pytest.mark.rule("W-I-05")
def test_interaction_05_face_down_cards_behind_keep_a_creature_from_the_end():
    table = scene(line="bear, bone_piper down", graveyard="skeletons", firewood=7)
    table.watch()
    assert table.line == ["bear", "bone_piper", "skeletons down"]
    table = scene(
        location="mountain_keep", deck="bear, lantern_eater", graveyard="lich", firewood=7
    )
    table.begin_watch()
    assert table.line == ["bear", "lantern_eater", "lich down"]
    assert table.state.firewood == 7
    table = scene(
        location="forbidden_tower", round=9, deck="bear, lantern_eater", horde="hydra", firewood=7
    )
    table.begin_watch()
    assert table.line == ["bear", "lantern_eater", "hydra down"]
    assert table.state.firewood == 7


@pytest.mark.rule("W-I-06")
def test_interaction_06_the_giant_behind_the_golem():
    table = scene(line="metal_golem, forest_giant, bear down", dice="H 6", firewood=5)
    table.watch()
    assert table.line == ["metal_golem", "forest_giant", "bear"]
    assert PutDie(PARTY, 0, 2) not in table.offered()


@pytest.mark.rule("W-I-07")
def test_interaction_07_the_giant_before_a_summon_card():
    table = scene(line="forest_giant 7, summon down", firewood=5, unhallowed="lich")
    table.watch()
    table.exhaust("hex")
    assert table.line == ["forest_giant", "lich"]
    assert table.health(1) == 7 + 14


@pytest.mark.rule("W-I-08")
def test_interaction_08_two_giants_in_a_row():
    table = scene(line="forest_giant 7, forest_giant 8, bear 4")
    assert table.health(2) == 12
    assert table.health(1) == 15


@pytest.mark.rule("W-I-09")
def test_interaction_09_the_hooded_lamp():
    table = scene(line="bear, cinder_whelp down, wolf down", firewood=3, dice="H 1 5")
    table.give("H", items="hooded_lamp")
    table.watch()
    table.use_item("hooded_lamp")
    assert table.line == ["bear", "cinder_whelp", "wolf down"]
    assert table.offered(StunDie) == []
    assert table.dice("H") == [1, 5]
    assert table.state.firewood == 5
    assert triggers(table) == []


@pytest.mark.rule("W-I-09")
def test_interaction_09_the_hooded_lamp_on_a_summon_card():
    table = scene(
        line="bear, summon down", firewood=3, dice="H 1 5, R 9", unhallowed="chain_warden"
    )
    table.give("H", items="hooded_lamp")
    table.watch()
    table.use_item("hooded_lamp")
    table.exhaust("hex")
    assert table.line == ["bear", "chain_warden"]
    assert table.offered(StunDie) != [], "the Unhallowed's Reveal is not suppressed"


@pytest.mark.rule("W-I-10")
def test_interaction_10_the_fell_beast_draws_a_card_in_front():
    table = scene(line="bear 4, fell_beast", deck="acolyte_of_embers, wolf", dice="R 4", firewood=9)
    table.watch()
    table.attack("R 4", 1)
    assert table.line == ["acolyte_of_embers", "fell_beast"]
    assert triggers(table) == ["first_position", "reveal", "first_position"]
    assert table.horde == ["wolf"]
    assert table.state.firewood == 7
    table = scene(line="fell_beast, bear", deck="wolf", firewood=9)
    table.at(1).used = True
    table.at(1).first = False
    table.watch()
    assert table.line == ["fell_beast", "bear"]


@pytest.mark.rule("W-I-11")
def test_interaction_11_the_fell_beast_draws_goblins():
    table = scene(line="fell_beast down, bear down", deck="goblins, wolf", firewood=5)
    table.watch()
    assert table.line == ["goblins", "fell_beast", "bear down"]
    assert table.deck == ["wolf"]


@pytest.mark.rule("W-I-12")
def test_interaction_12_the_pyromancer_counts_defeats():
    table = scene(line="bear 4, pyromancer", dice="R 4 9", firewood=9)
    table.watch()
    table.attack("R 4", 1)
    assert table.state.firewood == 8
    table.attack("R 9", 1)
    assert table.state.firewood == 8, "its own defeat costs nothing"


@pytest.mark.rule("W-I-12")
def test_interaction_12_the_cathedral_and_a_swap_count_too():
    table = scene(line="bear, pyromancer", location="cursed_cathedral", round=9, firewood=9)
    table.state.first_reveal_done = False
    table.watch()
    table.act(TakeCard(PARTY, "bear-1"))
    assert table.state.firewood == 8
    table = scene(line="treant 8, pyromancer", graveyard="eagle", firewood=9, dice="H 1")
    table.give("H", board="dark_exchange, turn_the_dead, corpse_bolt")
    table.watch()
    table.use("dark_exchange", "H 1")
    table.act(TakeCard(PARTY, "treant-1"))
    assert table.line == ["eagle", "pyromancer"]
    assert table.state.firewood == 9 + 2 - 1


@pytest.mark.rule("W-I-13")
@pytest.mark.parametrize(
    ("unhallowed", "graveyard", "front"),
    [
        ("necromancer", "vampire, hedge_imp, skeletons 9", ["vampire", "skeletons"]),
        ("goblin_chief", "goblins 6, warg_handler 5, goblins 7", ["goblins", "goblins"]),
        ("high_priestess", "acolyte 7, acolyte_of_fetters", ["acolyte_of_fetters", "acolyte"]),
    ],
)
def test_interaction_13_cards_are_added_in_front(unhallowed, graveyard, front):
    table = scene(
        line="summon down, bear down",
        unhallowed=unhallowed,
        graveyard=graveyard,
        firewood=5,
        deck="wolf",
    )
    table.watch()
    table.exhaust("hex")
    assert table.line == [*front, unhallowed, "bear down"]
    assert table.at(1).first
    assert not table.at(3).first


@pytest.mark.rule("W-I-13")
def test_interaction_13_reveals_go_outward_before_the_first_arrives():
    table = scene(
        line="summon down, bear down",
        unhallowed="high_priestess",
        graveyard="acolyte 6, acolyte_of_embers",
        deck="wolf, eagle",
        firewood=5,
    )
    table.watch()
    table.exhaust("hex")
    assert triggers(table) == ["reveal", "reveal", "reveal", "first_position"]
    assert table.line == ["acolyte", "acolyte_of_embers", "high_priestess", "bear down"]
    assert [event.card for event in table.events(CardRevealed)] == []
    assert table.state.firewood == 5, "the Acolyte of Embers is not first"


# Health and protection.


@pytest.mark.rule("W-I-14")
def test_interaction_14_face_down_creatures_gain_health_too():
    table = scene(line="warlord, moss_stag, bear 4 down", firewood=6)
    table.give("H", items="seeing_glass")
    table.watch()
    assert table.health(3) == 4 + 2 + 1
    table.state.firewood = 12
    table.settle()
    assert table.line[2] == "bear"
    assert table.health(3) == 7


@pytest.mark.rule("W-I-15")
def test_interaction_15_the_werewolf_doubles_base_health_only():
    table = scene(line="werewolf, bear 4, moss_stag")
    assert table.health(2) == 4 * 2 + 1
    table = scene(line="werewolf, warg_handler 5, wolf 4")
    table.watch()
    assert table.line == ["werewolf", "warg_handler"]
    assert table.health(2) == 5 + 4


@pytest.mark.rule("W-I-16")
def test_interaction_16_marked_for_coin_may_defeat():
    table = scene(line="wyvern 6, bear", dice="R 4")
    table.give("B", board="marked_for_coin, weighted_net, known_quarry")
    table.watch()
    table.attack("R 4", 1)
    assert table.line == ["wyvern", "bear"]
    table.use("marked_for_coin")
    table.act(TakeCard(PARTY, "wyvern-1"))
    assert table.line == ["bear"]
    assert table.state.coins == 2


@pytest.mark.rule("W-I-17")
def test_interaction_17_the_golem_blocks_direct_attacks_only():
    table = scene(line="metal_golem, bear, wolf", dice="H 5, B 6, T 4")
    table.give("H", tamed="eagle", items="fire_pot")
    table.watch()
    kinds = (PutDie, PutTamed, SendFamiliar)
    assert {o.place for o in table.offered() if isinstance(o, kinds)} == {1}
    assert table.offered(ActivateItem) != []
    table.use("withering_curse", "T 4")
    table.act(TakeCard(PARTY, "bear-1"))
    assert table.line == ["metal_golem", "wolf"]


@pytest.mark.rule("W-I-17")
def test_interaction_17_the_lich_blocks_ability_cards_only():
    table = scene(line="lich, bear 4, wolf", dice="H 2 5, B 6, T 4")
    table.give("H", items="fire_pot")
    table.watch()
    table.use("withering_curse", "T 4")
    assert table.line == ["lich", "bear", "wolf"]
    assert table.at(1).damage == 12, "only the Lich itself could be chosen"
    table.use_item("fire_pot", "H 2")
    assert TakeCard(PARTY, "bear-1") in table.offered()
    table.act(TakeCard(PARTY, "bear-1"))
    assert table.graveyard == ["bear"]
    assert PutDie(PARTY, table.die("H 5"), 2) in table.offered()


@pytest.mark.rule("W-I-17")
@pytest.mark.parametrize(("lich", "bonus"), [("lenient", 2), ("strict", 0)])
def test_interaction_17_passive_cards_against_creatures_behind_the_lich(lich, bonus):
    table = scene(line="lich, hydra", dice="H 1 1", lich=lich)
    table.give("H", board="apostates_lore, grave_whisper, turn_the_dead")
    table.watch()
    table.attack("H 1", 1)
    assert table.at(1).damage == 1 + 2, "the Lich itself is not behind it"
    table.attack("H 1", 2)
    assert table.at(2).damage == 1 + bonus
    assert table.view(0).line[1].bonuses[0] == bonus, "and players see it before they attack"


@pytest.mark.rule("W-I-17")
def test_interaction_17_items_help_behind_a_strict_lich():
    table = scene(line="lich, hydra", dice="H 1", lich="strict")
    table.give("H", items="steel_gauntlets")
    table.watch()
    table.attack("H 1", 2)
    assert table.at(2).damage == 1 + 1


@pytest.mark.rule("W-I-17")
@pytest.mark.parametrize("guard", ["metal_golem", "lich"])
def test_interaction_17_negating_lifts_the_block(guard):
    table = scene(line=f"{guard}, bear, wolf", dice="H 5, B 6")
    table.watch()
    table.use("weighted_net", "B 6")
    if table.offered(TakeCard):
        table.act(table.offered(TakeCard)[0])
    assert table.at(1).negated
    assert PutDie(PARTY, table.die("H 5"), 2) in table.offered()
    table.use("boulder_toss")
    assert TakeCard(PARTY, "bear-1") in table.offered()


@pytest.mark.rule("W-I-18")
def test_interaction_18_the_phantom_cat_between_two_cards():
    table = scene(line="bear 5, phantom_cat, wolf", dice="H 5, T 4")
    table.give("H", items="storm_rod")
    table.watch()
    assert PutDie(PARTY, table.die("H 5"), 2) not in table.offered()
    table.use_item("storm_rod", "H 5")
    assert TakeCard(PARTY, "phantom_cat") not in table.offered()
    table.act(TakeCard(PARTY, "wolf-1"))
    assert table.line == ["bear", "phantom_cat"]
    table = scene(line="ember_drake 11, phantom_cat, wolf")
    table.watch()
    table.use("sweeping_blow")
    assert [one.damage for one in table.state.line] == [9, 0, 0]


@pytest.mark.rule("W-I-18")
def test_interaction_18_the_phantom_cat_at_an_end_is_normal():
    table = scene(line="bear, phantom_cat", dice="H 5")
    table.watch()
    table.attack("H 5", 2)
    assert table.at(2).damage == 5
    table = scene(line="phantom_cat, bear", dice="R 5")
    table.watch()
    table.attack("R 5", 1)
    assert table.at(1).damage == 5
    table = scene(line="bear, phantom_cat, wolf", location="cursed_cathedral", round=9)
    table.state.first_reveal_done = False
    table.watch()
    table.act(TakeCard(PARTY, "phantom_cat"))
    assert table.graveyard == ["phantom_cat"]


@pytest.mark.rule("W-I-19")
def test_interaction_19_serpent_and_shade_follow_the_fire():
    table = scene(line="bear 4, fae, fire_serpent", dice="R 4", firewood=7)
    table.at(3).damage = 6
    table.watch()
    assert table.health(3) == 7
    table.attack("R 4", 1)
    assert table.graveyard == ["fire_serpent", "bear"], "the Fae takes 1 firewood"
    table = scene(line="bear 4, shade", firewood=7)
    table.at(2).damage = 7
    table.watch()
    assert table.health(2) == 9
    table.stoke("hex")
    assert table.graveyard == ["shade"]


@pytest.mark.rule("W-I-20")
def test_interaction_20_the_treant_lights_position_two():
    table = scene(line="treant 8, bear, wolf down", dice="R 8", firewood=5)
    table.watch()
    table.attack("R 8", 1)
    assert table.state.firewood == 7
    assert table.line == ["bear", "wolf"]
