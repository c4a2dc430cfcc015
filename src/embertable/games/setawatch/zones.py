"""Moves cards between zones: the decks, the Line, the Graveyard and the Horde."""

from __future__ import annotations

from embertable.engine.table import Table
from embertable.games.setawatch.events import (
    CardGone,
    DeckReshuffled,
    HiddenCardGone,
    HordeGrew,
    HordeGrewUnseen,
)
from embertable.games.setawatch.state import CHANCE_OF_CARDS, SPENT, LineCard, WatchState


def draw_card(table: Table[WatchState]) -> str:
    """The top card of the Creature deck, from the Graveyard when it is empty (W-GRAVE-04)."""
    refill_deck(table)
    deck = table.state.deck
    return deck.pop() if deck else ""


def refill_deck(table: Table[WatchState]) -> None:
    """Where the Creature deck is empty, the Graveyard becomes it."""
    state = table.state
    if not state.deck and state.graveyard:
        state.deck = state.graveyard
        state.graveyard = []
        shuffle_deck(table)
        table.emit(DeckReshuffled())


def shuffle_deck(table: Table[WatchState]) -> None:
    state = table.state
    table.chance.shuffle(CHANCE_OF_CARDS, state.deck)
    state.known = [card for card in state.known if card not in state.deck]


def bury(table: Table[WatchState], card: str) -> None:
    """Put a card on top of the Graveyard, where all see it."""
    table.state.graveyard.append(card)
    table.state.show(card)


def add_to_horde(table: Table[WatchState], card: str, seen: bool) -> None:
    """Put a card on top of the Horde; a face that was public stays known (W-HORDE-04)."""
    state = table.state
    state.horde.append(card)
    state.horde_grew = True
    if seen:
        state.learn(card)
    table.emit(HordeGrew(card) if card in state.known else HordeGrewUnseen())


def leave_line(state: WatchState, place: int) -> LineCard:
    """Take a card out of the Line; stolen dice go home spent (W-STEAL-03, -04)."""
    one = state.line.pop(place)
    for die in one.stolen:
        state.dice[die] = SPENT
    one.stolen = []
    return one


def forget_places(line: list[LineCard]) -> None:
    """A creature that has left a position arrives there again later (W-POWER-06)."""
    end = len(line) - 1
    for place, one in enumerate(line):
        if place != 0:
            one.first = False
            one.hex_asked = False
        if place != 1:
            one.second = False
        if place != end:
            one.last = False


def cards_of(one: LineCard) -> list[str]:
    """The physical cards in the order in which they leave: the mount first (W-RIDER-08)."""
    return [one.mount, one.card] if one.mount else [one.card]


def put_away(table: Table[WatchState], card: str, to: str, seen: bool) -> None:
    """Put a card that left its place into a pile."""
    state = table.state
    if to == "horde_top":
        add_to_horde(table, card, seen)
        return
    if to == "graveyard":
        bury(table, card)
    elif to == "removed":
        state.removed.append(card)
        state.show(card)
    elif to == "line_next_round":
        state.waiting.append(card)
        state.learn(card)
    else:
        if seen:
            state.learn(card)
        if to == "deck_top":
            state.deck.append(card)
        elif to == "deck_bottom":
            state.deck.insert(0, card)
        elif to == "unhallowed_bottom":
            state.unhallowed.insert(0, card)
        else:
            assert to == "deck_shuffle", to
            state.deck.append(card)
            shuffle_deck(table)
    table.emit(CardGone(card, to) if seen else HiddenCardGone(to))
