"""The Team's movements: needle steps, free steps, the Maze rule, Obstacles and Memories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import (
    CHANCE,
    Action,
    Choice,
    Draw,
    Drawn,
    Event,
    Seat,
    SeatStep,
    Step,
    Table,
)
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.ending import OBSTACLE, check_caught, check_victory, lose
from embertable.games.faceless.moments import (
    AfterCollecting,
    BeforeCollecting,
    BeforeEntering,
    MemoryCollected,
    MovementEnded,
    ObstacleOpen,
    Payments,
)
from embertable.games.faceless.needle import (
    ReadNeedle,
    model_degrees,
    needle_directions,
    read_needle,
)
from embertable.games.faceless.state import RED_END, FacelessState


@dataclass
class StepTaken(Event):
    """A step of the Team and the space it leads to."""

    direction: int
    space: int


class TeamMoved(StepTaken):
    pass


class TeamWrapped(StepTaken):
    """The Maze rule put the Team on the other side of the field."""


class ObstacleHit(StepTaken):
    """The step counts as taken, but the Team stays (F-HIT-01)."""


@dataclass
class MemoryFound(Event):
    memory: str
    n: int
    """How many are collected now."""


@dataclass
class MemorySpent(Event):
    seat: Seat
    memory: str


@dataclass
class StartMovement(Step):
    def run(self, table: Table[FacelessState]) -> None:
        table.state.entered = 0


@dataclass
class EndMovement(Step):
    """A movement counts when it took the Team to at least one space (F-EXP-PORTAL-07)."""

    def run(self, table: Table[FacelessState]) -> None:
        if table.state.entered:
            table.do_all(table.reactions(MovementEnded()))


START_MOVEMENT: Final = StartMovement()
END_MOVEMENT: Final = EndMovement()


@dataclass
class NeedleSteps(Step):
    """Steps along an end of the needle, which is read before each (F-WALK-11)."""

    seat: Seat
    steps: int
    end: str = RED_END

    def run(self, table: Table[FacelessState]) -> None:
        if self.steps <= 0:
            return
        if self.steps > 1:
            table.do(NeedleSteps(self.seat, self.steps - 1, self.end))
        if table.chance.entered:
            reading = ReadNeedle(CHANCE, self.seat, model_degrees(table))
            table.do(reading, FollowNeedle(self.seat, self.end))
        else:
            read_needle(table)
            follow_needle(table, self.seat, self.end)


@dataclass
class FollowNeedle(Step):
    """One step along an end of the needle, once it is read."""

    seat: Seat
    end: str

    def run(self, table: Table[FacelessState]) -> None:
        follow_needle(table, self.seat, self.end)


def follow_needle(table: Table[FacelessState], seat: Seat, end: str) -> None:
    ways = needle_directions(table, end)
    if len(ways) == 1:
        table.do(TAKE_STEPS[seat][ways[0]])
    else:
        table.do(ChooseBetween(seat, ways[0], ways[1]))


@dataclass
class ChooseBetween(Choice):
    """The needle points between two spaces (F-NEEDLE-04)."""

    one: int
    other: int

    def options(self, table: Table[FacelessState]) -> list[Action]:
        steps = TAKE_STEPS[self.seat]
        return [steps[self.one], steps[self.other]]


@dataclass
class FreeSteps(Step):
    """Steps in directions of the player's choice; the needle is ignored (F-WALK-10)."""

    seat: Seat
    steps: int
    beyond: bool
    """Whether a step may leave the edge (F-MAZE-05)."""

    def run(self, table: Table[FacelessState]) -> None:
        if self.steps > 0:
            table.do(
                ChooseStep(self.seat, self.beyond),
                FreeSteps(self.seat, self.steps - 1, self.beyond),
            )


@dataclass
class ChooseStep(Choice):
    beyond: bool

    def options(self, table: Table[FacelessState]) -> list[Action]:
        state = table.state
        near = state.content.board.neighbours
        return [
            TAKE_STEPS[self.seat][direction]
            for direction in range(6)
            if self.beyond or near[state.team * 6 + direction] != AWAY
        ]


def step_target(table: Table[FacelessState], space: int, direction: int) -> int:
    """The next space in a direction, beyond the edge by the Maze rule (F-MAZE-01)."""
    board = table.state.content.board
    target = board.neighbours[space * 6 + direction]
    if target == AWAY:
        return board.wrap(space, direction, table.options["maze_wrap"] == "line")
    return target


@dataclass(unsafe_hash=True)
class TakeStep(Action):
    """One step; final as soon as it is taken (F-WALK-14)."""

    direction: int

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        table.make_final()
        target = step_target(table, state.team, self.direction)
        if state.cover[target] == AWAY:
            table.do(EnterSpace(self.direction, target))
        elif table.ask(ObstacleOpen(target), 0):
            table.do(PayMemory(self.seat), EnterSpace(self.direction, target))
        else:
            table.emit(ObstacleHit(self.direction, target))
            table.do(PayMemory(self.seat))


@dataclass
class EnterSpace(Step):
    """Billygoat first, then what lies there, in the order of the ledger (21.1)."""

    direction: int
    space: int

    def run(self, table: Table[FacelessState]) -> None:
        before = table.reactions(BeforeEntering(self.space))
        if before:
            table.do_all([*before, Arrive(self.direction, self.space)])
        else:
            arrive(table, self.direction, self.space)


@dataclass
class Arrive(Step):
    direction: int
    space: int

    def run(self, table: Table[FacelessState]) -> None:
        arrive(table, self.direction, self.space)


def arrive(table: Table[FacelessState], direction: int, space: int) -> None:
    state = table.state
    wrapped = state.content.board.neighbours[state.team * 6 + direction] != space
    table.emit(TeamWrapped(direction, space) if wrapped else TeamMoved(direction, space))
    stand_on(table, space)


def stand_on(table: Table[FacelessState], space: int) -> None:
    """All that a new space does to the Team, however it came there."""
    state = table.state
    state.team = space
    state.entered += 1
    if check_caught(table):
        return
    table.do_all(
        [
            *table.reactions(BeforeCollecting(space)),
            CollectMemories(space),
            *table.reactions(AfterCollecting(space)),
        ]
    )


@dataclass
class CollectMemories(Step):
    """Entering or passing is enough (F-MOVE-02); one after the other, each with what follows."""

    space: int

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        if self.space not in state.memory_spaces:
            check_victory(table)
            return
        if table.chance.entered and state.memories_left() > 1:
            table.do(TurnUpMemory(CHANCE, self.space), TakeMemory(self.space))
        else:
            take_memory(table, self.space)


@dataclass
class TakeMemory(Step):
    space: int

    def run(self, table: Table[FacelessState]) -> None:
        take_memory(table, self.space)


def take_memory(table: Table[FacelessState], space: int) -> None:
    state = table.state
    token = state.memory_spaces.index(space)
    memory = state.memory_names[token]
    state.memory_spaces[token] = AWAY
    state.unused.append(memory)
    table.reveal()
    table.emit(MemoryFound(memory, len(state.memory_names) - state.memories_left()))
    check_victory(table)
    if not table.has_ended():
        table.do_all([*table.reactions(MemoryCollected(memory)), CollectMemories(space)])


@dataclass
class TurnUpMemory(Draw):
    """What the facedown Memory of a space is: any that nobody has found."""

    space: int

    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [ShowMemory(CHANCE, self.space, memory) for memory in facedown(table.state)]

    def drawn(self, table: Table[FacelessState]) -> Action:
        state = table.state
        memory = state.memory_names[state.memory_spaces.index(self.space)]
        return ShowMemory(CHANCE, self.space, memory)


def facedown(state: FacelessState) -> list[str]:
    tokens = zip(state.memory_names, state.memory_spaces, strict=True)
    return sorted([memory for memory, space in tokens if space != AWAY])


@dataclass(unsafe_hash=True)
class ShowMemory(Drawn):
    """The Memory that was turned up; nobody has seen either of two that change places."""

    space: int
    memory: str

    def run(self, table: Table[FacelessState]) -> None:
        names = table.state.memory_names
        token = table.state.memory_spaces.index(self.space)
        names[names.index(self.memory)] = names[token]
        names[token] = self.memory


class PayMemory(SeatStep):
    """Use a Memory without its effect, or lose (F-HIT-02, F-HIT-03)."""

    def run(self, table: Table[FacelessState]) -> None:
        choice = ChoosePayment(self.seat)
        payments = choice.options(table)
        if not payments:
            lose(table, OBSTACLE)
        elif len(payments) == 1:
            table.do(payments[0])
        else:
            table.do(choice)


class ChoosePayment(Choice):
    """The current player chooses which Memory is used (F-HIT-04)."""

    def options(self, table: Table[FacelessState]) -> list[Action]:
        options: list[Action] = [
            SpendMemory(self.seat, memory) for memory in sorted(table.state.unused)
        ]
        for step in table.reactions(Payments(self.seat)):
            assert isinstance(step, Action)
            options.append(step)
        return options


@dataclass(unsafe_hash=True)
class SpendMemory(Action):
    """It never gives its effect this way (F-MEM-04)."""

    memory: str

    def run(self, table: Table[FacelessState]) -> None:
        spend(table.state, self.memory)
        table.emit(MemorySpent(self.seat, self.memory))


def spend(state: FacelessState, memory: str) -> None:
    state.unused.remove(memory)
    state.used.append(memory)


TAKE_STEPS: Final = [[TakeStep(seat, direction) for direction in range(6)] for seat in range(4)]
