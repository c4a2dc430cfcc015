"""What lies on Lueur's table, and the order of play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from embertable.engine.codec import added_later
from embertable.engine.table import Component, Seat, State
from embertable.games.lueur.content import LueurContent

CURSE: Final = "curse"
KAAR_MOVE: Final = "kaar_move"
KAAR_SHIELD: Final = "kaar_shield"
SECOND_LAP: Final = "second_lap"
CROMAUG: Final = "cromaug"
CAMP: Final = "camp"


@dataclass
class MeetingSpace(Component):
    """One space of the meeting track (L-DEF-07); without a companion its word is empty."""

    companion: str = ""
    dice: list[int] = field(default_factory=list)
    footprints: int = 0

    def copy(self) -> MeetingSpace:
        new = MeetingSpace.__new__(MeetingSpace)
        new.companion = self.companion
        new.dice = self.dice[:]
        new.footprints = self.footprints
        return new


@dataclass
class Player(Component):
    """All that lies in front of one player (L-DEF-04)."""

    seat: Seat
    bursts: int
    adventurer: str = ""
    companions: list[str] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    """Dice in front of the player; their faces are `LueurState.faces`."""
    sketal_dice: dict[str, str] = field(default_factory=dict)
    """For each Sketal that found a die, the colour it brought."""
    fireflies: int = 0
    footprints: int = 0
    rerolls: int = 0
    companion_rerolls_used: int = 0
    spells: list[str] = field(default_factory=list)
    hidden_spells: list[str] = field(default_factory=list)
    picked: list[int] = field(default_factory=list)
    """Dice picked for the next reroll."""
    resolved: list[str] = field(default_factory=list)
    fallen: list[str] = field(default_factory=list)
    """Own companions lost in this step; they join the cemetery when all have finished it."""
    returned: list[int] = field(default_factory=list)
    """Own dice given back in this step; they join the reserve when all have finished it."""
    set_aside: list[int] = field(default_factory=list)
    """Dice that have paid for a step of this round's journey."""
    company: str = ""
    encampment: str = ""
    visited: list[str] = field(default_factory=list)
    boats: list[str] = field(default_factory=list)
    count: dict[str, int] = field(default_factory=dict)
    """The final count by source."""
    lapped: bool = False
    """Whether the track has given its last reroll, where a lap ends that for good (L-REROLL-08)."""

    def copy(self) -> Player:
        new = Player.__new__(Player)
        new.seat = self.seat
        new.bursts = self.bursts
        new.adventurer = self.adventurer
        new.companions = self.companions[:]
        new.dice = self.dice[:]
        new.sketal_dice = self.sketal_dice.copy()
        new.fireflies = self.fireflies
        new.footprints = self.footprints
        new.rerolls = self.rerolls
        new.companion_rerolls_used = self.companion_rerolls_used
        new.spells = self.spells[:]
        new.hidden_spells = self.hidden_spells[:]
        new.picked = self.picked[:]
        new.resolved = self.resolved[:]
        new.fallen = self.fallen[:]
        new.returned = self.returned[:]
        new.set_aside = self.set_aside[:]
        new.company = self.company
        new.encampment = self.encampment
        new.visited = self.visited[:]
        new.boats = self.boats[:]
        new.count = self.count.copy()
        new.lapped = self.lapped
        return new


added_later(Player, "lapped")


@dataclass
class LueurState(State):
    """The shared components and the players."""

    content: LueurContent
    players: list[Player]
    faces: list[str]
    """For each die the symbol it shows; empty while it is not rolled (L-DEF-09)."""
    reserve: list[int] = field(default_factory=list)
    track: list[MeetingSpace] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    """The last card is the top of the deck."""
    boxed: list[str] = field(default_factory=list)
    cemetery: list[str] = field(default_factory=list)
    spell_pile: list[str] = field(default_factory=list)
    spells_boxed: list[str] = field(default_factory=list)
    spells_boxed_unseen: list[str] = field(default_factory=list)
    """Given up face down, so that nobody knows which they are."""
    first: Seat = 0
    round: int = 0
    other_readings: list[str] = field(default_factory=list)
    """The settings in which this table reads the rulebook otherwise than the ledger."""

    def copy(self) -> LueurState:
        new = LueurState.__new__(LueurState)
        new.content = self.content
        new.players = [player.copy() for player in self.players]
        new.faces = self.faces[:]
        new.reserve = self.reserve[:]
        new.track = [space.copy() for space in self.track]
        new.deck = self.deck[:]
        new.boxed = self.boxed[:]
        new.cemetery = self.cemetery[:]
        new.spell_pile = self.spell_pile[:]
        new.spells_boxed = self.spells_boxed[:]
        new.spells_boxed_unseen = self.spells_boxed_unseen[:]
        new.first = self.first
        new.round = self.round
        new.other_readings = self.other_readings[:]
        return new

    def turn_order(self) -> tuple[Seat, ...]:
        """Clockwise from the first player (L-DEF-15)."""
        seats = len(self.players)
        return tuple([(self.first + place) % seats for place in range(seats)])

    def space(self, element: str) -> MeetingSpace:
        return self.track[self.content.spaces.index(element)]

    def spaces_with_companions(self) -> list[str]:
        spaces = self.content.spaces
        return [spaces[place] for place in range(len(spaces)) if self.track[place].companion]


added_later(LueurState, "other_readings")

TABLE: Final = "table"
STREAMS: Final = ("seat-0", "seat-1", "seat-2", "seat-3")
"""Random streams of the table and of each player, so that the order of answers changes nothing
(L-SERIAL-05)."""
