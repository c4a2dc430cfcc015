"""What the greedy bot would do in somebody's place, and what makes the difference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from embertable.bots.greedy import GreedyBot, Weighed
from embertable.engine.table import Action, Seat, Table


@dataclass(frozen=True)
class Hint:
    """The best option, how much `more` it promises than the next best, and mostly from where."""

    action: Action
    instead: Action | None
    more: float
    source: str


def hint_for(table: Table[Any], seat: Seat, seed: int = 0) -> Hint:
    """A hint from what the seat can see; the true table is not looked at."""
    game = table.game
    choice = table.choice_of(seat)
    assert choice is not None, f"seat {seat} has nothing to decide"
    options = tuple(table.offered(seat))
    if len(options) == 1:
        return Hint(options[0], None, 0.0, "")
    weighed = GreedyBot(seed).weigh(
        choice, options, lambda chance: game.imagine(table, seat, chance)
    )
    best, second = sorted(weighed, key=Weighed.total, reverse=True)[:2]
    sources = dict.fromkeys([*best.worth, *second.worth])
    lead = {s: best.worth.get(s, 0.0) - second.worth.get(s, 0.0) for s in sources}
    return Hint(
        best.action, second.action, best.total() - second.total(), max(lead, key=lambda s: lead[s])
    )
