"""Set a Watch: Swords of the Coin: four adventurers keep the fire through nine nights."""

from embertable.games.setawatch.setawatch import game

__all__ = ["game"]
