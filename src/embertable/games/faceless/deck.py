"""Taking cards from the Event deck, and filling the Threats display."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Event, Seat, Step, Table
from embertable.games.faceless.ending import DECK, lose
from embertable.games.faceless.state import FacelessState


@dataclass
class CardEvent(Event):
    """What became of a card, and the player whom it concerns."""

    seat: Seat
    card: str


@dataclass
class ThreatAdded(Event):
    """A card joins the display and triggers nothing (F-THREAT-05)."""

    card: str


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
        for _ in range(self.cards):
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
