"""How the lab measures Set a Watch."""

from embertable.lab.setawatch.ladder import LADDER
from embertable.lab.setawatch.metrics import METRICS
from embertable.lab.setawatch.training import TRAINER

__all__ = ["LADDER", "METRICS", "TRAINER"]
