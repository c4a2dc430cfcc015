"""Signing in and out."""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from embertable.server.http.requests import (
    address_of,
    body_of,
    endpoint,
    json_of,
    person_of,
    server_of,
    signed_in_person,
)
from embertable.server.http_types import Me, Ok, PrivacyInfo, SignIn
from embertable.server.privacy import own_data
from embertable.server.sessions import COOKIE, DAY


@endpoint
async def sign_in(request: Request) -> Response:
    """Sign in with a name, or change it; the response sets the cookie."""
    wanted = await body_of(request, SignIn)
    server = server_of(request)
    server.shares.take_name(address_of(request))
    known, cookie = await person_of(request), request.cookies.get(COOKIE, "")
    token = await server.sessions.sign_in(wanted.name, wanted.language, known, cookie)
    person = await server.sessions.person_of_token(token)
    assert person is not None
    server.traces.note("signed in", address_of(request), person.id)
    response = json_of(Me(name=person.name, language=person.language))
    response.set_cookie(
        COOKIE,
        token,
        max_age=int(server.sessions.days * DAY),
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
async def my_data(request: Request) -> Response:
    """Everything that is stored about the person who asks."""
    person = await signed_in_person(request)
    server = server_of(request)
    server.shares.take_table(person.id, address_of(request))
    response = json_of(await own_data(server.store, person))
    response.headers["content-disposition"] = 'attachment; filename="embertable-my-data.json"'
    return response


@endpoint
async def privacy(request: Request) -> Struct:
    """How long things are kept here, and who answers questions about it."""
    settings = server_of(request).settings
    return PrivacyInfo(
        contact=settings.contact,
        chat_days=settings.keep_chat,
        table_days=settings.keep_tables,
        session_days=settings.keep_sessions,
    )


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
