"""Dead Cells: a Group of Beheaded, Biome after Biome, Run after Run."""

from embertable.games.deadcells.deadcells import game

__all__ = ["game"]
