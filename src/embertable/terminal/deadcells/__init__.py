"""Dead Cells in the terminal."""

from embertable.terminal.deadcells.board import render

__all__ = ["render"]
