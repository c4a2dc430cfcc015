"""The value of a corridor: that of the best path from it to an exit."""

from __future__ import annotations

from embertable.games.deadcells.definitions import Corridor
from embertable.games.deadcells.explore import TakeCorridor
from embertable.games.deadcells.state import RESOLVED, DeadCellsState

SHAPES = {
    "circle": 3.0,
    "diamond": 3.0,
    "pentagon": 4.0,
    "hexagon": 1.5,
    "square": 0.0,
    "trapezoid": -4.0,
}


def judge_corridor(state: DeadCellsState, action: TakeCorridor) -> float:
    return path_value(state, state.content.biomes[state.biome].corridors[action.number], {})


def path_value(state: DeadCellsState, corridor: Corridor, known: dict[str, float]) -> float:
    """The value of the best path through a corridor; boards have no cycles."""
    value = best_from(state, corridor.to, known)
    if corridor.icons:
        value -= 1.0 if corridor.fail else 0.3
    return value + (0.3 if corridor.deck_check is not None else 0.0)


def best_from(state: DeadCellsState, space: str, known: dict[str, float]) -> float:
    biome = state.content.biomes[state.biome]
    if space not in biome.places:
        return 1.0 if biome.exits[space].perk else 0.0
    if space not in known:
        place = biome.places[space]
        here = 0.0 if state.faces[place] == RESOLVED else SHAPES[biome.spaces[place].shape]
        ways = [biome.corridors[number] for number in biome.ways[space]]
        known[space] = here + max(
            [
                path_value(state, way, known)
                for way in ways
                if not way.rune or state.has_rune(way.rune)
            ]
        )
    return known[space]
