"""Everything in the box of Set a Watch, for rules to look up; `pack.py` reads it from TOML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from embertable.engine.content import Content
from embertable.games.setawatch.components import (
    Ability,
    AdventurerCard,
    CampAction,
    Card,
    Item,
    Location,
    Preset,
)
from embertable.games.setawatch.vocabulary import UNHALLOWED, Effect

ADVENTURERS: Final = 4
DICE: Final = 3
BOARD: Final = 3
DIFFICULTIES: Final = ("easy", "normal", "hard", "insane")
DECKS: Final = ("open", "classic", "balanced", "riders")
FINALS: Final = ("forbidden_tower", "cursed_cathedral", "the_catacombs", "drowned_treasury")
CHECK_MAP: Final = "check_map"

CREATURE: Final = "creature"
ACOLYTE: Final = "acolyte"
SUMMON: Final = "summon"
KINDS: Final = (CREATURE, ACOLYTE, UNHALLOWED)
"""The kinds of cards that stay in the box where a deck has no room for them."""


class WatchContent(Content):
    """The components of one pack, by their ids."""

    def __init__(self, hash: str) -> None:
        super().__init__(hash)
        self.scripts: dict[str, tuple[Effect, ...]] = {}
        """Effect lists by id, so that pending steps only name them; a card's list has its id."""
        self.sources: dict[str, str] = {}
        """What each effect list belongs to: an ability, an item, a power, a location, the camp."""
        self.cards: dict[str, Card] = {}
        self.protectors: frozenset[str] = frozenset()
        """The cards with an ongoing power that protects creatures."""
        self.summons: tuple[str, ...] = ()
        self.abilities: dict[str, Ability] = {}
        self.adventurers: tuple[AdventurerCard, ...] = ()
        self.hunter = -1
        """The adventurer who takes trophies."""
        self.witch = -1
        """The adventurer who has the Familiar."""
        self.locations: dict[str, Location] = {}
        self.finals: tuple[str, ...] = ()
        self.items: dict[str, Item] = {}
        self.camp: dict[str, CampAction] = {}
        self.coin_spaces: tuple[str, ...] = ()
        self.runes: dict[str, CampAction] = {}
        self.presets: dict[str, Preset] = {}
        self.deck_size = 0
        self.unhallowed_size = 0
        self.firewood_start = 0
        self.coins_per_space = 0
        self.summons_by_difficulty: dict[str, int] = {}
        self.most_firewood = 0
        self.fire_zero = 0
        """What burning a card adds when the fire has died."""
        self.stoke = 0
        self.levels: tuple[int, ...] = ()
        """The reveal level for each number of firewood."""
        self.guidelines: dict[str, int] = {}
        """How many creatures of each type the rulebook advises for a deck."""
        self.asked: dict[str, object] = {}
        """What each preset asks for, once it was counted."""
        self._numbers: Numbers | None = None
        self._pools: dict[str, Pools] = {}

    def numbers(self) -> Numbers:
        """The numbers of its ids, which are counted once."""
        if self._numbers is None:
            self._numbers = Numbers(self)
        return self._numbers

    def pools(self, preset: Preset) -> Pools:
        """What a set-up by a preset draws from, which is looked up once."""
        found = self._pools.get(preset.id)
        if found is None or found.preset is not preset:
            found = self._pools[preset.id] = Pools(self, preset)
        return found

    def cards_of(self, kind: str, sets: Sequence[str]) -> list[str]:
        """The cards of a kind in some sets."""
        cards = self.cards.values()
        return [one.id for one in cards if one.creature.kind == kind and one.creature.set in sets]

    def is_summon(self, card: str) -> bool:
        return self.cards[card].creature.kind == SUMMON


class Pools:
    """What a set-up draws from, in the order of the pack; whoever draws takes a copy."""

    def __init__(self, content: WatchContent, preset: Preset) -> None:
        self.preset = preset
        self.acolytes: list[str] = content.cards_of(ACOLYTE, preset.acolyte_sets)
        self.creatures: list[str] = content.cards_of(CREATURE, preset.creature_sets)
        self.unhallowed: list[str] = content.cards_of(UNHALLOWED, preset.unhallowed_sets)
        self.by_id: list[str] = sorted([*self.acolytes, *self.creatures])
        places = content.locations.values()
        self.regular: list[str] = [one.id for one in places if one.kind == "regular"]
        self.respites: list[str] = [one.id for one in places if one.kind == "respite"]


class Numbers:
    """Cards, locations and items as numbers in the order of their ids: quicker to sort and look up."""

    def __init__(self, content: WatchContent) -> None:
        self.ids: list[str] = sorted([*content.cards, *content.locations, *content.items])
        self.of: dict[str, int] = {id: number for number, id in enumerate(self.ids)}
        kinds = {id: card.creature.kind for id, card in content.cards.items()}
        self.kinds: list[int] = [
            KINDS.index(kinds[id]) if kinds.get(id) in KINDS else -1 for id in self.ids
        ]
        """The place of each card's kind in `KINDS`, or -1."""

    def marked(self, ids: Iterable[str]) -> list[bool]:
        """For each number whether it is among these."""
        marks = [False] * len(self.ids)
        for id in ids:
            number = self.of.get(id, -1)
            if number >= 0:
                marks[number] = True
        return marks
