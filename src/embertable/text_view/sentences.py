"""What the tellings of all games share."""

from __future__ import annotations

from typing import Generic, TypeVar

from embertable.engine.catalogue import Catalogue, Value
from embertable.engine.content import Content
from embertable.engine.table import Seat, View

V = TypeVar("V", bound=View)
C = TypeVar("C", bound=Content)


class Telling(Generic[V, C]):
    """One telling of one view, from a seat or from nowhere."""

    def __init__(self, view: V, words: Catalogue, seat: Seat | None, content: C) -> None:
        self.view = view
        self.words = words
        self.seat = seat
        self.content = content

    def text(self, id: str, **arguments: Value) -> str:
        return self.words.text(f"spoken.{id}", **arguments)
