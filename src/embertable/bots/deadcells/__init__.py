"""What Dead Cells teaches a bot that looks ahead."""

from embertable.bots.deadcells.sense import DeadCellsSense

__all__ = ["DeadCellsSense"]
