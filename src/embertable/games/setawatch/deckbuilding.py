"""Own decks and picked locations: what the rules allow, and what they only recommend (W-DECK)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from embertable.engine.errors import LimitedOption, UnfitOption
from embertable.games.setawatch.content import ACOLYTE, CREATURE, WatchContent

LOCATIONS: Final = 8


def listed(text: str) -> list[str]:
    """The names of a list, which commas or spaces may separate."""
    return text.replace(",", " ").split()


class AskedCards:
    """What everybody knows to be in the deck: a list's or a preset's cards and creatures."""

    def __init__(self, content: WatchContent, names: Sequence[str]) -> None:
        self.names = frozenset(names)
        self.creatures: dict[str, list[str]] = {}
        """By kind, the names of creatures of which any copy will do."""
        self.copies = dict.fromkeys([name for name in names if name not in content.cards], 0)
        """How many copies of each there are besides the cards that are named themselves."""
        kinds: dict[str, str] = {}
        for id, card in content.cards.items():
            creature = card.creature
            kinds[creature.id] = creature.kind
            self.creatures[creature.kind] = []
            if creature.id in self.copies and id not in self.names:
                self.copies[creature.id] += 1
        self.totals = list(self.copies.values())
        for name in names:
            if name in self.copies:
                self.creatures[kinds[name]].append(name)
        numbers = content.numbers()
        self.named = numbers.marked(self.names)
        """For each number of a card whether the card is named itself."""
        places = {name: place for place, name in enumerate(self.copies)}
        self.places: dict[str, list[int]] = {
            kind: [places[name] for name in found] for kind, found in self.creatures.items()
        }
        """The places in `copies` of the creatures of a kind."""
        self.copy_of = [-1] * len(numbers.ids)
        """For each number of a card that is not named itself the place of its creature, or -1."""
        for id, card in content.cards.items():
            if id not in self.names:
                self.copy_of[numbers.of[id]] = places.get(card.creature.id, -1)


def asked_for(content: WatchContent, options: Mapping[str, str]) -> AskedCards:
    """What the table's list asks for, or its preset, which is counted once."""
    if own := listed(options["cards"]):
        return AskedCards(content, own)
    deck = options["deck"]
    if deck not in content.asked:
        content.asked[deck] = AskedCards(content, content.presets[deck].fixed)
    found = content.asked[deck]
    assert isinstance(found, AskedCards)
    return found


def is_copy(content: WatchContent, card: str, creature: str) -> bool:
    return content.cards[card].creature.id == creature


def acolytes_for(content: WatchContent, deck: str) -> int:
    """How many acolytes the sets of a preset have (W-SETUP-06)."""
    return len(content.pools(content.presets[deck]).acolytes)


def check_lists(game: str, options: Mapping[str, str], content: WatchContent) -> None:
    """Refuse an own deck, acolytes or picked locations that break a rule, with the clause."""
    cards = listed(options["cards"])
    most = acolytes_for(content, options["deck"])
    if not cards and int(options["acolytes"]) > most:
        by = f"deck={options['deck']}"
        allowed = [str(n) for n in range(most + 1)]
        raise LimitedOption(game, "acolytes", options["acolytes"], by, allowed)
    if cards:
        problem = deck_problem(content, cards)
        if problem is not None:
            raise UnfitOption(game, "cards", *problem)
    locations = listed(options["locations"])
    if locations:
        problem = map_problem(content, locations)
        if problem is not None:
            raise UnfitOption(game, "locations", *problem)


def deck_problem(content: WatchContent, names: Sequence[str]) -> tuple[str, str] | None:
    """What is wrong with a list of creatures, and the clause that says so."""
    left = {
        id: card.creature.id
        for id, card in content.cards.items()
        if card.creature.kind in (CREATURE, ACOLYTE)
    }
    for name in sorted(names, key=lambda name: name not in left):
        copies = [id for id, creature in left.items() if name in (id, creature)]
        if not copies:
            return name, "W-DECK-07"
        left.pop(copies[0])
    if len(names) != content.deck_size:
        return f"{len(names)}/{content.deck_size}", "W-DECK-01"
    return None


def map_problem(content: WatchContent, names: Sequence[str]) -> tuple[str, str] | None:
    for name in names:
        known = content.locations.get(name)
        if known is None or known.kind == "final" or names.count(name) > 1:
            return name, "W-DECK-04"
    if len(names) != LOCATIONS:
        return f"{len(names)}/{LOCATIONS}", "W-DECK-04"
    return None


def unmet_guidelines(content: WatchContent, cards: Sequence[str]) -> list[tuple[str, int, int]]:
    """The types that a deck has too few of: the type, how many it has, and how many it should."""
    types = [content.cards[card].creature.type for card in cards]
    return [
        (type, types.count(type), least)
        for type, least in content.guidelines.items()
        if types.count(type) < least
    ]
