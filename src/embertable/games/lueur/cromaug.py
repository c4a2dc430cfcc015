"""Cromaug goes to the cemetery and may bring another companion back from it."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Action, Choice, Event, Seat, Step, Table
from embertable.games.lueur.moments import CompanionArrived
from embertable.games.lueur.noon import Resolve, met_cards
from embertable.games.lueur.state import CROMAUG, LueurState
from embertable.games.lueur.vocabulary import SingleCardEffect


@dataclass
class CompanionRaised(Event):
    seat: Seat
    companion: str


class RaiseCompanion(SingleCardEffect):
    """With no other companion in the cemetery nothing is taken (L-CROMAUG-01)."""

    def run(self, table: Table[LueurState]) -> None:
        choice = ChooseRaise(self.seat, self.card)
        if len(choice.options(table)) > 1:
            table.do(choice)


@dataclass
class ChooseRaise(Choice):
    """The cemetery as Noon found it, and one's own losses of this Noon (L-CROMAUG-03)."""

    card: str

    def options(self, table: Table[LueurState]) -> list[Action]:
        state = table.state
        graves = [*state.cemetery, *state.players[self.seat].fallen]
        options: list[Action] = [
            Raise(self.seat, companion) for companion in graves if companion != self.card
        ]
        options.append(LeaveCemetery(self.seat))
        return options


@dataclass(unsafe_hash=True)
class Raise(Action):
    """The companion becomes the last recruited (L-CROMAUG-04)."""

    companion: str

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        player = state.players[self.seat]
        graves = state.cemetery if self.companion in state.cemetery else player.fallen
        graves.remove(self.companion)
        player.companions.append(self.companion)
        table.emit(CompanionRaised(self.seat, self.companion))
        table.do_all(
            [
                *table.reactions(CompanionArrived(self.seat, self.companion)),
                *(
                    [AskToTrigger(self.seat, self.companion)]
                    if CROMAUG in state.other_readings
                    else []
                ),
            ]
        )


class LeaveCemetery(Action):
    """Taking is optional (L-CROMAUG-01)."""

    def run(self, table: Table[LueurState]) -> None:
        pass


@dataclass
class AskToTrigger(Step):
    """Where the new companion "can" be triggered: now, or not before the next round (L-CROMAUG-05)."""

    seat: Seat
    companion: str

    def run(self, table: Table[LueurState]) -> None:
        if self.companion in met_cards(table.state, self.seat):
            table.do(ChooseTrigger(self.seat, self.companion))
        else:
            table.state.players[self.seat].resolved.append(self.companion)


@dataclass
class ChooseTrigger(Choice):
    companion: str

    def options(self, table: Table[LueurState]) -> list[Action]:
        return [Resolve(self.seat, self.companion), LetRest(self.seat, self.companion)]


@dataclass(unsafe_hash=True)
class LetRest(Action):
    companion: str

    def run(self, table: Table[LueurState]) -> None:
        table.state.players[self.seat].resolved.append(self.companion)
