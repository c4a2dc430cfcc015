"""Lueur's table in the terminal."""

from embertable.terminal.lueur.picture import render

__all__ = ["render"]
