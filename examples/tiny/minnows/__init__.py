"""Minnows: a complete small game that shows every idea of the engine once."""

from minnows.minnows import game

__all__ = ["game"]
