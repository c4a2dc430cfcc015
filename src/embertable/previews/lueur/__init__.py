"""Forecasts of Lueur: the light of the dice as they lie, what a reroll may bring, how far one can walk."""

from __future__ import annotations

from embertable.previews.lueur.ahead import LueurAhead, forecast

__all__ = ["LueurAhead", "forecast"]
