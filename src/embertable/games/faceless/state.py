"""What lies on the table of The Faceless."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from embertable.engine.chance import Chance
from embertable.engine.table import Component, Seat, State, View
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.compass import NORTH
from embertable.games.faceless.content import BILLYGOAT, COLOURS, FacelessContent

TABLE: Final = "table"
"""The random stream of the table."""

RED_END: Final = "red"
WHITE_END: Final = "white"


class Part(Component):
    """What an expansion or a kid adds to the table."""

    def copy(self) -> Part:
        raise NotImplementedError(type(self).__name__)

    def redeal(self, chance: Chance) -> None:
        """Shuffle what nobody has seen of it, sorted before."""

    def shown(self) -> View | None:
        """What everybody sees of it."""
        return None


@dataclass
class FacelessState(State):
    """The base game's components; expansions keep theirs in `parts`, by their own names."""

    content: FacelessContent
    hands: list[list[str]]
    """Faceup Event cards in front of each player (F-DEF-14)."""
    side: str = "duskworld"
    kids: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    """The last card is the top of the deck."""
    top_seen: list[Seat] = field(default_factory=list)
    """Who knows the top card."""
    removed: list[str] = field(default_factory=list)
    """Out of the game, unseen."""
    discards: list[str] = field(default_factory=list)
    display: list[list[str]] = field(default_factory=list)
    """The Threats display: a column for each colour, the last card at the bottom (F-DEF-12)."""
    minimum: int = 0
    """How many cards the display holds at least (F-DISPLAY-01)."""
    obstacles: list[list[int]] = field(default_factory=list)
    """The spaces that each Obstacle covers."""
    cover: list[int] = field(default_factory=list)
    """For each space the Obstacle that covers it, or AWAY."""
    memory_spaces: list[int] = field(default_factory=list)
    """Where each Memory lies, facedown; AWAY once it is collected."""
    memory_names: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    """Of Judith, Sam, Alan and Billygoat: a space, or one beyond for an external space."""
    headings: list[int] = field(default_factory=list)
    """Where each figure's blank half points, in degrees (F-DEF-10)."""
    team: int = AWAY
    needle: int = NORTH
    """The angle that the needle showed last."""
    first: Seat = 0
    current: Seat = 0
    turn: int = 0
    action: str = ""
    """The action of this turn, once it is chosen."""
    is_done: bool = False
    """The current player wants nothing more before the Threat phase."""
    memory_effects: int = 0
    """Memories used for their effect in this turn."""
    powers: list[str] = field(default_factory=list)
    """What can be used once a turn and has been."""
    card: str = ""
    """The card being played."""
    change: int = 0
    """What a power adds to its number."""
    revealed: str = ""
    """The Event card of this Threat phase, before it joins the display."""
    entered: int = 0
    """Spaces that the Team has entered in this movement."""
    parts: dict[str, Part] = field(default_factory=dict)

    def copy(self) -> FacelessState:
        new = FacelessState.__new__(FacelessState)
        new.content = self.content
        new.hands = [hand[:] for hand in self.hands]
        new.side = self.side
        new.kids = self.kids[:]
        new.deck = self.deck[:]
        new.top_seen = self.top_seen[:]
        new.removed = self.removed[:]
        new.discards = self.discards[:]
        new.display = [column[:] for column in self.display]
        new.minimum = self.minimum
        new.obstacles = [cells[:] for cells in self.obstacles]
        new.cover = self.cover[:]
        new.memory_spaces = self.memory_spaces[:]
        new.memory_names = self.memory_names[:]
        new.unused = self.unused[:]
        new.used = self.used[:]
        new.places = self.places[:]
        new.headings = self.headings[:]
        new.team = self.team
        new.needle = self.needle
        new.first = self.first
        new.current = self.current
        new.turn = self.turn
        new.action = self.action
        new.is_done = self.is_done
        new.memory_effects = self.memory_effects
        new.powers = self.powers[:]
        new.card = self.card
        new.change = self.change
        new.revealed = self.revealed
        new.entered = self.entered
        new.parts = {name: part.copy() for name, part in self.parts.items()}
        return new

    def column(self, colour: str) -> list[str]:
        return self.display[COLOURS.index(colour)]

    def displayed(self) -> int:
        total = 0
        for column in self.display:
            total += len(column)
        return total

    def pairs(self, colour: str) -> int:
        return len(self.column(colour)) // 2

    def billygoat(self) -> int:
        return self.places[BILLYGOAT]

    def memories_left(self) -> int:
        return len(self.memory_spaces) - self.memory_spaces.count(AWAY)

    def is_free(self, space: int) -> bool:
        """No component at all lies here (F-DEF-02); expansions see to their own tokens."""
        return (
            self.cover[space] == AWAY
            and space != self.team
            and space not in self.places
            and space not in self.memory_spaces
        )
