"""What steps of the rules would do to the Team, on a copy: a walk, a Threat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from embertable.engine.chance import seeded
from embertable.engine.table import Event, Seat, Step, Table
from embertable.games.faceless.billygoat import ChooseApproach, ways_from
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import FigureSnapped
from embertable.games.faceless.content import BILLYGOAT
from embertable.games.faceless.deck import ThreatAdded
from embertable.games.faceless.kids import ChooseBonus
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.team import (
    END_MOVEMENT,
    START_MOVEMENT,
    ChooseBetween,
    ChoosePayment,
    MemoryFound,
    MemorySpent,
    NeedleSteps,
    ObstacleHit,
    TeamMoved,
    TeamWrapped,
)
from embertable.games.faceless.threats import (
    CardDiscarded,
    ChooseDiscard,
    ChooseTurned,
    DeckDiscarded,
    FigureTurned,
)
from embertable.previews.forecast import AT_REST

MOST_ANSWERS: Final = 20
OPEN: Final = (ChoosePayment, ChooseDiscard, ChooseTurned, ChooseApproach, ChooseBonus)
"""Choices whose answers differ little enough that the first stands for all."""


@dataclass
class Outcome:
    """What happens to the Team and around it, step by step."""

    spaces: list[int] = field(default_factory=list)
    """Where the Team comes, one space for each step it takes."""
    obstacles: list[int] = field(default_factory=list)
    found: int = 0
    spent: int = 0
    wraps: bool = False
    turned: int = 0
    snapped: int = 0
    discarded: int = 0
    threats: int = 0
    goat_before: int = AWAY
    goat_after: int = AWAY
    """How many spaces Billygoat is away; AWAY where he cannot come."""
    wavers: bool = False
    """Whether somebody has to choose a way or something else before it is over."""
    between: list[int] = field(default_factory=list)
    """The two directions between which the needle wavers then."""
    luck: bool = False
    """Whether a die or a drawn card decides part of it."""
    ends: str = ""
    """How it ends the game."""


def walk(table: Table[FacelessState], seat: Seat, steps: int) -> Outcome:
    """The needle steps of a card with the magnets as they stand on this table."""
    return outcome(table, START_MOVEMENT, NeedleSteps(seat, steps), END_MOVEMENT)


def outcome(table: Table[FacelessState], *steps: Step) -> Outcome:
    tried = table.copy_doing(seeded(0), *steps, AT_REST)
    found = Outcome(goat_before=goat_distance(table))
    for _ in range(MOST_ANSWERS):
        choice = tried.next_choice()
        if choice is None or choice is AT_REST:
            break
        if not isinstance(choice, OPEN):
            found.wavers = True
            if isinstance(choice, ChooseBetween):
                found.between = [choice.one, choice.other]
            break
        tried.apply(tried.offered()[0])
    for event in tried.log:
        tell(found, event)
    found.goat_after = goat_distance(tried)
    found.luck = tried.chance.draws > 0
    if tried.result is not None:
        found.ends = tried.result.outcome
    return found


def tell(found: Outcome, event: Event) -> None:
    if isinstance(event, (TeamMoved, TeamWrapped)):
        found.spaces.append(event.space)
        found.wraps = found.wraps or isinstance(event, TeamWrapped)
    elif isinstance(event, ObstacleHit):
        found.obstacles.append(event.space)
    elif isinstance(event, MemoryFound):
        found.found += 1
    elif isinstance(event, MemorySpent):
        found.spent += 1
    elif isinstance(event, FigureTurned):
        found.turned += 1
    elif isinstance(event, FigureSnapped):
        found.snapped += 1
    elif isinstance(event, (CardDiscarded, DeckDiscarded)):
        found.discarded += 1
    elif isinstance(event, ThreatAdded):
        found.threats += 1


def goat_distance(table: Table[FacelessState]) -> int:
    state = table.state
    goat = state.places[BILLYGOAT]
    if AWAY in (goat, state.team):
        return AWAY
    return ways_from(table, [goat])[state.team]
