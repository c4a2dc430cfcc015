"""Set-up, the rounds, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from embertable.engine.table import Event, Result, Seat, Step, Table, Together
from minnows.baits import ChooseBait, ShowBaits
from minnows.state import MinnowsState


@dataclass
class RoundStarted(Event):
    round: int


@dataclass
class FishDrawn(Event):
    """Only its angler learns what came."""

    seat: Seat
    fish: str

    def seen_by(self) -> Sequence[Seat]:
        return (self.seat,)


@dataclass
class GameWon(Event):
    seats: tuple[Seat, ...]
    weight: int


@dataclass
class SetUp(Step):
    """Shuffle the pond (M-SETUP-01)."""

    def run(self, table: Table[MinnowsState]) -> None:
        state = table.state
        for fish, copies in state.content.copies.items():
            state.pond.extend([fish] * copies)
        table.chance.shuffle("pond", state.pond)
        table.do(PlayRound())


@dataclass
class PlayRound(Step):
    """Draw, lay baits all together, and let the best bait fish (M-ROUND-01)."""

    def run(self, table: Table[MinnowsState]) -> None:
        table.state.round += 1
        table.emit(RoundStarted(table.state.round))
        seats = tuple([angler.seat for angler in table.state.anglers])
        table.do(
            *[FillHand(seat) for seat in seats],
            Together(seats, tuple([ChooseBait(seat) for seat in seats])),
            ShowBaits(),
            EndRound(),
        )


@dataclass
class FillHand(Step):
    """The angler learns what comes, so nothing before it can be taken back (M-ROUND-01)."""

    seat: Seat

    def run(self, table: Table[MinnowsState]) -> None:
        hand = table.state.anglers[self.seat].hand
        while len(hand) < table.state.content.hand:
            hand.append(table.state.pond.pop())
            table.reveal(self.seat)
            table.emit(FishDrawn(self.seat, hand[-1]))


@dataclass
class EndRound(Step):
    def run(self, table: Table[MinnowsState]) -> None:
        last = table.state.round == table.state.content.rounds
        table.do(WeighBaskets() if last else PlayRound())


@dataclass
class WeighBaskets(Step):
    """The heaviest basket wins (M-END-01)."""

    def run(self, table: Table[MinnowsState]) -> None:
        weights = table.state.content.weights
        scores = [sum([weights[fish] for fish in a.basket]) for a in table.state.anglers]
        winners = tuple([seat for seat, score in enumerate(scores) if score == max(scores)])
        table.emit(GameWon(winners, max(scores)))
        table.end(Result("won" if len(winners) == 1 else "shared", winners, tuple(scores)))
