"""How the lab measures Lueur."""

from embertable.lab.lueur.ladder import LADDER
from embertable.lab.lueur.metrics import METRICS
from embertable.lab.lueur.training import TRAINER

__all__ = ["LADDER", "METRICS", "TRAINER"]
