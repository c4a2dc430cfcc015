"""Renders a long log in parts, so that no table waits for the first position of a newcomer.

A log has a few hundred sentences, or a few thousand after a long evening, and whoever comes anew gets
all of them. What is rendered here is found again when the position is made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from embertable.server.live import LiveTable
from embertable.server.rendering import Renderings
from embertable.server.viewer import Viewer

if TYPE_CHECKING:
    from embertable.server.room import Room

AT_ONCE = 50
"""Events that are rendered without a pause, in about half a millisecond."""

MOST_PARTS = 200
"""At a table that changes all the time, what was rendered is soon old: then the rest is made at once."""


def is_long(viewer: Viewer, first: int) -> bool:
    """Whether a viewer has so much to read that it is better rendered in parts."""
    return len(viewer.live.viewer_log.visible(viewer.seat)) - first > AT_ONCE


def may_be_long(live: LiveTable, sent: int) -> bool:
    """The same at a glance: whether the log of all seats has so much more than was sent."""
    return len(live.table.log) - sent > AT_ONCE


async def render_ahead(room: Room, unsent: Callable[[], tuple[Viewer, int]]) -> None:
    """Render what a viewer has not been sent, if that is long; `unsent` names its first event."""
    for _ in range(MOST_PARTS):
        async with room.lock:
            if render_part(*unsent(), room.renderings):
                return
        await asyncio.sleep(0)


def render_part(viewer: Viewer, first: int, renderings: Renderings) -> bool:
    """Render a part of a viewer's log; whether the rest is short enough to do without."""
    live = viewer.live
    if not is_long(viewer, first):
        return True
    places = live.viewer_log.visible(viewer.seat)[first:]
    rendering = renderings.of(live, viewer.seat)
    return rendering.render_some(viewer.language, places, live.table.log, first, AT_ONCE)
