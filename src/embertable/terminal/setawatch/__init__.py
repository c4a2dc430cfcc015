"""The table of Set a Watch in the terminal, drawn and told."""

from embertable.terminal.setawatch.picture import render
from embertable.terminal.setawatch.speech import speak

__all__ = ["render", "speak"]
