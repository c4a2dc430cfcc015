"""Deals the unseen cards again: the imagined tables that bots think with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from embertable.engine.chance import Chance
from embertable.games.setawatch.content import KINDS
from embertable.games.setawatch.deckbuilding import AskedCards, asked_for, listed
from embertable.games.setawatch.state import WatchState
from embertable.games.setawatch.vocabulary import UNHALLOWED

IMAGINED: Final = "imagined"
IS_UNHALLOWED: Final = KINDS.index(UNHALLOWED)


class Places:
    """The places of creature cards as one row of numbers: the deck, the Line, the Horde, the box."""

    def __init__(self, state: WatchState) -> None:
        self.state = state
        self.numbers = state.content.numbers()
        self.line = len(state.deck)
        self.horde = self.line + len(state.line)
        self.box = self.horde + len(state.horde)
        of = self.numbers.of
        cards = [of[card] for card in state.deck]
        for one in state.line:
            cards.append(of[one.card])
        for card in state.horde:
            cards.append(of[card])
        for card in state.boxed:
            cards.append(of[card])
        self.cards: list[int] = cards

    def ids(self, numbers: list[int]) -> list[str]:
        ids = self.numbers.ids
        return [ids[number] for number in numbers]

    def hidden(self, known: list[bool]) -> list[int]:
        """Where a card lies that nobody can name, in the Horde as well."""
        cards = self.cards
        hidden = [at for at in range(self.line) if not known[cards[at]]]
        for number, one in enumerate(self.state.line):
            at = self.line + number
            if not one.up and not known[cards[at]]:
                hidden.append(at)
        for at in range(self.horde, self.box):
            if not known[cards[at]]:
                hidden.append(at)
        return hidden

    def deal(self, places: list[int], cards: list[int]) -> None:
        assert len(places) == len(cards)
        row = self.cards
        for number in range(len(places)):
            row[places[number]] = cards[number]

    def shuffled(self, places: list[int], chance: Chance) -> list[int]:
        """Sort before shuffling, so that a known seed cannot reveal the true order."""
        row = self.cards
        cards = [row[at] for at in places]
        cards.sort()
        chance.shuffle(IMAGINED, cards)
        return cards

    def write(self) -> None:
        """Put every card where this row has it; the box is kept in order."""
        state = self.state
        ids = self.numbers.ids
        cards = self.cards
        state.deck = self.ids(cards[: self.line])
        for number, one in enumerate(state.line):
            one.card = ids[cards[self.line + number]]
        state.horde = self.ids(cards[self.horde : self.box])
        state.boxed = self.ids(sorted(cards[self.box :]))


def redeal(state: WatchState, chance: Chance, options: Mapping[str, str]) -> None:
    """Deal again; picked locations are known to be in the Map deck."""
    known = state.content.numbers().marked(state.known)
    redeal_creatures(state, known, chance, asked_for(state.content, options))
    unhallowed, items = state.unhallowed, state.items
    shuffle_places(state, unhallowed, unknown(state, unhallowed, known), chance)
    redeal_locations(state, known, chance, bool(listed(options["locations"])))
    shuffle_places(state, items, unknown(state, items, known), chance)


def redeal_creatures(
    state: WatchState, known: list[bool], chance: Chance, asked: AskedCards
) -> None:
    """Cards never seen trade with the box; then each hidden place may hold any of its kind."""
    places = Places(state)
    cards = places.cards
    kinds = places.numbers.kinds
    unseen = places.numbers.marked(state.unseen)
    never: list[int] = []
    seen: list[int] = []
    trading: list[int] = []
    mixed: list[int] = []
    of_kind: list[list[int]] = [[] for _ in KINDS]
    for at in places.hidden(known):
        card = cards[at]
        kind = kinds[card]
        if not unseen[card]:
            seen.append(at)
        else:
            never.append(at)
            if kind >= 0:
                of_kind[kind].append(at)
            if kind == IS_UNHALLOWED:
                continue
            trading.append(at)
        if at < places.horde:
            mixed.append(at)
    for at in range(places.box, len(cards)):
        kind = kinds[cards[at]]
        if kind >= 0:
            of_kind[kind].append(at)
    for kind, here in enumerate(of_kind):
        pool = places.shuffled(here, chance)
        places.deal(here, asked_first(asked, KINDS[kind], pool, chance))
    places.deal(trading, places.shuffled(trading, chance))
    places.deal(seen, places.shuffled(seen, chance))
    # Before seen and unseen cards mix: a seen card stays seen wherever it lies.
    state.unseen = places.ids(sorted([cards[at] for at in never]))
    places.deal(mixed, places.shuffled(mixed, chance))
    places.write()


def asked_first(asked: AskedCards, kind: str, pool: list[int], chance: Chance) -> list[int]:
    """The shuffled pool with the cards in front that the deck is known to ask for.

    Of a creature that is named as such any copy may have been taken, and as many were as are seen
    in the game.
    """
    if not asked.names:
        return pool
    named = asked.named
    front = [card for card in pool if named[card]]
    creatures = asked.places[kind]
    if not creatures:
        return front + [card for card in pool if not named[card]]
    copy_of = asked.copy_of
    copies: list[list[int]] = [[] for _ in asked.copies]
    for card in reversed(pool):
        if copy_of[card] >= 0:
            copies[copy_of[card]].append(card)
    met = [total - len(copies[place]) for place, total in enumerate(asked.copies.values())]
    left: list[int] = []
    for place in creatures:
        if met[place] > 0:
            met[place] -= 1
        else:
            left.append(place)
    chance.shuffle(IMAGINED, left)
    for place in left:
        if copies[place]:
            front.append(copies[place].pop())
    taken = [False] * len(named)
    for card in front:
        taken[card] = True
    return front + [card for card in pool if not taken[card]]


def redeal_locations(state: WatchState, known: list[bool], chance: Chance, picked: bool) -> None:
    """Regular ones trade between Map deck and unused ones; a hidden final one may be any."""
    numbers = state.content.numbers()
    of = numbers.of
    locations = state.content.locations
    map_deck = state.map_deck
    on_map = [
        at for at in unknown(state, map_deck, known) if locations[map_deck[at]].kind != "final"
    ]
    unused = unknown(state, state.unused, known)
    regular: list[int] = []
    if not picked:
        regular = [at for at in unused if locations[state.unused[at]].kind == "regular"]
    pool = [of[map_deck[at]] for at in on_map] + [of[state.unused[at]] for at in regular]
    pool.sort()
    chance.shuffle(IMAGINED, pool)
    for at in on_map:
        map_deck[at] = numbers.ids[pool.pop()]
    for at in regular:
        state.unused[at] = numbers.ids[pool.pop()]
    shuffle_places(state, state.unused, unused, chance)
    if map_deck and not known[of[map_deck[0]]]:
        map_deck[0] = chance.pick(IMAGINED, state.content.finals)


def unknown(state: WatchState, pile: list[str], known: list[bool]) -> list[int]:
    of = state.content.numbers().of
    return [at for at, card in enumerate(pile) if not known[of[card]]]


def shuffle_places(state: WatchState, pile: list[str], places: list[int], chance: Chance) -> None:
    """Sort before shuffling, so that a known seed cannot reveal the true order."""
    numbers = state.content.numbers()
    cards = [numbers.of[pile[at]] for at in places]
    cards.sort()
    chance.shuffle(IMAGINED, cards)
    for number, at in enumerate(places):
        pile[at] = numbers.ids[cards[number]]
