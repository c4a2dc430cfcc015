"""How a socket is read and written: requests in, one at a time; replies and the newest position out.

Positions are not queued: a slow reader gets fewer of them, each complete, or as the changes since the
last one that was sent. Replies are queued up to a limit, and a reader that does not read at all is
dropped. There is a task only while a request is handled, or while news must wait for the table.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from embertable.server.errors import ServerError, TooSlow
from embertable.server.frames import Line
from embertable.server.protocol import SocketMessage, encode

if TYPE_CHECKING:
    from embertable.server.room import Room

log = logging.getLogger("embertable.server")

MOST_REPLIES = 200
SEND_SECONDS = 10.0
"""How long a client may leave unread what fills its buffers."""

HELLO_SECONDS = 10.0
FAREWELL_SECONDS = 1.0
"""How long a client whose buffers are full may take until the last message fits."""

POLICY = 1008


class Conversation:
    """The two directions of one socket; what messages mean is up to `Connection`."""

    __slots__ = (
        "_end",
        "_following",
        "_inbox",
        "_is_due",
        "_is_over",
        "_is_working",
        "_replies",
        "_stale",
        "_timer",
        "is_held",
        "line",
        "room",
    )

    def __init__(self, line: Line, room: Room) -> None:
        self.line = line
        self.room = room
        self._inbox: list[str | None] = []
        self._replies: list[bytes] = []
        self._stale = False
        """Whether the table has changed since the last position."""
        self._is_due = False
        self._is_working = False
        self._is_over = False
        self.is_held = False
        """Whether the last message has to wait."""
        self._end: ServerError | None = None
        self._following: asyncio.Task[None] | None = None
        """Waits for the table, to send its position."""
        self._timer = asyncio.get_running_loop().call_later(HELLO_SECONDS, self._expire)
        """Ends a client that does not say hello, or later one that does not read."""

    # What `Connection` decides.

    async def take(self, text: str | None) -> None:
        """Handle one message."""
        raise NotImplementedError

    def news(self) -> list[bytes]:
        """New lines of the chat, and the position; nobody holds the room's lock."""
        raise NotImplementedError

    def has_much_news(self) -> bool:
        """Whether the news take so long to make that others should have a turn meanwhile."""
        raise NotImplementedError

    async def make_news(self) -> None:
        """Make what takes long in parts, for `news` to find."""
        raise NotImplementedError

    def farewell(self, error: ServerError) -> bytes:
        raise NotImplementedError

    def ended(self) -> None:
        """The client is gone; called once."""
        raise NotImplementedError

    # What arrives.

    def received(self, text: str | None) -> None:
        """Handle messages one by one; the work on one is done even if its client goes away meanwhile."""
        if self._end is not None:
            return
        self._inbox.append(text)
        if self._is_working:
            self.line.pause()
        else:
            self._is_working = True
            self.room.rooms.start(self._work())

    async def _work(self) -> None:
        try:
            while self._inbox and self._end is None:
                await self.take(self._inbox.pop(0))
        finally:
            self._is_working = False
            self.line.resume()

    def is_greeted(self) -> None:
        """The first message has come in time."""
        self._timer.cancel()

    def lost(self) -> None:
        if self._is_over:
            return
        self._is_over = True
        self._timer.cancel()
        if self._following is not None:
            self._following.cancel()
        self.ended()

    def _expire(self) -> None:
        if self.line.full_since:
            self.line.abort()
        else:
            self.close(TooSlow())

    # What is sent.

    def wake(self) -> None:
        """The table has changed."""
        self._stale = True
        self._send_soon()

    def reply(self, message: SocketMessage) -> None:
        if len(self._replies) >= MOST_REPLIES:
            self.close(TooSlow())
            return
        self._replies.append(encode(message))
        self._send_soon()

    def close(self, error: ServerError) -> None:
        """Say why, then close; nothing else is sent after that."""
        if self._end is None:
            self._end = error
            self._inbox.clear()
            if self.line.full_since:
                self._set_timer(FAREWELL_SECONDS)
        self._send_soon()

    def _set_timer(self, seconds: float) -> None:
        self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._expire)

    def writable(self) -> None:
        """Send what has waited for a reader that was slow."""
        self._timer.cancel()
        self._send_soon()

    def _send_soon(self) -> None:
        """Send together what comes together."""
        if not self._is_due and not self._is_over:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        self._is_due = False
        if self._is_over or self.line.full_since or (self._end is not None and self.is_held):
            return
        if self._end is not None:
            self.line.write([self.farewell(self._end)])
            self.line.end(POLICY)
            self.lost()
            return
        pieces, self._replies = self._replies, []
        if self._stale and self._following is None:
            if self.room.lock.locked() or self.has_much_news():
                self._following = asyncio.get_running_loop().create_task(self._follow())
            else:
                pieces += self._news()
        if pieces:
            self._write(pieces)

    def _write(self, pieces: list[bytes]) -> None:
        self.line.write(pieces)
        if self.line.full_since:
            self._set_timer(SEND_SECONDS)

    def _news(self) -> list[bytes]:
        self._stale = False
        try:
            return self.news()
        except Exception:
            log.exception("a connection failed")
            self.line.abort()
            return []

    async def _follow(self) -> None:
        """Wait for the table, and send its news."""
        try:
            await self.make_news()
            async with self.room.lock:
                if not self._is_over and self._end is None and not self.line.full_since:
                    self._write(self._news())
        except Exception:
            log.exception("a connection failed")
            self.line.abort()
        finally:
            self._following = None
        self._send_soon()
