"""Forecasts of Set a Watch: what stopping now costs, what would fell a creature, what a rest costs."""

from __future__ import annotations

from embertable.previews.setawatch.ahead import WatchAhead, forecast

__all__ = ["WatchAhead", "forecast"]
