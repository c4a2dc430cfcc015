"""How bots judge and play Set a Watch."""

from embertable.bots.setawatch.evaluator import WatchEvaluator as Evaluator
from embertable.bots.setawatch.rollout import WatchRollout as Rollout

__all__ = ["Evaluator", "Rollout"]
