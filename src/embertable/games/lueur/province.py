"""The Province of Shadows: a company walks from space to space and camps in villages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Action, Choice, Event, Seat, SeatStep, Step, Table
from embertable.games.lueur.content import Place
from embertable.games.lueur.dice import counted_dice, counted_symbols
from embertable.games.lueur.effects import FootprintsLost, footprint_cost, journey_steps
from embertable.games.lueur.moments import JourneyValue, PiecesPlaced, TimeToTravel
from embertable.games.lueur.state import CAMP, LueurState, Player

DIE: Final = "die"
FOOTPRINT: Final = "footprint"
FREE: Final = "free"

province = Ruleset("province")


@dataclass
class CompanyMoved(Event):
    seat: Seat
    space: str
    payment: str


@dataclass
class EncampmentMoved(Event):
    seat: Seat
    space: str


@province.on(PiecesPlaced)
def put_company_on_start(table: Table[LueurState], moment: PiecesPlaced) -> Iterable[Step]:
    yield PlaceCompany(moment.seat)


class PlaceCompany(SeatStep):
    def run(self, table: Table[LueurState]) -> None:
        start = table.state.content.province.start
        player = table.state.players[self.seat]
        player.company = start
        player.encampment = start


@province.on(TimeToTravel)
def set_out(table: Table[LueurState], moment: TimeToTravel) -> Iterable[Step]:
    yield SetOff(moment.seat)


class SetOff(SeatStep):
    """The space where the round began counts as entered (L-JOURNEY-PROVINCE-03)."""

    def run(self, table: Table[LueurState]) -> None:
        player = table.state.players[self.seat]
        player.visited = [player.company]
        table.do(Walk(self.seat))


@province.changes(JourneyValue)
def count_the_encampment(table: Table[LueurState], moment: JourneyValue, value: int) -> int:
    encampment = table.state.players[moment.seat].encampment
    return value + table.state.content.province.places[encampment].points


class Walk(SeatStep):
    """The company goes on while it can move or camp (L-SERIAL-06)."""

    def run(self, table: Table[LueurState]) -> None:
        choice = CHOOSE_WAYS[self.seat]
        if len(choice.options(table)) > 1:
            table.do(choice)


class ChooseWay(Choice):
    def options(self, table: Table[LueurState]) -> list[Action]:
        state = table.state
        player = state.players[self.seat]
        board = state.content.province
        symbols = counted_symbols(state, self.seat)
        unused = unused_symbols(state, player)
        options: list[Action] = []
        for space, path in board.paths[player.company].items():
            if space in player.visited:
                continue
            place = board.places[space]
            left = player.footprints - footprint_cost(place.effects) - footprint_cost(path.effects)
            for payment in ways_to_pay(place, symbols, unused, left):
                options.append(WalkTo(self.seat, space, payment))
        if may_camp(state, player):
            options.append(CAMPS[self.seat])
        options.append(STOPS[self.seat])
        return options


def unused_symbols(state: LueurState, player: Player) -> list[str]:
    return [state.faces[die] for die in counted_dice(state, player) if die not in player.set_aside]


def ways_to_pay(
    place: Place, symbols: dict[str, int], unused: list[str], footprints: int
) -> Iterable[str]:
    """How a space may be entered, with the footprints that its other costs leave."""
    if footprints < 0:
        return []
    if place.kind == "element":
        ways = [DIE] if place.element in unused else []
        return [*ways, FOOTPRINT] if footprints else ways
    if place.kind == "crossed" and place.element in symbols:
        return [FOOTPRINT] if footprints else []
    return [FREE]


def may_camp(state: LueurState, player: Player) -> bool:
    """Whether the encampment may come here, now or only on arrival (L-JOURNEY-PROVINCE-09)."""
    if CAMP in state.other_readings and len(player.visited) == 1:
        return False
    place = state.content.province.places[player.company]
    return place.kind == "village" and player.encampment != player.company


@dataclass(unsafe_hash=True)
class WalkTo(Action):
    """Pay first, then the icon of the path, then those of the space (L-JOURNEY-07)."""

    space: str
    payment: str

    def run(self, table: Table[LueurState]) -> None:
        if self.payment == DIE:
            choice = ChooseTravelDie(self.seat, self.space)
            dice = choice.options(table)
            table.do(dice[0] if len(dice) == 1 else choice, Arrive(self.seat, self.space, DIE))
        else:
            table.do(Arrive(self.seat, self.space, self.payment))


@dataclass
class ChooseTravelDie(Choice):
    """Which of several dice with the same symbol pays; asked only if a Sketal makes it matter."""

    space: str

    def options(self, table: Table[LueurState]) -> list[Action]:
        state = table.state
        player = state.players[self.seat]
        element = state.content.province.places[self.space].element
        brought = list(player.sketal_dice.values())
        options: list[Action] = []
        known: list[str] = []
        for die in counted_dice(state, player):
            if state.faces[die] != element or die in player.set_aside:
                continue
            kind = state.content.dice[die]
            owner = kind.colour if kind.large and kind.colour in brought else ""
            if owner not in known:
                known.append(owner)
                options.append(SetAside(self.seat, die))
        return options


@dataclass(unsafe_hash=True)
class SetAside(Action):
    die: int

    def run(self, table: Table[LueurState]) -> None:
        table.state.players[self.seat].set_aside.append(self.die)


@dataclass
class Arrive(Step):
    seat: Seat
    space: str
    payment: str

    def run(self, table: Table[LueurState]) -> None:
        player = table.state.players[self.seat]
        board = table.state.content.province
        path = board.paths[player.company][self.space]
        place = board.places[self.space]
        cost = footprint_cost(path.effects) + footprint_cost(place.effects)
        pay_footprints(table, self.seat, cost + (self.payment == FOOTPRINT))
        player.company = self.space
        player.visited.append(self.space)
        table.emit(CompanyMoved(self.seat, self.space, self.payment))
        table.do_all(
            [
                *journey_steps(self.seat, path.effects),
                *journey_steps(self.seat, place.effects),
                WALKS[self.seat],
            ]
        )


def pay_footprints(table: Table[LueurState], seat: Seat, cost: int) -> None:
    """Pay exactly; a move that costs more than is held is not offered (L-JOURNEY-05)."""
    player = table.state.players[seat]
    assert player.footprints >= cost
    if cost:
        player.footprints -= cost
        table.emit(FootprintsLost(seat, cost))


class Camp(Action):
    """The encampment comes to this village and the company's movement ends."""

    def run(self, table: Table[LueurState]) -> None:
        player = table.state.players[self.seat]
        player.encampment = player.company
        table.emit(EncampmentMoved(self.seat, player.company))


class StopWalking(Action):
    def run(self, table: Table[LueurState]) -> None:
        pass


CHOOSE_WAYS: Final = [ChooseWay(seat) for seat in range(4)]
CAMPS: Final = [Camp(seat) for seat in range(4)]
STOPS: Final = [StopWalking(seat) for seat in range(4)]
WALKS: Final = [Walk(seat) for seat in range(4)]
