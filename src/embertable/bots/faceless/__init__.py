"""What The Faceless teaches a bot that looks ahead."""

from embertable.bots.faceless.sense import FacelessSense

__all__ = ["FacelessSense"]
