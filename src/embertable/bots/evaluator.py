"""How good a position is for a seat. A game brings its own evaluator; others use random playouts."""

from __future__ import annotations

from typing import Any

from embertable.bots.analysis import Values
from embertable.engine.table import Action, Choice, Table

__all__ = ["Evaluator", "PlayoutEvaluator", "Values"]


class Evaluator:
    """Evaluates the options of one choice on one imagined table."""

    def __init__(self, table: Table[Any], choice: Choice) -> None:
        self.table = table
        self.choice = choice
        self.seat = choice.answerers(table)[0]

    def share_cache(self, cache: dict[str, Any]) -> None:
        """Use and extend what was computed for the bot's earlier decisions."""

    def use_full_model(self) -> None:
        """Evaluate with the slower, more exact model, as the search does."""

    def exact_value(self, action: Action) -> Values | None:
        """The value of an option whose chances can be enumerated, or None: it must be played."""
        return None

    def is_certain(self) -> bool:
        """Whether every imagined table would give the same values."""
        return False

    def settle(self, table: Table[Any]) -> None:
        """Play on to the first position that can be evaluated."""

    def value(self, table: Table[Any]) -> Values:
        raise NotImplementedError


class PlayoutEvaluator(Evaluator):
    """Plays to the end at random and compares the scores: for games without an evaluator."""

    def settle(self, table: Table[Any]) -> None:
        while table.next_choice() is not None:
            table.apply(table.chance.pick("playout", table.offered()))

    def value(self, table: Table[Any]) -> Values:
        result = table.result
        assert result is not None
        won = 1.0 / len(result.winners) if self.seat in result.winners else 0.0
        others = [score for seat, score in enumerate(result.scores) if seat != self.seat]
        lead = result.scores[self.seat] - max(others, default=0)
        return {"victory": won, "lead": lead / 1000}
