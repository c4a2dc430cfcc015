"""Worked examples W-E-49 to W-E-74: defeat, Summon cards, riders, the end, and further cases."""

from __future__ import annotations

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import AddDie, PutDie, PutTamed, SendFamiliar, StrikeNow
from embertable.games.setawatch.camp import PlaceDie
from embertable.games.setawatch.defeat import ChooseTrophy, TakeNoTrophy, TakeTrophy
from embertable.games.setawatch.dice_effects import ChooseReroll, PickDie, PickNoMore, StunDie
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.events import DeckReshuffled, FirewoodChanged, Rolled
from embertable.games.setawatch.exhausting import ExhaustCard
from embertable.games.setawatch.fire import BurnCard, ChooseFuel
from embertable.games.setawatch.line import Summon
from embertable.games.setawatch.merchant import CashTrophy
from embertable.games.setawatch.party_effects import ChooseRefresh, ChooseTurned, TurnCard
from embertable.games.setawatch.watch import DealLine, UseItem
from tests.games.setawatch.scene import camp, number, scene


def outcome(table) -> str:
    assert table.result is not None
    return str(table.result.outcome)


# Defeat, trophies, Graveyard.


@pytest.mark.rule("W-E-49")
@pytest.mark.parametrize("take", [True, False])
def test_e49_a_treant_as_a_trophy(take):
    table = scene(line="treant 8, bear", dice="B 3, H 5", firewood=4)
    table.watch()
    table.attack("B 3", 1)
    assert isinstance(table.attack("H 5", 1), ChooseTrophy)
    assert table.state.firewood == 6
    table.act(table.offered(TakeTrophy if take else TakeNoTrophy)[0])
    assert table.adventurer("B").trophies == (["treant-1"] if take else [])
    assert table.graveyard == ([] if take else ["treant"])


@pytest.mark.rule("W-E-50")
@pytest.mark.parametrize("order", [("wolf-1", "ember_drake-1"), ("ember_drake-1", "wolf-1")])
def test_e50_cashing_trophies(order):
    table = scene(phase="camp", resting="B")
    table.give("B", trophies="wolf, ember_drake")
    table.merchant()
    for card in order:
        table.act(CashTrophy(PARTY, card))
    assert table.state.coins == 4
    assert table.state.graveyard == list(order)


@pytest.mark.rule("W-E-51")
def test_e51_the_hydra():
    table = scene(line="hydra, bear 4", dice="R 9 4 9")
    table.watch()
    table.attack("R 9", 1)
    assert table.line == ["bear", "hydra"]
    table.attack("R 4", 1)
    table.attack("R 9", 1)
    assert table.line == []
    assert table.graveyard == ["hydra", "bear"]


@pytest.mark.rule("W-E-52")
def test_e52_two_graveshifters():
    table = scene(
        line="graveshifter 2 down, wolf down", graveyard="graveshifter 3, bear", firewood=5
    )
    table.watch()
    assert [one.card for one in table.state.line] == ["graveshifter-1", "wolf-1"]
    assert table.state.graveyard == ["bear-1", "graveshifter-2"]


@pytest.mark.rule("W-E-53")
def test_e53_the_zombie_horde_and_the_top_of_the_graveyard():
    assert scene(line="zombie_horde 7", graveyard="fire_serpent", firewood=9).health(1) == 16
    assert scene(line="zombie_horde 7", graveyard="summon, fire_serpent").health(1) == 7


@pytest.mark.rule("W-E-54")
def test_e54_skeletons_start_the_next_line():
    table = scene(
        round=4,
        graveyard="skeletons, bear",
        map_deck="snowy_pass, forbidden_tower",
        deck="wolf, eagle, fae, wyvern, bandit, treant, shade",
        firewood=15,
    )
    table.end_watch()
    assert table.state.waiting == ["skeletons-1"]
    table.state.resting = number("H")
    table.state.firewood = 1
    table.begin_watch()
    assert len(table.line) == 6
    assert table.line[:2] == ["skeletons", "wolf down"]
    assert table.line[-1] == "bandit down"
    assert table.deck == ["treant", "shade"]


@pytest.mark.rule("W-E-54")
def test_e54_the_skeletons_lie_face_down():
    table = scene(location="snowy_pass", deck="wolf, eagle, fae, wyvern, bandit", firewood=1)
    table.state.waiting = [table.card("skeletons")]
    table.run(DealLine())
    assert table.line[0] == "skeletons down"
    assert len(table.line) == 6


@pytest.mark.rule("W-E-55")
def test_e55_the_graveyard_becomes_the_deck_while_dealing():
    table = scene(
        location="snowy_pass",
        deck="bear, wolf, eagle",
        graveyard="fae, wyvern, bandit, treant",
        firewood=1,
        luck="=0 =0 =0",
    )
    table.begin_watch()
    assert len(table.line) == 6
    assert table.line[:3] == ["bear", "wolf down", "eagle down"]
    assert len(table.deck) == 1
    assert table.graveyard == []
    assert len(table.events(DeckReshuffled)) == 1


@pytest.mark.rule("W-E-56")
@pytest.mark.parametrize("trophy", [True, False])
def test_e56_the_forgotten_graveyard(trophy):
    table = scene(
        line="skeletons 8, bear", dice="B 3, R 5", location="forgotten_graveyard", deck="wolf"
    )
    table.watch()
    table.attack("B 3", 1)
    table.attack("R 5", 1)
    table.act(table.offered(TakeTrophy if trophy else TakeNoTrophy)[0])
    assert table.adventurer("B").trophies == (["skeletons-1"] if trophy else [])
    assert table.deck == (["wolf"] if trophy else ["wolf", "skeletons"])
    assert table.graveyard == []


# Summon and riders.


@pytest.mark.rule("W-E-57")
def test_e57_no_unhallowed_is_left():
    table = scene(line="summon down, bear")
    table.watch()
    table.exhaust("hex")
    assert table.ready() == 11
    assert table.graveyard == ["summon"]
    assert outcome(table) == "unhallowed"


@pytest.mark.rule("W-E-58")
def test_e58_summon_cards_in_three_locations():
    table = scene(line="summon down", unhallowed="lich", location="desert_ruins")
    table.watch()
    table.exhaust("hex", "weighted_net")
    assert table.line == ["lich"]
    assert table.ready() == 10
    table = scene(line="summon down", unhallowed="lich", location="sea_fortress", deck="bear")
    table.watch()
    table.exhaust("hex")
    assert table.deck == ["bear", "summon"]
    assert table.graveyard == []
    seven = "lich, hydra, warlord, werewolf, wraith_lord, phantom_cat, tallow_saint"
    table = scene(line="bear, summon down", unhallowed=seven, location="ancient_crypt")
    table.watch()
    table.exhaust("hex")
    assert len(table.offered(Summon)) == 7
    table.act(Summon(PARTY, "werewolf", 1))
    assert table.line == ["bear", "werewolf"]
    assert "werewolf" not in table.unhallowed


@pytest.mark.rule("W-E-59")
def test_e59_the_trapdoor_kit_on_a_summon_card():
    table = scene(
        line="bear, wolf, eagle down, summon down, fae down",
        unhallowed="chain_warden",
        deck="treant",
        dice="H 5 4, R 9",
    )
    table.give("T", items="trapdoor_kit")
    table.watch()
    table.use_item("trapdoor_kit")
    table.act(TakeCard(PARTY, "#4"))
    table.exhaust("hex")
    assert table.line == ["bear", "wolf", "eagle down", "chain_warden", "fae down"]
    for _ in range(3):
        table.act(table.offered(StunDie)[0])
    assert table.dice("H") == table.dice("R") == []
    assert table.graveyard == ["summon"]
    assert table.line == ["bear", "wolf", "eagle down", "fae down"]
    assert table.deck == ["treant", "chain_warden"]


@pytest.mark.rule("W-E-60")
def test_e60_the_warg_handler_and_a_wolf():
    for location, health in (("barren_plains", 9), ("goblin_caves", 12)):
        table = scene(line="warg_handler 5, wolf 4 down", dice="R 12", location=location)
        table.give("H", items="beast_whistle")
        table.watch()
        assert table.line == ["warg_handler"]
        assert table.health(1) == health
        assert UseItem(PARTY, 0, "beast_whistle") not in table.offered()
        table.attack("R 12", 1)
        assert table.graveyard == ["warg_handler", "wolf"]


@pytest.mark.rule("W-E-61")
def test_e61_the_ashwing_lancer_and_a_wyvern():
    table = scene(
        line="bear 4, ashwing_lancer 6, wyvern 7 down, eagle down", firewood=12, dice="R 4"
    )
    table.watch()
    assert table.line == ["bear", "ashwing_lancer", "eagle"]
    assert table.health(2) == 13
    table.attack("R 4", 1)
    assert table.line == ["ashwing_lancer", "eagle"]
    assert table.state.firewood == 12, "the Wyvern is covered"


# End of the Watch, final round.


@pytest.mark.rule("W-E-62")
def test_e62_three_creatures_get_past():
    table = scene(line="fae 5, wyvern 6, bear down", firewood=8, horde="hydra")
    table.watch()
    table.give_up()
    table.exhaust("hex")
    assert table.horde == ["fae", "hydra"]
    assert table.state.firewood == 5
    assert table.line == ["wyvern", "bear down"]
    table.exhaust("premonition", "withering_curse")
    assert table.line == ["bear"]
    table.exhaust("weighted_net")
    assert table.horde == ["bear", "wyvern", "fae", "hydra"]


@pytest.mark.rule("W-E-62")
def test_e62_with_four_ready_cards_the_bear_ends_the_game():
    table = scene(line="fae 5, wyvern 6, bear down", firewood=8)
    for letter in "HR":
        table.give(letter, exhausted="all")
    table.give("B", exhausted="proven_kill, crippling_bolt")
    table.watch()
    table.give_up()
    table.exhaust("hex", "premonition", "withering_curse")
    assert outcome(table) == "exhausted"
    assert table.line == ["bear"]


@pytest.mark.rule("W-E-63")
def test_e63_the_horde_in_the_final_line():
    table = scene(
        round=9,
        location="forbidden_tower",
        deck="wolf, eagle, goblins, bandit, treant, skeletons, vampire, shade, moss_stag",
        horde="bear, wyvern, fae, hydra",
        firewood=1,
    )
    table.begin_watch()
    assert len(table.line) == 13
    assert table.line[9:] == ["bear down", "wyvern down", "fae down", "hydra down"]


@pytest.mark.rule("W-E-64")
def test_e64_the_last_creature_gets_past():
    table = scene(line="wyvern", round=9, location="forbidden_tower")
    for letter in "HBR":
        table.give(letter, exhausted="all")
    table.watch()
    table.give_up()
    table.exhaust("hex", "premonition")
    assert table.line == []
    table.end_watch()
    assert outcome(table) == "won"


@pytest.mark.rule("W-E-65")
@pytest.mark.parametrize("last", [False, True])
def test_e65_the_way_to_the_witchs_shack(last):
    table = scene(map_deck="witchs_shack, forbidden_tower", firewood=5, resting="R")
    if last:
        for letter in "HB":
            table.give(letter, exhausted="all")
        table.give("T", exhausted="hex, premonition")
    assert isinstance(table.end_watch(), ChooseFuel)
    assert table.state.firewood == 0
    assert 2 not in {option.adventurer for option in table.offered()}
    table.act(BurnCard(PARTY, 3, 2))
    if last:
        assert outcome(table) == "exhausted"
    else:
        assert table.state.firewood == 2


@pytest.mark.rule("W-E-66")
@pytest.mark.parametrize(("before", "after"), [(7, 4), (1, 1), (12, 6)])
def test_e66_barren_plains(before, after):
    table = scene(location="dark_woods", map_deck="barren_plains", firewood=before)
    table.end_watch()
    assert table.state.firewood == after


@pytest.mark.rule("W-E-67")
def test_e67_the_white_monolith():
    table = scene(map_deck="white_monolith, forbidden_tower", firewood=9)
    table.give("H", exhausted="corpse_bolt")
    table.give("B", exhausted="all")
    table.end_watch()
    assert isinstance(table.waiting(), ChooseTurned)
    assert table.is_ready("corpse_bolt")
    assert table.offered() == [TurnCard(PARTY, 0, 0), TurnCard(PARTY, 0, 1)]
    table.act(TurnCard(PARTY, 0, 1))
    assert not table.is_ready("turn_the_dead")
    assert isinstance(table.waiting(), ChooseRefresh)
    table.act(table.offered()[0])
    assert table.ready("B") == 1
    assert table.ready("RT") == 6
    assert table.state.round == 2


@pytest.mark.rule("W-E-68")
@pytest.mark.parametrize("acolyte", [True, False])
def test_e68_the_hidden_temple(acolyte):
    first = "acolyte 6 down" if acolyte else "wyvern 6 down"
    table = scene(line=first, location="hidden_temple", dice="R 6", deck="wolf", firewood=9)
    table.give("H", exhausted="all")
    table.watch()
    table.attack("R 6", 1)
    assert table.line == []
    assert isinstance(table.end_watch(), ChooseRefresh) != acolyte


# Options and further cases.


@pytest.mark.rule("W-E-69")
def test_e69_without_partial_damage_the_blow_must_be_enough():
    table = scene(line="metal_golem 8, bear", dice="H 5, T 3", partial_damage="off")
    table.state.familiar_used = True
    table.watch()
    table.attack("H 5", 1)
    assert table.offered(StrikeNow) == []
    table.act(AddDie(PARTY, table.die("T 3")))
    table.act(StrikeNow(PARTY, 1))
    assert table.line == ["bear"]
    table = scene(line="metal_golem 8, bear", dice="H 5", partial_damage="off")
    table.state.familiar_used = True
    table.watch()
    assert table.offered(PutDie) == []
    table.at(1).damage = 6
    table.run()
    table.attack("H 5", 1)
    table.act(StrikeNow(PARTY, 1))
    assert table.line == ["bear"]


@pytest.mark.rule("W-E-70")
@pytest.mark.parametrize(("value", "listed"), [(5, False), (6, False), (7, True)])
def test_e70_the_warlord_counts_without_partial_damage(value, listed):
    table = scene(line="wolf 5, warlord", dice=f"R {value}", partial_damage="off")
    table.state.familiar_used = True
    table.watch()
    assert table.health(1) == 7
    assert (PutDie(PARTY, table.die(f"R {value}"), 1) in table.offered()) == listed
    assert table.offered(SendFamiliar) == table.offered(PutTamed) == []


@pytest.mark.rule("W-E-71")
def test_e71_who_decides_rerolls_with_three_players():
    table = camp("B", "4 4 1", players=3, round=3, dice="H 1 2 3, R 1 2 3, T 1 2 3")
    table.cast(4, "bolster", "seal")
    deciding = []
    while isinstance(table.waiting(), ChooseReroll):
        deciding.append((table.waiting().user, table.waiting().answerers(table.table)))
        table.act(PickNoMore(PARTY))
    assert deciding == [(number("H"), (0,)), (number("R"), (2,)), (number("T"), (1,))]


@pytest.mark.rule("W-E-72")
def test_e72_rerolled_and_healed_in_camp():
    table = scene(phase="camp", dice="T 1 1 2", deck="bear, wolf", location="mountain_keep")
    table.give("T", exhausted="all")
    table.rest("R", "9 9 6")
    table.cast(9, "seal", "bolster")
    table.luck("4 3")
    table.act(PickDie(PARTY, 9), PickDie(PARTY, 10), PickNoMore(PARTY))
    assert sorted(table.dice("T")) == [2, 3, 4]
    table.act(PlaceDie(PARTY, table.die("R 6"), "heal"))
    table.act(table.offered()[0])
    table.begin_watch()
    assert table.adventurer("T").participating
    assert sorted(table.dice("T")) == [2, 3, 4]


@pytest.mark.rule("W-E-73")
def test_e73_the_way_to_the_catacombs():
    table = scene(round=8, map_deck="the_catacombs", firewood=3, resting="R", deck="bear, wolf")
    assert isinstance(table.end_watch(), ChooseFuel)
    assert {option.adventurer for option in table.offered()} == {0, 1, 3}
    assert table.events(Rolled) == []
    table.act(BurnCard(PARTY, 0, 0))
    assert [event.firewood for event in table.events(FirewoodChanged)][:2] == [0, 2]
    assert len(table.events(Rolled)) == 4


@pytest.mark.rule("W-E-74")
def test_e74_desert_ruins_with_few_cards():
    table = scene(line="summon down", unhallowed="lich", location="desert_ruins")
    for letter in "RT":
        table.give(letter, exhausted="all")
    table.give("H", exhausted="grave_whisper, turn_the_dead")
    table.give("B", exhausted="proven_kill")
    table.watch()
    table.act(ExhaustCard(PARTY, 0, 2))
    table.act(ExhaustCard(PARTY, 1, 1))
    assert table.line == ["lich"]
    assert table.ready("B") == 1
