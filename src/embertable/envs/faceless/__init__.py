"""The Faceless for learners.

Raise `VERSION` whenever the meaning of a number in an observation or an action changes.
"""

from embertable.envs.faceless.layout import shape, values, words
from embertable.envs.faceless.progress import FacelessProgress as Progress
from embertable.envs.faceless.writer import FacelessWriter as Writer

__all__ = ["EASIEST", "VERSION", "Progress", "Writer", "shape", "values", "words"]

VERSION = 5
EASIEST = {"players": "solo", "difficulty": "easy"}
"""The settings with the fewest seats and the mildest rules."""
