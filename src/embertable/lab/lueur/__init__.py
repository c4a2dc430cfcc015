"""How the lab measures Lueur."""

from embertable.lab.lueur.ladder import LADDER
from embertable.lab.lueur.metrics import METRICS

__all__ = ["LADDER", "METRICS"]
