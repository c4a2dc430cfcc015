"""Turns: one action each, what may be added to it, and the Threat phase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.rulesets import Moment
from embertable.engine.table import Action, Choice, Event, Seat, SeatStep, Table
from embertable.games.faceless.memories import memory_actions
from embertable.games.faceless.moments import ActionDone, Additions, TurnStarted
from embertable.games.faceless.rest import RESTS
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.threats import ThreatPhase
from embertable.games.faceless.walk import PlayCard
from embertable.games.faceless.whisper import WHISPERS, can_whisper


@dataclass
class TurnBegan(Event):
    seat: Seat
    turn: int


class BeginTurn(SeatStep):
    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        state.turn += 1
        state.current = self.seat
        state.action = ""
        state.is_done = False
        state.memory_effects = 0
        state.powers.clear()
        table.emit(TurnBegan(self.seat, state.turn))
        table.do_all([*table.reactions(TurnStarted(self.seat)), TakeTurn(self.seat)])


class TakeTurn(SeatStep):
    """Exactly one action, with additions before and after it (F-TURN-02, F-TURN-05)."""

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        if not state.action:
            table.do(CHOOSE_ACTIONS[self.seat], FinishAction(self.seat), TakeTurn(self.seat))
        elif not state.is_done and additions(table, self.seat):
            table.do(ChooseAddition(self.seat), TakeTurn(self.seat))
        else:
            table.do(ThreatPhase(self.seat), EndTurn(self.seat))


def additions(table: Table[FacelessState], seat: Seat) -> list[Action]:
    """Memory effects and powers that can be used beside the action now."""
    return [*memory_actions(table, seat), *actions_at(table, Additions(seat))]


def actions_at(table: Table[FacelessState], moment: Moment) -> list[Action]:
    """What a moment is answered with, where it is answered with actions."""
    found: list[Action] = []
    for step in table.reactions(moment):
        assert isinstance(step, Action)
        found.append(step)
    return found


class ChooseAction(Choice):
    """Walk, Rest or Whisper, or something before it (F-TURN-04)."""

    def options(self, table: Table[FacelessState]) -> list[Action]:
        options: list[Action] = [
            PlayCard(self.seat, card) for card in sorted(set(table.state.hands[self.seat]))
        ]
        options.append(RESTS[self.seat])
        if can_whisper(table):
            options.append(WHISPERS[self.seat])
        options.extend(additions(table, self.seat))
        return options


CHOOSE_ACTIONS: Final = [ChooseAction(seat) for seat in range(4)]


class FinishAction(SeatStep):
    """What follows the action itself; an addition before it comes by here, too."""

    def run(self, table: Table[FacelessState]) -> None:
        if table.state.action:
            table.do_all(table.reactions(ActionDone(self.seat)))


class ChooseAddition(Choice):
    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [FACE_THREATS[self.seat], *additions(table, self.seat)]


class FaceThreats(Action):
    """Use nothing more in this turn."""

    def run(self, table: Table[FacelessState]) -> None:
        table.state.is_done = True


FACE_THREATS: Final = [FaceThreats(seat) for seat in range(4)]


class EndTurn(SeatStep):
    """The next player clockwise (F-TURN-01)."""

    def run(self, table: Table[FacelessState]) -> None:
        seats = len(table.state.hands)
        table.do(BeginTurn((self.seat + 1) % seats))
