"""The table of Set a Watch in the terminal."""

from embertable.terminal.setawatch.watch_table import render

__all__ = ["render"]
