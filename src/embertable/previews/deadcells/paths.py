"""Where corridors lead, what they give up, and which tiles may lie on a space."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from embertable.games.deadcells.explore import TakeCorridor
from embertable.games.deadcells.state import HIDDEN, DeadCellsState


@dataclass
class CorridorAhead:
    """A corridor: the spaces and exits still to be reached behind it, and those given up."""

    number: int
    space: str
    reach: list[str]
    given_up: list[str]


@dataclass
class SpaceAhead:
    """A space with a tile face down: how likely each kind of tile lies there."""

    space: str
    kinds: dict[str, float]


def corridors(state: DeadCellsState, ways: list[TakeCorridor]) -> list[CorridorAhead]:
    behind = {way.number: reachable(state, way.space) for way in ways}
    everything = sorted(set().union(*behind.values())) if behind else []
    return [
        CorridorAhead(
            way.number,
            way.space,
            sorted(behind[way.number]),
            [space for space in everything if space not in behind[way.number]],
        )
        for way in ways
    ]


def reachable(state: DeadCellsState, start: str) -> set[str]:
    """Along corridors whose Runes the Group has; Checks may still bar some."""
    biome = state.content.biomes[state.biome]
    found = {start}
    waiting = [start]
    while waiting:
        for number in biome.ways.get(waiting.pop(), ()):
            corridor = biome.corridors[number]
            if corridor.to not in found and (not corridor.rune or state.has_rune(corridor.rune)):
                found.add(corridor.to)
                waiting.append(corridor.to)
    return found


def spaces(state: DeadCellsState) -> list[SpaceAhead]:
    """From the tiles that nobody has seen: those face down, and those put back in the box."""
    tiles = state.content.tiles
    biome = state.content.biomes[state.biome]
    hidden = [at for at, face in enumerate(state.faces) if face == HIDDEN]
    unseen = [state.tiles[at] for at in hidden] + state.leftover
    found: list[SpaceAhead] = []
    for at in hidden:
        shape = biome.spaces[at].shape
        kinds = Counter(tiles[tile].kind for tile in unseen if tiles[tile].shape == shape)
        total = sum(kinds.values())
        shares = {kind: kinds[kind] / total for kind in sorted(kinds)}
        found.append(SpaceAhead(biome.spaces[at].id, shares))
    return found
