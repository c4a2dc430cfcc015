"""Shapes that many steps, choices, actions and events of Dead Cells share.

Their `__init__` is written out because it is called all the time; the one that a dataclass makes
stays interpreted in the compiled build.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from embertable.engine.table import Action, Choice, Event, Seat, Step, Table


@dataclass
class CharacterStep(Step):
    """Something that concerns one character."""

    character: int

    def __init__(self, character: int) -> None:
        self.character = character


@dataclass
class RoundStep(Step):
    """A part of one Round."""

    round: int

    def __init__(self, round: int) -> None:
        self.round = round


@dataclass
class SpaceStep(Step):
    """Something on a space of the Biome board."""

    space: str

    def __init__(self, space: str) -> None:
        self.space = space


@dataclass
class CharacterChoice(Choice):
    """A player decides for a character."""

    character: int

    def __init__(self, seat: Seat, character: int) -> None:
        self.seat = seat
        self.character = character


@dataclass(unsafe_hash=True)
class CharacterAction(Action):
    """A player names a character, or decides for one."""

    character: int

    def __init__(self, seat: Seat, character: int) -> None:
        self.seat = seat
        self.character = character


class Decline(CharacterAction):
    """A player does without."""

    def run(self, table: Table[Any]) -> None:
        pass


@dataclass(unsafe_hash=True)
class CardAction(Action):
    """A player does something with a card of a character."""

    character: int
    card: str

    def __init__(self, seat: Seat, character: int, card: str) -> None:
        self.seat = seat
        self.character = character
        self.card = card


@dataclass
class CharacterEvent(Event):
    character: int

    def __init__(self, character: int) -> None:
        self.character = character


@dataclass
class CharacterCardEvent(Event):
    """A character does something with a card, Skill or ability."""

    character: int
    card: str

    def __init__(self, character: int, card: str) -> None:
        self.character = character
        self.card = card


@dataclass
class CharacterCountEvent(Event):
    character: int
    n: int

    def __init__(self, character: int, n: int) -> None:
        self.character = character
        self.n = n


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

    def __init__(self, space: int, card: str) -> None:
        self.space = space
        self.card = card


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

    def __init__(self, space: int, card: str, round: int) -> None:
        self.space = space
        self.card = card
        self.round = round
