"""Worked examples W-E-23 to W-E-48: firewood, reveal, direct attacks and abilities."""

from __future__ import annotations

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import PutDie, PutTamed, SendFamiliar
from embertable.games.setawatch.card_effects import DefeatEffect
from embertable.games.setawatch.defeat import TakeNoTrophy
from embertable.games.setawatch.dice_effects import GiveDie, StunDie
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.events import CreatureDefeated, PowerTriggered
from embertable.games.setawatch.fire import BurnCard, ChooseFuel
from embertable.games.setawatch.line import ChooseHex, SpendHex
from embertable.games.setawatch.party_effects import RefreshCard, TakeEffect
from embertable.games.setawatch.state import SPENT
from embertable.games.setawatch.watch import UseByDie, UseByExhausting
from tests.games.setawatch.scene import number, scene


def no_trophy(table) -> None:
    option = table.offered(TakeNoTrophy)[0]
    table.act(option)


def can_attack(table, die: str, place: int) -> bool:
    return PutDie(PARTY, table.die(die), place) in table.offered()


# Firewood and reveal.


@pytest.mark.rule("W-E-23")
def test_e23_the_wyvern_takes_the_light():
    table = scene(line="wyvern 6 down, bear down, wolf down", firewood=7)
    table.watch()
    assert table.state.firewood == 4
    assert table.line == ["wyvern", "bear down", "wolf down"]


@pytest.mark.rule("W-E-24")
@pytest.mark.parametrize(("location", "after"), [("barren_plains", 2), ("forbidden_tower", 3)])
def test_e24_the_fire_goes_out(location, after):
    table = scene(line="bear 4, wyvern", dice="R 4", firewood=2, location=location)
    table.watch()
    assert isinstance(table.attack("R 4", 1), ChooseFuel)
    assert table.state.firewood == 0
    table.act(BurnCard(PARTY, number("T"), 0))
    assert table.state.firewood == after
    assert table.ready() == 11


@pytest.mark.rule("W-E-25")
def test_e25_goblins_come_first_and_a_wyvern_fires_again():
    table = scene(line="bear, goblins down, wolf down", firewood=8)
    table.watch()
    assert table.line == ["goblins", "bear", "wolf down"]
    table = scene(line="wyvern down, goblins 6 down", firewood=12, dice="R 6")
    table.watch()
    assert table.line == ["goblins", "wyvern"]
    assert table.state.firewood == 9
    table.attack("R 6", 1)
    assert table.state.firewood == 6


@pytest.mark.rule("W-E-26")
def test_e26_the_pyromancer_goes_to_the_end():
    table = scene(line="summon down, bear down, wolf down", firewood=5, unhallowed="pyromancer")
    table.watch()
    table.exhaust("hex")
    assert table.graveyard == ["summon"]
    assert table.line == ["bear", "wolf down", "pyromancer"]


@pytest.mark.rule("W-E-27")
def test_e27_the_forest_giant_and_the_card_behind_it():
    table = scene(
        line="forest_giant 7 down, bear 5 down, wolf 4 down, eagle down", firewood=5, dice="B 8"
    )
    table.watch()
    assert table.line == ["forest_giant", "bear", "wolf down", "eagle down"]
    assert table.health(1) == 12
    table.attack("B 8", 2)
    no_trophy(table)
    assert table.line == ["forest_giant", "wolf", "eagle down"]
    assert table.health(1) == 11


@pytest.mark.rule("W-E-28")
def test_e28_stoking_lights_the_second_position_at_once():
    table = scene(line="bear, wolf down, eagle down", firewood=6)
    table.watch()
    table.stoke("hex")
    assert table.state.firewood == 8
    assert table.line == ["bear", "wolf", "eagle down"]


@pytest.mark.rule("W-E-29")
def test_e29_face_up_cards_stay_face_up():
    table = scene(line="bear 4, ember_drake, wolf", firewood=8, dice="R 4")
    table.watch()
    table.attack("R 4", 1)
    table.exhaust("hex")
    assert table.state.firewood == 5
    assert table.line == ["ember_drake", "wolf"]


@pytest.mark.rule("W-E-30")
@pytest.mark.parametrize(("firewood", "level"), [(9, 1), (3, 1), (12, 2)])
def test_e30_underground_tomb(firewood, level):
    assert scene(location="underground_tomb", firewood=firewood).level == level


# Direct attacks.


@pytest.mark.rule("W-E-31")
def test_e31_reaching_position_two():
    table = scene(line="bear, treant 9", dice="H 5, B 4, R 12")
    table.watch()
    assert not can_attack(table, "R 12", 2)
    table.attack("H 5", 2)
    table.attack("B 4", 2)
    no_trophy(table)
    assert table.line == ["bear"]
    table = scene(line="bear, treant 9", dice="R 12", location="cliff_watch")
    table.watch()
    assert can_attack(table, "R 12", 2)


@pytest.mark.rule("W-E-32")
def test_e32_the_metal_golem_takes_damage_in_parts():
    table = scene(line="metal_golem 8, bear", dice="H 5, T 3, B 6")
    table.watch()
    table.attack("H 5", 1)
    assert not can_attack(table, "B 6", 2)
    table.attack("T 3", 1)
    assert table.line == ["bear"]
    assert can_attack(table, "B 6", 1)


@pytest.mark.rule("W-E-32")
def test_e32_what_stood_behind_can_be_attacked_after():
    table = scene(line="metal_golem 8, bear, wolf", dice="R 8, B 6")
    table.watch()
    assert not can_attack(table, "B 6", 2)
    table.attack("R 8", 1)
    assert table.line == ["bear", "wolf"]
    assert can_attack(table, "B 6", 2)


@pytest.mark.rule("W-E-33")
def test_e33_the_wolf_falls_with_the_warlord():
    table = scene(line="warlord, wolf 5, bear", dice="R 11")
    table.at(2).damage = 5
    table.watch()
    assert table.health(2) == 7
    table.attack("R 11", 1)
    assert table.line == ["bear"]
    assert table.graveyard == ["wolf", "warlord"]


@pytest.mark.rule("W-E-34")
def test_e34_the_werewolf_in_the_dark_woods():
    table = scene(line="werewolf, bear 4", location="dark_woods")
    assert table.health(2) == 9


@pytest.mark.rule("W-E-35")
def test_e35_frost_caverns():
    table = scene(line="cinder_whelp 5, bear", location="frost_caverns")
    assert table.health(1) == 3
    table = scene(line="vampire, bear")
    assert table.health(1) == 1
    table.at(1).health = -2
    assert table.health(1) == 1


@pytest.mark.rule("W-E-36")
def test_e36_battle_rage():
    table = scene(line="lich, bear", dice="R 6 4")
    table.give("R", board="battle_rage, boulder_toss, second_breath", exhausted="boulder_toss")
    table.watch()
    table.attack("R 6", 1)
    table.attack("R 4", 1)
    assert table.at(1).damage == 12


@pytest.mark.rule("W-E-37")
def test_e37_apostates_lore():
    table = scene(line="skeletons 9, bear", dice="H 2 3")
    table.give("H", board="apostates_lore, turn_the_dead, corpse_bolt")
    table.watch()
    table.attack("H 2", 1)
    assert table.at(1).damage == 4
    table.attack("H 3", 1)
    assert table.line == ["bear"]


@pytest.mark.rule("W-E-38")
def test_e38_the_grand_arena():
    table = scene(line="treant 8, bear", dice="H 4 1, B 3, T 2 1", location="the_grand_arena")
    table.watch()
    table.attack("H 4", 1)
    assert not can_attack(table, "B 3", 1)
    assert can_attack(table, "H 1", 1)
    table.use("withering_curse", "T 1")
    table.act(TakeCard(PARTY, "treant-1"))
    assert table.at(1).damage == 7
    table.attack("H 1", 1)
    assert table.line == ["bear"]


@pytest.mark.rule("W-E-39")
def test_e39_the_rook_helps_in_position_two():
    table = scene(line="bear, wyvern 6", dice="H 2, T 3", familiar="rook")
    table.watch()
    assert not can_attack(table, "T 3", 2)
    table.attack("H 2", 2)
    table.act(SendFamiliar(PARTY, 2))
    assert table.line == ["bear"]


@pytest.mark.rule("W-E-40")
def test_e40_a_tamed_wolf():
    table = scene(line="bear, wyvern 7", dice="H 3", round=3)
    table.give("H", tamed="wolf 4")
    table.watch()
    table.act(PutTamed(PARTY, 0, "wolf-1", 2))
    table.attack("H 3", 2)
    assert table.line == ["bear"]
    assert table.graveyard == ["wyvern", "wolf"]


# Abilities.


@pytest.mark.rule("W-E-41")
def test_e41_turn_the_dead_used_twice():
    table = scene(line="bear, skeletons 8, barrow_knight 8, zombie_horde", dice="H 1 2")
    table.give("H", items="mending_draught", exhausted="grave_whisper")
    table.watch()
    for die in ("H 1", ""):
        table.use("turn_the_dead", die)
        table.act(next(o for o in table.offered(TakeEffect) if does(table, o, DefeatEffect)))
        table.act(table.offered(TakeCard)[0])
    assert table.line == ["bear", "zombie_horde"]
    assert not [o for o in table.offered(UseByDie) if o.slot == 1]
    assert UseByExhausting(PARTY, 0, 1, -1) not in table.offered()
    table.use_item("mending_draught")
    table.act(RefreshCard(PARTY, 0, 1))
    assert not [o for o in table.offered(UseByDie) if o.slot == 1]
    assert UseByExhausting(PARTY, 0, 1, -1) in table.offered()


def does(table, option: TakeEffect, effect: type) -> bool:
    return effect in [type(one) for one in table.state.content.scripts[option.script]]


@pytest.mark.rule("W-E-42")
def test_e42_stun_one():
    table = scene(line="cinder_whelp down, bear", dice="H 5, T 1, R 11")
    table.adventurer("H").took_die = [True] * 3
    table.give("T", exhausted="hex")
    table.watch()
    offered = {(option.die, option.slot) for option in table.offered(StunDie)}
    witch, barbarian = table.die("T 1"), table.die("R 11")
    assert offered == {
        *((witch, 1), (witch, 2)),
        *((barbarian, 0), (barbarian, 1), (barbarian, 2)),
    }


@pytest.mark.rule("W-E-43")
@pytest.mark.parametrize("by", ["exhausting", "die"])
def test_e43_the_last_ready_card(by):
    table = scene(line="skeletons", dice="H 1", round=9, location="forbidden_tower")
    table.give("H", exhausted="grave_whisper, corpse_bolt")
    for letter in "BRT":
        table.give(letter, exhausted="all")
    table.watch()
    if by == "exhausting":
        table.use("turn_the_dead")
        assert table.line == ["skeletons"]
    else:
        table.use("turn_the_dead", "H 1")
        assert table.line == []
        table.end_watch()
    assert table.result is not None
    assert table.result.outcome == ("exhausted" if by == "exhausting" else "won")


@pytest.mark.rule("W-E-44")
@pytest.mark.parametrize("freed", [True, False])
def test_e44_the_vampire_and_a_seven(freed):
    table = scene(line="vampire down, bear", dice="B 7, R 7, H 5")
    table.give("H", items="lockbreaker")
    table.watch()
    assert [option.die for option in table.offered(GiveDie)] == [table.die("B 7"), table.die("R 7")]
    table.act(table.offered(GiveDie)[1])
    assert table.base(1) == 7
    if freed:
        table.use_item("lockbreaker")
        assert table.dice("R") == [7]
        assert table.base(1) == 1
    else:
        table.attack("B 7", 1)
        no_trophy(table)
        assert 7 in table.dice("R", SPENT)


@pytest.mark.rule("W-E-45")
def test_e45_withering_curse_by_exhausting():
    table = scene(line="wraith_lord, bear", dice="T 1* 3* 4")
    table.watch()
    slot = table.slot("withering_curse")
    uses = [o for o in table.offered(UseByExhausting) if (o.adventurer, o.slot) == (3, slot)]
    assert sorted(table.state.values[use.die] for use in uses) == [1, 3]
    for x, damage in (("T 1", 3), ("T 3", 9)):
        table = scene(line="wraith_lord, bear", dice="T 1* 3* 4")
        table.watch()
        table.exhaust_for("withering_curse", x)
        table.act(TakeCard(PARTY, "wraith_lord"))
        assert table.at(1).damage == damage
    table = scene(line="wraith_lord, bear", dice="T 1 4 3")
    table.watch()
    assert not [o for o in table.offered(UseByExhausting) if (o.adventurer, o.slot) == (3, slot)]


@pytest.mark.rule("W-E-46")
def test_e46_hex_with_two_charges():
    table = scene(line="bear 4, wyvern 6, vampire down", dice="T 2, R 4 6, H 5", firewood=7)
    table.watch()
    table.use("hex", "T 2")
    assert not table.at(1).negated
    table.attack("R 4", 1)
    assert isinstance(table.waiting(), ChooseHex)
    table.act(SpendHex(PARTY, "wyvern-1"))
    assert table.state.firewood == 7
    assert table.line == ["wyvern", "vampire"]
    assert table.at(2).stolen == [table.die("R 6")], "the Vampire takes the highest die"
    table.give("T", items="blasting_keg")
    table.run()
    table.use_item("blasting_keg")
    table.act(TakeCard(PARTY, "wyvern-1"))
    table.act(SpendHex(PARTY, "vampire-1"))
    assert table.state.hex == 0
    assert table.base(1) == 1
    assert table.at(1).stolen == [table.die("R 6")], "the die stays until it is defeated"
    table.attack("H 5", 1)
    assert 6 in table.dice("R", SPENT)


@pytest.mark.rule("W-E-47")
@pytest.mark.parametrize("negate", [True, False])
def test_e47_hex_on_goblins_that_already_stand_first(negate):
    table = scene(line="bear 4, goblins down, wolf down", dice="R 4", firewood=5)
    table.state.hex = 1
    table.watch()
    choice = table.attack("R 4", 1)
    assert isinstance(choice, ChooseHex)
    assert choice.card == "goblins-1"
    assert table.events(PowerTriggered) == []
    table.act(table.offered()[0 if negate else 1])
    assert table.line == ["goblins", "wolf down"]
    assert table.at(1).negated == negate


@pytest.mark.rule("W-E-48")
def test_e48_sweeping_blow():
    table = scene(line="barrow_knight 8, fae 6, bear", firewood=7)
    table.at(1).damage = 3
    table.watch()
    table.use("sweeping_blow")
    assert [event.card for event in table.events(CreatureDefeated)] == ["barrow_knight-1", "fae-2"]
    assert table.state.firewood == 7, "the Fae never acted"
    assert table.line == ["bear"]
