"""The table of The Faceless in the terminal."""

from embertable.terminal.faceless.picture import render

__all__ = ["render"]
