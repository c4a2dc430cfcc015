"""Deals the unseen cards again: the imagined tables that bots think with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from embertable.engine.chance import Chance
from embertable.games.setawatch.content import ACOLYTE, CREATURE
from embertable.games.setawatch.deckbuilding import AskedCards, asked_for, listed
from embertable.games.setawatch.state import WatchState
from embertable.games.setawatch.vocabulary import UNHALLOWED

IMAGINED: Final = "imagined"
KINDS: Final = (CREATURE, ACOLYTE, UNHALLOWED)


class Places:
    """The places of creature cards as one row: the deck, the Line, the Horde, the box."""

    def __init__(self, state: WatchState) -> None:
        self.state = state
        line = [one.card for one in state.line]
        self.cards: list[str] = [*state.deck, *line, *state.horde, *state.boxed]
        self.line = len(state.deck)
        self.horde = self.line + len(line)
        self.box = self.horde + len(state.horde)

    def hidden(self, known: set[str]) -> list[int]:
        """Where a card lies that nobody can name, in the Horde as well."""
        cards = self.cards
        hidden = [at for at in range(self.line) if cards[at] not in known]
        for number, one in enumerate(self.state.line):
            if not one.up and one.card not in known:
                hidden.append(self.line + number)
        return hidden + [at for at in range(self.horde, self.box) if cards[at] not in known]

    def by_kind(self, places: list[int]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {kind: [] for kind in KINDS}
        cards = self.state.content.cards
        for at in places:
            of_kind = found.get(cards[self.cards[at]].creature.kind)
            if of_kind is not None:
                of_kind.append(at)
        return found

    def deal(self, places: list[int], cards: list[str]) -> None:
        for at, card in zip(places, cards, strict=True):
            self.cards[at] = card

    def shuffle(self, places: list[int], chance: Chance) -> None:
        """Sort before shuffling, so that a known seed cannot reveal the true order."""
        shuffle_places(self.cards, places, chance)

    def write(self) -> None:
        """Put every card where this row has it; the box is kept in order."""
        state = self.state
        state.deck[:] = self.cards[: self.line]
        for one, card in zip(state.line, self.cards[self.line : self.horde], strict=True):
            one.card = card
        state.horde[:] = self.cards[self.horde : self.box]
        state.boxed[:] = sorted(self.cards[self.box :])


def redeal(state: WatchState, chance: Chance, options: Mapping[str, str]) -> None:
    """Deal again; picked locations are known to be in the Map deck."""
    known = set(state.known)
    redeal_creatures(state, known, chance, asked_for(state.content, options))
    shuffle_places(state.unhallowed, unknown_places(state.unhallowed, known), chance)
    redeal_locations(state, known, chance, bool(listed(options["locations"])))
    shuffle_places(state.items, unknown_places(state.items, known), chance)


def unknown_places(pile: list[str], known: set[str]) -> list[int]:
    return [at for at, card in enumerate(pile) if card not in known]


def redeal_creatures(state: WatchState, known: set[str], chance: Chance, asked: AskedCards) -> None:
    """Cards never seen trade with the box; then each hidden place may hold any of its kind."""
    places = Places(state)
    cards = places.cards
    unseen = set(state.unseen)
    hidden = places.hidden(known)
    never = [at for at in hidden if cards[at] in unseen]
    seen = [at for at in hidden if cards[at] not in unseen]
    here = places.by_kind([*never, *range(places.box, len(cards))])
    unhallowed = {at for at in here[UNHALLOWED] if at < places.box}
    for kind, of_kind in here.items():
        pool = sorted([cards[at] for at in of_kind])
        chance.shuffle(IMAGINED, pool)
        places.deal(of_kind, asked_first(state, asked, kind, pool, chance))
    places.shuffle([at for at in never if at not in unhallowed], chance)
    places.shuffle(seen, chance)
    # Before seen and unseen cards mix: a seen card stays seen wherever it lies.
    state.unseen = sorted([cards[at] for at in never])
    places.shuffle([at for at in hidden if at < places.horde and at not in unhallowed], chance)
    places.write()


def asked_first(
    state: WatchState, asked: AskedCards, kind: str, pool: list[str], chance: Chance
) -> list[str]:
    """The shuffled pool with the cards in front that the deck is known to ask for.

    Of a creature that is named as such any copy may have been taken, and as many were as are seen
    in the game.
    """
    if not asked.names:
        return pool
    front = [card for card in pool if card in asked.names]
    creatures = asked.creatures[kind]
    if creatures:
        copies: dict[str, list[str]] = {name: [] for name in creatures}
        for card in reversed(pool):
            found = copies.get(state.content.cards[card].creature.id)
            if found is not None and card not in asked.names:
                found.append(card)
        met = {name: asked.copies[name] - len(found) for name, found in copies.items()}
        left: list[str] = []
        for name in creatures:
            if met[name] > 0:
                met[name] -= 1
            else:
                left.append(name)
        chance.shuffle(IMAGINED, left)
        front += [copies[name].pop() for name in left if copies[name]]
    taken = set(front)
    return [*front, *[card for card in pool if card not in taken]]


def redeal_locations(state: WatchState, known: set[str], chance: Chance, picked: bool) -> None:
    """Regular ones trade between Map deck and unused ones; a hidden final one may be any."""
    locations = state.content.locations
    on_map = [
        at
        for at in unknown_places(state.map_deck, known)
        if locations[state.map_deck[at]].kind != "final"
    ]
    unused = unknown_places(state.unused, known)
    regular = [at for at in unused if not picked and locations[state.unused[at]].kind == "regular"]
    pool = sorted([state.map_deck[at] for at in on_map] + [state.unused[at] for at in regular])
    chance.shuffle(IMAGINED, pool)
    for at in on_map:
        state.map_deck[at] = pool.pop()
    for at in regular:
        state.unused[at] = pool.pop()
    shuffle_places(state.unused, unused, chance)
    if state.map_deck and state.map_deck[0] not in known:
        state.map_deck[0] = chance.pick(IMAGINED, state.content.finals)


def shuffle_places(pile: list[str], places: list[int], chance: Chance) -> None:
    cards = sorted([pile[at] for at in places])
    chance.shuffle(IMAGINED, cards)
    for at, card in zip(places, cards, strict=True):
        pile[at] = card
