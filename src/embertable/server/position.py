"""Positions: the table as one viewer may see it, as data and as sentences.

Everything about the game in them comes from the engine's view of the viewer's seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from embertable.engine.messages import purpose_text
from embertable.engine.table import CHANCE, PARTY, Action, Choice, Draw, Seat, Table
from embertable.server.errors import render
from embertable.server.position_parts import (
    CountdownInfo,
    LessonShown,
    LuckShown,
    OpenChoice,
    Proposal,
    SeatClock,
    SeatInfo,
    UndoOffer,
)
from embertable.server.protocol import Position
from embertable.server.rendering import Rendering, Renderings
from embertable.server.summaries import SeatSummary, rules_notice, seat_summaries
from embertable.server.viewer import Viewer
from embertable.tutorials import LEARNER


@dataclass
class RoomStatus:
    """What a position shows that is not in the log: who is connected, and the time left."""

    connected: frozenset[str]
    spectators: int
    clocks: Sequence[SeatClock]
    countdown: CountdownInfo | None


NOTHING: list[Any] = []
"""Stands for every empty list, which then need not be compared."""

UNDO = {
    (free, propose): UndoOffer(free=free, propose=propose, proposal=None)
    for free in (False, True)
    for propose in (False, True)
}
"""The offers without an open proposal."""


@dataclass
class CommonParts:
    """What a position shows everybody of one language alike."""

    entering: list[Seat] | None
    seats: list[SeatSummary]
    luck: list[LuckShown]
    marks: list[str]
    awaited: list[Seat]
    awaited_for: list[str]
    silence: str
    notice: str
    may_propose: bool
    """Whether anybody may propose to undo something."""


def common_parts(viewer: Viewer, shared: Renderings) -> CommonParts:
    live = viewer.live
    asked = live.played.asked()
    catalogue = live.game.catalogue(viewer.language)
    luck = [LuckShown(seat=one.seat, part=one.part) for one in live.session.record.luck or ()]
    return CommonParts(
        live.entering(),
        shared.lasting("seats", seat_summaries(live.seats)),
        shared.lasting("luck", luck),
        shared.lasting("marks", live.marks()),
        [seat for seat, _ in asked],
        [purpose_text(catalogue, purpose) for _, purpose in asked],
        viewer.silence(),
        notice_at(viewer),
        not (live.removed_players() or live.played.is_closed() or live.opened.daily),
    )


def position(
    viewer: Viewer, status: RoomStatus, first: int, renderings: Renderings | None = None
) -> Position:
    """The table as a viewer may see it, with the events from number `first` on."""
    shown, rendering = without_view(viewer, status, first, renderings or Renderings())
    shown.view = rendering.encoded()
    return shown


def without_view(
    viewer: Viewer, status: RoomStatus, first: int, shared: Renderings
) -> tuple[Position, Rendering]:
    """A position whose view is still an object, since nobody may need all of it as data."""
    live = viewer.live
    played = live.played
    table = live.table
    language = viewer.language
    rendering = shared.of(live, viewer.seat)
    common: CommonParts = shared.common(live, language, partial(common_parts, viewer, shared))
    sitting = (common.seats, viewer.person, status.connected)
    visible = live.viewer_log.visible(viewer.seat)
    result = table.result
    shown = Position(
        number=0,
        table=live.id,
        game=live.game.name,
        seq=live.position,
        seat=viewer.seat,
        view=None,
        text=rendering.text(language, viewer.seat) if viewer.wants_text else NOTHING,
        awaited=common.awaited,
        awaited_for=common.awaited_for,
        entering=common.entering,
        choice=open_choice(viewer, rendering),
        options=rendering.options(language, offers(viewer)),
        first=first,
        events=rendering.events(language, visible[first:], table.log, first),
        result=None
        if result is None
        else rendering.presenter(language).game_end(result, played.key),
        undo=undo_offer(viewer, common.may_propose),
        people=shared.while_same(("people", viewer.person), sitting, lambda: seat_infos(*sitting)),
        spectators=status.spectators,
        clocks=list(status.clocks) or NOTHING,
        countdown=status.countdown,
        chat_blocked=bool(common.silence) or viewer.is_muted(),
        silence=common.silence,
        host=viewer.is_host,
        commitment=live.session.record.commitment,
        luck=common.luck,
        marks=common.marks,
        notice=common.notice,
        read_only=played.old_rules is not None,
        lessons=lessons(viewer),
    )
    return shown, rendering


def open_choice(viewer: Viewer, rendering: Rendering) -> OpenChoice | None:
    """What a viewer's seat has to choose; a host without one enters what was rolled."""
    table = viewer.live.table
    seat = viewer.seat
    choice: Choice | None = None
    if viewer.live.played.old_rules is not None:
        return None
    if seat is not None:
        choice = table.choice_of(seat) or table.draw_for(seat)
    elif viewer.enters():
        choice = table.draw_for(PARTY)
    if choice is None:
        return None
    if not isinstance(choice, Draw) and not choice.free_field():
        return rendering.choice(viewer.language, choice)
    presenter = rendering.presenter(viewer.language)
    asked = CHANCE if isinstance(choice, Draw) or seat is None else seat
    free = table.free_field(asked)
    return presenter.open_choice(
        choice,
        None if free is None else presenter.free_options(free, table.legal(asked)[0]),
        draws_ahead(table, choice),
    )


def draws_ahead(table: Table[Any], choice: Choice) -> list[tuple[Draw, list[Action]]]:
    if not isinstance(choice, Draw):
        return []
    return [(draw, draw.options(table)) for draw in table.draws_ahead(choice)]


def notice_at(viewer: Viewer) -> str:
    played = viewer.live.played
    ours = played.game.rules_version
    began = played.older_rules() or ours
    agreed = played.old_rules.agreed if played.old_rules else None
    return rules_notice(began, ours, agreed, viewer.language)


def lessons(viewer: Viewer) -> list[LessonShown]:
    """The lessons of a tutorial so far, for its learner alone."""
    tutor = viewer.live.tutor
    if tutor is None or viewer.seat != LEARNER:
        return NOTHING
    catalogue = viewer.live.game.catalogue(viewer.language)
    return [
        LessonShown(
            id=one.id,
            text=catalogue.render(one.message),
            act=catalogue.render(one.deed) if catalogue.has(one.deed.id) else "",
            at=list(one.at),
            of=len(tutor.given) + len(tutor.waiting),
            current=one in tutor.fresh,
        )
        for one in tutor.given
    ]


def offers(viewer: Viewer) -> list[tuple[Seat, Action]]:
    """What a viewer may do; a person with several seats of a party decides for all of them."""
    table, seat = viewer.live.table, viewer.seat
    if viewer.live.played.is_closed() or (seat is None and not viewer.enters()):
        return []
    choice = None if seat is None else table.choice_of(seat)
    if seat is None or choice is None:
        draw = table.draw_for(PARTY if seat is None else seat)
        return [] if draw is None else [(CHANCE, option) for option in draw.shortlist(table)]
    if choice.seat != PARTY or len(viewer.seats) < 2:
        return [(seat, option) for option in table.offered(seat)]
    found: list[tuple[Seat, Action]] = []
    for one in dict.fromkeys((seat, *viewer.seats)):
        known = [option for _, option in found]
        found.extend((one, option) for option in table.offered(one) if option not in known)
    return found


def undo_offer(viewer: Viewer, may_propose: bool) -> UndoOffer:
    live = viewer.live
    free = live.may_undo_freely(viewer.person)
    propose = (
        may_propose
        and not free
        and live.decisions_to_undo(viewer.person) > 0
        and (bool(viewer.seats) or not live.others(viewer.person))
    )
    proposed = live.proposals.open
    if proposed is None:
        return UNDO[free, propose]
    name = live.seats[proposed.seat].name
    proposal = Proposal(
        number=live.proposals.number,
        seat=proposed.seat,
        agreed=sorted(live.proposals.agreed),
        waiting=live.proposals.waiting(live.seats),
        text=render(viewer.language, "table.proposal", name=name),
    )
    return UndoOffer(free=free, propose=propose, proposal=proposal)


def seat_infos(
    seats: Sequence[SeatSummary], person: str, connected: frozenset[str]
) -> list[SeatInfo]:
    """Who sits where, as one person sees it."""
    return [
        SeatInfo(
            seat=seat,
            kind="person" if taken.person else "bot" if taken.bot else "open",
            name=taken.name,
            bot=taken.bot or taken.stand_in,
            connected=not taken.person or taken.person in connected,
            mine=bool(person) and taken.person == person,
            muted=taken.muted,
        )
        for seat, taken in enumerate(seats)
    ]
