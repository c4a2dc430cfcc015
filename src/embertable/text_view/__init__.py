"""Tables in plain sentences, one fact a line: for screen readers, scripts and the line mode.

A game has a module of its name here with `speak`; without one, the fields of its view are told.
"""

from __future__ import annotations

from importlib import import_module

from embertable.engine.catalogue import Catalogue
from embertable.engine.content import Content
from embertable.engine.table import Seat, View
from embertable.text_view.fields import spoken_fields

SPOKEN = ("deadcells", "faceless", "lueur", "setawatch")


def speak(
    game: str, view: View, words: Catalogue, seat: Seat | None, content: Content
) -> list[str]:
    """What the picture of a table shows, in the same order; the content may be a pack's."""
    if game not in SPOKEN:
        return spoken_fields(view, "")
    lines: list[str] = import_module(f"embertable.text_view.{game}").speak(
        view, words, seat, content
    )
    return lines
