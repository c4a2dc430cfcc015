"""Lueur's table in the terminal."""

from embertable.terminal.lueur.overview import render

__all__ = ["render"]
