"""Bots that fail are retried with back-off, and nobody waits for them."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from types import SimpleNamespace

import pytest

from embertable import load, new_table
from embertable.games.setawatch.watch import ChooseAction
from embertable.server import bot_driver
from embertable.server import room as rooms
from embertable.server.app import Server
from embertable.server.bot_pool import position_without_key
from embertable.server.errors import ServerError
from embertable.server.http_types import NewTable, SeatPlan
from embertable.server.protocol import Done, Explained, Partner, PartnerOptions, Suggest, Suggested
from embertable.server.sessions import Person
from embertable.server.sqlite import SqliteStore
from tests.server.running import run, serving, signed_in
from tests.server.test_hostile import person

BOTS = [SeatPlan(kind="bot", bot="random"), SeatPlan(kind="bot", bot="random")]


class Failing:
    """A bot pool that fails a number of times, then works."""

    def __init__(self, bot_pool, times: int) -> None:
        self.bot_pool = bot_pool
        self.left = times
        self.asked = 0

    async def decide(self, *wish):
        self.asked += 1
        self.left -= 1
        if self.left >= 0:
            raise RuntimeError("a bot with a bug")
        return await self.bot_pool.decide(*wish)


class Watching:
    """A watcher of a room that waits for changes."""

    person: Person | None = None
    address = ""

    def __init__(self) -> None:
        self.woken = asyncio.Event()
        self.told: dict[str, str] = {}
        self.heard = asyncio.Event()

    def wake(self) -> None:
        self.woken.set()

    def close(self, error: ServerError) -> None:
        raise error

    def explain(self, seat: int, texts: dict[str, str]) -> None:
        self.told = texts
        self.heard.set()


async def settled(room: rooms.Room) -> None:
    """Wait until no bot is searching."""
    while room.bots._task is not None and not room.bots._task.done():
        await asyncio.wait([room.bots._task], timeout=1.0)
    await asyncio.sleep(0)  # for what is called when it is done


@pytest.mark.parametrize("times", [1, 8])
def test_a_bot_that_fails_is_retried_with_back_off(times, tmp_path, monkeypatch):
    now = [1000.0]
    clock = SimpleNamespace(monotonic=lambda: now[0], time=time.time)

    async def evening():
        server = Server(SqliteStore(tmp_path / "t.sqlite"))
        await server.open()
        try:
            monkeypatch.setattr(bot_driver, "time", clock)
            failing = Failing(server.bot_pool, times)
            server.rooms.bot_pool = failing  # type: ignore[assignment]
            room = await server.rooms.create(person("ada"), NewTable(game="lueur", seats=BOTS))
            room.watchers.add(Watching())
            room.bots.wake()
            await settled(room)
            waited = []
            for failure in range(1, times):
                pause = room.bots._not_before - now[0]
                now[0] += pause - 0.01
                room.bots.wake()
                await settled(room)
                assert failing.asked == failure, "it is left alone for a while"
                now[0] += 0.02
                room.bots.wake()
                await settled(room)
                assert failing.asked == failure + 1
                waited.append(round(pause))
            assert waited == [1, 2, 5, 15, 60, 60, 60][: times - 1]
            assert room.live.number == 1
            now[0] += 100
            watching = Watching()
            room.watchers.add(watching)
            room.bots.wake()
            await asyncio.wait_for(watching.woken.wait(), 60)
            assert room.live.number > 1
        finally:
            await server.close()

    run(evening)


def test_a_bot_says_why_in_every_language(tmp_path):
    async def evening():
        server = Server(SqliteStore(tmp_path / "t.sqlite"))
        await server.open()
        try:
            seats = [SeatPlan(kind="me"), SeatPlan(kind="me")]
            ada = person("ada")
            room = await server.rooms.create(ada, NewTable(game="lueur", seats=seats))
            watching = Watching()
            room.watchers.add(watching)
            choice = room.live.session.table.next_choice()
            assert choice is not None
            await room.hand_to_bot(ada, choice.seat, "greedy")
            await asyncio.wait_for(watching.heard.wait(), 60)
            # Which of the two depends on the deal.
            assert re.search("is about as good|better than", watching.told["en"])
            assert re.search("più o meno lo stesso|meglio di", watching.told["it"])
        finally:
            await server.close()

    run(evening)


class Listening:
    """A bot pool that writes down which proposals it hears."""

    def __init__(self, bot_pool) -> None:
        self.bot_pool = bot_pool
        self.heard: list[object] = []

    async def decide(self, *wish):
        self.heard.append(wish[-1])
        return await self.bot_pool.decide(*wish)


def test_a_bot_waits_for_a_proposal_and_follows_it(tmp_path):
    """Whoever asks what a bot may do stops it; what they propose, it hears, once they have chosen."""

    async def evening():
        server = Server(SqliteStore(tmp_path / "t.sqlite"))
        await server.open()
        try:
            listening = Listening(server.bot_pool)
            server.rooms.bot_pool = listening  # type: ignore[assignment]
            seats = [SeatPlan(kind="me"), SeatPlan(kind="me")]
            ada = person("ada")
            wish = NewTable(game="faceless", seats=seats, options={"players": "2"}, seed=5)
            room = await server.rooms.create(ada, wish)
            watching = Watching()
            room.watchers.add(watching)
            table = room.live.session.table
            choice = table.next_choice()
            assert choice is not None
            seat = choice.seat
            room.bots.wait_for_proposal()
            await room.hand_to_bot(ada, seat, "greedy")
            for _ in range(20):
                await asyncio.sleep(0)
            assert room.bots.is_waiting()
            assert not listening.heard
            before = room.live.number
            option = table.offered(seat)[0]
            room.bots.propose(seat, option)
            await asyncio.wait_for(watching.heard.wait(), 60)
            assert listening.heard[0] == room.live.game.codec().encode(option)
            assert room.live.number > before
            assert room.bots.proposal_to(seat) is None, "it was for that position"
        finally:
            await server.close()

    run(evening)


def test_a_partner_at_the_table_proposes_to_a_bot(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            real = server.rooms.bot_pool
            server.rooms.bot_pool = Musing()  # type: ignore[assignment]
            ada = await signed_in(address)
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
            wish = {"game": "faceless", "seats": seats, "options": {"players": "2"}, "seed": 6}
            table = (await ada.post("/api/tables", wish))["id"]
            async with ada.sit(table) as seat:
                position = await seat.position()
                for _ in range(40):
                    if not position.options:
                        break
                    answer = await seat.act(position.options[0])
                    assert isinstance(answer, Done)
                    assert seat.last is not None
                    position = seat.last
                assert position.awaited == [1]
                partner = await seat.ask(Partner(id=secrets.token_hex(8)))
                assert isinstance(partner, PartnerOptions)
                assert partner.seat == 1
                listening = Listening(real)
                server.rooms.bot_pool = listening  # type: ignore[assignment]
                await seat.send(Suggest(seq=partner.seq, option=1))
                await seat.expect(Suggested)
                await seat.expect(Explained)
                assert listening.heard[0] == partner.options[0].action

    run(evening)


def test_no_rival_stops_a_bot(tmp_path):
    async def evening():
        server = Server(SqliteStore(tmp_path / "t.sqlite"))
        await server.open()
        try:
            seats = [SeatPlan(kind="me"), SeatPlan(kind="me")]
            room = await server.rooms.create(person("ada"), NewTable(game="lueur", seats=seats))
            room.bots.wait_for_proposal()
            assert not room.bots.is_waiting()
        finally:
            await server.close()

    run(evening)


def test_a_search_is_called_off_when_nobody_waits_for_it(tmp_path):
    """A search of ten minutes is cancelled, and the worker is free before its table closes."""

    async def evening():
        server = Server(SqliteStore(tmp_path / "t.sqlite"))
        await server.open()
        try:
            table = new_table(load("lueur"), {}, seed=2)
            table.next_choice()
            saved = position_without_key(table)
            bot_pool = server.bot_pool
            asked = asyncio.ensure_future(bot_pool.decide(saved, "", 0, "search@600s", 1))
            while not any(job.started for job in bot_pool._running):  # noqa: ASYNC110 - no event tells of it
                await asyncio.sleep(0.01)
            asked.cancel()
            answer = await asyncio.wait_for(bot_pool.decide(saved, "", 0, "greedy", 1), 120)
            assert asked.cancelled()
            assert answer["action"]["seat"] == 0
            assert not bot_pool._running
        finally:
            await server.close()

    run(evening)


class Musing:
    """A bot pool whose searches never end by themselves."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.called_off = asyncio.Event()

    async def decide(self, *wish):
        self.begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.called_off.set()
            raise


def test_a_room_calls_a_bot_off_when_its_seat_is_taken_over(tmp_path):
    async def evening():
        server = Server(SqliteStore(tmp_path / "t.sqlite"))
        await server.open()
        try:
            musing = Musing()
            server.rooms.bot_pool = musing  # type: ignore[assignment]
            seats = [SeatPlan(kind="me"), SeatPlan(kind="me")]
            ada = person("ada")
            room = await server.rooms.create(ada, NewTable(game="lueur", seats=seats))
            room.watchers.add(Watching())
            choice = room.live.session.table.next_choice()
            assert choice is not None
            await room.hand_to_bot(ada, choice.seat, "blaze")
            await asyncio.wait_for(musing.begun.wait(), 60)
            await room.chat(ada, "We wait.", "1")
            assert not musing.called_off.is_set(), "the table is as the bot was told"
            await room.take_over(ada, choice.seat)
            await asyncio.wait_for(musing.called_off.wait(), 60)
        finally:
            await server.close()

    run(evening)


class Wanting:
    """A bot pool that takes what a test wants, and whatever comes first elsewhere."""

    def __init__(self, room: rooms.Room) -> None:
        self.room = room
        self.asked_at: list[int] = []
        self.wanted = 0
        """The seat whose act the bot thinks best."""

    async def decide(self, *wish):
        live = self.room.live
        choice = live.table.next_choice()
        assert choice is not None
        options = choice.options(live.table)
        if isinstance(choice, ChooseAction):
            self.asked_at.append(live.position)
            options = choice.own_acts(live.table, self.wanted)
        return {"action": live.game.codec().encode(options[0]), "why": None}


def test_a_bot_on_watch_acts_beside_people_when_it_thinks_that_best(tmp_path):
    """A person whose own acts are done would otherwise have to lose with the dice of the bot unspent."""

    async def evening():
        server = Server(SqliteStore(tmp_path / "t.sqlite"))
        await server.open()
        try:
            seats = [SeatPlan(kind="me"), SeatPlan(kind="bot", bot="greedy")]
            new = NewTable(game="setawatch", seats=seats, seed=5, options={"players": "2"})
            room = await server.rooms.create(person("ada"), new)
            pool = Wanting(room)
            server.rooms.bot_pool = pool  # type: ignore[assignment]
            room.watchers.add(Watching())

            async def decide(own: bool) -> None:
                live = room.live
                choice = live.table.next_choice()
                assert choice is not None
                offered = (
                    choice.own_acts(live.table, 0) if own else choice.offered_to(live.table, 0)
                )
                action = live.game.codec().encode(offered[0])
                await room.decide(action, (0,), live.position, "ada")
                await settled(room)

            for _ in range(60):
                if isinstance(room.live.table.next_choice(), ChooseAction):
                    break
                await decide(own=False)
            assert pool.asked_at, "the Watch has begun, and the bot was asked"
            assert room.bots.to_move() is None, "it thinks that Ada should act"
            before = room.live.position
            pool.wanted = 1
            await decide(own=True)
            entries = room.live.session.record.entries
            assert room.live.position > before + 1
            assert {entry.seat for entry in entries[-2:]} & {1}, "the bot has acted unasked"
            pool.wanted = 0
            asked = len(pool.asked_at)
            await room.undo(person("ada"), room.live.position, "u")
            await settled(room)
            assert room.live.session.record.entries[-1].action is None
            assert len(pool.asked_at) == asked, "after an undo people act first"
        finally:
            await server.close()

    run(evening)
