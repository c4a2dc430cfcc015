"""The heron: an expansion in one file. Nets hold more, and big catches are shared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Action, Choice, Event, Seat, Step, Table
from minnows.nets import CatchLanded, NetSize
from minnows.state import MinnowsState

heron = Ruleset("heron")


@dataclass
class HeronFed(Event):
    seat: Seat
    fish: str


@heron.changes(NetSize)
def widen_the_net(table: Table[MinnowsState], moment: NetSize, size: int) -> int:
    return size + table.state.content.heron_net


@heron.on(CatchLanded)
def share_with_the_heron(table: Table[MinnowsState], moment: CatchLanded) -> Iterable[Step]:
    if moment.fish >= table.state.content.heron_asks_from:
        yield ChooseShare(moment.seat)


@dataclass
class ChooseShare(Choice):
    """One fish from the basket, whichever (M-HERON-02)."""

    def options(self, table: Table[MinnowsState]) -> list[Action]:
        basket = table.state.anglers[self.seat].basket
        return [FeedHeron(self.seat, fish) for fish in sorted(set(basket))]


@dataclass(unsafe_hash=True)
class FeedHeron(Action):
    fish: str

    def run(self, table: Table[MinnowsState]) -> None:
        table.state.anglers[self.seat].basket.remove(self.fish)
        table.state.discards.append(self.fish)
        table.emit(HeronFed(self.seat, self.fish))
