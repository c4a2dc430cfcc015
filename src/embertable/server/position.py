"""The one way out: every byte about a table that a viewer is sent is made here, from its sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from embertable.engine.catalogue import Catalogue, Message, Plain
from embertable.engine.content import Content
from embertable.engine.game import Game
from embertable.engine.messages import message_of
from embertable.engine.seat_view import SeatView, seat_view
from embertable.engine.table import PARTY, Action, Choice, Event, Result, Seat, View
from embertable.server.entries import SeatTaken
from embertable.server.errors import render
from embertable.server.live import LiveTable
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
from embertable.text_view import text_view
from embertable.tutorials import LEARNER

encode: Callable[[Any], bytes] = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class Viewer:
    """Who looks: a person with some seats, from one of them, or a spectator."""

    person: str
    seat: Seat | None
    seats: tuple[Seat, ...]
    language: str
    wants_text: bool = True


@dataclass(frozen=True)
class Around:
    """What surrounds a table and is not in its log: who is connected, and the clocks."""

    connected: frozenset[str]
    spectators: int
    clocks: Sequence[SeatClock]
    countdown: CountdownInfo | None
    may_talk: bool


def position(live: LiveTable, viewer: Viewer, around: Around, first: int) -> Position:
    """The table as a viewer may see it, with the events from number `first` on."""
    seen = live.seen_by(viewer.seat)
    since = seen[first] if first < len(seen) else len(live.session.table.log)
    shown = seat_view(live.session.table, viewer.seat, since)
    presenter = Presenter(live.game, viewer.language, live.seats, shown.view, live.content)
    return Position(
        table=live.id,
        game=live.game.name,
        seq=live.position,
        seat=viewer.seat,
        view=presenter.encoded(shown.view),
        text=presenter.text(shown.view, shown.seat) if viewer.wants_text else [],
        awaited=list(shown.awaited),
        choice=presenter.asked(shown.choice),
        options=presenter.options(offers(live, viewer, shown)),
        first=first,
        events=presenter.events(shown.events, first),
        result=presenter.ended(shown.result, live.key),
        undo=undo_offer(live, viewer),
        people=chairs(live, viewer.person, around.connected),
        spectators=around.spectators,
        clocks=list(around.clocks),
        countdown=around.countdown,
        chat_blocked=not around.may_talk,
        host=bool(viewer.person) and viewer.person == live.host,
        commitment=live.session.record.commitment,
        marks=live.marks(),
        lessons=lessons(live, viewer),
    )


def lessons(live: LiveTable, viewer: Viewer) -> list[LessonShown]:
    """What the pupil of a guided table was told; nobody else is taught."""
    tutor = live.tutor
    if tutor is None or viewer.seat != LEARNER:
        return []
    catalogue = live.game.catalogue(viewer.language)
    return [
        LessonShown(id=one.id, text=catalogue.render(one.message), current=one in tutor.fresh)
        for one in tutor.told
    ]


def offers(live: LiveTable, viewer: Viewer, shown: SeatView) -> list[tuple[Seat, Action]]:
    """What a viewer may do; whoever holds several seats of a party speaks for all of them."""
    if shown.choice is None or viewer.seat is None:
        return []
    if shown.choice.seat != PARTY or len(viewer.seats) < 2:
        return [(viewer.seat, option) for option in shown.options]
    found: list[tuple[Seat, Action]] = []
    for seat in dict.fromkeys((viewer.seat, *viewer.seats)):
        known = [option for _, option in found]
        found.extend((seat, one) for one in live.session.table.offered(seat) if one not in known)
    return found


def undo_offer(live: LiveTable, viewer: Viewer) -> UndoOffer:
    free = live.may_undo_freely(viewer.person)
    proposal = None
    if live.proposal is not None:
        waiting = [
            seat
            for seat, taken in enumerate(live.seats)
            if taken.person and taken.person != live.proposal.by and seat not in live.agreed
        ]
        name = live.seats[live.proposal.seat].name
        proposal = Proposal(
            number=live.proposal_number,
            seat=live.proposal.seat,
            agreed=sorted(live.agreed),
            waiting=waiting,
            text=render(viewer.language, "table.proposal", name=name),
        )
    propose = not live.is_over() and not free and live.decisions_to_take_back(viewer.person) > 0
    return UndoOffer(free=free, propose=propose, proposal=proposal)


def chairs(live: LiveTable, person: str, connected: frozenset[str]) -> list[SeatInfo]:
    return [
        SeatInfo(
            seat=seat,
            kind="person" if taken.person else "bot" if taken.bot else "open",
            name=taken.name,
            bot=taken.bot or live.lent_to_bot.get(seat, ""),
            connected=not taken.person or taken.person in connected,
            mine=bool(person) and taken.person == person,
            muted=seat in live.muted,
        )
        for seat, taken in enumerate(live.seats)
    ]


def name_seat(seats: Sequence[SeatTaken], seat: Plain) -> Message:
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
        seats: Sequence[SeatTaken],
        view: View | None,
        content: Content | None = None,
    ) -> None:
        self.game = game
        self.content = content or game.content()
        own = game.catalogue(language, view, self.content)
        # A namer that knew this teller would hold it in a circle, with the whole view.
        self.words: Catalogue = own.with_namers({"seat": partial(name_seat, seats)})

    def encoded(self, thing: object) -> Any:
        return self.game.codec().encode(thing)

    def render(self, thing: Action | Choice | Event | Result) -> str:
        return self.words.render(message_of(thing))

    def text(self, view: View, seat: Seat | None) -> list[str]:
        """The whole view in plain sentences."""
        return text_view(self.game, view, self.words, seat, self.content)

    def asked(self, choice: Choice | None) -> OpenChoice | None:
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
        if not self.words.has(id):
            return ""
        return self.words.render(Message(id, message_of(action).arguments))

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

    def ended(self, result: Result | None, key: bytes | None) -> GameEnd | None:
        if result is None:
            return None
        return GameEnd(
            data=self.encoded(result),
            text=self.render(result),
            clause=self.game.clause(result),
            key=None if key is None else key.hex(),
        )
