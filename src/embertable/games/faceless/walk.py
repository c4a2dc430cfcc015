"""Walk: play a card, pose its figure, and move the Team by its number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Action, Choice, Event, Seat, SeatStep, Step, Table
from embertable.games.faceless.collisions import CheckCollisions
from embertable.games.faceless.content import BILLYGOAT, COLOURS, FIGURES, MOST_PLACES, PURPLE
from embertable.games.faceless.deck import CardEvent
from embertable.games.faceless.ending import check_caught
from embertable.games.faceless.headings import blind_headings, short_headings
from embertable.games.faceless.moments import (
    BeforeTeamMoves,
    CardResolved,
    MoreSteps,
    NeedleHidden,
    PathLength,
    PoseConfirmed,
)
from embertable.games.faceless.poses import billygoat_places, external_places
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.team import END_MOVEMENT, START_MOVEMENT, FreeSteps, NeedleSteps

WALK: Final = "walk"


class CardPlayed(CardEvent):
    pass


@dataclass
class FigurePosed(Event):
    """A figure stands as it will for the rest of this movement."""

    seat: Seat
    figure: int
    place: int
    heading: int


@dataclass
class FigureSetOut(Event):
    """A figure faces this way when the game begins, which may still be changed (F-SETUP-04)."""

    seat: Seat
    figure: int
    place: int
    heading: int


@dataclass(unsafe_hash=True)
class PlayCard(Action):
    """Playing is a commitment: only now may its figure be tried (F-WALK-13)."""

    card: str

    def run(self, table: Table[FacelessState]) -> None:
        table.state.action = WALK
        table.do(ResolveCard(self.seat, self.card))


@dataclass
class ResolveCard(Step):
    """The figure first, then the Team, then the discard pile (F-WALK-01, F-WALK-02)."""

    seat: Seat
    card: str

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        state.hands[self.seat].remove(self.card)
        state.card = self.card
        state.change = 0
        table.reveal()
        table.emit(CardPlayed(self.seat, self.card))
        card = state.content.cards[self.card]
        pose: list[Step] = []
        if card.colour != PURPLE:
            steps = table.ask(PathLength(self.seat), card.value)
            steps = table.ask(MoreSteps(), steps)
            pose = [PoseFigure(self.seat, COLOURS.index(card.colour), steps, True)]
        table.do_all(
            [
                *pose,
                ConfirmPose(self.seat),
                MoveByCard(self.seat),
                DiscardPlayed(self.seat),
            ]
        )


class ConfirmPose(SeatStep):
    """From here on no figure may be changed in this movement (F-WALK-12)."""

    def run(self, table: Table[FacelessState]) -> None:
        table.do_all(
            [
                *table.reactions(PoseConfirmed(self.seat)),
                *table.reactions(BeforeTeamMoves(self.seat)),
            ]
        )


class MoveByCard(SeatStep):
    """Exactly the card's number of steps, as powers and the die change it (ledger, 21.1).

    Of less than one step nothing is taken (F-MOVE-05).
    """

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        card = state.content.cards[state.card]
        number = card.value + state.change
        total = table.ask(MoreSteps(), number)
        if card.colour != PURPLE:
            move: list[Step] = [NeedleSteps(self.seat, total)]
        else:
            # What the die adds to a purple card comes last and follows the needle (F-EXP-DIE-12).
            beyond = table.options["free_step_off_edge"] != "never"
            move = [
                FreeSteps(self.seat, min(number, total), beyond),
                NeedleSteps(self.seat, total - number),
            ]
        table.do_all([START_MOVEMENT, *move, END_MOVEMENT])


class DiscardPlayed(SeatStep):
    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        state.discards.append(state.card)
        state.card = ""
        table.do_all(table.reactions(CardResolved(self.seat)))


@dataclass
class PoseFigure(Step):
    """Where to put a figure, then where to turn it; `steps` of the Team hang on it."""

    seat: Seat
    figure: int
    steps: int
    by_card: bool

    def run(self, table: Table[FacelessState]) -> None:
        places = places_for(table, self.figure, self.by_card)
        if not places:
            return
        stand: Step = (
            StandOn(self.seat, self.figure, places[0])
            if len(places) == 1
            else ChoosePlace(self.seat, self.figure, self.by_card)
        )
        table.do(
            stand,
            ChooseHeading(self.seat, self.figure, self.steps),
            CheckCollisions(self.figure),
        )


def places_for(table: Table[FacelessState], figure: int, by_card: bool) -> list[int]:
    if figure == BILLYGOAT:
        return billygoat_places(table, by_card)
    return external_places(table, figure)


@dataclass
class ChoosePlace(Choice):
    figure: int
    by_card: bool

    def options(self, table: Table[FacelessState]) -> list[Action]:
        stands = STANDS[self.seat][self.figure]
        return [stands[place] for place in places_for(table, self.figure, self.by_card)]


@dataclass(unsafe_hash=True)
class StandOn(Action):
    """Put a figure on a place, not turned yet."""

    figure: int
    place: int

    def run(self, table: Table[FacelessState]) -> None:
        table.state.places[self.figure] = self.place
        if self.figure == BILLYGOAT:
            check_caught(table)


@dataclass
class ChooseHeading(Choice):
    """Any facing, the present one too (F-WALK-03)."""

    figure: int
    steps: int

    def options(self, table: Table[FacelessState]) -> list[Action]:
        return TURNS[self.seat][self.figure]

    def free_field(self) -> str:
        return "heading"

    def shortlist(self, table: Table[FacelessState]) -> list[Action]:
        """The present facing, and one for each outcome; under the Fog every 30 degrees."""
        turns = TURNS[self.seat][self.figure]
        if table.options["headings"] == "all":
            return turns
        if table.ask(NeedleHidden(), 0):
            headings = blind_headings(table.state, self.figure)
        else:
            headings = short_headings(table, self.figure, self.steps)
        return [turns[heading] for heading in headings]


@dataclass(unsafe_hash=True)
class TurnTo(Action):
    """Turn the figure and leave it so; that ends the trials (F-WALK-12)."""

    figure: int
    heading: int

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        state.headings[self.figure] = self.heading
        place = state.places[self.figure]
        if state.turn == 0:
            table.emit(FigureSetOut(self.seat, self.figure, place, self.heading))
            return
        table.make_final()
        table.emit(FigurePosed(self.seat, self.figure, place, self.heading))


TURNS: Final[list[list[list[Action]]]] = [
    [[TurnTo(seat, figure, heading) for heading in range(360)] for figure in range(len(FIGURES))]
    for seat in range(4)
]
"""Every facing of every figure; shared, so nobody may change these lists."""
STANDS: Final = [
    [[StandOn(seat, figure, place) for place in range(MOST_PLACES)] for figure in range(4)]
    for seat in range(4)
]
