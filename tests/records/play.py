"""Random play that repeats for ever: a small generator of its own, whatever Python's does."""

from collections.abc import Sequence

from embertable.bots import Bot, ask
from embertable.engine.session import Session
from embertable.engine.table import SYSTEM, Action, Seat

MULTIPLIER = 48271
MODULUS = 2147483647
MOST_DECISIONS = 5000
KEEPER_ONE_IN = 10


class Picks:
    """A player who picks a kind of action first and one of that kind then.

    So it keeps its dice as often as it rerolls them, and its games are not all rerolls.
    """

    def __init__(self, seed: int) -> None:
        self.value = seed * 7919 % (MODULUS - 1) + 1

    def below(self, number: int) -> int:
        self.value = self.value * MULTIPLIER % MODULUS
        return (self.value >> 8) % number

    def one_of(self, options: Sequence[Action]) -> Action:
        kinds = list(dict.fromkeys(type(option) for option in options))
        kind = kinds[self.below(len(kinds))]
        fitting = [option for option in options if type(option) is kind]
        return fitting[self.below(len(fitting))]

    def seat_of(self, seats: Sequence[Seat]) -> Seat:
        return seats[self.below(len(seats))]


def play_out(session: Session, picks: Picks, undo_one_in: int = 0, bot: Bot | None = None) -> None:
    """Play to the end, during the simultaneous steps in an order that is picked too.

    With `undo_one_in`, a decision that may be taken back freely sometimes is. A bot decides in
    place of the picks where these alone would soon lose. Who keeps the table does what they may
    now and then.
    """
    for _ in range(MOST_DECISIONS):
        seats = [choice.seat for choice in session.table.choices()]
        if not seats:
            return
        kept = session.table.offered(SYSTEM)
        if kept and not picks.below(KEEPER_ONE_IN):
            session.play(picks.one_of(kept), SYSTEM)
            continue
        seat = picks.seat_of(seats)
        if bot is None:
            action = picks.one_of(session.table.offered(seat))
        else:
            action = ask(bot, session.table, seat)
        session.play(action, seat)
        who = session.past[-1].seat  # For a party, the seat that took the action.
        if undo_one_in and session.may_undo(who) and not picks.below(undo_one_in):
            session.undo(who)
    raise AssertionError("the game does not end")
