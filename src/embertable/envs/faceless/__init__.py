"""The Faceless for learners.

Raise `VERSION` whenever the meaning of a number in an observation or an action changes.
"""

from embertable.envs.faceless.layout import shape, values, words
from embertable.envs.faceless.writer import FacelessWriter as Writer

__all__ = ["VERSION", "Writer", "shape", "values", "words"]

VERSION = 3
