"""Set a Watch for learners.

Raise `VERSION` whenever the meaning of a number in an observation or an action changes.
"""

from embertable.envs.setawatch.layout import ACTIONS, shape, values, words
from embertable.envs.setawatch.progress import WatchProgress as Progress
from embertable.envs.setawatch.writer import WatchWriter as Writer

__all__ = ["ACTIONS", "EASIEST", "VERSION", "Progress", "Writer", "shape", "values", "words"]

VERSION = 6
EASIEST = {"players": "1", "difficulty": "easy"}
"""The settings with the fewest seats and the mildest rules."""
