"""What collected Memories can do, once each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Action, Choice, Event, Seat, Step, Table
from embertable.games.faceless.board import AWAY, spaces_in
from embertable.games.faceless.content import ALAN, BILLYGOAT, COLOURS, JUDITH, SAM
from embertable.games.faceless.deck import REFILL_DISPLAY, CardEvent
from embertable.games.faceless.free_spaces import covered_spaces, taken_spaces
from embertable.games.faceless.layout import Placement, is_connected
from embertable.games.faceless.moments import KeepsObstaclesAway, MemoryEffectsAllowed
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
        table.do_all(effect_of(table, self.seat, self.memory))


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
        table.do_all([*refill_at_once(table), BurnThreats(self.seat, self.cards - 1)])


class LetFireDie(Action):
    """Discard no more."""

    def run(self, table: Table[FacelessState]) -> None:
        pass


def placements_of(state: FacelessState, obstacle: int) -> tuple[Placement, ...]:
    return state.content.sides[state.side].placements[obstacle]


def open_placements(table: Table[FacelessState], obstacle: int) -> list[int]:
    """Placements, by number, at which the set-up rules hold again (F-MEM-ROPE)."""
    return Room(table).placements(obstacle, False)


def movable_obstacles(table: Table[FacelessState]) -> list[int]:
    room = Room(table)
    obstacles = range(len(table.state.obstacles))
    return [obstacle for obstacle in obstacles if room.placements(obstacle, True)]


def can_move_obstacle(table: Table[FacelessState]) -> bool:
    room = Room(table)
    obstacles = range(len(table.state.obstacles))
    return any(room.placements(obstacle, True) for obstacle in obstacles)


class Room:
    """Where Obstacles may lie on a table, one of them lifted."""

    def __init__(self, table: Table[FacelessState]) -> None:
        self.state: FacelessState = table.state
        self.taken = taken_spaces(table)
        self.kept_free = 0
        """Where Obstacles keep their distance as from each other."""
        if table.rules.changes(KeepsObstaclesAway):
            for space in range(table.state.content.board.size):
                if table.ask(KeepsObstaclesAway(space), 0):
                    self.kept_free |= 1 << space

    def placements(self, obstacle: int, is_one_enough: bool) -> list[int]:
        """The placements for an Obstacle, by number, or only the first of them."""
        state = self.state
        board = state.content.board
        cells = state.obstacles[obstacle]
        found: list[int] = []
        if state.team in cells or state.billygoat() in cells:
            return found
        own = board.mask(cells)
        covered = covered_spaces(state, obstacle)
        laid = covered | self.kept_free
        layouts = state.content.sides[state.side].layouts
        shut = covered | self.taken & ~own | board.with_around(laid)
        seen = [own]
        for number in spaces_in(layouts.clear_of(shut, obstacle)):
            placement = layouts.tokens[obstacle][number]
            if placement.mask in seen:
                continue
            if placement.may_cut_off and not is_connected(board, laid | placement.mask):
                continue
            seen.append(placement.mask)
            found.append(number)
            if is_one_enough:
                break
        return found


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
    for space in state.obstacles[obstacle]:
        state.cover[space] = AWAY
    for space in spaces:
        state.cover[space] = obstacle
    state.obstacles[obstacle] = list(spaces)
