"""Dead Cells in plain sentences."""

from embertable.text_view.deadcells.speech import speak

__all__ = ["speak"]
