"""The HTTP API: who one is, games and rules, tables and their seats, health; and the client's files."""

from __future__ import annotations

import logging
import mimetypes
import secrets
import time
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
from embertable.engine.record import Record
from embertable.engine.words import LANGUAGES, Message
from embertable.games import GAMES, load
from embertable.ledger import load_ledger
from embertable.server import campaigns, daily, records
from embertable.server.app import Server
from embertable.server.components import components as drawn_from
from embertable.server.components import names as names_of
from embertable.server.errors import (
    BadMessage,
    NeedsInvite,
    NoSuchTable,
    NoSuchThing,
    NotOver,
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
    CampaignList,
    ClauseInfo,
    Components,
    Fine,
    Fork,
    GameInfo,
    GameList,
    HandToBot,
    Health,
    Join,
    Me,
    Mute,
    Names,
    NewTable,
    RecordInfo,
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
from embertable.server.shown import chairs, encode, position
from embertable.server.socket import Connection
from embertable.server.store import Document

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


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


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
    if not server.name_allowance.take(address_of(request)):
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


def at_table(
    name: str, kind: type[B], work: Callable[[Room, Person, B], Awaitable[None]]
) -> Answer:
    """A request that changes something about a table's seats."""

    async def answer(request: Request) -> Struct:
        person = await somebody(request)
        wanted = await body_of(request, kind)
        room = await room_of(request)
        server = server_of(request)

        async def whole() -> None:
            await work(room, person, wanted)

        await server.rooms.finish(whole())
        return table_info(server, room, person, language_of(request))

    answer.__name__ = name
    return answering(answer)


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
    """A table's socket, after its origin was checked; the first message is `hello`."""
    server = server_of(websocket)
    try:
        person = await person_of(websocket)
        room = await room_of(websocket)
        if not server.may_connect(person, address_of(websocket)):
            raise TooMuch
    except EmbertableError as error:
        await websocket.close(1008, type(error).__name__)
        return
    await websocket.accept()
    connection = Connection(websocket, room, person, address_of(websocket))
    server.sockets.add(connection)
    server.metrics.count("sockets")
    try:
        await connection.run()
    finally:
        server.sockets.discard(connection)


# Records.


@answering
async def record(request: Request) -> Response:
    """The whole record of a finished game; of a running one, what the asker sees and saw."""
    room = await room_of(request)
    person = await person_of(request)
    async with room.lock:
        if room.live.is_over():
            return download(room.live.record().to_json(), f"{room.live.game.name}-{room.live.id}")
        viewer = room.viewer(person, None, language_of(request))
        return json_of(position(room.live, viewer, room.around(viewer), 0))


@answering
async def table_frame(request: Request) -> Response:
    """A finished game after a decision, from any seat."""
    room = await room_of(request)
    if not room.live.is_over():
        raise NotOver
    saved = room.live.record().to_json()
    return await framed(request, saved, room.live.opened.content, room.live.id)


@answering
async def fork_table(request: Request) -> Struct:
    person = await somebody(request)
    wanted = await body_of(request, Fork)
    room = await room_of(request)
    if not room.live.is_over():
        raise NotOver
    pack = room.live.opened.content
    return await forked(request, person, room.live.record(), wanted, pack)


@answering
async def upload(request: Request) -> Struct:
    """Keep a record that somebody brings, once it has been played again."""
    person = await somebody(request)
    server = server_of(request)
    if not server.table_allowance.take(person.id):
        raise TooMuch
    found = records.read(await raw_body(request))
    facts = await server.readers.check_record(found.to_json(), language_of(request))
    id = secrets.token_hex(8)
    body = encode(found.to_json())
    await server.store.put(Document("record", id, person.id, body, time.time()))
    return record_info(id, found, bool(facts["over"]), language_of(request))


@answering
async def record_frame(request: Request) -> Response:
    saved = (await record_of(request)).to_json()
    return await framed(request, saved, "", str(request.path_params["id"]))


@answering
async def record_file(request: Request) -> Response:
    found = await record_of(request)
    return download(found.to_json(), f"{found.game}-{request.path_params['id']}")


@answering
async def fork_record(request: Request) -> Struct:
    """Go on with an uploaded game, from its end or any decision before."""
    person = await somebody(request)
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
    body = await server.readers.frame(
        saved, pack, id, at, None if seat < 0 else seat, language_of(request)
    )
    return Response(body, headers={"cache-control": "no-store"}, media_type="application/json")


async def forked(
    request: Request, person: Person, found: Record, wanted: Fork, pack: str
) -> TableInfo:
    server = server_of(request)
    if not server.table_allowance.take(person.id):
        raise TooMuch
    room = await server.rooms.finish(server.rooms.fork(person, found, wanted, pack))
    return table_info(server, room, person, language_of(request))


def number_in(request: Request, name: str, instead: int) -> int:
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else instead


def record_info(id: str, found: Record, over: bool, language: str) -> RecordInfo:
    return RecordInfo(
        id=id,
        game=found.game,
        title=describe_title(found.game, language),
        options=found.options,
        players=[records.name_in(player) for player in found.players],
        decisions=len(found.entries),
        over=over,
    )


def download(saved: dict[str, Any], name: str) -> Response:
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="{name}.json"',
    }
    return Response(encode(saved), headers=headers, media_type="application/json")


# Campaigns, and the deal of the day.


@answering
async def new_campaign(request: Request) -> Struct:
    """Begin a campaign, or bring one as its file."""
    person = await somebody(request)
    server = server_of(request)
    if not server.table_allowance.take(person.id):
        raise TooMuch
    return await campaigns.begin(server.store, person, await raw_body(request))


@answering
async def own_campaigns(request: Request) -> Struct:
    person = await somebody(request)
    return CampaignList(campaigns=await campaigns.of_person(server_of(request).store, person))


@answering
async def campaign_file(request: Request) -> Response:
    person = await somebody(request)
    id = str(request.path_params["id"])[:64]
    found = await campaigns.found(server_of(request).store, id, person)
    return download(msgspec.json.decode(found.body), f"campaign-{id}")


@answering
async def forget_campaign(request: Request) -> Struct:
    person = await somebody(request)
    store = server_of(request).store
    found = await campaigns.found(store, str(request.path_params["id"])[:64], person)
    await store.delete(found.kind, found.id)
    return Fine()


@answering
async def daily_deal(request: Request) -> Struct:
    game = load(str(request.path_params["game"]))
    return await daily.of_day(server_of(request).store, game.name, await person_of(request))


@answering
async def play_daily(request: Request) -> Struct:
    """Sit down to today's deal; it is dealt to each person once."""
    person = await somebody(request)
    server = server_of(request)
    game = load(str(request.path_params["game"]))
    room = await server.rooms.finish(server.rooms.make_daily(person, game.name))
    return table_info(server, room, person, language_of(request))


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
    ("GET", "/api/tables/{id}/record", record),
    ("GET", "/api/tables/{id}/replay", table_frame),
    ("POST", "/api/tables/{id}/fork", fork_table),
    ("POST", "/api/records", upload),
    ("GET", "/api/records/{id}", record_file),
    ("GET", "/api/records/{id}/replay", record_frame),
    ("POST", "/api/records/{id}/fork", fork_record),
    ("POST", "/api/campaigns", new_campaign),
    ("GET", "/api/campaigns", own_campaigns),
    ("GET", "/api/campaigns/{id}", campaign_file),
    ("DELETE", "/api/campaigns/{id}", forget_campaign),
    ("GET", "/api/daily/{game}", daily_deal),
    ("POST", "/api/daily/{game}", play_daily),
    ("GET", "/healthz", health),
    ("GET", "/metrics", metrics),
)
