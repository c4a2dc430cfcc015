"""What nobody has seen, dealt anew: a table that nobody can tell from the true one."""

from __future__ import annotations

from typing import Final

from embertable.engine.chance import Chance
from embertable.games.setawatch.content import ACOLYTE, CREATURE
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

    def pile(self, zone: str) -> list[str]:
        if zone == "deck":
            return self.state.deck
        return self.state.horde if zone == "horde" else self.state.boxed

    def shuffle(self, places: list[tuple[str, int]], chance: Chance) -> None:
        """Sorted before they are shuffled, so that known luck cannot give the true order away."""
        cards = sorted([self.get(place) for place in places])
        chance.shuffle(IMAGINED, cards)
        for place, card in zip(places, cards, strict=True):
            self.put(place, card)


def redeal(state: WatchState, chance: Chance, picked: bool) -> None:
    """Deal again; where locations were `picked`, all know which ones lie on the Map deck."""
    redeal_creatures(state, chance)
    redeal_unhallowed(state, chance)
    redeal_locations(state, chance, picked)
    places = [at for at, item in enumerate(state.items) if item not in state.known]
    shuffle_places(state.items, places, chance)


def redeal_creatures(state: WatchState, chance: Chance) -> None:
    """Cards never seen trade with the box; then each hidden place may hold any of its kind."""
    places = Places(state)
    kinds = state.content.cards
    hidden = places.hidden(True)
    boxed = [("boxed", at) for at in range(len(state.boxed))]
    never = [place for place in hidden if places.get(place) in places.unseen]
    for kind in (CREATURE, ACOLYTE, UNHALLOWED):
        places.shuffle(
            [p for p in [*never, *boxed] if kinds[places.get(p)].creature.kind == kind], chance
        )
    state.boxed.sort()
    first = [p for p in never if kinds[places.get(p)].creature.kind == UNHALLOWED]
    places.shuffle([place for place in never if place not in first], chance)
    places.shuffle([place for place in hidden if place not in never], chance)
    places.shuffle([place for place in places.hidden(False) if place not in first], chance)
    state.unseen = sorted([places.get(place) for place in never])


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
