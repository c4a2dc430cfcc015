"""The eight rounds: what follows what."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Event, Seat, SeatStep, Step, Table, Together
from embertable.games.lueur.evening import CleanUp, DealCompanions, PassFirstPlayer, PutDiceBack
from embertable.games.lueur.final_count import FinalCount
from embertable.games.lueur.late_morning import LateMorning, RollDice
from embertable.games.lueur.moments import TimeToTravel
from embertable.games.lueur.morning import CHOOSE_COMPANIONS, ClearTrack
from embertable.games.lueur.noon import Gather, Noon, PayFaces
from embertable.games.lueur.spells import RevealSpells
from embertable.games.lueur.state import LueurState


@dataclass
class RoundStarted(Event):
    round: int
    seat: Seat


@dataclass
class PlayRound(Step):
    """Five steps, each begun when all have finished the one before (L-ROUND-03)."""

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        state.round += 1
        table.emit(RoundStarted(state.round, state.first))
        seats = state.turn_order()
        table.do_all(
            [
                RevealSpells(),
                *[CHOOSE_COMPANIONS[seat] for seat in seats],
                ClearTrack(),
                RollDice(),
                Together(seats, tuple([LateMorning(seat) for seat in seats])),
                PayFaces(),
                Together(seats, tuple([Noon(seat) for seat in seats])),
                Gather(),
                Together(seats, tuple([Afternoon(seat) for seat in seats])),
                Gather(),
                Evening(),
            ]
        )


class Afternoon(SeatStep):
    """Each player may travel; how, the journey says."""

    def run(self, table: Table[LueurState]) -> None:
        table.do_all(table.reactions(TimeToTravel(self.seat)))


@dataclass
class Evening(Step):
    """Reset for the next round; after the last one, count (L-EVENING-01)."""

    def run(self, table: Table[LueurState]) -> None:
        if table.state.round == table.state.content.rounds:
            table.do(FinalCount())
        else:
            table.do(PutDiceBack(), DealCompanions(), CleanUp(), PassFirstPlayer(), PlayRound())
