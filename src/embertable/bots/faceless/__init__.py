"""What The Faceless teaches a bot that looks ahead."""

from embertable.bots.faceless.evaluator import FacelessEvaluator

__all__ = ["FacelessEvaluator"]
