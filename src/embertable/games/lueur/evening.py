"""Evening: small dice go back to the meeting track, which is filled again."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Event, Seat, Step, Table
from embertable.games.lueur.content import ELEMENTS
from embertable.games.lueur.state import TABLE, LueurState


@dataclass
class CompanionsDealt(Event):
    companions: tuple[str, ...]


@dataclass
class DicePlaced(Event):
    """Small dice on the space of the meeting track whose element they show."""

    space: str
    dice: tuple[int, ...]


@dataclass
class FootprintsPlaced(Event):
    """A footprint each on spaces of the meeting track without a die."""

    spaces: tuple[str, ...]


@dataclass
class FirstPlayerChanged(Event):
    seat: Seat


@dataclass
class PutDiceBack(Step):
    """Every small die goes to the space of the element it shows (L-EVENING-02)."""

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        placed = [space.dice[:] for space in state.track]
        for seat in state.turn_order():
            player = state.players[seat]
            for die in player.dice:
                if not state.content.dice[die].large:
                    place_small_die(table, die)
            player.dice = [die for die in player.dice if state.content.dice[die].large]
        tell_placed(table, placed)


def tell_placed(table: Table[LueurState], before: list[list[int]]) -> None:
    """Tell which dice have come to which spaces."""
    for element, space, known in zip(
        table.state.content.spaces, table.state.track, before, strict=True
    ):
        new = [die for die in space.dice if die not in known]
        if new:
            table.emit(DicePlaced(element, tuple(new)))


def place_small_die(table: Table[LueurState], die: int) -> None:
    """Roll until an element shows, and lay the die there (L-EVENING-03)."""
    state = table.state
    faces = state.content.dice[die].faces
    while state.faces[die] not in ELEMENTS:
        state.faces[die] = faces[table.chance.draw(TABLE, len(faces))]
    state.space(state.faces[die]).dice.append(die)


@dataclass
class DealCompanions(Step):
    """The next five from left to right, and a footprint where no die lies (L-EVENING-05)."""

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        table.reveal()
        for space in state.track:
            space.companion = state.deck.pop()
            if not space.dice:
                space.footprints += 1
        table.emit(CompanionsDealt(tuple([space.companion for space in state.track])))
        bare = [
            element
            for element, space in zip(state.content.spaces, state.track, strict=True)
            if not space.dice
        ]
        if bare:
            table.emit(FootprintsPlaced(tuple(bare)))


@dataclass
class CleanUp(Step):
    """What was marked for this round only is cleared (L-EVENING-07)."""

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        for player in state.players:
            player.companion_rerolls_used = 0
            player.resolved = []
            player.set_aside = []
            player.visited = []
            for die in player.dice:
                state.faces[die] = ""


@dataclass
class PassFirstPlayer(Step):
    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        state.first = (state.first + 1) % len(state.players)
        table.emit(FirstPlayerChanged(state.first))
