"""Frames that a client cuts, joins, fragments or breaks mean the same as those that come one by one."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gc
import random
from collections.abc import AsyncIterator, Generator
from urllib.parse import urlsplit

import msgspec
import pytest
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.streams import StreamReader

from embertable.server.frames import QuietSocket, ends_with_frame, only_text
from embertable.server.protocol import PROTOCOL, Hello, Why, encode
from tests.server.running import run, serving, signed_in

PING, CLOSE = 0x89, 0x88


def frame(content: bytes, head: int = 0x81, key: bytes = b"\x01\x02\x03\x04") -> bytes:
    """A client's frame."""
    size = len(content)
    length = bytes([128 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    masked = bytes(one ^ key[place % 4] for place, one in enumerate(content))
    return bytes([head]) + length + key + masked


def parsed(data: bytes) -> list[Frame]:
    """The frames that `websockets` reads; what is left over is left out."""
    reader = StreamReader()
    reader.feed_data(data)
    found: list[Frame] = []

    def read() -> Generator[None, None, None]:
        while True:
            found.append((yield from Frame.parse(reader.read_exact, mask=True)))

    next(read())
    return found


def test_a_lone_text_is_read_as_the_parser_reads_it():
    rng = random.Random(1)
    taken = 0
    for _ in range(600):
        head = rng.choice((0x81, 0x81, 0x01, PING))
        size = rng.choice(
            (0, 1, 5, 124, 125) if head == PING else (0, 5, 125, 126, 127, 300, 65535)
        )
        data = frame(rng.randbytes(size), head, rng.randbytes(4))
        if rng.random() < 0.3:
            data = data[: rng.randrange(len(data))]
        elif rng.random() < 0.3:
            data += frame(b"more")
        content = only_text(data)
        if content is not None:
            (one,) = parsed(data)
            assert (one.opcode, one.fin, bytes(one.data)) == (Opcode.TEXT, True, content)
            taken += 1
        ends = sum(len(frame(bytes(one.data))) for one in parsed(data)) == len(data)
        assert ends_with_frame(data) == ends
    assert taken > 100


ASKED = [encode(Why(id=f"{number}", action={"is": "x" * 60})) for number in range(4)]
WHOLE = [frame(one) for one in ASKED]
SPLIT = [frame(ASKED[0][:9], 0x01), frame(ASKED[0][9:], 0x80)]

PIECES: dict[str, list[bytes]] = {
    "one by one": WHOLE,
    "all together": [b"".join(WHOLE)],
    "cut in the head": [WHOLE[0][:1], WHOLE[0][1:], *WHOLE[1:]],
    "cut in the mask": [WHOLE[0][:4], WHOLE[0][4:], *WHOLE[1:]],
    "cut in the text": [*WHOLE[:2], WHOLE[2][:40], WHOLE[2][40:], WHOLE[3]],
    "one and a half": [WHOLE[0] + WHOLE[1][:30], WHOLE[1][30:], WHOLE[2], WHOLE[3]],
    "fragments": [*SPLIT, *WHOLE[1:]],
    "a ping between fragments": [SPLIT[0], frame(b"", PING), SPLIT[1], *WHOLE[1:]],
    "a ping between texts": [WHOLE[0], frame(b"?", PING), *WHOLE[1:]],
    "a ping with a text": [WHOLE[0], frame(b"?", PING) + WHOLE[1], *WHOLE[2:]],
    "other masks": [frame(one, key=bytes([n, 255, 0, 13])) for n, one in enumerate(ASKED)],
}

BROKEN: dict[str, tuple[list[bytes], int]] = {
    "no mask": ([bytes([0x81, 5]) + b"hello"], 1002),
    "reserved bits": ([frame(ASKED[0], 0xC1)], 1002),
    "a text between fragments": ([SPLIT[0], WHOLE[1]], 1002),
    "no text": ([frame(b"\xff\xfe")], 1007),
    "too long": ([b"\x81\xff" + (2**17).to_bytes(8, "big") + bytes(4)], 1009),
}


@contextlib.asynccontextmanager
async def opened(
    address: str,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter, tuple[int, bytes]]]:
    """A socket at a new table, and the first frame of the server."""
    ada = await signed_in(address)
    table = await ada.post("/api/tables", {"game": "lueur", "seats": [{"kind": "me"}] * 2})
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    lines = [
        f"GET /api/tables/{table['id']}/socket HTTP/1.1",
        f"Host: {parts.netloc}",
        f"Origin: {address}",
        f"Cookie: {ada.cookie}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}",
    ]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    try:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(frame(encode(Hello(protocol=PROTOCOL, want_text=False))))
        yield reader, writer, await one_frame(reader)
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def answers(address: str, pieces: list[bytes]) -> list[tuple[int, bytes]]:
    """What a server answers to pieces that arrive one after the other, until it has answered all or closes."""
    async with opened(address) as (reader, writer, first):
        found = [first]
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.01)  # A piece of its own, for the server as well.
        while found[-1][0] != CLOSE and len(said(found)) < len(ASKED):
            found.append(await one_frame(reader))
        return found


async def one_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head, length = await asyncio.wait_for(reader.readexactly(2), 20)
    if length >= 126:
        length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
    return head, await reader.readexactly(length)


def said(found: list[tuple[int, bytes]]) -> set[str]:
    """The ids of the questions that were answered."""
    texts = [msgspec.json.decode(content) for head, content in found if head == 0x81]
    return {one["id"] for one in texts if one["is"] == "clause"}


def test_texts_arrive_however_they_are_cut(tmp_path):
    async def all_ways() -> None:
        async with serving(tmp_path / "t.sqlite") as (_, address):
            for how, pieces in PIECES.items():
                assert said(await answers(address, pieces)) == {"0", "1", "2", "3"}, how

    run(all_ways)


def test_broken_frames_close_the_socket(tmp_path):
    async def all_ways() -> None:
        async with serving(tmp_path / "t.sqlite") as (_, address):
            for how, (pieces, code) in BROKEN.items():
                head, content = (await answers(address, pieces))[-1]
                assert (head, int.from_bytes(content[:2], "big")) == (CLOSE, code), how

    run(all_ways)


def test_an_open_socket_keeps_nothing_of_its_handshake(tmp_path):
    async def look() -> None:
        async with serving(tmp_path / "t.sqlite") as (_, address), opened(address):
            assert requests() == []

    run(look)


def requests() -> list[Request]:
    gc.collect()
    return [one for one in gc.get_objects() if isinstance(one, Request)]


def test_a_reader_that_forgets_a_fragment_is_found_out(tmp_path, monkeypatch):
    """The control: a text is taken straight although a fragment came before it."""

    def careless(self: QuietSocket, data: bytes) -> bool:
        content = only_text(data)
        if content is None or self.listener is None:
            return False
        self.listener.received(content.decode(errors="replace"))
        return True

    monkeypatch.setattr(QuietSocket, "_took_text", careless)
    monkeypatch.setitem(BROKEN, "a text between fragments", ([SPLIT[0], *WHOLE], 1002))
    with pytest.raises(AssertionError, match="a text between fragments"):
        test_broken_frames_close_the_socket(tmp_path)
