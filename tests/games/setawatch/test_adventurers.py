"""Heretic, Bounty Hunter and Barbarian (W-HERETIC, W-BOUNTY, W-BARBARIAN)."""

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import PutTamed
from embertable.games.setawatch.camp import CastRunes, PlaceDie
from embertable.games.setawatch.defeat import ChooseTrophy, TakeNoTrophy, TakeTrophy
from embertable.games.setawatch.dice_effects import StunDie
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.merchant import CashTrophy
from embertable.games.setawatch.watch import (
    ActivateItem,
    ChooseCost,
    PayTrophy,
    UseByDie,
    UseByExhausting,
)
from tests.games.setawatch.scene import CONTENT, camp, scene

# Heretic.


@pytest.mark.rule("W-HERETIC-01")
def test_the_camp_action_of_the_heretic_seals_an_unhallowed():
    table = camp("H", "1 3 5", graveyard="bear, lich, hydra", unhallowed="werewolf")
    table.place(1, "forsworn_seal")
    table.act(TakeCard(PARTY, "hydra"))
    assert table.unhallowed == ["werewolf", "hydra"]
    assert table.graveyard == ["bear", "lich"]


@pytest.mark.rule("W-HERETIC-01")
def test_the_abilities_of_the_heretic_are_about_the_dead():
    assert CONTENT.adventurers[0].abilities == (
        *("grave_whisper", "turn_the_dead", "corpse_bolt", "dark_exchange", "apostates_lore"),
    )
    table = scene(line="bear 4, wolf", graveyard="wyvern 6", dice="H 1")
    table.watch()
    table.use("corpse_bolt", "H 1")
    table.act(TakeCard(PARTY, "wolf-1"))
    assert table.line == ["bear"], "6 damage, the base health of the Wyvern"


@pytest.mark.rule("W-HERETIC-02")
def test_dark_exchange_takes_a_creature_of_strictly_lower_base_health():
    table = scene(line="wolf 5, fae 5", graveyard="bear 5, moss_stag 4, eagle 3", dice="H 1")
    table.give("H", board="dark_exchange, turn_the_dead, corpse_bolt")
    table.watch()
    table.use("dark_exchange", "H 1")
    table.act(TakeCard(PARTY, "wolf-2"))
    assert table.offered(TakeCard) == [TakeCard(PARTY, "moss_stag-1"), TakeCard(PARTY, "eagle-1")]


@pytest.mark.rule("W-HERETIC-02")
@pytest.mark.parametrize(("firewood", "usable"), [(4, True), (5, False)])
def test_dark_exchange_reads_formulas_now(firewood, usable):
    table = scene(line="wolf 5", graveyard="fire_serpent", dice="H 1", firewood=firewood)
    table.give("H", board="dark_exchange, turn_the_dead, apostates_lore")
    table.watch()
    assert (UseByDie(PARTY, 0, 0) in table.offered()) == usable


@pytest.mark.rule("W-HERETIC-02")
def test_dark_exchange_sends_an_unhallowed_to_the_graveyard():
    table = scene(line="lich, bear", graveyard="treant, eagle", dice="H 1")
    table.give("H", board="dark_exchange, turn_the_dead, apostates_lore")
    table.watch()
    table.use("dark_exchange", "H 1")
    table.act(TakeCard(PARTY, "eagle-1"))
    assert table.line == ["eagle", "bear"]
    assert table.graveyard == ["treant", "lich"]


@pytest.mark.rule("W-HERETIC-02")
def test_the_hydra_comes_back_from_a_dark_exchange():
    table = scene(line="hydra, bear", graveyard="eagle", dice="H 1")
    table.give("H", board="dark_exchange, turn_the_dead, apostates_lore")
    table.watch()
    table.use("dark_exchange", "H 1")
    table.act(TakeCard(PARTY, "hydra"))
    assert table.line == ["eagle", "bear", "hydra"]
    assert table.graveyard == []


@pytest.mark.rule("W-HERETIC-03")
def test_an_undead_tamed_by_grave_whisper_lies_in_the_graveyard_again_after_use():
    table = scene(line="treant 9, bear", graveyard="wolf, skeletons 8", dice="H 1 2")
    table.watch()
    table.use("grave_whisper", "H 1")
    table.act(PutTamed(PARTY, 0, "skeletons-1", 1))
    assert table.at(1).damage == 8
    assert table.graveyard == ["skeletons", "wolf"]


# Bounty Hunter.


@pytest.mark.rule("W-BOUNTY-01")
@pytest.mark.parametrize("take", [True, False])
def test_the_hunter_may_take_what_they_helped_to_defeat(take):
    table = scene(line="treant 8, bear", dice="B 3, R 5", players=4)
    table.watch()
    table.attack("B 3", 1)
    choice = table.attack("R 5", 1)
    assert isinstance(choice, ChooseTrophy)
    assert choice.answerers(table.table) == (1,)
    if take:
        table.act(TakeTrophy(PARTY, "treant-1", "treant-1"))
    else:
        table.act(TakeNoTrophy(PARTY, "treant-1", "graveyard"))
    assert table.adventurer("B").trophies == (["treant-1"] if take else [])
    assert table.graveyard == ([] if take else ["treant"])


@pytest.mark.rule("W-BOUNTY-01")
def test_without_an_attack_die_of_the_hunter_there_is_no_trophy():
    table = scene(line="treant 8, bear", dice="B 3, R 8")
    table.watch()
    assert not isinstance(table.attack("R 8", 1), ChooseTrophy)
    assert table.graveyard == ["treant"]


@pytest.mark.rule("W-BOUNTY-01")
def test_a_tamed_creature_of_the_hunter_is_an_attack_die():
    table = scene(line="bear 4, wolf")
    table.give("B", tamed="moss_stag 4")
    table.watch()
    assert isinstance(table.act(PutTamed(PARTY, 1, "moss_stag-1", 1)), ChooseTrophy)


@pytest.mark.rule("W-BOUNTY-02")
def test_a_trophy_may_follow_other_damage_when_a_die_of_the_hunter_is_on_it():
    table = scene(line="treant 8, bear", dice="B 3, T 4")
    table.watch()
    table.attack("B 3", 1)
    table.use("withering_curse", "T 4")
    choice = table.act(TakeCard(PARTY, "treant-1"))
    assert isinstance(choice, ChooseTrophy)


@pytest.mark.rule("W-BOUNTY-02")
def test_a_creature_defeated_outright_gives_no_trophy():
    table = scene(line="treant 8, bear", dice="B 3")
    table.watch()
    table.attack("B 3", 1)
    table.use("boulder_toss")
    choice = table.act(TakeCard(PARTY, "treant-1"))
    assert not isinstance(choice, ChooseTrophy)
    assert table.graveyard == ["treant"]


@pytest.mark.rule("W-BOUNTY-02")
def test_damage_of_an_ability_of_the_hunter_is_no_attack_die():
    table = scene(line="bear 4, wolf", dice="R 2")
    table.watch()
    table.use("crippling_bolt")
    table.act(TakeCard(PARTY, "bear-1"))
    assert not isinstance(table.attack("R 2", 1), ChooseTrophy)


@pytest.mark.rule("W-BOUNTY-03")
def test_with_three_trophies_none_is_taken():
    table = scene(line="bear 4, wolf 4", dice="B 4 5")
    table.give("B", trophies="eagle, fae")
    table.watch()
    table.attack("B 4", 1)
    table.act(TakeTrophy(PARTY, "bear-1", "bear-1"))
    assert len(table.adventurer("B").trophies) == 3
    assert not isinstance(table.attack("B 5", 1), ChooseTrophy)
    assert table.graveyard == ["wolf"]
    assert len(table.adventurer("B").trophies) == 3


@pytest.mark.rule("W-BOUNTY-04")
def test_defeated_powers_trigger_before_the_trophy_is_taken():
    table = scene(line="treant 8, bear", dice="B 8", firewood=3)
    table.watch()
    assert isinstance(table.attack("B 8", 1), ChooseTrophy)
    assert table.state.firewood == 5


@pytest.mark.rule("W-BOUNTY-04")
def test_a_creature_that_its_power_moved_cannot_be_taken():
    table = scene(line="hydra, bear", dice="B 8 1")
    table.watch()
    table.attack("B 8", 1)
    assert not isinstance(table.attack("B 1", 1), ChooseTrophy)


@pytest.mark.rule("W-BOUNTY-04")
def test_an_unhallowed_can_be_a_trophy():
    table = scene(line="warlord, bear", dice="B 8 3")
    table.watch()
    table.attack("B 8", 1)
    table.attack("B 3", 1)
    table.act(TakeTrophy(PARTY, "warlord", "warlord"))
    assert table.adventurer("B").trophies == ["warlord"]


@pytest.mark.rule("W-BOUNTY-05")
def test_resting_the_hunter_cashes_trophies_for_their_printed_damage():
    table = scene(phase="camp", resting="B", graveyard="bear")
    table.give("B", trophies="wyvern, wolf, ember_drake")
    table.merchant()
    assert {option.card for option in table.offered(CashTrophy)} == {
        *("wyvern-1", "wolf-1", "ember_drake-1"),
    }
    table.act(CashTrophy(PARTY, "ember_drake-1"))
    assert table.state.coins == 3
    table.act(CashTrophy(PARTY, "wyvern-1"))
    assert table.state.coins == 5
    assert table.graveyard == ["wyvern", "ember_drake", "bear"]
    assert table.adventurer("B").trophies == ["wolf-1"]


@pytest.mark.rule("W-BOUNTY-05")
def test_nobody_cashes_trophies_while_another_rests():
    table = scene(phase="camp", resting="H", coins=9, market=("lamp_oil", "", ""))
    table.give("B", trophies="wyvern")
    table.merchant()
    assert table.offered(CashTrophy) == []


@pytest.mark.rule("W-BOUNTY-06")
def test_trophies_are_public_stay_and_have_no_powers():
    table = scene(line="bear 4", map_deck="dark_woods", players=4)
    table.give("B", trophies="warlord, skeletons")
    assert table.view(3).adventurers[1].trophies == ("warlord", "skeletons-1")
    assert table.health(1) == 4
    table.state.line = []
    table.end_watch()
    assert table.adventurer("B").trophies == ["warlord", "skeletons-1"]
    assert table.graveyard == []
    assert table.state.waiting == []


@pytest.mark.rule("W-BOUNTY-07")
def test_a_trophy_paid_for_proven_kill_goes_to_the_graveyard_first():
    table = scene(line="wyvern 7, bear 4, hydra", dice="B 1")
    table.give("B", trophies="fae 5, eagle 3")
    table.watch()
    choice = table.use("proven_kill", "B 1")
    assert isinstance(choice, ChooseCost)
    assert len(table.offered(PayTrophy)) == 2
    table.act(PayTrophy(PARTY, "proven_kill", "fae-1"))
    assert table.graveyard == ["fae"]
    assert table.offered(TakeCard) == [TakeCard(PARTY, "wyvern-2"), TakeCard(PARTY, "bear-1")]
    table.act(TakeCard(PARTY, "wyvern-2"))
    assert table.graveyard == ["wyvern", "fae"]
    assert table.adventurer("B").trophies == ["eagle-1"]


@pytest.mark.rule("W-BOUNTY-07")
@pytest.mark.parametrize(("firewood", "usable"), [(5, True), (4, False)])
def test_formulas_of_a_trophy_are_read_when_paying(firewood, usable):
    table = scene(line="wyvern 7", firewood=firewood, dice="B 1")
    table.give("B", trophies="fire_serpent")
    table.watch()
    assert (UseByDie(PARTY, 3, 0) in table.offered()) == usable


@pytest.mark.rule("W-BOUNTY-07")
def test_without_a_trophy_proven_kill_cannot_be_used():
    table = scene(line="eagle 3", dice="B 1")
    table.watch()
    assert UseByDie(PARTY, 3, 0) not in table.offered()
    assert UseByExhausting(PARTY, 1, 0, -1) not in table.offered()


# Barbarian.


@pytest.mark.rule("W-BARBARIAN-01")
def test_the_barbarian_never_uses_an_ability_by_die():
    table = scene(line="bear, wolf", dice="H 5, R 9 8 7")
    table.watch()
    assert {option.die for option in table.offered(UseByDie)} == {0}


@pytest.mark.rule("W-BARBARIAN-02")
def test_every_use_of_an_active_ability_exhausts_it():
    table = scene(line="bear, wolf, fae", dice="R 9*")
    table.watch()
    table.use("boulder_toss")
    table.act(TakeCard(PARTY, "wolf-1"))
    assert not table.is_ready("boulder_toss")
    assert UseByExhausting(PARTY, 2, 1, -1) not in table.offered()


@pytest.mark.rule("W-BARBARIAN-02")
def test_passive_abilities_of_the_barbarian_work_normally():
    table = scene(line="ember_drake 12, wolf", dice="R 3")
    table.give(
        "R",
        board="battle_rage, second_breath, boulder_toss",
        exhausted="second_breath, boulder_toss",
    )
    table.watch()
    table.attack("R 3", 1)
    assert table.at(1).damage == 3 + 4


@pytest.mark.rule("W-BARBARIAN-03")
def test_dice_of_the_barbarian_serve_for_attacks_items_and_stun():
    table = scene(line="cinder_whelp down, wolf", dice="R 9 1")
    table.give("R", items="storm_rod")
    table.watch()
    assert {option.die for option in table.offered(StunDie)} == {6, 7}
    table.act(StunDie(PARTY, 6, 0))
    assert table.offered(ActivateItem) == [ActivateItem(PARTY, 7, "storm_rod")]
    table.attack("R 1", 1)
    assert table.at(1).damage == 1


@pytest.mark.rule("W-BARBARIAN-03")
def test_dice_of_the_barbarian_serve_in_camp():
    table = camp("R", "9 9 6")
    placed = {option.action for option in table.offered(PlaceDie)}
    assert placed == {"chop_wood", "scout_ahead", "check_map", "heal", "equip", "simmer_down"}
    assert CastRunes(PARTY, 9, "seal", "bolster") in table.offered()
