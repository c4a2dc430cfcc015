"""Where something changes while a figure turns: the first whole heading beyond every border.

A force or field of a turning magnet is one wave over the circle, so its borders can be solved for.
"""

from __future__ import annotations

import math
from math import acos, atan2
from typing import Final

from embertable.games.faceless.compass import DEGREES

DOUBT: Final = 1e-6
"""How far from a border, as a part of the whole, the reading itself decides: far above rounding."""


def cut_wave(found: list[int], wave_x: float, wave_y: float, level: float, doubt: float) -> None:
    """Cut the circle where wave_x·cos + wave_y·sin crosses a level, give or take a doubt."""
    height = math.sqrt(wave_x * wave_x + wave_y * wave_y)
    if level - doubt > height or level + doubt < -height:
        return
    if height <= doubt:
        cut_between(found, 0.0, 359.0)
        return
    along = level / height
    square = 1.0 - along * along
    if square * height < 8.0 * doubt:
        # The wave barely touches the level, where a small doubt reaches far.
        crest = atan2(wave_y, wave_x) * DEGREES
        near = acos(min(1.0, (level + doubt) / height)) * DEGREES
        far = acos(max(-1.0, (level - doubt) / height)) * DEGREES
        cut_between(found, crest + near, crest + far)
        cut_between(found, crest - far, crest - near)
        return
    across = math.sqrt(square)
    reach = 2.0 * DEGREES * doubt / (height * across)
    one = atan2(along * wave_y + across * wave_x, along * wave_x - across * wave_y) * DEGREES
    two = atan2(along * wave_y - across * wave_x, along * wave_x + across * wave_y) * DEGREES
    cut_between(found, one - reach, one + reach)
    cut_between(found, two - reach, two + reach)


def cut_between(found: list[int], low: float, high: float) -> None:
    """Cut off every whole heading between two angles, or the circle where there is none."""
    for heading in range(math.ceil(low), math.floor(high) + 2):
        found.append(heading % 360)
