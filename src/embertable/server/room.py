"""A room: one live table on this server, changed by one task at a time.

A change is made in memory, appended to the log, and only then answered and shown. Whoever loses
the race for a number in the log takes over what the winner wrote.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol

from embertable.bots import get_bot
from embertable.engine.errors import EmbertableError, GameOver
from embertable.engine.table import PARTY, SYSTEM, Seat
from embertable.server import entries
from embertable.server.bot_explanations import bot_explanation
from embertable.server.bot_pool import position_without_luck
from embertable.server.entries import (
    Acted,
    Answered,
    AnyEntry,
    Chatted,
    LentToBot,
    Muted,
    Paused,
    PauseWanted,
    Proposed,
    Seated,
    SeatTaken,
    Undone,
)
from embertable.server.errors import (
    NoOpenSeat,
    NoPause,
    NoProposal,
    NotYours,
    ServerError,
    Silenced,
    Stale,
    StoreFailed,
)
from embertable.server.live import LiveTable
from embertable.server.new_table import bot_name
from embertable.server.position import Around, Viewer
from embertable.server.protocol import CountdownInfo, SeatClock
from embertable.server.sessions import Person, clean_text

if TYPE_CHECKING:
    from embertable.server.rooms import Rooms

log = logging.getLogger("embertable.server")

GONE_SECONDS = 30.0
"""After this a bot may play for somebody who is away, where the table says so."""

PRESENT_SECONDS = 25.0
"""How long somebody counts as connected whom another server has named."""

PAUSES = (0.02, 0.05, 0.1, 0.2, 0.4)
"""Between tries to read what another server wrote; after the last one the next beat tries again."""

BOT_PAUSES = (1.0, 2.0, 5.0, 15.0, 60.0)
"""How long a bot that failed is left alone, once, twice, …; the last one for ever after."""

TIMEKEEPER = "greedy"
"""The bot that decides for whoever has no time left."""


class Watcher(Protocol):
    """A connection, as a room knows it."""

    person: Person | None

    def wake(self) -> None:
        """The table has changed."""

    def close(self, error: ServerError) -> None: ...

    def explain(self, seat: Seat, texts: dict[str, str]) -> None:
        """A bot tells why it did what it did, in each language."""


P = ParamSpec("P")


def once(
    work: Callable[Concatenate[Room, Person, P], Coroutine[Any, Any, int]],
) -> Callable[Concatenate[Room, Person, P], Coroutine[Any, Any, int]]:
    """A message is done once: whoever sends it again, by the id at its end, hears what came of it."""

    @functools.wraps(work)
    async def told(self: Room, person: Person, /, *rest: P.args, **named: P.kwargs) -> int:
        known = (person.id, str(rest[-1]))
        async with self.lock:
            for is_last in (False, True):
                if known in self.live.done:
                    break
                try:
                    return await work(self, person, *rest, **named)
                except (Stale, StoreFailed) as problem:
                    # A write that was given up, here or at another server, may have come through,
                    # or be on its way: only who knows the whole log may say that it is too late.
                    with contextlib.suppress(StoreFailed):
                        await self._catch_up()
                    is_sure = is_last or isinstance(problem, StoreFailed)
                    if is_sure and known not in self.live.done:
                        raise
            return self.live.done[known]

    return told


class Room:
    """One live table on this server, with those who look at it."""

    def __init__(self, rooms: Rooms, live: LiveTable) -> None:
        self.rooms = rooms
        self.live = live
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.used = time.monotonic()
        self.is_behind = False
        self.seen: dict[str, float] = {}
        self.elsewhere: dict[str, float] = {}
        self._made = time.monotonic()
        self._thinking: asyncio.Task[None] | None = None
        self._asked: asyncio.Future[dict[str, Any]] | None = None
        self._asked_about: object = None
        self._failures = 0
        self._think_after = 0.0

    # Who looks.

    def viewer(
        self, person: Person | None, seat: Seat | None, language: str, wants_text: bool = True
    ) -> Viewer:
        """A person from one of their own seats, or a spectator; no wish makes anybody see more."""
        id = person.id if person else ""
        seats = self.live.seats_of(id)
        if seat not in seats:
            seat = seats[0] if seats else None
        return Viewer(id, seat, seats, language, wants_text)

    def present(self) -> frozenset[str]:
        """The people who are connected, here or at another server."""
        now = time.monotonic()
        here = [one.person.id for one in self.watchers if one.person]
        for person in here:
            self.seen[person] = now
        there = [one for one, then in self.elsewhere.items() if now - then < PRESENT_SECONDS]
        return frozenset([*here, *there])

    def around(self, viewer: Viewer) -> Around:
        people = self.present()
        sitting = self.live.people()
        spectators = sum(
            1 for one in self.watchers if not one.person or one.person.id not in sitting
        )
        talk = self.may_talk(viewer.seats)
        return Around(people, spectators, self.clocks(), self.countdown(), talk)

    def countdown(self) -> CountdownInfo | None:
        live = self.live
        left = live.countdown.left_at(time.time())
        if left is None:
            return None
        return CountdownInfo(
            seconds=round(max(0.0, left), 1),
            paused=live.countdown.paused,
            pausable=live.is_pausable(),
            pause_votes=[
                seat for seat, taken in enumerate(live.seats) if taken.person in live.pause_votes
            ],
        )

    def clocks(self) -> list[SeatClock]:
        clocks = self.live.clocks
        if clocks is None:
            return []
        now = time.time()
        return [
            SeatClock(seat=seat, seconds=round(clocks.left_at(seat, now), 1), running=running)
            for seat in range(len(self.live.seats))
            for running in [seat in clocks.running]
        ]

    def may_talk(self, seats: tuple[Seat, ...]) -> bool:
        """Neither a rule nor the host forbids it."""
        live = self.live
        allowed = live.is_over() or live.game.may_talk(live.session.table)
        return allowed and not any(seat in live.muted for seat in seats)

    def wake(self) -> None:
        self.used = time.monotonic()
        for watcher in list(self.watchers):
            watcher.wake()
        self.think()

    # Decisions.

    @once
    async def act(
        self, person: Person, seat: Seat | None, seq: int, action: dict[str, Any], id: str
    ) -> int:
        """A person's decision; the number of its entry once it is stored."""
        seats = self.live.seats_of(person.id)
        if not seats or (seat is not None and seat not in seats):
            raise NotYours
        chosen = seats if seat is None else (seat, *(one for one in seats if one != seat))
        await self._decide(action, chosen, seq, person.id, id)
        done = self.live.number
        await self._pay()
        return done

    async def _decide(
        self, action: dict[str, Any], seats: tuple[Seat, ...], seq: int, by: str, id: str
    ) -> None:
        live = self.live
        if live.is_over():
            raise GameOver(str(action.get("is")))
        seat_for, hash = live.act(action, seats, seq)
        saved = live.session.record.entries[-1].action
        assert saved is not None
        entry = Acted(at=time.time(), seat=seat_for, action=saved, hash=hash, by=by, id=id)
        await self._store(entry, live.retract)
        live.record_entry(live.number + 1, entry)
        self.wake()
        if live.is_over():
            await self.rooms.settle(live)

    @once
    async def undo(self, person: Person, seq: int, id: str) -> int:
        """Take back a decision where that is free or concerns nobody else; else propose it."""
        live = self.live
        seats = live.seats_of(person.id)
        if not seats:
            raise NotYours
        if live.is_over():
            raise GameOver("Undo")
        if not live.decided_at.get(person.id, 0) <= seq <= live.position:
            raise Stale
        if live.may_undo_freely(person.id):
            await self._take_back(1, person.id, id, "free")
            return live.number
        count = live.decisions_to_take_back(person.id)
        if not count:
            raise NoProposal
        if not live.others(person.id):
            await self._take_back(count, person.id, id, "alone")
            return live.number
        await self._append(Proposed(at=time.time(), seat=seats[0], by=person.id, id=id))
        return live.number

    @once
    async def answer(self, person: Person, proposal: int, agree: bool, id: str) -> int:
        """Agree to a proposal or decline it; with the last consent it is carried out."""
        live = self.live
        asked = live.proposal
        seats = live.seats_of(person.id)
        if asked is None or proposal != live.proposal_number:
            raise NoProposal
        if not seats or (agree and asked.by == person.id):
            raise NotYours
        await self._append(
            Answered(
                at=time.time(),
                seats=list(seats),
                proposal=proposal,
                agree=agree,
                by=person.id,
                id=id,
            )
        )
        needed = {seat for other in live.others(asked.by) for seat in live.seats_of(other)}
        if agree and needed <= live.agreed:
            count = live.decisions_to_take_back(asked.by)
            await self._take_back(count, asked.by, "", "agreed")
        return live.number

    async def _take_back(self, count: int, by: str, id: str, how: Any) -> None:
        live = self.live
        for _ in range(count):
            seat, hash = live.before_last()
            await self._append(Undone(at=time.time(), seat=seat, hash=hash, by=by, id=id, how=how))

    # Talk and seats.

    @once
    async def chat(self, person: Person, text: str, id: str) -> int:
        live = self.live
        seats = live.seats_of(person.id)
        if not self.may_talk(seats):
            raise Silenced
        await self._append(
            Chatted(
                at=time.time(),
                by=person.id,
                name=person.name,
                text=clean_text(text, 500),
                id=id,
                seat=seats[0] if seats else None,
            )
        )
        done = live.number
        await self._pay()
        return done

    async def _pay(self) -> None:
        """Do what is owed for words said, once the rules bear it; `keep_time` tries again."""
        live = self.live
        with contextlib.suppress(StoreFailed, Stale):
            while (
                live.penalties_due
                and not live.is_over()
                and live.is_offered(live.penalties_due[0], SYSTEM)
            ):
                await self._decide(live.penalties_due[0], (SYSTEM,), live.position, "", "")

    @once
    async def pause(self, person: Person, paused: bool, id: str) -> int:
        """Want what runs out to stand still, or no longer; it stands while everybody wants it to."""
        live = self.live
        if not live.seats_of(person.id):
            raise NotYours
        if not live.is_pausable():
            raise NoPause
        await self._append(PauseWanted(at=time.time(), by=person.id, id=id, paused=paused))
        return live.number

    async def sit(self, person: Person, seat: Seat | None, invited: bool) -> None:
        """Take an open seat; whoever sits already may take another one only by invitation."""
        async with self.lock:
            free = self.live.open_seats()
            if seat is None:
                if self.live.seats_of(person.id):
                    return
                seat = free[0] if free else None
            if seat is None or seat not in free:
                raise NoOpenSeat
            if not invited and not self.live.opened.listed and not self.live.seats_of(person.id):
                raise NotYours
            taken = SeatTaken(person=person.id, name=person.name)
            await self._append(Seated(at=time.time(), seat=seat, taken=taken))
            await self.rooms.remember(person.id, self.live.id)

    async def stand_up(self, person: Person, seat: Seat) -> None:
        """Leave a seat to whoever comes."""
        async with self.lock:
            if seat not in self.live.seats_of(person.id):
                raise NotYours
            await self._append(Seated(at=time.time(), seat=seat, taken=SeatTaken()))
            self._close_sockets_of(person.id)

    async def kick(self, person: Person, seat: Seat) -> None:
        """The host opens a seat again; the sockets of who sat there are closed."""
        async with self.lock:
            self._only_host(person, seat)
            if self.live.seats[seat].person == person.id:
                raise NotYours
            kicked = self.live.seats[seat].person
            await self._append(Seated(at=time.time(), seat=seat, taken=SeatTaken()))
            self._close_sockets_of(kicked)

    async def mute(self, person: Person, seat: Seat, muted: bool) -> None:
        async with self.lock:
            self._only_host(person, seat)
            await self._append(Muted(at=time.time(), seat=seat, muted=muted))

    async def hand_to_bot(self, person: Person, seat: Seat, bot: str) -> None:
        """A bot plays a seat: for its person until they take over, or for good on an open one."""
        get_bot(bot, 0)
        async with self.lock:
            live = self.live
            if seat not in live.seats_of(person.id):
                self._only_host(person, seat)
            if live.seats[seat].person:
                await self._append(LentToBot(at=time.time(), seat=seat, bot=bot))
            else:
                taken = SeatTaken(bot=bot, name=bot_name(live.seats))
                await self._append(Seated(at=time.time(), seat=seat, taken=taken))

    async def take_over(self, person: Person, seat: Seat) -> None:
        """Play one's own seat again, or, as host, one that a bot has."""
        async with self.lock:
            live = self.live
            if seat in live.seats_of(person.id):
                await self._append(LentToBot(at=time.time(), seat=seat))
                return
            self._only_host(person, seat)
            if live.seats[seat].person:
                raise NotYours
            taken = SeatTaken(person=person.id, name=person.name)
            await self._append(Seated(at=time.time(), seat=seat, taken=taken))

    def _close_sockets_of(self, person: str) -> None:
        """Whoever changes seats comes back with a new socket."""
        for watcher in list(self.watchers):
            if watcher.person is not None and watcher.person.id == person:
                watcher.close(NotYours())

    def _only_host(self, person: Person, seat: Seat) -> None:
        if person.id != self.live.host or seat >= len(self.live.seats):
            raise NotYours

    # Storage.

    async def _append(self, entry: AnyEntry) -> None:
        """Store an entry that changes nothing in the game itself, then do what it says."""
        await self._store(entry)
        self.live.apply(self.live.number + 1, entry)
        self.wake()

    async def _store(self, entry: AnyEntry, retract: Callable[[], None] | None = None) -> None:
        """Write an entry at the next number; if that fails, be as the log is, and say so."""
        number = self.live.number + 1
        try:
            written = await self.rooms.store.append(self.live.id, number, entries.encode(entry))
        except StoreFailed:
            await self._return_to_log(retract)
            raise
        if not written:
            await self._return_to_log(retract)
            raise Stale

    async def _return_to_log(self, retract: Callable[[], None] | None) -> None:
        if retract is not None:
            retract()
        self.is_behind = True
        with contextlib.suppress(StoreFailed):
            await self._catch_up()

    async def _catch_up(self) -> None:
        for row in await self.rooms.store.entries(self.live.id, self.live.number):
            self.live.apply(row.seq, entries.decoder.decode(row.body))
        self.is_behind = False
        self.wake()

    async def catch_up(self) -> None:
        """Another server wrote to this table; if the store is away, look again a little later."""
        async with self.lock:
            self.is_behind = True
            for pause in PAUSES:
                with contextlib.suppress(StoreFailed):
                    await self._catch_up()
                    return
                await asyncio.sleep(pause)

    async def start_again(self) -> None:
        """After a bug: forget what is in memory, and be what the log says."""
        async with self.lock:
            self.live = await self.rooms.read(self.live.id)
            self.wake()

    # Bots.

    def bot_to_move(self) -> tuple[Seat, str] | None:
        """The seat that a bot decides for now, and which bot; people come first in a party."""
        live = self.live
        if live.is_over() or live.open_seats():
            return None
        table = live.session.table
        for choice in table.choices():
            players = [self.bot_of(seat) for seat in choice.answerers(table)]
            if all(players):
                return choice.seat, players[0]
        return None

    def bot_of(self, seat: Seat) -> str:
        """The bot that decides for a seat now, if any: its own, a lent one, or for want of time."""
        live = self.live
        if bot := live.seats[seat].bot or live.lent_to_bot.get(seat, ""):
            return bot
        if live.clocks is not None and live.clocks.is_out(seat, time.time()):
            return TIMEKEEPER
        if live.opened.absent and self.is_gone(live.seats[seat].person):
            return live.opened.absent
        return ""

    async def keep_time(self) -> None:
        """Do what is owed and what a rule has due when its time is up; stop that time as agreed."""
        async with self.lock:
            await self._pay()
            live = self.live
            table = live.session.table
            countdown = None if live.is_over() else live.game.countdown(table)
            if countdown is None:
                return
            now = time.time()
            away = bool(live.open_seats()) or not live.people() <= self.present()
            if countdown.pause == "disconnected" and away != live.countdown.paused:
                await self._append(Paused(at=now, paused=away))
            left = live.countdown.left_at(now)
            if left is not None and left <= 0 and countdown.action in table.offered(SYSTEM):
                action = live.game.codec().encode(countdown.action)
                await self._decide(action, (SYSTEM,), live.position, "", "")

    def is_gone(self, person: str) -> bool:
        """Whether somebody has been away for so long that a bot may play for them."""
        if person in self.present():
            return False
        return time.monotonic() - self.seen.get(person, self._made) > GONE_SECONDS

    def think(self) -> None:
        """Let a bot decide, if one is to and none is at it; what is no longer asked is called off."""
        if self._asked is not None and self._asked_about != self._question():
            self._asked.cancel()
        if self.rooms.closing or (self._thinking is not None and not self._thinking.done()):
            return
        if time.monotonic() >= self._think_after and self.bot_to_move() is not None:
            self._thinking = self.rooms.start(self._think())
            self._thinking.add_done_callback(self._thought)

    def _thought(self, task: asyncio.Task[None]) -> None:
        """Try a bot that failed again, but ever later; what the store does passes by itself."""
        error = None if task.cancelled() else task.exception()
        if error is None or isinstance(error, EmbertableError):
            return
        pause = BOT_PAUSES[min(self._failures, len(BOT_PAUSES) - 1)]
        self._failures += 1
        self._think_after = time.monotonic() + pause

    def _question(self) -> object:
        """What a bot is asked now: the position and whose move it is."""
        return self.live.position, self.bot_to_move()

    async def _answer(self) -> dict[str, Any] | None:
        """The answer of the bot that was asked, or None if it was called off."""
        asked = self._asked
        assert asked is not None
        try:
            await asyncio.wait((asked,))
        finally:
            asked.cancel()
            self._asked = None
        return None if asked.cancelled() else asked.result()

    async def _think(self) -> None:
        """Let bots decide one after the other, each from the position as it is then."""
        while not self.rooms.closing:
            async with self.lock:
                move = self.bot_to_move()
                if move is None:
                    return
                seat, bot = move
                seq = self.live.position
                saved = position_without_luck(self.live.session.table)
                pack = self.live.opened.content
                self._asked_about = self._question()
                self._asked = asyncio.ensure_future(
                    self.rooms.bot_pool.decide(saved, pack, seat, bot)
                )
            answer = await self._answer()
            async with self.lock:
                if answer is None or self.live.position != seq or self.bot_to_move() != move:
                    continue
                seats = tuple(range(len(self.live.seats))) if seat == PARTY else (seat,)
                told = bot_explanation(self.live, answer["why"])
                with contextlib.suppress(Stale):
                    await self._decide(answer["action"], seats, seq, "", "")
                    self._failures = 0
                    for watcher in list(self.watchers):
                        watcher.explain(max(seat, 0), told)
                await self._pay()
