"""Forecasts of The Faceless: the walk as the magnets stand, the dial by outcome, the next Threats."""

from __future__ import annotations

from embertable.previews.faceless.ahead import FacelessAhead, forecast

__all__ = ["FacelessAhead", "forecast"]
