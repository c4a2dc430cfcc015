"""What a position of Set a Watch is worth to the party, and what belongs to one decision.

Everything is weighed in ready ability cards and told in points, a few for each card. Positions are
worth what the party has, less what the Horde will cost, less the outlook for the Watch.
"""

from __future__ import annotations

from typing import Any

from embertable.bots.sense import Sense, Worth
from embertable.bots.setawatch.goods import (
    COIN,
    cards_worth,
    fire_worth,
    goods_worth,
    horde_worth,
    item_worth,
    map_worth,
)
from embertable.bots.setawatch.menace import average
from embertable.bots.setawatch.outlook import outlook
from embertable.bots.setawatch.plan import Moves, make_plan, signature
from embertable.bots.setawatch.replies import reply
from embertable.bots.setawatch.rests import rest_worth
from embertable.engine.table import Action, Choice, Table
from embertable.games.setawatch.camp import ChoosePlacement, ChooseRest, Rest
from embertable.games.setawatch.consent import ChooseSuggestion, Suggest
from embertable.games.setawatch.health import base_health
from embertable.games.setawatch.merchant import (
    BuyItem,
    CashTrophy,
    ChooseCover,
    ChoosePurchase,
    StopBuying,
    price,
)
from embertable.games.setawatch.setup import ChooseAdventurer, ChooseFamiliar
from embertable.games.setawatch.state import CAMP, MERCHANT, MOST_ITEMS, WATCH, LineCard, WatchState
from embertable.games.setawatch.watch import ChooseAction, GiveUp, Stoke

POINTS = 6.0
"""Points for a ready card."""
LOST = -60.0
WON = 60.0
FOLLOWING = 40
"""So many small decisions after one are thought through."""
TRIED = 16
PLAIN_FIRE = -2
ROOM = 0.05

OWN = (
    ChooseAction,
    ChoosePlacement,
    ChooseRest,
    ChoosePurchase,
    ChooseCover,
    ChooseAdventurer,
    ChooseFamiliar,
)
"""Decisions of their own right; all others belong to the one before."""


def is_own(choice: Choice) -> bool:
    return isinstance(choice.about if isinstance(choice, ChooseSuggestion) else choice, OWN)


class WatchSense(Sense):
    def __init__(self, table: Table[Any], choice: Choice) -> None:
        super().__init__(table, choice)
        self.thumb = reply(table, choice, table.offered())
        self.fresh = veil(table.state)
        self.planned: Action | None = None

    def recall(self, memory: dict[str, Any]) -> None:
        """Follow the plan that was made before, or make one."""
        if self.thumb is not None or self.table.state.phase != WATCH:
            return
        mark = signature(self.table)
        plan: Moves = memory.get("plan", [])
        later = [at for at, move in enumerate(plan) if move[0] == mark]
        if later:
            plan = plan[later[0] :]
        elif isinstance(self.choice, ChooseAction) and self.deals_parts():
            idle = sum(self.worth(self.table, acting=False).values())
            plan = make_plan(self.table, self.judge, idle)
        else:
            plan = []
        memory["plan"] = plan[1:]
        if plan:
            self.planned = plan[0][1]

    def deals_parts(self) -> bool:
        """Whether dice are dealt one by one, so that strokes can be put together from them."""
        return self.table.options["partial_damage"] == "on"

    def judge(self, table: Table[Any]) -> float:
        return sum(self.worth(table).values())

    def is_certain(self) -> bool:
        """In Camp the hidden cards matter; on Watch one table will do."""
        known = self.thumb is not None or self.planned is not None
        return known or self.table.state.phase != CAMP

    def foresee(self, action: Action) -> Worth | None:
        state: WatchState = self.table.state
        if self.thumb is not None:
            return {"thumb": POINTS * float(action == self.thumb)}
        if self.planned is not None:
            return {"plan": POINTS * float(action == self.planned)}
        if isinstance(action, Suggest):
            action = action.what
        if isinstance(action, GiveUp):
            return self.worth(self.table, acting=False)
        if isinstance(action, Stoke):
            return {"fire": POINTS * LOST}
        if isinstance(action, Rest):
            return {"ready": POINTS * rest_worth(state, action.adventurer)}
        if isinstance(action, StopBuying | BuyItem | CashTrophy):
            return {"items": POINTS * purchase_worth(state, action)}
        return None

    def finish(self, table: Table[Any]) -> None:
        """Make the choices that belong to the decision, each as it looks best at once."""
        for _ in range(FOLLOWING):
            choice = table.next_choice()
            if choice is None or is_own(choice):
                return
            options = table.offered()
            best: Action | None = options[0]
            if len(options) > 1:
                best = reply(table, choice, options)
                if best is None:
                    best = max(options[:TRIED], key=lambda option: self.try_out(table, option))
            assert best is not None
            table.apply(best)
        table.next_choice()

    def try_out(self, table: Table[Any], option: Action) -> float:
        tried = table.copy(table.chance.copy())
        tried.apply(option)
        tried.next_choice()
        return sum(self.worth(tried).values())

    def worth(self, table: Table[Any], acting: bool = True) -> Worth:
        if table.result is not None:
            return {"victory": POINTS * (WON if table.result.winners else LOST)}
        state: WatchState = table.state
        watch = (
            outlook(state, self.fresh, acting) if state.phase in (CAMP, MERCHANT, WATCH) else 0.0
        )
        return {
            "ready": POINTS * cards_worth(state),
            "watch": -POINTS * watch,
            "horde": POINTS * horde_worth(state),
            "fire": POINTS * fire_worth(state),
            "items": POINTS * goods_worth(state),
            "map": POINTS * map_worth(state),
        }


def veil(state: WatchState) -> frozenset[str]:
    """Take the sting out of what is unseen in a Watch and after it, and name the cards of the Line.

    Whoever turns a card pays what its powers cost on average; what one imagined card would do says
    nothing about turning it now or later. The same holds for the location that comes next.
    """
    fresh: list[str] = []
    for one in state.line:
        if not one.up and one.card not in state.known:
            if state.content.is_summon(one.card):
                trade_for_creature(state, one)
            one.negated = True
            one.health = round(average(state.content).health) - base_health(state, one)
            fresh.append(one.card)
    if state.phase == WATCH and state.map_deck and state.map_deck[-1] not in state.known:
        trade_for_plain(state)
    return frozenset(fresh)


def trade_for_creature(state: WatchState, one: LineCard) -> None:
    for at, card in enumerate(state.deck):
        if card not in state.known and not state.content.is_summon(card):
            state.deck[at] = one.card
            one.card = card
            return


def trade_for_plain(state: WatchState) -> None:
    """Put the unseen location on top that is nearest to the usual one."""
    top = state.map_deck[-1]
    for at, id in enumerate(state.unused):
        location = state.content.locations[id]
        plain = "arrive" not in location.powers and "after_roll" not in location.powers
        if id not in state.known and plain and location.firewood == PLAIN_FIRE:
            state.map_deck[-1], state.unused[at] = id, top
            return


def purchase_worth(state: WatchState, action: Action) -> float:
    """What an item is worth more than its price, rather with those who have room for others."""
    if isinstance(action, CashTrophy):
        return COIN * state.content.cards[action.card].creature.damage - COIN
    if not isinstance(action, BuyItem):
        return 0.0
    item = state.market[action.pile][-1]
    holder = state.adventurers[action.adventurer]
    room = ROOM * (MOST_ITEMS - len(holder.items))
    return item_worth(state, item) - COIN * price(state, item) + room
