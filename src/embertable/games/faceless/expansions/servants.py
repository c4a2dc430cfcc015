"""Servants: they wander with every red card, alone or with the Memories they carry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from embertable.engine.chance import Chance
from embertable.engine.rulesets import Ruleset
from embertable.engine.table import CHANCE, Action, Draw, Drawn, Event, Step, Table, View
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import RED
from embertable.games.faceless.ending import SERVANT, lose
from embertable.games.faceless.layout import SETUP
from embertable.games.faceless.moments import (
    AfterSetup,
    BeforeCollecting,
    BeforeEffect,
    ServantsLeft,
    SpaceTaken,
    TokenMoved,
)
from embertable.games.faceless.state import FacelessState, Part

servants = Ruleset("servants")

ROAMING: Final = "roaming"
CARRIER: Final = "carrier"
CARDS: Final = "servants"


@dataclass
class ServantsMoved(Event):
    direction: int
    n: int


@dataclass
class ServantRemoved(Event):
    space: int


@dataclass
class ServantsView(View):
    mode: str
    spaces: tuple[int, ...]
    faceup: tuple[int, ...]


@dataclass
class Servants(Part):
    mode: str
    spaces: list[int] = field(default_factory=list)
    """Where each stands; AWAY once it is taken off the board."""
    carried: list[int] = field(default_factory=list)
    """For each Carrier the number of its Memory."""
    cards: list[int] = field(default_factory=list)
    """Servants cards still facedown, the last on top."""
    faceup: list[int] = field(default_factory=list)

    def copy(self) -> Servants:
        return Servants(self.mode, self.spaces[:], self.carried[:], self.cards[:], self.faceup[:])

    def redeal(self, chance: Chance) -> None:
        self.cards.sort()
        chance.shuffle("imagined", self.cards)

    def shown(self) -> View:
        on_board = [space for space in self.spaces if space != AWAY]
        return ServantsView(self.mode, tuple(sorted(on_board)), tuple(self.faceup))


def servants_of(table: Table[FacelessState]) -> Servants | None:
    part = table.state.parts.get("servants")
    assert part is None or isinstance(part, Servants)
    return part


@servants.on(AfterSetup)
def place_servants(table: Table[FacelessState], moment: AfterSetup) -> Iterable[Step]:
    return [PlaceServants()]


def mode_of(table: Table[FacelessState]) -> str:
    """A scenario names its own (F-EXP-GEN-04)."""
    scenario = table.state.content.scenarios.get(table.options["scenario"])
    if scenario is not None and scenario.servants:
        return scenario.servants
    return table.options["servants"]


@dataclass
class PlaceServants(Step):
    """Roaming ones on four Memories, Carriers on all (F-EXP-SERV-02, F-EXP-SERV-03)."""

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        mode = mode_of(table)
        memories = list(range(len(state.memory_spaces)))
        if mode == ROAMING:
            table.chance.shuffle(SETUP, memories)
            memories = sorted(memories[: state.content.servants.roaming_used])
        cards = list(range(len(state.content.servant_cards)))
        table.chance.shuffle(CARDS, cards)
        state.parts["servants"] = Servants(
            mode,
            [state.memory_spaces[memory] for memory in memories],
            memories if mode == CARRIER else [],
            cards,
        )


@servants.changes(SpaceTaken)
def take_space(table: Table[FacelessState], moment: SpaceTaken, taken: int) -> int:
    part = servants_of(table)
    return 1 if part is not None and moment.space in part.spaces else taken


@servants.changes(ServantsLeft)
def count_those_on_board(table: Table[FacelessState], moment: ServantsLeft, left: int) -> int:
    part = servants_of(table)
    return left - (len(part.spaces) - part.spaces.count(AWAY) if part is not None else 0)


@servants.on(BeforeEffect)
def move_servants(table: Table[FacelessState], moment: BeforeEffect) -> Iterable[Step]:
    """Any red card that is revealed, added and resolved (F-EXP-SERV-04)."""
    if table.state.content.cards[moment.card].colour == RED:
        return [MoveServants()]
    return []


@dataclass
class MoveServants(Step):
    def run(self, table: Table[FacelessState]) -> None:
        table.draw([TurnUpServants(CHANCE)], WalkServants())


@dataclass
class TurnUpServants(Draw):
    """The direction of any Servants card that is left."""

    def options(self, table: Table[FacelessState]) -> list[Action]:
        part = servants_of(table)
        assert part is not None
        ways = {table.state.content.servant_cards[card] for card in part.cards}
        return [ShowServants(CHANCE, direction) for direction in sorted(ways)]

    def run(self, table: Table[FacelessState]) -> None:
        """Leave the card on top that lies there."""


@dataclass(unsafe_hash=True)
class ShowServants(Drawn):
    direction: int

    def run(self, table: Table[FacelessState]) -> None:
        part = servants_of(table)
        assert part is not None
        ways = table.state.content.servant_cards
        card = [one for one in part.cards if ways[one] == self.direction][-1]
        part.cards.remove(card)
        part.cards.append(card)


@dataclass
class WalkServants(Step):
    def run(self, table: Table[FacelessState]) -> None:
        part = servants_of(table)
        assert part is not None
        content = table.state.content
        card = part.cards.pop()
        part.faceup.append(card)
        table.reveal()
        steps = len(table.state.column(RED))
        direction = content.servant_cards[card]
        table.emit(ServantsMoved(direction, steps))
        if walk(table, part, direction, steps):
            lose(table, SERVANT)
        elif len(part.faceup) >= content.servants.reshuffle_when_faceup or not part.cards:
            part.cards = sorted([*part.cards, *part.faceup])
            part.faceup = []
            table.chance.shuffle(CARDS, part.cards)


def walk(table: Table[FacelessState], part: Servants, direction: int, steps: int) -> bool:
    """All move one space, then all the next; whether one meets the Team (F-EXP-SERV-11)."""
    state = table.state
    neighbours = state.content.board.neighbours
    walking = [number for number, space in enumerate(part.spaces) if space != AWAY]
    for _ in range(steps):
        still: list[int] = []
        for number in walking:
            target = neighbours[part.spaces[number] * 6 + direction]
            if target == AWAY or state.cover[target] != AWAY or target == state.billygoat():
                continue
            if target == state.team:
                return True
            part.spaces[number] = target
            if part.carried:
                state.memory_spaces[part.carried[number]] = target
            still.append(number)
        walking = still
    return False


@servants.on(BeforeCollecting)
def meet_servants(table: Table[FacelessState], moment: BeforeCollecting) -> Iterable[Step]:
    part = servants_of(table)
    assert part is not None
    return [MeetServants(moment.space)] if moment.space in part.spaces else []


@dataclass
class MeetServants(Step):
    """A Roaming Servant ends the game; a Carrier is taken off the board (F-EXP-SERV-09)."""

    space: int

    def run(self, table: Table[FacelessState]) -> None:
        part = servants_of(table)
        assert part is not None
        if part.mode == ROAMING:
            lose(table, SERVANT)
            return
        for number, space in enumerate(part.spaces):
            if space == self.space:
                part.spaces[number] = AWAY
                table.emit(ServantRemoved(space))


@servants.on(TokenMoved)
def follow_memory(table: Table[FacelessState], moment: TokenMoved) -> Iterable[Step]:
    """A Carrier moves along with its Memory (F-KID-CASPER-01)."""
    return [FollowMemories()]


@dataclass
class FollowMemories(Step):
    def run(self, table: Table[FacelessState]) -> None:
        part = servants_of(table)
        assert part is not None
        for number, memory in enumerate(part.carried):
            if part.spaces[number] != AWAY:
                part.spaces[number] = table.state.memory_spaces[memory]
