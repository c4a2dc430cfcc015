"""Lueur's table in the terminal: a picture for the screen, and the same in plain sentences."""

from embertable.terminal.lueur.picture import render
from embertable.terminal.lueur.speech import speak

__all__ = ["render", "speak"]
