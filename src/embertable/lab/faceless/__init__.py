"""How the lab measures The Faceless."""

from embertable.lab.faceless.ladder import LADDER
from embertable.lab.faceless.metrics import METRICS
from embertable.lab.faceless.training import TRAINER

__all__ = ["LADDER", "METRICS", "TRAINER"]
