"""The winning chance of a seat over a game, as the bots see it, and where the game turned.

Every position is judged by what the seat could see then. The same imagined luck is used throughout, so
that a difference between two positions comes from what was played between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from embertable.bots.analysis import CHANCE
from embertable.bots.rollout import rollout_of
from embertable.bots.sums import add_up
from embertable.engine.chance import seeded
from embertable.engine.content import Content
from embertable.engine.game import Game
from embertable.engine.record import Record
from embertable.engine.session import Session, open_record, replay
from embertable.engine.table import Seat

POINTS = 32
"""How many positions of a game are judged."""
PLAYOUTS = 12


@dataclass(frozen=True)
class ChanceAfter:
    """The chance of one seat after a decision; 0 is the start of the game."""

    number: int
    chance: float


def numbers_of(record: Record, points: int = POINTS) -> list[int]:
    """The decisions after which the chance is asked: the start, the end, and evenly between."""
    last = len(record.entries)
    steps = max(1, min(points - 1, last))
    return sorted({round(last * step / steps) for step in range(steps + 1)})


def chances(
    game: Game, record: Record, seat: Seat, numbers: Sequence[int], content: Content | None = None
) -> list[ChanceAfter]:
    """The chance of a seat after each of these decisions; nothing in games whose bots count no chances."""
    session = open_record(game, record, content)
    going_on = replay(session, record)
    found: list[ChanceAfter] = []
    played = 0
    for number in sorted(set(numbers)):
        for _ in range(number - played):
            next(going_on)
        played = number
        chance = chance_at(session, seat)
        if chance is None:
            return []
        found.append(ChanceAfter(number, chance))
    return found


def chance_at(session: Session, seat: Seat) -> float | None:
    """The chance at a position; None if the game's bots count something else."""
    table, game = session.table, session.game
    choice = table.next_choice()
    if choice is None:
        result = table.result
        return 1.0 if result is not None and seat in result.winners else 0.0
    outcomes: list[float] = []
    for number in range(PLAYOUTS):
        imagined = game.imagine(table, seat, seeded(number))
        asked = imagined.next_choice()
        if asked is None:
            continue
        rollout = rollout_of(game)(imagined, asked)
        if rollout.unit != CHANCE:
            return None
        rollout.seat = seat
        rollout.play_on(imagined)
        outcomes.append(min(1.0, max(0.0, rollout.estimate(imagined))))
    return add_up(outcomes) / len(outcomes) if outcomes else None
