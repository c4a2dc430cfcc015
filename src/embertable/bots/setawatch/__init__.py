"""What Set a Watch teaches a bot that looks ahead."""

from embertable.bots.setawatch.sense import WatchSense

__all__ = ["WatchSense"]
