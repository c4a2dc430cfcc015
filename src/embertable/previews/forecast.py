"""What stands before a seat whatever it does next: the threat, and the figures its board draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final, Generic, Literal, TypeVar

from embertable.engine.catalogue import Message
from embertable.engine.chance import Chance, seeded
from embertable.engine.content import Content
from embertable.engine.game import content_of
from embertable.engine.table import PARTY, Action, Choice, Seat, Table, View
from embertable.games import part_of

Level = Literal["none", "exact", "about", "at most", "at least", "lost"]


@dataclass(frozen=True)
class Known:
    """What a forecast may use: the seat's view and options, and tables the seat cannot tell apart."""

    seat: Seat | None
    view: View
    options: tuple[Action, ...]
    content: Content
    imagine: Callable[[Chance], Table[Any]]

    def imagined(self, number: int) -> Table[Any]:
        """An imagined table; the same for the same number, so that a forecast asked twice agrees."""
        return self.imagine(seeded(number))


@dataclass
class Threat:
    """What comes, and what can be borne, in one head and one line."""

    level: Level
    head: Message
    line: Message | None = None


D = TypeVar("D")


@dataclass
class Forecast(Generic[D]):
    """The standing threat, if the game has one, and figures for its board in a class of the game."""

    threat: Threat | None = None
    data: D | None = None


AT_REST: Final = Choice(PARTY)
"""Where a table comes to rest that was made to try some steps; nobody is offered anything there."""


def forecast(table: Table[Any], seat: Seat | None) -> Forecast[Any]:
    """A game's own forecast; empty for a game that has none."""
    part = part_of(table.game, "previews")
    if part is None or table.result is not None:
        return Forecast()
    found = part.forecast(known_to(table, seat))
    assert isinstance(found, Forecast)
    return found


def plain(data: Any) -> Any:
    """The figures as JSON; every object names its class in "is", as views do."""
    if isinstance(data, (list, tuple)):
        return [plain(one) for one in data]
    if isinstance(data, dict):
        return {name: plain(one) for name, one in data.items()}
    if is_dataclass(data):
        named = {one.name: plain(getattr(data, one.name)) for one in fields(data)}
        return {"is": type(data).__name__, **named}
    return data


def known_to(table: Table[Any], seat: Seat | None) -> Known:
    game = table.game
    return Known(
        seat=seat,
        view=game.view(table, seat),
        options=() if seat is None else tuple(table.offered(seat)),
        content=content_of(table),
        imagine=lambda chance: game.imagine(table, seat, chance),
    )
