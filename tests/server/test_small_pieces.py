"""Many small pieces cost a server more than a large one: they are counted wherever they arrive."""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode

import h11
import pytest

from embertable.server.frames import QuietSocket
from embertable.server.gate import SizedRequests
from embertable.server.protocol import PROTOCOL, Chat, Done
from tests.server.running import run, serving, signed_in

HELLO = b'{"is":"hello","protocol":%d}' % PROTOCOL
TEXT, MORE, PING, PONG = 0x81, 0x00, 0x89, 0x8A
PIECES = 20_000


def frame(first: int, content: bytes = b"") -> bytes:
    """A frame of a client, with a mask that changes nothing."""
    return bytes((first, 0x80 | len(content))) + b"\0\0\0\0" + content


async def opened(address: str, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket of a spectator that has said hello."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    key = b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {address}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    writer.write(frame(TEXT, HELLO))
    return reader, writer


async def read_all(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(-1)
    except ConnectionError:
        return b""


async def frames_read(folder, piece: bytes, monkeypatch) -> int:
    """How many frames a server reads of a client that sends thousands of small ones at once."""
    handled = 0
    real = QuietSocket.handle_events

    def counting(self: QuietSocket) -> None:
        nonlocal handled
        handled += len(self.conn.events)
        real(self)

    monkeypatch.setattr(QuietSocket, "handle_events", counting)
    async with serving(folder / "t.sqlite") as (_, address):
        ada = await signed_in(address)
        table = await ada.post("/api/tables", {"game": "lueur", "listed": True})
        async with ada.sit(table["id"]) as seat:
            await seat.position()
            reader, writer = await opened(address, table["id"])
            writer.write((frame(0x01) if piece == frame(MORE) else b"") + piece * PIECES)
            await asyncio.wait_for(read_all(reader), 60)
            writer.close()
            assert isinstance(await seat.ask(Chat(id="fine", text="still here")), Done)
    return handled


@pytest.mark.parametrize(
    "piece",
    [frame(PING), frame(PONG), frame(MORE), frame(TEXT, b"{}")],
    ids=["ping", "pong", "part", "text"],
)
def test_a_socket_of_too_many_frames_is_cut_off(tmp_path, piece, monkeypatch):
    assert run(lambda: frames_read(tmp_path, piece, monkeypatch)) < 1500


def test_a_server_that_counts_no_frames_is_found_out(tmp_path, monkeypatch):
    monkeypatch.setattr("embertable.server.frames.MOST_FRAMES", 10**9)
    assert run(lambda: frames_read(tmp_path, frame(TEXT, b"{}"), monkeypatch)) >= 1500


async def answer_to_chunks(folder) -> bytes:
    """The first line of the answer to a body in chunks of one byte."""
    body = b"".join(b"1\r\n%c\r\n" % byte for byte in b'{"name":"Ada"}')
    async with serving(folder / "t.sqlite") as (_, address):
        host, port = address.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(
            f"POST /api/session HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {address}\r\n"
            "Transfer-Encoding: chunked\r\n\r\n".encode()
        )
        writer.write(body + b"0\r\n\r\n")
        answer = await reader.readline()
        writer.close()
    return answer


def test_a_body_in_chunks_is_not_read(tmp_path):
    assert b" 400 " in run(lambda: answer_to_chunks(tmp_path))


def test_a_server_that_reads_chunks_is_found_out(tmp_path, monkeypatch):
    monkeypatch.setattr(SizedRequests, "next_event", h11.Connection.next_event)
    assert b" 200 " in run(lambda: answer_to_chunks(tmp_path))
