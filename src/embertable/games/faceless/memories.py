"""What collected Memories can do, once each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Action, Choice, Event, Seat, Step, Table
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import ALAN, BILLYGOAT, COLOURS, JUDITH, SAM
from embertable.games.faceless.deck import REFILL_DISPLAY, CardEvent
from embertable.games.faceless.layout import Placement, is_connected
from embertable.games.faceless.moments import KeepsObstaclesAway, MemoryEffectsAllowed, SpaceTaken
from embertable.games.faceless.rest import FillHand, refill_at_once
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.team import END_MOVEMENT, START_MOVEMENT, FreeSteps, spend
from embertable.games.faceless.walk import PoseFigure

FIGURE_OF: Final = {"hat": SAM, "bow": JUDITH, "school_book": ALAN, "bags": BILLYGOAT}
CAMPFIRE_CARDS: Final = 2


@dataclass
class MemoryUsed(Event):
    seat: Seat
    memory: str


class ThreatBurnt(CardEvent):
    """A card goes from the display to the discard pile."""


@dataclass
class ObstacleMoved(Event):
    seat: Seat
    obstacle: int


def memory_actions(table: Table[FacelessState], seat: Seat) -> list[Action]:
    """One Memory effect a turn, before or after the action (F-MEM-02, F-MEM-06)."""
    state = table.state
    if not state.unused or not table.ask(MemoryEffectsAllowed(seat), 1):
        return []
    if state.memory_effects and table.options["memory_effects_per_turn"] == "1":
        return []
    return [
        UseMemory(seat, memory)
        for memory in sorted(state.unused)
        if memory != "old_rope" or can_move_obstacle(table)
    ]


@dataclass(unsafe_hash=True)
class UseMemory(Action):
    """Its effect, once; then it is used for good (F-MEM-03)."""

    memory: str

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        spend(state, self.memory)
        state.memory_effects += 1
        table.reveal()
        table.emit(MemoryUsed(self.seat, self.memory))
        table.do(*effect_of(table, self.seat, self.memory))


def effect_of(table: Table[FacelessState], seat: Seat, memory: str) -> list[Step]:
    if memory in FIGURE_OF:
        # As with a card of its colour, but the Team does not move (F-MEM-07).
        return [PoseFigure(seat, FIGURE_OF[memory], 1, False)]
    if memory == "street":
        beyond = table.options["free_step_off_edge"] != "never"
        return [START_MOVEMENT, FreeSteps(seat, 1, beyond), END_MOVEMENT]
    if memory == "music_player":
        return [ChooseListener(seat), REFILL_DISPLAY]
    if memory == "campfire":
        return [BurnThreats(seat, CAMPFIRE_CARDS), REFILL_DISPLAY]
    return [ChooseObstacle(seat)]


class ChooseListener(Choice):
    """Who fills the hand from the display; that player chooses the cards (F-MEM-MUSIC)."""

    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [Listen(self.seat, player) for player in range(len(table.state.hands))]


@dataclass(unsafe_hash=True)
class Listen(Action):
    player: Seat

    def run(self, table: Table[FacelessState]) -> None:
        table.do(FillHand(self.player))


@dataclass
class BurnThreats(Step):
    """Up to n bottom cards leave the display (F-MEM-CAMPFIRE)."""

    seat: Seat
    cards: int

    def run(self, table: Table[FacelessState]) -> None:
        if self.cards and table.state.displayed():
            table.do(ChooseBurnt(self.seat, self.cards))


@dataclass
class ChooseBurnt(Choice):
    cards: int

    def options(self, table: Table[FacelessState]) -> list[Action]:
        options: list[Action] = [
            BurnThreat(self.seat, colour, self.cards)
            for colour in COLOURS
            if table.state.column(colour)
        ]
        options.append(LetFireDie(self.seat))
        return options


@dataclass(unsafe_hash=True)
class BurnThreat(Action):
    colour: str
    cards: int

    def run(self, table: Table[FacelessState]) -> None:
        card = table.state.column(self.colour).pop()
        table.state.discards.append(card)
        table.emit(ThreatBurnt(self.seat, card))
        table.do(*refill_at_once(table), BurnThreats(self.seat, self.cards - 1))


class LetFireDie(Action):
    """Discard no more."""

    def run(self, table: Table[FacelessState]) -> None:
        pass


def placements_of(state: FacelessState, obstacle: int) -> tuple[Placement, ...]:
    return state.content.sides[state.side].placements[obstacle]


def open_placements(table: Table[FacelessState], obstacle: int) -> list[int]:
    """Placements, by number, at which the set-up rules hold again (F-MEM-ROPE)."""
    state = table.state
    content = state.content
    board = content.board
    own = state.obstacles[obstacle]
    if state.team in own or state.billygoat() in own:
        return []
    covered = 0
    apart = 0
    for space in range(board.size):
        if state.cover[space] not in (AWAY, obstacle):
            covered |= 1 << space
        elif table.ask(KeepsObstaclesAway(space), 0):
            apart |= 1 << space
    closed = covered
    for space in range(board.size):
        if space not in own and (not state.is_free(space) or table.ask(SpaceTaken(space), 0)):
            closed |= 1 << space
    before = board.mask(own)
    seen: list[int] = []
    found: list[int] = []
    for number, placement in enumerate(placements_of(state, obstacle)):
        if placement.mask == before or placement.mask & closed or placement.mask in seen:
            continue
        laid = covered | apart
        if placement.zone & laid or not is_connected(board, laid | placement.mask):
            continue
        seen.append(placement.mask)
        found.append(number)
    return found


def movable_obstacles(table: Table[FacelessState]) -> list[int]:
    return [
        obstacle
        for obstacle in range(len(table.state.obstacles))
        if open_placements(table, obstacle)
    ]


def can_move_obstacle(table: Table[FacelessState]) -> bool:
    obstacles = range(len(table.state.obstacles))
    return any(open_placements(table, obstacle) for obstacle in obstacles)


class ChooseObstacle(Choice):
    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [PullObstacle(self.seat, obstacle) for obstacle in movable_obstacles(table)]


@dataclass(unsafe_hash=True)
class PullObstacle(Action):
    obstacle: int

    def run(self, table: Table[FacelessState]) -> None:
        table.do(ChooseObstacleSpaces(self.seat, self.obstacle))


@dataclass
class ChooseObstacleSpaces(Choice):
    obstacle: int

    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [
            LayObstacle(self.seat, self.obstacle, placement)
            for placement in open_placements(table, self.obstacle)
        ]


@dataclass(unsafe_hash=True)
class LayObstacle(Action):
    obstacle: int
    placement: int
    """By its number among all that the side allows (`Side.placements`)."""

    def run(self, table: Table[FacelessState]) -> None:
        cells = placements_of(table.state, self.obstacle)[self.placement].cells
        lay_obstacle(table.state, self.obstacle, cells)
        table.emit(ObstacleMoved(self.seat, self.obstacle))


def lay_obstacle(state: FacelessState, obstacle: int, spaces: tuple[int, ...]) -> None:
    for space in range(len(state.cover)):
        if state.cover[space] == obstacle:
            state.cover[space] = AWAY
    for space in spaces:
        state.cover[space] = obstacle
    state.obstacles[obstacle] = list(spaces)
