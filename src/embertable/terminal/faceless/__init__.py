"""The table of The Faceless in the terminal: a picture, and the same in plain sentences."""

from embertable.terminal.faceless.picture import render
from embertable.terminal.faceless.speech import speak

__all__ = ["render", "speak"]
