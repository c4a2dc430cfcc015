"""The Merchant: buying, the market, and coins in the camp (W-MERCHANT)."""

from __future__ import annotations

import pytest

from embertable.engine.catalogue import Message
from embertable.engine.errors import IllegalAction
from embertable.engine.messages import message_of
from embertable.engine.table import PARTY
from embertable.games.setawatch.events import CoinsLaid, MarketFilled
from embertable.games.setawatch.merchant import (
    BuyItem,
    CashTrophy,
    ChooseCover,
    ChoosePurchase,
    CoverPile,
    StopBuying,
)
from embertable.games.setawatch.state import MERCHANT
from tests.games.setawatch.scene import GAME, Scene, scene


def shop(resting: str = "H", **words) -> Scene:
    """A scene at the merchant's."""
    return scene(phase=MERCHANT, resting=resting, **words)


def said(table: Scene, what) -> str:
    """A choice or an action in English."""
    return GAME.catalogue("en", table.view()).render(message_of(what))


@pytest.mark.rule("W-MERCHANT-02", "W-CAMP-10")
def test_any_number_of_items_is_bought_with_the_partys_coins():
    table = shop(coins=6, market=("lamp_oil", "whetstone", "fire_pot"))
    table.merchant()
    assert isinstance(table.waiting(), ChoosePurchase)
    table.act(BuyItem(PARTY, 1, 0))
    assert table.state.coins == 4
    table.act(BuyItem(PARTY, 2, 2))
    assert table.state.coins == 0
    assert table.items("H") == ["whetstone"]
    assert table.items("R") == ["fire_pot"]


@pytest.mark.rule("W-MERCHANT-02")
def test_what_is_too_dear_is_not_offered_and_nobody_has_to_buy():
    table = shop(coins=3, market=("lamp_oil", "storm_rod", "tower_shield"), items="grave_salt")
    table.merchant()
    assert {act.pile for act in table.offered(BuyItem)} == {0}
    with pytest.raises(IllegalAction):
        table.act(BuyItem(PARTY, 1, 0))
    table.act(StopBuying(PARTY))
    assert table.state.coins == 3
    assert isinstance(table.waiting(), ChooseCover)


@pytest.mark.rule("W-MERCHANT-02")
def test_only_who_rests_decides():
    table = shop("B", players=4, coins=3, market=("lamp_oil", "", ""))
    table.merchant()
    assert table.waiting().answerers(table.table) == (1,)


@pytest.mark.rule("W-MERCHANT-03")
def test_only_top_items_are_for_sale_and_an_uncovered_one_at_once():
    table = shop(coins=9, market=("tower_shield, whetstone", "", ""))
    table.merchant()
    table.act(BuyItem(PARTY, 0, 0))
    assert table.items("H") == ["tower_shield"]
    assert table.state.market[0] == ["whetstone"]
    table.act(BuyItem(PARTY, 0, 1))
    assert table.items("B") == ["whetstone"]
    assert table.state.coins == 2


@pytest.mark.rule("W-MERCHANT-04")
def test_an_item_is_given_to_anybody_at_once_and_ready():
    table = shop(coins=9, market=("tower_shield", "", ""))
    table.merchant()
    assert {act.adventurer for act in table.offered(BuyItem)} == {0, 1, 2, 3}
    table.act(BuyItem(PARTY, 0, 3))
    assert table.items("T") == ["tower_shield"]


@pytest.mark.rule("W-MERCHANT-05", "W-MERCHANT-06")
def test_nobody_holds_more_than_two_items():
    table = shop(coins=9, market=("lamp_oil", "", ""))
    table.give("H", items="tower_shield*, whetstone")
    table.give("B", items="fire_pot")
    table.merchant()
    assert {act.adventurer for act in table.offered(BuyItem)} == {1, 2, 3}


@pytest.mark.rule("W-MERCHANT-06")
def test_items_are_not_traded_sold_or_dropped():
    table = shop(coins=9, market=("lamp_oil", "", ""))
    for letter in "HBRT":
        table.give(letter, items="whetstone, fire_pot")
    table.merchant()
    assert table.waiting() is None
    assert [len(one.items) for one in table.state.adventurers] == [2] * 4
    table = shop(coins=9, market=("lamp_oil", "", ""))
    table.give("H", items="whetstone, fire_pot")
    table.merchant()
    assert {type(act) for act in table.offered()} == {BuyItem, StopBuying}


@pytest.mark.rule("W-MERCHANT-07")
def test_after_buying_each_empty_pile_gets_one_item():
    table = shop(
        coins=9,
        market=("lamp_oil", "tower_shield, whetstone", "grave_salt"),
        items="fire_pot, storm_rod",
    )
    table.merchant()
    table.act(BuyItem(PARTY, 0, 0), BuyItem(PARTY, 1, 0), StopBuying(PARTY))
    assert table.state.market == [["fire_pot"], ["whetstone"], ["grave_salt"]]
    assert table.state.items == ["storm_rod"]
    assert table.events(MarketFilled) == [MarketFilled("fire_pot", 0)]
    assert table.waiting() is None


@pytest.mark.rule("W-MERCHANT-08")
def test_if_nothing_was_bought_an_item_covers_a_pile_of_choice():
    table = shop(market=("lamp_oil", "whetstone", "grave_salt"), items="fire_pot, storm_rod")
    table.merchant()
    assert table.offered() == [CoverPile(PARTY, pile) for pile in range(3)]
    table.act(CoverPile(PARTY, 1))
    assert table.state.market == [["lamp_oil"], ["whetstone", "fire_pot"], ["grave_salt"]]
    assert table.state.items == ["storm_rod"]


@pytest.mark.rule("W-MERCHANT-09")
def test_a_short_item_deck_fills_piles_in_their_order():
    table = shop(coins=9, market=("lamp_oil", "whetstone", "grave_salt"), items="fire_pot")
    table.merchant()
    table.act(BuyItem(PARTY, 0, 0), BuyItem(PARTY, 1, 0), StopBuying(PARTY))
    assert table.state.market == [["fire_pot"], [], ["grave_salt"]]


@pytest.mark.rule("W-MERCHANT-09")
def test_without_items_in_the_deck_nothing_is_laid():
    table = shop(market=("lamp_oil", "", ""))
    table.merchant()
    assert table.waiting() is None
    assert table.state.market == [["lamp_oil"], [], []]


@pytest.mark.rule("W-MERCHANT-07", "W-MERCHANT-09")
def test_an_item_that_comes_back_fills_an_empty_pile_before_it_covers_another():
    table = shop(market=("lamp_oil", "", "whetstone"), items="fire_pot, storm_rod")
    table.merchant()
    assert table.state.market == [["lamp_oil"], ["fire_pot"], ["whetstone"]]
    assert isinstance(table.waiting(), ChooseCover)
    table.act(CoverPile(PARTY, 2))
    assert table.state.market == [["lamp_oil"], ["fire_pot"], ["whetstone", "storm_rod"]]


@pytest.mark.rule("W-MERCHANT-10", "W-SETUP-16")
def test_coin_spaces_without_a_die_get_a_coin_and_coins_pile_up():
    table = shop()
    table.state.space_coins = {"scout_2": 4, "check_map": 1, "heal": 0, "equip": 1}
    table.state.space_dice = {"heal": 6, "chop_1": 2}
    table.merchant()
    assert table.state.space_coins == {"scout_2": 5, "check_map": 2, "heal": 0, "equip": 2}
    assert table.events(CoinsLaid) == [CoinsLaid(3)]


@pytest.mark.rule("W-SETUP-16")
def test_the_bank_never_runs_out():
    table = shop()
    table.state.space_coins = {"scout_2": 400, "check_map": 1, "heal": 1, "equip": 1}
    table.merchant()
    assert table.state.space_coins["scout_2"] == 401


@pytest.mark.rule("W-MERCHANT-11")
def test_the_resting_hunter_cashes_trophies_to_buy():
    table = shop("B", market=("storm_rod", "", ""), coins=3)
    table.give("B", trophies="wolf, ember_drake")
    table.merchant()
    assert table.offered(BuyItem) == []
    table.act(CashTrophy(PARTY, "wolf-1"), CashTrophy(PARTY, "ember_drake-1"))
    assert table.state.coins == 7
    assert table.graveyard == ["ember_drake", "wolf"]
    table.act(BuyItem(PARTY, 0, 2))
    assert table.state.coins == 2


@pytest.mark.rule("W-MERCHANT-11")
def test_a_hunter_on_watch_cashes_nothing():
    table = shop("H", market=("lamp_oil", "", ""), coins=3)
    table.give("B", trophies="wolf")
    table.merchant()
    assert table.offered(CashTrophy) == []


@pytest.mark.rule("W-MERCHANT-08")
def test_the_item_is_seen_before_its_place_is_chosen():
    table = shop(market=("lamp_oil", "whetstone", "grave_salt"), items="fire_pot, storm_rod")
    before = table.table.reveals
    choice = table.merchant()
    assert choice.item == "fire_pot"
    assert table.table.reveals == before + 1, "what was seen cannot be taken back"
    assert said(table, choice) == "Nothing was bought: choose the pile that Fire Pot covers."
    assert table.state.items == ["storm_rod", "fire_pot"], "it is not laid yet"


@pytest.mark.rule("W-MERCHANT-02")
def test_an_offer_names_the_price_that_is_paid_and_what_using_the_item_takes():
    for location, price in (("guild_waystation", 3), ("barren_plains", 4)):
        table = shop(coins=4, market=("", "fire_pot", ""), location=location)
        table.merchant()
        assert table.view().prices == (0, price, 0)
        label = said(table, BuyItem(PARTY, 1, 0))
        assert label == f"Buy Fire Pot ({price} coins) for the Heretic"
        table.act(BuyItem(PARTY, 1, 0))
        assert table.state.coins == 4 - price
    table = shop(coins=1, market=("lamp_oil", "", ""))
    table.merchant()
    more = Message("more.BuyItem", message_of(BuyItem(PARTY, 0, 0)).arguments)
    assert GAME.catalogue("en", table.view()).render(more) == "Discard: Firewood +3."
    assert GAME.catalogue("it", table.view()).render(more) == "Si scarta: Legna +3."
