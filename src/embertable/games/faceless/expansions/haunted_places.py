"""Haunted Places: who moves onto one is pushed on in its direction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from embertable.engine.chance import Chance
from embertable.engine.rulesets import Ruleset
from embertable.engine.table import CHANCE, Action, Draw, Drawn, Event, Step, Table, View
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import BLUE
from embertable.games.faceless.expansions.spots import open_spaces, spread
from embertable.games.faceless.layout import SETUP
from embertable.games.faceless.moments import (
    AfterCollecting,
    AfterSetup,
    BeforeThreat,
    PushDirection,
    PushLengths,
    SpaceTaken,
)
from embertable.games.faceless.state import FacelessState, Part
from embertable.games.faceless.team import TakeStep

haunted_places = Ruleset("haunted_places")


@dataclass
class PlaceHaunts(Event):
    """A Haunted Place is (or was) revealed and pushes the Team on."""

    space: int
    n: int
    direction: int


@dataclass
class PlacesTurned(Event):
    """All facedown Haunted Places turn clockwise by n directions."""

    n: int


@dataclass
class HauntedPlacesView(View):
    """Arrows are 0 while a place lies facedown."""

    spaces: tuple[int, ...]
    directions: tuple[int, ...]
    arrows: tuple[int, ...]


@dataclass
class HauntedPlaces(Part):
    spaces: list[int] = field(default_factory=list)
    directions: list[int] = field(default_factory=list)
    arrows: list[int] = field(default_factory=list)
    revealed: list[bool] = field(default_factory=list)
    spare: list[int] = field(default_factory=list)
    """The arrows of tokens that are out of play, unseen."""
    pushing: list[int] = field(default_factory=list)
    """Places whose forced steps are being resolved (F-EXP-HAUNT-06)."""

    def copy(self) -> HauntedPlaces:
        return HauntedPlaces(
            self.spaces[:],
            self.directions[:],
            self.arrows[:],
            self.revealed[:],
            self.spare[:],
            self.pushing[:],
        )

    def redeal(self, chance: Chance) -> None:
        hidden = [place for place, revealed in enumerate(self.revealed) if not revealed]
        arrows = sorted([*[self.arrows[place] for place in hidden], *self.spare])
        chance.shuffle("imagined", arrows)
        for place in hidden:
            self.arrows[place] = arrows.pop()
        self.spare = sorted(arrows)

    def shown(self) -> View:
        arrows = [
            arrow if shown else 0 for arrow, shown in zip(self.arrows, self.revealed, strict=True)
        ]
        return HauntedPlacesView(tuple(self.spaces), tuple(self.directions), tuple(arrows))


def clockwise(table: Table[FacelessState], space: int, direction: int) -> int:
    """The direction itself or, where it leads off the field, the next clockwise that does not."""
    near = table.state.content.board.neighbours
    while near[space * 6 + direction % 6] == AWAY:
        direction -= 1
    return direction % 6


def places_of(table: Table[FacelessState]) -> HauntedPlaces | None:
    part = table.state.parts.get("haunted_places")
    assert part is None or isinstance(part, HauntedPlaces)
    return part


@haunted_places.on(AfterSetup)
def place_them(table: Table[FacelessState], moment: AfterSetup) -> Iterable[Step]:
    return [PlaceHauntedPlaces()]


@dataclass
class PlaceHauntedPlaces(Step):
    """Four of six, unseen, apart from each other; each points somewhere (F-EXP-HAUNT-02)."""

    def run(self, table: Table[FacelessState]) -> None:
        content = table.state.content
        used = content.haunted_places.used
        arrows = list(content.arrows)
        table.chance.shuffle("haunted", arrows)
        gap = content.haunted_places.min_distance_between
        spaces = spread(table, open_spaces(table), used, gap)
        table.state.parts["haunted_places"] = HauntedPlaces(
            spaces=spaces,
            directions=[clockwise(table, space, table.chance.draw(SETUP, 6)) for space in spaces],
            arrows=arrows[:used],
            revealed=[False] * used,
            spare=sorted(arrows[used:]),
        )


@haunted_places.changes(SpaceTaken)
def take_space(table: Table[FacelessState], moment: SpaceTaken, taken: int) -> int:
    part = places_of(table)
    return 1 if part is not None and moment.space in part.spaces else taken


@haunted_places.changes(PushDirection)
def direction_of_push(table: Table[FacelessState], moment: PushDirection, pushed: int) -> int:
    part = places_of(table)
    if part is None or moment.space not in part.spaces:
        return pushed
    return part.directions[part.spaces.index(moment.space)] + 1


@haunted_places.changes(PushLengths)
def lengths_of_push(table: Table[FacelessState], moment: PushLengths, lengths: int) -> int:
    """What a facedown place may show: any number that no revealed one accounts for."""
    part = places_of(table)
    if part is None or moment.space not in part.spaces:
        return lengths
    place = part.spaces.index(moment.space)
    if part.revealed[place]:
        return 1 << part.arrows[place]
    hidden = [part.arrows[one] for one, shown in enumerate(part.revealed) if not shown]
    for arrows in hidden + part.spare:
        lengths |= 1 << arrows
    return lengths


@haunted_places.on(AfterCollecting)
def push_team(table: Table[FacelessState], moment: AfterCollecting) -> Iterable[Step]:
    part = places_of(table)
    assert part is not None
    return [Haunt(part.spaces.index(moment.space))] if moment.space in part.spaces else []


@dataclass
class Haunt(Step):
    """Reveal it without turning it, and push (F-EXP-HAUNT-03)."""

    place: int

    def run(self, table: Table[FacelessState]) -> None:
        part = places_of(table)
        assert part is not None
        if self.place in part.pushing:
            return
        if part.revealed[self.place]:
            table.do(PushTeam(self.place))
        else:
            table.draw([TurnUpPlace(CHANCE, self.place)], PushTeam(self.place))


@dataclass
class TurnUpPlace(Draw):
    """Any number of arrows that no revealed place accounts for."""

    place: int

    def options(self, table: Table[FacelessState]) -> list[Action]:
        part = places_of(table)
        assert part is not None
        hidden = [part.arrows[one] for one, shown in enumerate(part.revealed) if not shown]
        numbers = sorted({*hidden, *part.spare})
        return [ShowArrows(CHANCE, self.place, number) for number in numbers]

    def run(self, table: Table[FacelessState]) -> None:
        """Leave the token that lies there."""


@dataclass(unsafe_hash=True)
class ShowArrows(Drawn):
    """What a place shows; nobody has seen either of two that change places."""

    place: int
    n: int

    def run(self, table: Table[FacelessState]) -> None:
        part = places_of(table)
        assert part is not None
        before = part.arrows[self.place]
        if before == self.n:
            return
        for one, shown in enumerate(part.revealed):
            if not shown and part.arrows[one] == self.n:
                part.arrows[one] = before
                break
        else:
            part.spare = sorted([*part.spare, before])
            part.spare.remove(self.n)
        part.arrows[self.place] = self.n


@dataclass
class PushTeam(Step):
    place: int

    def run(self, table: Table[FacelessState]) -> None:
        part = places_of(table)
        assert part is not None
        if not part.revealed[self.place]:
            part.revealed[self.place] = True
            table.reveal()
        part.pushing.append(self.place)
        arrows, direction = part.arrows[self.place], part.directions[self.place]
        table.emit(PlaceHaunts(part.spaces[self.place], arrows, direction))
        seat = table.state.current
        table.do_all(
            [*[TakeStep(seat, direction) for _ in range(arrows)], StopHaunting(self.place)]
        )


@dataclass
class StopHaunting(Step):
    place: int

    def run(self, table: Table[FacelessState]) -> None:
        part = places_of(table)
        assert part is not None
        part.pushing.remove(self.place)


@haunted_places.on(BeforeThreat)
def turn_facedown_places(table: Table[FacelessState], moment: BeforeThreat) -> Iterable[Step]:
    if table.state.content.cards[moment.card].colour == BLUE:
        return [TurnPlaces(len(table.state.column(BLUE)))]
    return []


@dataclass
class TurnPlaces(Step):
    """Clockwise, one adjacent space for each blue card in the display (F-EXP-HAUNT-07)."""

    times: int

    def run(self, table: Table[FacelessState]) -> None:
        part = places_of(table)
        assert part is not None
        for place in range(len(part.spaces)):
            if not part.revealed[place]:
                direction = part.directions[place]
                for _ in range(self.times):
                    direction = clockwise(table, part.spaces[place], direction - 1)
                part.directions[place] = direction
        table.emit(PlacesTurned(self.times))
