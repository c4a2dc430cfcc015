"""A small client for the server, used by the tests and the load generator.

client = Client("http://127.0.0.1:8000")
await client.sign_in("Ada")
table = await client.post("/api/tables", {"game": "lueur"})
async with client.sit(table["id"]) as seat:
position = await seat.position()
await seat.act(position.options[0])
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import secrets
from collections import deque
from collections.abc import AsyncIterator, Mapping
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from embertable.server.differences import applied
from embertable.server.position_parts import Option
from embertable.server.protocol import (
    PROTOCOL,
    Act,
    Changes,
    Done,
    Farewell,
    Hello,
    Position,
    Refused,
    SocketMessage,
    ToClient,
    to_client,
)
from embertable.server.sessions import COOKIE

M = TypeVar("M", bound=SocketMessage)

PATIENCE = 20.0
"""Seconds to wait for an answer."""


class ApiError(Exception):
    """The server refused a request."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        self.status = status
        self.body = body
        super().__init__(f"{status} {body.get('error', '')}: {body.get('text', '')}")


class Client:
    """One person at a server."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.cookie = ""

    async def sign_in(self, name: str, language: str = "en") -> Any:
        return await self.post("/api/session", {"name": name, "language": language})

    async def get(self, path: str) -> Any:
        return await self.request("GET", path)

    async def post(self, path: str, body: Any = None) -> Any:
        return await self.request("POST", path, body)

    async def request(self, method: str, path: str, body: Any = None) -> Any:
        """The decoded response.

        Raises:
            ApiError: the server refused the request.

        """
        status, answer = await asyncio.to_thread(self._request, method, path, body)
        if status >= 400:
            raise ApiError(status, answer if isinstance(answer, dict) else {})
        return answer

    def _request(
        self, method: str, path: str, body: Any, more: Mapping[str, str] | None = None
    ) -> tuple[int, Any]:
        parts = urlsplit(self.address)
        connection = http.client.HTTPConnection(parts.netloc, timeout=PATIENCE)
        headers = {"content-type": "application/json", "origin": self.address, **(more or {})}
        if self.cookie:
            headers["cookie"] = self.cookie
        try:
            connection.request(
                method, path, json.dumps(body) if body is not None else None, headers
            )
            response = connection.getresponse()
            content = response.read()
            found = response.getheader("set-cookie", "").partition(";")[0]
            if found.startswith(f"{COOKIE}="):
                self.cookie = found
            return response.status, json.loads(content) if content[:1] in (b"{", b"[") else content
        finally:
            connection.close()

    @contextlib.asynccontextmanager
    async def sit(
        self, table: str, seq: int = 0, events_seen: int = 0, invite: str = "", **hello: Any
    ) -> AsyncIterator[Seat]:
        """Open a socket at a table and send `hello`; spectators of a private table need `invite`."""
        path = f"/api/tables/{table}/socket?invite={invite}"
        address = f"ws{self.address.removeprefix('http')}{path}"
        headers = {"cookie": self.cookie} if self.cookie else {}
        async with connect(
            address,
            origin=self.address,  # type: ignore[arg-type] # a plain word will do
            additional_headers=headers,
            max_size=None,
            compression=None,
            proxy=None,
        ) as socket:
            seat = Seat(socket)
            greeting = {"changes": True, **hello}
            await seat.send(Hello(protocol=PROTOCOL, seq=seq, events_seen=events_seen, **greeting))
            yield seat


class Seat:
    """An open socket; the last position and all events are kept."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.last: Position | None = None
        self._base: Position | None = None
        """What the next changes follow."""
        self.events: list[str] = []
        self.others: deque[SocketMessage] = deque(maxlen=1000)
        self.frames: list[bytes] | None = None
        self.farewell: Farewell | None = None

    async def send(self, message: SocketMessage) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def receive(self) -> ToClient:
        """The next message."""
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        assert isinstance(text, str), "browsers read frames of text"
        if self.frames is not None:
            self.frames.append(text.encode())
        message = to_client.decode(text)
        if isinstance(message, Changes):
            assert self._base is not None, "changes follow a whole position"
            assert message.number == self._base.number + 1, "a socket loses nothing"
            message = applied(self._base, message)
        if isinstance(message, Position):
            self._base = message
            self.last = message
            del self.events[message.first :]
            self.events += [event.text for event in message.events]
        elif isinstance(message, Farewell):
            self.farewell = message
        else:
            self.others.append(message)
        return message

    async def expect(self, kind: type[M]) -> M:
        """The next message of a type."""
        while True:
            message = await self.receive()
            if isinstance(message, kind):
                return message

    async def position(self) -> Position:
        return await self.expect(Position)

    async def until(self, seq: int) -> Position:
        """The first position that is at least as new as a number."""
        while self.last is None or self.last.seq < seq:
            await self.receive()
        return self.last

    async def my_turn(self) -> Position:
        """The next position with options, or the end."""
        while self.last is None or not (self.last.options or self.last.result):
            await self.receive()
        return self.last

    async def act(self, option: Option, id: str = "") -> Done | Refused:
        """Take an option; after `done`, wait for the position that it led to."""
        assert self.last is not None
        id = id or secrets.token_hex(8)
        answer = await self.act_again(id, self.last.seq, option.action, option.seat)
        if isinstance(answer, Done):
            await self.until(answer.seq)
        return answer

    async def act_again(
        self, id: str, seq: int, action: dict[str, Any], seat: int
    ) -> Done | Refused:
        """Send a decision, perhaps again; with the same id it counts once."""
        answer: Done | Refused = await self.ask(Act(id=id, seq=seq, action=action, seat=seat))
        return answer

    async def ask(self, message: Any) -> Any:
        """Send a message and wait for the answer to its id."""
        await self.send(message)
        while True:
            answer = await self.receive()
            if getattr(answer, "id", None) == message.id:
                return answer

    async def closed(self) -> int:
        """Read until the server closes the socket; the close code."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006
