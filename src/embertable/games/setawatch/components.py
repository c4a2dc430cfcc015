"""The printed components; those with an annotated word or range are read from a row as they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from embertable.engine.content import Between
from embertable.games.setawatch.standing_effects import ForbidEffect, RedirectDefeatedEffect
from embertable.games.setawatch.vocabulary import Effect, Power, Selector, Set, Value, Window


@dataclass
class Aura:
    """An ongoing change of Health."""

    targets: Selector
    add: Value
    base_factor: int


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
    auras: tuple[Aura, ...] = ()
    forbids: tuple[ForbidEffect, ...] = ()
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
    uses_x: bool


@dataclass
class Familiar:
    id: str
    name: str
    damage: Annotated[int, Between(0, 20)]
    range: Annotated[int, Between(1, 9)]
    text: str
    effects: tuple[Effect, ...]


@dataclass
class CampAction:
    """An action of the camp board or of an adventurer's own board."""

    id: str
    name: str
    requirement: str
    text: str
    spaces: tuple[str, ...] = ()


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
    cost: Annotated[int, Between(0, 99)]
    trigger: Literal["activate", "exhaust", "discard", "passive"]
    window: Window
    text: str
    effects: tuple[Effect, ...]


@dataclass
class Rule:
    """What a location sets a named rule to, with the trigger that says when it holds."""

    trigger: str
    number: int
    word: str


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
    rules: dict[str, Rule]
    auras: tuple[Aura, ...]
    range: int
    reveal_add: int
    redirects: tuple[RedirectDefeatedEffect, ...]


@dataclass
class Preset:
    """A way to put the Creature deck together (W-DECK)."""

    id: str
    name: str
    text: str
    creature_sets: tuple[Set, ...]
    acolyte_sets: tuple[Set, ...]
    unhallowed_sets: tuple[Set, ...]
    acolytes: Annotated[int, Between(0, 9)]
    fixed: tuple[str, ...]
