"""A person or a spectator at a table: what each message of a socket means, and what is sent back."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec

from embertable.engine.catalogue import ENGLISH, LANGUAGES
from embertable.engine.errors import EmbertableError, IllegalAction, NothingToDecide
from embertable.engine.table import Seat, View
from embertable.server.conversation import Conversation
from embertable.server.entries import Chatted
from embertable.server.errors import (
    BadMessage,
    NotSignedIn,
    ServerError,
    ServerFault,
    SignedOut,
    Stale,
    TooMuch,
    WrongProtocol,
    name_of_error,
    text_to_client,
)
from embertable.server.frames import Line
from embertable.server.limits import Allowance
from embertable.server.on_request import HintRequest, clause_behind
from embertable.server.position import without_view
from embertable.server.previews import ForecastRequest, PreviewRequest
from embertable.server.protocol import (
    PROTOCOL,
    Act,
    Answer,
    Carried,
    Carry,
    CatchUp,
    CaughtUp,
    Chat,
    ChatLine,
    Clause,
    Done,
    Explained,
    Forecast,
    Hello,
    Hint,
    Partner,
    PartnerOptions,
    Pause,
    Point,
    Pointed,
    Position,
    Preview,
    React,
    Reacted,
    Refused,
    Resync,
    SetLanguage,
    SocketMessage,
    Suggest,
    Suggested,
    ToServer,
    Undo,
    ViewFrom,
    WantText,
    Why,
    any_hello,
    encode,
    farewell,
    to_server,
)
from embertable.server.render_ahead import is_long, may_be_long, render_ahead
from embertable.server.rendering import Rendering
from embertable.server.room import Room
from embertable.server.sessions import Person
from embertable.server.shares import Shares
from embertable.server.tarpit import Tarpit
from embertable.server.together import partner_options, suggested, text_for
from embertable.server.viewer import Viewer, viewer_of

log = logging.getLogger("embertable.server")

SHOWN_CHAT_LINES = 50
COSTS: dict[type[ToServer], int] = {
    Hint: 10,
    CatchUp: 10,
    Preview: 2,
    Forecast: 2,
    Hello: 3,
    Resync: 3,
    SetLanguage: 3,
    ViewFrom: 3,
}
"""A message that needs a bot, a replay, imagined tables or a whole position counts as this many others."""
TOLD_AT_ONCE = 20
"""To tell so many others counts as one message more."""
MOST_ASKED = 3
"""Questions to bots and replays that one connection may wait for at a time."""
MOST_PREVIEWED = 8
"""Previews and forecasts that one connection may wait for: a board asks while the last is made."""


class Connection(Conversation):
    """A person, or a spectator, at a table."""

    __slots__ = (
        "_asked",
        "_is_greeted",
        "_seen",
        "_shown",
        "address",
        "allowance",
        "chat_seen",
        "chosen_at",
        "host",
        "invited",
        "language",
        "number",
        "on_end",
        "on_refusal",
        "person",
        "protocol",
        "seat",
        "sent",
        "seq",
        "shares",
        "takes_changes",
        "tarpit",
        "wants_text",
    )

    def __init__(
        self,
        line: Line,
        room: Room,
        person: Person | None,
        address: str = "",
        shares: Shares | None = None,
        invited: int | None = None,
        host: str = "",
    ) -> None:
        super().__init__(line, room)
        self.person = person
        self.address = address
        self.host = host
        """The very address, which an operator may ban; `address` is what limits count by."""
        self.shares = shares or Shares()
        self.on_refusal: Callable[[EmbertableError, str, str, str], None] = lambda *_: None
        """Counts and traces what this connection was refused."""
        self.on_end: Callable[[Connection], None] = lambda _: None
        self.tarpit: Tarpit | None = None
        """Where it waits before it is closed for what it sent."""
        self.invited = invited
        """Which invitations brought this spectator here; None if none did."""
        self.language = person.language if person else ENGLISH
        self.seat: int | None = None
        """The seat of the last viewer; always one of this person's own, or None."""
        self.chosen_at = 0
        """The position up to which the client's own choice of a seat holds."""
        self.seq = 0
        self.sent = 0
        self.chat_seen = 0
        self.wants_text = True
        self.protocol = PROTOCOL
        self.takes_changes = False
        self.number = 0
        """Of the last position, or changes, that was sent."""
        self._shown: Position | None = None
        """The position that the client has, without its view; None if it needs a whole one."""
        self._seen: View | None = None
        """The view of that position."""
        self.allowance = Allowance(per_second=20, at_once=60)
        self._is_greeted = False
        self._asked: dict[asyncio.Task[None], bool] = {}
        """Questions to workers, which end with this connection; whether it is a preview."""

    # What rooms call.

    def close(self, error: ServerError) -> None:
        if self._end is None:
            self._note(error)
            if self.tarpit is not None and isinstance(error, (TooMuch, BadMessage)):
                self.is_held = True
                self.room.rooms.start(self._hold(self.tarpit))
        super().close(error)

    def _note(self, error: EmbertableError) -> None:
        self.on_refusal(
            error, self.address, self.person.id if self.person else "", self.room.live.id
        )

    def explain(self, seat: Seat, texts: dict[str, str]) -> None:
        if self.language in texts:
            self.reply(Explained(seat=seat, text=texts[self.language]))

    def ended(self) -> None:
        self.room.watchers.discard(self)
        for task in self._asked:
            task.cancel()
        self.room.wake()
        self.on_end(self)

    # What arrives.

    async def take(self, text: str | None) -> None:
        if not self._is_greeted:
            try:
                self._greet(self._read_hello(text))
            except ServerError as error:
                self.close(error)
            return
        message = self._read(text)
        if message is None:
            return
        cost = COSTS.get(type(message), 1)
        told = len(self.room.watchers) // TOLD_AT_ONCE if isinstance(message, TELLING) else 0
        if debt := self.shares.debt(self.address, cost + told):
            await asyncio.sleep(debt)
        if not self._may_send(cost):
            self.close(TooMuch())
        elif isinstance(message, ASKING):
            self._ask(message)
        else:
            await self._handle(message)

    def _ask(self, message: ToServer) -> None:
        """Handle a question beside the reading, so that a client that goes away is noticed."""
        is_preview = isinstance(message, (Preview, Forecast))
        waiting = sum(one is is_preview for one in self._asked.values())
        if waiting >= (MOST_PREVIEWED if is_preview else MOST_ASKED):
            self._refuse(getattr(message, "id", ""), TooMuch())
            return
        task = asyncio.ensure_future(self._handle(message))
        self._asked[task] = is_preview
        task.add_done_callback(self._asked.pop)

    def _greet(self, hello: Hello) -> None:
        """Take up where this client left off, and start to show it the table.

        The seat is a wish: from here on only the viewer's own seat is used, never the claimed one.
        """
        self.is_greeted()
        self._is_greeted = True
        self.language = hello.language
        self.wants_text = hello.want_text
        self.takes_changes = hello.changes
        self.seat = self._viewer(hello.seat).seat
        self.chosen_at = 0 if hello.seat is None else hello.seq or self.room.live.position
        self.seq = hello.seq
        # The numbers of events that were seen from another seat mean nothing for this one.
        self.sent = hello.events_seen if self.seat == hello.seat else 0
        if not self._is_over:
            self.room.watchers.add(self)
            self.room.wake()

    def _read_hello(self, text: str | None) -> Hello:
        """The first message; its protocol number is checked before the rest is decoded."""
        try:
            greeting = any_hello.decode(text or "")
            self.protocol = greeting.protocol
            if greeting.language in LANGUAGES:
                self.language = greeting.language
            if greeting.protocol != PROTOCOL:
                raise WrongProtocol
            hello = to_server.decode(text or "")
        except (msgspec.MsgspecError, RecursionError) as error:
            raise BadMessage("the first message must be hello") from error
        assert isinstance(hello, Hello)
        return hello

    def _read(self, text: str | None) -> ToServer | None:
        """A message; None after rejecting an invalid one."""
        try:
            if text is not None:
                return to_server.decode(text)
            problem = "messages are text frames"
        except (msgspec.MsgspecError, RecursionError) as error:
            problem = short(error)
        self._refuse("", BadMessage(problem))
        if not self._may_send(5):
            self.close(TooMuch())
        return None

    def _may_send(self, cost: float) -> bool:
        """Whether neither this connection nor this person, over all their sockets, sends too much."""
        mine = self.allowance.take(cost)
        return mine and (self.person is None or self.shares.may_send(self.person.id, cost))

    # What is sent.

    async def _hold(self, tarpit: Tarpit) -> None:
        """Let somebody who sent too much, or junk, wait for the farewell."""
        await tarpit.hold(self.address)
        self.is_held = False
        self._send_soon()

    def farewell(self, error: ServerError) -> bytes:
        text = error.render(self.language)
        reconnect = not isinstance(error, (SignedOut, WrongProtocol))
        return farewell(self.protocol, type(error).__name__, text, reconnect)

    def has_much_news(self) -> bool:
        return may_be_long(self.room.live, self.sent) and is_long(*self._unsent())

    async def make_news(self) -> None:
        await render_ahead(self.room, self._unsent)

    def news(self) -> list[bytes]:
        room = self.room
        live = room.live
        viewer = self._viewer(self._seat_to_show())
        if viewer.seat != self.seat:
            # Another seat's log may have other numbers.
            both_mine = self.seat in viewer.seats
            common = live.viewer_log.common_prefix(self.seat, viewer.seat, self.sent)
            self.sent = common if both_mine else 0
            self.seat = viewer.seat
        first = live.viewer_log.still_valid(viewer.seat, self.seq, self.sent)
        shown, rendering = without_view(viewer, room.status(), first, room.renderings)
        self.seq = shown.seq
        self.sent = first + len(shown.events)
        told = self._told(shown, rendering)
        shown.events = []  # Only what comes after them is compared.
        lines = live.chat.lines
        new = [one for one in lines if one[0] > self.chat_seen][-SHOWN_CHAT_LINES:]
        if lines:
            self.chat_seen = lines[-1][0]
        return [*(encode(chat_line(number, one)) for number, one in new), told]

    def _unsent(self) -> tuple[Viewer, int]:
        """The viewer, and the number of the first event that the client does not have."""
        viewer = self._viewer(self.seat)
        return viewer, viewer.live.viewer_log.still_valid(viewer.seat, self.seq, self.sent)

    def _told(self, shown: Position, rendering: Rendering) -> bytes:
        """A position, or what is new in it since the one that this client has."""
        before, seen = self._shown, self._seen
        self.number += 1
        shown.number = self.number
        if self.takes_changes:
            self._shown, self._seen = shown, rendering.view
        if before is None or seen is None or before.seat != shown.seat:
            shown.view = rendering.encoded()
            told = encode(shown)
            shown.view = None
            return told
        return self.room.renderings.changes(before, seen, shown, rendering)

    def _seat_to_show(self) -> int | None:
        """People with several seats see a new position from one that must decide."""
        live = self.room.live
        if self.person is None or live.position <= self.chosen_at:
            return self.seat
        self.chosen_at = live.position
        mine = live.seats.of_person(self.person.id)
        awaited = [seat for seat in live.played.awaited() if seat in mine] if len(mine) > 1 else []
        return awaited[0] if awaited and self.seat not in awaited else self.seat

    # Answers.

    async def _handle(self, message: ToServer) -> None:
        id = getattr(message, "id", "")
        try:
            await HANDLERS[type(message)](self, message)
        except EmbertableError as error:
            self._refuse(id, error, getattr(message, "action", None))
        except Exception:
            log.exception("a message failed at table %s", self.room.live.id)
            self._refuse(id, ServerFault())
            await self.room.start_again()

    async def act(self, message: Act) -> None:
        seat = message.seat if message.seat is not None else self.seat
        start = time.perf_counter()
        act = self.room.act(self._me(), seat, message.seq, message.action, message.id)
        await self._store(message.id, act)
        self.room.rooms.metrics.decision_seconds.observe(time.perf_counter() - start)

    async def undo(self, message: Undo) -> None:
        await self._store(message.id, self.room.undo(self._me(), message.seq, message.id))

    async def answer(self, message: Answer) -> None:
        answer = self.room.answer(self._me(), message.proposal, message.agree, message.id)
        await self._store(message.id, answer)

    async def pause(self, message: Pause) -> None:
        await self._store(message.id, self.room.pause(self._me(), message.paused, message.id))

    async def chat(self, message: Chat) -> None:
        me = self._me()
        if (me.id, message.id) not in self.room.live.requests.done:
            self.shares.take_chat(me.id, self.address)
        await self._store(message.id, self.room.chat(me, message.text, message.id))

    async def _store(self, id: str, work: Coroutine[Any, Any, int]) -> None:
        """Do a request, and say that it is stored."""
        self._done(id, await work)

    def _done(self, id: str, number: int) -> None:
        self.reply(Done(id=id, seq=number))

    async def point(self, message: Point) -> None:
        self._broadcast(Pointed(seat=self._pointing_seat(), thing=message.thing))

    async def carry(self, message: Carry) -> None:
        self._broadcast(Carried(seat=self._pointing_seat(), thing=message.thing))

    async def partner(self, message: Partner) -> None:
        self._pointing_seat()
        async with self.room.lock:
            seat, options = partner_options(self._viewer(self.seat))
            seq = self.room.live.position
            self.room.bots.wait_for_proposal()
        self.reply(PartnerOptions(id=message.id, seq=seq, seat=seat, options=options))

    async def suggest(self, message: Suggest) -> None:
        """Tell everybody in their own language; what is stale by now is not worth a word."""
        seat = self._pointing_seat()
        async with self.room.lock:
            try:
                to, action = suggested(self._viewer(self.seat), message.seq, message.option)
            except (Stale, NothingToDecide):
                return
            live = self.room.live
            if to != seat:
                self.room.bots.propose(to, action)
            seq = live.position
            texts: dict[str, str] = {}
            for other in self.room.watchers:
                if isinstance(other, Connection):
                    if other.language not in texts:
                        texts[other.language] = text_for(live, other.language, action)
                    text = texts[other.language]
                    told = Suggested(seat=seat, to=to, seq=seq, option=message.option, text=text)
                    other.reply(told)

    async def react(self, message: React) -> None:
        self._broadcast(Reacted(seat=self._pointing_seat(), reaction=message.reaction))

    async def hint(self, message: Hint) -> None:
        self._me()
        async with self.room.lock:
            request = HintRequest(self._viewer(self.seat))
        self.reply(await request.ask(self.room.rooms.bot_pool, message.id))

    async def preview(self, message: Preview) -> None:
        async with self.room.lock:
            request = PreviewRequest(self._viewer(self.seat), message.seq, message.option)
        self.reply(await self._preview(request, message.id))

    async def forecast(self, message: Forecast) -> None:
        async with self.room.lock:
            request = ForecastRequest(self._viewer(self.seat))
        self.reply(await self._preview(request, message.id))

    async def _preview(self, request: PreviewRequest | ForecastRequest, id: str) -> SocketMessage:
        """The answer of the previewers, at this person's turn, or that of their address."""
        asker = self.person.id if self.person else self.address
        return await request.answer(self.room.rooms.previewers, id, asker)

    async def why(self, message: Why) -> None:
        clause, text = clause_behind(self.room.live.game, message.action, self.language)
        self.reply(Clause(id=message.id, clause=clause, text=text))

    async def catch_up(self, message: CatchUp) -> None:
        me = self._me()
        room = self.room
        async with room.lock:
            viewer = self._viewer(self.seat)
            live = viewer.live
            since = live.requests.decided.get(me.id, 0)
            work = (live.saved_record(), live.opened.content, list(live.seats), viewer.seat)
        steps = await room.rooms.readers.catch_up(*work, self.language, since, me.id)
        self.reply(CaughtUp(id=message.id, steps=steps))

    async def set_language(self, message: SetLanguage) -> None:
        self.language = message.language
        self.sent = 0
        self._shown = None
        self.wake()

    async def want_text(self, _: WantText) -> None:
        self.wants_text = True
        self.wake()

    async def view_from(self, message: ViewFrom) -> None:
        if message.seat in self._viewer(self.seat).seats:
            self.seat = message.seat
            self.chosen_at = self.room.live.position
            self.sent = 0
        self.wake()

    async def resync(self, message: Resync | Hello) -> None:
        self.sent = min(self.sent, message.events_seen)
        self._shown = None
        self.wake()

    def _viewer(self, seat: Seat | None) -> Viewer:
        return viewer_of(self.room.live, self.person, self.language, seat, self.wants_text)

    def _me(self) -> Person:
        if self.person is None:
            raise NotSignedIn
        return self.person

    def _pointing_seat(self) -> int | None:
        """Only people with a seat may point and react, so that strangers cannot disturb the table."""
        self._me()
        viewer = self._viewer(self.seat)
        is_muted = self.room.rooms.orders.has("mute", viewer.person)
        if viewer.seat is None or is_muted or not viewer.may_chat():
            raise NotSignedIn
        return viewer.seat

    def _broadcast(self, message: SocketMessage) -> None:
        for other in self.room.watchers:
            if isinstance(other, Connection):
                other.reply(message)

    def _refuse(
        self, id: str, error: EmbertableError, action: dict[str, Any] | None = None
    ) -> None:
        """Say what was wrong and which clause applies; the position follows, unless it was junk or too much."""
        clause = ""
        if isinstance(error, IllegalAction) and action is not None:
            clause, _ = clause_behind(self.room.live.game, action, self.language)
        self._note(error)
        text = text_to_client(error, self.language)
        self.reply(Refused(id=id, error=name_of_error(error), text=text, clause=clause))
        self._stale |= bool(id) and not isinstance(error, TooMuch)


ASKING = (Hint, CatchUp, Preview, Forecast)
"""Messages whose answers take a worker's time."""

TELLING = (Point, Carry, React, Suggest, Chat)
"""Messages that everybody at the table is told of."""

HANDLERS: dict[type[ToServer], Callable[[Connection, Any], Awaitable[None]]] = {
    Hello: Connection.resync,
    Act: Connection.act,
    Undo: Connection.undo,
    Answer: Connection.answer,
    Pause: Connection.pause,
    Chat: Connection.chat,
    Point: Connection.point,
    Carry: Connection.carry,
    Partner: Connection.partner,
    Suggest: Connection.suggest,
    React: Connection.react,
    Hint: Connection.hint,
    Preview: Connection.preview,
    Forecast: Connection.forecast,
    Why: Connection.why,
    SetLanguage: Connection.set_language,
    WantText: Connection.want_text,
    ViewFrom: Connection.view_from,
    Resync: Connection.resync,
    CatchUp: Connection.catch_up,
}


def chat_line(number: int, entry: Chatted) -> ChatLine:
    return ChatLine(number=number, seat=entry.seat, name=entry.name, text=entry.text, at=entry.at)


def short(error: Exception) -> str:
    return str(error)[:200] or type(error).__name__
