"""Billygoat's ways: where he may step, and how he comes closer to the Team."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Action, Choice, Event, SeatStep, Table
from embertable.games.faceless.board import AWAY, spaces_in
from embertable.games.faceless.collisions import CheckCollisions
from embertable.games.faceless.compass import bearing
from embertable.games.faceless.content import BILLYGOAT, MOST_SPACES
from embertable.games.faceless.ending import check_caught
from embertable.games.faceless.moments import BillygoatSteps
from embertable.games.faceless.state import FacelessState


@dataclass
class BillygoatMoved(Event):
    place: int


@dataclass
class BillygoatTurned(Event):
    """He cannot come nearer and only faces the Team."""

    heading: int


def billygoat_steps(table: Table[FacelessState], space: int) -> list[int]:
    """The spaces he may step to: never an Obstacle, never off the field (F-WALK-07)."""
    board = table.state.content.board
    cover = table.state.cover
    near = [other for other in board.around[space] if cover[other] == AWAY]
    if not table.rules.changes(BillygoatSteps):
        return near
    return spaces_in(table.ask(BillygoatSteps(space), board.mask(near)))


def ways_from(table: Table[FacelessState], starts: list[int], until: int = AWAY) -> list[int]:
    """For each space his path distance from the nearest start; AWAY where he cannot go.

    Spaces farther than `until` may be left out.
    """
    board = table.state.content.board
    cover = table.state.cover
    asked = table.rules.changes(BillygoatSteps)
    found = [AWAY] * board.size
    waiting = starts[:]
    for start in starts:
        found[start] = 0
    for space in waiting:
        if space == until:
            break
        # Without a rule that changes his steps the list of them need not be made.
        for near in billygoat_steps(table, space) if asked else board.around[space]:
            if found[near] == AWAY and (asked or cover[near] == AWAY):
                found[near] = found[space] + 1
                waiting.append(near)
    return found


def goals(table: Table[FacelessState]) -> list[int]:
    """The Team's space or, where he cannot go there, the nearest he can reach (F-THREAT-RED-06)."""
    state = table.state
    if state.cover[state.team] == AWAY:
        # All uncovered spaces hang together (F-SETUP-06).
        return [state.team]
    reach = ways_from(table, [state.billygoat()])
    if reach[state.team] != AWAY:
        return [state.team]
    distances = state.content.board.distances[state.team]
    reachable = [space for space in range(len(reach)) if reach[space] != AWAY]
    nearest = min([distances[space] for space in reachable])
    return [space for space in reachable if distances[space] == nearest]


def closer_spaces(table: Table[FacelessState]) -> list[int]:
    """The first spaces of his shortest paths (ledger, 21.3)."""
    state = table.state
    here = state.billygoat()
    aims = goals(table)
    if here in aims:
        return []
    ways = ways_from(table, aims, here)
    steps = [space for space in billygoat_steps(table, here) if ways[space] != AWAY]
    nearest = min([ways[space] for space in steps], default=AWAY)
    return [space for space in steps if ways[space] == nearest]


def face_team(state: FacelessState) -> None:
    """His blank half points at the Team (F-THREAT-RED-05)."""
    state.headings[BILLYGOAT] = bearing(state.content.board, state.billygoat(), state.team)


class Approach(SeatStep):
    """Billygoat comes one space closer and faces the Team; the player picks among equal ways."""

    def run(self, table: Table[FacelessState]) -> None:
        spaces = closer_spaces(table)
        if not spaces:
            face_team(table.state)
            table.make_final()
            table.emit(BillygoatTurned(table.state.headings[BILLYGOAT]))
            table.do(CheckCollisions(BILLYGOAT))
        elif len(spaces) == 1:
            table.do(APPROACHES[self.seat][spaces[0]])
        else:
            table.do(ChooseApproach(self.seat))


class ChooseApproach(Choice):
    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [APPROACHES[self.seat][space] for space in closer_spaces(table)]


@dataclass(unsafe_hash=True)
class ApproachBy(Action):
    space: int

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        state.places[BILLYGOAT] = self.space
        table.make_final()
        table.emit(BillygoatMoved(self.space))
        if check_caught(table):
            return
        face_team(state)
        table.do(CheckCollisions(BILLYGOAT))


APPROACHES: Final = [[ApproachBy(seat, space) for space in range(MOST_SPACES)] for seat in range(4)]
