"""What each location does (W-LOCATION)."""

from __future__ import annotations

from typing import Any

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import PutDie, PutTamed, SendFamiliar
from embertable.games.setawatch.camp import KeepLocation, Rest
from embertable.games.setawatch.defeat import TakeNoTrophy, TakeTrophy
from embertable.games.setawatch.dice_effects import (
    ChooseLostDie,
    ChooseRaise,
    GiveDie,
    LeaveDie,
    RaiseDie,
)
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.events import CardRevealed, UnhallowedSummoned
from embertable.games.setawatch.exhausting import ChooseExhausted
from embertable.games.setawatch.fire import BurnCard, ChooseFuel
from embertable.games.setawatch.line import SpendHex, Summon
from embertable.games.setawatch.party_effects import (
    ChooseRefresh,
    ChooseTurned,
    RefreshCard,
    TurnCard,
)
from embertable.games.setawatch.rounds import PlayRound
from embertable.games.setawatch.state import BENCHED, CAMP, END, MERCHANT, ROLL
from embertable.games.setawatch.watch import ActivateItem, ChooseAction
from tests.games.setawatch.scene import CONTENT, arrive, camp, new_game, scene

TEN = "bear, wolf, eagle, treant, bear, wolf, eagle, treant, bandit, bandit"
FIGURES = {
    # creatures faced and firewood modifier, as printed
    "forgotten_graveyard": (6, -2),
    "barren_plains": (6, 0),
    "dark_woods": (7, 2),
    "ancient_crypt": (7, -3),
    "goblin_caves": (8, -3),
    "underground_tomb": (6, -3),
    "witchs_shack": (7, -6),
    "lost_outpost": (8, 0),
    "fetid_swamp": (6, -3),
    "snowy_pass": (6, -3),
    "cliff_watch": (7, -4),
    "sea_fortress": (7, -4),
    "mountain_keep": (5, -2),
    "frost_caverns": (7, -2),
    "white_monolith": (6, -3),
    "summoning_circle": (5, -1),
    "haunted_manor": (6, 2),
    "desert_ruins": (7, -4),
    "ruined_gate": (6, -2),
    "abandoned_village": (6, -2),
    "the_long_road": (7, 3),
    "the_grand_arena": (6, -4),
    "robbers_crossing": (7, -1),
    "rusting_armory": (6, -2),
    "elven_grove": (7, -1),
    "hidden_temple": (7, -4),
    "remote_tavern": (5, 0),
    "sacred_city": (6, -3),
    "wizards_cottage": (6, 1),
    "tranquil_village": (6, 0),
    "guild_waystation": (6, -2),
    "old_mint": (7, -3),
    "forbidden_tower": (9, -2),
    "cursed_cathedral": (12, -2),
    "the_catacombs": (10, -4),
    "drowned_treasury": (10, -3),
}


def rolled(location: str, faces: str, **words):
    """A round at a location after the roll."""
    table = scene(phase=END, location=location, luck=faces, **words)
    table.run(PlayRound(2))
    return table


# All of them.


@pytest.mark.rule("W-LOCATION-01", "W-LOCATION-02")
def test_count_and_modifier_of_every_location():
    found = {one.id: (one.creatures, one.firewood) for one in CONTENT.locations.values()}
    assert found == FIGURES


@pytest.mark.rule("W-LOCATION-01")
def test_an_ability_lasts_while_its_location_is_current():
    for location, health in (("goblin_caves", 9), ("barren_plains", 6)):
        table = scene(line="goblins 6", location=location)
        assert table.health(1) == health


@pytest.mark.rule("W-LOCATION-02")
@pytest.mark.parametrize(
    ("location", "before", "after"),
    [("dark_woods", 9, 11), ("goblin_caves", 9, 6), ("the_long_road", 14, 15)],
)
def test_a_new_location_changes_the_firewood(location, before, after):
    table = arrive(location, firewood=before)
    table.end_watch()
    assert table.state.location == location
    assert table.state.firewood == after


@pytest.mark.rule("W-LOCATION-02")
def test_a_fire_that_dies_on_arrival_is_fed():
    table = arrive("witchs_shack", firewood=6)
    table.end_watch()
    assert isinstance(table.waiting(), ChooseFuel)
    table.act(BurnCard(PARTY, 0, 0))
    assert table.state.firewood == 2


@pytest.mark.rule("W-LOCATION-03")
def test_respites_come_only_from_the_unused_locations():
    for seed in range(10):
        dealt = new_game(seed=seed)
        dealt.next_choice()
        ahead = [dealt.state.location, *dealt.state.map_deck]
        assert "respite" not in {CONTENT.locations[id].kind for id in ahead}
    table = camp("H", "4", map_deck="dark_woods, forbidden_tower", unused="elven_grove")
    table.place(4, "check_map")
    table.act(KeepLocation(PARTY, "elven_grove"))
    assert table.map_deck[0] == "elven_grove"


# Regular locations.


@pytest.mark.rule("W-LOCATION-04")
def test_forgotten_graveyard_sends_defeated_undead_under_the_deck():
    table = scene(line="vampire, bear", location="forgotten_graveyard", deck="wolf", dice="H 6 6")
    table.watch()
    table.attack("H 6", 1)
    assert table.deck == ["wolf", "vampire"]
    table.attack("H 6", 1)
    assert table.graveyard == ["bear"]


@pytest.mark.rule("W-LOCATION-04")
@pytest.mark.parametrize("takes", [True, False])
def test_at_forgotten_graveyard_a_trophy_may_be_taken_instead(takes):
    table = scene(line="vampire, bear", location="forgotten_graveyard", deck="wolf", dice="B 6")
    table.watch()
    table.attack("B 6", 1)
    trophy = TakeTrophy(PARTY, "vampire-1", "vampire-1")
    table.act(trophy if takes else TakeNoTrophy(PARTY, "vampire-1", "deck_bottom"))
    assert (table.adventurer("B").trophies == ["vampire-1"]) == takes
    assert table.deck == (["wolf"] if takes else ["wolf", "vampire"])


@pytest.mark.rule("W-LOCATION-05")
@pytest.mark.parametrize(("before", "after"), [(7, 4), (1, 1), (12, 6), (2, 1), (15, 8)])
def test_barren_plains_take_half_rounded_down(before, after):
    table = arrive("barren_plains", firewood=before)
    table.end_watch()
    assert table.state.firewood == after


@pytest.mark.rule("W-LOCATION-06")
@pytest.mark.parametrize(
    ("location", "line", "healths"),
    [
        ("goblin_caves", "goblins 6, goblin_chief, bear 4", [9, 8, 4]),
        ("dark_woods", "bear 4, forest_giant 7, treant 8", [5, 15, 8]),
        ("frost_caverns", "wyvern 6, drake_marshal, bear 4", [4, 9, 4]),
    ],
)
def test_locations_look_at_the_printed_type(location, line, healths):
    table = scene(line=line, location=location)
    assert [table.health(place) for place in (1, 2, 3)] == healths


@pytest.mark.rule("W-LOCATION-07")
def test_lost_outpost_lets_each_raise_one_lowest_die():
    table = rolled("lost_outpost", "2 2 5 8 8 8 3 12 12 4 3 4")
    assert table.waiting() == ChooseRaise(PARTY, 0, 0, 1)
    table.act(RaiseDie(PARTY, 0, 1))
    assert table.dice("H") == [3, 2, 5]
    # All dice of the Bounty Hunter stand at their highest face.
    assert table.waiting().adventurer == 2
    table.act(LeaveDie(PARTY))
    assert table.dice("R") == [3, 12, 12]
    assert table.waiting() == ChooseRaise(PARTY, 3, 10, 1)
    table.act(RaiseDie(PARTY, 10, 1))
    assert table.dice("T") == [4, 4, 4]
    assert table.offered() == [Rest(PARTY, number) for number in range(4)]


@pytest.mark.rule("W-LOCATION-08")
def test_snowy_pass_puts_the_lowest_of_all_dice_aside():
    table = rolled("snowy_pass", "6 5 2 8 7 6 12 11 10 4 3 3", deck="bear")
    assert table.state.dice[2] == BENCHED
    assert table.dice("H") == [6, 5]
    assert len(table.offered(Rest)) == 4
    table.act(Rest(PARTY, 0))
    table.place(6, "chop_wood")
    table.place(5, "chop_wood")
    assert table.waiting() is not None
    assert table.state.phase != CAMP


@pytest.mark.rule("W-LOCATION-08")
def test_on_a_tie_the_party_chooses_the_die_to_put_aside():
    table = rolled("snowy_pass", "6 3 1 8 6 3 4 4 1 4 3 1", players=4)
    assert isinstance(table.waiting(), ChooseLostDie)
    assert table.waiting().answerers(table.table) == (0, 1, 2, 3)
    assert [act.die for act in table.offered(GiveDie)] == [2, 8, 11]
    table.act(table.offered()[1])
    assert table.state.dice[8] == BENCHED
    assert [table.dice(letter) for letter in "HRT"] == [[6, 3, 1], [4, 4], [4, 3, 1]]


@pytest.mark.rule("W-LOCATION-09")
def test_ruined_gate_sends_the_highest_total_to_rest():
    table = rolled("ruined_gate", "1 2 3 4 5 6 1 2 3 4 4 4")
    assert table.offered() == [Rest(PARTY, 1)]


@pytest.mark.rule("W-LOCATION-09")
def test_ruined_gate_counts_only_those_who_may_rest_and_leaves_ties_to_the_party():
    table = scene(phase=ROLL, location="ruined_gate", dice="H 4 3 3, B 5 5 5, R 7 2 1, T 3 2 2")
    table.give("B", rests=2)
    table.choose_rest()
    assert table.offered() == [Rest(PARTY, 0), Rest(PARTY, 2)]


@pytest.mark.rule("W-LOCATION-10")
def test_abandoned_village_lowers_every_roll():
    table = rolled("abandoned_village", "6 5 1 8 7 6 12 11 1 4 3 2")
    assert table.state.values == [5, 4, 1, 7, 6, 5, 11, 10, 1, 3, 2, 1]


@pytest.mark.rule("W-LOCATION-11")
def test_the_white_monolith_turns_one_card_each():
    table = arrive("white_monolith")
    table.give("H", exhausted="corpse_bolt")
    table.give("B", exhausted="all")
    table.give("T", exhausted="hex, premonition")
    table.end_watch()
    # The Heretic's card comes back by itself; one of the other two is then exhausted.
    assert isinstance(table.waiting(), ChooseTurned)
    assert table.is_ready("corpse_bolt")
    assert table.offered() == [TurnCard(PARTY, 0, 0), TurnCard(PARTY, 0, 1)]
    table.act(TurnCard(PARTY, 0, 1))
    assert table.adventurer("H").exhausted == [False, True, False]
    # The Bounty Hunter had none ready, so that nothing different is there to exhaust.
    table.act(RefreshCard(PARTY, 1, 2))
    assert table.adventurer("B").exhausted == [True, True, False]
    # The Barbarian has nothing exhausted; the Witch's only ready card goes.
    table.act(RefreshCard(PARTY, 3, 0))
    assert table.adventurer("R").exhausted == [False] * 3
    assert table.adventurer("T").exhausted == [False, True, True]
    assert table.state.round == 4


@pytest.mark.rule("W-LOCATION-12", "W-SUMMON-12")
def test_summoning_circle_brings_an_unhallowed_face_up_before_the_first_reveal():
    table = scene(
        location="summoning_circle", deck=TEN, unhallowed="minotaur, hydra", firewood=5, resting="R"
    )
    table.begin_watch()
    # It is handled as revealed: it has moved to the front; no card was exhausted to summon it.
    assert isinstance(table.waiting(), ChooseExhausted)
    assert table.line == [
        "minotaur",
        *["bear down", "wolf down", "eagle down", "treant down", "bear down"],
    ]
    assert table.events(CardRevealed) == []
    assert table.events(UnhallowedSummoned) == []
    assert table.unhallowed == ["hydra"]
    assert table.ready() == 12


@pytest.mark.rule("W-LOCATION-12", "W-SUMMON-12")
def test_summoning_circle_without_unhallowed_is_no_loss():
    table = scene(location="summoning_circle", deck=TEN, firewood=5)
    table.begin_watch()
    assert table.result is None
    assert len(table.line) == 5


@pytest.mark.rule("W-LOCATION-13")
def test_mountain_keep_adds_the_strongest_of_the_graveyard_face_down():
    table = scene(
        location="mountain_keep", deck=TEN, graveyard="summon, fae 5, shade, fae 6", firewood=4
    )
    table.begin_watch()
    # The Shade's base health is 16 - 4 now.
    assert table.line[5] == "shade down"
    assert table.graveyard == ["summon", "fae", "fae"]


@pytest.mark.rule("W-LOCATION-13")
def test_mountain_keep_leaves_ties_to_the_party():
    table = scene(
        location="mountain_keep", deck=TEN, graveyard="metal_golem, fae 5, skeletons 8", firewood=5
    )
    table.begin_watch()
    assert table.offered() == [TakeCard(PARTY, "metal_golem-1"), TakeCard(PARTY, "skeletons-1")]
    table.act(table.offered()[1])
    assert table.line[5] == "skeletons down"


@pytest.mark.rule("W-LOCATION-14")
def test_at_the_grand_arena_one_creature_takes_the_dice_of_one_adventurer():
    table = scene(
        line="hollow_judge, lich",
        location="the_grand_arena",
        dice="H 3 2, R 5, T 4",
        familiar="rook",
    )
    table.give("H", tamed="wolf")
    table.watch()
    table.attack("H 2", 1)
    on_first = [act for act in table.offered() if getattr(act, "place", 0) == 1]
    assert on_first == [
        PutDie(PARTY, table.die("H 3"), 1),
        PutTamed(PARTY, 0, "wolf-1", 1),
    ]
    assert SendFamiliar(PARTY, 2) in table.offered()
    # Damage from abilities is free.
    table.use("sweeping_blow")
    assert table.at(1).damage == 2 + 9


@pytest.mark.rule("W-LOCATION-14")
def test_at_the_grand_arena_the_familiar_counts_as_the_witchs():
    table = scene(line="hollow_judge", location="the_grand_arena", dice="H 3, T 4")
    table.watch()
    table.act(SendFamiliar(PARTY, 1))
    assert table.waiting() is not None
    while not isinstance(table.waiting(), ChooseAction):
        table.act(table.offered()[-1])
    assert table.offered(PutDie) == [PutDie(PARTY, table.die("T 4"), 1)]


@pytest.mark.rule("W-LOCATION-15")
def test_the_long_road_silences_passive_abilities_only():
    for location, damage in (("barren_plains", 3 + 2 + 1), ("the_long_road", 3 + 1)):
        table = scene(line="skeletons", location=location, dice="H 3")
        table.give("H", board="apostates_lore, turn_the_dead, corpse_bolt", items="steel_gauntlets")
        table.watch()
        assert SendFamiliar(PARTY, 1) in table.offered()
        table.attack("H 3", 1)
        assert table.at(1).damage == damage


@pytest.mark.rule("W-LOCATION-21")
def test_fetid_swamp_taxes_first_position_powers_after_them():
    table = scene(line="wyvern arriving", location="fetid_swamp", firewood=9)
    table.watch()
    assert table.state.firewood == 5
    table = scene(line="barrow_knight arriving", location="fetid_swamp", firewood=9)
    table.watch()
    assert table.state.firewood == 9
    table.exhaust("grave_whisper")
    assert table.state.firewood == 8


@pytest.mark.rule("W-LOCATION-21")
def test_fetid_swamp_taxes_neither_negated_nor_missing_powers():
    table = scene(line="wyvern arriving", location="fetid_swamp", firewood=9)
    table.state.hex = 1
    table.watch()
    table.act(SpendHex(PARTY, "wyvern-1"))
    assert table.state.firewood == 9
    table = scene(line="bear arriving", location="fetid_swamp", firewood=9)
    table.watch()
    assert table.state.firewood == 9


# Those without a clause of their own: each does what its text says.


@pytest.mark.rule("W-LOCATION-01")
def test_underground_tomb_lights_one_position_less_but_at_least_one():
    for firewood, level in ((5, 1), (7, 1), (12, 2)):
        assert scene(location="underground_tomb", firewood=firewood).level == level


@pytest.mark.rule("W-LOCATION-01")
def test_cliff_watch_gives_everybody_range():
    for location, reached in (
        ("barren_plains", {"H 1", "B 1"}),
        ("cliff_watch", {"H 1", "B 1", "R 1", "T 1"}),
    ):
        table = scene(line="hydra, lich, warlord", location=location, dice="H 1, B 1, R 1, T 1")
        table.watch()
        second = {act.die for act in table.offered(PutDie) if act.place == 2}
        assert second == {table.die(die) for die in reached}


@pytest.mark.rule("W-LOCATION-01")
def test_summon_cards_at_desert_ruins_sea_fortress_and_ancient_crypt():
    words: dict[str, Any] = {
        "line": "summon down",
        "unhallowed": "hydra, lich, warlord",
        "firewood": 5,
    }
    table = scene(location="desert_ruins", **words)
    table.watch()
    table.exhaust("grave_whisper", "proven_kill")
    assert (table.line, table.ready()) == (["hydra"], 10)
    table = scene(location="sea_fortress", deck="bear", **words)
    table.watch()
    table.exhaust("grave_whisper")
    assert (table.deck, table.graveyard) == (["bear", "summon"], [])
    table = scene(location="ancient_crypt", **words)
    table.watch()
    table.exhaust("grave_whisper")
    assert {act.card for act in table.offered(Summon)} == {"hydra", "lich", "warlord"}
    table.act(Summon(PARTY, "lich", 0))
    assert table.line == ["lich"]
    assert table.unhallowed == ["hydra", "warlord"]


@pytest.mark.rule("W-LOCATION-01", "W-CAMP-03")
def test_haunted_manor_and_remote_tavern_change_the_refresh_of_who_rests():
    for location, ready in (("haunted_manor", 0), ("barren_plains", 1), ("remote_tavern", 2)):
        table = scene(phase=CAMP, location=location)
        table.give("H", exhausted="all", items="war_banner*")
        table.rest("H", "1 2 3")
        while isinstance(table.waiting(), ChooseRefresh):
            table.act(table.offered()[0])
        assert table.ready("H") == ready
        assert table.items("H") == ["war_banner"]


@pytest.mark.rule("W-LOCATION-01", "W-MERCHANT-10")
def test_at_robbers_crossing_no_coins_are_laid():
    table = scene(phase=MERCHANT, resting="H", location="robbers_crossing")
    table.state.space_coins = {"heal": 1}
    table.merchant()
    assert table.state.space_coins == {"heal": 1}


@pytest.mark.rule("W-LOCATION-01")
def test_at_rusting_armory_nothing_is_activated():
    table = scene(line="hydra", location="rusting_armory", dice="H 3", firewood=5)
    table.give("H", items="storm_rod, lamp_oil")
    table.watch()
    assert table.offered(ActivateItem) == []
    table.use_item("lamp_oil")
    assert table.state.firewood == 8


@pytest.mark.rule("W-LOCATION-01")
def test_at_witchs_shack_wood_is_plenty():
    table = camp("H", "1 2", location="witchs_shack", firewood=4)
    table.place(1, "chop_wood")
    table.place(2, "chop_wood")
    assert table.state.firewood == 10
