"""Combat decks, and every deck of the table that is shuffled when it runs out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Action, Choice, Event, Seat, Step
from embertable.games.deadcells.bases import (
    CardAction,
    CharacterAction,
    CharacterCardEvent,
    CharacterCountEvent,
    CharacterEvent,
    CharacterStep,
)
from embertable.games.deadcells.campaign import replaced
from embertable.games.deadcells.state import TABLE, DeadCellsState, DeadCellsTable

STREAMS: Final = ("seat-0", "seat-1", "seat-2", "seat-3")


class CardsDrawn(CharacterCountEvent):
    """How many cards a player drew; everybody sees it."""


@dataclass
class HandDrawn(Event):
    """Which cards they are; only the player sees it."""

    seat: Seat
    cards: tuple[str, ...]

    def seen_by(self) -> Sequence[Seat]:
        return (self.seat,)


class PileShuffled(CharacterEvent):
    pass


class CardTurned(CharacterCardEvent):
    """A card was turned over from a draw pile and discarded."""


def asked(table: DeadCellsTable, choice: Choice) -> list[Step]:
    """The steps that a choice comes to: none, its only option, or the choice."""
    options = choice.options(table)
    if len(options) == 1:
        return [options[0]]
    return [choice] if options else []


def offer(table: DeadCellsTable, choice: Choice) -> None:
    """Ask, unless there are fewer than two options."""
    table.do_all(asked(table, choice))


def next_card(table: DeadCellsTable, one: int) -> str:
    """Take the top card of a draw pile, reshuffling the discards if needed; "" without a card."""
    character = table.state.characters[one]
    if not character.draw and character.discard:
        character.draw = character.discard
        character.discard = []
        table.chance.shuffle(STREAMS[character.seat], character.draw)
        table.emit(PileShuffled(one))
    return character.draw.pop() if character.draw else ""


def turn_card(table: DeadCellsTable, one: int) -> str:
    """Turn the top card over for all to see, and discard it."""
    card = next_card(table, one)
    if card:
        table.reveal()
        table.state.characters[one].discard.append(card)
        table.emit(CardTurned(one, card))
    return card


class RefillHand(CharacterStep):
    """Draw back to the hand limit (D-UPKEEP-05, D-CHECK-10)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        character = state.characters[self.character]
        if character.is_serenade():
            return
        drawn: list[str] = []
        while len(character.hand) < state.content.hand_size:
            card = next_card(table, self.character)
            if not card:
                break
            character.hand.append(card)
            drawn.append(card)
        if drawn:
            character.hand.sort()
            table.reveal(character.seat)
            table.emit(CardsDrawn(self.character, len(drawn)))
            # In the order of the hand: that of the pile is told by nothing else.
            table.emit(HandDrawn(character.seat, tuple(sorted(drawn))))


# The decks of the table. Luck is drawn from one stream for all of them.


def draw_from(table: DeadCellsTable, deck: list[str], out: list[str]) -> str:
    """Take the top card of a deck, reshuffling its discards if needed (D-DECK-03)."""
    if not deck and out:
        deck.extend(out)
        out.clear()
        table.chance.shuffle(TABLE, deck)
    if not deck:
        return ""
    table.reveal()
    return deck.pop()


def draw_treasure(table: DeadCellsTable) -> str:
    return draw_from(table, table.state.treasure, table.state.treasure_out)


def draw_blueprint(table: DeadCellsTable) -> str:
    """Take the bottom card of the Biome's Blueprint deck; "" when it is empty."""
    state = table.state
    if not blueprints_left(state):
        return ""
    place = state.content.biome_ids.index(state.biome)
    deck = state.campaign.blueprints[place]
    table.reveal()
    state.campaign.blueprints = replaced(state.campaign.blueprints, place, deck[1:])
    return deck[0]


def blueprints_left(state: DeadCellsState) -> int:
    """Cards in the Biome's Blueprint deck; a Boss has none."""
    if not state.biome:
        return 0
    return len(state.campaign.blueprints[state.content.biome_ids.index(state.biome)])


def return_blueprint(state: DeadCellsState, card: str) -> None:
    """Return a Blueprint to its Biome's deck, which keeps its printed order (D-END-02)."""
    for place, biome in enumerate(state.content.biomes.values()):
        if card in biome.blueprints:
            deck = (*state.campaign.blueprints[place], card)
            kept = tuple([one for one in biome.blueprints if one in deck])
            state.campaign.blueprints = replaced(state.campaign.blueprints, place, kept)


# Discarding any number of hand cards to draw new ones (D-V-23).


@dataclass
class ChooseRedraw(Choice):
    """Discard hand cards one by one; they come after `last`, so their order does not matter."""

    character: int
    last: str

    def options(self, table: DeadCellsTable) -> list[Action]:
        hand = table.state.characters[self.character].hand
        options: list[Action] = [
            DiscardCard(self.seat, self.character, card) for card in hand if card > self.last
        ]
        return [*options, StopDiscarding(self.seat, self.character)]


class DiscardCard(CardAction):
    def run(self, table: DeadCellsTable) -> None:
        character = table.state.characters[self.character]
        character.hand.remove(self.card)
        character.discard.append(self.card)
        table.reveal()
        table.emit(CardDiscarded(self.character, self.card))
        table.do(ChooseRedraw(self.seat, self.character, self.card))


class StopDiscarding(CharacterAction):
    def run(self, table: DeadCellsTable) -> None:
        table.do(RefillHand(self.character))


class CardDiscarded(CharacterCardEvent):
    pass
