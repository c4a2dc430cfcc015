"""The HTTP API matches its description, whatever is sent to it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect as types

from embertable.server import http
from embertable.server.app import Server, Settings, make_app
from embertable.server.http_types import ErrorBody
from embertable.server.openapi import ANSWERS, BODIES, text
from embertable.server.sqlite import SqliteStore
from tests.server.running import run

ROOT = Path(__file__).parents[2]
JUNK: list[Any] = [None, True, -1, 0, 2**60, 1.5, "", "x", "\u0000", "x" * 3000, [], {}, [[]], "me"]


def test_the_description_is_up_to_date():
    assert (ROOT / "docs/openapi.json").read_text(encoding="utf-8") == text(), (
        "write it again: python -m embertable.server.openapi docs/openapi.json"
    )


def test_every_route_is_described():
    description = json.loads(text())
    for method, path, answer in http.ROUTES:
        operation = description["paths"][path][method.lower()]
        assert operation["summary"].endswith("."), path
        assert operation["operationId"] == answer.__name__


class Api:
    """Sends requests directly to the application."""

    def __init__(self, app, cookie: str) -> None:
        self.app = app
        self.cookie = cookie

    async def ask(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        path, _, query = path.partition("?")
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode("utf-8", "surrogatepass"),
            "query_string": query.encode(),
            "headers": [(b"host", b"t"), (b"cookie", f"embertable={self.cookie}".encode())],
            "client": ("127.0.0.1", 1),
            "app": self.app,
        }
        sent: list[dict[str, Any]] = []

        async def receive():
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message):
            sent.append(message)

        await self.app(scope, receive, send)
        return sent[0]["status"], b"".join(one.get("body", b"") for one in sent)


def made_up(kind: types.Type, rng: random.Random) -> Any:
    """A value of a type, and sometimes of another one."""
    if rng.random() < 0.1:
        return rng.choice(JUNK)
    if isinstance(kind, types.StructType):
        return {
            field.encode_name: made_up(field.type, rng)
            for field in kind.fields
            if field.required or rng.random() < 0.5
        }
    if isinstance(kind, types.LiteralType):
        return rng.choice(kind.values)
    if isinstance(kind, types.UnionType):
        return made_up(rng.choice(kind.types), rng)
    if isinstance(kind, types.ListType):
        return [made_up(kind.item_type, rng) for _ in range(rng.randrange(5))]
    if isinstance(kind, types.DictType):
        return {rng.choice(("players", "x", "journey")): made_up(kind.value_type, rng)}
    if isinstance(kind, types.IntType):
        return rng.choice((0, 1, 2, 5, 10, 10**9))
    if isinstance(kind, types.BoolType):
        return rng.random() < 0.5
    return rng.choice(("lueur", "setawatch", "greedy", "2", "x", ""))


def is_as_described(name: str, status: int, answered: bytes) -> bool:
    """Check that a response is not a server error and matches the description."""
    if status >= 500:
        return False
    if status >= 400:
        msgspec.json.decode(answered, type=ErrorBody)
    elif name in ANSWERS:
        msgspec.convert(msgspec.json.decode(answered), ANSWERS[name])
    return True


async def fuzz(store, count: int, seed: int) -> dict[int, int]:
    """Send this many requests to all routes; how often each status came back."""
    rng = random.Random(seed)
    server = Server(SqliteStore(store), Settings(per_minute=1e9))
    app = make_app(server)
    await server.open()
    statuses: dict[int, int] = {}
    try:
        api = Api(app, await server.sessions.sign_in("Ada", "en"))
        _, table = await api.ask("POST", "/api/tables", b'{"game": "lueur"}')
        ids = ["none", "x" * 70, msgspec.json.decode(table)["id"]]
        # Who signs in or out anew is somebody else; an upload waits for another process.
        left_out = ("sign_in", "sign_out", "upload")
        routes = [one for one in http.ROUTES if one[2].__name__ not in left_out]
        for _ in range(count):
            method, path, answer = rng.choice(routes)
            name = answer.__name__
            path = path.replace("{id}", rng.choice(ids)).replace(
                "{game}", rng.choice(("lueur", "deadcells", "none"))
            )
            body = b""
            if name in BODIES:
                kind = types.type_info(BODIES[name])
                body = json.dumps(made_up(kind, rng)).encode()
                if rng.random() < 0.1:
                    body = body[: rng.randrange(len(body) + 1)]
            status, answered = await api.ask(method, path, body)
            statuses[status] = statuses.get(status, 0) + 1
            assert is_as_described(name, status, answered), (method, path, body, status, answered)
            if name == "new_table" and status == 200:
                ids.append(msgspec.json.decode(answered)["id"])
    finally:
        await server.close()
    return statuses


def test_no_request_breaks_the_server_and_every_answer_is_as_described(tmp_path):
    async def siege():
        statuses = await fuzz(tmp_path / "t.sqlite", 1000, seed=2)
        assert statuses[200] > 100
        assert statuses[400] > 100
        assert {403, 404, 409} <= set(statuses)

    run(siege)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_no_request_of_many_breaks_the_server(tmp_path):
    async def siege():
        for seed in range(40):
            await fuzz(tmp_path / f"{seed}.sqlite", 5000, seed=seed)

    run(siege)
