"""What the text views of all games share."""

from __future__ import annotations

from typing import Generic, TypeVar

from embertable.engine.catalogue import Catalogue, Value
from embertable.engine.content import Content
from embertable.engine.table import Seat, View

V = TypeVar("V", bound=View)
C = TypeVar("C", bound=Content)


class TextView(Generic[V, C]):
    """One view of one table as sentences, for a seat or for a spectator."""

    def __init__(self, view: V, catalogue: Catalogue, seat: Seat | None, content: C) -> None:
        self.view = view
        self.catalogue = catalogue
        self.seat = seat
        self.content = content

    def lines(self) -> list[str]:
        """The whole table, what concerns the seat first."""
        raise NotImplementedError

    def text(self, id: str, **arguments: Value) -> str:
        return self.catalogue.text(f"text_view.{id}", **arguments)
