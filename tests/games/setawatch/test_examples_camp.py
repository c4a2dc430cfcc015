"""Worked examples W-E-01 to W-E-22: set-up, Camp, Merchant and items."""

from __future__ import annotations

import pytest

from embertable import new_table
from embertable.engine.table import PARTY, Table
from embertable.games.setawatch.attack import PutDie
from embertable.games.setawatch.camp import CastRunes, ChoosePlacement, PlaceDie, Rest
from embertable.games.setawatch.deck_effects import PutOnTop
from embertable.games.setawatch.dice_effects import GiveDie, PickNoMore
from embertable.games.setawatch.exhausting import Shield
from embertable.games.setawatch.merchant import BuyItem, CoverPile, StopBuying
from embertable.games.setawatch.party_effects import EquipCard, RefreshCard
from embertable.games.setawatch.rounds import PlayRound
from embertable.games.setawatch.state import BENCHED, WatchState
from embertable.games.setawatch.watch import ActivateItem, ChooseAction, UseByDie
from tests.games.setawatch.scene import CONTENT, GAME, camp, number, scene


def summons_from_the_top(difficulty: str, seed: int) -> tuple[int, list[int]]:
    """The size of a new deck, and the places of its Summon cards."""
    table = new_table(GAME, {"difficulty": difficulty}, seed)
    table.next_choice()
    deck = table.state.deck[::-1]
    places = [at for at, card in enumerate(deck, start=1) if CONTENT.is_summon(card)]
    return len(deck), places


def on(table, action: str) -> list[int]:
    """The values of the dice that may be placed on a camp action."""
    dice = [option.die for option in table.offered(PlaceDie) if option.action == action]
    return sorted(table.state.values[die] for die in dice)


def back_on_top(table) -> None:
    while table.offered(PutOnTop):
        table.act(table.offered(PutOnTop)[0])


def no_reroll(table) -> None:
    while table.offered(PickNoMore):
        table.act(PickNoMore(PARTY))


@pytest.mark.rule("W-E-01")
@pytest.mark.parametrize("seed", range(10))
def test_e01_insane_deck(seed):
    size, places = summons_from_the_top("insane", seed)
    assert size == 34
    ranges = [range(1, 10), range(10, 19), range(19, 27), range(27, 35)]
    assert [[place in within for place in places].count(True) for within in ranges] == [1, 1, 1, 1]


@pytest.mark.rule("W-E-02")
@pytest.mark.parametrize(
    ("difficulty", "cards", "ranges"),
    [
        ("normal", 32, [range(1, 17), range(17, 33)]),
        ("easy", 31, [range(1, 32)]),
        ("hard", 33, [range(1, 12), range(12, 23), range(23, 34)]),
    ],
)
def test_e02_other_decks(difficulty, cards, ranges):
    for seed in range(10):
        size, places = summons_from_the_top(difficulty, seed)
        assert size == cards
        assert len(places) == len(ranges)
        assert all(place in within for place, within in zip(places, ranges, strict=True))


@pytest.mark.rule("W-E-03")
def test_e03_snowy_pass_in_the_first_round():
    table = first_in_snowy_pass()
    assert table.state.firewood == 7, "the modifier is not applied in round 1"
    scenic = scene(location="snowy_pass", luck="6 3 1 8 6 3 4 4 1 4 3 1")
    scenic.run(PlayRound(1))
    assert scenic.state.firewood == 7
    assert [option.die for option in scenic.offered(GiveDie)] == [2, 8, 11]
    scenic.act(scenic.offered(GiveDie)[1])
    assert scenic.dice("R", BENCHED) == [1]
    assert scenic.dice("R") == [4, 4]


def first_in_snowy_pass() -> Table[WatchState]:
    """A new game whose luck begins there."""
    for seed in range(300):
        table = new_table(GAME, {}, seed)
        table.next_choice()
        if table.state.location == "snowy_pass":
            return table
    raise AssertionError("no seed begins in Snowy Pass")


@pytest.mark.rule("W-E-04")
def test_e04_only_who_has_rested_once_can_rest_in_round_8():
    table = scene(round=8, phase="roll")
    for letter, rests in zip("HBRT", (2, 2, 2, 1), strict=True):
        table.give(letter, rests=rests)
    table.choose_rest()
    assert table.offered() == [Rest(PARTY, number("T"))]


@pytest.mark.rule("W-E-05")
def test_e05_three_players_and_the_flex_adventurer():
    table = camp("B", "3 3 5", players=3, round=3)
    assert isinstance(table.waiting(), ChoosePlacement)
    assert table.waiting().answerers(table.table) == (1,)
    table = scene(line="bear", dice="H 5, B 6, R 7, T 3", players=3, round=3, resting="B")
    table.watch()
    assert table.offered(PutDie, seat=1) == [PutDie(PARTY, table.die("T 3"), 1)]
    table = camp("T", "1 2 3", players=3, round=4)
    assert table.waiting().answerers(table.table) == (0, 1, 2)
    table = scene(line="bear", dice="H 5, B 6, R 7", players=3, round=4, resting="T")
    table.watch()
    for seat, die in enumerate(("H 5", "B 6", "R 7")):
        assert table.offered(PutDie, seat=seat) == [PutDie(PARTY, table.die(die), 1)]
    table = scene(line="bear", dice="T 3", players=3, round=9)
    table.watch()
    for seat in range(3):
        assert PutDie(PARTY, table.die("T 3"), 1) in table.offered(seat=seat)


@pytest.mark.rule("W-E-06")
def test_e06_ruined_gate():
    table = scene(location="ruined_gate", phase="roll")
    table.set_dice("H 4 3 3, B 8 4 3, R 9 5 1, T 4 2 1")
    table.give("B", rests=2)
    table.choose_rest()
    assert table.offered() == [Rest(PARTY, number("R"))]


@pytest.mark.rule("W-E-07")
def test_e07_scouting_with_3_3_5():
    table = camp("H", "3 3 5", deck="bear, wolf, eagle, fae")
    table.state.space_coins = {"scout_2": 2}
    table.place(3, "scout_ahead")
    back_on_top(table)
    assert on(table, "scout_ahead") == [5]
    table.place(5, "scout_ahead")
    back_on_top(table)
    assert table.state.coins == 2
    assert on(table, "scout_ahead") == []


@pytest.mark.rule("W-E-08")
def test_e08_requirements_of_heal_and_check_map():
    table = camp("B", "7 6 4")
    assert on(table, "heal") == [6]
    assert on(table, "check_map") == [4, 6, 7]
    table = camp("B", "7 6 4", location="elven_grove")
    assert 7 in on(table, "heal")


@pytest.mark.rule("W-E-09")
def test_e09_refreshing_and_equipping_a_slot():
    board = "sweeping_blow, boulder_toss, battle_rage"
    table = scene(phase="camp")
    table.give("R", board=board, exhausted="boulder_toss")
    table.rest("R", "4 5 6")
    assert table.is_ready("boulder_toss")
    table = scene(phase="camp", location="haunted_manor")
    table.give("R", board=board, exhausted="boulder_toss")
    table.rest("R", "4 5 6")
    table.place(4, "equip")
    table.act(EquipCard(PARTY, number("R"), 1, "bloodlust"))
    assert table.adventurer("R").board == ["sweeping_blow", "bloodlust", "battle_rage"]
    assert not table.is_ready("bloodlust")
    assert table.is_ready("sweeping_blow")


@pytest.mark.rule("W-E-10")
def test_e10_two_nines_on_two_runes():
    table = camp("R", "9 9 4", graveyard="hydra")
    assert CastRunes(PARTY, 9, "seal") not in table.offered()
    table.cast(9, "seal", "bolster")
    no_reroll(table)
    assert table.unhallowed == ["hydra"]
    table.place(4, "check_map")
    assert table.dice("R") == []


@pytest.mark.rule("W-E-11")
def test_e11_three_twos():
    table = camp("T", "2 2 2", horde="bear", graveyard="hydra")
    assert CastRunes(PARTY, 2, "seal", "vanquish", "bolster") in table.offered()
    table.cast(2, "seal", "vanquish")
    assert table.horde == []
    assert on(table, "chop_wood") == [2]
    table.cast(2, "bolster")
    no_reroll(table)
    assert table.dice("T") == []


@pytest.mark.rule("W-E-12")
def test_e12_the_dial_ends_at_15():
    table = camp("H", "1 2 3", firewood=14)
    table.place(1, "chop_wood")
    assert table.state.firewood == 15


@pytest.mark.rule("W-E-13")
def test_e13_chopping_at_the_witchs_shack():
    table = camp("H", "1 2 3", firewood=4, location="witchs_shack")
    table.place(1, "chop_wood")
    table.place(2, "chop_wood")
    assert table.state.firewood == 10


@pytest.mark.rule("W-E-14")
def test_e14_check_map_in_round_8():
    table = scene(
        round=8,
        phase="camp",
        map_deck="forbidden_tower",
        unused="elven_grove, old_mint, dark_woods",
    )
    table.state.space_coins = {"check_map": 2}
    table.rest("H", "5 1 1")
    table.place(5, "check_map")
    assert table.state.coins == 2
    assert table.map_deck == ["forbidden_tower"]
    assert table.view().next_location == "forbidden_tower"
    assert table.unused == ["old_mint", "dark_woods", "elven_grove"]


@pytest.mark.rule("W-E-15")
def test_e15_coins_of_heal():
    table = scene(phase="camp")
    table.state.space_coins = {"scout_2": 1, "check_map": 1, "heal": 3, "equip": 2}
    table.rest("H", "6 1 1")
    table.place(6, "heal")
    assert table.state.coins == 3
    table.merchant()
    assert table.state.space_coins == {"scout_2": 2, "check_map": 2, "heal": 0, "equip": 3}


@pytest.mark.rule("W-E-16")
def test_e16_vanquish_meets_a_summon_card():
    table = camp("H", "3 3 1", horde="summon, hydra", unhallowed="lich, werewolf")
    table.cast(3, "vanquish", "seal")
    assert {option.adventurer for option in table.offered()} == {1, 2, 3}
    table.exhaust("weighted_net")
    assert table.state.removed == ["lich"]
    assert table.horde == ["hydra"]
    assert table.unhallowed == ["werewolf"]
    assert table.graveyard == ["summon"]


@pytest.mark.rule("W-E-17")
@pytest.mark.parametrize("heal", [True, False])
def test_e17_healing_before_the_watch(heal):
    table = scene(phase="camp", deck="bear, wolf", location="mountain_keep")
    for letter in "HBT":
        table.give(letter, exhausted="all")
    table.give("R", exhausted="second_breath")
    table.rest("R", "6 2 2")
    assert table.result is None
    table.place(6, "heal" if heal else "chop_wood")
    if heal:
        table.act(RefreshCard(PARTY, number("H"), 0))
    table.begin_watch()
    if heal:
        assert table.result is None
        assert [one.participating for one in table.state.adventurers] == [True, False, False, False]
    else:
        assert table.result is not None
        assert table.result.outcome == "exhausted"


@pytest.mark.rule("W-E-18")
def test_e18_buying_two_items():
    table = scene(
        phase="camp",
        resting="H",
        coins=6,
        market=("lamp_oil", "tower_shield, whetstone", "storm_rod"),
        items="war_banner, sand_timer",
    )
    table.merchant()
    table.act(BuyItem(PARTY, 1, number("B")))
    assert table.state.coins == 1
    assert [pile[-1] for pile in table.state.market] == ["lamp_oil", "whetstone", "storm_rod"]
    assert {option.pile for option in table.offered(BuyItem)} == {0}
    table.act(BuyItem(PARTY, 0, number("B")))
    assert table.state.coins == 0
    assert table.state.market == [["war_banner"], ["whetstone"], ["storm_rod"]]
    assert table.state.items == ["sand_timer"]


@pytest.mark.rule("W-E-19")
def test_e19_nothing_bought():
    table = scene(
        phase="camp",
        resting="H",
        coins=9,
        market=("lamp_oil", "whetstone", "storm_rod"),
        items="war_banner",
    )
    table.merchant()
    table.act(StopBuying(PARTY))
    table.act(CoverPile(PARTY, 1))
    assert table.state.market[1] == ["whetstone", "war_banner"]
    table.state.bought = False
    table.merchant()
    table.act(BuyItem(PARTY, 1, 0))
    assert table.items("H") == ["war_banner"], "the covering item is bought, not the covered one"
    table.act(BuyItem(PARTY, 1, 0))
    assert table.items("H") == ["war_banner", "whetstone"]


@pytest.mark.rule("W-E-20")
def test_e20_no_third_item():
    table = scene(phase="camp", resting="H", coins=9, market=("lamp_oil", "", ""))
    table.give("H", items="war_banner*, whetstone")
    table.merchant()
    assert {option.adventurer for option in table.offered(BuyItem)} == {1, 2, 3}


@pytest.mark.rule("W-E-21")
def test_e21_the_barbarian_activates_an_item_with_a_one():
    table = scene(line="bear 5, wolf", dice="R 1")
    table.give("R", items="storm_rod")
    table.watch()
    assert table.offered(UseByDie) == []
    table.act(ActivateItem(PARTY, table.die("R 1"), "storm_rod"))
    table.act(table.offered()[0])
    assert table.graveyard == ["bear"]


@pytest.mark.rule("W-E-22")
def test_e22_the_tower_shield_stops_the_hollow_judge():
    table = scene(line="hollow_judge arriving, bear")
    table.give("H", items="tower_shield")
    table.watch()
    choice = table.act(Shield(PARTY, 0, "tower_shield"))
    assert isinstance(choice, ChooseAction)
    assert table.ready() == 12
    assert table.items("H") == ["tower_shield*"]
