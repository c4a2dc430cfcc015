"""The Merchant: the resting adventurer buys items, then market and camp are filled (W-MERCHANT)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import PARTY, Action, Step, Table
from embertable.games.setawatch.control import OwnChoice
from embertable.games.setawatch.events import CoinsLaid, ItemBought, MarketFilled, TrophyCashed
from embertable.games.setawatch.own_cards import asks_for_item
from embertable.games.setawatch.party_effects import gain_coins
from embertable.games.setawatch.state import MERCHANT, MOST_ITEMS, HeldItem, WatchState
from embertable.games.setawatch.zones import bury


@dataclass
class VisitMerchant(Step):
    def run(self, table: Table[WatchState]) -> None:
        table.state.phase = MERCHANT
        table.do(Trade(), FillMarket(), LayCoins())


@dataclass
class Trade(Step):
    """Buy any number of items (W-MERCHANT-02)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        choice = ChoosePurchase(PARTY, state.resting)
        if len(choice.options(table)) > 1:
            table.do(choice)


def price(state: WatchState, item: str) -> int:
    """What an item costs where the party is; a location may lower it, to no less than 1."""
    content = state.content
    cost = content.items[item].cost
    location = content.locations[state.location] if state.location else None
    found = location.rules.get("item_discount") if location is not None else None
    return cost if found is None else max(min(cost, 1), cost - found.number)


class ChoosePurchase(OwnChoice):
    def options(self, table: Table[WatchState]) -> list[Action]:
        state = table.state
        found: list[Action] = [STOP_BUYING]
        for pile in range(len(state.market)):
            if state.market[pile] and price(state, state.market[pile][-1]) <= state.coins:
                for one in state.adventurers:
                    if len(one.items) < MOST_ITEMS:
                        found.append(BuyItem(PARTY, pile, one.number))
        if state.resting == state.content.hunter:
            trophies = state.adventurers[state.resting].trophies
            found.extend([CashTrophy(PARTY, card) for card in trophies])
        return found


class StopBuying(Action):
    def run(self, table: Table[WatchState]) -> None:
        pass


STOP_BUYING: Final = StopBuying(PARTY)


@dataclass(unsafe_hash=True)
class BuyItem(Action):
    """Take the top item of a pile and give it to an adventurer at once (W-MERCHANT-04)."""

    pile: int
    adventurer: int

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        item = state.market[self.pile].pop()
        cost = price(state, item)
        state.adventurers[self.adventurer].items.append(HeldItem(item))
        state.bought = True
        table.emit(ItemBought(item, self.adventurer, cost))
        gain_coins(table, -cost)
        table.do(Trade())


@dataclass(unsafe_hash=True)
class CashTrophy(Action):
    """A trophy goes to the Graveyard and brings its printed damage in coins (W-BOUNTY-05)."""

    card: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        state.adventurers[state.content.hunter].trophies.remove(self.card)
        bury(table, self.card)
        n = state.content.cards[self.card].creature.damage
        table.emit(TrophyCashed(self.card, n))
        gain_coins(table, n)
        table.do(Trade())


@dataclass
class FillMarket(Step):
    """Empty piles get an item; if nothing was bought, one covers a pile (W-MERCHANT-07, -08)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        for pile in range(len(state.market)):
            if not state.market[pile] and state.items:
                if asks_for_item(table, self):
                    return
                lay_item(table, pile)
        if not state.bought and state.items:
            if asks_for_item(table, self):
                return
            item = state.items[-1]
            if item not in state.known:
                state.learn(item)
                table.reveal()
            table.do(ChooseCover(PARTY, state.resting, item))


def lay_item(table: Table[WatchState], pile: int) -> None:
    state = table.state
    item = state.items.pop()
    if item not in state.known:
        table.reveal()
    state.show(item)
    state.market[pile].append(item)
    table.emit(MarketFilled(item, pile))


@dataclass
class ChooseCover(OwnChoice):
    """The item is drawn before its place is chosen (W-MERCHANT-08)."""

    item: str

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [CoverPile(PARTY, pile) for pile in range(len(table.state.market))]


@dataclass(unsafe_hash=True)
class CoverPile(Action):
    pile: int

    def run(self, table: Table[WatchState]) -> None:
        lay_item(table, self.pile)


@dataclass
class LayCoins(Step):
    """Coin spaces without a die get a coin each (W-MERCHANT-10)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        if state.rule("no_coin_refill"):
            return
        free = [space for space in state.content.coin_spaces if space not in state.space_dice]
        for space in free:
            state.space_coins[space] = state.space_coins.get(space, 0) + 1
        table.emit(CoinsLaid(len(free)))
