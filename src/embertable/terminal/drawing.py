"""What the pictures of all games share."""

from __future__ import annotations

from typing import Generic, TypeVar

from embertable.engine.catalogue import Catalogue, Value
from embertable.engine.content import Content
from embertable.engine.table import Choice, Seat, View

V = TypeVar("V", bound=View)
C = TypeVar("C", bound=Content)


class Drawing(Generic[V, C]):
    """One drawing of one view, `width` columns wide, for a seat or for a spectator."""

    def __init__(
        self,
        view: V,
        catalogue: Catalogue,
        width: int,
        seat: Seat | None,
        content: C,
        choice: Choice | None = None,
    ) -> None:
        self.view = view
        self.catalogue = catalogue
        self.width = width
        self.seat = seat
        self.content = content
        self.choice = choice

    def text(self, id: str, **arguments: Value) -> str:
        return self.catalogue.text(id, **arguments)
