"""How bots judge and play Lueur."""

from embertable.bots.lueur.evaluator import LueurEvaluator as Evaluator
from embertable.bots.lueur.rollout import LueurRollout as Rollout

__all__ = ["Evaluator", "Rollout"]
