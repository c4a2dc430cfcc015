"""One socket: messages in, one at a time; the newest position out, as fast as it is read.

Positions are not queued: a slow reader gets fewer of them, each whole. Replies are queued up to a
limit, and whoever does not read at all is dropped.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from embertable.engine.catalogue import Message as Sentence
from embertable.engine.catalogue import load_catalogue
from embertable.engine.errors import EmbertableError, IllegalAction
from embertable.engine.table import Seat
from embertable.server.entries import Spoken
from embertable.server.errors import (
    BadMessage,
    NotSignedIn,
    ServerError,
    ServerFault,
    SignedOut,
    TooMuch,
    TooSlow,
)
from embertable.server.limits import Allowance
from embertable.server.people import Person
from embertable.server.protocol import (
    Act,
    Answer,
    Ask,
    Because,
    CatchUp,
    CaughtUp,
    Done,
    Farewell,
    Held,
    Hello,
    Hold,
    Look,
    Message,
    Pause,
    Point,
    Pointed,
    React,
    Reacted,
    Read,
    Reasoned,
    Refused,
    Resync,
    Said,
    Say,
    Speak,
    Undo,
    Why,
    to_server,
)
from embertable.server.room import Room
from embertable.server.shown import encode, position
from embertable.server.telling import because, caught_up, hinted

log = logging.getLogger("embertable.server")

MOST_REPLIES = 200
SEND_SECONDS = 10.0
HELLO_SECONDS = 10.0
SHOWN_WORDS = 50
COSTLY = 10
"""What needs a bot or a replay counts as much as so many other messages."""
POLICY = 1008
GOING_AWAY = 1001


class Connection:
    """A person, or a spectator, at a table."""

    def __init__(
        self, socket: WebSocket, room: Room, person: Person | None, address: str = ""
    ) -> None:
        self.socket = socket
        self.room = room
        self.person = person
        self.address = address if person is None else ""
        self.language = person.language if person else "en"
        self.seat: int | None = None
        self.looked_at = 0
        """The position up to which the seat stands that was asked for."""
        self.seq = 0
        self.told = 0
        self.heard = 0
        self.wants_text = True
        self.allowance = Allowance(per_second=20, at_once=60)
        self._replies: deque[bytes] = deque()
        self._changed = asyncio.Event()
        self._stale = False
        self._end: ServerError | None = None
        self._writing: asyncio.Task[None] | None = None
        self._sending_since = 0.0

    # What rooms call.

    def wake(self) -> None:
        self._stale = True
        self._changed.set()

    def close(self, error: ServerError) -> None:
        """Say why, then close; nothing else is sent any more."""
        if self._end is None:
            self._end = error
        self._changed.set()

    def hear_why(self, seat: Seat, told: dict[str, str]) -> None:
        if self.language in told:
            self.reply(Reasoned(seat=seat, say=told[self.language]))

    def reply(self, message: Message) -> None:
        if len(self._replies) >= MOST_REPLIES:
            self.close(TooSlow())
            return
        self._replies.append(encode(message))
        self._changed.set()

    def drop_if_deaf(self) -> None:
        """Let go of a reader that does not read: for a timer, there are too many pieces to send."""
        since = self._sending_since
        if since and self._writing and time.monotonic() - since > SEND_SECONDS:
            self._writing.cancel()

    # The two loops.

    async def run(self) -> None:
        """Read and write until either ends; then nothing of this connection is left."""
        reading = asyncio.ensure_future(self._read())
        writing = self._writing = asyncio.ensure_future(self._write())
        try:
            await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.room.watchers.discard(self)
            for task in (reading, writing):
                task.cancel()
            ended = await asyncio.gather(reading, writing, return_exceptions=True)
            self.room.wake()
        for error in ended:
            if isinstance(error, Exception) and not is_disconnection(error):
                log.error("a connection failed", exc_info=error)

    async def _read(self) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                first = await self._receive()
        except TimeoutError:
            self.close(TooSlow())
            return await self._never()
        if not isinstance(first, Hello):
            self.close(BadMessage("the first message is hello"))
            return await self._never()
        self.language = first.language
        self.seat = first.seat
        self.looked_at = 0 if first.seat is None else first.seq or self.room.live.position
        self.seq = first.seq
        self.told = first.told
        self.wants_text = first.text
        if self.seat is None and self.person is not None:
            self.told = 0  # in whichever seat it was told
        self.room.watchers.add(self)
        self.room.wake()
        while True:
            message = await self._receive()
            if message is None:
                continue
            if not self.allowance.take(COSTLY if isinstance(message, (Ask, CatchUp)) else 1):
                self.close(TooMuch())
                return await self._never()
            await self._answer(message)

    async def _never(self) -> None:
        """Leave the rest to the writer, which says farewell."""
        await asyncio.Event().wait()

    async def _receive(self) -> Any:
        """The next message, or None after telling that it is none."""
        received = await self.socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1005))
        text = received.get("text")
        try:
            if text is None:
                raise BadMessage("messages are text")
            return to_server.decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            self._refuse("", BadMessage(short(error)))
        except BadMessage as error:
            self._refuse("", error)
        if not self.allowance.take(5):
            self.close(TooMuch())
        return None

    async def _write(self) -> None:
        while self._end is None:
            await self._changed.wait()
            self._changed.clear()
            await self._send_all()
        error = self._end
        say = error.render(self.language)
        again = not isinstance(error, SignedOut)
        name = type(error).__name__
        async with asyncio.timeout(1.0):
            await self._send(encode(Farewell(error=name, say=say, again=again)))
            await self.socket.close(POLICY)

    async def _send_all(self) -> None:
        while self._end is None and (self._replies or self._stale):
            while self._replies and self._end is None:
                await self._send(self._replies.popleft())
            if self._stale:
                self._stale = False
                for piece in await self._news():
                    await self._send(piece)

    async def _send(self, piece: bytes) -> None:
        self._sending_since = time.monotonic()
        await self.socket.send_text(piece.decode())
        self._sending_since = 0.0

    async def _news(self) -> list[bytes]:
        """What was said and the position as it is now."""
        room = self.room
        async with room.lock:
            live = room.live
            viewer = room.viewer(self.person, self._seat_to_show(), self.language, self.wants_text)
            if viewer.seat != self.seat:
                # Another seat's log may be numbered otherwise.
                self.told = live.told_alike(self.seat, viewer.seat, self.told)
                self.seat = viewer.seat
            first = live.still_told(viewer.seat, self.seq, self.told)
            shown = position(live, viewer, room.around(viewer), first)
            self.seq = shown.seq
            self.told = first + len(shown.events)
            words = [one for one in live.words if one[0] > self.heard][-SHOWN_WORDS:]
            if live.words:
                self.heard = live.words[-1][0]
        return [*(encode(said(number, one)) for number, one in words), encode(shown)]

    def _seat_to_show(self) -> int | None:
        """Whoever holds several seats sees a new position from one that is awaited."""
        live = self.room.live
        if self.person is None or live.position <= self.looked_at:
            return self.seat
        self.looked_at = live.position
        mine = live.seats_of(self.person.id)
        awaited = [seat for seat in live.awaited() if seat in mine] if len(mine) > 1 else []
        return awaited[0] if awaited and self.seat not in awaited else self.seat

    # Answers.

    async def _answer(self, message: Any) -> None:
        id = getattr(message, "id", "")
        try:
            await self._do(message)
        except EmbertableError as error:
            self._refuse(id, error, getattr(message, "action", None))
        except Exception:
            log.exception("a message failed at table %s", self.room.live.id)
            self._refuse(id, ServerFault())
            await self.room.rooms.finish(self.room.start_again())

    async def _do(self, message: Any) -> None:
        room = self.room
        if isinstance(message, Act):
            seat = message.seat if message.seat is not None else self.seat
            start = time.perf_counter()
            act = room.act(self._me(), seat, message.seq, message.action, message.id)
            self._done(message.id, await room.rooms.finish(act))
            room.rooms.metrics.decided(time.perf_counter() - start)
        elif isinstance(message, Undo):
            undo = room.undo(self._me(), message.seq, message.id)
            self._done(message.id, await room.rooms.finish(undo))
        elif isinstance(message, Answer):
            answer = room.answer(self._me(), message.proposal, message.agree, message.id)
            self._done(message.id, await room.rooms.finish(answer))
        elif isinstance(message, Pause):
            pause = room.wish_pause(self._me(), message.stand, message.id)
            self._done(message.id, await room.rooms.finish(pause))
        elif isinstance(message, Say):
            speak = room.speak(self._me(), message.text, message.id)
            self._done(message.id, await room.rooms.finish(speak))
        elif isinstance(message, Point):
            self._show(Pointed(seat=self._pointing_seat(), thing=message.thing))
        elif isinstance(message, Hold):
            self._show(Held(seat=self._pointing_seat(), thing=message.thing))
        elif isinstance(message, React):
            self._show(Reacted(seat=self._pointing_seat(), reaction=message.reaction))
        elif isinstance(message, Ask):
            self._me()
            self.reply(await hinted(room, self.seat, self.language, message.id))
        elif isinstance(message, Why):
            clause, text = because(room.live.game, message.action, self.language)
            self.reply(Because(id=message.id, clause=clause, say=text))
        elif isinstance(message, CatchUp):
            async with room.lock:
                live = room.live
                viewer = room.viewer(self._me(), self.seat, self.language)
                record, since = live.record(), live.decided.get(viewer.person, 0)
                seats = list(live.seats)
            # A long game takes a while to play again; the table goes on meanwhile.
            moments = await asyncio.to_thread(
                caught_up, live.game, record, live.content, seats, viewer, since
            )
            self.reply(CaughtUp(id=message.id, moments=moments))
        elif isinstance(message, Speak):
            self.language = message.language
            self.told = 0
            self.wake()
        elif isinstance(message, Read):
            self.wants_text = True
            self.wake()
        elif isinstance(message, Look):
            if self.person and message.seat in room.live.seats_of(self.person.id):
                self.seat = message.seat
                self.looked_at = room.live.position
                self.told = 0
            self.wake()
        elif isinstance(message, (Resync, Hello)):
            self.told = min(self.told, message.told)
            self.wake()

    def _me(self) -> Person:
        if self.person is None:
            raise NotSignedIn
        return self.person

    def _pointing_seat(self) -> int | None:
        """Only those who sit at the table point and react, so strangers cannot disturb it."""
        seats = self.room.live.seats_of(self._me().id)
        if not seats or not self.room.may_talk(seats):
            raise NotSignedIn
        return self.seat

    def _show(self, message: Message) -> None:
        for other in self.room.watchers:
            if isinstance(other, Connection):
                other.reply(message)

    def _done(self, id: str, number: int) -> None:
        self.reply(Done(id=id, seq=number))

    def _refuse(
        self, id: str, error: EmbertableError, action: dict[str, Any] | None = None
    ) -> None:
        """Say what was wrong and on which clause it rests; the position as it is now follows."""
        clause = ""
        if isinstance(error, IllegalAction) and action is not None:
            clause, _ = because(self.room.live.game, action, self.language)
        say = load_catalogue("server", self.language).render(plainly(error))
        self.reply(Refused(id=id, error=type(error).__name__, say=say, clause=clause))
        self.wake()


def plainly(error: EmbertableError) -> Sentence:
    """The sentence of an error, without a list of what is offered: that may be another seat's."""
    if isinstance(error, IllegalAction):
        return Sentence("error.NotOffered", {})
    return error.message


def said(number: int, entry: Spoken) -> Said:
    return Said(number=number, seat=entry.seat, name=entry.name, text=entry.text, at=entry.at)


def short(error: Exception) -> str:
    return str(error)[:200] or type(error).__name__


def is_disconnection(error: Exception) -> bool:
    return isinstance(error, (WebSocketDisconnect, TimeoutError, RuntimeError, OSError))
