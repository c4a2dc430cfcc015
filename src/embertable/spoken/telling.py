"""What the tellings of all games share."""

from __future__ import annotations

from typing import Generic, TypeVar

from embertable.engine.content import Content
from embertable.engine.table import Seat, View
from embertable.engine.words import Value, Words

V = TypeVar("V", bound=View)
C = TypeVar("C", bound=Content)


class Telling(Generic[V, C]):
    """One telling of one view, from a seat or from nowhere."""

    def __init__(self, view: V, words: Words, seat: Seat | None, content: C) -> None:
        self.view = view
        self.words = words
        self.seat = seat
        self.content = content

    def say(self, id: str, **arguments: Value) -> str:
        return self.words.tell(f"spoken.{id}", **arguments)
