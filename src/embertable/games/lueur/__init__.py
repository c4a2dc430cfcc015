"""Lueur: adventurers, companions and dice on a journey through the dark."""

from embertable.games.lueur.lueur import game

__all__ = ["game"]
