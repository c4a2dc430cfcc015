"""The Faceless in plain sentences."""

from embertable.spoken.faceless.speech import speak

__all__ = ["speak"]
