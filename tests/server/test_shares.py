"""Fair shares: one client that takes all it may leaves the others theirs."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from embertable.server import rooms, shares
from embertable.server.app import Server
from embertable.server.bot_pool import BotPool
from embertable.server.client import ApiError, Client
from embertable.server.errors import TooMuch
from embertable.server.http_types import NewTable, SeatPlan
from embertable.server.limits import Allowance, Allowances
from embertable.server.new_table import deal
from embertable.server.protocol import Chat, Done, Point, Pointed, Resync
from embertable.server.records import MOST_ENTRIES
from embertable.server.room import Room
from embertable.server.shares import LONGEST_DEBT, REPLAYED, Shares, household
from embertable.server.sqlite import SqliteStore
from tests.server.running import run, serving, signed_in
from tests.server.test_bots import Watching
from tests.server.test_hostile import person
from tests.server.test_tables import refused

PATIENT_STEPS = 9_000
"""Hundredths of a second until bots on a busy machine must have decided."""

THINKING = [SeatPlan(kind="bot", bot="search@600s"), SeatPlan(kind="bot", bot="search@600s")]
GREEDY = [SeatPlan(kind="bot", bot="greedy"), SeatPlan(kind="bot", bot="greedy")]


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("a name", "a name", True),
    ],
)
def test_limits_count_by_household(one, other, is_same):
    assert (household(one) == household(other)) is is_same


# Tables and names.


def replayed_in_a_minute(shares: Shares, length: int) -> int:
    """How many decisions the server replays for somebody who forks a game of this length at once."""
    done = 0
    for _ in range(1000):
        try:
            shares.take_table("mallory", "192.0.2.1", replayed=length)
        except TooMuch:
            return done
        done += length
    return done


def test_whoever_forks_long_games_has_fewer_of_them():
    most = 30 * REPLAYED * 2
    assert 0 < replayed_in_a_minute(Shares(), MOST_ENTRIES) <= most
    assert replayed_in_a_minute(Shares(), 200) == 200 * 30, "a usual game counts as one table"
    assert replayed_in_a_minute(Shares(2.0), MOST_ENTRIES) > 0, "a small share has room for one"


def test_a_fork_that_counts_as_one_table_is_found_out(monkeypatch):
    """The control: 30 forks of 5,000 decisions a minute."""
    monkeypatch.setattr(shares, "REPLAYED", 10**9)
    with pytest.raises(AssertionError):
        test_whoever_forks_long_games_has_fewer_of_them()


async def flood_lobby(address: str, names: int, each: int) -> int:
    """Make listed tables under several names from one address; how many there are then."""
    made = 0
    for number in range(names):
        mallory = await signed_in(address, f"Mallory {number}")
        for _ in range(each):
            try:
                await mallory.post("/api/tables", {"game": "lueur", "listed": True})
            except ApiError as error:
                if error.status != 429:
                    raise
                break
            made += 1
    return made


def test_one_address_does_not_fill_the_lobby_under_many_names(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            assert 10 <= await flood_lobby(address, 5, 15) <= 25
            assert len((await Client(address).get("/api/tables"))["listed"]) <= 25

    run(evening)


def test_limits_by_name_alone_are_found_out(tmp_path, monkeypatch):
    """The control: addresses do not count."""
    monkeypatch.setattr(shares, "HOUSEHOLD", 1000)
    real = Shares.take_table
    monkeypatch.setattr(
        Shares, "take_table", lambda self, person, address, listed=False: real(self, person, person)
    )
    with pytest.raises(AssertionError):
        test_one_address_does_not_fill_the_lobby_under_many_names(tmp_path)


async def set_up_at_once(server: Server, monkeypatch: pytest.MonkeyPatch, wanted: int) -> int:
    """How many of eight new tables are set up at a time, as soon as so many are."""
    go_on = threading.Event()
    begun: list[int] = []

    def slow(*arguments: Any) -> Any:
        begun.append(1)
        go_on.wait(60)
        return deal(*arguments)

    monkeypatch.setattr(rooms, "deal", slow)
    new = [asyncio.ensure_future(a_room(server, "mallory", [])) for _ in range(8)]
    for _ in range(6000):
        if len(begun) >= wanted:
            break
        await asyncio.sleep(0.01)
    found = len(begun)
    go_on.set()
    await asyncio.gather(*new)
    return found


def test_many_new_tables_are_set_up_two_at_a_time(tmp_path, monkeypatch):
    """Every thread that sets up a game takes turns with the event loop."""
    assert with_server(tmp_path, lambda one: set_up_at_once(one, monkeypatch, 2)) == 2


def test_setting_up_many_tables_at_once_is_found_out(tmp_path, monkeypatch):
    monkeypatch.setattr(rooms, "REPLAYS", 8)
    assert with_server(tmp_path, lambda one: set_up_at_once(one, monkeypatch, 3)) > 2


# Chat.


async def stored_lines(server: Server, address: str, sockets: int, each: int) -> int:
    """Chat from one name over several sockets at once; how many lines are stored for good."""
    mallory = await signed_in(address, "Mallory")
    table = await mallory.post("/api/tables", {"game": "lueur"})

    async def talk(name: int) -> Counter[str]:
        said: Counter[str] = Counter()
        async with mallory.sit(table["id"], want_text=False) as seat:
            for number in range(each):
                answer = await seat.ask(Chat(id=f"{name}.{number}", text="x"))
                said["done" if isinstance(answer, Done) else answer.error] += 1
        return said

    told = sum(await asyncio.gather(*map(talk, range(sockets))), Counter[str]())
    assert set(told) <= {"done", "TooMuch"}
    return (await server.rooms.room(table["id"])).live.number - 1


def test_a_name_has_one_small_allowance_of_chat_for_all_its_sockets(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            assert 15 <= await stored_lines(server, address, 3, 20) < 40

    run(evening)


def test_chat_that_only_connections_limit_is_found_out(tmp_path, monkeypatch):
    """The control: each socket may send what it likes."""
    monkeypatch.setattr(Shares, "take_chat", lambda self, person, address: None)
    with pytest.raises(AssertionError):
        test_a_name_has_one_small_allowance_of_chat_for_all_its_sockets(tmp_path)


# Many names of one address.

TAKES: dict[str, tuple[Callable[[Shares, str], object], int, int]] = {
    "chat": (lambda shares, name: shares.take_chat(name, "here"), 15, 45),
    "change": (lambda shares, name: shares.take_change(name, "here"), 60, 180),
    "bots": (lambda shares, name: shares.may_bot_decide(name, {"here"}), 120, 360),
}
"""How something is taken, how often one name may at once, and how often all names of an address."""


def taken(shares: Shares, what: str, names: int) -> int:
    """How often people of one address can take something at once."""
    take = TAKES[what][0]
    count = 0
    for name in map(str, range(names)):
        with contextlib.suppress(TooMuch):
            while take(shares, name) is not False:
                count += 1
    return count


@pytest.fixture
def stopped_clock(monkeypatch):
    monkeypatch.setattr(Allowance.__init__, "__defaults__", (lambda: 0.0,))


@pytest.mark.parametrize("what", TAKES)
def test_many_names_of_one_address_have_a_share_together(what, stopped_clock):
    _, each, together = TAKES[what]
    assert taken(Shares(), what, 1) == each
    assert taken(Shares(), what, 20) == together


@pytest.mark.parametrize("what", TAKES)
def test_shares_that_count_names_alone_are_found_out(what, stopped_clock):
    """The control: as many names, as many shares."""
    shares = Shares()
    endless = Allowances(1.0, 1e9)
    shares._chat_from = shares._changes_from = shares._bots_from = endless
    assert taken(shares, what, 20) == 20 * TAKES[what][1]


def test_a_bot_decides_for_whoever_watches_from_an_address_with_a_share(stopped_clock):
    """Somebody else who watches as well, and has used up theirs, takes nobody's bots away."""
    shares = Shares()
    for name in range(3):
        while shares.may_bot_decide(f"mallory {name}", {"there"}):
            pass
    assert not shares.may_bot_decide("zoe", {"there"})
    assert shares.may_bot_decide("ada", {"here", "there"})


def test_an_address_brings_along_only_so_much_that_is_kept(stopped_clock):
    shares = Shares()
    for _ in range(10):
        shares.take_room("here", 4_000_000)
    with pytest.raises(TooMuch):
        shares.take_room("here", 4_000_000)
    shares.take_room("there", 4_000_000)


@pytest.mark.parametrize(
    "wish",
    [
        ("/api/tables", {"game": "lueur", "content": "x"}),
        ("/api/records", {}),
        ("/api/campaigns", {"game": "deadcells"}),
        ("/api/packs", {"game": "lueur", "name": "mine"}),
    ],
    ids=["pack of a table", "record", "campaign", "kept pack"],
)
def test_whatever_is_kept_for_good_takes_room(tmp_path, monkeypatch, wish):
    def none_left(self: Shares, address: str, size: int) -> None:
        assert size > 0
        raise TooMuch

    monkeypatch.setattr(Shares, "take_room", none_left)

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            await refused(ada.post(*wish), 429, "TooMuch")

    run(evening)


def test_messages_of_one_address_wait_for_each_other(stopped_clock):
    shares = Shares()
    assert shares.debt("here", 1500) == 0
    assert shares.debt("here", 300) == 1.0
    assert shares.debt("here", 10_000) == LONGEST_DEBT
    assert shares.debt("there", 1) == 0


def test_what_everybody_is_told_of_counts_by_how_many_hear_it(tmp_path, monkeypatch):
    costs: list[float] = []

    def noted(self: Shares, address: str, cost: float) -> float:
        costs.append(cost)
        return 0.001

    monkeypatch.setattr(Shares, "debt", noted)

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur"})
            room = await server.rooms.room(table["id"])
            async with ada.sit(table["id"]) as seat:
                await seat.position()
                await seat.send(Point(thing="a card"))
                await seat.expect(Pointed)
                room.watchers.update(Watching() for _ in range(100))
                await seat.send(Point(thing="a card"))
                await seat.expect(Pointed)
                await seat.send(Resync())
                await seat.position()
            room.watchers.clear()

    run(evening)
    assert costs == [1, 6, 3]


# Bots.


async def a_room(server: Server, host: str, seats: list[SeatPlan]) -> Room:
    return await server.rooms.create(person(host), NewTable(game="lueur", seats=seats))


async def changed(room: Room, number: int) -> None:
    """Wait until a table has come to an entry."""
    watching = Watching()
    room.watchers.add(watching)
    room.bots.wake()
    while room.live.number < number:
        watching.woken.clear()
        await asyncio.wait_for(watching.woken.wait(), 90)


def test_bots_do_not_think_for_tables_that_nobody_watches(tmp_path):
    async def evening():
        server = Server(SqliteStore(tmp_path / "t.sqlite"))
        await server.open()
        try:
            room = await a_room(server, "ada", GREEDY)
            room.bots.wake()
            assert room.bots.to_move() is None
            assert room.bots._task is None
            watching = Watching()
            room.watchers.add(watching)
            room.bots.wake()
            await asyncio.wait_for(watching.woken.wait(), 90)
            assert room.live.number > 1
        finally:
            await server.close()

    run(evening)


async def decisions_meanwhile(server: Server) -> int:
    """How many decisions thinking bots make at somebody's ten tables while one greedy bot waits for a turn."""
    quiet = await a_room(server, "ada", GREEDY)
    await changed(quiet, 2)
    quiet.watchers.clear()
    rooms = [await a_room(server, "mallory", THINKING) for _ in range(10)]
    for room in rooms:
        room.watchers.add(Watching())
        room.bots.wake()
    while server.bot_pool.waiting() < 9:  # noqa: ASYNC110 - no event tells of it
        await asyncio.sleep(0.01)
    before = sum(room.live.number for room in rooms)
    await changed(quiet, quiet.live.number + 1)
    return sum(room.live.number for room in rooms) - before


def with_server(tmp_path: Any, work: Any) -> Any:
    async def whole() -> Any:
        server = Server(SqliteStore(tmp_path / "t.sqlite"))
        await server.open()
        try:
            return await work(server)
        finally:
            await server.close()

    return run(whole)


def test_the_bots_of_one_host_leave_turns_to_others(tmp_path):
    """One search is hurried, and the next turn is the other host's."""
    assert with_server(tmp_path, decisions_meanwhile) <= 2


@pytest.mark.slow
def test_one_queue_for_all_bots_is_found_out(tmp_path, monkeypatch):
    """The control: all tables wait in one queue, and searches end by themselves."""
    real = BotPool.decide
    monkeypatch.setattr("embertable.server.workers.LONGEST_SEARCH", 0.3)

    async def decide(self, saved, pack, seat, bot, seed, asker="", proposal=None):
        return await real(self, saved, pack, seat, bot, seed, "everybody", proposal)

    monkeypatch.setattr(BotPool, "decide", decide)
    assert with_server(tmp_path, decisions_meanwhile) > 2


async def decisions_of_mallory(server: Server) -> int:
    """How many decisions the bots of one host make at four tables while those of another make fifteen."""
    server.shares._bots = Allowances(0.0, 20)
    rooms = [await a_room(server, "mallory", GREEDY) for _ in range(4)]
    begun = sum(room.live.number for room in rooms)
    for room in rooms:
        room.watchers.add(Watching())
        room.bots.wake()
    for _ in range(PATIENT_STEPS):
        if sum(room.live.number for room in rooms) - begun >= 20:
            break
        await asyncio.sleep(0.01)
    quiet = await a_room(server, "ada", GREEDY)
    await changed(quiet, quiet.live.number + 15)
    return sum(room.live.number for room in rooms) - begun


def test_bots_among_themselves_have_a_share_of_decisions(tmp_path):
    """Each costs the event loop a few milliseconds, and ten tables of them would leave it no rest."""
    assert with_server(tmp_path, decisions_of_mallory) == 20


def test_bots_that_decide_as_fast_as_they_can_are_found_out(tmp_path, monkeypatch):
    """The control: nobody counts."""
    monkeypatch.setattr(Shares, "may_bot_decide", lambda self, host, addresses=(): True)
    assert with_server(tmp_path, decisions_of_mallory) > 20


def test_bots_go_on_when_their_host_has_a_share_again(tmp_path):
    async def evening(server: Server) -> None:
        server.shares._bots = Allowances(0.0, 1)
        room = await a_room(server, "ada", GREEDY)
        await changed(room, 2)
        server.shares._bots = Allowances(0.0, 3)
        await changed(room, 5)

    with_server(tmp_path, evening)


def test_a_person_alone_with_three_bots_never_waits_for_their_share():
    shares = Shares()
    assert all(shares.may_bot_decide("ada") for _ in range(100))
