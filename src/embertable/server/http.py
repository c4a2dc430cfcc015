"""The HTTP API: who one is, games and rules, tables and their seats, health; and the client's files."""

from __future__ import annotations

import logging
import mimetypes
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

import embertable
from embertable.bots import BOTS
from embertable.engine.errors import EmbertableError
from embertable.engine.game import Game
from embertable.engine.words import LANGUAGES, Message
from embertable.games import GAMES, load
from embertable.ledger import load_ledger
from embertable.server.app import Server
from embertable.server.components import components as drawn_from
from embertable.server.components import names as names_of
from embertable.server.errors import (
    BadMessage,
    NeedsInvite,
    NoSuchTable,
    NoSuchThing,
    NotSignedIn,
    ServerError,
    ServerFault,
    TooLarge,
    TooMuch,
    server_words,
)
from embertable.server.guard import LARGEST_BODY, language_in
from embertable.server.live import LiveTable
from embertable.server.people import COOKIE, DAY, SESSION_DAYS, Person
from embertable.server.protocol import (
    ClauseInfo,
    Components,
    Fine,
    GameInfo,
    GameList,
    HandToBot,
    Health,
    Join,
    Me,
    Mute,
    Names,
    NewTable,
    RulesText,
    SeatOnly,
    SettingInfo,
    SignIn,
    TableInfo,
    TableList,
    Trouble,
    ValueInfo,
    WantedNames,
)
from embertable.server.rooms import Room
from embertable.server.shown import chairs, encode
from embertable.server.socket import Connection

log = logging.getLogger("embertable.server")
B = TypeVar("B", bound=Struct)
Answer = Callable[[Request], Awaitable[Response]]


def server_of(connection: HTTPConnection) -> Server:
    server = connection.app.state.server
    assert isinstance(server, Server)
    return server


def answering(function: Callable[[Request], Awaitable[Struct | Response]]) -> Answer:
    """The one place where errors of requests become answers."""

    @wraps(function)
    async def answer(request: Request) -> Response:
        try:
            reply = await function(request)
        except EmbertableError as error:
            return trouble(request, error)
        except Exception:
            log.exception("%s %s failed", request.method, request.url.path)
            return trouble(request, ServerFault())
        if isinstance(reply, Response):
            return reply
        return json_of(reply)

    return answer


def json_of(reply: Any, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(encode(reply), status, headers, "application/json")


def trouble(request: Request, error: EmbertableError) -> Response:
    say = server_words(language_of(request)).say(error.message)
    status = error.status if isinstance(error, ServerError) else 400
    return json_of(Trouble(error=type(error).__name__, say=say), status)


def language_of(request: Request) -> str:
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else language_in(request.headers)


async def body_of(request: Request, kind: type[B]) -> B:
    """The request's body, which must be of this kind and nothing else."""
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


async def person_of(request: HTTPConnection) -> Person | None:
    return await server_of(request).people.who(request.cookies.get(COOKIE))


async def somebody(request: Request) -> Person:
    person = await person_of(request)
    if person is None:
        raise NotSignedIn
    return person


async def room_of(request: HTTPConnection) -> Room:
    id = str(request.path_params["id"])
    if len(id) > 64:
        raise NoSuchTable
    return await server_of(request).rooms.room(id)


# Who one is.


@answering
async def sign_in(request: Request) -> Response:
    """Tell one's name, or another one; the cookie of the answer remembers it."""
    wanted = await body_of(request, SignIn)
    server = server_of(request)
    address = request.client.host if request.client else ""
    if not server.name_allowance.take(address):
        raise TooMuch
    token = await server.people.sign_in(wanted.name, wanted.language, await person_of(request))
    person = await server.people.who(token)
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


@answering
async def me(request: Request) -> Struct:
    person = await somebody(request)
    return Me(name=person.name, language=person.language)


@answering
async def sign_out(request: Request) -> Response:
    """End the session; its sockets are closed."""
    person = await somebody(request)
    server = server_of(request)
    await server.people.sign_out(person)
    server.sign_out(person.session)
    response = json_of(Fine())
    response.delete_cookie(COOKIE)
    return response


# Games and rules.


@answering
async def games(request: Request) -> Struct:
    language = language_of(request)
    return GameList(
        games=[describe(name, language) for name in GAMES],
        bots=sorted(BOTS),
        languages=list(LANGUAGES),
        version=embertable.__version__,
    )


def describe(name: str, language: str) -> GameInfo:
    """A game with its settings explained, as far as its words go."""
    game = load(name)
    words = game.words(language)

    def said(id: str, instead: str) -> str:
        return words.say(Message(id)) if words.has(id) else instead

    return GameInfo(
        name=name,
        title=said("about.title", name),
        pitch=said("about.pitch", ""),
        rules=game.rules_version,
        content=game.content().hash,
        settings=[
            SettingInfo(
                name=setting.name,
                title=said(f"setting.{setting.name}", setting.name),
                about=said(f"setting.{setting.name}.about", ""),
                default=setting.default,
                values=[
                    ValueInfo(
                        value=value,
                        name=said(f"value.{setting.name}.{value}", value),
                        about=said(f"value.{setting.name}.{value}.about", ""),
                    )
                    for value in setting.values
                ],
            )
            for setting in game.settings
        ],
    )


@answering
async def rules(request: Request) -> Struct:
    """Every clause of a game's ledger."""
    game = load(str(request.path_params["game"]))
    return RulesText(
        game=game.name,
        clauses=[
            ClauseInfo(
                id=clause.id,
                section=clause.section,
                title=clause.title,
                text=clause.text,
                rulings=list(clause.rulings),
                source=clause.source,
            )
            for clause in load_ledger(game.name).clauses.values()
        ],
    )


@answering
async def components(request: Request) -> Struct:
    """What a board draws from; `?table=` gives that table's own content pack."""
    game, live = await game_or_table(request)
    return Components(game=game.name, content=drawn_from(game, live.opened.content if live else ""))


@answering
async def names(request: Request) -> Struct:
    """What things are called, in the language asked for."""
    game, live = await game_or_table(request)
    wanted = (await body_of(request, WantedNames)).wanted
    content = live.content if live else game.content()
    return Names(names=names_of(game, content, language_of(request), wanted))


async def game_or_table(request: Request) -> tuple[Game, LiveTable | None]:
    """The game that an address names, and the table that its query names."""
    game = load(str(request.path_params["game"]))
    id = request.query_params.get("table", "")
    if not id:
        return game, None
    if len(id) > 64:
        raise NoSuchTable
    live = (await server_of(request).rooms.room(id)).live
    if live.game.name != game.name:
        raise NoSuchTable
    return game, live


# Tables.


@answering
async def new_table(request: Request) -> Struct:
    person = await somebody(request)
    server = server_of(request)
    wanted = await body_of(request, NewTable)
    if not server.table_allowance.take(person.id):
        raise TooMuch
    room = await server.rooms.finish(server.rooms.make(person, wanted))
    return table_info(server, room, person, language_of(request))


@answering
async def tables(request: Request) -> Struct:
    """One's own tables, and those that the lobby shows."""
    server = server_of(request)
    person = await person_of(request)
    language = language_of(request)
    mine = await server.rooms.of_person(person.id) if person else []
    known = {room.live.id for room in mine}
    listed = [room for room in await server.rooms.listed() if room.live.id not in known]
    return TableList(
        mine=[table_info(server, room, person, language) for room in mine],
        listed=[table_info(server, room, person, language) for room in listed],
    )


@answering
async def table(request: Request) -> Struct:
    room = await room_of(request)
    return table_info(server_of(request), room, await person_of(request), language_of(request))


def table_info(server: Server, room: Room, person: Person | None, language: str) -> TableInfo:
    live = room.live
    id = person.id if person else ""
    seats = live.seats_of(id)
    connected = frozenset(one.person.id for one in room.watchers if one.person)
    return TableInfo(
        id=live.id,
        game=live.game.name,
        title=describe_title(live.game.name, language),
        options={
            name: value
            for name, value in live.session.table.options.items()
            if name not in live.game.carried()
        },
        people=chairs(live, id, connected),
        listed=live.opened.listed,
        over=live.is_over(),
        mine=bool(seats),
        awaited=any(seat in seats for seat in live.awaited()),
        decisions=len(live.standing),
        created=live.opened.at,
        touched=live.touched,
        invite=server.people.invite(live.id) if seats or id == live.host else "",
    )


def describe_title(name: str, language: str) -> str:
    words = load(name).words(language)
    return words.say(Message("about.title")) if words.has("about.title") else name


def at_table(kind: type[B], work: Callable[[Room, Person, B], Awaitable[None]]) -> Answer:
    """A request that changes something about a table's seats."""

    @answering
    async def answer(request: Request) -> Struct:
        person = await somebody(request)
        wanted = await body_of(request, kind)
        room = await room_of(request)
        server = server_of(request)

        async def whole() -> None:
            await work(room, person, wanted)

        await server.rooms.finish(whole())
        return table_info(server, room, person, language_of(request))

    return answer


@answering
async def join(request: Request) -> Struct:
    person = await somebody(request)
    wanted = await body_of(request, Join)
    room = await room_of(request)
    server = server_of(request)
    invited = bool(wanted.invite) and server.people.is_invited(room.live.id, wanted.invite)
    sits = bool(room.live.seats_of(person.id))
    if not (invited or sits or room.live.opened.listed):
        raise NeedsInvite
    await server.rooms.finish(room.sit(person, wanted.seat, invited))
    return table_info(server, room, person, language_of(request))


leave = at_table(SeatOnly, lambda room, person, body: room.stand_up(person, body.seat))
take_over = at_table(SeatOnly, lambda room, person, body: room.take_over(person, body.seat))
kick = at_table(SeatOnly, lambda room, person, body: room.kick(person, body.seat))
hand_to_bot = at_table(
    HandToBot, lambda room, person, body: room.hand_to_bot(person, body.seat, body.bot)
)
mute = at_table(Mute, lambda room, person, body: room.mute(person, body.seat, body.muted))


async def socket(websocket: WebSocket) -> None:
    """A table's socket, after its origin was checked; the first message is `hello`."""
    server = server_of(websocket)
    try:
        person = await person_of(websocket)
        room = await room_of(websocket)
    except EmbertableError as error:
        await websocket.close(1008, type(error).__name__)
        return
    await websocket.accept()
    connection = Connection(websocket, room, person)
    server.sockets.add(connection)
    server.metrics.count("sockets")
    try:
        await connection.run()
    finally:
        server.sockets.discard(connection)


# Health.


@answering
async def health(request: Request) -> Response:
    server = server_of(request)
    await server.store.get("secret", "invite")
    return json_of(Health(ok=True, version=embertable.__version__))


@answering
async def metrics(request: Request) -> Response:
    server = server_of(request)
    gauges = {"rooms": float(len(server.rooms.all())), "open_sockets": float(len(server.sockets))}
    return Response(server.metrics.text(gauges), media_type="text/plain; version=0.0.4")


@answering
async def page(request: Request) -> Response:
    """A file of the built client; any other address is one of the client's own pages."""
    folder = server_of(request).settings.client
    path = str(request.path_params["path"])
    if folder is None or path.startswith("api/"):
        raise NoSuchThing
    root = folder.resolve()
    wanted = (root / path).resolve()
    if not wanted.is_relative_to(root):
        raise NoSuchThing
    if not wanted.is_file():
        wanted = root / "index.html"
    if not wanted.is_file():
        raise NoSuchThing
    kind = mimetypes.guess_type(wanted.name)[0] or "application/octet-stream"
    fresh = "no-cache" if wanted.name == "index.html" else "public, max-age=3600"
    return Response(wanted.read_bytes(), headers={"cache-control": fresh}, media_type=kind)


ROUTES: tuple[tuple[str, str, Answer], ...] = (
    ("POST", "/api/session", sign_in),
    ("GET", "/api/session", me),
    ("DELETE", "/api/session", sign_out),
    ("GET", "/api/games", games),
    ("GET", "/api/games/{game}/rules", rules),
    ("GET", "/api/games/{game}/components", components),
    ("POST", "/api/games/{game}/names", names),
    ("POST", "/api/tables", new_table),
    ("GET", "/api/tables", tables),
    ("GET", "/api/tables/{id}", table),
    ("POST", "/api/tables/{id}/join", join),
    ("POST", "/api/tables/{id}/leave", leave),
    ("POST", "/api/tables/{id}/take-over", take_over),
    ("POST", "/api/tables/{id}/bot", hand_to_bot),
    ("POST", "/api/tables/{id}/kick", kick),
    ("POST", "/api/tables/{id}/mute", mute),
    ("GET", "/healthz", health),
    ("GET", "/metrics", metrics),
)
