"""Deals the unseen cards again: the imagined tables that bots think with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from embertable.engine.chance import Chance
from embertable.games.setawatch.content import ACOLYTE, CREATURE, WatchContent
from embertable.games.setawatch.deckbuilding import asked_for, is_copy, listed
from embertable.games.setawatch.state import WatchState
from embertable.games.setawatch.vocabulary import UNHALLOWED

IMAGINED: Final = "imagined"


class Places:
    """The hidden places of creature cards: in the deck, in the Line, in the Horde, in the box."""

    def __init__(self, state: WatchState) -> None:
        self.state = state
        self.known = set(state.known)
        self.unseen = set(state.unseen)

    def hidden(self, horde: bool) -> list[tuple[str, int]]:
        state = self.state
        found = [("deck", at) for at, card in enumerate(state.deck) if card not in self.known]
        found += [
            ("line", at)
            for at, one in enumerate(state.line)
            if not one.up and one.card not in self.known
        ]
        if horde:
            found += [
                ("horde", at) for at, card in enumerate(state.horde) if card not in self.known
            ]
        return found

    def get(self, place: tuple[str, int]) -> str:
        zone, at = place
        if zone == "line":
            return self.state.line[at].card
        return self.pile(zone)[at]

    def put(self, place: tuple[str, int], card: str) -> None:
        zone, at = place
        if zone == "line":
            self.state.line[at].card = card
        else:
            self.pile(zone)[at] = card

    def of_kind(self, places: list[tuple[str, int]], kind: str) -> list[tuple[str, int]]:
        cards = self.state.content.cards
        return [place for place in places if cards[self.get(place)].creature.kind == kind]

    def pile(self, zone: str) -> list[str]:
        if zone == "deck":
            return self.state.deck
        return self.state.horde if zone == "horde" else self.state.boxed

    def shuffle(self, places: list[tuple[str, int]], chance: Chance) -> None:
        """Sort before shuffling, so that a known seed cannot reveal the true order."""
        cards = sorted([self.get(place) for place in places])
        chance.shuffle(IMAGINED, cards)
        for place, card in zip(places, cards, strict=True):
            self.put(place, card)


def redeal(state: WatchState, chance: Chance, options: Mapping[str, str]) -> None:
    """Deal again; picked locations are known to be in the Map deck."""
    redeal_creatures(state, chance, asked_for(state.content, options))
    redeal_unhallowed(state, chance)
    redeal_locations(state, chance, bool(listed(options["locations"])))
    places = [at for at, item in enumerate(state.items) if item not in state.known]
    shuffle_places(state.items, places, chance)


def redeal_creatures(state: WatchState, chance: Chance, names: Sequence[str]) -> None:
    """Cards never seen trade with the box; then each hidden place may hold any of its kind."""
    places = Places(state)
    hidden = places.hidden(True)
    boxed = [("boxed", at) for at in range(len(state.boxed))]
    never = [place for place in hidden if places.get(place) in places.unseen]
    for kind in (CREATURE, ACOLYTE, UNHALLOWED):
        inside, outside = places.of_kind(never, kind), places.of_kind(boxed, kind)
        pool = sorted([places.get(place) for place in [*inside, *outside]])
        chance.shuffle(IMAGINED, pool)
        if names:
            pool = asked_first(state.content, names, pool, chance)
        for place, card in zip([*inside, *outside], pool, strict=True):
            places.put(place, card)
    state.boxed.sort()
    first = places.of_kind(never, UNHALLOWED)
    places.shuffle([place for place in never if place not in first], chance)
    places.shuffle([place for place in hidden if place not in never], chance)
    places.shuffle([place for place in places.hidden(False) if place not in first], chance)
    state.unseen = sorted([places.get(place) for place in never])


def asked_first(
    content: WatchContent, names: Sequence[str], pool: list[str], chance: Chance
) -> list[str]:
    """The shuffled pool with the cards in front that the deck is known to ask for.

    Of a creature that is named as such any copy may have been taken.
    """
    front = [card for card in pool if card in names]
    left = unmet(content, names, pool)
    chance.shuffle(IMAGINED, left)
    for name in left:
        copies = [card for card in pool if is_copy(content, card, name) and card not in front]
        front.extend(copies[:1])
    return [*front, *[card for card in pool if card not in front]]


def unmet(content: WatchContent, names: Sequence[str], pool: list[str]) -> list[str]:
    """The creatures named as such, but for as many copies of each as were seen in the game."""
    left = [name for name in names if name not in content.cards]
    for card in content.cards:
        creature = content.cards[card].creature.id
        if card not in pool and card not in names and creature in left:
            left.remove(creature)
    return left


def redeal_unhallowed(state: WatchState, chance: Chance) -> None:
    places = [at for at, card in enumerate(state.unhallowed) if card not in state.known]
    shuffle_places(state.unhallowed, places, chance)


def redeal_locations(state: WatchState, chance: Chance, picked: bool) -> None:
    """Regular ones trade between Map deck and unused ones; a hidden final one may be any."""
    locations = state.content.locations
    on_map = [
        at
        for at, id in enumerate(state.map_deck)
        if id not in state.known and locations[id].kind != "final"
    ]
    unused = [at for at, id in enumerate(state.unused) if id not in state.known]
    regular = [at for at in unused if not picked and locations[state.unused[at]].kind == "regular"]
    pool = sorted([state.map_deck[at] for at in on_map] + [state.unused[at] for at in regular])
    chance.shuffle(IMAGINED, pool)
    for at in on_map:
        state.map_deck[at] = pool.pop()
    for at in regular:
        state.unused[at] = pool.pop()
    shuffle_places(state.unused, unused, chance)
    if state.map_deck and state.map_deck[0] not in state.known:
        state.map_deck[0] = chance.pick(IMAGINED, state.content.finals)


def shuffle_places(pile: list[str], places: list[int], chance: Chance) -> None:
    cards = sorted([pile[at] for at in places])
    chance.shuffle(IMAGINED, cards)
    for at, card in zip(places, cards, strict=True):
        pile[at] = card
