"""The printed components as definitions that rules look things up in; `content.py` reads them."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.games.setawatch.vocabulary import Effect, Power, Value


@dataclass
class Creature:
    """What all cards of one name have in common; a Summon card is one without powers."""

    id: str
    name: str
    type: str
    kind: str
    set: str
    damage: int
    text: str
    powers: dict[str, tuple[Power, ...]]
    auras: tuple[Effect, ...] = ()
    """Ongoing changes of Health."""
    forbids: tuple[Effect, ...] = ()
    rides: tuple[str, ...] = ()
    forces_reveal: bool = False
    needs_neighbours: bool = False
    """Whether its ongoing power asks for cards on both sides."""


@dataclass
class Card:
    """One physical card of the Creature or Unhallowed deck."""

    id: str
    creature: Creature
    base: int
    formula: Value | None


@dataclass
class Ability:
    id: str
    name: str
    adventurer: int
    active: bool
    window: str
    costs_trophy: bool
    text: str
    script: str
    uses_x: bool


@dataclass
class Familiar:
    id: str
    name: str
    damage: int
    range: int
    text: str
    script: str


@dataclass
class CampAction:
    """An action of the camp board or of an adventurer's own board."""

    id: str
    name: str
    requirement: str
    text: str
    script: str
    spaces: tuple[str, ...]


@dataclass
class AdventurerCard:
    """An adventurer's board."""

    id: str
    name: str
    sides: int
    range: int
    by_die: bool
    camp_action: CampAction
    abilities: tuple[str, ...]
    most_trophies: int
    familiars: tuple[Familiar, ...]


@dataclass
class Item:
    id: str
    name: str
    cost: int
    trigger: str
    window: str
    text: str
    script: str
    uses_x: bool


@dataclass
class Location:
    id: str
    name: str
    kind: str
    firewood: int
    halves: bool
    creatures: int
    text: str
    powers: dict[str, tuple[Power, ...]]
    rules: dict[str, tuple[str, Effect]]
    """Named switches, each with the trigger that says when it holds."""
    auras: tuple[Effect, ...]
    range: int
    reveal_add: int
    redirects: tuple[Effect, ...]


@dataclass
class Preset:
    """A way to put the Creature deck together (W-DECK)."""

    id: str
    name: str
    text: str
    creature_sets: tuple[str, ...]
    acolyte_sets: tuple[str, ...]
    unhallowed_sets: tuple[str, ...]
    acolytes: int
    fixed: tuple[str, ...]
