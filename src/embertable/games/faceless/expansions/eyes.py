"""The Eyes: closed to win, and as long as one is open purple cards cost three more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Event, Step, Table, View
from embertable.games.faceless.content import PURPLE
from embertable.games.faceless.ending import DECK, check_victory, lose
from embertable.games.faceless.expansions.spots import open_spaces, spread
from embertable.games.faceless.moments import (
    AfterCollecting,
    AfterSetup,
    BeforeThreat,
    SpaceTaken,
    StillNeeded,
)
from embertable.games.faceless.state import FacelessState, Part

eyes = Ruleset("eyes")


@dataclass
class EyeOpened(Event):
    space: int


@dataclass
class EyeClosed(Event):
    space: int


@dataclass
class CardsSwallowed(Event):
    """An open Eye takes cards out of the game, unseen."""

    n: int


@dataclass
class EyesView(View):
    spaces: tuple[int, ...]
    open: tuple[bool, ...]


@dataclass
class Eyes(Part):
    spaces: list[int] = field(default_factory=list)
    open: list[bool] = field(default_factory=list)

    def copy(self) -> Eyes:
        return Eyes(self.spaces[:], self.open[:])

    def shown(self) -> View:
        return EyesView(tuple(self.spaces), tuple(self.open))


def eyes_of(table: Table[FacelessState]) -> Eyes | None:
    part = table.state.parts.get("eyes")
    assert part is None or isinstance(part, Eyes)
    return part


@eyes.on(AfterSetup)
def place_eyes(table: Table[FacelessState], moment: AfterSetup) -> Iterable[Step]:
    return [PlaceEyes()]


@dataclass
class PlaceEyes(Step):
    """Near Billygoat and apart from each other; farther from him if they must (F-EXP-EYES-01)."""

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        content = state.content
        reach = content.eyes.max_distance_from_billygoat
        spaces: list[int] = []
        while not spaces:
            near = [
                space
                for space in open_spaces(table)
                if content.board.distances[state.billygoat()][space] <= reach
            ]
            spaces = spread(table, near, 2, content.eyes.min_distance_between)
            reach += 1
        state.parts["eyes"] = Eyes(spaces, [True, True])


@eyes.changes(SpaceTaken)
def take_space(table: Table[FacelessState], moment: SpaceTaken, taken: int) -> int:
    part = eyes_of(table)
    return 1 if part is not None and moment.space in part.spaces else taken


@eyes.on(AfterCollecting)
def turn_eye(table: Table[FacelessState], moment: AfterCollecting) -> Iterable[Step]:
    part = eyes_of(table)
    assert part is not None
    return [TurnEye(part.spaces.index(moment.space))] if moment.space in part.spaces else []


@dataclass
class TurnEye(Step):
    """A closed one opens again (F-EXP-EYES-02)."""

    eye: int

    def run(self, table: Table[FacelessState]) -> None:
        part = eyes_of(table)
        assert part is not None
        part.open[self.eye] = not part.open[self.eye]
        space = part.spaces[self.eye]
        table.emit(EyeOpened(space) if part.open[self.eye] else EyeClosed(space))
        check_victory(table)


@eyes.changes(StillNeeded)
def need_closed_eyes(table: Table[FacelessState], moment: StillNeeded, needed: int) -> int:
    part = eyes_of(table)
    return needed + (part.open.count(True) if part is not None else 0)


@eyes.on(BeforeThreat)
def swallow_cards(table: Table[FacelessState], moment: BeforeThreat) -> Iterable[Step]:
    part = eyes_of(table)
    assert part is not None
    if table.state.content.cards[moment.card].colour == PURPLE and True in part.open:
        return [SwallowCards()]
    return []


@dataclass
class SwallowCards(Step):
    """Three cards leave the game unseen; if fewer remain, the game is lost (F-EXP-EYES-03)."""

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        wanted = state.content.eyes.cards_removed
        taken = min(wanted, len(state.deck))
        state.top_seen.clear()
        for _ in range(taken):
            state.removed.append(state.deck.pop())
        state.removed.sort()
        table.emit(CardsSwallowed(taken))
        if taken < wanted:
            lose(table, DECK)
