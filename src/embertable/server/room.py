"""A room: one live table on this server, changed by one task at a time.

Every change takes one path: an entry is prepared, stored, and applied. Only then is it answered and
shown. Entries of other servers are only applied; a server that loses the race for a number in the log
applies the winner's entry.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, Protocol

from embertable.bots import get_bot
from embertable.engine.errors import GameOver
from embertable.engine.table import SYSTEM, Seat
from embertable.server import entries
from embertable.server.bot_driver import BotDriver
from embertable.server.clocks import is_pausable, running
from embertable.server.entries import (
    Answered,
    AnyEntry,
    Chatted,
    InvitesRevoked,
    LentToBot,
    Muted,
    Paused,
    PauseWanted,
    PersonMuted,
    Proposed,
    Removed,
    Seated,
    SeatTaken,
    Undone,
)
from embertable.server.errors import (
    ChatClosed,
    NobodyToAgree,
    NoOpenSeat,
    NoPause,
    NoProposal,
    NoSuchThing,
    NotYours,
    RankedLuck,
    ServerError,
    Silenced,
    Stale,
    StoreFailed,
)
from embertable.server.live import LiveTable
from embertable.server.new_table import bot_name
from embertable.server.position import RoomStatus
from embertable.server.position_parts import CountdownInfo, SeatClock
from embertable.server.privacy import note_writing
from embertable.server.rendering import Renderings
from embertable.server.sessions import Person, clean_text, distinct_name, hashed
from embertable.server.viewer import check_access, viewer_of

if TYPE_CHECKING:
    from embertable.server.rooms import Rooms

GONE_SECONDS = 30.0
"""After this a bot may play for somebody who is away, if the table allows it."""

PRESENT_SECONDS = 25.0
"""How long somebody counts as connected after another server named them."""

READ_BACK_OFF = (0.02, 0.05, 0.1, 0.2, 0.4)
"""Seconds between attempts to read what another server wrote; then the next beat tries again."""


def handle_of(table: str, person: str) -> str:
    """What a host calls somebody without a seat; the same person has another one at each table."""
    return hashed(f"{table} {person}")[:16]


class Watcher(Protocol):
    """A connection, as a room knows it."""

    person: Person | None
    address: str
    """Where it comes from, as limits count it."""

    def wake(self) -> None:
        """The table has changed."""

    def close(self, error: ServerError) -> None: ...

    def explain(self, seat: Seat, texts: dict[str, str]) -> None:
        """A bot gives the reason for its decision, in each language."""


P = ParamSpec("P")


def once(
    work: Callable[Concatenate[Room, Person, P], Coroutine[Any, Any, int]],
) -> Callable[Concatenate[Room, Person, P], Coroutine[Any, Any, int]]:
    """Do a request once: with a known message id, its last argument, it gets the same answer again."""

    @functools.wraps(work)
    async def do_once(self: Room, person: Person, /, *rest: P.args, **named: P.kwargs) -> int:
        request = (person.id, str(rest[-1]))
        async with self.lock:
            for is_last in (False, True):
                if request in self.live.requests.done:
                    break
                try:
                    return await work(self, person, *rest, **named)
                except (Stale, StoreFailed) as problem:
                    # A write that failed or timed out, here or at another server, may still have
                    # been committed: only after reading the whole log is it certain.
                    with contextlib.suppress(StoreFailed):
                        await self._catch_up()
                    is_certain = is_last or isinstance(problem, StoreFailed)
                    if is_certain and request not in self.live.requests.done:
                        raise
            return self.live.requests.done[request]

    return do_once


class Room:
    """One live table on this server, with its connections."""

    def __init__(self, rooms: Rooms, live: LiveTable) -> None:
        self.rooms = rooms
        self.live = live
        self.lock = asyncio.Lock()
        self.bots = BotDriver(self)
        self.watchers: set[Watcher] = set()
        self.renderings = Renderings()
        self._status: RoomStatus | None = None
        """What everybody is shown in this turn of the event loop."""
        self.used = time.monotonic()
        self.asked = self.used
        """When somebody last asked for this room."""
        self.is_behind = False
        self.elsewhere: dict[str, float] = {}
        """When another server last named somebody as connected there."""
        self._last_seen: dict[str, float] = {}
        self._made = time.monotonic()

    def wake(self) -> None:
        """The table has changed: show it to everybody, and let bots decide."""
        self.used = time.monotonic()
        self._status = None
        self.rooms.note_change(self.live.id)
        self.rooms.look_after(self)
        for watcher in list(self.watchers):
            watcher.wake()
        self.bots.wake()

    # Who looks.

    def present(self) -> frozenset[str]:
        """The people who are connected, here or at another server."""
        now = time.monotonic()
        here = [one.person.id for one in self.watchers if one.person]
        for person in here:
            self._last_seen[person] = now
        there = [one for one, then in self.elsewhere.items() if now - then < PRESENT_SECONDS]
        return frozenset([*here, *there])

    def connected(self) -> frozenset[str]:
        """The people with an open socket here."""
        return frozenset(one.person.id for one in self.watchers if one.person)

    def is_gone(self, person: str) -> bool:
        """Whether somebody has been away for so long that a bot may play for them."""
        if person in self.present():
            return False
        return time.monotonic() - self._last_seen.get(person, self._made) > GONE_SECONDS

    def status(self) -> RoomStatus:
        if self._status is not None:
            return self._status
        seated = self.live.seats.people()
        spectators = sum(
            1 for one in self.watchers if not one.person or one.person.id not in seated
        )
        self._status = RoomStatus(self.present(), spectators, self._clocks(), self._countdown())
        asyncio.get_running_loop().call_soon(self._forget_status)
        return self._status

    def _forget_status(self) -> None:
        self._status = None

    def _clocks(self) -> list[SeatClock]:
        clocks = self.live.clocks
        if clocks is None:
            return []
        now = time.time()
        return [
            SeatClock(
                seat=seat,
                seconds=round(clocks.left_at(seat, now), 1),
                running=seat in clocks.running,
            )
            for seat in range(len(self.live.seats))
        ]

    def _countdown(self) -> CountdownInfo | None:
        live = self.live
        left = live.countdown.left_at(time.time())
        if left is None:
            return None
        votes = live.countdown.pause_votes
        return CountdownInfo(
            seconds=round(max(0.0, left), 1),
            paused=live.countdown.paused,
            pausable=is_pausable(live.played),
            pause_votes=[seat for seat, taken in enumerate(live.seats) if taken.person in votes],
        )

    # Decisions.

    @once
    async def act(
        self, person: Person, seat: Seat | None, seq: int, action: dict[str, Any], id: str
    ) -> int:
        """A person's decision; the number of its entry once it is stored."""
        seats = self.live.answered_by(person.id)
        if not seats or (seat is not None and seat not in seats):
            raise NotYours
        chosen = seats if seat is None else (seat, *(one for one in seats if one != seat))
        await self.decide(action, chosen, seq, person.id, id)
        done = self.live.number
        await self.pay_penalties()
        return done

    async def decide(
        self, action: dict[str, Any], seats: tuple[Seat, ...], seq: int, by: str = "", id: str = ""
    ) -> None:
        """Let one of these seats take an action; the caller holds the lock."""
        live = self.live
        await self._commit(live.played.prepare(action, seats, seq, time.time(), by, id))
        if live.is_over():
            await self.rooms.settle(live)

    async def pay_penalties(self) -> None:
        """Take the actions that are due for something said; if none fits now, `keep_time` retries."""
        live = self.live
        with contextlib.suppress(StoreFailed, Stale):
            while (due := live.penalties.due) and live.played.is_offered_to_system(due[0]):
                await self.decide(due[0], (SYSTEM,), live.position)

    @once
    async def undo(self, person: Person, seq: int, id: str) -> int:
        """Undo a decision if that is free or concerns nobody else; otherwise propose it."""
        live = self.live
        seats = live.seats.of_person(person.id)
        if not live.answered_by(person.id):
            raise NotYours
        live.played.refuse_if_read_only()
        if live.is_over():
            raise GameOver("Undo")
        if not live.requests.decided_at.get(person.id, 0) <= seq <= live.position:
            raise Stale
        if live.may_undo_freely(person.id):
            await self._undo(1, person.id, id, "free")
            return live.number
        if live.opened.daily:
            raise RankedLuck
        count = live.decisions_to_undo(person.id)
        if not count:
            raise NoProposal
        if live.removed_players():
            raise NobodyToAgree
        if not live.others(person.id):
            await self._undo(count, person.id, id, "alone")
            return live.number
        if not seats:
            raise NotYours
        await self._commit(Proposed(at=time.time(), seat=seats[0], by=person.id, id=id))
        return live.number

    @once
    async def answer(self, person: Person, proposal: int, agree: bool, id: str) -> int:
        """Accept or decline a proposal; the last consent carries it out."""
        live = self.live
        proposed = live.proposals.open
        seats = live.seats.of_person(person.id)
        if proposed is None or proposal != live.proposals.number:
            raise NoProposal
        if not seats or (agree and proposed.by == person.id):
            raise NotYours
        await self._commit(
            Answered(
                at=time.time(),
                seats=list(seats),
                proposal=proposal,
                agree=agree,
                by=person.id,
                id=id,
            )
        )
        if agree and not live.proposals.waiting(live.seats):
            await self._undo(live.decisions_to_undo(proposed.by), proposed.by, "", "agreed")
        return live.number

    async def _undo(
        self, count: int, by: str, id: str, how: Literal["free", "agreed", "alone"]
    ) -> None:
        for _ in range(count):
            await self._restore_positions()
            await self._commit(self.live.played.prepare_undo(time.time(), by, id, how))

    async def _restore_positions(self) -> None:
        """Replay the game beside the event loop if none of the positions that an undo needs is left."""
        played = self.live.played
        if not played.session.past:
            played.session = await self.rooms.in_turn(played.replayed)

    # Chat and time.

    @once
    async def chat(self, person: Person, text: str, id: str) -> int:
        viewer = viewer_of(self.live, person, person.language)
        if rule := viewer.silence():
            raise ChatClosed(rule)
        if not viewer.may_chat() or self.rooms.orders.has("mute", person.id):
            raise Silenced
        await self._commit(
            Chatted(
                at=time.time(),
                by=person.id,
                name=self._chat_name(person),
                text=clean_text(text, 500),
                id=id,
                seat=viewer.seat,
            )
        )
        done = self.live.number
        if viewer.seat is None:
            await note_writing(self.rooms.store, person.id, self.live.id)
        await self.pay_penalties()
        return done

    def _chat_name(self, person: Person) -> str:
        """The name of a seat, or one that is nobody's who sits here or has written."""
        seats = self.live.seats
        own = [seats[seat].name for seat in seats.of_person(person.id)]
        if own:
            return own[0]
        wrote = {one.name for _, one in self.live.chat.lines if one.by != person.id}
        return distinct_name(person.name, [*[one.name for one in seats], *wrote])

    @once
    async def pause(self, person: Person, paused: bool, id: str) -> int:
        """Vote to pause the countdown, or withdraw the vote."""
        live = self.live
        if not live.seats.of_person(person.id):
            raise NotYours
        if not is_pausable(live.played):
            raise NoPause
        await self._commit(PauseWanted(at=time.time(), by=person.id, id=id, paused=paused))
        return live.number

    async def keep_time(self) -> None:
        """Take what is due: penalties, and the end of a countdown; pause it while people are away."""
        async with self.lock:
            await self.pay_penalties()
            live = self.live
            countdown = running(live.played)
            if countdown is None:
                return
            now = time.time()
            away = bool(live.seats.open()) or not live.seats.people() <= self.present()
            if countdown.pause == "disconnected" and away != live.countdown.paused:
                await self._commit(Paused(at=now, paused=away))
            left = live.countdown.left_at(now)
            action = live.game.codec().encode(countdown.action)
            if left is not None and left <= 0 and live.played.is_offered_to_system(action):
                await self.decide(action, (SYSTEM,), live.position)

    # Seats.

    async def sit(self, person: Person, seat: Seat | None, invited: bool, part: str = "") -> None:
        """Take an open seat, and add a part to the luck; taking a further one needs no invitation."""
        async with self.lock:
            live = self.live
            free = live.seats.open()
            sits = bool(live.seats.of_person(person.id))
            if seat is None:
                if sits:
                    return
                seat = free[0] if free else None
            if seat is None or seat not in free:
                raise NoOpenSeat
            check_access(live, person, invited)
            if not live.may_add_luck(person.id):
                part = ""
            await self._seat(seat, self._taken_by(person), part)
            await self.rooms.remember(person.id, live.id)

    async def stand_up(self, person: Person, seat: Seat) -> None:
        async with self.lock:
            if seat not in self.live.seats.of_person(person.id):
                raise NotYours
            await self._seat(seat, SeatTaken())
            self._close_sockets_of(person.id)

    async def kick(self, person: Person, seat: Seat) -> None:
        """The host opens somebody's seat again; whoever had it, and their invitation, may not come back."""
        async with self.lock:
            self._only_host(person, seat)
            kicked = self.live.seats[seat].person
            if kicked == person.id:
                raise NotYours
            if kicked:
                await self._commit(Removed(at=time.time(), person=kicked))
            await self._seat(seat, SeatTaken())
            if kicked:
                await self._commit(InvitesRevoked(at=time.time()))

    async def remove(self, person: Person, who: str, removed: bool) -> None:
        """The host removes a spectator, or lets somebody come back."""
        async with self.lock:
            self._only_host(person)
            found = self._named(who)
            if found == person.id or self.live.seats.of_person(found):
                raise NotYours
            await self._commit(Removed(at=time.time(), person=found, removed=removed))

    async def silence(self, person: Person, who: str, muted: bool) -> None:
        """The host mutes a spectator, or lets them chat again."""
        async with self.lock:
            self._only_host(person)
            await self._commit(PersonMuted(at=time.time(), person=self._named(who), muted=muted))

    async def revoke_invites(self, person: Person) -> None:
        """The host makes all invitations void; spectators who came by one must leave."""
        async with self.lock:
            self._only_host(person)
            await self._commit(InvitesRevoked(at=time.time()))

    def strangers(self) -> dict[str, str]:
        """The people without a seat who watch, wrote or were removed, by what the host calls them."""
        seated = self.live.seats.people()
        names = {one.person.id: one.person.name for one in self.watchers if one.person}
        # A host knows them by what they wrote, where two of one name are told apart.
        names.update({entry.by: entry.name for _, entry in self.live.chat.lines})
        names.update({id: names.get(id, "") for id in self.live.seats.removed})
        return {id: name for id, name in names.items() if id not in seated and id != self.live.host}

    def _named(self, who: str) -> str:
        """The person behind a handle, which tells nothing about them elsewhere."""
        known = {handle_of(self.live.id, id): id for id in self.strangers()}
        if who not in known:
            raise NoSuchThing
        return known[who]

    def _taken_by(self, person: Person) -> SeatTaken:
        """A seat of a person, under a name that nobody else at the table has."""
        others = [one.name for one in self.live.seats if one.person != person.id]
        return SeatTaken(person=person.id, name=distinct_name(person.name, others))

    def _enforce(self) -> None:
        """Close the sockets of those who may not look any more, whichever server wrote so."""
        for watcher in list(self.watchers):
            invited = getattr(watcher, "invited", None) == self.live.seats.invites
            try:
                check_access(self.live, watcher.person, invited)
            except ServerError as error:
                watcher.close(error)

    async def mute(self, person: Person, seat: Seat, muted: bool) -> None:
        async with self.lock:
            self._only_host(person, seat)
            await self._commit(Muted(at=time.time(), seat=seat, muted=muted))

    async def hand_to_bot(self, person: Person, seat: Seat, bot: str) -> None:
        """Let a bot play a seat: for its person until they take over, or for good if it is open."""
        get_bot(bot, 0)
        async with self.lock:
            live = self.live
            if seat not in live.seats.of_person(person.id):
                self._only_host(person, seat)
            if live.seats[seat].person:
                await self._commit(LentToBot(at=time.time(), seat=seat, bot=bot))
            else:
                await self._seat(seat, SeatTaken(bot=bot, name=bot_name(live.seats.taken)))

    async def take_over(self, person: Person, seat: Seat) -> None:
        """Play one's own seat again or, as host, the seat of a bot."""
        async with self.lock:
            live = self.live
            if seat in live.seats.of_person(person.id):
                await self._commit(LentToBot(at=time.time(), seat=seat))
                return
            self._only_host(person, seat)
            if live.seats[seat].person:
                raise NotYours
            await self._seat(seat, self._taken_by(person))

    async def _seat(self, seat: Seat, taken: SeatTaken, part: str = "") -> None:
        start = self.live.played.start_with(part) if part else ""
        await self._commit(Seated(at=time.time(), seat=seat, taken=taken, part=part, start=start))

    def _close_sockets_of(self, person: str) -> None:
        """Somebody who changes seats comes back with a new socket."""
        for watcher in list(self.watchers):
            if watcher.person is not None and watcher.person.id == person:
                watcher.close(NotYours())

    def _only_host(self, person: Person, seat: Seat = 0) -> None:
        if person.id != self.live.host or seat >= len(self.live.seats):
            raise NotYours

    # The one path: a prepared entry is stored, then applied.

    async def _commit(self, entry: AnyEntry) -> None:
        """Store a prepared entry at the next number and apply it; if that fails, follow the log."""
        problem = self.rooms.orders.problem_with_change(self.live.id)
        if problem is not None:
            self.live.played.discard()
            raise problem
        number = self.live.number + 1
        try:
            with self.rooms.metrics.store_seconds.time():
                written = await self.rooms.store.append(self.live.id, number, entries.encode(entry))
        except StoreFailed:
            await self._return_to_log()
            raise
        if not written:
            await self._return_to_log()
            raise Stale
        self.live.apply(number, entry)
        if isinstance(entry, (Removed, InvitesRevoked)):
            self._enforce()
        self.wake()

    def _fall_behind(self) -> None:
        """Until the log is read, which is tried again every second."""
        self.is_behind = True
        self.rooms.look_after(self)

    async def _return_to_log(self) -> None:
        self.live.played.discard()
        self._fall_behind()
        with contextlib.suppress(StoreFailed):
            await self._catch_up()

    async def _catch_up(self) -> None:
        for row in await self.rooms.store.entries(self.live.id, self.live.number):
            entry = entries.decoder.decode(row.body)
            if isinstance(entry, Undone):
                await self._restore_positions()
            self.live.apply(row.seq, entry)
            await asyncio.sleep(0)  # Somebody may have written hundreds.
        self._enforce()
        self.is_behind = False
        self.wake()

    async def catch_up(self) -> None:
        """Apply what another server wrote; if the store is away, retry a little later."""
        async with self.lock:
            self._fall_behind()
            for pause in READ_BACK_OFF:
                with contextlib.suppress(StoreFailed):
                    await self._catch_up()
                    return
                await asyncio.sleep(pause)

    async def start_again(self) -> None:
        """After a bug: forget what is in memory, and read the log again."""
        async with self.lock:
            self.live = await self.rooms.read(self.live.id)
            self._enforce()
            self.wake()
