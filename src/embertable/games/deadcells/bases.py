"""The fields that many steps, choices, actions and events of Dead Cells share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from embertable.engine.table import Action, Choice, Event, Step, Table


@dataclass
class CharacterStep(Step):
    """Something that concerns one character."""

    character: int


@dataclass
class RoundStep(Step):
    """A part of one Round."""

    round: int


@dataclass
class SpaceStep(Step):
    """Something on a space of the Biome board."""

    space: str


@dataclass
class CharacterChoice(Choice):
    """A player decides for a character."""

    character: int


@dataclass(unsafe_hash=True)
class CharacterAction(Action):
    """A player names a character, or decides for one."""

    character: int


class Decline(CharacterAction):
    """A player does without."""

    def run(self, table: Table[Any]) -> None:
        pass


@dataclass(unsafe_hash=True)
class CardAction(Action):
    """A player does something with a card of a character."""

    character: int
    card: str


@dataclass
class CharacterEvent(Event):
    character: int


@dataclass
class CharacterCardEvent(Event):
    """A character does something with a card, Skill or ability."""

    character: int
    card: str


@dataclass
class CharacterCountEvent(Event):
    character: int
    n: int


@dataclass
class CharacterStateEvent(Event):
    character: int
    state: str


@dataclass
class CardEvent(Event):
    """Something happens to a card that all can see."""

    card: str


@dataclass
class EnemyEvent(Event):
    """An enemy's card, and the space it stands on."""

    space: int
    card: str


@dataclass
class EnemyCountEvent(Event):
    space: int
    card: str
    n: int


@dataclass
class EnemyRoundEvent(Event):
    """An enemy's line of a Round."""

    space: int
    card: str
    round: int
