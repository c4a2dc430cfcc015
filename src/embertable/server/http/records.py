"""Requests about records: download, upload, frames, reviews and forks."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from embertable.engine.record import Record
from embertable.server import records
from embertable.server.cached import response
from embertable.server.entries import SeatTaken
from embertable.server.errors import NoSuchThing, NotOver
from embertable.server.http.requests import (
    address_of,
    asker_of,
    body_of,
    endpoint,
    id_in,
    json_of,
    language_of,
    raw_body,
    server_of,
    signed_in_person,
    viewer_in,
    while_connected,
)
from embertable.server.http.tables import describe_title, table_info
from embertable.server.http_types import Fork, RecordInfo, TableInfo
from embertable.server.new_table import MOST_SEATS, players_of_record
from embertable.server.position import position
from embertable.server.protocol import encode
from embertable.server.readers import game_in
from embertable.server.render_ahead import render_ahead
from embertable.server.sessions import Person
from embertable.server.store import Document


@endpoint
async def record(request: Request) -> Response:
    """The record of a finished game; for a running one, what this viewer sees and saw."""
    room, viewer = await viewer_in(request)
    if not room.live.is_over():
        server_of(request).shares.take_lookup(address_of(request))
        await render_ahead(room, lambda: (viewer.at(room.live), 0))
    async with room.lock:
        live = room.live
        if live.is_over():
            body = await asyncio.to_thread(lambda: encode(live.record().to_json()))
            return download(body, f"{live.game.name}-{live.id}")
        return json_of(position(viewer.at(live), room.status(), 0, room.renderings))


@endpoint
async def table_frame(request: Request) -> Response:
    """A finished game after a decision, viewed from any seat."""
    room, _ = await viewer_in(request)
    if not room.live.is_over():
        raise NotOver
    live = room.live
    return await framed(request, live.saved_record(), live.opened.content, live.id)


@endpoint
async def table_review(request: Request) -> Response:
    """The costliest decisions of a finished game."""
    room, _ = await viewer_in(request)
    if not room.live.is_over():
        raise NotOver
    return await reviewed(request, room.live.saved_record(), room.live.opened.content)


@endpoint
async def table_chances(request: Request) -> Response:
    """The winning chance of a seat over a finished game, part by part."""
    room, _ = await viewer_in(request)
    if not room.live.is_over():
        raise NotOver
    return await chances_of(request, room.live.saved_record(), room.live.opened.content)


@endpoint
async def record_chances(request: Request) -> Response:
    return await chances_of(request, (await record_document(request)).body, "")


@endpoint
async def record_review(request: Request) -> Response:
    return await reviewed(request, (await record_document(request)).body, "")


@endpoint
async def fork_table(request: Request) -> Struct:
    person = await signed_in_person(request)
    wanted = await body_of(request, Fork)
    room, _ = await viewer_in(request)
    if not room.live.is_over():
        raise NotOver
    pack = room.live.opened.content
    players = list(room.live.seats)
    return await forked(request, person, room.live.record(), wanted, pack, players)


@endpoint
async def continue_table(request: Request) -> Struct:
    """Continue a read-only table from the last position on which its rules and the present ones agree."""
    person = await signed_in_person(request)
    server = server_of(request)
    room, _ = await viewer_in(request)
    length = len(room.live.session.record.entries)
    server.shares.take_table(person.id, address_of(request), replayed=length)
    new = await server.rooms.finish(server.rooms.continue_table(person, room.live))
    return table_info(request, new, person)


@endpoint
async def upload(request: Request) -> Struct:
    """Store an uploaded record after replaying it."""
    person = await signed_in_person(request)
    server = server_of(request)
    server.shares.take_table(person.id, address_of(request))
    language = language_of(request)
    body = await raw_body(request)
    server.shares.take_room(address_of(request), len(body))
    check = server.readers.check_record(body, language, person.id)
    facts = await while_connected(request, check)
    id = secrets.token_hex(8)
    await server.store.put(Document("record", id, person.id, facts["body"], time.time()))
    return RecordInfo(id=id, title=describe_title(facts["game"], language), **about(facts))


@endpoint
async def record_frame(request: Request) -> Response:
    body = (await record_document(request)).body
    return await framed(request, body, "", id_in(request))


@endpoint
async def record_file(request: Request) -> Response:
    body = (await record_document(request)).body
    return download(body, f"{game_in(body)}-{id_in(request)}")


@endpoint
async def fork_record(request: Request) -> Struct:
    """Continue an uploaded game from any decision."""
    person = await signed_in_person(request)
    wanted = await body_of(request, Fork)
    found = await record_of(request)
    return await forked(request, person, found, wanted, "", players_of_record(found))


async def record_document(request: Request) -> Document:
    found = await server_of(request).store.get("record", id_in(request))
    if found is None:
        raise NoSuchThing
    return found


async def record_of(request: Request) -> Record:
    return await asyncio.to_thread(records.read, (await record_document(request)).body)


async def framed(request: Request, body: bytes, pack: str, id: str) -> Response:
    """A frame never changes, so it is kept for others who look at the same game."""
    server = server_of(request)
    seat = number_in(request, "seat", -1)
    where = (number_in(request, "at", -1), None if seat < 0 else seat, language_of(request))

    async def make() -> bytes:
        asker = await asker_of(request)
        work = server.readers.frame(body, pack, id, *where, asker)
        return await while_connected(request, work)

    return response(request, await server.cache.get(("frame", id, *where), make))


async def reviewed(request: Request, body: bytes, pack: str) -> Response:
    """A review takes seconds of processor time, so it needs a session and counts like a table."""
    person = await signed_in_person(request)
    server = server_of(request)
    language = language_of(request)

    async def make() -> bytes:
        server.shares.take_table(person.id, address_of(request))
        work = server.readers.review(body, pack, language, person.id)
        return await while_connected(request, work)

    path = request.url.path
    return response(request, await server.cache.get(("review", path, language), make))


async def chances_of(request: Request, body: bytes, pack: str) -> Response:
    """Only the first part counts like a table."""
    person = await signed_in_person(request)
    server = server_of(request)
    seat, part = number_in(request, "seat", 0), number_in(request, "part", 0)

    async def make() -> bytes:
        if part == 0:
            server.shares.take_table(person.id, address_of(request))
        work = server.readers.chances(body, pack, min(seat, MOST_SEATS - 1), part, person.id)
        return await while_connected(request, work)

    path = request.url.path
    return response(request, await server.cache.get(("chances", path, seat, part), make))


async def forked(
    request: Request,
    person: Person,
    found: Record,
    wanted: Fork,
    pack: str,
    players: list[SeatTaken],
) -> TableInfo:
    server = server_of(request)
    length = len(found.entries[: wanted.at])
    server.shares.take_table(person.id, address_of(request), wanted.listed, length)
    room = await server.rooms.finish(server.rooms.fork(person, found, wanted, pack, players))
    return table_info(request, room, person)


def number_in(request: Request, name: str, instead: int) -> int:
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else instead


def about(facts: dict[str, Any]) -> dict[str, Any]:
    names = ("game", "options", "players", "decisions", "over", "notice")
    return {name: facts[name] for name in names}


def download(body: bytes, name: str) -> Response:
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="{name}.json"',
    }
    return Response(body, headers=headers, media_type="application/json")
