"""What Dead Cells teaches a bot that looks ahead."""

from embertable.bots.deadcells.evaluator import DeadCellsEvaluator

__all__ = ["DeadCellsEvaluator"]
