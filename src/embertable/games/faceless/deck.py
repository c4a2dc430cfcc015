"""Taking cards from the Event deck, and filling the Threats display."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import CHANCE, PARTY, Action, Draw, Drawn, Event, Seat, Step, Table
from embertable.games.faceless.ending import DECK, lose
from embertable.games.faceless.state import FacelessState

TO_HAND: Final = "hand"
TO_DISPLAY: Final = "display"
TO_DISCARDS: Final = "discards"
AS_THREAT: Final = "threat"
NOWHERE: Final = "look"


@dataclass
class CardEvent(Event):
    """What became of a card, and the player whom it concerns."""

    seat: Seat
    card: str


@dataclass
class ThreatAdded(Event):
    """A card joins the display and triggers nothing (F-THREAT-05)."""

    card: str


@dataclass
class TurnUpCard(Draw):
    """The top card of the players' own deck, which is any that nobody has seen."""

    drawer: Seat
    """Who takes it; PARTY where it is nobody's."""
    goes_to: str
    """To a hand, to the display, and so on; for a look it stays where it is."""

    def owner(self) -> Seat:
        return self.drawer

    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [self.shown(card) for card in unseen_cards(table.state)]

    def drawn(self, table: Table[FacelessState]) -> Action:
        return self.shown(table.state.deck[-1])

    def shown(self, card: str) -> Action:
        return ShowCard(CHANCE, card, self.drawer if self.goes_to == NOWHERE else PARTY)


@dataclass(unsafe_hash=True)
class ShowCard(Drawn):
    """The card that lies on top; whoever takes it comes next."""

    card: str
    looker: Seat
    """Who alone sees it, or PARTY."""

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        deck = state.deck
        if deck[-1] != self.card:
            # Nobody has seen either card, so they change places.
            pile = deck if self.card in deck else state.removed
            pile[pile.index(self.card)] = deck[-1]
            deck[-1] = self.card
            state.removed.sort()
        seats = range(len(state.hands))
        state.top_seen = [seat for seat in seats if self.looker in (seat, PARTY)]


def unseen_cards(state: FacelessState) -> list[str]:
    """The kinds of cards in the deck and out of the game."""
    return sorted({*state.deck, *state.removed})


def asks_for_card(table: Table[FacelessState], then: Step, drawer: Seat, goes_to: str) -> bool:
    """At a companion table, ask which card is on top before a step takes it; whether that is asked."""
    state = table.state
    if not table.chance.entered or state.top_seen or not state.deck:
        return False
    if len(unseen_cards(state)) == 1:
        return False
    table.do(TurnUpCard(CHANCE, drawer, goes_to), then)
    return True


def draw_event(table: Table[FacelessState]) -> str:
    """The top card, or the end of the game: then the word is empty (F-DECK-01)."""
    deck = table.state.deck
    if not deck:
        lose(table, DECK)
        return ""
    table.state.top_seen.clear()
    table.reveal()
    return deck.pop()


def add_threat(state: FacelessState, card: str) -> None:
    """To the bottom of the column of its colour (F-DEF-12)."""
    state.column(state.content.cards[card].colour).append(card)


@dataclass
class AddThreats(Step):
    """Move n cards from the deck to the display, without any effect (F-DISPLAY-03)."""

    cards: int

    def run(self, table: Table[FacelessState]) -> None:
        for left in range(self.cards, 0, -1):
            if asks_for_card(table, AddThreats(left), PARTY, TO_DISPLAY):
                return
            card = draw_event(table)
            if not card:
                return
            add_threat(table.state, card)
            table.emit(ThreatAdded(card))


@dataclass
class RefillDisplay(Step):
    """Up to the number of cards it had at the start (F-DISPLAY-01)."""

    def run(self, table: Table[FacelessState]) -> None:
        # Where more lie there, the number is negative and no card is added.
        table.do(AddThreats(table.state.minimum - table.state.displayed()))


REFILL_DISPLAY: Final = RefillDisplay()
