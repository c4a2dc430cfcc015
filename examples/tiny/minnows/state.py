"""What lies on the table in Minnows."""

from __future__ import annotations

from dataclasses import dataclass, field

from embertable.engine.table import Component, Seat, State
from minnows.content import MinnowsContent


@dataclass
class Angler(Component):
    """One player's fish: hidden in hand, face down as bait, open in net and basket."""

    seat: Seat
    hand: list[str] = field(default_factory=list)
    bait: str = ""
    net: list[str] = field(default_factory=list)
    basket: list[str] = field(default_factory=list)

    def copy(self) -> Angler:
        return Angler(self.seat, self.hand[:], self.bait, self.net[:], self.basket[:])


@dataclass
class MinnowsState(State):
    content: MinnowsContent
    anglers: list[Angler]
    pond: list[str] = field(default_factory=list)
    """The last fish is the top."""
    discards: list[str] = field(default_factory=list)
    round: int = 0

    def copy(self) -> MinnowsState:
        return MinnowsState(
            self.content,
            [angler.copy() for angler in self.anglers],
            self.pond[:],
            self.discards[:],
            self.round,
        )
