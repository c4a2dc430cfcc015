"""What positions of Dead Cells are worth, found by playing the Combat out by rule of thumb."""

from __future__ import annotations

from typing import TypeAlias

from embertable.bots.deadcells.thumb import judge, rule_of_thumb
from embertable.bots.sense import Sense, Worth
from embertable.engine.table import Action, Choice, Table
from embertable.games.deadcells import preparation
from embertable.games.deadcells.state import Character, DeadCellsState

DeadCellsTable: TypeAlias = Table[DeadCellsState]

LONGEST = 400
"""More decisions than any Combat takes."""
HEALTH = (0.0, 2.0, 3.33, 4.33, 5.0, 5.5, 5.83, 6.17)
"""What the Health left to a Beheaded is worth, the last of it most; the third is worth one point,
and everything else is counted in such points, so that a hint of two points means something."""


class DeadCellsSense(Sense):
    """In Combat looks to its end, or to the end of a Boss's Turn; elsewhere only as far as a thumb."""

    def __init__(self, table: DeadCellsTable, choice: Choice) -> None:
        super().__init__(table, choice)
        self.laid: dict[str, Worth] = {}

    def foresee(self, action: Action) -> Worth | None:
        if isinstance(action, preparation.LayCard):
            # What is announced of a card changes nothing of what it does.
            if action.card not in self.laid:
                self.laid[action.card] = self.played_out(action)
            return self.laid[action.card]
        if self.table.state.fighting and self.table.state.shown:
            return self.played_out(action)
        return {"thumb": judge(self.table.state, action)}

    def is_certain(self) -> bool:
        return not isinstance(self.choice, preparation.ChooseCard)

    def played_out(self, action: Action) -> Worth:
        tried = self.table.copy(self.table.chance.copy())
        tried.apply(action, self.choice.seat)
        self.finish(tried)
        return self.worth(tried)

    def finish(self, table: DeadCellsTable) -> None:
        state = table.state
        shown = False
        for _ in range(LONGEST):
            choice = table.next_choice()
            if choice is None or not state.fighting or state.dead >= 0:
                return
            if shown and not state.shown:
                return
            shown = state.shown
            table.apply(rule_of_thumb(table))

    def worth(self, table: DeadCellsTable) -> Worth:
        state = table.state
        boss = 0.5 * sum([one.damage for one in state.enemies if one.boss]) + 13.0 * state.instance
        if state.beaten:
            return {"boss": 100.0}
        if state.dead >= 0:
            return {"death": -20.0, "cells": 0.67 * state.cells, "boss": boss}
        return {
            "health": sum([health_worth(one) for one in state.characters]),
            "scrolls": 1.33 * sum([sum(one.scrolls) for one in state.characters]),
            "equipment": 0.83 * sum([len(one.equipment) for one in state.characters]),
            "teeth": 0.3 * state.teeth,
            "cells": 0.83 * state.cells,
            "blueprints": 0.67 * len(state.collector),
            "boss": boss,
        }


def health_worth(character: Character) -> float:
    if character.is_endless():
        return HEALTH[-1]
    return HEALTH[max(0, min(character.health(), len(HEALTH) - 1))]
