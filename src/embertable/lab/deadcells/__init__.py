"""How the lab measures Dead Cells."""

from embertable.lab.deadcells.ladder import LADDER
from embertable.lab.deadcells.metrics import METRICS

__all__ = ["LADDER", "METRICS"]
