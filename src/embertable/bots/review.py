"""Review of a finished game: the decisions that cost most, as the search judges them.

The evaluator looks at every decision, and those it finds worst are played out. Each is judged by what
its seat could see at the time, so nobody is blamed for bad luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from embertable.bots.analysis import Analysis
from embertable.bots.hints import Hint, hint_of, is_better
from embertable.bots.search import Budget, SearchBot, never
from embertable.engine.content import Content
from embertable.engine.game import Game
from embertable.engine.record import Record
from embertable.engine.session import open_record, replay
from embertable.engine.table import CHANCE, SYSTEM, Action, Seat, Table

SHOWN = 3
LOOKED_AT = 12
"""How many decisions are played out: the worst ones by value."""
USUAL = Budget(playouts=160)
"""Playouts for each of them, in number and not in time, so that a review is reproducible."""


@dataclass(frozen=True)
class Costly:
    """A decision by its number, whose it was, and what a bot would have done `instead` of it.

    `hint.action` is the better option, `hint.instead` the one that was chosen.
    """

    number: int
    seat: Seat
    hint: Hint

    def cost(self) -> tuple[bool, float]:
        """Win rates first, where they are known; points count less than any of those."""
        if self.hint.win_rate is not None and self.hint.instead_win_rate is not None:
            return True, self.hint.win_rate - self.hint.instead_win_rate
        return False, self.hint.more


def review(
    game: Game,
    record: Record,
    content: Content | None = None,
    seats: Sequence[Seat] | None = None,
    budget: Budget = USUAL,
    is_called_off: Callable[[], bool] = never,
    on_progress: Callable[[int, int], None] = lambda _, __: None,
) -> list[Costly]:
    """The decisions that cost most, worst first, of some seats or of all.

    `on_progress` gets how many decisions are judged and how many there are; those that are played
    out count twice.
    """
    entries = len(record.entries)
    on_progress(0, entries + LOOKED_AT)
    at_first: list[tuple[float, int]] = []
    for number, _, hint in judged(game, record, content, seats, Budget(), None):
        at_first.append((hint.more, number))
        on_progress(number, entries + LOOKED_AT)
    wanted = {number for _, number in sorted(at_first, reverse=True)[:LOOKED_AT]}
    found: list[Costly] = []
    for number, seat, hint in judged(game, record, content, seats, budget, wanted):
        if is_called_off():
            break
        found.append(Costly(number, seat, hint))
        on_progress(entries + len(found), entries + len(wanted))
    # What may be noise is no mistake.
    costly = [one for one in found if one.cost()[1] > 0 and is_better(one.hint)]
    return sorted(costly, key=Costly.cost, reverse=True)[:SHOWN]


def judged(
    game: Game,
    record: Record,
    content: Content | None,
    seats: Sequence[Seat] | None,
    budget: Budget,
    wanted: set[int] | None,
) -> Iterator[tuple[int, Seat, Hint]]:
    """The decisions that a bot would have made differently; the wanted ones, or all."""
    session = open_record(game, record, content)
    codec = game.codec()
    going_on = replay(session, record)
    for number, entry in enumerate(record.entries, 1):
        is_asked = number in wanted if wanted is not None else seats is None or entry.seat in seats
        if is_asked and entry.action is not None and entry.seat not in (SYSTEM, CHANCE):
            action = codec.decode(entry.action)
            hint = against_best(session.table, entry.seat, action, SearchBot(number, budget))
            if hint is not None:
                yield number, entry.seat, hint
        next(going_on)


def against_best(table: Table[Any], seat: Seat, action: Action, bot: SearchBot) -> Hint | None:
    """The bot's option against the one that was chosen; None if they are the same."""
    table.next_choice()
    choice = table.choice_of(seat)
    options = tuple(table.offered(seat))
    if action not in options:
        # People set a number freely; what they chose is judged beside the short list.
        options = (*options, action)
    if choice is None or len(options) < 2:
        return None
    game = table.game
    bot.explains = True
    analysis = bot.think(choice, options, lambda chance: game.imagine(table, seat, chance), action)
    mine = next(one for one in analysis.candidates if one.scored.action == action)
    if analysis.best() == action:
        return None
    return hint_of(Analysis((analysis.candidates[0], mine), analysis.unit))
