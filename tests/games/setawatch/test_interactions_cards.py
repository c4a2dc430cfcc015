"""Interactions W-I-21 to W-I-46: dice, Summon cards, Horde and Graveyard, adventurers and items."""

from __future__ import annotations

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import PutTamed
from embertable.games.setawatch.camp import CastRunes
from embertable.games.setawatch.defeat import TakeTrophy
from embertable.games.setawatch.dice_effects import (
    ChooseReroll,
    PickDie,
    PickNoMore,
    RaiseDie,
    StunDie,
)
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.events import DeckReshuffled
from embertable.games.setawatch.exhausting import Shield
from embertable.games.setawatch.fire import BurnCard, ChooseFuel
from embertable.games.setawatch.line import SpendHex, Summon
from embertable.games.setawatch.party_effects import EquipCard
from embertable.games.setawatch.powers import location_steps
from embertable.games.setawatch.state import BENCHED, SPENT
from embertable.games.setawatch.watch import PayTrophy, UseByDie, UseByExhausting, UseItem
from tests.games.setawatch.scene import Scene, camp, number, scene


def sitting_out(items: str, line: str) -> Scene:
    """A table at which the Witch sits out with these items."""
    table = scene(line=line)
    table.give("T", items=items, exhausted="all", participating=False)
    return table


# Dice.


@pytest.mark.rule("W-I-21")
def test_interaction_21_a_die_that_came_back_counts_as_x():
    table = scene(line="bandit 7, bear", dice="T 4 3 2, R 7")
    table.steal("T 4", 1)
    table.watch()
    slot = table.slot("withering_curse")
    assert not [o for o in table.offered(UseByExhausting) if (o.adventurer, o.slot) == (3, slot)]
    table.attack("R 7", 1)
    table.exhaust_for("withering_curse", "T 4")
    assert table.graveyard == ["bear", "bandit"], "8 damage"


@pytest.mark.rule("W-I-22")
def test_interaction_22_a_die_made_ready_does_not_free_the_card():
    table = scene(line="treant 9, bear", dice="B 5")
    table.state.dice[4:6] = [BENCHED] * 2
    table.give("B", items="sand_timer")
    table.watch()
    table.use("crippling_bolt", "B 5")
    table.act(TakeCard(PARTY, "treant-2"))
    table.use_item("sand_timer")
    assert table.dice("B") == [5]
    slots = {option.slot for option in table.offered(UseByDie)}
    assert table.slot("crippling_bolt") not in slots
    assert table.slot("weighted_net") in slots


@pytest.mark.rule("W-I-22")
def test_interaction_22_second_breath_brings_two_dice_back():
    table = scene(line="ember_drake 12, bear", dice="R 2 3 4")
    table.watch()
    for die in ("R 2", "R 3", "R 4"):
        table.attack(die, 1)
    table.use("second_breath")
    table.act(PickDie(PARTY, table.die("R 4")), PickDie(PARTY, table.die("R 3")))
    assert sorted(table.dice("R")) == [3, 4]
    assert table.dice("R", SPENT) == [2]


@pytest.mark.rule("W-I-23")
def test_interaction_23_a_benched_die_cannot_be_rerolled():
    table = scene(phase="camp", dice="B 1 5 6, R 2 3 4, T 2 3 4")
    table.state.dice[table.die("B 1")] = BENCHED
    table.rest("H", "3 3 1")
    table.cast(3, "bolster", "seal")
    assert {option.die for option in table.offered(PickDie)} == {4, 5}


@pytest.mark.rule("W-I-23")
def test_interaction_23_a_reroll_loses_the_increase():
    table = scene(phase="roll", location="lost_outpost", dice="H 3 3 1, B 1 5 6, R 2 3 4, T 2 3 4")
    table.run(*location_steps(table.state, "after_roll"))
    while table.waiting() is not None:
        table.act(table.offered(RaiseDie)[0])
    assert table.dice("B") == [2, 5, 6]
    table.rest("H")
    table.cast(3, "bolster", "seal")
    table.luck("1")
    table.act(PickDie(PARTY, table.die("B 2")), PickNoMore(PARTY))
    assert table.dice("B") == [1, 5, 6]


@pytest.mark.rule("W-I-24")
def test_interaction_24_the_riveted_harness():
    table = scene(line="bandit arriving, chain_warden down", dice="H 5 4", firewood=12)
    table.give("H", items="riveted_harness")
    table.watch()
    assert table.dice("H") == [5, 4]
    table = scene(line="bandit arriving, bear", dice="H 5, R 3")
    table.give("H", items="riveted_harness")
    table.watch()
    assert table.at(1).stolen == [table.die("R 3")]


@pytest.mark.rule("W-I-25")
def test_interaction_25_a_stunned_card_may_be_exhausted_but_not_the_reverse():
    table = scene(line="cinder_whelp down, bear", dice="H 5")
    table.give("H", exhausted="grave_whisper, corpse_bolt")
    table.watch()
    assert table.adventurer("H").took_die == [False, True, False]
    table.stoke("turn_the_dead")
    assert not table.is_ready("turn_the_dead")
    table = scene(line="cinder_whelp down, bear", dice="H 5")
    table.give("H", exhausted="turn_the_dead")
    table.watch()
    assert {option.slot for option in table.offered(StunDie)} == {0, 2}


# Summon, Horde, Graveyard.


@pytest.mark.rule("W-I-26")
def test_interaction_26_an_acolyte_and_an_empty_deck():
    table = scene(line="acolyte down, bear", graveyard="wolf, eagle", luck="=0")
    table.watch()
    assert len(table.events(DeckReshuffled)) == 1
    assert len(table.horde) == len(table.deck) == 1


@pytest.mark.rule("W-I-27")
def test_interaction_27_an_acolyte_without_a_summon_card():
    table = scene(
        line="bear 4, acolyte", dice="R 4", deck="wolf, eagle", graveyard="fae", luck="=0"
    )
    table.watch()
    table.attack("R 4", 1)
    assert table.deck == ["wolf", "eagle"]
    assert table.graveyard == ["bear", "fae"]
    assert table.table.chance.draws == 0, "nothing is shuffled"


@pytest.mark.rule("W-I-27")
def test_interaction_27_an_acolyte_with_a_summon_card():
    table = scene(
        line="bear 4, acolyte",
        dice="R 4",
        deck="wolf, eagle",
        graveyard="fae, summon",
        luck="=1 =0",
    )
    table.watch()
    table.attack("R 4", 1)
    assert sorted(table.deck) == ["eagle", "summon", "wolf"]
    assert table.graveyard == ["bear", "fae"]
    assert table.table.chance.draws == 2


@pytest.mark.rule("W-I-28")
def test_interaction_28_an_unhallowed_from_the_graveyard_is_not_summoned():
    table = scene(line="bear, chain_warden down", dice="H 5", unhallowed="lich", firewood=7)
    table.watch()
    table.act(table.offered(StunDie)[0])
    assert table.line == ["bear", "chain_warden"]
    assert table.ready() == 12
    assert table.unhallowed == ["lich"]


@pytest.mark.rule("W-I-29")
def test_interaction_29_sealing_refills_the_unhallowed_deck():
    table = scene(line="bear", graveyard="hydra, lich", location="sacred_city", luck="")
    table.run(*location_steps(table.state, "arrive"))
    table.act(TakeCard(PARTY, "lich"))
    assert table.unhallowed == ["lich"]
    table = camp("H", "1 2 3", graveyard="hydra")
    table.place(1, "forsworn_seal")
    assert table.unhallowed == ["hydra"]
    table.state.phase = "watch"
    table.state.resting = -1
    table.set_line("summon down")
    table.watch()
    table.exhaust("weighted_net")
    assert table.result is None
    assert table.line == ["hydra"]


@pytest.mark.rule("W-I-30")
def test_interaction_30_the_crypt_shows_a_shuffled_deck():
    table = scene(
        line="bear, summon down", unhallowed="lich, hydra, warlord", location="ancient_crypt"
    )
    table.state.known = [table.state.unhallowed[-1]]
    table.watch()
    table.exhaust("hex")
    assert {option.card for option in table.offered(Summon)} == {"lich", "hydra", "warlord"}


@pytest.mark.rule("W-I-31")
def test_interaction_31_the_corrupt_druid():
    table = scene(
        line="fae, wolf, bear, summon down, warg_handler, eagle down",
        unhallowed="corrupt_druid",
        firewood=7,
        horde="hydra",
    )
    table.at(5).mount = table.card("bramble_boar")
    table.give("H", tamed="moss_stag")
    table.give("B", trophies="eagle")
    table.state.firewood = 12
    table.give("T", items="hooded_lamp")
    table.watch()
    table.use_item("hooded_lamp")
    table.exhaust("hex")
    assert table.horde == ["moss_stag", "bear", "wolf", "corrupt_druid", "hydra"]
    assert table.line == ["fae", "warg_handler", "eagle"]
    assert table.adventurer("H").tamed == []
    assert table.adventurer("B").trophies == ["eagle-2"]


@pytest.mark.rule("W-I-32")
def test_interaction_32_an_empty_horde():
    table = scene(line="bear")
    table.give("H", items="grave_salt")
    table.watch()
    assert UseItem(PARTY, 0, "grave_salt") not in table.offered()
    table = camp("H", "3 3 1")
    assert CastRunes(PARTY, 3, "vanquish", "seal") in table.offered()
    table.cast(3, "vanquish", "seal")
    assert table.state.removed == []


@pytest.mark.rule("W-I-33")
def test_interaction_33_the_forgotten_graveyard_hides_the_undead():
    table = scene(
        line="skeletons 8, bone_piper down, zombie_horde 7 down",
        dice="R 8",
        location="forgotten_graveyard",
        firewood=5,
    )
    table.watch()
    table.attack("R 8", 1)
    assert table.line == ["bone_piper", "zombie_horde down"], "the Piper finds no Undead"
    assert table.deck == ["skeletons"]
    assert table.health(2) == 7
    table = scene(line="treant 9, bear", location="forgotten_graveyard")
    table.give("H", tamed="skeletons 8")
    table.watch()
    table.act(PutTamed(PARTY, 0, "skeletons-1", 1))
    assert table.graveyard == ["skeletons"]


@pytest.mark.rule("W-I-34")
@pytest.mark.parametrize("kept", ["trophies", "tamed"])
def test_interaction_34_skeletons_that_are_kept_do_not_return(kept):
    table = scene(map_deck="dark_woods", graveyard="bear")
    if kept == "trophies":
        table.give("B", trophies="skeletons")
    else:
        table.give("H", tamed="skeletons")
    table.end_watch()
    assert table.state.waiting == []
    assert table.graveyard == ["bear"]


# Adventurers and items.


@pytest.mark.rule("W-I-35")
@pytest.mark.parametrize(("kept", "damage"), [("wolf-1", 4), ("warg_handler-1", 1)])
def test_interaction_35_one_trophy_of_a_joined_rider(kept, damage):
    table = scene(line="warg_handler 5, wolf 4, bear 5", dice="B 8 1")
    table.give("B", board="known_quarry, weighted_net, proven_kill")
    table.give("R", items="storm_rod")
    table.watch()
    table.set_dice("R 1")
    table.attack("B 8", 1)
    table.use_item("storm_rod", "R 1")
    table.act(TakeCard(PARTY, "warg_handler-1"))
    table.act(TakeTrophy(PARTY, "warg_handler-1", kept))
    assert table.adventurer("B").trophies == [kept]
    table.attack("B 1", 1)
    assert table.at(1).damage == damage, "the Bear is a Forest Creature"


@pytest.mark.rule("W-I-36")
def test_interaction_36_proven_kill_with_skeletons():
    table = scene(line="bear 4, wolf", dice="B 1")
    table.give("B", trophies="skeletons")
    table.watch()
    table.use("proven_kill", "B 1")
    table.act(PayTrophy(PARTY, "proven_kill", "skeletons-1"), TakeCard(PARTY, "bear-1"))
    assert table.graveyard == ["bear", "skeletons"]
    table.state.line = []
    table.state.map_deck = ["dark_woods"]
    table.end_watch()
    assert table.state.waiting == [], "Skeletons are not on top"


@pytest.mark.rule("W-I-37")
def test_interaction_37_dark_exchange_on_a_damaged_creature():
    table = scene(
        line="treant 9, eagle 4", graveyard="cinder_whelp", dice="H 1 2 3, R 5", firewood=5
    )
    table.give("H", board="dark_exchange, turn_the_dead, corpse_bolt")
    table.steal("H 3", 1)
    table.watch()
    table.attack("R 5", 1)
    table.use("dark_exchange", "H 1")
    assert table.state.firewood == 7
    assert table.line[0] == "cinder_whelp"
    assert table.at(1).damage == 0
    assert 3 in table.dice("H", SPENT)
    assert table.offered(StunDie) != [], "the new card is revealed"


@pytest.mark.rule("W-I-38")
def test_interaction_38_dark_exchange_brings_a_graveshifter():
    table = scene(line="treant 9, wolf", graveyard="graveshifter, bear", dice="H 1", firewood=5)
    table.give("H", board="dark_exchange, turn_the_dead, corpse_bolt")
    table.watch()
    table.use("dark_exchange", "H 1")
    table.act(TakeCard(PARTY, "treant-2"), TakeCard(PARTY, "graveshifter-1"))
    assert table.line == ["treant", "wolf"], "the Treant lay on top and comes back"
    assert table.graveyard == ["graveshifter", "bear"]


@pytest.mark.rule("W-I-47")
def test_interaction_47_dark_exchange_brings_the_pyromancer():
    table = scene(
        line="ember_drake 12, bear 4", graveyard="pyromancer", dice="H 1, R 4", firewood=9
    )
    table.give("H", board="dark_exchange, turn_the_dead, corpse_bolt")
    table.watch()
    before = table.state.firewood
    table.use("dark_exchange", "H 1")
    assert table.line == ["bear", "pyromancer"], "it is revealed and goes to the end"
    assert table.state.firewood == before, "it was not there yet when the Drake was defeated"
    table.attack("R 4", 1)
    assert table.state.firewood == before - 1


@pytest.mark.rule("W-I-39")
def test_interaction_39_the_weighted_net_on_the_vampire():
    table = scene(line="vampire, bear", dice="H 6, B 3")
    table.steal("H 6", 1, as_health=True)
    table.watch()
    table.use("weighted_net", "B 3")
    table.act(TakeCard(PARTY, "vampire-1"))
    assert table.dice("H") == [6]
    assert table.graveyard == ["vampire"], "3 damage are more than its base health of 1"


@pytest.mark.rule("W-I-40")
@pytest.mark.parametrize(("hexed", "firewood"), [(True, 9), (False, 9 - 3 - 1)])
def test_interaction_40_hex_in_the_fetid_swamp(hexed, firewood):
    table = scene(line="bear 4, wyvern", dice="R 4", location="fetid_swamp", firewood=9)
    table.state.hex = int(hexed)
    table.watch()
    table.attack("R 4", 1)
    if hexed:
        table.act(SpendHex(PARTY, "wyvern-1"))
    assert table.state.firewood == firewood


@pytest.mark.rule("W-I-40")
def test_interaction_40_a_power_that_is_used_up_costs_no_firewood_there():
    table = scene(line="bear 4, fell_beast", dice="R 4", location="fetid_swamp", firewood=9)
    table.at(2).used = True
    table.watch()
    table.attack("R 4", 1)
    assert table.line == ["fell_beast"]
    assert table.state.firewood == 9


@pytest.mark.rule("W-I-41")
def test_interaction_41_the_long_road():
    table = scene(line="skeletons, barrow_knight", dice="H 1, B 2, R 1", location="the_long_road")
    table.give("H", board="apostates_lore, turn_the_dead, corpse_bolt")
    table.give("B", board="known_quarry, weighted_net, proven_kill", trophies="vampire")
    table.give("R", board="battle_rage, boulder_toss, second_breath", exhausted="boulder_toss")
    table.watch()
    for die in ("H 1", "B 2", "R 1"):
        table.attack(die, 1)
    assert table.at(1).damage == 4
    table.stoke("apostates_lore")
    assert not table.is_ready("apostates_lore")


@pytest.mark.rule("W-I-42")
def test_interaction_42_items_of_who_sits_out_do_nothing():
    table = sitting_out("lamp_oil, tower_shield", "barrow_knight arriving, bear")
    table.watch()
    assert table.offered(Shield) == []
    table.exhaust("weighted_net")
    assert table.offered(UseItem) == []
    table = sitting_out("charcoal_sack", "bear, wolf")
    table.watch()
    table.state.firewood = 4
    table.stoke("weighted_net")
    assert table.state.firewood == 6


@pytest.mark.rule("W-I-42")
def test_interaction_42_passive_items_of_who_sits_out_do_nothing():
    table = scene(line="bear, wolf down, eagle down", deck="fae", location="mountain_keep")
    table.set_line("")
    table.give("T", items="brass_spyglass", exhausted="all")
    table.state.deck = table.cards("shade, treant, goblins, vampire, skeletons")
    table.begin_watch()
    assert [one.card for one in table.view().line if not one.up] == ["", "", ""]


@pytest.mark.rule("W-I-43")
def test_interaction_43_the_charcoal_sack():
    table = scene(line="bear, wolf", firewood=4)
    table.give("H", items="charcoal_sack")
    table.watch()
    table.stoke("grave_whisper")
    assert table.state.firewood == 8
    table.stoke("weighted_net")
    assert table.state.firewood == 10, "another one's card"
    table = scene(line="bear, wolf", firewood=0)
    table.give("H", items="charcoal_sack")
    table.watch()
    table.act(BurnCard(PARTY, 0, 0))
    assert table.state.firewood == 4


@pytest.mark.rule("W-I-43")
def test_interaction_43_not_at_the_end_of_the_round():
    table = scene(map_deck="witchs_shack", firewood=5)
    table.give("H", items="charcoal_sack")
    assert isinstance(table.end_watch(), ChooseFuel)
    table.act(BurnCard(PARTY, 0, 0))
    assert table.state.firewood == 2


@pytest.mark.rule("W-I-44")
def test_interaction_44_the_whetstone_counts_once():
    table = scene(line="lich, bear", dice="H 1 2 3, R 2")
    table.give("H", items="whetstone")
    table.watch()
    table.use_item("whetstone", "H 1")
    table.attack("R 2", 1)
    assert table.at(1).damage == 2, "it is for its holder"
    table.attack("H 2", 1)
    assert table.at(1).damage == 2 + 2 + 4
    table.attack("H 3", 1)
    assert table.at(1).damage == 8 + 3


@pytest.mark.rule("W-I-44")
def test_interaction_44_unused_it_is_lost():
    table = scene(map_deck="dark_woods")
    table.adventurer("H").bonuses = [4]
    table.end_watch()
    assert table.adventurer("H").bonuses == []


@pytest.mark.rule("W-I-45")
def test_interaction_45_cauldron_blaze_rerolls_unspent_dice():
    table = scene(line="bear, wolf", dice="T 2 3, H 5 4*", firewood=4)
    table.give("T", board="cauldron_blaze, hex, premonition")
    table.watch()
    table.use("cauldron_blaze", "T 2")
    assert isinstance(table.waiting(), ChooseReroll)
    assert {option.die for option in table.offered(PickDie)} == {
        *(table.die("T 3"), table.die("H 5")),
    }
    assert table.state.firewood == 6


@pytest.mark.rule("W-I-46")
def test_interaction_46_equip_and_refresh_do_not_touch_the_marks():
    table = scene(phase="camp", map_deck="dark_woods, forbidden_tower")
    table.give("H", exhausted="corpse_bolt")
    table.adventurer("B").took_die = [True, True, False]
    table.rest("H", "1 2 3")
    table.place(1, "equip")
    table.act(EquipCard(PARTY, number("H"), 0, "dark_exchange"))
    assert table.adventurer("H").took_die == [False] * 3
    assert table.adventurer("B").took_die == [True, True, False]
    table.end_watch()
    assert table.adventurer("B").took_die == [False] * 3
