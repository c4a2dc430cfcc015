"""Requests about tables and their seats, and the socket of a table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from embertable.engine.catalogue import Message
from embertable.engine.errors import EmbertableError
from embertable.games import load
from embertable.server.errors import NeedsInvite, TooMuch
from embertable.server.http.requests import (
    Answer,
    B,
    address_of,
    body_of,
    endpoint,
    json_of,
    language_of,
    person_of,
    room_of,
    room_to_see,
    server_of,
    signed_in_person,
)
from embertable.server.http_types import (
    HandToBot,
    Join,
    Mute,
    NewTable,
    Pace,
    SeatOnly,
    TableInfo,
    TableList,
)
from embertable.server.live import LiveTable
from embertable.server.position import seat_infos
from embertable.server.room import Room
from embertable.server.sessions import DAY, INVITE_DAYS, INVITED, Person
from embertable.server.socket import Connection
from embertable.server.viewer import viewer_of


@endpoint
async def new_table(request: Request) -> Struct:
    person = await signed_in_person(request)
    server = server_of(request)
    wanted = await body_of(request, NewTable)
    if not server.table_allowance.take(person.id):
        raise TooMuch
    room = await server.rooms.finish(server.rooms.create(person, wanted))
    return table_info(request, room, person)


@endpoint
async def tables(request: Request) -> Struct:
    """One's own tables, and those that the lobby lists."""
    server = server_of(request)
    person = await person_of(request)
    mine = await server.rooms.of_person(person.id) if person else []
    known = {room.live.id for room in mine}
    listed = [room for room in await server.rooms.listed() if room.live.id not in known]
    return TableList(
        mine=[table_info(request, room, person) for room in mine],
        listed=[table_info(request, room, person) for room in listed],
    )


@endpoint
async def table(request: Request) -> Response:
    person = await person_of(request)
    room = await room_to_see(request, person)
    server = server_of(request)
    response = json_of(table_info(request, room, person))
    invite = request.query_params.get("invite", "")
    if server.sessions.is_invited(room.live.id, invite):
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


def table_info(request: Request, room: Room, person: Person | None) -> TableInfo:
    server = server_of(request)
    viewer = viewer_of(room.live, person, language_of(request))
    live = viewer.live
    connected = frozenset(one.person.id for one in room.watchers if one.person)
    return TableInfo(
        id=live.id,
        game=live.game.name,
        title=describe_title(live.game.name, viewer.language),
        options={
            name: value
            for name, value in live.table.options.items()
            if name not in live.game.carry_over_options()
        },
        people=seat_infos(viewer, connected),
        listed=live.opened.listed,
        pace=pace_of(live),
        absent=live.opened.absent,
        over=live.is_over(),
        mine=bool(viewer.seats),
        awaited=any(seat in viewer.seats for seat in live.played.awaited()),
        decisions=len(live.played.decided_seats),
        created=live.opened.at,
        updated=live.updated,
        invite=server.sessions.invite(live.id) if viewer.seats or viewer.is_host else "",
        campaign=live.opened.campaign if viewer.is_host else "",
    )


def pace_of(live: LiveTable) -> Pace | None:
    opened = live.opened
    return Pace(seconds=opened.seconds, increment=opened.increment) if opened.seconds else None


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
        room = await room_of(request)
        server = server_of(request)

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
    room = await room_of(request)
    server = server_of(request)
    invited = bool(wanted.invite) and server.sessions.is_invited(room.live.id, wanted.invite)
    sits = bool(room.live.seats.of_person(person.id))
    if not (invited or sits or room.live.opened.listed):
        raise NeedsInvite
    await server.rooms.finish(room.sit(person, wanted.seat, invited))
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


async def socket(websocket: WebSocket) -> None:
    """The socket of a table; its origin has been checked, and its first message must be `hello`."""
    server = server_of(websocket)
    try:
        person = await person_of(websocket)
        room = await room_to_see(websocket, person)
        if not server.may_connect(person, address_of(websocket)):
            raise TooMuch
    except EmbertableError as error:
        await websocket.close(1008, type(error).__name__)
        return
    await websocket.accept()
    connection = Connection(websocket, room, person, address_of(websocket))
    server.sockets.add(connection)
    server.metrics.sockets.inc()
    try:
        await connection.run()
    finally:
        server.sockets.discard(connection)
