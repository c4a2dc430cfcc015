"""Positions: the table as one viewer may see it, as data and as sentences.

Everything about the game in them comes from the engine's view of the viewer's seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from embertable.engine.catalogue import Catalogue, Message, Plain
from embertable.engine.content import Content
from embertable.engine.game import Game
from embertable.engine.messages import message_of
from embertable.engine.seat_view import SeatView, seat_view
from embertable.engine.table import PARTY, Action, Choice, Event, Result, Seat, View
from embertable.server.entries import SeatTaken
from embertable.server.errors import render
from embertable.server.projections import Seats
from embertable.server.protocol import (
    CountdownInfo,
    GameEnd,
    LessonShown,
    LoggedEvent,
    OpenChoice,
    Option,
    Position,
    Proposal,
    SeatClock,
    SeatInfo,
    UndoOffer,
)
from embertable.server.viewer import Viewer
from embertable.text_view import text_view
from embertable.tutorials import LEARNER

SeatNames: TypeAlias = Seats | Sequence[SeatTaken]


@dataclass(frozen=True)
class RoomStatus:
    """What a position shows that is not in the log: who is connected, and the time left."""

    connected: frozenset[str]
    spectators: int
    clocks: Sequence[SeatClock]
    countdown: CountdownInfo | None


def position(viewer: Viewer, status: RoomStatus, first: int) -> Position:
    """The table as a viewer may see it, with the events from number `first` on."""
    live = viewer.live
    visible = live.viewer_log.visible(viewer.seat)
    since = visible[first] if first < len(visible) else len(live.table.log)
    shown = seat_view(live.table, viewer.seat, since)
    presenter = Presenter(live.game, viewer.language, live.seats, shown.view, live.content)
    return Position(
        table=live.id,
        game=live.game.name,
        seq=live.position,
        seat=viewer.seat,
        view=presenter.encoded(shown.view),
        text=presenter.text(shown.view, shown.seat) if viewer.wants_text else [],
        awaited=list(shown.awaited),
        choice=presenter.open_choice(shown.choice),
        options=presenter.options(offers(viewer, shown)),
        first=first,
        events=presenter.events(shown.events, first),
        result=presenter.game_end(shown.result, live.played.key),
        undo=undo_offer(viewer),
        people=seat_infos(viewer, status.connected),
        spectators=status.spectators,
        clocks=list(status.clocks),
        countdown=status.countdown,
        chat_blocked=not viewer.may_chat(),
        host=viewer.is_host,
        commitment=live.session.record.commitment,
        marks=live.marks(),
        lessons=lessons(viewer),
    )


def lessons(viewer: Viewer) -> list[LessonShown]:
    """The lessons of a tutorial so far, for its learner alone."""
    tutor = viewer.live.tutor
    if tutor is None or viewer.seat != LEARNER:
        return []
    catalogue = viewer.live.game.catalogue(viewer.language)
    return [
        LessonShown(id=one.id, text=catalogue.render(one.message), current=one in tutor.fresh)
        for one in tutor.given
    ]


def offers(viewer: Viewer, shown: SeatView) -> list[tuple[Seat, Action]]:
    """What a viewer may do; a person with several seats of a party decides for all of them."""
    if shown.choice is None or viewer.seat is None:
        return []
    if shown.choice.seat != PARTY or len(viewer.seats) < 2:
        return [(viewer.seat, option) for option in shown.options]
    found: list[tuple[Seat, Action]] = []
    for seat in dict.fromkeys((viewer.seat, *viewer.seats)):
        known = [option for _, option in found]
        found.extend((seat, one) for one in viewer.live.table.offered(seat) if one not in known)
    return found


def undo_offer(viewer: Viewer) -> UndoOffer:
    live = viewer.live
    free = live.may_undo_freely(viewer.person)
    proposal = None
    if (proposed := live.proposals.open) is not None:
        name = live.seats[proposed.seat].name
        proposal = Proposal(
            number=live.proposals.number,
            seat=proposed.seat,
            agreed=sorted(live.proposals.agreed),
            waiting=live.proposals.waiting(live.seats),
            text=render(viewer.language, "table.proposal", name=name),
        )
    propose = not live.is_over() and not free and live.decisions_to_undo(viewer.person) > 0
    return UndoOffer(free=free, propose=propose, proposal=proposal)


def seat_infos(viewer: Viewer, connected: frozenset[str]) -> list[SeatInfo]:
    seats = viewer.live.seats
    return [
        SeatInfo(
            seat=seat,
            kind="person" if taken.person else "bot" if taken.bot else "open",
            name=taken.name,
            bot=seats.bot_at(seat),
            connected=not taken.person or taken.person in connected,
            mine=bool(viewer.person) and taken.person == viewer.person,
            muted=seat in seats.muted,
        )
        for seat, taken in enumerate(seats)
    ]


def name_seat(seats: SeatNames, seat: Plain) -> Message:
    assert isinstance(seat, int)
    if seat < len(seats) and seats[seat].name:
        return Message("seat.named", {"name": seats[seat].name})
    return Message(f"seat.{seat}")


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
        # A namer that held this presenter would make a reference cycle with the whole view.
        self.catalogue: Catalogue = own.with_namers({"seat": partial(name_seat, seats)})

    def encoded(self, thing: object) -> Any:
        return self.game.codec().encode(thing)

    def render(self, thing: Action | Choice | Event | Result) -> str:
        return self.catalogue.render(message_of(thing))

    def text(self, view: View, seat: Seat | None) -> list[str]:
        """The whole view in plain sentences."""
        return text_view(self.game, view, self.catalogue, seat, self.content)

    def open_choice(self, choice: Choice | None) -> OpenChoice | None:
        if choice is None:
            return None
        return OpenChoice(
            data=self.encoded(choice), text=self.render(choice), clause=self.game.clause(choice)
        )

    def options(self, offered: Sequence[tuple[Seat, Action]]) -> list[Option]:
        return [
            Option(
                n=number,
                seat=seat,
                action=self.encoded(action),
                text=self.render(action),
                clause=self.game.clause(action),
                detail=self.detail(action),
            )
            for number, (seat, action) in enumerate(offered, start=1)
        ]

    def detail(self, action: Action) -> str:
        id = f"more.{type(action).__name__}"
        if not self.catalogue.has(id):
            return ""
        return self.catalogue.render(Message(id, message_of(action).arguments))

    def events(self, events: Sequence[Event], first: int) -> list[LoggedEvent]:
        return [
            LoggedEvent(
                n=number,
                data=self.encoded(event),
                text=self.render(event),
                clause=self.game.clause(event),
            )
            for number, event in enumerate(events, start=first)
        ]

    def game_end(self, result: Result | None, key: bytes | None) -> GameEnd | None:
        if result is None:
            return None
        return GameEnd(
            data=self.encoded(result),
            text=self.render(result),
            clause=self.game.clause(result),
            key=None if key is None else key.hex(),
        )
