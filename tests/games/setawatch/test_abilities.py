"""Ability cards and tamed creatures (W-ABILITY, W-TAME)."""

import pytest

from embertable.engine.table import PARTY, Action
from embertable.games.setawatch.attack import PutTamed
from embertable.games.setawatch.dice_effects import GiveDie, StunDie
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.events import CreatureDefeated, PowerTriggered
from embertable.games.setawatch.state import SPENT
from embertable.games.setawatch.watch import ActivateItem, UseByDie, UseByExhausting
from tests.games.setawatch.scene import scene


def by_die(table, ability: str) -> list[Action]:
    owner = table.state.content.abilities[ability].adventurer
    slot = table.slot(ability)
    return [o for o in table.offered(UseByDie) if o.slot == slot and o.die // 3 == owner]


def by_exhausting(table, ability: str) -> list[Action]:
    owner = table.state.content.abilities[ability].adventurer
    slot = table.slot(ability)
    return [o for o in table.offered(UseByExhausting) if o.slot == slot and o.adventurer == owner]


# Ability cards.


@pytest.mark.rule("W-ABILITY-01")
def test_an_active_ability_is_used_by_an_own_die_or_by_exhausting():
    table = scene(line="bear, wolf", dice="H 5, B 6")
    table.watch()
    assert by_die(table, "turn_the_dead") == [UseByDie(PARTY, table.die("H 5"), 1)]
    assert by_exhausting(table, "turn_the_dead") == [UseByExhausting(PARTY, 0, 1, -1)]


@pytest.mark.rule("W-ABILITY-01")
def test_a_card_set_aside_or_exhausted_cannot_be_used():
    table = scene(line="bear, wolf", dice="H 5", graveyard="eagle 3")
    table.give("H", exhausted="turn_the_dead, corpse_bolt")
    table.watch()
    assert table.offered(UseByDie) == []
    assert {option.adventurer for option in table.offered(UseByExhausting)} == {1, 2, 3}
    table = scene(line="bear, wolf", dice="H 5", graveyard="eagle 3")
    table.give("H", board="dark_exchange, turn_the_dead, corpse_bolt")
    table.watch()
    assert {option.slot for option in table.offered(UseByDie)} == {0, 1, 2}


@pytest.mark.rule("W-ABILITY-02")
def test_by_die_once_a_round_and_the_card_stays_ready():
    table = scene(line="treant 9, wolf", dice="B 5 6")
    table.watch()
    table.use("crippling_bolt", "B 5")
    table.act(TakeCard(PARTY, "treant-2"))
    assert table.at(1).damage == 4
    assert table.is_ready("crippling_bolt")
    assert 5 in table.dice("B", SPENT)
    assert by_die(table, "crippling_bolt") == []


@pytest.mark.rule("W-ABILITY-03")
def test_by_exhausting_the_card_turns_face_down_and_takes_no_die():
    table = scene(line="treant 9, wolf", dice="B 5 6")
    table.watch()
    table.use("crippling_bolt")
    table.act(TakeCard(PARTY, "treant-2"))
    assert table.at(1).damage == 4
    assert not table.is_ready("crippling_bolt")
    assert by_die(table, "crippling_bolt") == by_exhausting(table, "crippling_bolt") == []


@pytest.mark.rule("W-ABILITY-03")
def test_by_die_and_then_by_exhausting_in_one_round():
    table = scene(line="treant 9, wolf", dice="B 5 6")
    table.watch()
    table.use("crippling_bolt", "B 5")
    table.act(TakeCard(PARTY, "treant-2"))
    table.use("crippling_bolt")
    table.act(TakeCard(PARTY, "treant-2"))
    assert table.at(1).damage == 8


@pytest.mark.rule("W-ABILITY-04")
def test_a_card_refreshed_in_the_watch_may_be_exhausted_again_but_takes_no_second_die():
    table = scene(line="treant 9, wolf", dice="B 5 6")
    table.give("H", items="mending_draught")
    table.watch()
    table.use("crippling_bolt", "B 5")
    table.act(TakeCard(PARTY, "treant-2"))
    table.use("crippling_bolt")
    table.act(TakeCard(PARTY, "treant-2"))
    table.use_item("mending_draught")
    assert table.is_ready("crippling_bolt")
    assert by_die(table, "crippling_bolt") == []
    assert len(by_exhausting(table, "crippling_bolt")) == 1


@pytest.mark.rule("W-ABILITY-05")
@pytest.mark.parametrize("value", [1, 8])
def test_the_value_of_the_die_does_not_matter_without_x(value):
    table = scene(line="treant 9, wolf", dice=f"B {value}")
    table.watch()
    table.use("crippling_bolt", f"B {value}")
    table.act(TakeCard(PARTY, "treant-2"))
    assert table.at(1).damage == 4


@pytest.mark.rule("W-ABILITY-05")
@pytest.mark.parametrize("value", [1, 2])
def test_the_value_of_the_die_is_x(value):
    table = scene(line="treant 9, wolf", dice=f"T {value}")
    table.watch()
    table.use("withering_curse", f"T {value}")
    table.act(TakeCard(PARTY, "treant-2"))
    assert table.at(1).damage == 3 * value


@pytest.mark.rule("W-ABILITY-06")
def test_a_passive_ability_works_while_its_card_is_ready():
    for exhausted, damage in (("", 5), ("apostates_lore", 3)):
        table = scene(line="skeletons, wolf", dice="H 3")
        table.give("H", board="apostates_lore, turn_the_dead, corpse_bolt", exhausted=exhausted)
        table.watch()
        table.attack("H 3", 1)
        assert table.at(1).damage == damage


@pytest.mark.rule("W-ABILITY-06")
def test_a_passive_ability_is_for_its_own_adventurer():
    table = scene(line="skeletons, wolf", dice="H 3, B 2")
    table.give("H", board="apostates_lore, turn_the_dead, corpse_bolt")
    table.watch()
    table.attack("B 2", 1)
    assert table.at(1).damage == 2


@pytest.mark.rule("W-ABILITY-07")
def test_a_passive_ability_cannot_be_activated():
    table = scene(line="skeletons, wolf", dice="H 3")
    table.give("H", board="apostates_lore, turn_the_dead, corpse_bolt")
    table.watch()
    assert by_die(table, "apostates_lore") == by_exhausting(table, "apostates_lore") == []


@pytest.mark.rule("W-ABILITY-08")
def test_an_ability_that_could_do_nothing_cannot_be_used():
    board = "grave_whisper, dark_exchange, turn_the_dead"
    table = scene(line="bear, wolf", dice="H 3", graveyard="treant")
    table.give("H", board=board)
    table.watch()
    assert by_die(table, "grave_whisper") == by_exhausting(table, "grave_whisper") == []
    assert by_die(table, "dark_exchange") == [], "no creature there is weaker"
    table = scene(line="bear, wolf", dice="H 3", graveyard="graveshifter")
    table.give("H", board=board)
    table.watch()
    assert by_die(table, "grave_whisper")
    assert by_die(table, "dark_exchange")


@pytest.mark.rule("W-ABILITY-08")
def test_one_part_that_can_do_something_is_enough():
    """Bloodlust raises the range though no die is left to raise."""
    table = scene(line="bear, wolf")
    table.give("R", board="bloodlust, second_breath, boulder_toss")
    table.watch()
    table.use("bloodlust")
    assert table.adventurer("R").range == 1


@pytest.mark.rule("W-ABILITY-08")
def test_range_matters_only_where_the_text_says_so():
    table = scene(line="bear, wolf, eagle", dice="B 5, T 4")
    table.watch()
    table.use("withering_curse", "T 4")
    assert TakeCard(PARTY, "eagle-1") in table.offered()
    table = scene(line="bear, wolf, eagle", dice="B 5, T 4")
    table.watch()
    table.use("weighted_net", "B 5")
    assert table.offered(TakeCard) == [TakeCard(PARTY, "bear-1"), TakeCard(PARTY, "wolf-1")]


@pytest.mark.rule("W-ABILITY-08")
def test_any_part_of_an_effect_makes_a_creature_a_target():
    """Weighted Net deals damage to a creature that is negated already and holds no die."""
    table = scene(line="fae 6, wolf 5", dice="B 5")
    table.at(1).negated = True
    table.watch()
    table.use("weighted_net", "B 5")
    assert table.offered(TakeCard) == [TakeCard(PARTY, "fae-2"), TakeCard(PARTY, "wolf-2")]
    table.act(TakeCard(PARTY, "fae-2"))
    assert table.at(1).damage == 3


@pytest.mark.rule("W-ABILITY-08")
def test_a_target_must_be_revealed_unless_the_text_says_face_down():
    table = scene(line="bear, wolf down", dice="T 4", firewood=5)
    table.watch()
    table.use("withering_curse", "T 4")
    assert table.line == ["wolf"], "only the Bear could be chosen"


@pytest.mark.rule("W-ABILITY-09")
def test_damage_by_an_ability_is_no_direct_attack():
    """It passes the Metal Golem and gets no bonus for dice."""
    table = scene(line="metal_golem, treant 9", dice="B 5")
    table.give("B", items="steel_gauntlets")
    table.watch()
    table.use("crippling_bolt", "B 5")
    table.act(TakeCard(PARTY, "treant-2"))
    assert table.at(2).damage == 4
    assert table.at(2).by == []


@pytest.mark.rule("W-ABILITY-10")
def test_exhausting_the_last_ready_card_loses_before_its_effect():
    table = scene(line="bear")
    for letter in "HBT":
        table.give(letter, exhausted="all")
    table.give("R", exhausted="second_breath, sweeping_blow")
    table.watch()
    table.use("boulder_toss")
    assert table.result is not None
    assert table.result.outcome == "exhausted"
    assert table.line == ["bear"]


@pytest.mark.rule("W-ABILITY-08")
def test_premonition_may_move_a_card_that_is_already_known():
    table = scene(line="bear, wolf, summon down, eagle down", dice="T 1", firewood=7)
    table.state.learn("summon-1")
    table.watch()
    table.use("premonition", "T 1")
    table.act(TakeCard(PARTY, "#3"))
    table.act(TakeCard(PARTY, "#3"))
    assert table.line == ["bear", "wolf", "eagle down", "summon down"]


# Tamed creatures.


@pytest.mark.rule("W-TAME-01")
def test_taming_takes_the_creature_out_of_the_line_without_defeat():
    table = scene(line="bear, pyromancer, wolf down", firewood=7)
    table.give("H", items="beast_whistle")
    table.watch()
    table.use_item("beast_whistle")
    assert table.adventurer("H").tamed == ["bear-1"]
    assert table.line == ["pyromancer", "wolf"]
    assert table.graveyard == []
    assert table.events(CreatureDefeated) == []
    assert table.state.firewood == 7, "the Pyromancer notices no defeat"


@pytest.mark.rule("W-TAME-01")
def test_taming_from_the_graveyard():
    table = scene(line="bear", graveyard="wolf, skeletons, eagle", dice="H 1")
    table.watch()
    table.use("grave_whisper", "H 1")
    assert table.adventurer("H").tamed == ["skeletons-1"]
    assert table.graveyard == ["wolf", "eagle"]


@pytest.mark.rule("W-TAME-02")
def test_a_tamed_creature_attacks_with_its_base_health_within_its_adventurers_range():
    table = scene(line="treant 9, wraith_lord, fae", location="dark_woods")
    table.give("H", tamed="wolf 5")
    table.give("R", tamed="bear 4")
    table.watch()
    offered = [(option.card, option.place) for option in table.offered(PutTamed)]
    assert offered == [("wolf-2", 1), ("bear-1", 1), ("wolf-2", 2)]
    table.act(PutTamed(PARTY, 0, "wolf-2", 2))
    assert table.at(2).damage == 5, "the location adds to creatures in the Line only"


@pytest.mark.rule("W-TAME-03")
def test_after_use_it_lies_in_the_graveyard_below_what_it_helped_to_defeat():
    table = scene(line="eagle 3, pyromancer", firewood=7)
    table.give("H", tamed="wolf 5")
    table.watch()
    table.act(PutTamed(PARTY, 0, "wolf-2", 1))
    assert table.graveyard == ["eagle", "wolf"]
    assert table.adventurer("H").tamed == []
    assert len(table.events(CreatureDefeated)) == 1
    assert table.state.firewood == 6, "the Pyromancer noticed one defeat"


@pytest.mark.rule("W-TAME-03")
def test_after_use_it_lies_in_the_graveyard_though_nothing_was_defeated():
    table = scene(line="treant 9, bear", graveyard="eagle")
    table.give("H", tamed="wolf 5")
    table.watch()
    table.act(PutTamed(PARTY, 0, "wolf-2", 1))
    assert table.graveyard == ["wolf", "eagle"]
    assert table.events(PowerTriggered) == []


@pytest.mark.rule("W-TAME-04")
def test_tamed_creatures_stay_from_round_to_round():
    table = scene(map_deck="dark_woods")
    table.give("H", tamed="wolf")
    table.end_watch()
    assert table.state.round == 2
    assert table.adventurer("H").tamed == ["wolf-1"]


@pytest.mark.rule("W-TAME-04")
@pytest.mark.parametrize("away", ["rests", "sits out"])
def test_tamed_creatures_are_not_used_while_their_adventurer_is_away(away):
    table = scene(line="bear", resting="H" if away == "rests" else "B")
    table.give("H", tamed="wolf", participating=False)
    table.watch()
    assert table.offered(PutTamed) == []


@pytest.mark.rule("W-TAME-05")
def test_a_tamed_creature_is_no_die_for_anything_else():
    table = scene(line="bandit arriving, chain_warden down", firewood=12)
    table.give("H", tamed="wolf", items="storm_rod")
    table.watch()
    assert table.offered(GiveDie) == table.offered(StunDie) == []
    assert table.at(1).stolen == []
    assert table.offered(UseByDie) == []
    assert table.offered(ActivateItem) == []
    assert len(table.offered(PutTamed)) == 2


@pytest.mark.rule("W-TAME-05")
def test_the_powers_of_a_tamed_creature_do_not_work():
    table = scene(line="bear 4, wolf")
    table.give("H", tamed="moss_stag")
    assert table.health(1) == 4


@pytest.mark.rule("W-TAME-06")
def test_the_base_health_of_a_tamed_formula_is_read_when_it_is_used():
    table = scene(line="ember_drake 12, bear", firewood=9)
    table.give("H", tamed="fire_serpent")
    table.watch()
    table.stoke("hex")
    table.act(PutTamed(PARTY, 0, "fire_serpent-1", 1))
    assert table.at(1).damage == 11


@pytest.mark.rule("W-TAME-06")
def test_a_tamed_vampire_counts_one():
    table = scene(line="ember_drake 12, bear", graveyard="vampire")
    table.watch()
    table.use("grave_whisper")
    table.act(PutTamed(PARTY, 0, "vampire-1", 1))
    assert table.at(1).damage == 1
