"""Embertable plays modern board games by the book."""

from embertable.engine.game import new_table
from embertable.engine.table import Table
from embertable.games import load

__all__ = ["Table", "load", "new_table"]
__version__ = "0.1.0"
