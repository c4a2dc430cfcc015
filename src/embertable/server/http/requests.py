"""What requests share: their server, person, viewer and body, and errors as responses."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine
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
    Relayed,
    ServerError,
    ServerFault,
    TooLarge,
    name_of_error,
)
from embertable.server.http_types import ErrorBody
from embertable.server.middleware import LARGEST_BODY, language_in
from embertable.server.protocol import encode
from embertable.server.room import Room
from embertable.server.sessions import COOKIE, INVITED, Person
from embertable.server.shares import household
from embertable.server.viewer import Viewer, check_access, viewer_of

log = logging.getLogger("embertable.server")
B = TypeVar("B", bound=Struct)
T = TypeVar("T")
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
CLIENT_GONE = 499
"""The status that proxies log for a client that went away; nobody receives it."""
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
        except ClientGone:
            return Response(status_code=CLIENT_GONE)
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
    server = server_of(request)
    server.refused(error, address_of(request), request.scope.get("person", ""), table_in(request))
    text = error.render(language_of(request))
    status = error.status if isinstance(error, ServerError) else 400
    if isinstance(error, Relayed):
        status = error.error_status
    return json_of(ErrorBody(error=name_of_error(error), text=text), status)


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


class ClientGone(Exception):
    """Nobody waits for this response any more."""


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of work that is called off when its client goes away."""
    working = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(disconnection(request))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientGone
        return working.result()
    finally:
        for task in (working, gone):
            task.cancel()
        await asyncio.gather(working, gone, return_exceptions=True)


async def disconnection(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":  # noqa: ASYNC110 - no event tells
        # Some servers repeat the empty end of a body without waiting.
        await asyncio.sleep(0.1)


async def asker_of(request: Request) -> str:
    """Whose turn at the workers a request takes: a person's, or that of an address."""
    person = await person_of(request)
    return person.id if person else address_of(request)


def address_of(connection: HTTPConnection) -> str:
    """Where a connection comes from, as limits count it."""
    return household(connection.client.host) if connection.client else ""


async def person_of(request: HTTPConnection) -> Person | None:
    server = server_of(request)
    person = await server.sessions.person_of_token(request.cookies.get(COOKIE))
    if person is not None:
        request.scope["person"] = person.id
        server.orders.check_person(person.id)
    return person


async def signed_in_person(request: Request) -> Person:
    person = await person_of(request)
    if person is None:
        raise NotSignedIn
    return person


async def room_to_see(request: HTTPConnection, person: Person | None) -> Room:
    """The room of the request, if this person may look into it."""
    room = await room_of(request)
    check_access(room.live, person, is_invited(request, room))
    return room


def is_invited(request: HTTPConnection, room: Room) -> bool:
    return server_of(request).sessions.is_invited(room.live.invitation(), invite_in(request))


async def viewer_in(request: HTTPConnection) -> tuple[Room, Viewer]:
    """Who looks, by their session, and the room that they may look into."""
    person = await person_of(request)
    room = await room_to_see(request, person)
    return room, viewer_of(room.live, person, language_of(request))


def invite_in(request: HTTPConnection) -> str:
    """The secret of an invitation, from the query or its cookie."""
    return request.query_params.get("invite") or request.cookies.get(INVITED, "")


async def room_of(request: HTTPConnection) -> Room:
    id = id_in(request)
    if not id:
        raise NoSuchTable
    return await server_of(request).rooms.room(id)


def table_in(request: HTTPConnection) -> str:
    """The table of the request, for a trace."""
    return id_in(request) if request.path_params.get("id") else ""


def id_in(request: HTTPConnection) -> str:
    """The id in the path; empty if it cannot be one of ours."""
    id = str(request.path_params["id"])
    return id if ID.fullmatch(id) else ""
