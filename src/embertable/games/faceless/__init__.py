"""The Faceless: a compass, four magnets and eight lost Memories."""

from embertable.games.faceless.faceless import game

__all__ = ["game"]
