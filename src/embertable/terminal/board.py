"""The table on screen: the picture of the game's folder here, or its text view.

A game's folder exports `render`. It gets the content in play, which a pack may have changed, and the
choice, to show first what it is about.
"""

from __future__ import annotations

from typing import Any, Protocol, cast

from rich.console import RenderableType
from rich.text import Text

from embertable.engine.catalogue import Catalogue
from embertable.engine.content import Content
from embertable.engine.game import Game
from embertable.engine.table import Choice, Seat, View
from embertable.games import part_of
from embertable.text_view import text_view


class Picture(Protocol):
    def render(
        self,
        view: Any,
        catalogue: Catalogue,
        width: int,
        seat: Seat | None,
        content: Any,
        choice: Choice | None,
    ) -> RenderableType: ...


class TextPicture:
    """The text view of a game that has no picture."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def render(
        self,
        view: View,
        catalogue: Catalogue,
        width: int,
        seat: Seat | None,
        content: Content,
        choice: Choice | None,
    ) -> RenderableType:
        return Text("\n".join(text_view(self.game, view, catalogue, seat, content)))


def picture_of(game: Game) -> Picture:
    return cast("Picture | None", part_of(game, "terminal")) or TextPicture(game)
