"""Lueur for learners.

Raise `VERSION` whenever the meaning of a number in an observation or an action changes.
"""

from embertable.envs.lueur.layout import shape, values, words
from embertable.envs.lueur.writer import LueurWriter as Writer

__all__ = ["VERSION", "Writer", "shape", "values", "words"]

VERSION = 3
