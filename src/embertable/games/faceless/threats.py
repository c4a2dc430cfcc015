"""The Threat phase: one Event card a turn, and what its colour does."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Action, Choice, Event, Seat, SeatStep, Step, Table
from embertable.games.faceless.billygoat import Approach
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import CheckCollisions
from embertable.games.faceless.content import BLUE, FACELESS, GREEN, PURPLE, RED, YELLOW
from embertable.games.faceless.deck import (
    AS_THREAT,
    REFILL_DISPLAY,
    TO_DISCARDS,
    AddThreats,
    CardEvent,
    add_threat,
    asks_for_card,
    draw_event,
)
from embertable.games.faceless.moments import (
    AfterThreat,
    BeforeEffect,
    BeforeThreat,
    CardTriggers,
    MoreSteps,
    ThreatPhaseStarted,
    ThreatRevealed,
)
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.team import END_MOVEMENT, START_MOVEMENT, NeedleSteps


class CardRevealed(CardEvent):
    """The card of the Threat phase."""


@dataclass
class ThreatCalmed(Event):
    """The card joins the display and triggers nothing."""

    card: str


@dataclass
class ThreatStruck(Event):
    """A Threat effect is resolved, with n cards in its column."""

    colour: str
    n: int


@dataclass
class FigureTurned(Event):
    """A Faceless is turned round in its place."""

    figure: int
    heading: int


class CardDiscarded(CardEvent):
    pass


class DeckDiscarded(CardEvent):
    """A player without cards discards the top of the deck."""


class ThreatPhase(SeatStep):
    def run(self, table: Table[FacelessState]) -> None:
        table.do_all([*table.reactions(ThreatPhaseStarted(self.seat)), RevealThreat(self.seat)])


class RevealThreat(SeatStep):
    """The top Event card (F-THREAT-01)."""

    def run(self, table: Table[FacelessState]) -> None:
        if asks_for_card(table, self, self.seat, AS_THREAT):
            return
        card = reveal_card(table, self.seat)
        if card:
            table.do_all(
                [*table.reactions(ThreatRevealed(self.seat, card)), AddRevealed(self.seat)]
            )


def reveal_card(table: Table[FacelessState], seat: Seat) -> str:
    card = draw_event(table)
    if card:
        table.state.revealed = card
        table.emit(CardRevealed(seat, card))
    return card


class AddRevealed(SeatStep):
    """Into its column; then what comes before, the effect, and what comes after (ledger, 21.2)."""

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        card = state.revealed
        state.revealed = ""
        add_threat(state, card)
        if not table.ask(CardTriggers(self.seat), 1):
            table.emit(ThreatCalmed(card))
            table.do(REFILL_DISPLAY)
            return
        table.do_all(
            [
                *table.reactions(BeforeThreat(self.seat, card)),
                *table.reactions(BeforeEffect(self.seat, card)),
                ResolveThreat(self.seat, state.content.cards[card].colour),
                *table.reactions(AfterThreat(self.seat, card)),
                REFILL_DISPLAY,
            ]
        )


@dataclass
class ResolveThreat(Step):
    """The effect of a colour, once, for the cards that lie in its column now (F-THREAT-02)."""

    seat: Seat
    colour: str

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        number = len(state.column(self.colour))
        if not number:
            return
        table.emit(ThreatStruck(self.colour, number))
        pairs = number // 2
        if self.colour == PURPLE:
            steps = table.ask(MoreSteps(), number)
            table.do(START_MOVEMENT, NeedleSteps(self.seat, steps), END_MOVEMENT)
        elif self.colour == RED:
            table.do(Hunt(self.seat, number))
        elif self.colour == YELLOW:
            table.do(TurnFaceless(self.seat, pairs, 0))
        elif self.colour == BLUE:
            table.do(AddThreats(pairs))
        else:
            assert self.colour == GREEN
            seats = len(state.hands)
            table.do_all([LoseCard((self.seat + place) % seats) for place in range(pairs)])


@dataclass
class Hunt(Step):
    """Billygoat comes closer, space by space (F-THREAT-RED-01)."""

    seat: Seat
    steps: int

    def run(self, table: Table[FacelessState]) -> None:
        if self.steps:
            table.do(Approach(self.seat), Hunt(self.seat, self.steps - 1))


@dataclass
class TurnFaceless(Step):
    """A different one for each pair; surplus pairs do nothing (F-THREAT-YELLOW-02)."""

    seat: Seat
    pairs: int
    turned: int
    """Those turned already, a bit for each."""

    def run(self, table: Table[FacelessState]) -> None:
        left = turnable(table.state, self.turned)
        if not self.pairs or not left:
            return
        if len(left) == 1:
            table.do(TurnRound(self.seat, left[0], self.pairs, self.turned))
        else:
            table.do(ChooseTurned(self.seat, self.pairs, self.turned))


def turnable(state: FacelessState, turned: int) -> list[int]:
    """Those on the board that this Threat has not turned yet (F-THREAT-YELLOW-03)."""
    return [
        figure for figure in FACELESS if state.places[figure] != AWAY and not turned >> figure & 1
    ]


@dataclass
class ChooseTurned(Choice):
    pairs: int
    turned: int

    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [
            TurnRound(self.seat, figure, self.pairs, self.turned)
            for figure in turnable(table.state, self.turned)
        ]


@dataclass(unsafe_hash=True)
class TurnRound(Action):
    """By 180 degrees, in place (F-THREAT-YELLOW-01)."""

    figure: int
    pairs: int
    turned: int

    def run(self, table: Table[FacelessState]) -> None:
        headings = table.state.headings
        headings[self.figure] = (headings[self.figure] + 180) % 360
        table.make_final()
        table.emit(FigureTurned(self.figure, headings[self.figure]))
        table.do(
            CheckCollisions(self.figure),
            TurnFaceless(self.seat, self.pairs - 1, self.turned | 1 << self.figure),
        )


class LoseCard(SeatStep):
    """A card of the player's choice, or the top of the deck (F-THREAT-GREEN-02)."""

    def run(self, table: Table[FacelessState]) -> None:
        kinds = sorted(set(table.state.hands[self.seat]))
        if not kinds:
            if asks_for_card(table, self, self.seat, TO_DISCARDS):
                return
            card = draw_event(table)
            if card:
                table.state.discards.append(card)
                table.emit(DeckDiscarded(self.seat, card))
        elif len(kinds) == 1:
            table.do(DiscardCard(self.seat, kinds[0]))
        else:
            table.do(ChooseDiscard(self.seat))


class ChooseDiscard(Choice):
    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [DiscardCard(self.seat, card) for card in sorted(set(table.state.hands[self.seat]))]


@dataclass(unsafe_hash=True)
class DiscardCard(Action):
    card: str

    def run(self, table: Table[FacelessState]) -> None:
        table.state.hands[self.seat].remove(self.card)
        table.state.discards.append(self.card)
        table.emit(CardDiscarded(self.seat, self.card))
