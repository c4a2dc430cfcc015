"""Requests about records: download, upload, frames, reviews and forks."""

from __future__ import annotations

import secrets
import time
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from embertable.engine.record import Record
from embertable.server import records
from embertable.server.errors import NoSuchThing, NotOver, TooMuch
from embertable.server.http.requests import (
    body_of,
    endpoint,
    json_of,
    language_of,
    raw_body,
    room_of,
    server_of,
    signed_in_person,
    viewer_in,
)
from embertable.server.http.tables import describe_title, table_info
from embertable.server.http_types import Fork, RecordInfo, TableInfo
from embertable.server.position import position
from embertable.server.protocol import encode
from embertable.server.sessions import Person
from embertable.server.store import Document


@endpoint
async def record(request: Request) -> Response:
    """The record of a finished game; for a running one, what this viewer sees and saw."""
    room, viewer = await viewer_in(request)
    async with room.lock:
        live = viewer.live
        if live.is_over():
            return download(live.record().to_json(), f"{live.game.name}-{live.id}")
        return json_of(position(viewer, room.status(), 0))


@endpoint
async def table_frame(request: Request) -> Response:
    """A finished game after a decision, viewed from any seat."""
    room = await room_of(request)
    if not room.live.is_over():
        raise NotOver
    saved = room.live.record().to_json()
    return await framed(request, saved, room.live.opened.content, room.live.id)


@endpoint
async def table_review(request: Request) -> Response:
    """The costliest decisions of a finished game."""
    room = await room_of(request)
    if not room.live.is_over():
        raise NotOver
    return await reviewed(request, room.live.record().to_json(), room.live.opened.content)


@endpoint
async def record_review(request: Request) -> Response:
    return await reviewed(request, (await record_of(request)).to_json(), "")


@endpoint
async def fork_table(request: Request) -> Struct:
    person = await signed_in_person(request)
    wanted = await body_of(request, Fork)
    room = await room_of(request)
    if not room.live.is_over():
        raise NotOver
    pack = room.live.opened.content
    return await forked(request, person, room.live.record(), wanted, pack)


@endpoint
async def upload(request: Request) -> Struct:
    """Store an uploaded record after replaying it."""
    person = await signed_in_person(request)
    server = server_of(request)
    if not server.table_allowance.take(person.id):
        raise TooMuch
    found = records.read(await raw_body(request))
    facts = await server.replay_pool.check_record(found.to_json(), language_of(request))
    id = secrets.token_hex(8)
    body = encode(found.to_json())
    await server.store.put(Document("record", id, person.id, body, time.time()))
    return record_info(id, found, bool(facts["over"]), language_of(request))


@endpoint
async def record_frame(request: Request) -> Response:
    saved = (await record_of(request)).to_json()
    return await framed(request, saved, "", str(request.path_params["id"]))


@endpoint
async def record_file(request: Request) -> Response:
    found = await record_of(request)
    return download(found.to_json(), f"{found.game}-{request.path_params['id']}")


@endpoint
async def fork_record(request: Request) -> Struct:
    """Continue an uploaded game from any decision."""
    person = await signed_in_person(request)
    wanted = await body_of(request, Fork)
    return await forked(request, person, await record_of(request), wanted, "")


async def record_of(request: Request) -> Record:
    found = await server_of(request).store.get("record", str(request.path_params["id"])[:64])
    if found is None:
        raise NoSuchThing
    return records.read(found.body)


async def framed(request: Request, saved: dict[str, Any], pack: str, id: str) -> Response:
    at = number_in(request, "at", len(saved["entries"]))
    seat = number_in(request, "seat", -1)
    server = server_of(request)
    body = await server.replay_pool.frame(
        saved, pack, id, at, None if seat < 0 else seat, language_of(request)
    )
    return Response(body, headers={"cache-control": "no-store"}, media_type="application/json")


async def reviewed(request: Request, saved: dict[str, Any], pack: str) -> Response:
    """A review takes seconds of processor time, so it needs a session and counts like a table."""
    person = await signed_in_person(request)
    server = server_of(request)
    if not server.table_allowance.take(person.id):
        raise TooMuch
    body = await server.review_pool.review(saved, pack, language_of(request))
    return Response(body, headers={"cache-control": "no-store"}, media_type="application/json")


async def forked(
    request: Request, person: Person, found: Record, wanted: Fork, pack: str
) -> TableInfo:
    server = server_of(request)
    if not server.table_allowance.take(person.id):
        raise TooMuch
    room = await server.rooms.finish(server.rooms.fork(person, found, wanted, pack))
    return table_info(request, room, person)


def number_in(request: Request, name: str, instead: int) -> int:
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else instead


def record_info(id: str, found: Record, over: bool, language: str) -> RecordInfo:
    return RecordInfo(
        id=id,
        game=found.game,
        title=describe_title(found.game, language),
        options=found.options,
        players=[records.name_of_player(player) for player in found.players],
        decisions=len(found.entries),
        over=over,
    )


def download(saved: dict[str, Any], name: str) -> Response:
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="{name}.json"',
    }
    return Response(encode(saved), headers=headers, media_type="application/json")
