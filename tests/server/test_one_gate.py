"""One gate: whatever a client claims and however it pipelines, it is answered as the seat of its session.

Every kind of message is sent behind a `hello` that claims a seat, before anything could be written. The
same frames go to a twin of the table, which differs only in what the session's own seat cannot know:
the answers must be the same bytes, in the same order.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import struct
from collections import Counter
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, get_args
from urllib.parse import urlsplit

import msgspec
import pytest

from embertable.bots.hints import hint_for, hint_to_json
from embertable.bots.search import Budget
from embertable.engine.chance import seeded
from embertable.engine.errors import EmbertableError
from embertable.engine.seat_view import may_see
from embertable.engine.session import Session
from embertable.engine.table import Seat, Table
from embertable.games import GAMES, load
from embertable.server import on_request, viewer
from embertable.server import room as rooms
from embertable.server import socket as sockets
from embertable.server.entries import Opened, SeatTaken
from embertable.server.live import LiveTable, players_of
from embertable.server.projections import ViewerLog
from embertable.server.protocol import PROTOCOL, CatchUpStep, ToServer, encode
from embertable.server.readers import catch_up_json
from embertable.server.room import Room
from embertable.server.rooms import Rooms
from embertable.server.socket import HANDLERS, Connection
from embertable.server.store import Document
from embertable.server.viewer import Viewer
from tests.server.running import run, serving, signed_in
from tests.server.test_hostile import person
from tests.server.test_records import BOTH

CLAIMS = (None, 0, 1, 15)
WHO = ("p0", "p1", "spectator", "")
"""The people of the first two seats, somebody signed in without a seat, and nobody."""

ANSWERS = {
    *("position", "changes", "done", "refused", "chat_line", "pointed", "carried", "reacted"),
    *("hinted", "clause", "caught_up", "previewed", "forecasted", "farewell"),
}
"""The kinds of answers that the segments lead to in every game."""


class Forgetful:
    """A store that takes every entry and keeps none."""

    async def append(self, table: str, seq: int, body: bytes) -> bool:
        return True

    async def put_new(self, document: Document) -> bool:
        return True


class Honest:
    """Bots in this process, which think for a number of playouts instead of a time."""

    async def hint(self, saved: dict[str, Any], pack: str, seat: Seat, *more: Any) -> Any:
        table = load(saved["game"]).from_json(saved)
        return hint_to_json(hint_for(table, seat, 0, Budget(playouts=2)), table.game.codec())


class ReadersHere:
    """Readers without workers."""

    async def catch_up(self, *work: Any) -> Any:
        *arguments, _asker = work
        return msgspec.json.decode(catch_up_json(*arguments), type=list[CatchUpStep])


class PreviewersHere:
    """The worker of previews, in this process."""

    async def run(self, game: str, function: Any, *arguments: Any, asker: str) -> Any:
        return function(*arguments)


class Segment:
    """A socket that keeps what is sent."""

    full_since = 0.0

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.closed = False

    def write(self, texts: list[bytes]) -> None:
        self.sent += [text.decode() for text in texts]

    def end(self, code: int) -> None:
        self.closed = True

    def pause(self) -> None:
        pass

    def resume(self) -> None:
        pass


def a_session(game: str, rng: random.Random, decisions: int) -> Session:
    """A running game for two people after some random decisions."""
    session = Session(load(game), {"players": "2"}, seeded(rng.randrange(1000)))
    for _ in range(decisions):
        choice = session.table.next_choice()
        if choice is None:
            break
        seat = rng.choice(choice.answerers(session.table))
        session.play(rng.choice(session.table.offered(seat)), seat)
    is_over = session.table.next_choice() is None
    return a_session(game, rng, decisions) if is_over else session


def a_room(session: Session, table: Table[Any]) -> Room:
    """A room whose game has come to this table."""
    seats = [SeatTaken(person=f"p{seat}", name=f"P{seat}") for seat in range(2)]
    record = session.record.to_json()
    session.record.players = players_of(seats)
    live = LiveTable("t", Opened(at=0.0, host="p0", record=record, seats=seats, listed=True), None)
    live.played.session.table = table
    live.played.session.past = []
    workers = (Honest(), None, ReadersHere(), None, PreviewersHere())
    return Room(Rooms(Forgetful(), *workers), live)  # type: ignore[arg-type]


async def answers(room: Room, who: str, frames: list[dict[str, Any]]) -> list[str]:
    """What a connection sends when all these frames are there before it could send anything."""
    segment = Segment()
    connection = Connection(segment, room, person(who) if who else None)  # type: ignore[arg-type]
    for frame in frames:
        connection.received(json.dumps(frame))
    while not (segment.closed or is_settled(connection)):
        if connection._asked:
            await asyncio.wait(connection._asked)
        await asyncio.sleep(0)
    connection.lost()
    return segment.sent


def is_settled(connection: Connection) -> bool:
    idle = not connection._is_working and not connection._is_due and not connection._following
    return idle and not connection._asked and not connection.room.lock.locked()


def messages(room: Room, claim: int | None) -> Iterator[dict[str, Any]]:
    """One message of every kind that a client can send; none of them is a legal decision."""
    live = room.live
    codec = live.game.codec()
    foreign = {"is": "Nothing", "seat": 0}
    yield {"is": "hello", "protocol": PROTOCOL, "seat": claim}
    yield {"is": "act", "id": "a", "seq": live.position, "action": foreign, "seat": claim}
    yield {"is": "undo", "id": "b", "seq": live.position}
    yield {"is": "answer", "id": "c", "proposal": 1, "agree": True}
    yield {"is": "pause", "id": "d", "paused": True}
    yield {"is": "chat", "id": "e", "text": "Hello."}
    yield {"is": "point", "thing": "card"}
    yield {"is": "carry", "thing": "card"}
    yield {"is": "partner", "id": "k"}
    yield {"is": "suggest", "seq": live.position, "option": 1}
    yield {"is": "react", "reaction": "oops"}
    yield {"is": "hint", "id": "f"}
    choices = live.table.choices()
    asked = codec.encode(choices[0]) if choices else foreign
    yield {"is": "why", "id": "g", "action": asked}
    yield {"is": "catch_up", "id": "h"}
    yield {"is": "preview", "id": "i", "seq": live.position, "option": 1}
    yield {"is": "forecast", "id": "j"}
    yield {"is": "set_language", "language": "it"}
    yield {"is": "want_text"}
    yield {"is": "view_from", "seat": 0 if claim is None else claim}
    yield {"is": "resync", "events_seen": 3}


def segments(room: Room, claim: int | None, form: int) -> Iterator[list[dict[str, Any]]]:
    """Each message behind `hello`, sometimes repeated, and all of them before and behind it."""
    hello = {"is": "hello", "protocol": PROTOCOL, "seat": claim, "seq": 1, "events_seen": 400}
    hello["changes"] = form % 2 == 0
    for number, message in enumerate(messages(room, claim)):
        again = (number + form) % 2
        yield [hello, message, message, hello] if again else [hello, message]
    yield [hello, *messages(room, claim)]
    yield [*reversed(list(messages(room, claim))), hello]


def seats_served(sent: list[str]) -> set[int | None]:
    """The seats from which positions were shown, and as which somebody pointed."""
    shown = [json.loads(text) for text in sent]
    kinds = ("position", "pointed", "carried", "reacted", "suggested")
    return {one["seat"] for one in shown if one["is"] in kinds}


def own_seat(who: str) -> int | None:
    return int(who[1]) if who in ("p0", "p1") else None


async def compare(game: str, rng: random.Random, decisions: int) -> Counter[str]:
    """Send every segment to a table and to a twin; how many answers of each kind were compared."""
    session = a_session(game, rng, decisions)
    compared: Counter[str] = Counter()
    for who in WHO:
        seat = own_seat(who)
        twin = session.game.imagine(session.table, seat, seeded(rng.randrange(1000)))
        twin.chance = session.table.chance.copy()
        # Where events lie that this viewer may not know is hidden as well.
        twin.log = [one for one in session.table.log if may_see(one, seat) or rng.random() < 0.5]
        for form, claim in enumerate(CLAIMS):
            for segment in segments(a_room(session, session.table), claim, form + len(who)):
                said = await answers(a_room(session, copy_of(session.table)), who, segment)
                like = await answers(a_room(session, copy_of(twin)), who, segment)
                where = f"{game} after {decisions}, {who or 'nobody'} claims {claim}: {segment}"
                assert seats_served(said) <= {seat}, where
                assert said == like, where
                assert not any("ServerFault" in text for text in said), where
                compared.update(json.loads(text)["is"] for text in said)
    return compared


def copy_of(table: Table[Any]) -> Table[Any]:
    """A copy with its log, which the engine's own copies leave out."""
    copy = table.copy(table.chance.copy())
    copy.log = list(table.log)
    return copy


@pytest.fixture(autouse=True)
def _stopped_clock(monkeypatch):
    monkeypatch.setattr(rooms, "time", SimpleNamespace(time=lambda: 0.0, monotonic=lambda: 0.0))


def test_every_kind_of_message_is_in_the_test():
    session = a_session("lueur", random.Random(1), 0)
    sent = {one["is"] for one in messages(a_room(session, session.table), 0)}
    assert sent == {kind.__struct_config__.tag for kind in HANDLERS}
    assert set(HANDLERS) == set(get_args(ToServer))


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", GAMES)
def test_a_claimed_seat_answers_nothing_that_the_session_may_not_know(game):
    compared = run(lambda: compare(game, random.Random(7), 9))
    assert compared.total() > 900
    assert set(compared) >= ANSWERS, ANSWERS - set(compared)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
def test_a_claimed_seat_answers_nothing_at_many_tables(game):
    async def many() -> int:
        rng = random.Random(11)
        return sum([(await compare(game, rng, rng.randrange(30))).total() for _ in range(16)])

    assert run(many) > 25_000


def test_a_seat_that_is_believed_is_found_out(monkeypatch):
    """The control: a viewer takes the seat that the client claims."""

    def believing(live, person, language, seat=None, wants_text=True):
        known = Viewer(live, person.id if person else "", None, language, wants_text)
        object.__setattr__(known, "seat", seat if seat in (0, 1) else None)
        return known

    monkeypatch.setattr(sockets, "viewer_of", believing)
    with pytest.raises(AssertionError, match="claims"):
        run(lambda: compare("deadcells", random.Random(7), 9))


def test_a_seat_that_is_kept_as_claimed_is_found_out(monkeypatch):
    """The control: the claim is kept until the first position is written."""
    greet = Connection._greet

    def keeping(self, hello):
        greet(self, hello)
        self.seat = hello.seat

    monkeypatch.setattr(Connection, "_greet", keeping)
    monkeypatch.setattr(Connection, "_pointing_seat", lambda self: self.seat)
    with pytest.raises(AssertionError, match="claims"):
        run(lambda: compare("deadcells", random.Random(7), 9))


def test_counting_the_events_of_others_is_found_out(monkeypatch):
    """The control: the numbers of events count those that a viewer may not know."""
    monkeypatch.setattr(
        ViewerLog, "visible", lambda self, _: list(range(len(self._played.table.log)))
    )
    with pytest.raises(AssertionError, match="claims"):
        run(lambda: compare("deadcells", random.Random(7), 9))


def test_a_viewer_of_a_foreign_seat_cannot_be_made():
    session = a_session("lueur", random.Random(1), 0)
    live = a_room(session, session.table).live
    assert Viewer(live, "p1", 1, "en").seat == 1
    for who, seat in (("p1", 0), ("spectator", 0), ("", 0), ("p0", 15)):
        with pytest.raises(EmbertableError):
            Viewer(live, who, seat, "en")
        known = viewer.viewer_of(live, person(who) if who else None, "en", seat)
        assert known.seat == own_seat(who)


# What happened before: catch-up replays the game, so its twins are dealt again at the start.


def twin_steps(game: str, seed: int, watcher: Seat | None) -> Iterator[tuple[bytes, bytes]]:
    """What catch-up tells of decisions at a table and at its twin, where nothing is revealed."""
    rng = random.Random(seed)
    loaded = load(game)
    truth = loaded.set_up({"players": "2"}, seeded(seed))
    seats = [SeatTaken(person=f"p{seat}", name=f"P{seat}") for seat in range(2)]
    for number in range(40):
        choices = truth.choices()
        if not choices:
            break
        seat = rng.choice(choices[0].answerers(truth))
        action = rng.choice(truth.offered(seat))
        twin = loaded.imagine(truth, watcher, seeded(number)).copy(truth.chance.copy())
        twin.log = list(truth.log)
        is_same = action in twin.offered(seat)
        length = len(truth.log)
        truth.learners, twin.learners = [], []
        truth.apply(action, seat)
        truth.next_choice()
        if not is_same:
            continue
        twin.apply(action, seat)
        twin.next_choice()
        learners = [*truth.learners, *twin.learners]
        if all(seats and watcher not in seats for seats in learners):
            steps = [
                encode(on_request.step_for(table, watcher, "en", seats, length, seat))
                for table in (truth, twin)
            ]
            yield steps[0], steps[1]


@pytest.mark.parametrize("game", GAMES)
def test_catching_up_tells_twins_the_same(game):
    assert compare_steps(game) > 40


def compare_steps(game: str) -> int:
    compared = 0
    for seed in range(8):
        for watcher in (0, 1, None):
            for truth, twin in twin_steps(game, seed, watcher):
                assert truth == twin, f"{game}, seed {seed}, watcher {watcher}"
                compared += 1
    return compared


def test_catching_up_with_everything_is_found_out(monkeypatch):
    """The control: catch-up tells every event."""
    monkeypatch.setattr(on_request, "may_see", lambda event, seat: True)
    with pytest.raises(AssertionError, match="watcher"):
        compare_steps("deadcells")


# Over a real connection.


def masked(message: dict[str, Any]) -> bytes:
    """A text frame as a browser sends it."""
    body = json.dumps(message).encode()
    mask = os.urandom(4)
    head = struct.pack("!BBH", 0x81, 0x80 | 126, len(body))
    return head + mask + bytes(one ^ mask[n % 4] for n, one in enumerate(body))


async def in_one_segment(address: str, table: str, cookie: str, frames: list[Any]) -> bytes:
    """What the server sends to a client whose whole talk arrives with its handshake."""
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    key = base64.b64encode(os.urandom(16)).decode()
    head = (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {parts.netloc}\r\nOrigin: {address}\r\n"
        f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\nCookie: {cookie}\r\n\r\n"
    )
    writer.write(head.encode())
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"".join(masked(frame) for frame in frames))
    received = b""
    while b'"id":"last"' not in received:
        received += await asyncio.wait_for(reader.read(65536), 60)
    writer.close()
    return received


def test_a_spectator_reads_no_hand_by_claiming_its_seat(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, mallory = [await signed_in(address, name) for name in ("Ada", "Mallory")]
            wish = {"game": "deadcells", "seats": BOTH, "listed": True, "seed": 3}
            table = await ada.post("/api/tables", wish)
            frames = [
                {"is": "hello", "protocol": PROTOCOL, "seat": 0, "seq": 1, "events_seen": 400},
                {"is": "hint", "id": "hint"},
                {"is": "point", "thing": "card"},
                {"is": "catch_up", "id": "caught"},
                {"is": "why", "id": "last", "action": {}},
            ]
            said = await in_one_segment(address, table["id"], mallory.cookie, frames)
            assert b'"id":"hint","error":"NothingToDecide"' in said
            assert b'"seat":null' in said
            assert b'"is":"pointed"' not in said

    run(evening)
