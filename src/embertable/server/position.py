"""Positions: the table as one viewer may see it, as data and as sentences.

Everything about the game in them comes from the engine's view of the viewer's seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from embertable.engine.seat_view import SeatView, seat_view
from embertable.engine.table import CHANCE, PARTY, Action, Draw, Seat
from embertable.server.errors import render
from embertable.server.live import LiveTable
from embertable.server.position_parts import (
    CountdownInfo,
    FreeOptions,
    LessonShown,
    LuckShown,
    Proposal,
    SeatClock,
    SeatInfo,
    UndoOffer,
)
from embertable.server.presenter import Presenter
from embertable.server.protocol import Position
from embertable.server.rendering import Renderings
from embertable.server.summaries import SeatSummary, rules_notice, seat_summaries
from embertable.server.viewer import Viewer
from embertable.tutorials import LEARNER


@dataclass(frozen=True)
class RoomStatus:
    """What a position shows that is not in the log: who is connected, and the time left."""

    connected: frozenset[str]
    spectators: int
    clocks: Sequence[SeatClock]
    countdown: CountdownInfo | None


@dataclass(frozen=True)
class CommonParts:
    """What a position shows everybody alike."""

    entering: list[Seat] | None
    seats: Sequence[SeatSummary]
    luck: list[LuckShown]
    marks: list[str]


def common_parts(live: LiveTable) -> CommonParts:
    return CommonParts(
        live.entering(),
        seat_summaries(live.seats),
        [LuckShown(seat=one.seat, part=one.part) for one in live.session.record.luck or ()],
        live.marks(),
    )


def position(
    viewer: Viewer, status: RoomStatus, first: int, renderings: Renderings | None = None
) -> Position:
    """The table as a viewer may see it, with the events from number `first` on."""
    live = viewer.live
    visible = live.viewer_log.visible(viewer.seat)
    since = visible[first] if first < len(visible) else len(live.table.log)
    shown = seen_by(viewer, since)
    if live.played.old_rules is not None:
        shown = replace(shown, choice=None, awaited=())
    shared = Renderings() if renderings is None else renderings
    rendering = shared.of(live, shown.view)
    common = shared.common(live, CommonParts, lambda: common_parts(live))
    presenter = rendering.presenter(viewer.language)
    return Position(
        number=0,
        table=live.id,
        game=live.game.name,
        seq=live.position,
        seat=viewer.seat,
        view=rendering.encoded(),
        text=rendering.text(viewer.language, shown.seat) if viewer.wants_text else [],
        awaited=list(shown.awaited),
        entering=common.entering,
        choice=presenter.open_choice(
            shown.choice, free_options(viewer, shown, presenter), draws_ahead(viewer, shown)
        ),
        options=rendering.options(viewer.language, offers(viewer)),
        first=first,
        events=rendering.events(viewer.language, visible[first:], shown.events, first),
        result=presenter.game_end(shown.result, live.played.key),
        undo=undo_offer(viewer),
        people=shared.common(
            live,
            (viewer.person, status.connected),
            lambda: seat_infos(common.seats, viewer.person, status.connected),
        ),
        spectators=status.spectators,
        clocks=list(status.clocks),
        countdown=status.countdown,
        chat_blocked=not viewer.may_chat(),
        silence=viewer.silence(),
        host=viewer.is_host,
        commitment=live.session.record.commitment,
        luck=common.luck,
        marks=common.marks,
        notice=notice_at(viewer),
        read_only=live.played.old_rules is not None,
        lessons=lessons(viewer),
    )


def seen_by(viewer: Viewer, since: int) -> SeatView:
    """What a viewer's seat is shown; a host without one enters what was rolled."""
    table = viewer.live.table
    shown = seat_view(table, viewer.seat, since)
    if viewer.seat is None and viewer.enters() and (draw := table.draw_for(PARTY)) is not None:
        return replace(shown, choice=draw, free=table.free_field(CHANCE))
    return shown


def draws_ahead(viewer: Viewer, shown: SeatView) -> list[tuple[Draw, list[Action]]]:
    if not isinstance(shown.choice, Draw):
        return []
    table = viewer.live.table
    return [(draw, draw.options(table)) for draw in table.draws_ahead(shown.choice)]


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
        return []
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


def free_options(viewer: Viewer, shown: SeatView, presenter: Presenter) -> FreeOptions | None:
    """The options of a choice with a free field, in short."""
    if shown.choice is None or shown.free is None:
        return None
    seat = CHANCE if isinstance(shown.choice, Draw) else shown.seat
    first = viewer.live.table.legal(seat)[0]
    return presenter.free_options(shown.free, first)


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
    propose = (
        not live.removed_players()
        and not live.played.is_closed()
        and not live.opened.daily
        and not free
        and live.decisions_to_undo(viewer.person) > 0
        and (bool(viewer.seats) or not live.others(viewer.person))
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
