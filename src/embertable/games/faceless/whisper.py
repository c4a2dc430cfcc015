"""Whisper: give one card, or swap two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Action, Choice, Event, Seat, Table
from embertable.games.faceless.rest import hand_limit
from embertable.games.faceless.state import FacelessState

WHISPER: Final = "whisper"


@dataclass
class CardGiven(Event):
    seat: Seat
    giver: Seat
    card: str
    to: Seat


@dataclass
class CardsSwapped(Event):
    seat: Seat
    one: Seat
    card: str
    other: Seat
    instead: str


class Whisper(Action):
    def run(self, table: Table[FacelessState]) -> None:
        table.state.action = WHISPER
        table.do(ChooseWhispered(self.seat))


WHISPERS: Final = [Whisper(seat) for seat in range(4)]


def can_whisper(table: Table[FacelessState]) -> bool:
    """With any card in any hand there is a legal give or swap (F-TURN-04)."""
    return any(table.state.hands)


def has_room(table: Table[FacelessState], seat: Seat) -> bool:
    return len(table.state.hands[seat]) < hand_limit(table, seat)


class ChooseWhispered(Choice):
    """Whose card, of all hands: another has room for it, or a card to give for it (F-WHISPER-01)."""

    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [
            PickCard(self.seat, owner, card)
            for owner, hand in enumerate(table.state.hands)
            for card in sorted(set(hand))
        ]


@dataclass(unsafe_hash=True)
class PickCard(Action):
    owner: Seat
    card: str

    def run(self, table: Table[FacelessState]) -> None:
        table.do(ChooseReceiver(self.seat, self.owner, self.card))


@dataclass
class ChooseReceiver(Choice):
    """Give it to anybody with room, or swap it for any card of another (F-WHISPER-02)."""

    owner: Seat
    card: str

    def options(self, table: Table[FacelessState]) -> list[Action]:
        options: list[Action] = []
        for other, hand in enumerate(table.state.hands):
            if other == self.owner:
                continue
            if has_room(table, other):
                options.append(GiveCard(self.seat, self.owner, self.card, other))
            options.extend(
                [
                    SwapCards(self.seat, self.owner, self.card, other, card)
                    for card in sorted(set(hand))
                ]
            )
        return options


@dataclass(unsafe_hash=True)
class GiveCard(Action):
    owner: Seat
    card: str
    to: Seat

    def run(self, table: Table[FacelessState]) -> None:
        table.state.hands[self.owner].remove(self.card)
        table.state.hands[self.to].append(self.card)
        table.emit(CardGiven(self.seat, self.owner, self.card, self.to))


@dataclass(unsafe_hash=True)
class SwapCards(Action):
    owner: Seat
    card: str
    other: Seat
    instead: str

    def run(self, table: Table[FacelessState]) -> None:
        hands = table.state.hands
        hands[self.owner].remove(self.card)
        hands[self.other].remove(self.instead)
        hands[self.owner].append(self.instead)
        hands[self.other].append(self.card)
        table.emit(CardsSwapped(self.seat, self.owner, self.card, self.other, self.instead))
