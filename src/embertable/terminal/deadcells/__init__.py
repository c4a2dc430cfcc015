"""Dead Cells' table in the terminal: a picture for the screen, and the same in plain sentences."""

from embertable.terminal.deadcells.picture import render
from embertable.terminal.deadcells.speech import speak

__all__ = ["render", "speak"]
