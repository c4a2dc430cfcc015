"""The value of a position in points; the third Health of a Beheaded is worth one."""

from __future__ import annotations

from typing import Final

from embertable.bots.analysis import Values
from embertable.bots.deadcells.equipment import carried_value
from embertable.bots.sums import add_up
from embertable.games.deadcells.state import Character, DeadCellsState

HEALTH = (0.0, 2.0, 3.33, 4.33, 5.0, 5.5, 5.83, 6.17)
"""The value of a Beheaded's remaining Health; the last point is worth most. All other values are in the
same points, so that a hint of two points means something."""
EQUIPMENT: Final = 0.83
SHARP_CELL: Final = 2.0
"""How much more the search values Cells, because Upgrades win more Runs than Health does."""


def position_value(state: DeadCellsState) -> Values:
    """The value for a greedy bot."""
    boss = 0.5 * sum(one.damage for one in state.enemies if one.boss) + 13.0 * state.instance
    if state.beaten:
        return {"boss": 100.0}
    if state.dead >= 0:
        return {"death": -20.0, "cells": 0.67 * state.cells, "boss": boss}
    return {
        "health": add_up([health_value(one) for one in state.characters]),
        "scrolls": 1.33 * sum(sum(one.scrolls) for one in state.characters),
        "equipment": EQUIPMENT * sum(len(one.equipment) for one in state.characters),
        "teeth": 0.3 * state.teeth,
        "cells": 0.83 * state.cells,
        "blueprints": 0.67 * len(state.collector),
        "boss": boss,
    }


def search_value(state: DeadCellsState) -> Values:
    """The value for a search: Cells count more, and Equipment by what it does."""
    value = position_value(state)
    if "cells" in value:
        value["cells"] *= SHARP_CELL
    if "equipment" in value:
        carried = add_up([carried_value(state, one) for one in state.characters])
        value["equipment"] = EQUIPMENT * carried
    return value


def health_value(character: Character) -> float:
    if character.is_endless():
        return HEALTH[-1]
    return HEALTH[max(0, min(character.health(), len(HEALTH) - 1))]
