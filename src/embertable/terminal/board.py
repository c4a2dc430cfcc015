"""The table itself: a game's own picture where it has one, else its view as plain text.

A game's picture is a module here that is named like the game, with `render` for the screen and
`speak` for the line mode. Both get the content in play, which a pack may have changed; the picture
also gets the choice, to show first what it is about.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, Protocol

from rich.console import RenderableType
from rich.text import Text

from embertable.engine.content import Content
from embertable.engine.table import Choice, Seat, View
from embertable.engine.words import Words
from embertable.terminal import deadcells, faceless, lueur, setawatch


class Picture(Protocol):
    def render(
        self,
        view: Any,
        words: Words,
        width: int,
        seat: Seat | None,
        content: Any,
        choice: Choice | None,
    ) -> RenderableType: ...

    def speak(self, view: Any, words: Words, seat: Seat | None, content: Any) -> list[str]: ...


class TextView:
    """Every field of a view by its name: not pretty, but any game can be played with it."""

    def render(
        self,
        view: View,
        words: Words,
        width: int,
        seat: Seat | None,
        content: Content,
        choice: Choice | None,
    ) -> RenderableType:
        return Text("\n".join(spoken_fields(view, "")))

    def speak(self, view: View, words: Words, seat: Seat | None, content: Content) -> list[str]:
        return spoken_fields(view, "")


PICTURES: dict[str, Picture] = {
    "deadcells": deadcells,
    "faceless": faceless,
    "lueur": lueur,
    "setawatch": setawatch,
}


def picture_of(game: str) -> Picture:
    return PICTURES.get(game) or TextView()


def spoken_fields(thing: Any, indent: str) -> list[str]:
    lines: list[str] = []
    for field in fields(thing):
        value = getattr(thing, field.name)
        name = f"{indent}{field.name.replace('_', ' ')}:"
        if is_plain(value):
            lines.append(f"{name} {spoken(value)}")
        else:
            lines.append(name)
            lines += spoken_parts(value, indent + "  ")
    return lines


def spoken_parts(value: Any, indent: str) -> list[str]:
    if is_dataclass(value):
        return spoken_fields(value, indent)
    lines: list[str] = []
    for part in value:
        if is_plain(part):
            lines.append(f"{indent}- {spoken(part)}")
        elif all(is_plain(getattr(part, field.name)) for field in fields(part)):
            facts = [f"{field.name} {spoken(getattr(part, field.name))}" for field in fields(part)]
            lines.append(f"{indent}- {', '.join(facts)}")
        else:
            lines += [f"{indent}-", *spoken_fields(part, indent + "  ")]
    return lines


def is_plain(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return all(isinstance(one, (str, int)) for one in value)
    return not is_dataclass(value)


def spoken(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return ", ".join(str(one) for one in value) or "-"
    if isinstance(value, dict):
        return ", ".join(f"{name} {one}" for name, one in value.items()) or "-"
    return "-" if value is None or value == "" else str(value)
