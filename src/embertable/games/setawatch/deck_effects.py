"""Effects that draw from the Creature deck, or look at its cards and at others that lie face down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from embertable.engine.content import Among
from embertable.engine.table import PARTY, Action, Step, Table
from embertable.games.setawatch.card_effects import LINE_ENTRIES, enter
from embertable.games.setawatch.control import OwnChoice
from embertable.games.setawatch.effects import CardEffect, Resolve, RunnableEffect
from embertable.games.setawatch.events import CardPutBack, CardsPeeked, DeckLookedAt
from embertable.games.setawatch.own_cards import asks_for_card
from embertable.games.setawatch.state import WatchState
from embertable.games.setawatch.vocabulary import ONE, Face, Sum
from embertable.games.setawatch.zones import add_to_horde, draw_card, refill_deck

WHERE_DRAWN: Final = Among((*LINE_ENTRIES, "horde_top"))


@dataclass
class DrawEffect(RunnableEffect):
    """Takes the top cards of the Creature deck, unseen unless they come face up."""

    to: Annotated[str, WHERE_DRAWN]
    count: Sum = ONE
    face: Face | None = None

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        left = context.number(table.state, self.count)
        DrawCards((), left, self.to, self.face == "up", context.card).run(table)


@dataclass
class DrawCards(Step):
    """Take so many cards from the deck one after another, and then put each where it goes."""

    taken: tuple[str, ...]
    left: int
    to: str
    up: bool
    beside: str

    def run(self, table: Table[WatchState]) -> None:
        taken = list(self.taken)
        for left in range(self.left, 0, -1):
            again = DrawCards(tuple(taken), left, self.to, self.up, self.beside)
            if self.up and self.to in LINE_ENTRIES and asks_for_top(table, again):
                return
            card = draw_card(table)
            if card:
                taken.append(card)
        for card in taken:
            if self.to in LINE_ENTRIES:
                if self.up:
                    table.reveal()
                enter(table, [card], self.to, self.up, self.beside)
            else:
                add_to_horde(table, card, False)


def asks_for_top(table: Table[WatchState], then: Step, looks: bool = False) -> bool:
    """At a companion table, ask for the top card of the deck before a step draws it."""
    refill_deck(table)
    deck = table.state.deck
    return bool(deck) and asks_for_card(table, then, deck[-1], looks)


# Looking.


@dataclass
class PeekEffect(CardEffect):
    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        table.reveal()
        for card in cards:
            table.state.learn(card)
        table.emit(CardsPeeked(tuple(cards)))

    def looks(self) -> bool:
        return True

    def is_useful_for(self, state: WatchState, context: Resolve, card: str) -> bool:
        return card not in state.known


@dataclass
class ArrangeEffect(RunnableEffect):
    """Looks at the top cards and puts them back as told; they stay known (W-CAMP-SCOUT)."""

    zone: Literal["creature_deck"]
    to: Literal["top_or_bottom", "top_any_order", "one_to_bottom"]
    count: Sum = ONE

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        left = context.number(table.state, self.count)
        LookAtDeck((), left, context.user, self.to).run(table)

    def can_do(self, state: WatchState, context: Resolve) -> bool:
        return bool(state.deck or state.graveyard)


@dataclass
class LookAtDeck(Step):
    """Take so many cards from the deck one after another, and then look at them."""

    taken: tuple[str, ...]
    left: int
    user: int
    to: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        taken = list(self.taken)
        for left in range(self.left, 0, -1):
            if asks_for_top(table, LookAtDeck(tuple(taken), left, self.user, self.to), True):
                return
            card = draw_card(table)
            if card:
                taken.append(card)
        if not taken:
            return
        state.looked_at = taken[::-1]
        for card in taken:
            state.learn(card)
        table.reveal()
        table.emit(DeckLookedAt(tuple(taken)))
        table.do(PutBack(self.user, self.to))


@dataclass
class PutBack(Step):
    user: int
    to: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        if not state.looked_at:
            return
        if self.to == "one_to_bottom":
            table.do(ChooseBottom(PARTY, self.user))
        elif self.to == "top_any_order" and len(state.looked_at) == 1:
            state.deck.append(state.looked_at.pop())
        else:
            table.do(ChoosePutBack(PARTY, self.user, self.to), self)


@dataclass
class ChoosePutBack(OwnChoice):
    """Which card goes back next, and to which end; each on top of those before."""

    to: str

    def options(self, table: Table[WatchState]) -> list[Action]:
        found: list[Action] = []
        for card in table.state.looked_at[::-1]:
            found.append(PutOnTop(PARTY, card))
            if self.to == "top_or_bottom":
                found.append(PutUnder(PARTY, card))
        return found


@dataclass(unsafe_hash=True)
class PutOnTop(Action):
    card: str

    def run(self, table: Table[WatchState]) -> None:
        table.state.looked_at.remove(self.card)
        table.state.deck.append(self.card)
        table.emit(CardPutBack(self.card, "deck_top"))


@dataclass(unsafe_hash=True)
class PutUnder(Action):
    card: str

    def run(self, table: Table[WatchState]) -> None:
        table.state.looked_at.remove(self.card)
        table.state.deck.insert(0, self.card)
        table.emit(CardPutBack(self.card, "deck_bottom"))


@dataclass
class ChooseBottom(OwnChoice):
    """One of the cards may go under the deck; the others stay as they are."""

    def options(self, table: Table[WatchState]) -> list[Action]:
        found: list[Action] = [KeepOrder(PARTY)]
        return [*found, *[SinkCard(PARTY, card) for card in table.state.looked_at[::-1]]]


class KeepOrder(Action):
    def run(self, table: Table[WatchState]) -> None:
        table.state.deck.extend(table.state.looked_at)
        table.state.looked_at = []


@dataclass(unsafe_hash=True)
class SinkCard(Action):
    card: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        state.looked_at.remove(self.card)
        state.deck.insert(0, self.card)
        table.emit(CardPutBack(self.card, "deck_bottom"))
        state.deck.extend(state.looked_at)
        state.looked_at = []
