"""What Lueur teaches a bot that looks ahead."""

from embertable.bots.lueur.evaluator import LueurEvaluator

__all__ = ["LueurEvaluator"]
