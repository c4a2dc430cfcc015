"""How bots judge and play Dead Cells."""

from embertable.bots.deadcells.evaluator import DeadCellsEvaluator as Evaluator
from embertable.bots.deadcells.rollout import DeadCellsRollout as Rollout

__all__ = ["Evaluator", "Rollout"]
