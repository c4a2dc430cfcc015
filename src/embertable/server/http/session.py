"""Signing in and out."""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from embertable.server.errors import TooMuch
from embertable.server.http.requests import (
    address_of,
    body_of,
    endpoint,
    json_of,
    person_of,
    server_of,
    signed_in_person,
)
from embertable.server.http_types import Me, Ok, SignIn
from embertable.server.sessions import COOKIE, DAY, SESSION_DAYS


@endpoint
async def sign_in(request: Request) -> Response:
    """Sign in with a name, or change it; the response sets the cookie."""
    wanted = await body_of(request, SignIn)
    server = server_of(request)
    if not server.name_allowance.take(address_of(request)):
        raise TooMuch
    token = await server.sessions.sign_in(wanted.name, wanted.language, await person_of(request))
    person = await server.sessions.person_of_token(token)
    assert person is not None
    response = json_of(Me(name=person.name, language=person.language))
    response.set_cookie(
        COOKIE,
        token,
        max_age=int(SESSION_DAYS * DAY),
        httponly=True,
        samesite="lax",
        secure=server.settings.secure,
    )
    return response


@endpoint
async def me(request: Request) -> Struct:
    person = await signed_in_person(request)
    return Me(name=person.name, language=person.language)


@endpoint
async def sign_out(request: Request) -> Response:
    """End the session and close its sockets."""
    person = await signed_in_person(request)
    server = server_of(request)
    await server.sessions.sign_out(person)
    server.sign_out(person.session)
    response = json_of(Ok())
    response.delete_cookie(COOKIE)
    return response
