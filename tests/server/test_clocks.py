"""Thinking time runs while a seat must decide, stops while no server is up, and ends with a bot."""

from __future__ import annotations

import random
import sqlite3
import time
from typing import Any

import pytest

from embertable.engine.table import SYSTEM
from embertable.server import entries, room
from embertable.server.clocks import Clocks, uptime
from embertable.server.protocol import Done, Pause, Refused
from embertable.server.store import Document
from tests.server.running import play, run, serving, signed_in

PACE = {"seconds": 60, "increment": 5}
BOTH = [{"kind": "me"}, {"kind": "me"}]


def test_time_runs_for_those_awaited_and_grows_with_each_decision():
    clocks = Clocks([100.0, 100.0], 5.0, frozenset({0}), 1000.0, [])
    assert clocks.left_at(0, 1030.0) == 70.0
    assert clocks.left_at(1, 1030.0) == 100.0
    clocks.move(1030.0, frozenset({1}), actor=0)
    assert (clocks.left_at(0, 1050.0), clocks.left_at(1, 1050.0)) == (75.0, 80.0)
    assert not clocks.is_out(1, 1129.0)
    assert clocks.is_out(1, 1131.0)
    assert not clocks.is_out(0, 9999.0)


def test_downtime_does_not_count():
    down = [(100.0, 130.0), (200.0, 210.0)]
    assert uptime(90.0, 140.0, down) == 20.0
    assert uptime(110.0, 120.0, down) == 0.0
    assert uptime(0.0, 300.0, down) == 260.0
    assert uptime(0.0, 300.0, []) == 300.0


def test_nobody_loses_time_while_the_server_is_down(tmp_path):
    """A minute and a half of downtime, simulated by moving stored times into the past."""
    store = tmp_path / "t.sqlite"
    kept: dict[str, Any] = {}

    async def before():
        async with serving(store) as (_, address):
            ada = await signed_in(address)
            wish = {"game": "lueur", "seats": BOTH, "pace": PACE}
            kept["table"] = (await ada.post("/api/tables", wish))["id"]
            kept["cookie"] = ada.cookie
            async with ada.sit(kept["table"]) as seat:
                position = await seat.my_turn()
                assert isinstance(await seat.act(position.options[0]), Done)
                assert seat.last
                kept["left"] = [clock.seconds for clock in seat.last.clocks]
            kept["stopped"] = time.time()

    async def after(forgetful: bool) -> list[float]:
        async with serving(store) as (server, address):
            if forgetful:
                server.rooms.downtimes.clear()
            ada = await signed_in(address)
            ada.cookie = kept["cookie"]
            async with ada.sit(kept["table"]) as seat:
                position = await seat.position()
                assert any(clock.running for clock in position.clocks)
                return [clock.seconds for clock in position.clocks]

    run(before)
    move_into_the_past(store, 90.0)
    left = run(lambda: after(forgetful=False))
    passed = time.time() - kept["stopped"]
    for was, now in zip(kept["left"], left, strict=True):
        assert was - now <= passed + 1.0, "downtime was counted"
    lost = run(lambda: after(forgetful=True))
    assert min(lost) <= 0 < min(left), "the control: a server that counts downtime is found out"


def move_into_the_past(store, seconds: float) -> None:
    """Move everything in the store into the past."""
    connection = sqlite3.connect(store)
    for seq, body in connection.execute("select seq, body from entries").fetchall():
        entry = entries.decoder.decode(body)
        entry.at -= seconds
        connection.execute(
            "update entries set body = ? where seq = ?", (entries.encode(entry), seq)
        )
    connection.execute(
        "update documents set changed = changed - ? where kind = 'alive'", (seconds,)
    )
    connection.commit()
    connection.close()


def test_a_bot_decides_for_whoever_has_no_time_left(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            wish = {"game": "lueur", "seats": BOTH, "pace": PACE}
            table = (await ada.post("/api/tables", wish))["id"]
            async with ada.sit(table) as seat:
                position = await seat.my_turn()
                live = (await server.rooms.room(table)).live
                assert live.clocks
                live.clocks.since -= 100.0
                after = await seat.until(position.seq + 1)
                assert after.seq > position.seq

    run(evening)


def test_a_bot_plays_for_somebody_who_is_gone_until_they_return(tmp_path, monkeypatch):
    monkeypatch.setattr(room, "GONE_SECONDS", 0.0)

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
            seats = [{"kind": "me"}, {"kind": "open"}]
            wish = {"game": "lueur", "seats": seats, "absent": "random"}
            table = await ada.post("/api/tables", wish)
            await bruno.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
            async with ada.sit(table["id"]) as one:
                # Bruno never comes, so the game goes on as far as Ada's own decision.
                position = await one.my_turn()
                assert not position.people[1].connected
                await one.act(position.options[0])
                later = await one.my_turn()
                async with bruno.sit(table["id"]) as two:
                    await two.position()
                    while not (one.last and one.last.people[1].connected):
                        await one.receive()
                    room = await server.rooms.room(table["id"])
                    assert room.bots.bot_for(1) == ""
                assert later.seq > position.seq

    run(evening)


def test_downtimes_are_remembered_and_forgotten_in_time(tmp_path):
    async def work():
        async with serving(tmp_path / "t.sqlite") as (server, _):
            now = time.time()
            assert server.rooms.downtimes == []
            await server.store.put(Document("alive", "server", "", b"", now - 100.0))
            await server.record_downtime()
            ((first, last),) = server.rooms.downtimes
            assert (round(first - now), round(last - now)) == (-100, 0)

    run(work)


@pytest.mark.rule("F-EXP-HOUR-05")
def test_the_hourglass_runs_at_a_server_and_is_turned_by_it(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            options = {"hourglass": "on", "players": "2"}
            wish = {"game": "faceless", "seats": BOTH, "options": options, "seed": 3}
            table = (await ada.post("/api/tables", wish))["id"]
            room = await server.rooms.room(table)
            async with ada.sit(table) as seat:
                rng = random.Random(1)
                position = await seat.my_turn()
                while not room.live.session.table.offered(SYSTEM):
                    position = await play(seat, rng, 1)
                assert position.countdown
                assert position.countdown.seconds > 0
                full = room.live.game.countdown(room.live.table)
                assert full
                room.live.countdown.since -= float(full.seconds)
                turned = await seat.until(position.seq + 1)
                assert turned.countdown
                assert room.live.session.record.entries[-1].seat == SYSTEM
            reread = await server.rooms.read(table)
            assert reread.session.record.entries == room.live.session.record.entries

    run(evening)


@pytest.mark.rule("F-EXP-HOUR-07")
def test_an_hourglass_stands_while_everybody_wants_it_to(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
            seats = [{"kind": "me"}, {"kind": "open"}]
            options = {"hourglass": "on", "players": "2", "hourglass_pause": "agreed"}
            wish = {"game": "faceless", "seats": seats, "options": options, "seed": 3}
            table = await ada.post("/api/tables", wish)
            await bruno.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
            async with ada.sit(table["id"]) as one, bruno.sit(table["id"]) as two:
                room = await server.rooms.room(table["id"])
                await until_it_runs(room, one, two)
                assert [await wants(one, "1", True), room.live.countdown.paused] == [Done, False]
                shown = await one.until(room.live.position)
                while not shown.countdown or not shown.countdown.pause_votes:
                    shown = await one.position()
                assert shown.countdown.pausable
                assert not shown.countdown.paused
                assert [await wants(two, "2", True), room.live.countdown.paused] == [Done, True]
                left = room.live.countdown.left_at(time.time())
                assert room.live.countdown.left_at(time.time() + 50.0) == left
                number = room.live.number
                await room.keep_time()
                assert (room.live.number, room.live.countdown.paused) == (number, True)
                reread = await server.rooms.read(table["id"])
                assert reread.countdown == room.live.countdown
                assert [await wants(one, "3", False), room.live.countdown.paused] == [Done, False]
                later = room.live.countdown.left_at(time.time() + 50.0)
                assert later is not None
                assert left is not None
                assert later < left
                assert [await wants(one, "3", False), room.live.number] == [Done, number + 1]

    run(evening)


@pytest.mark.rule("F-EXP-HOUR-07")
@pytest.mark.parametrize("pause", ["disconnected", "never"])
def test_no_wish_stops_an_hourglass_where_that_was_not_agreed(pause, tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            options = {"hourglass": "on", "players": "2", "hourglass_pause": pause}
            wish = {"game": "faceless", "seats": BOTH, "options": options, "seed": 3}
            table = (await ada.post("/api/tables", wish))["id"]
            async with ada.sit(table) as seat:
                room = await server.rooms.room(table)
                await until_it_runs(room, seat, seat)
                answer = await seat.ask(Pause(id="1", paused=True))
                assert (type(answer), answer.error) == (Refused, "NoPause")

    run(evening)


@pytest.mark.rule("D-COMBAT-PREP-01")
def test_a_server_counts_the_minute_before_the_cards(tmp_path, monkeypatch):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            options = {"players": "2", "preparation": "60", "beheaded": "random"}
            wish = {"game": "deadcells", "seats": BOTH, "options": options, "seed": 3}
            table = (await ada.post("/api/tables", wish))["id"]
            opened = await server.rooms.room(table)
            async with ada.sit(table) as seat:
                position = await seat.my_turn()
                while position.countdown is None:
                    assert isinstance(await seat.act(position.options[0]), Done)
                    position = await seat.my_turn()
                assert 50 < position.countdown.seconds <= 60
                begun = opened.live.countdown.since
                monkeypatch.setattr(time, "time", lambda: begun + 61)
                await opened.keep_time()
                await opened.keep_time()
                monkeypatch.undo()
                assert opened.live.session.record.entries[-1].seat == SYSTEM
                position = await seat.until(opened.live.position)
                assert position.countdown is None
                found = [option.action["is"] for option in position.options]
                assert found == ["StartCards", "WaitLonger"]

    run(evening)


async def until_it_runs(room, *seats) -> None:
    """Decide at random until the Hourglass runs."""
    rng = random.Random(1)
    while room.live.game.countdown(room.live.session.table) is None:
        for seat in seats:
            shown = await seat.until(room.live.position)
            if shown.options:
                await seat.act(rng.choice(shown.options))
                break


async def wants(seat, id: str, stand: bool) -> type:
    return type(await seat.ask(Pause(id=id, paused=stand)))
