"""Dead Cells for learners.

Raise `VERSION` whenever the meaning of a number in an observation or an action changes.
"""

from embertable.envs.deadcells.layout import shape, values, words
from embertable.envs.deadcells.progress import DeadCellsProgress as Progress
from embertable.envs.deadcells.writer import DeadCellsWriter as Writer

__all__ = ["EASIEST", "VERSION", "Progress", "Writer", "shape", "values", "words"]

VERSION = 5
EASIEST = {"players": "1"}
"""The settings with the fewest seats and the mildest rules."""
