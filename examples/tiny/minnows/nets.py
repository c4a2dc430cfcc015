"""Nets: turn up fish from the pond, and stop before the net tears."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.rulesets import Moment
from embertable.engine.table import Action, Choice, Event, Seat, Step, Table
from minnows.state import MinnowsState


@dataclass
class CatchLanded(Moment):
    """An angler has hauled in a number of fish."""

    seat: Seat
    fish: int


@dataclass
class NetSize(Moment):
    """How many fish an angler's net holds."""

    seat: Seat


@dataclass
class FishCaught(Event):
    seat: Seat
    fish: str


@dataclass
class NetTorn(Event):
    seat: Seat
    fish: str


@dataclass
class CatchKept(Event):
    seat: Seat
    fish: tuple[str, ...]


@dataclass
class CastNet(Step):
    """Turn up a fish; a kind that is there already tears the net (M-NET-01, M-NET-02)."""

    seat: Seat

    def run(self, table: Table[MinnowsState]) -> None:
        state = table.state
        net = state.anglers[self.seat].net
        fish = state.pond.pop()
        table.reveal()
        if fish in net:
            table.emit(NetTorn(self.seat, fish))
            state.discards.extend([*net, fish])
            net.clear()
            return
        net.append(fish)
        table.emit(FishCaught(self.seat, fish))
        full = len(net) >= table.ask(NetSize(self.seat), state.content.net)
        table.do(HaulIn(self.seat) if full else ChooseHaul(self.seat))


@dataclass
class ChooseHaul(Choice):
    """Cast again or haul in (M-NET-03)."""

    def options(self, table: Table[MinnowsState]) -> list[Action]:
        return [CastAgain(self.seat), HaulIn(self.seat)]


class CastAgain(Action):
    def run(self, table: Table[MinnowsState]) -> None:
        table.do(CastNet(self.seat))


class HaulIn(Action):
    """What was caught is safe (M-NET-04)."""

    def run(self, table: Table[MinnowsState]) -> None:
        angler = table.state.anglers[self.seat]
        landed = tuple(angler.net)
        angler.basket.extend(landed)
        angler.net.clear()
        table.emit(CatchKept(self.seat, landed))
        table.do(*table.reactions(CatchLanded(self.seat, len(landed))))
