"""Who may decide: the party, or the seats that control an adventurer (W-CTRL)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Choice, Seat, Table
from embertable.games.setawatch.state import CAMP, FLEX, MERCHANT, NOBODY, WATCH, WatchState

# Tuples of variable length: compiled code copies a tuple of fixed length at each access.
SEATS: Final[tuple[tuple[Seat, ...], ...]] = ((), (0,), (0, 1), (0, 1, 2), (0, 1, 2, 3))
"""All seats, by the number of players."""
ALONE: Final[tuple[tuple[Seat, ...], ...]] = ((0,), (1,), (2,), (3,))


def controllers(state: WatchState, adventurer: int) -> tuple[Seat, ...]:
    """The owner; for the flex adventurer the resting player, or everybody while nobody rests."""
    seat = state.adventurers[adventurer].seat
    if seat != FLEX:
        return ALONE[seat]
    if state.phase in (CAMP, MERCHANT, WATCH) and state.resting not in (NOBODY, adventurer):
        return ALONE[state.adventurers[state.resting].seat]
    return SEATS[state.players]


def controls(state: WatchState, seat: Seat, adventurer: int) -> bool:
    return seat in controllers(state, adventurer)


@dataclass
class PartyChoice(Choice):
    """A party decision: any seat may take it, and the first one counts (W-CTRL-07)."""

    def answerers(self, table: Table[WatchState]) -> tuple[Seat, ...]:
        return SEATS[table.state.players]


@dataclass
class OwnChoice(Choice):
    """A decision about one adventurer, for those who control it (W-CTRL-08)."""

    adventurer: int

    def answerers(self, table: Table[WatchState]) -> tuple[Seat, ...]:
        return controllers(table.state, self.adventurer)


@dataclass
class UserChoice(Choice):
    """A decision of an adventurer's controllers, or of the party where it is nobody's."""

    user: int

    def answerers(self, table: Table[WatchState]) -> tuple[Seat, ...]:
        if self.user == NOBODY:
            return SEATS[table.state.players]
        return controllers(table.state, self.user)
