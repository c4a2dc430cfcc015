"""The table itself: a game's own picture where it has one, else its view as plain text.

A game's picture is a module here that is named like the game, with `render`. It gets the content in
play, which a pack may have changed, and the choice, to show first what it is about.
"""

from __future__ import annotations

from typing import Any, Protocol

from rich.console import RenderableType
from rich.text import Text

from embertable.engine.catalogue import Catalogue
from embertable.engine.content import Content
from embertable.engine.table import Choice, Seat, View
from embertable.terminal import deadcells, faceless, lueur, setawatch
from embertable.text_view.fields import spoken_fields


class Picture(Protocol):
    def render(
        self,
        view: Any,
        words: Catalogue,
        width: int,
        seat: Seat | None,
        content: Any,
        choice: Choice | None,
    ) -> RenderableType: ...


class TextView:
    """Every field of a view by its name: not pretty, but any game can be played with it."""

    def render(
        self,
        view: View,
        words: Catalogue,
        width: int,
        seat: Seat | None,
        content: Content,
        choice: Choice | None,
    ) -> RenderableType:
        return Text("\n".join(spoken_fields(view, "")))


PICTURES: dict[str, Picture] = {
    "deadcells": deadcells,
    "faceless": faceless,
    "lueur": lueur,
    "setawatch": setawatch,
}


def picture_of(game: str) -> Picture:
    return PICTURES.get(game) or TextView()
