"""Lueur for learners.

Raise `VERSION` whenever the meaning of a number in an observation or an action changes.
"""

from embertable.envs.lueur.layout import shape, values, words
from embertable.envs.lueur.progress import LueurProgress as Progress
from embertable.envs.lueur.writer import LueurWriter as Writer

__all__ = ["EASIEST", "VERSION", "Progress", "Writer", "shape", "values", "words"]

VERSION = 6
EASIEST = {"players": "2"}
"""The settings with the fewest seats and the mildest rules."""
