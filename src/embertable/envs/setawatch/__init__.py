"""Set a Watch for learners.

Raise `VERSION` whenever the meaning of a number in an observation or an action changes.
"""

from embertable.envs.setawatch.layout import ACTIONS, shape, values, words
from embertable.envs.setawatch.writer import WatchWriter as Writer

__all__ = ["ACTIONS", "VERSION", "Writer", "shape", "values", "words"]

VERSION = 4
