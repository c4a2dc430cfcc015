"""A partner's proposal: a bot follows it where it is about as good as the bot's own choice.

It is judged by what the bot's seat may know, with the playouts of the best level and the same seed
however often it is asked. Rivals' proposals are not heard, nor any while the rules forbid talking.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from embertable.bots.analysis import CHANCE, Analysis, Candidate
from embertable.bots.bot import Bot, ask
from embertable.bots.hints import (
    CLOSE,
    DECLINED,
    FOLLOWED,
    Hint,
    hint_of,
    is_beyond_noise,
    reason_of,
)
from embertable.bots.search import Budget, SearchBot, never
from embertable.bots.skill import skill_of
from embertable.engine.table import Action, Seat, Table

MOST: Final = 0.05
"""A proposal that seems to cost more of the games than this is not followed, however few were played out."""


def consider(
    bot: Bot,
    table: Table[Any],
    seat: Seat,
    proposal: Action,
    is_called_off: Callable[[], bool] = never,
) -> tuple[Action, Hint | None]:
    """The bot's decision about a proposal, and what it says; its usual reason if it agrees anyway."""
    own = ask(bot, table, seat)
    options = table.offered(seat)
    may_hear = table.game.info().cooperative and table.game.may_talk(table)
    if own == proposal or proposal not in options or not may_hear:
        return own, reason_of(bot)
    mine, theirs, unit = compared(table, seat, own, proposal, is_called_off)
    if is_about_as_good(theirs, mine, unit):
        found = hint_of(Analysis((theirs, mine), unit))
        return proposal, replace(found, proposal=FOLLOWED)
    found = hint_of(Analysis((mine, theirs), unit))
    return own, replace(found, proposal=DECLINED)


def compared(
    table: Table[Any],
    seat: Seat,
    own: Action,
    proposal: Action,
    is_called_off: Callable[[], bool],
) -> tuple[Candidate, Candidate, str]:
    """The bot's own choice and the proposal, on the same imagined tables."""
    game = table.game
    choice = table.choice_of(seat)
    assert choice is not None, f"seat {seat} has nothing to decide"
    search = SearchBot(0, Budget(playouts=skill_of(game, "blaze").playouts), is_called_off)
    analysis = search.think(
        choice, (own, proposal), lambda chance: game.imagine(table, seat, chance), proposal
    )
    found = {one.scored.action: one for one in analysis.candidates}
    # Options that differ in words alone are one candidate.
    return found.get(own, found[proposal]), found[proposal], analysis.unit


def is_about_as_good(one: Candidate, other: Candidate, unit: str) -> bool:
    """Whether `one` loses no more than noise against `other`."""
    if not one.outcomes or not other.outcomes:
        return other.scored.total() - one.scored.total() < CLOSE
    lost = other.mean() - one.mean()
    if lost <= 0:
        return True
    return lost < (MOST if unit == CHANCE else CLOSE) and not is_beyond_noise(other, one)
