"""Lets bots decide at one table: for their own seats, for people who are away or out of time."""

from __future__ import annotations

import asyncio
import contextlib
import time
import weakref
from typing import TYPE_CHECKING, Any

from embertable.engine.table import PARTY, Action, Seat
from embertable.server.bot_explanations import bot_explanation
from embertable.server.bot_pool import position_without_key
from embertable.server.errors import Busy, Stale, StoreFailed, TooMuch

if TYPE_CHECKING:
    from embertable.engine.table import Choice
    from embertable.server.live import LiveTable
    from embertable.server.room import Room

BACK_OFF = (1.0, 2.0, 5.0, 15.0, 60.0)
"""Seconds before a bot that failed is tried again: after the first failure, the second, …"""

SHARE_SECONDS = 0.1
"""How long the bots of a person who has used up their share wait before they look again."""

PROPOSING_SECONDS = 12.0
"""How long a bot waits for somebody who has asked what it may do, to propose one of its options."""

UNINVITED = "random"
"""The bot that never acts beside people who may act too: it has no opinion on when."""

TIMEKEEPER = "greedy"
"""The bot that decides for people who are out of time."""


class BotDriver:
    """One task that asks the bot pool for decisions for as long as bots are to move."""

    def __init__(self, room: Room) -> None:
        # A reference cycle would keep a table that was unloaded until the garbage collector comes by.
        self._room = weakref.ref(room)
        self._task: asyncio.Task[None] | None = None
        self._asked: asyncio.Future[dict[str, Any]] | None = None
        self._question: object = None
        self._failures = 0
        self._not_before = 0.0
        self._proposal: tuple[int, Seat, Any] | None = None
        """The last option that was proposed to a bot: at which position, to which seat, and what, as data."""
        self._wait: tuple[int, float] = (0, 0.0)
        """The position at which bots wait for a proposal, and until when."""
        self._left_to_people = -1
        """The position in which a bot thought best what only people may do."""

    @property
    def room(self) -> Room:
        room = self._room()
        assert room is not None, "a driver lives as long as its room"
        return room

    def wake(self) -> None:
        """Start the task if a bot is to move, and cancel a question that no longer applies."""
        if self._asked is None and not may_have_bots(self.room.live):
            return
        if self._asked is not None and self._question != self._current_question():
            self._asked.cancel()
        if self.room.rooms.closing or (self._task is not None and not self._task.done()):
            return
        if time.monotonic() >= self._not_before and self.to_move() is not None:
            self._task = self.room.rooms.start(self._run())
            self._task.add_done_callback(self._ended)

    def wait_for_proposal(self) -> None:
        """Wait at this position, once, while somebody looks at what a bot may do."""
        position = self.room.live.position
        if self._wait[0] != position and self.room.live.game.info().cooperative:
            self._wait = (position, time.monotonic() + PROPOSING_SECONDS)
            self.wake()

    def propose(self, seat: Seat, action: Action | None) -> None:
        """Tell the bot in a seat what somebody proposes; None ends the wait for it."""
        live = self.room.live
        if not live.game.info().cooperative:
            return
        wanted = None if action is None else live.game.codec().encode(action)
        self._proposal = None if wanted is None else (live.position, seat, wanted)
        self._wait = (live.position, 0.0)
        self.wake()

    def proposal_to(self, seat: Seat) -> Any:
        """What is proposed to a seat at this position, as data."""
        if self._proposal is None or self._proposal[:2] != (self.room.live.position, seat):
            return None
        return self._proposal[2]

    def is_waiting(self) -> bool:
        position, until = self._wait
        return position == self.room.live.position and time.monotonic() < until

    def to_move(self) -> tuple[Seat, str] | None:
        """The seat that a bot decides for now, and which bot; in a party, people come first.

        Where everybody acts with what is theirs, a bot does so beside people if it thinks that best.
        Bots think only while somebody watches: a table that nobody looks at takes nobody's time.
        """
        live = self.room.live
        if not self.room.watchers:
            return None
        if live.played.is_closed() or live.seats.open():
            return None
        if self.room.rooms.orders.problem_with_change(live.id) is not None:
            return None
        for choice in live.table.choices():
            bots = [self.bot_for(seat) for seat in choice.answerers(live.table)]
            if bots and all(bots):
                return choice.seat, bots[0]
            if any(bots) and (volunteers := self._volunteers(choice)):
                return choice.seat, self.bot_for(volunteers[0])
        return None

    def _volunteers(self, choice: Choice) -> list[Seat]:
        """The seats whose bots may act beside people; after an undo people act first."""
        live = self.room.live
        entries = live.session.record.entries
        if live.position == self._left_to_people or not entries or entries[-1].action is None:
            return []
        return [
            seat
            for seat in choice.answerers(live.table)
            if self.bot_for(seat) not in ("", UNINVITED) and choice.own_acts(live.table, seat)
        ]

    def _is_theirs(self, action: dict[str, Any]) -> bool:
        """Whether bots may take an action now, and need not leave it to people."""
        live = self.room.live
        decoded = live.game.codec().decode(action)
        for choice in live.table.choices():
            seats = choice.answerers(live.table)
            if all(self.bot_for(seat) for seat in seats):
                return True
            if any(
                decoded in choice.own_acts(live.table, seat) for seat in self._volunteers(choice)
            ):
                return True
        return False

    def bot_for(self, seat: Seat) -> str:
        """The bot that decides for a seat now; empty if its person does."""
        live = self.room.live
        if bot := live.seats.bot_at(seat):
            return bot
        if live.clocks is not None and live.clocks.is_out(seat, time.time()):
            return TIMEKEEPER
        if live.opened.absent and self.room.is_gone(live.seats[seat].person):
            return live.opened.absent
        return ""

    async def _run(self) -> None:
        """Let bots decide one after the other, each from the position at that time."""
        room = self.room
        while not room.rooms.closing:
            if self.to_move() is not None and (self.is_waiting() or not self._has_share()):
                await asyncio.sleep(SHARE_SECONDS)
                continue
            async with room.lock:
                move = self.to_move()
                if move is None:
                    return
                seat, bot = move
                live = room.live
                seq = live.position
                self._question = self._current_question()
                self._asked = asyncio.ensure_future(
                    room.rooms.bot_pool.decide(
                        position_without_key(live.table),
                        live.opened.content,
                        seat,
                        bot,
                        live.played.bot_seed(seat),
                        live.host,
                        self.proposal_to(seat),
                    )
                )
            answer = await self._answer()
            async with room.lock:
                if answer is None or self._question != self._current_question():
                    continue
                if seat == PARTY and not self._is_theirs(answer["action"]):
                    self._left_to_people = seq
                    continue
                await self._take(seat, seq, answer)

    def _has_share(self) -> bool:
        """Whether the host of this table, and the address of somebody who watches, have a share left."""
        room = self.room
        addresses = {one.address for one in room.watchers}
        return room.rooms.shares.may_bot_decide(room.live.host, addresses)

    async def _take(self, seat: Seat, seq: int, answer: dict[str, Any]) -> None:
        room = self.room
        seats = tuple(range(len(room.live.seats))) if seat == PARTY else (seat,)
        texts = bot_explanation(room.live, answer["why"])
        with contextlib.suppress(Stale):
            await room.decide(answer["action"], seats, seq)
            self._failures = 0
            for watcher in list(room.watchers):
                watcher.explain(max(seat, 0), texts)
        await room.pay_penalties()

    async def _answer(self) -> dict[str, Any] | None:
        """The answer of the bot that was asked; None if the question was cancelled."""
        asked = self._asked
        assert asked is not None
        try:
            await asyncio.wait((asked,))
        finally:
            asked.cancel()
            self._asked = None
        return None if asked.cancelled() else asked.result()

    def _current_question(self) -> object:
        return self.room.live.position, self.to_move(), self._wait, self._proposal

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Retry a bot that failed, with back-off; other servers and a full queue pass by themselves."""
        error = None if task.cancelled() else task.exception()
        if error is None or isinstance(error, (StoreFailed, Stale, Busy, TooMuch)):
            return
        self._not_before = time.monotonic() + BACK_OFF[min(self._failures, len(BACK_OFF) - 1)]
        self._failures += 1


def may_have_bots(live: LiveTable) -> bool:
    """Whether bots play here, or would for people who are away or out of time."""
    timed = live.clocks is not None or bool(live.opened.absent)
    return timed or any(live.seats.bot_at(seat) for seat in range(len(live.seats)))
