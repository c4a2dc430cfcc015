"""Hostile input neither changes a table, nor stops the server, nor runs in a page."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import logging
import random
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus

from embertable.games import GAMES
from embertable.server import app
from embertable.server.app import Server, Settings
from embertable.server.http_types import NewTable, SeatPlan
from embertable.server.limits import Allowance
from embertable.server.middleware import HEADERS
from embertable.server.projections import Seats
from embertable.server.protocol import Chat, ChatLine, Done, Point, Pointed, Refused, to_client
from embertable.server.room import Room
from embertable.server.sessions import Person, clean_text
from embertable.server.shares import Shares
from embertable.server.socket import Connection
from embertable.server.sqlite import SqliteStore
from tests.server.running import run, serving, signed_in

JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    2**53,
    2**64,
    1e308,
    0.5,
    "",
    "x",
    "\x00",
    "é\u202e",
    "\ud800",
    "x" * 5000,
    [],
    {},
    [[]],
    {"is": "x"},
    {"is": {}},
    "__class__",
    "../../etc/passwd",
]


def person(id: str) -> Person:
    return Person(id=id, name=id.title(), language="en", session=id, expires=2.0**40)


class Deaf:
    """A socket whose client reads nothing."""

    full_since = 1.0

    def pause(self) -> None:
        pass

    def resume(self) -> None:
        pass

    def abort(self) -> None:
        pass


class Attack:
    """Messages made from valid ones by changing, dropping, nesting and swapping their parts."""

    def __init__(self, seed: int, room: Room) -> None:
        self.rng = random.Random(seed)
        self.room = room
        self.actions = [
            room.live.game.codec().encode(option)
            for seat in range(len(room.live.seats))
            for option in room.live.session.table.offered(seat)
        ]
        self.names = sorted(room.live.game.codec().classes)

    def message(self, own_seat: bool) -> str:
        """For the one who sits there nothing that is legal; for others also what would be."""
        rng = self.rng
        kind = rng.randrange(8)
        if kind == 3 and not own_seat:
            action = rng.choice(self.actions)
            seq = self.room.live.position
            return json.dumps({"is": "act", "id": self.id(), "seq": seq, "action": action})
        if kind == 0:
            return self.torn(json.dumps(self.valid()))
        if kind == 1:
            return "[" * rng.choice((10, 5000)) + "]" * rng.choice((0, 10, 5000))
        if kind == 2:
            return json.dumps(rng.choice(JUNK))
        return json.dumps(self.changed(self.valid()))

    def valid(self) -> dict[str, Any]:
        rng = self.rng
        return rng.choice(
            [
                {"is": "act", "id": self.id(), "seq": self.seq(), "action": self.action()},
                {"is": "act", "id": self.id(), "seq": self.seq(), "action": {"is": self.name()}},
                {"is": "undo", "id": self.id(), "seq": self.seq()},
                {"is": "answer", "id": self.id(), "proposal": self.seq(), "agree": True},
                {"is": "why", "id": self.id(), "action": {"is": self.name(), "x": JUNK[-4]}},
                {"is": "hello", "seq": self.seq(), "events_seen": self.seq()},
                {"is": "view_from", "seat": rng.randrange(16)},
                {"is": "resync", "events_seen": self.seq()},
                {"is": "catch_up", "id": self.id()},
                {"is": "point", "thing": "x"},
                {"is": "carry", "thing": ""},
                {"is": "react", "reaction": "oops"},
                {"is": "set_language", "language": "it"},
            ]
        )

    def action(self) -> dict[str, Any]:
        """An option of the table, with something in it changed."""
        action = dict(self.rng.choice(self.actions))
        while action in self.actions:
            field = self.rng.choice(list(action))
            action[field] = self.rng.choice([*JUNK[:-3], self.name()])
        return action

    def changed(self, message: dict[str, Any]) -> Any:
        for _ in range(self.rng.randrange(3)):
            field = self.rng.choice(list(message) or ["is"])
            if self.rng.random() < 0.3:
                message.pop(field, None)
            else:
                message[field] = self.rng.choice(JUNK)
        return message

    def torn(self, text: str) -> str:
        place = self.rng.randrange(len(text))
        return text[:place] + self.rng.choice(("", "\x00", '"', "}", "\\ud800")) + text[place + 1 :]

    def id(self) -> str:
        return f"{self.rng.random()}"

    def seq(self) -> int:
        return self.rng.choice((0, 1, self.room.live.position, 2**40))

    def name(self) -> str:
        return self.rng.choice(self.names)


async def besieged(server: Server, game: str, count: int, seed: int) -> list[dict[str, Any]]:
    """Send hostile messages as somebody with a seat, somebody without one, and anonymously."""
    wish = NewTable(game=game, seed=seed, seats=[SeatPlan(kind="me"), SeatPlan(kind="open")])
    room = await server.rooms.create(person("ada"), wish)
    live = room.live
    before = (live.number, live.game.state_hash(live.session.table))
    attack = Attack(seed, room)
    answers: list[dict[str, Any]] = []
    who = [person("ada"), person("mallory"), None]
    connections = [Connection(Deaf(), room, one) for one in who]  # type: ignore[arg-type]
    for number in range(count):
        place = number % 3
        connection = connections[place]
        connection.allowance = Allowance(1e9, 1e9)
        connection.shares = Shares(1e9)
        message = connection._read(attack.message(own_seat=place == 0))
        if message is not None:
            await connection._handle(message)
        answers += [json.loads(reply) for reply in connection._replies]
        connection._replies.clear()
    after = (live.number, live.game.state_hash(live.session.table))
    assert after == before, "a hostile message changed the table"
    return answers


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", GAMES)
def test_hostile_messages_change_nothing_and_bring_no_traceback(game, tmp_path, caplog):
    async def siege():
        server = Server(SqliteStore(tmp_path / "t.sqlite"))
        await server.open()
        try:
            with caplog.at_level(logging.ERROR):
                answers = await besieged(server, game, 50_000, seed=1)
        finally:
            await server.close()
        assert caplog.records == []
        refused = [one for one in answers if one["is"] == "refused"]
        assert len(refused) > 25_000
        assert all(one["error"] != "ServerFault" for one in refused)

    run(siege)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
def test_many_hostile_messages_change_nothing(game, tmp_path, caplog):
    async def siege():
        server = Server(SqliteStore(tmp_path / "t.sqlite"))
        await server.open()
        try:
            for seed in range(25):
                await besieged(server, game, 50_000, seed)
        finally:
            await server.close()
        assert caplog.records == []

    run(siege)


def test_a_server_that_lets_anybody_decide_is_found_out(tmp_path, monkeypatch):
    """The control: a seat belongs to everybody."""
    monkeypatch.setattr(Seats, "of_person", lambda self, person: (0, 1))

    async def siege():
        server = Server(SqliteStore(tmp_path / "t.sqlite"))
        await server.open()
        try:
            with pytest.raises(AssertionError, match="changed the table"):
                await besieged(server, "lueur", 500, seed=1)
        finally:
            await server.close()

    run(siege)


def test_floods_huge_frames_and_silence_end_the_connection_and_nothing_else(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, mallory = [await signed_in(address, name) for name in ("Ada", "Mallory")]
            table = await ada.post("/api/tables", {"game": "lueur", "listed": True})
            async with ada.sit(table["id"]) as good:
                await good.position()
                async with mallory.sit(table["id"]) as flood:
                    for number in range(300):
                        await flood.send(Chat(id=f"{number}", text="x"))
                    assert await flood.closed() == 1008
                    assert flood.farewell
                    assert flood.farewell.error == "TooMuch"
                async with mallory.sit(table["id"]) as huge:
                    await huge.position()
                    await huge.socket.send("x" * 70_000)
                    assert await huge.closed() == 1009
                async with mallory.sit(table["id"]) as binary:
                    await binary.position()
                    await binary.socket.send(b"\x00\x01")
                    refused = await binary.expect(Refused)
                    assert refused.error == "BadMessage"
                assert isinstance(await good.ask(Chat(id="fine", text="still here")), Done)

    run(evening)


PATHS = [
    "/api/tables/%00",
    "/api/tables/" + "x" * 3000,
    "/api/tables/../../etc/passwd",
    "/..%2f..%2fetc/passwd",
    "/api/daily/%F0%9F%90%90",
    "/api/games/__class__/rules",
    "/api/records/1/replay?at=-1&seat=x",
    "/api/nothing",
]
BODIES = [
    b"",
    b"{",
    b"[" * 100_000,
    b"\xff\xfe",
    b'{"game":"lueur","seats":[{"kind":"me"}' + b',{"kind":"me"}' * 200 + b"]}",
    b'{"game":"lueur","seed":-1}',
    b'{"game":"lueur","seed":1e300}',
    b'{"game":"lueur","options":{"players":"' + b"9" * 10_000 + b'"}}',
    b'{"game":"lueur","content":"x = ["}',
    b'{"game":"setawatch","options":{"cards":"' + b"x," * 5000 + b'"}}',
    b'{"game":"deadcells","options":{"campaign":"{}"}}',
    b'{"game":"deadcells","options":{"campaign":"' + b"[" * 9000 + b'"}}',
]


def test_hostile_requests_are_refused_in_a_sentence(tmp_path, caplog):
    async def siege():
        async with serving(tmp_path / "t.sqlite", Settings(per_minute=1e6)) as (_, address):
            ada = await signed_in(address)
            for path in PATHS:
                status, _ = await asyncio.to_thread(ada._request, "GET", path, None)
                assert 400 <= status < 500, path
            for path in ("/api/tables", "/api/session", "/api/records", "/api/campaigns"):
                for body in BODIES:
                    status, answer = await asyncio.to_thread(post, ada, path, body)
                    if path == "/api/campaigns" and not body:
                        continue
                    assert 400 <= status < 500, (path, body[:60], status)
                    assert answer["text"].endswith(".")
            status, _ = await asyncio.to_thread(post, ada, "/api/records", b"x" * 4_100_000)
            assert status == 413

    run(siege)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def post(client, path: str, body: bytes):
    connection = http.client.HTTPConnection(urlsplit(client.address).netloc, timeout=60)
    try:
        headers = {"cookie": client.cookie, "origin": client.address}
        with contextlib.suppress(OSError):  # It is answered before it has sent everything.
            connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


SEEDS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    '"><svg onload=alert(1)>',
    "{{constructor.constructor('alert(1)')()}}",
    "${alert(1)}",
    "</script><script>alert(1)",
    "\u2028alert(1)",
    "{0}{name:seat}",
    "%s%n",
]
DISGUISES = [
    lambda text: text,
    lambda text: text.upper(),
    lambda text: f"' {text} '",
    lambda text: text.replace("<", "\uff1c"),
    lambda text: text.replace("<", "&lt;"),
    lambda text: "".join(f"&#{ord(one)};" for one in text[:6]),
    lambda text: f"x\u200b{text}",
    lambda text: f"\ufeff{text}\x7f",
    lambda text: f"-->{text}<!--",
    lambda text: text[::-1],
]
SCRIPTS = [disguise(text) for text in SEEDS for disguise in DISGUISES]
"""A hundred texts that would like to be a script, a template or a format."""


async def scripts_stay_text(folder: Path, scripts: list[str]) -> None:
    """Texts come back unchanged as JSON strings, and no page may run inline scripts."""
    client = folder / "client"
    client.mkdir()
    (client / "index.html").write_text("<!doctype html><title>Embertable</title>")
    settings = Settings(client=client, per_minute=1e6)
    async with serving(folder / "t.sqlite", settings) as (_, address):
        for number, script in enumerate(scripts):
            ada = await signed_in(address, script[:40])
            wish = {"game": "lueur", "seats": [{"kind": "me"}, {"kind": "me"}], "seed": 1}
            table = await ada.post("/api/tables", wish)
            assert table["people"][0]["name"] == clean_text(script[:40], 40), "the name"
            async with ada.sit(table["id"]) as seat:
                seat.frames = []
                position = await seat.my_turn()
                await seat.act(position.options[0])
                await seat.ask(Chat(id=f"{number}", text=script))
                await seat.send(Point(thing=script))
                assert (await seat.expect(Pointed)).thing == script
                said = [one for one in seat.others if isinstance(one, ChatLine)]
                assert [one.text for one in said] == [clean_text(script, 500)], "what was said"
                for frame in seat.frames:
                    to_client.decode(frame)
        for path in ("/", "/t/some-table", "/api/games", "/api/nothing"):
            headers = await asyncio.to_thread(headers_of, address, path)
            policy = headers.get("content-security-policy", "")
            assert policy.startswith("default-src 'none'; script-src 'self';"), (
                "the policy of a page"
            )
            assert "unsafe" not in policy, "the policy of a page"
            assert headers["x-content-type-options"] == "nosniff"


def test_scripts_in_names_and_chat_stay_text_and_pages_forbid_them(tmp_path):
    run(lambda: scripts_stay_text(tmp_path, SCRIPTS))


def test_a_page_that_lets_scripts_run_is_found_out(tmp_path, monkeypatch):
    strict = HEADERS["content-security-policy"]
    lax = strict.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    monkeypatch.setitem(HEADERS, "content-security-policy", lax)
    with pytest.raises(AssertionError, match="the policy of a page"):
        run(lambda: scripts_stay_text(tmp_path, SCRIPTS[:1]))


def headers_of(address: str, path: str) -> dict[str, str]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        return {name.lower(): value for name, value in answer.getheaders()}
    finally:
        connection.close()


def test_one_person_cannot_make_tables_without_end(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            # Every other second one more is allowed, so a slow machine makes more before it is told.
            made, status = -1, 200
            while status == 200 and made < 200:
                made += 1
                status, _ = await asyncio.to_thread(post, ada, "/api/tables", b'{"game":"lueur"}')
            assert status == 429
            assert made >= 25

    run(evening)


def test_one_person_cannot_open_sockets_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(app, "MOST_SOCKETS", 3)

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
            wish = {"game": "lueur", "listed": True}
            table = (await ada.post("/api/tables", wish))["id"]
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(3):
                    seat = await stack.enter_async_context(ada.sit(table))
                    await seat.position()
                with pytest.raises(InvalidStatus):
                    await stack.enter_async_context(ada.sit(table))
                await (await stack.enter_async_context(bruno.sit(table))).position()

    run(evening)
