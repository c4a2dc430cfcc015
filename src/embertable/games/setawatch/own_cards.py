"""Cards of the players' own box: at a companion table they say which one comes up.

Every hidden place holds a card that the program dealt. It stands for any card that may lie there, and
changes places with the one that people name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import CHANCE, Action, Draw, Drawn, Step, Table
from embertable.games.setawatch.components import Creature
from embertable.games.setawatch.deckbuilding import AskedCards, asked_for, listed
from embertable.games.setawatch.redeal import Places
from embertable.games.setawatch.state import WatchState
from embertable.games.setawatch.vocabulary import UNHALLOWED

DECK: Final = "deck"
LINE: Final = "line"
HORDE: Final = "horde"
UNHALLOWED_DECK: Final = "unhallowed"
MAP: Final = "map"
UNUSED: Final = "unused"


class NamesCard(Step):
    """A step that may name a hidden card, and so the one that stands for it."""

    def renamed(self, names: dict[str, str]) -> Step:
        """The same step with other cards in their places."""
        raise NotImplementedError(type(self).__name__)


def owns_cards(table: Table[WatchState]) -> bool:
    """Whether people draw from their own decks."""
    return table.chance.entered and not table.chance.dice_only


# Creatures, Summon cards and Unhallowed.


@dataclass
class TurnUpCard(Draw):
    """A hidden card of the Line, the Horde or a deck that is about to be seen."""

    pile: str
    place: int
    """From 1: in the Line from the Camp, in a pile from its top."""
    looks: bool
    """Whether people look at it without turning it up."""

    def options(self, table: Table[WatchState]) -> list[Action]:
        card = card_at(table.state, self.pile, self.place)
        return [ShowCard(CHANCE, one, self.pile, self.place) for one in possible_cards(table, card)]

    def drawn(self, table: Table[WatchState]) -> Action:
        card = card_at(table.state, self.pile, self.place)
        return ShowCard(CHANCE, card, self.pile, self.place)


@dataclass(unsafe_hash=True)
class ShowCard(Drawn):
    """The card that lies there; the step that asked for it comes next."""

    card: str
    pile: str
    place: int

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        dealt = card_at(state, self.pile, self.place)
        if self.card in state.boxed:
            other = left_in_box(table, self.card, dealt)
            state.unseen[state.unseen.index(other)] = self.card
            exchange(table, other, self.card)
        if card_at(state, self.pile, self.place) != self.card:
            exchange(table, dealt, self.card)
        state.learn(self.card)
        table.reveal()


def card_at(state: WatchState, pile: str, place: int) -> str:
    if pile == LINE:
        return state.line[place - 1].card
    if pile == DECK:
        return state.deck[-place]
    if pile == HORDE:
        return state.horde[-place]
    assert pile == UNHALLOWED_DECK, pile
    return state.unhallowed[-place]


def turn_up(table: Table[WatchState], card: str, looks: bool = False) -> list[Step]:
    """What asks for a hidden card before it is seen; nothing where the program knows it."""
    state = table.state
    if not owns_cards(table) or not card or card in state.known:
        return []
    if len(possible_cards(table, card)) == 1:
        return []
    place = state.place_of(card)
    if place >= 0:
        return [] if state.line[place].up else [TurnUpCard(CHANCE, LINE, place + 1, looks)]
    for name, pile in (
        (DECK, state.deck),
        (HORDE, state.horde),
        (UNHALLOWED_DECK, state.unhallowed),
    ):
        if card in pile:
            return [TurnUpCard(CHANCE, name, len(pile) - pile.index(card), looks)]
    return []


def asks_for_card(table: Table[WatchState], then: Step, card: str, looks: bool = False) -> bool:
    """At a companion table, ask for a hidden card before a step takes it; whether that is asked."""
    asked = turn_up(table, card, looks)
    if asked:
        table.do_all([*asked, then])
    return bool(asked)


def possible_cards(table: Table[WatchState], dealt: str) -> list[str]:
    """The cards that may lie where the program has dealt this one, of those that look alike one."""
    state = table.state
    if dealt in state.unhallowed:
        found = [dealt, *[card for card in state.unhallowed if card not in state.known]]
    elif began_in_horde(state, dealt):
        found = [dealt]
    else:
        hidden = [card for card in hidden_cards(state) if not began_in_horde(state, card)]
        found = [dealt, *hidden]
    found += [card for card in state.boxed if left_in_box(table, card, dealt)]
    order = {card: at for at, card in enumerate(state.content.cards)}
    alike: dict[str, str] = {}
    for card in found:
        alike.setdefault(look_of(state, card), card)
    return sorted(alike.values(), key=lambda card: order[card])


def look_of(state: WatchState, card: str) -> str:
    """What is printed on a card, by which nobody tells its copies apart."""
    printed = state.content.cards[card]
    return f"{printed.creature.id} {printed.base} {printed.formula}"


def hidden_cards(state: WatchState) -> list[str]:
    """The cards of the deck, the Line and the Horde that nobody can name."""
    places = Places(state)
    hidden = places.hidden(state.content.numbers().marked(state.known))
    return places.ids([places.cards[at] for at in hidden])


def began_in_horde(state: WatchState, card: str) -> bool:
    """Whether it is the Unhallowed that has lain in the Horde since the start (W-SETUP-11)."""
    return card in state.unseen and state.content.cards[card].creature.kind == UNHALLOWED


def left_in_box(table: Table[WatchState], card: str, dealt: str) -> str:
    """The card that stayed in the box if this one did not; empty if it must have stayed there."""
    state = table.state
    cards = state.content.cards
    if dealt in state.unhallowed:
        return ""
    kind = cards[card].creature.kind
    if began_in_horde(state, dealt):
        return dealt if kind == UNHALLOWED else ""
    if kind == UNHALLOWED:
        return ""
    for other in (dealt, *hidden_cards(state)):
        never_seen = other in state.unseen and cards[other].creature.kind == kind
        if never_seen and may_trade(table, other, card):
            return other
    return ""


def may_trade(table: Table[WatchState], inside: str, outside: str) -> bool:
    """Whether the deck still has every card it is known to have if these two changed places."""
    state = table.state
    cards = state.content.cards
    asked = asked_for(state.content, table.options)
    ours, theirs = cards[inside].creature, cards[outside].creature
    if not asked.names or outside in asked.names or extra_copies(state, asked, theirs) < 0:
        return True
    if inside in asked.names:
        return False
    unasked = ours.id not in asked.names or extra_copies(state, asked, ours) > 0
    return ours.id == theirs.id or unasked


def extra_copies(state: WatchState, asked: AskedCards, creature: Creature) -> int:
    """How many more copies of a creature are in the game than the deck asks for by its name."""
    copies = [id for id, card in state.content.cards.items() if card.creature.id == creature.id]
    inside = [id for id in copies if id not in state.boxed and id not in asked.names]
    return len(inside) - asked.creatures[creature.kind].count(creature.id)


def exchange(table: Table[WatchState], one: str, other: str) -> None:
    """Let two cards that nobody can name change places, also in what waits to be done with them."""
    state = table.state
    names = {one: other, other: one}
    for pile in (state.deck, state.horde, state.unhallowed, state.boxed):
        pile[:] = [names.get(card, card) for card in pile]
    for lying in state.line:
        lying.card = names.get(lying.card, lying.card)
    state.boxed.sort()
    for at, step in enumerate(table.pending):
        if isinstance(step, NamesCard):
            table.pending[at] = step.renamed(names)


# Locations.


@dataclass
class TurnUpLocation(Draw):
    """The top of the Map deck or of the unused locations."""

    pile: str
    looks: bool

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [
            ShowLocation(CHANCE, one, self.pile) for one in possible_locations(table, self.pile)
        ]

    def drawn(self, table: Table[WatchState]) -> Action:
        return ShowLocation(CHANCE, locations(table.state, self.pile)[-1], self.pile)


@dataclass(unsafe_hash=True)
class ShowLocation(Drawn):
    location: str
    pile: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        pile = locations(state, self.pile)
        if is_final(state, pile[-1]):
            pile[-1] = self.location
        else:
            if self.pile == UNUSED and self.location in state.map_deck:
                swap_locations(state, self.location, tradable_unused(table)[-1])
            swap_locations(state, self.location, pile[-1])
        state.learn(self.location)
        table.reveal()


def locations(state: WatchState, pile: str) -> list[str]:
    return state.map_deck if pile == MAP else state.unused


def is_final(state: WatchState, location: str) -> bool:
    return state.content.locations[location].kind == "final"


def possible_locations(table: Table[WatchState], pile: str) -> list[str]:
    """Regular ones are on the map or unused, unless people picked the map; a final one is any."""
    state = table.state
    if is_final(state, locations(state, pile)[-1]):
        return list(state.content.finals)
    hidden = [id for id in locations(state, pile) if id not in state.known]
    found = {id for id in hidden if not is_final(state, id)}
    trading = tradable_unused(table)
    if pile == MAP:
        found.update(trading)
    elif trading:
        found.update([id for id in state.map_deck if is_hidden_regular(state, id)])
    return [id for id in state.content.locations if id in found]


def tradable_unused(table: Table[WatchState]) -> list[str]:
    """The unused locations that may be on the map instead."""
    if listed(table.options["locations"]):
        return []
    return [id for id in table.state.unused if is_hidden_regular(table.state, id)]


def is_hidden_regular(state: WatchState, id: str) -> bool:
    return id not in state.known and state.content.locations[id].kind == "regular"


def swap_locations(state: WatchState, one: str, other: str) -> None:
    names = {one: other, other: one}
    for pile in (state.map_deck, state.unused):
        pile[:] = [names.get(id, id) for id in pile]


def asks_for_location(table: Table[WatchState], then: Step, pile: str, looks: bool = False) -> bool:
    """At a companion table, ask for a location before a step turns it up; whether that is asked."""
    lying = locations(table.state, pile)
    if not owns_cards(table) or not lying or lying[-1] in table.state.known:
        return False
    if len(possible_locations(table, pile)) == 1:
        return False
    table.do(TurnUpLocation(CHANCE, pile, looks), then)
    return True


# Items.


@dataclass
class TurnUpItem(Draw):
    """The top of the Item deck."""

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [ShowItem(CHANCE, item) for item in possible_items(table.state)]

    def drawn(self, table: Table[WatchState]) -> Action:
        return ShowItem(CHANCE, table.state.items[-1])


@dataclass(unsafe_hash=True)
class ShowItem(Drawn):
    item: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        items = state.items
        items[items.index(self.item)] = items[-1]
        items[-1] = self.item
        state.learn(self.item)
        table.reveal()


def possible_items(state: WatchState) -> list[str]:
    hidden = {item for item in state.items if item not in state.known}
    return [item for item in state.content.items if item in hidden]


def asks_for_item(table: Table[WatchState], then: Step) -> bool:
    """At a companion table, ask for an item before a step takes it; whether that is asked."""
    state = table.state
    if not owns_cards(table) or not state.items or state.items[-1] in state.known:
        return False
    if len(possible_items(state)) == 1:
        return False
    table.do(TurnUpItem(CHANCE), then)
    return True
