"""The Faceless in plain sentences."""

from embertable.text_view.faceless.speech import speak

__all__ = ["speak"]
