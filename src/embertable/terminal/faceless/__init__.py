"""The table of The Faceless in the terminal."""

from embertable.terminal.faceless.overview import render

__all__ = ["render"]
