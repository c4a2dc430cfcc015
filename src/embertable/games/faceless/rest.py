"""Rest: fill the hand from the Threats display."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Action, Choice, Event, Seat, SeatStep, Step, Table
from embertable.games.faceless.content import COLOURS
from embertable.games.faceless.deck import (
    REFILL_DISPLAY,
    TO_HAND,
    CardEvent,
    asks_for_card,
    draw_event,
)
from embertable.games.faceless.moments import HandLimit, RestDone, RestStarted
from embertable.games.faceless.state import FacelessState

REST: Final = "rest"


@dataclass
class Rested(Event):
    seat: Seat


class ThreatTaken(CardEvent):
    pass


class CardDrawn(CardEvent):
    """From the Event deck to a hand."""


def hand_limit(table: Table[FacelessState], seat: Seat) -> int:
    return table.ask(HandLimit(seat), table.state.content.turn.hand_limit)


class Rest(Action):
    def run(self, table: Table[FacelessState]) -> None:
        table.state.action = REST
        table.emit(Rested(self.seat))
        table.do_all(
            [
                *table.reactions(RestStarted(self.seat)),
                FillHand(self.seat),
                REFILL_DISPLAY,
                FinishRest(self.seat),
            ]
        )


RESTS: Final = [Rest(seat) for seat in range(4)]


class FinishRest(SeatStep):
    def run(self, table: Table[FacelessState]) -> None:
        table.do_all(table.reactions(RestDone(self.seat)))


class FillHand(SeatStep):
    """The hand must be filled completely (F-REST-01)."""

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        if len(state.hands[self.seat]) >= hand_limit(table, self.seat):
            return
        steps: list[Step] = [*refill_at_once(table), FillHand(self.seat)]
        columns = [colour for colour in COLOURS if state.column(colour)]
        if not columns:
            table.do_all([DrawCard(self.seat), *steps])
        elif len(columns) == 1:
            table.do_all([TakeThreat(self.seat, columns[0]), *steps])
        else:
            table.do_all([ChooseColumn(self.seat), *steps])


def refill_at_once(table: Table[FacelessState]) -> list[Step]:
    """After every single card, where the table plays so (F-DISPLAY-04)."""
    return [REFILL_DISPLAY] if table.options["display_refill"] == "each_card" else []


class ChooseColumn(Choice):
    """The bottom card of any column (F-REST-02)."""

    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [TakeThreat(self.seat, colour) for colour in COLOURS if table.state.column(colour)]


@dataclass(unsafe_hash=True)
class TakeThreat(Action):
    colour: str

    def run(self, table: Table[FacelessState]) -> None:
        card = table.state.column(self.colour).pop()
        table.state.hands[self.seat].append(card)
        table.emit(ThreatTaken(self.seat, card))


class DrawCard(SeatStep):
    """From the deck, when the display is empty (F-REST-03)."""

    def run(self, table: Table[FacelessState]) -> None:
        if asks_for_card(table, self, self.seat, TO_HAND):
            return
        card = draw_event(table)
        if card:
            table.state.hands[self.seat].append(card)
            table.emit(CardDrawn(self.seat, card))
