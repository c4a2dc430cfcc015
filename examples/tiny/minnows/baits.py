"""Baits: all lay one at the same time, face down; the heaviest that stands alone fishes."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Action, Choice, Event, Seat, Step, Table
from minnows.nets import CastNet
from minnows.state import MinnowsState


@dataclass
class BaitLaid(Event):
    """That a bait lies, not which."""

    seat: Seat


@dataclass
class BaitsShown(Event):
    baits: tuple[str, ...]


@dataclass
class NobodyFishes(Event):
    pass


@dataclass
class ChooseBait(Choice):
    """Any fish in hand; two of a kind are one option (M-BAIT-01)."""

    def options(self, table: Table[MinnowsState]) -> list[Action]:
        hand = table.state.anglers[self.seat].hand
        return [LayBait(self.seat, fish) for fish in sorted(set(hand))]


@dataclass(unsafe_hash=True)
class LayBait(Action):
    fish: str

    def run(self, table: Table[MinnowsState]) -> None:
        angler = table.state.anglers[self.seat]
        angler.hand.remove(self.fish)
        angler.bait = self.fish
        table.emit(BaitLaid(self.seat))


@dataclass
class ShowBaits(Step):
    """Baits are turned up and discarded; a tie in kind is out (M-BAIT-02)."""

    def run(self, table: Table[MinnowsState]) -> None:
        state = table.state
        baits = [angler.bait for angler in state.anglers]
        table.reveal()
        table.emit(BaitsShown(tuple(baits)))
        for angler in state.anglers:
            state.discards.append(angler.bait)
            angler.bait = ""
        alone = [seat for seat, bait in enumerate(baits) if baits.count(bait) == 1]
        if alone:
            table.do(CastNet(max(alone, key=lambda seat: state.content.weights[baits[seat]])))
        else:
            table.emit(NobodyFishes())
