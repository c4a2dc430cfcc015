"""What Set a Watch teaches a bot that looks ahead."""

from embertable.bots.setawatch.evaluator import WatchEvaluator

__all__ = ["WatchEvaluator"]
