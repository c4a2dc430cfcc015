"""A game's things as data and as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, TypeAlias

from embertable.engine.catalogue import Catalogue, Message, Namer, Plain
from embertable.engine.content import Content
from embertable.engine.game import Game
from embertable.engine.messages import message_of
from embertable.engine.table import (
    CHANCE,
    Action,
    Choice,
    Draw,
    Event,
    FreeField,
    Result,
    Seat,
    View,
)
from embertable.server.entries import SeatTaken
from embertable.server.position_parts import (
    FreeOptions,
    GameEnd,
    LoggedEvent,
    NextEntry,
    OpenChoice,
    Option,
)
from embertable.server.projections import Seats
from embertable.text_view import text_view, waiting_lines
from embertable.text_view.components import lines_on_sources

SeatNames: TypeAlias = Seats | Sequence[SeatTaken]


def name_seat(seats: SeatNames, seat: Plain) -> Message:
    assert isinstance(seat, int)
    if seat < len(seats) and seats[seat].name:
        return Message("seat.named", {"name": seats[seat].name})
    return Message(f"seat.{seat}")


def name_player(
    game: Game, view: View, seats: SeatNames, character_name: Namer, value: Plain
) -> Message:
    """The person who plays a character, as on its plate; the character where that is not enough."""
    seat = game.seat_named_for(view, value)
    if seat is None or seat >= len(seats):
        return character_name(value)
    namesakes = [one for one in seats if one.name == seats[seat].name]
    return name_seat(seats, seat) if len(namesakes) == 1 else character_name(value)


class Presenter:
    """A game's things as data and as sentences in one language, seen from one view."""

    def __init__(
        self,
        game: Game,
        language: str,
        seats: SeatNames,
        view: View | None,
        content: Content | None = None,
    ) -> None:
        self.game = game
        self.content = content or game.content()
        own = game.catalogue(language, view, self.content)
        # Namers that held this presenter would make a reference cycle with the whole view.
        namers: dict[str, Namer] = {"seat": partial(name_seat, seats)}
        if view is not None and "who" in own.namers:
            namers["who"] = partial(name_player, game, view, seats, own.namers["who"])
        self.catalogue: Catalogue = own.with_namers(namers)

    def encoded(self, thing: object) -> Any:
        return self.game.codec().encode(thing)

    def render(self, thing: Action | Choice | Event | Result) -> str:
        return self.catalogue.render(message_of(thing))

    def text(
        self, view: View, seat: Seat | None, asked: Sequence[tuple[Seat, str]] = ()
    ) -> list[str]:
        """The whole view in plain sentences, who is awaited, and what in it is ours."""
        lines = text_view(self.game, view, self.catalogue, seat, self.content)
        waiting = waiting_lines(asked, self.catalogue, seat)
        return lines + waiting + lines_on_sources(self.game, view, self.catalogue, self.content)

    def open_choice(
        self,
        choice: Choice | None,
        free: FreeOptions | None = None,
        ahead: Sequence[tuple[Draw, list[Action]]] = (),
    ) -> OpenChoice | None:
        if choice is None:
            return None
        return OpenChoice(
            data=self.encoded(choice),
            text=self.render(choice),
            clause=self.game.clause(choice),
            free=free,
            entered=isinstance(choice, Draw),
            ahead=[self.next_entry(draw, options) for draw, options in ahead],
        )

    def opened(self, choice: Choice) -> OpenChoice:
        """A choice with neither free options nor anything ahead."""
        return OpenChoice(
            data=self.encoded(choice), text=self.render(choice), clause=self.game.clause(choice)
        )

    def next_entry(self, draw: Draw, options: Sequence[Action]) -> NextEntry:
        return NextEntry(
            data=self.encoded(draw),
            text=self.render(draw),
            options=self.options([(CHANCE, option) for option in options]),
        )

    def free_options(self, free: FreeField, first: Action) -> FreeOptions:
        id = f"free.{type(first).__name__}"
        arguments = message_of(first).arguments
        return FreeOptions(
            seat=first.seat,
            action=self.encoded(first),
            field=free.name,
            first=free.first,
            last=free.last,
            ask=self.catalogue.render(Message(f"{id}.ask", arguments)),
            text=self.catalogue.render(Message(id, {**arguments, "n": "{n}"})),
        )

    def options(self, offered: Sequence[tuple[Seat, Action]]) -> list[Option]:
        encode = self.game.codec().encode
        clauses: dict[type[Action], str] = {}
        found: list[Option] = []
        for number, (seat, action) in enumerate(offered, start=1):
            cls = type(action)
            if cls not in clauses:
                clauses[cls] = self.game.clause(action)
            message = message_of(action)
            more = f"more.{cls.__name__}"
            detail = ""
            if self.catalogue.has(more):
                detail = self.catalogue.render(Message(more, message.arguments))
            found.append(
                Option(
                    n=number,
                    seat=seat,
                    action=encode(action),
                    text=self.catalogue.render(message),
                    clause=clauses[cls],
                    detail=detail,
                )
            )
        return found

    def event(self, event: Event, number: int) -> LoggedEvent:
        return LoggedEvent(
            n=number,
            data=self.encoded(event),
            text=self.render(event),
            clause=self.game.clause(event),
        )

    def events(self, events: Sequence[Event], first: int) -> list[LoggedEvent]:
        return [self.event(event, number) for number, event in enumerate(events, start=first)]

    def game_end(self, result: Result | None, key: bytes | None) -> GameEnd | None:
        if result is None:
            return None
        return GameEnd(
            data=self.encoded(result),
            text=self.render(result),
            clause=self.game.clause(result),
            key=None if key is None else key.hex(),
        )
