"""Requests about tables and their seats, and the socket of a table."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from embertable.engine.catalogue import Message
from embertable.engine.errors import EmbertableError
from embertable.engine.table import CHANCE
from embertable.games import load
from embertable.server import campaigns
from embertable.server.errors import NeedsInvite, NotYours, PackNotAccepted, TooMuch
from embertable.server.frames import EXTENSION, QuietSocket
from embertable.server.http.requests import (
    Answer,
    B,
    address_of,
    body_of,
    endpoint,
    is_invited,
    json_of,
    language_of,
    person_of,
    room_of,
    room_to_see,
    server_of,
    signed_in_person,
    while_connected,
)
from embertable.server.http_types import (
    HandToBot,
    Join,
    Mute,
    NewReport,
    NewTable,
    Nothing,
    Ok,
    Pace,
    Remove,
    SeatOnly,
    Silence,
    Stranger,
    StrangerList,
    TableInfo,
    TableList,
)
from embertable.server.live import invitation_to
from embertable.server.operator import send_report
from embertable.server.position import seat_infos
from embertable.server.room import Room, handle_of
from embertable.server.sessions import DAY, INVITE_DAYS, INVITED, Person, clean_text
from embertable.server.socket import Connection
from embertable.server.store import Store
from embertable.server.summaries import Summary, game_of, notice_of, standing_of, summary_of

log = logging.getLogger("embertable.server")


@endpoint
async def promised_luck(request: Request) -> Struct:
    """Choose the key of a table that is created next, and show its hash."""
    person = await signed_in_person(request)
    server = server_of(request)
    await body_of(request, Nothing)
    server.shares.take_change(person.id, address_of(request))
    return await server.rooms.promise_luck(person)


@endpoint
async def new_table(request: Request) -> Struct:
    person = await signed_in_person(request)
    server = server_of(request)
    wanted = await body_of(request, NewTable)
    server.shares.take_table(person.id, address_of(request), wanted.listed)
    server.shares.take_room(address_of(request), len(wanted.content))
    check = server.readers.check_pack(wanted.game, wanted.content, person.id)
    await while_connected(request, check)
    room = await server.rooms.finish(server.rooms.create(person, wanted))
    server.traces.note("new table", address_of(request), person.id, room.live.id)
    return table_info(request, room, person)


@endpoint
async def tables(request: Request) -> Struct:
    """One's own tables, and those that the lobby lists."""
    server = server_of(request)
    person = await person_of(request)
    mine = await server.rooms.of_person(person.id) if person else {}
    listed = await server.rooms.listed()
    return TableList(
        mine=[info_of(request, id, one, person) for id, one in mine.items()],
        listed=[info_of(request, id, one, person) for id, one in listed.items() if id not in mine],
    )


@endpoint
async def table(request: Request) -> Response:
    person = await person_of(request)
    room = await room_to_see(request, person)
    server = server_of(request)
    shown = table_info(request, room, person)
    shown.commitment = promise_of(room, person)
    shown.pack = pack_of(room)
    await add_campaign(shown, room, person, server.store)
    response = json_of(shown)
    invite = request.query_params.get("invite", "")
    if server.sessions.is_invited(room.live.invitation(), invite):
        response.set_cookie(
            INVITED,
            invite,
            max_age=int(INVITE_DAYS * DAY),
            path=f"/api/tables/{room.live.id}",
            httponly=True,
            samesite="lax",
            secure=server.settings.secure,
        )
    return response


def pack_of(room: Room) -> str:
    """The hash of a table's own content pack; empty for the standard one."""
    return room.live.content.hash if room.live.opened.content else ""


def promise_of(room: Room, person: Person | None) -> str:
    """The commitment of a table to which this person may still add a part; otherwise empty."""
    live = room.live
    may = live.may_add_luck(person.id if person else "")
    return live.session.record.commitment if may else ""


async def add_campaign(shown: TableInfo, room: Room, person: Person | None, store: Store) -> None:
    """Say for whoever shares the campaign of a table whether this game is counted."""
    live = room.live
    if not live.opened.campaign or person is None:
        return
    try:
        document = await campaigns.shared(store, live.opened.campaign, person)
        shown.run = await campaigns.beside(
            campaigns.run_of, document, live.session.record, live.game.state_hash(live.table)
        )
    except EmbertableError:
        return
    shown.campaign = live.opened.campaign


def table_info(request: Request, room: Room, person: Person | None) -> TableInfo:
    return info_of(request, room.live.id, summary_of(room.live), person)


def info_of(request: Request, id: str, summary: Summary, person: Person | None) -> TableInfo:
    """What a list shows of a table to a person."""
    server = server_of(request)
    language = language_of(request)
    me = person.id if person else ""
    mine = summary.seats_of(me)
    is_host = bool(me) and me == summary.host
    answered = [*mine, CHANCE] if mine or is_host else mine
    room = server.rooms.loaded(id)
    connected = room.connected() if room else frozenset()
    game = game_of(summary.game)
    hidden = game.carry_over_options() if game else ()
    pace = Pace(seconds=summary.seconds, increment=summary.increment) if summary.seconds else None
    return TableInfo(
        id=id,
        game=summary.game,
        title=describe_title(summary.game, language) if game else summary.game,
        options={name: value for name, value in summary.options.items() if name not in hidden},
        people=seat_infos(summary.seats, me, connected),
        listed=summary.listed,
        pace=pace,
        absent=summary.absent,
        over=summary.over,
        mine=bool(mine),
        awaited=any(seat in answered for seat in summary.awaited),
        decisions=summary.decisions,
        created=summary.created,
        updated=summary.updated,
        invite=server.sessions.invite(invitation_to(id, summary.invites))
        if mine or is_host
        else "",
        campaign=summary.campaign if is_host else "",
        standing=standing_of(summary, language),
        notice=notice_of(summary, language),
        read_only=bool(summary.state),
        marks=list(summary.marks),
    )


def describe_title(name: str, language: str) -> str:
    catalogue = load(name).catalogue(language)
    return catalogue.render(Message("about.title")) if catalogue.has("about.title") else name


def at_table(
    name: str, kind: type[B], work: Callable[[Room, Person, B], Awaitable[None]]
) -> Answer:
    """An endpoint that changes a table's seats."""

    async def answer(request: Request) -> Struct:
        person = await signed_in_person(request)
        wanted = await body_of(request, kind)
        server = server_of(request)
        server.shares.take_change(person.id, address_of(request))
        room = await room_of(request)

        async def whole() -> None:
            await work(room, person, wanted)

        await server.rooms.finish(whole())
        return table_info(request, room, person)

    answer.__name__ = name
    return endpoint(answer)


@endpoint
async def join(request: Request) -> Struct:
    person = await signed_in_person(request)
    wanted = await body_of(request, Join)
    server = server_of(request)
    server.shares.take_change(person.id, address_of(request))
    room = await room_of(request)
    invited = bool(wanted.invite) and server.sessions.is_invited(
        room.live.invitation(), wanted.invite
    )
    sits = bool(room.live.seats.of_person(person.id))
    if not (invited or sits or room.live.opened.listed):
        raise NeedsInvite
    if not sits and pack_of(room) not in ("", wanted.pack):
        raise PackNotAccepted
    await server.rooms.finish(room.sit(person, wanted.seat, invited, wanted.part))
    if invited and room.live.opened.campaign:
        # Whoever is invited to a Run shares its campaign.
        await campaigns.share(server.store, room.live.opened.campaign, person)
    return table_info(request, room, person)


leave = at_table("leave", SeatOnly, lambda room, person, body: room.stand_up(person, body.seat))
take_over = at_table(
    "take_over", SeatOnly, lambda room, person, body: room.take_over(person, body.seat)
)
kick = at_table("kick", SeatOnly, lambda room, person, body: room.kick(person, body.seat))
hand_to_bot = at_table(
    "hand_to_bot",
    HandToBot,
    lambda room, person, body: room.hand_to_bot(person, body.seat, body.bot),
)
mute = at_table("mute", Mute, lambda room, person, body: room.mute(person, body.seat, body.muted))


remove = at_table(
    "remove", Remove, lambda room, person, body: room.remove(person, body.who, body.removed)
)
silence = at_table(
    "silence", Silence, lambda room, person, body: room.silence(person, body.who, body.muted)
)
revoke = at_table("revoke", Nothing, lambda room, person, _: room.revoke_invites(person))


@endpoint
async def report_table(request: Request) -> Struct:
    """Report something to the operator, with the last lines of the chat."""
    person = await signed_in_person(request)
    wanted = await body_of(request, NewReport)
    room = await room_to_see(request, person)
    server = server_of(request)
    server.shares.take_chat(person.id, address_of(request))
    id = await send_report(server.store, room.live, person, clean_text(wanted.text, 500))
    server.metrics.reports.inc()
    log.warning("report %s", id, extra={"fields": {"person": person.id, "table": room.live.id}})
    return Ok()


@endpoint
async def strangers(request: Request) -> Struct:
    """The people without a seat who watch, wrote or were removed; for the host."""
    person = await signed_in_person(request)
    room = await room_to_see(request, person)
    if person.id != room.live.host:
        raise NotYours
    seats = room.live.seats
    here = room.present()
    return StrangerList(
        strangers=[
            Stranger(
                who=handle_of(room.live.id, id),
                name=name,
                here=id in here,
                muted=id in seats.muted_people,
                removed=id in seats.removed,
            )
            for id, name in room.strangers().items()
        ]
    )


async def socket(websocket: WebSocket) -> None:
    """The socket of a table; its origin has been checked, and its first message must be `hello`."""
    server = server_of(websocket)
    if not server.shares.may_connect(address_of(websocket)):
        await server.tarpit.hold(address_of(websocket))
    try:
        person = await person_of(websocket)
        room = await room_to_see(websocket, person)
        invited = room.live.seats.invites if is_invited(websocket, room) else None
        if not server.may_connect(person, address_of(websocket)):
            raise TooMuch
    except EmbertableError as error:
        server.refused(error, address_of(websocket), websocket.scope.get("person", ""))
        await websocket.close(1008, type(error).__name__)
        return
    await websocket.accept()
    host = websocket.client.host if websocket.client else ""
    line: QuietSocket = websocket.scope["extensions"][EXTENSION]
    connection = Connection(line, room, person, address_of(websocket), server.shares, invited, host)
    connection.on_refusal = server.refused
    connection.on_end = server.disconnected
    connection.tarpit = server.tarpit
    server.connected(connection)
    line.listen(connection)
