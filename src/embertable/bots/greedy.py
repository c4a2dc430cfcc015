"""A bot that looks one decision ahead on imagined tables and takes the option of the highest value.

The value comes from the game's `Evaluator`; without one, from random playouts to the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from embertable.bots.analysis import POINTS, Analysis, Candidate, Scored, Values
from embertable.bots.bot import Bot, Imagine
from embertable.bots.evaluator import Evaluator, PlayoutEvaluator
from embertable.engine.chance import Chance, seeded
from embertable.engine.game import Game
from embertable.engine.table import Action, Choice, Table, View
from embertable.games import part_of

TABLES = 3
"""How many tables are imagined for a decision."""


def evaluator_of(game: Game) -> type[Evaluator]:
    """The `Evaluator` that the game's folder in bots/ exports, or random playouts."""
    return getattr(part_of(game, "bots"), "Evaluator", PlayoutEvaluator)


class GreedyBot(Bot):
    """Evaluates every option on the same imagined tables, with the same chance."""

    def __init__(self, seed: int, full_model: bool = False) -> None:
        super().__init__(seed)
        self.full_model = full_model
        self.cache: dict[str, Any] = {}

    def decide(
        self, view: View, choice: Choice, options: Sequence[Action], imagine: Imagine
    ) -> Action:
        self.analysis = None
        if len(options) == 1:
            return options[0]
        scored = self.score(choice, options, imagine)
        # sorted() keeps the order of equals, so that ties go to the first option.
        best_first = sorted(scored, key=Scored.total, reverse=True)
        self.analysis = Analysis(tuple([Candidate(one) for one in best_first]), POINTS)
        return self.analysis.best()

    def score(self, choice: Choice, options: Sequence[Action], imagine: Imagine) -> list[Scored]:
        """Every option with its average value, in the order of the options."""
        first = self.chance.draw("decide", 65536) * TABLES
        sums: list[Values] = [{} for _ in options]
        for number in range(TABLES):
            chance = seeded(first + number)
            table = imagine(chance)
            evaluator = evaluator_of(table.game)(table, choice)
            evaluator.share_cache(self.cache)
            if self.full_model:
                evaluator.use_full_model()
            for action, totals in zip(options, sums, strict=True):
                found = evaluator.exact_value(action)
                if found is None:
                    found = value_after(evaluator, table, chance, choice, action)
                for source, value in found.items():
                    totals[source] = totals.get(source, 0.0) + value / TABLES
            if evaluator.is_certain():
                return [
                    Scored(action, {source: value * TABLES for source, value in totals.items()})
                    for action, totals in zip(options, sums, strict=True)
                ]
        return [Scored(action, totals) for action, totals in zip(options, sums, strict=True)]


def value_after(
    evaluator: Evaluator, table: Table[Any], chance: Chance, choice: Choice, action: Action
) -> Values:
    """The value of a copy of the table after the action and what follows from it."""
    tried = table.copy(chance.copy())
    tried.apply(action, choice.seat)
    evaluator.settle(tried)
    return evaluator.value(tried)
