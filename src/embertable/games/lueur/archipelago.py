"""The Archipelago of Darkness: one boat a round sails to a neighbouring island."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Action, Choice, Event, Seat, SeatStep, Step, Table
from embertable.games.lueur.content import Way
from embertable.games.lueur.dice import different_elements
from embertable.games.lueur.effects import footprint_cost, journey_steps
from embertable.games.lueur.moments import JourneyValue, PiecesPlaced, TimeToTravel
from embertable.games.lueur.province import pay_footprints
from embertable.games.lueur.state import LueurState

archipelago = Ruleset("archipelago")

CLOSED: Final = -1


@dataclass
class BoatSailed(Event):
    seat: Seat
    start: str
    island: str


@archipelago.on(PiecesPlaced)
def moor_the_boats(table: Table[LueurState], moment: PiecesPlaced) -> Iterable[Step]:
    yield MoorBoats(moment.seat)


class MoorBoats(SeatStep):
    def run(self, table: Table[LueurState]) -> None:
        content = table.state.content
        table.state.players[self.seat].boats = [content.archipelago.start] * content.boats


@archipelago.on(TimeToTravel)
def look_for_wind(table: Table[LueurState], moment: TimeToTravel) -> Iterable[Step]:
    choice = CHOOSE_SAILINGS[moment.seat]
    if len(choice.options(table)) > 1:
        yield choice


@archipelago.changes(JourneyValue)
def count_the_islands(table: Table[LueurState], moment: JourneyValue, value: int) -> int:
    places = table.state.content.archipelago.places
    boats = table.state.players[moment.seat].boats
    return value + sum(places[island].points for island in boats)


def sailing_cost(path: Way, elements: int) -> int:
    """The footprints a path asks for, or CLOSED when the dice show too many elements."""
    if elements > path.high:
        return CLOSED
    return max(0, path.low - elements) + footprint_cost(path.effects)


class ChooseSailing(Choice):
    """Never to an island that holds another own boat (L-JOURNEY-ARCHIPELAGO-03)."""

    def options(self, table: Table[LueurState]) -> list[Action]:
        state = table.state
        player = state.players[self.seat]
        elements = different_elements(state, self.seat)
        options: list[Action] = []
        for start in sorted(set(player.boats)):
            for island, path in state.content.archipelago.paths[start].items():
                cost = sailing_cost(path, elements)
                if island not in player.boats and CLOSED < cost <= player.footprints:
                    options.append(Sail(self.seat, start, island))
        options.append(STAYS[self.seat])
        return options


@dataclass(unsafe_hash=True)
class Sail(Action):
    """Pay, then the icon of the island; what it gives cannot pay for this move."""

    start: str
    island: str

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        player = state.players[self.seat]
        board = state.content.archipelago
        path = board.paths[self.start][self.island]
        pay_footprints(table, self.seat, sailing_cost(path, different_elements(state, self.seat)))
        player.boats.remove(self.start)
        player.boats.append(self.island)
        player.boats.sort()
        table.emit(BoatSailed(self.seat, self.start, self.island))
        table.do_all(
            [
                *journey_steps(self.seat, path.effects),
                *journey_steps(self.seat, board.places[self.island].effects),
            ]
        )


class StayMoored(Action):
    def run(self, table: Table[LueurState]) -> None:
        pass


CHOOSE_SAILINGS: Final = [ChooseSailing(seat) for seat in range(4)]
STAYS: Final = [StayMoored(seat) for seat in range(4)]
