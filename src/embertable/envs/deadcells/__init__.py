"""Dead Cells for learners.

Raise `VERSION` whenever the meaning of a number in an observation or an action changes.
"""

from embertable.envs.deadcells.layout import shape, values, words
from embertable.envs.deadcells.writer import DeadCellsWriter as Writer

__all__ = ["VERSION", "Writer", "shape", "values", "words"]

VERSION = 3
