"""A bot that looks one decision ahead on tables it imagines, and takes what is worth most there.

What a position is worth, a game says in its `Sense`. Games without one are played on at random to
the end, and the score decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

from embertable.bots.bot import Bot, Imagine
from embertable.bots.sense import PlayedOut, Sense
from embertable.bots.thought import POINTS, Thought, Tried, Weighed, Worth
from embertable.engine.chance import Chance, seeded
from embertable.engine.table import Action, Choice, Table, View

SENSES = {
    "deadcells": ("embertable.bots.deadcells", "DeadCellsSense"),
    "faceless": ("embertable.bots.faceless", "FacelessSense"),
    "lueur": ("embertable.bots.lueur", "LueurSense"),
    "setawatch": ("embertable.bots.setawatch", "WatchSense"),
}
"""Where the games' senses are; one is imported with the first table of its game."""

TABLES = 3
"""How many tables are imagined for a decision."""


@cache
def sense_of(game: str) -> type[Sense]:
    if game not in SENSES:
        return PlayedOut
    module, name = SENSES[game]
    found: type[Sense] = getattr(import_module(module), name)
    return found


class GreedyBot(Bot):
    """Weighs every option on the same imagined tables, with the same luck."""

    def __init__(self, seed: int, is_sharp: bool = False) -> None:
        super().__init__(seed)
        self.is_sharp = is_sharp
        self.memory: dict[str, Any] = {}

    def decide(
        self, view: View, choice: Choice, options: Sequence[Action], imagine: Imagine
    ) -> Action:
        self.thought = None
        if len(options) == 1:
            return options[0]
        weighed = self.weigh(choice, options, imagine)
        # sorted() keeps the order of equals, so that ties go to the first option.
        best_first = sorted(weighed, key=Weighed.total, reverse=True)
        self.thought = Thought(tuple([Tried(one) for one in best_first]), POINTS)
        return self.thought.best()

    def weigh(self, choice: Choice, options: Sequence[Action], imagine: Imagine) -> list[Weighed]:
        """Every option with its average worth, in the order of the options."""
        first = self.chance.draw("decide", 65536) * TABLES
        worths: list[Worth] = [{} for _ in options]
        for number in range(TABLES):
            luck = seeded(first + number)
            table = imagine(luck)
            sense = sense_of(table.game.name)(table, choice)
            sense.recall(self.memory)
            if self.is_sharp:
                sense.sharpen()
            for action, worth in zip(options, worths, strict=True):
                found = sense.foresee(action)
                if found is None:
                    found = worth_after(sense, table, luck, choice, action)
                for source, value in found.items():
                    worth[source] = worth.get(source, 0.0) + value / TABLES
            if sense.is_certain():
                return [
                    Weighed(action, {source: value * TABLES for source, value in worth.items()})
                    for action, worth in zip(options, worths, strict=True)
                ]
        return [Weighed(action, worth) for action, worth in zip(options, worths, strict=True)]


def worth_after(
    sense: Sense, table: Table[Any], luck: Chance, choice: Choice, action: Action
) -> Worth:
    """What a copy of the table is worth once the action and all that belongs to it are done."""
    tried = table.copy(luck.copy())
    tried.apply(action, choice.seat)
    sense.finish(tried)
    return sense.worth(tried)
