"""Dead Cells in plain sentences."""

from embertable.spoken.deadcells.speech import speak

__all__ = ["speak"]
