"""What one seat is shown of a table: its view, its options, and the events it may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from embertable.engine.table import (
    CHANCE,
    Action,
    Choice,
    Draw,
    Event,
    FreeField,
    Result,
    Seat,
    Table,
    View,
)


@dataclass
class SeatView:
    """A seat's view, the awaited seats, its own choice and options, and the events it may see."""

    seat: Seat | None
    view: View
    asked: tuple[tuple[Seat, str], ...]
    """The awaited seats, each with the kind of choice it has to make; "" where that is hidden."""
    choice: Choice | None
    options: tuple[Action, ...]
    free: FreeField | None
    """What else the seat may set freely; its options are then only some of the legal ones."""
    events: tuple[Event, ...]
    result: Result | None

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, _ in self.asked)


def seat_view(table: Table[Any], seat: Seat | None, since: int = 0) -> SeatView:
    """Everything a seat is shown, with events from number `since` on; None is a spectator."""
    choice = None if seat is None else table.choice_of(seat) or table.draw_for(seat)
    return SeatView(
        seat=seat,
        view=table.game.view(table, seat),
        asked=who_is_asked(table),
        choice=choice,
        options=options_of(table, seat, choice),
        free=free_of(table, seat, choice),
        events=tuple(event for event in table.log[since:] if may_see(event, seat)),
        result=table.result,
    )


def who_is_asked(table: Table[Any]) -> tuple[tuple[Seat, str], ...]:
    """The seats that have to choose, each with the kind of its choice."""
    return tuple(
        (seat, choice.purpose(table))
        for choice in table.choices()
        for seat in choice.answerers(table)
    )


def options_of(table: Table[Any], seat: Seat | None, choice: Choice | None) -> tuple[Action, ...]:
    """What a seat chooses from; where people enter what chance decided, what it can be."""
    if choice is None:
        return ()
    if isinstance(choice, Draw):
        return tuple(choice.shortlist(table))
    return tuple(table.offered(seat))


def free_of(table: Table[Any], seat: Seat | None, choice: Choice | None) -> FreeField | None:
    """What a seat sets freely, in its own choice or for CHANCE."""
    if choice is None or seat is None:
        return None
    return table.free_field(CHANCE if isinstance(choice, Draw) else seat)


def may_see(event: Event, seat: Seat | None) -> bool:
    seats = event.seen_by()
    return seats is None or seat in seats


def seat_view_to_json(table: Table[Any], shown: SeatView) -> dict[str, Any]:
    codec = table.game.codec()
    return {
        "seat": shown.seat,
        "view": codec.encode(shown.view),
        "awaited": list(shown.awaited),
        "purposes": [purpose for _, purpose in shown.asked],
        "choice": codec.encode(shown.choice),
        "options": codec.encode(shown.options),
        "free": None if shown.free is None else [shown.free.first, shown.free.last],
        "events": codec.encode(shown.events),
        "result": codec.encode(shown.result),
    }
