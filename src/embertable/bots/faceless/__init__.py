"""How bots judge and play The Faceless."""

from embertable.bots.faceless.evaluator import FacelessEvaluator as Evaluator
from embertable.bots.faceless.rollout import FacelessRollout as Rollout

__all__ = ["Evaluator", "Rollout"]
