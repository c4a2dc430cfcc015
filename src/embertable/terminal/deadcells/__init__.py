"""Dead Cells' table in the terminal."""

from embertable.terminal.deadcells.picture import render

__all__ = ["render"]
