"""What a game teaches a bot that looks ahead: what positions are worth, and what goes together."""

from __future__ import annotations

from typing import Any

from embertable.bots.thought import Worth
from embertable.engine.table import Action, Choice, Table

__all__ = ["PlayedOut", "Sense", "Worth"]


class Sense:
    """Made for one imagined table and the choice that is weighed there."""

    def __init__(self, table: Table[Any], choice: Choice) -> None:
        self.table = table
        self.choice = choice
        self.seat = choice.answerers(table)[0]

    def recall(self, memory: dict[str, Any]) -> None:
        """Hear what the bot remembers of its last decisions, and add to it."""

    def sharpen(self) -> None:
        """Weigh with all that is known, as a search does; a greedy bot takes a plainer look."""

    def foresee(self, action: Action) -> Worth | None:
        """The worth of an option whose luck can be counted out, so that none is drawn."""
        return None

    def is_certain(self) -> bool:
        """Whether another imagined table would say the same."""
        return False

    def finish(self, table: Table[Any]) -> None:
        """Play on until the seat's next decision of its own right."""

    def worth(self, table: Table[Any]) -> Worth:
        raise NotImplementedError


class PlayedOut(Sense):
    """Knows nothing of the game: plays to the end at random, and compares the scores."""

    def finish(self, table: Table[Any]) -> None:
        while table.next_choice() is not None:
            table.apply(table.chance.pick("playout", table.offered()))

    def worth(self, table: Table[Any]) -> Worth:
        result = table.result
        assert result is not None
        won = 1.0 / len(result.winners) if self.seat in result.winners else 0.0
        others = [score for seat, score in enumerate(result.scores) if seat != self.seat]
        lead = result.scores[self.seat] - max(others, default=0)
        return {"victory": won, "lead": lead / 1000}
