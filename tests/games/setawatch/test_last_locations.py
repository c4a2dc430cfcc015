"""What respites and final locations do (W-LOCATION)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.camp import PlaceDie
from embertable.games.setawatch.dice_effects import ChooseReroll, PickDie, PickNoMore
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.events import (
    CardRefreshed,
    CardRevealed,
    CreatureDefeated,
    PowerTriggered,
)
from embertable.games.setawatch.fire import BurnCard
from embertable.games.setawatch.line import Summon
from embertable.games.setawatch.merchant import BuyItem
from embertable.games.setawatch.party_effects import RefreshCard, RefreshNone
from embertable.games.setawatch.state import CAMP, END, MERCHANT
from embertable.games.setawatch.watch import ChooseAction
from tests.games.setawatch.scene import CONTENT, arrive, camp, scene

# Respites.


@pytest.mark.rule("W-LOCATION-16")
def test_elven_grove_waives_every_requirement_but_equal_dice():
    table = camp("R", "1 1 2", location="elven_grove")
    actions = {act.action for act in table.offered(PlaceDie)}
    assert actions == {"chop_wood", "scout_ahead", "check_map", "heal", "equip", "simmer_down"}
    table.place(2, "scout_ahead")
    assert PlaceDie(PARTY, table.die("R 1"), "scout_ahead") in table.offered()
    table.place(1, "scout_ahead")
    assert all(isinstance(act, PlaceDie) for act in table.offered())


@pytest.mark.rule("W-LOCATION-17")
def test_hidden_temple_refreshes_up_to_two_cards():
    table = scene(location="hidden_temple", resting="R")
    table.give("H", exhausted="all")
    table.give("R", exhausted="all")
    table.end_watch()
    assert len(table.offered(RefreshCard)) == 6
    table.act(RefreshCard(PARTY, 2, 0), RefreshCard(PARTY, 0, 1))
    assert table.state.round == 2
    assert len(table.events(CardRefreshed)) == 2
    table = scene(location="hidden_temple", resting="R")
    table.give("H", exhausted="grave_whisper, corpse_bolt")
    table.end_watch()
    table.act(RefreshNone(PARTY))
    assert table.events(CardRefreshed) == []


@pytest.mark.rule("W-LOCATION-17")
def test_a_card_that_enters_the_horde_spoils_hidden_temple():
    table = scene(
        location="hidden_temple", resting="R", line="acolyte 6 down", deck="bear", dice="H 6"
    )
    table.give("B", exhausted="all")
    table.watch()
    assert table.horde == ["bear"]
    table.attack("H 6", 1)
    assert table.line == []
    table.end_watch()
    assert table.events(CardRefreshed) == []
    assert table.state.round == 2


@pytest.mark.rule("W-LOCATION-18")
def test_tranquil_village_helps_low_totals_on_watch():
    table = scene(phase=CAMP, location="tranquil_village", dice="H 3 2 1, B 2 2 1, T 1 1 1")
    for letter in "HBT":
        table.give(letter, exhausted="all")
    table.rest("R", "1 1 1")
    assert table.waiting().user == 1
    table.act(RefreshCard(PARTY, 1, 0))
    assert table.waiting().user == 3
    table.act(RefreshNone(PARTY))
    assert [table.ready(letter) for letter in "HBT"] == [0, 1, 0]
    assert table.offered(PlaceDie) != []


@pytest.mark.rule("W-LOCATION-01")
def test_sacred_city_seals_and_shuffles():
    table = arrive("sacred_city", graveyard="hydra, bear", unhallowed="lich, warlord")
    table.luck("=0 =0 " + " ".join(["1"] * 12))
    table.end_watch()
    assert table.graveyard == ["bear"]
    assert sorted(table.unhallowed) == ["hydra", "lich", "warlord"]
    assert table.unhallowed != ["lich", "warlord", "hydra"]
    assert table.view().unhallowed_known == 1


@pytest.mark.rule("W-LOCATION-01")
def test_wizards_cottage_lets_who_rests_reroll_first():
    table = camp("H", "1 2 3", location="wizards_cottage")
    assert isinstance(table.waiting(), ChooseReroll)
    table.luck("6 5")
    table.act(PickDie(PARTY, 0), PickDie(PARTY, 2), PickNoMore(PARTY))
    assert table.dice("H") == [6, 2, 5]


@pytest.mark.rule("W-LOCATION-01")
def test_guild_waystation_lowers_prices_to_no_less_than_one():
    table = scene(
        phase=MERCHANT,
        resting="H",
        location="guild_waystation",
        coins=4,
        market=("lamp_oil", "fire_pot", ""),
    )
    table.merchant()
    table.act(BuyItem(PARTY, 1, 0))
    assert table.state.coins == 1
    table.act(BuyItem(PARTY, 0, 0))
    assert table.state.coins == 0


@pytest.mark.rule("W-LOCATION-01", "W-CAMP-09")
def test_old_mint_adds_a_coin_to_spaces_that_yield_any():
    table = camp("R", "6 1 4", location="old_mint")
    table.state.space_coins = {"heal": 2, "equip": 0}
    table.place(6, "heal")
    assert table.state.coins == 3
    table.place(1, "equip")
    assert table.state.coins == 3


# Final locations.


@pytest.mark.rule("W-LOCATION-19")
def test_cursed_cathedral_defeats_one_revealed_creature_after_the_first_reveal():
    table = scene(round=9, location="cursed_cathedral", deck="bear, phantom_cat, wolf", firewood=12)
    table.state.first_reveal_done = False
    table.begin_watch()
    assert table.offered() == [
        TakeCard(PARTY, card) for card in ("bear-1", "phantom_cat", "wolf-1")
    ]
    assert len(table.events(CardRevealed)) == 3
    table.act(TakeCard(PARTY, "phantom_cat"))
    assert table.line == ["bear", "wolf"]
    assert table.events(CreatureDefeated) == [CreatureDefeated("phantom_cat")]
    assert isinstance(table.waiting(), ChooseAction)


@pytest.mark.rule("W-LOCATION-20")
def test_the_catacombs_let_each_adventurer_reroll_after_the_first_defeat():
    table = scene(
        round=9,
        location="the_catacombs",
        line="bear 4, wolf 4",
        dice="H 6 1, B 2, R 3 4, T 1*",
        players=1,
    )
    table.watch()
    table.attack("H 6", 1)
    assert table.waiting().user == 0
    table.luck("5 7")
    table.act(PickDie(PARTY, table.die("H 1")))
    assert table.dice("H") == [5]
    assert table.waiting().user == 1
    table.act(PickDie(PARTY, table.die("B 2")))
    assert table.waiting().user == 2
    table.act(PickNoMore(PARTY))
    assert isinstance(table.waiting(), ChooseAction)
    assert (table.dice("B"), table.dice("R")) == ([7], [3, 4])
    table.attack("H 5", 1)
    assert table.waiting() is None


@pytest.mark.rule("W-LOCATION-01", "W-FIRE-05")
def test_forbidden_tower_feeds_a_dead_fire_better():
    table = scene(round=9, location="forbidden_tower", line="wyvern arriving", firewood=3)
    table.watch()
    table.act(BurnCard(PARTY, 0, 0))
    assert table.state.firewood == 3
    assert [event.trigger for event in table.events(PowerTriggered)] == ["first_position"]


@pytest.mark.rule("W-LOCATION-22", "W-SUMMON-08")
def test_what_a_location_says_of_summon_cards_holds_in_camp_too():
    words: dict[str, Any] = {"horde": "summon", "unhallowed": "hydra, lich"}
    table = camp("H", "3 3", location="desert_ruins", **words)
    table.cast(3, "vanquish", "seal")
    table.exhaust("proven_kill", "weighted_net")
    assert table.ready("BRT") == 7
    assert table.state.removed == ["hydra"]
    table = camp("H", "3 3", location="sea_fortress", deck="bear", **words)
    table.cast(3, "vanquish", "seal")
    table.exhaust("proven_kill")
    assert (table.deck, table.graveyard) == (["bear", "summon"], [])
    table = camp("H", "3 3", location="ancient_crypt", **words)
    table.cast(3, "vanquish", "seal")
    table.exhaust("proven_kill")
    table.act(Summon(PARTY, "lich", -1))
    assert table.state.removed == ["lich"]


@pytest.mark.rule("W-LOCATION-22", "W-FINAL-05")
def test_forbidden_tower_feeds_the_fire_that_its_own_modifier_puts_out():
    table = scene(round=8, phase=END, resting="R", map_deck="forbidden_tower", firewood=2)
    table.end_watch()
    table.act(BurnCard(PARTY, 0, 0))
    assert table.state.firewood == 3


@pytest.mark.rule("W-LOCATION-22")
def test_the_balance_page_lists_every_published_location_that_holds_all_round():
    """Ours first held in the Watch alone; those whose printed text names the round are no change."""
    page = (Path(__file__).parents[3] / "docs" / "balance.md").read_text()
    listed = page.partition("## Published cards that we read more widely")[2].partition("\n## ")[0]
    changed = [
        one.name
        for one in CONTENT.locations.values()
        if one.id not in ("abandoned_village", "the_long_road")
        and "round" in [rule.trigger for rule in one.rules.values()]
    ]
    assert [name for name in changed if f"| {name} |" not in listed] == []
    assert len(changed) == listed.count("| for the whole round |") == 4
