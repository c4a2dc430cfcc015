"""Forecasts of Dead Cells: the Damage that comes, whom a card hits, what a corridor gives up."""

from __future__ import annotations

from embertable.previews.deadcells.ahead import DeadCellsAhead, forecast

__all__ = ["DeadCellsAhead", "forecast"]
