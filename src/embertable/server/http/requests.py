"""What requests share: their server, person, viewer and body, and errors as responses."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from embertable.engine.catalogue import LANGUAGES
from embertable.engine.errors import EmbertableError
from embertable.server.app import Server
from embertable.server.errors import (
    BadMessage,
    NoSuchTable,
    NoSuchThing,
    NotSignedIn,
    ServerError,
    ServerFault,
    TooLarge,
)
from embertable.server.http_types import ErrorBody
from embertable.server.middleware import LARGEST_BODY, language_in
from embertable.server.protocol import encode
from embertable.server.room import Room
from embertable.server.sessions import COOKIE, INVITED, Person
from embertable.server.viewer import Viewer, check_access, viewer_of

log = logging.getLogger("embertable.server")
B = TypeVar("B", bound=Struct)
Answer = Callable[[Request], Awaitable[Response]]


def server_of(connection: HTTPConnection) -> Server:
    server = connection.app.state.server
    assert isinstance(server, Server)
    return server


def endpoint(function: Callable[[Request], Awaitable[Struct | Response]]) -> Answer:
    """Turn a handler into an endpoint; the one place where errors become responses."""

    @wraps(function)
    async def answer(request: Request) -> Response:
        try:
            reply = await function(request)
        except EmbertableError as error:
            return error_response(request, error)
        except Exception:
            log.exception("%s %s failed", request.method, request.url.path)
            return error_response(request, ServerFault())
        if isinstance(reply, Response):
            return reply
        return json_of(reply)

    return answer


def json_of(reply: Any, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(encode(reply), status, headers, "application/json")


def error_response(request: Request, error: EmbertableError) -> Response:
    text = error.render(language_of(request))
    status = error.status if isinstance(error, ServerError) else 400
    return json_of(ErrorBody(error=type(error).__name__, text=text), status)


async def not_found(request: Request, _: Exception) -> Response:
    """The response to an unknown path or method."""
    return error_response(request, NoSuchThing())


def language_of(request: HTTPConnection) -> str:
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else language_in(request.headers)


async def body_of(request: Request, kind: type[B]) -> B:
    """The request's body, validated as this type."""
    body = await raw_body(request)
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise BadMessage(str(error)[:200]) from error


async def raw_body(request: Request) -> bytes:
    pieces: list[bytes] = []
    length = 0
    async for piece in request.stream():
        length += len(piece)
        if length > LARGEST_BODY:
            raise TooLarge
        pieces.append(piece)
    return b"".join(pieces)


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


async def person_of(request: HTTPConnection) -> Person | None:
    return await server_of(request).sessions.person_of_token(request.cookies.get(COOKIE))


async def signed_in_person(request: Request) -> Person:
    person = await person_of(request)
    if person is None:
        raise NotSignedIn
    return person


async def room_to_see(request: HTTPConnection, person: Person | None) -> Room:
    """The room of the request, if this person may look into it."""
    room = await room_of(request)
    invited = server_of(request).sessions.is_invited(room.live.id, invite_in(request))
    check_access(room.live, person, invited)
    return room


async def viewer_in(request: HTTPConnection) -> tuple[Room, Viewer]:
    """Who looks, by their session, and the room that they may look into."""
    person = await person_of(request)
    room = await room_to_see(request, person)
    return room, viewer_of(room.live, person, language_of(request))


def invite_in(request: HTTPConnection) -> str:
    """The secret of an invitation, from the query or its cookie."""
    return request.query_params.get("invite") or request.cookies.get(INVITED, "")


async def room_of(request: HTTPConnection) -> Room:
    id = str(request.path_params["id"])
    if len(id) > 64:
        raise NoSuchTable
    return await server_of(request).rooms.room(id)
