"""A WebSocket that holds little while nothing happens: no task, no queue, and nothing of its handshake.

The request that opens a socket takes the usual way through the web framework. Once it is accepted, a
listener takes over: frames go straight to it, and what it writes goes straight to the transport.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State
from websockets.utils import apply_mask

log = logging.getLogger("embertable.server")

EXTENSION = "embertable.socket"
"""Where the scope of a request names its socket."""

TEXT = 0x81
"""The first byte of a text in one frame."""

MASKED = 0x80
"""The bit of a frame's second byte that clients set; the others are its length, or how the length is written."""

END_OF_HEAD = b"\r\n\r\n"
"""What ends the request that opens a socket."""

CLOSE_SECONDS = 10.0
"""How long a client may take to answer a close, before the connection is cut."""

MOST_FRAMES = 600
FRAMES_SECONDS = 10.0
"""A client that sends more frames than that in this time is cut off: pings, pongs and parts of messages cost work, too."""

PIECE = 2048
"""Bytes that are read before the frames among them are counted; 65,536 hold ten thousand empty ones."""


class Listener(Protocol):
    """Who reads a socket."""

    def received(self, text: str | None) -> None:
        """A message has arrived; None if it was not a text."""

    def writable(self) -> None:
        """The client has read what filled its buffers."""

    def lost(self) -> None:
        """Nothing more arrives; this may be called more than once."""


class Line(Protocol):
    """What a listener needs of its socket."""

    full_since: float
    """When the client's buffers were filled, by the clock of the event loop; 0 if they are not."""

    def write(self, texts: Sequence[bytes]) -> None:
        """Send some texts at once; one that goes into a closed socket is lost."""

    def end(self, code: int) -> None:
        """Close the socket after all that was written."""

    def abort(self) -> None:
        """Cut the connection."""

    def pause(self) -> None:
        """Read nothing more for now."""

    def resume(self) -> None:
        """Read again."""


class Nothing:
    """Stands for the queue and the event of a socket with a listener, which needs neither."""

    def put_nowait(self, _: object) -> None:
        pass

    def set(self) -> None:
        pass

    def clear(self) -> None:
        pass


NOTHING = Nothing()


class QuietSocket(WebSocketsSansIOProtocol):
    """A socket that a listener can take over."""

    listener: Listener | None = None
    full_since = 0.0
    is_between_frames = False
    """Whether what has arrived ends with a frame, so that the next bytes begin one."""
    counted = 0
    counted_since = 0.0
    """How many frames have arrived, and since when."""

    def handle_events(self) -> None:
        if self._are_too_many(len(self.conn.events)):
            return
        super().handle_events()

    def _are_too_many(self, more: int) -> bool:
        """Count frames, and cut the connection if it sends too many."""
        now = self.loop.time()
        if now - self.counted_since > FRAMES_SECONDS:
            self.counted, self.counted_since = 0, now
        self.counted += more
        if self.counted > MOST_FRAMES:
            self.transport.abort()
        return self.counted > MOST_FRAMES

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            extensions = cast(dict[str, Any], self.scope["extensions"])
            extensions[EXTENSION] = self

    async def run_asgi(self) -> None:
        """Answer the request; a socket with a listener stays open after that."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            log.exception("a socket failed")
            self.send_500_response()
        if not self.handshake_complete:
            self.send_500_response()
        if self.listener is None and self.close_timer is None:
            self.transport.close()
        if self.listener is not None:
            del self.scope, self.request, self.response
            if self.is_between_frames:
                # The parser would keep the request; one that begins now has never seen it.
                self.conn.parser = self.conn.parse()
                next(self.conn.parser)

    def listen(self, listener: Listener) -> None:
        """Hand everything to a listener from now on, first what has arrived already."""
        self.listener = listener
        waiting = self.queue
        self.queue = cast(asyncio.Queue[Any], NOTHING)
        self.writable = cast(asyncio.Event, NOTHING)
        self.resume()
        while not waiting.empty():
            event: Mapping[str, Any] = waiting.get_nowait()
            if event["type"] == "websocket.receive":
                listener.received(event.get("text"))
            else:
                listener.lost()

    # What arrives.

    def data_received(self, data: bytes) -> None:
        """Read a text that comes alone in one frame, as nearly all do, and leave everything else to the parser."""
        if not self.handshake_initiated:
            self.is_between_frames = data.find(END_OF_HEAD) == len(data) - len(END_OF_HEAD)
        elif self.is_between_frames:
            if self._took_text(data):
                return
            self.is_between_frames = ends_with_frame(data)
        for start in range(0, len(data), PIECE):
            super().data_received(data[start : start + PIECE])
            if self.transport.is_closing():
                return

    def _took_text(self, data: bytes) -> bool:
        if (
            self.listener is None
            or self.close_sent
            or self.conn.current_size is not None
            or self.conn.state is not State.OPEN
        ):
            return False
        content = only_text(data)
        if content is None:
            return False
        try:
            text = content.decode()
        except UnicodeDecodeError:
            return False
        if not self._are_too_many(1):
            self.listener.received(text)
        return True

    def send_receive_event_to_app(self) -> None:
        if self.listener is None:
            super().send_receive_event_to_app()
            return
        frames, self.frames = self.frames, []
        if self.close_sent:
            return
        text = None
        if self.curr_msg_data_type == "text":
            try:
                text = b"".join(frames).decode()
            except UnicodeDecodeError:
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        self.listener.received(text)

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        if self.listener is not None:
            self.listener.lost()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # No reference cycle may keep this socket, its listener and their table.
        self.conn.parser.close()
        listener, self.listener = self.listener, None
        if listener is not None:
            listener.lost()

    def pause(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def resume(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    # What is sent.

    def pause_writing(self) -> None:
        super().pause_writing()
        self.full_since = self.loop.time()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.full_since = 0.0
        if self.listener is not None:
            self.listener.writable()

    def write(self, texts: Sequence[bytes]) -> None:
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(b"".join([part for text in texts for part in framed(text)]))

    def end(self, code: int) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        try:
            self.conn.send_close(code)
        except InvalidState:
            self.transport.close()
            return
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.resume()
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def abort(self) -> None:
        self.transport.abort()


def frame_end(data: bytes, start: int) -> tuple[int, int]:
    """Where the content of a client's frame begins and ends; both are beyond `data` if its head is not complete."""
    beyond = len(data) + 1
    if start + 2 > len(data):
        return beyond, beyond
    length = data[start + 1] & ~MASKED
    content = start + 6
    for short, size in ((126, 2), (127, 8)):
        if length == short:
            content += size
            if content > len(data):
                return beyond, beyond
            length = int.from_bytes(data[start + 2 : start + 2 + size], "big")
            break
    return content, content + length


def ends_with_frame(data: bytes) -> bool:
    """Whether bytes that begin with a frame also end with one."""
    end = 0
    while end < len(data):
        _, end = frame_end(data, end)
    return end == len(data)


def only_text(data: bytes) -> bytes | None:
    """The content of the one masked text frame that the bytes are; None if they are anything else.

    A text of 64 kB or more is left to the parser, which knows how long one may be.
    """
    if len(data) < 6 or data[0] != TEXT or not MASKED <= data[1] < MASKED + 127:
        return None
    content, end = frame_end(data, 0)
    if end != len(data):
        return None
    return apply_mask(data[content:], data[content - 4 : content])


def framed(text: bytes) -> tuple[bytes, bytes]:
    """The head of a frame, as servers send it, and its content."""
    size = len(text)
    if size < 126:
        return bytes((TEXT, size)), text
    if size < 65536:
        return bytes((TEXT, 126)) + size.to_bytes(2, "big"), text
    return bytes((TEXT, 127)) + size.to_bytes(8, "big"), text
