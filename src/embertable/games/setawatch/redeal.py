"""Deals the unseen cards again: the imagined tables that bots think with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from embertable.engine.chance import Chance
from embertable.games.setawatch.content import ACOLYTE, CREATURE, WatchContent
from embertable.games.setawatch.deckbuilding import asked_for, listed
from embertable.games.setawatch.state import WatchState
from embertable.games.setawatch.vocabulary import UNHALLOWED

IMAGINED: Final = "imagined"


class Places:
    """The places of creature cards as one row: the deck, the Line, the Horde, the box."""

    def __init__(self, state: WatchState) -> None:
        self.state = state
        self.known = set(state.known)
        self.unseen = set(state.unseen)
        line = [one.card for one in state.line]
        self.cards: list[str] = [*state.deck, *line, *state.horde, *state.boxed]
        self.line = len(state.deck)
        self.horde = self.line + len(line)
        self.box = self.horde + len(state.horde)

    def hidden(self, horde: bool) -> list[int]:
        """Where a card lies that nobody can name, in the Horde as well if that is asked for."""
        last = self.box if horde else self.horde
        hidden = [at for at in range(last) if self.cards[at] not in self.known]
        line = self.state.line
        return [
            at for at in hidden if not (self.line <= at < self.horde and line[at - self.line].up)
        ]

    def of_kind(self, places: list[int], kind: str) -> list[int]:
        cards = self.state.content.cards
        return [at for at in places if cards[self.cards[at]].creature.kind == kind]

    def deal(self, places: list[int], cards: list[str]) -> None:
        for at, card in zip(places, cards, strict=True):
            self.cards[at] = card

    def shuffle(self, places: list[int], chance: Chance) -> None:
        """Sort before shuffling, so that a known seed cannot reveal the true order."""
        cards = sorted([self.cards[at] for at in places])
        chance.shuffle(IMAGINED, cards)
        self.deal(places, cards)

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
    redeal_creatures(state, chance, asked_for(state.content, options))
    redeal_unhallowed(state, chance)
    redeal_locations(state, chance, bool(listed(options["locations"])))
    places = [at for at, item in enumerate(state.items) if item not in state.known]
    shuffle_places(state.items, places, chance)


def redeal_creatures(state: WatchState, chance: Chance, names: Sequence[str]) -> None:
    """Cards never seen trade with the box; then each hidden place may hold any of its kind."""
    places = Places(state)
    hidden = places.hidden(True)
    boxed = list(range(places.box, len(places.cards)))
    never = [at for at in hidden if places.cards[at] in places.unseen]
    for kind in (CREATURE, ACOLYTE, UNHALLOWED):
        here = [*places.of_kind(never, kind), *places.of_kind(boxed, kind)]
        pool = sorted([places.cards[at] for at in here])
        chance.shuffle(IMAGINED, pool)
        if names:
            pool = asked_first(state.content, names, pool, chance)
        places.deal(here, pool)
    first, untold = set(places.of_kind(never, UNHALLOWED)), set(never)
    places.shuffle([at for at in never if at not in first], chance)
    places.shuffle([at for at in hidden if at not in untold], chance)
    # Before seen and unseen cards mix: a seen card stays seen wherever it lies.
    state.unseen = sorted([places.cards[at] for at in never])
    places.shuffle([at for at in places.hidden(False) if at not in first], chance)
    places.write()


def asked_first(
    content: WatchContent, names: Sequence[str], pool: list[str], chance: Chance
) -> list[str]:
    """The shuffled pool with the cards in front that the deck is known to ask for.

    Of a creature that is named as such any copy may have been taken.
    """
    asked = set(names)
    front = [card for card in pool if card in asked]
    copies: dict[str, list[str]] = {}
    for card in reversed(pool):
        if card not in asked:
            copies.setdefault(content.cards[card].creature.id, []).append(card)
    left = unmet(content, names, set(pool))
    chance.shuffle(IMAGINED, left)
    front += [copies[name].pop() for name in left if copies.get(name)]
    taken = set(front)
    return [*front, *[card for card in pool if card not in taken]]


def unmet(content: WatchContent, names: Sequence[str], pool: set[str]) -> list[str]:
    """The creatures named as such, but for as many copies of each as were seen in the game."""
    left = [name for name in names if name not in content.cards]
    met = dict.fromkeys(left, 0)
    if not met:
        return left
    asked = set(names)
    for card, copy in content.cards.items():
        if card not in pool and card not in asked and copy.creature.id in met:
            met[copy.creature.id] += 1
    still: list[str] = []
    for name in left:
        if met[name] > 0:
            met[name] -= 1
        else:
            still.append(name)
    return still


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
