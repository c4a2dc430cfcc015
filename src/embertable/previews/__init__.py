"""What an option would do, as far as a seat may know, before anybody takes it.

Nothing here sees the true table's hidden things or its luck: `preview` plays the option on imagined
tables, and a game's folder here exports `forecast`, which is given the same.
"""

from __future__ import annotations

from embertable.previews.forecast import AT_REST, Forecast, Known, Threat, forecast, plain
from embertable.previews.losing import losing
from embertable.previews.preview import Change, Preview, preview
from embertable.previews.sentences import sentences

__all__ = [
    "AT_REST",
    "Change",
    "Forecast",
    "Known",
    "Preview",
    "Threat",
    "forecast",
    "losing",
    "plain",
    "preview",
    "sentences",
]
