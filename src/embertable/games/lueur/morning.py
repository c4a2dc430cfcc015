"""Morning: each player in turn recruits a companion from the meeting track."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Action, Choice, Event, Seat, SeatStep, Step, Table
from embertable.games.lueur.content import ELEMENTS
from embertable.games.lueur.moments import AfterRecruit, BeforeRecruit, CompanionArrived
from embertable.games.lueur.state import LueurState


@dataclass
class CompanionRecruited(Event):
    seat: Seat
    companion: str
    dice: tuple[int, ...]
    footprints: int


@dataclass
class CompanionCulled(Event):
    seat: Seat
    companion: str


@dataclass
class TrackCleared(Event):
    companions: tuple[str, ...]


class ChooseCompanion(Choice):
    """Taking a companion is compulsory (L-RECRUIT-01)."""

    def options(self, table: Table[LueurState]) -> list[Action]:
        recruits = RECRUITS[self.seat]
        return [recruits[space] for space in table.state.spaces_with_companions()]


CHOOSE_COMPANIONS: Final = [ChooseCompanion(seat) for seat in range(4)]


@dataclass(unsafe_hash=True)
class Recruit(Action):
    space: str

    def run(self, table: Table[LueurState]) -> None:
        table.do_all(
            [
                *table.reactions(BeforeRecruit(self.seat, self.space)),
                TakeCompanion(self.seat, self.space),
                FinishRecruiting(self.seat),
            ]
        )


@dataclass
class TakeCompanion(Step):
    """The companion comes last in the row, with the dice and footprints of its space.

    What the dice showed on the track is over: they have no symbol until they are rolled (L-DEF-09).
    """

    seat: Seat
    space: str

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        player = state.players[self.seat]
        space = state.space(self.space)
        companion = space.companion
        table.emit(CompanionRecruited(self.seat, companion, tuple(space.dice), space.footprints))
        player.companions.append(companion)
        player.dice.extend(space.dice)
        for die in space.dice:
            state.faces[die] = ""
        player.footprints += space.footprints
        space.companion = ""
        space.dice = []
        space.footprints = 0
        table.do_all(table.reactions(CompanionArrived(self.seat, companion)))


class FinishRecruiting(SeatStep):
    def run(self, table: Table[LueurState]) -> None:
        table.do_all(table.reactions(AfterRecruit(self.seat)))


@dataclass
class ClearTrack(Step):
    """Companions nobody took go to the cemetery; dice and footprints stay (L-RECRUIT-05)."""

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        left = [space.companion for space in state.track if space.companion]
        for space in state.track:
            space.companion = ""
        state.cemetery.extend(left)
        table.emit(TrackCleared(tuple(left)))


two_players = Ruleset("two-players")


@two_players.on(AfterRecruit)
def let_the_first_player_cull(table: Table[LueurState], moment: AfterRecruit) -> Iterable[Step]:
    if moment.seat == table.state.first:
        yield ChooseCull(moment.seat)


class ChooseCull(Choice):
    def options(self, table: Table[LueurState]) -> list[Action]:
        return [Cull(self.seat, space) for space in table.state.spaces_with_companions()]


@dataclass(unsafe_hash=True)
class Cull(Action):
    """Its dice and footprints stay, and it has no effect of any kind (L-RECRUIT-07)."""

    space: str

    def run(self, table: Table[LueurState]) -> None:
        space = table.state.space(self.space)
        table.state.cemetery.append(space.companion)
        table.emit(CompanionCulled(self.seat, space.companion))
        space.companion = ""


RECRUITS: Final = [{space: Recruit(seat, space) for space in ELEMENTS} for seat in range(4)]
