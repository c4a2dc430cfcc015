"""The table of Set a Watch in the terminal."""

from embertable.terminal.setawatch.picture import render

__all__ = ["render"]
