"""Everybody's part in the luck at a live table: added after the promise, dealt with, replayed and verified."""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from embertable.engine.chance import Chance, keyed
from embertable.engine.record import load_record
from embertable.engine.session import resume
from embertable.server.app import Server
from embertable.server.errors import NoSuchThing
from embertable.server.http_types import NewTable, SeatPlan
from embertable.server.position import position
from embertable.server.room import Room
from embertable.server.sqlite import SqliteStore
from embertable.server.viewer import viewer_of
from tests.cli import Commands
from tests.server.running import run, serving, signed_in
from tests.server.test_hostile import person
from tests.server.test_tables import refused

TWO = [SeatPlan(kind="me"), SeatPlan(kind="open")]
PARTS = ["ab" * 32, "cd" * 32, "ef" * 32]
KEY = bytes(range(32))


def with_server(path: Path, work: Callable[[Server], Awaitable[None]]) -> None:
    async def evening() -> None:
        server = Server(SqliteStore(path))
        await server.open()
        try:
            await work(server)
        finally:
            await server.close()

    run(evening)


async def hosted(server: Server, part: str = PARTS[0], game: str = "lueur") -> Room:
    promised = await server.rooms.promise_luck(person("ada"))
    wanted = NewTable(game=game, seats=TWO, luck=promised.id, part=part)
    return await server.rooms.create(person("ada"), wanted)


async def decide(room: Room, seat: int = 0) -> None:
    """The first thing that this seat may do."""
    live = room.live
    action = live.game.codec().encode(live.table.offered(seat)[0])
    await room.act(
        person("ada" if seat == 0 else "bruno"), seat, live.position, action, secrets.token_hex(4)
    )


def dealt_of(room: Room) -> tuple[str, list[int]]:
    """The first position, and the numbers that come next: some games draw nothing in their set-up."""
    chance = room.live.table.chance.copy()
    return room.live.session.record.start, [chance.draw("next", 250) for _ in range(9)]


def test_the_same_key_deals_otherwise_with_another_part(tmp_path, monkeypatch):
    # Ids are made of eight bytes; keys have 32.
    monkeypatch.setattr(secrets, "token_bytes", lambda n: KEY if n == 32 else os.urandom(n))

    async def evening(server: Server) -> None:
        rooms = [await hosted(server, part) for part in (PARTS[0], PARTS[1], PARTS[0])]
        one, other, again = [dealt_of(room) for room in rooms]
        assert one == again
        assert one != other
        assert {room.live.session.record.commitment for room in rooms} == {keyed(KEY).commitment()}

    with_server(tmp_path / "t.sqlite", evening)


def test_a_server_that_ignores_parts_is_found_out(tmp_path, monkeypatch):
    """The control."""
    monkeypatch.setattr(Chance, "mix_in", lambda self, part: None)
    with pytest.raises(AssertionError):
        test_the_same_key_deals_otherwise_with_another_part(tmp_path, monkeypatch)


def test_whoever_sits_down_before_the_first_decision_has_a_part_in_the_deal(tmp_path):
    async def evening(server: Server) -> None:
        room = await hosted(server)
        dealt, seq = dealt_of(room), room.live.position
        await room.sit(person("bruno"), None, invited=True, part=PARTS[1])
        assert dealt_of(room) != dealt
        assert room.live.position > seq
        shown = position(viewer_of(room.live, person("bruno"), "en"), room.status(), 0)
        assert [(one.seat, one.part) for one in shown.luck] == [(0, PARTS[0]), (1, PARTS[1])]
        assert shown.commitment == keyed(room.live.played.key or b"").commitment()
        # What the first deal offered is refused, and the log leads another server to the same table.
        assert room.live.played.offered_since == {0: room.live.position, 1: room.live.position}
        again = await server.rooms.read(room.live.id)
        assert again.game.state_hash(again.table) == room.live.game.state_hash(room.live.table)

    with_server(tmp_path / "t.sqlite", evening)


def test_whoever_comes_later_has_a_part_in_every_draw_from_then_on(tmp_path, capsys):
    async def evening(server: Server) -> None:
        tries = [await hosted(server) for _ in range(20)]
        room = next(one for one in tries if one.live.played.awaited() == [0])
        await decide(room)
        dealt = dealt_of(room)
        await room.sit(person("bruno"), None, invited=True, part=PARTS[1])
        assert dealt_of(room)[0] == dealt[0]
        assert dealt_of(room)[1] != dealt[1]
        rng = random.Random(1)
        for _ in range(40):
            await decide(room, rng.choice(room.live.played.awaited()))
        live = room.live
        assert [one.after for one in live.session.record.luck or ()] == [0, 1]
        record = live.record()
        record.save(tmp_path / "game.json")
        again = await server.rooms.read(live.id)
        assert again.record().to_json() == record.to_json()

    with_server(tmp_path / "t.sqlite", evening)
    command = Commands(capsys)
    file = tmp_path / "game.json"
    said = command("replay", file, "--verify")
    assert said.code == 0
    assert "the numbers of Ada, Bruno" in said.out
    assert [
        one["part"] for one in command("replay", file, "--verify", "--json").json()["luck"]
    ] == PARTS[:2]
    assert command("replay", file, "--verify", "--part", PARTS[1].upper()).code == 0
    assert command("replay", file, "--verify", "--part", PARTS[2]).code != 0
    record = load_record(file)
    assert record.luck
    record.luck[1].part = PARTS[2]
    record.save(file)
    assert command("replay", file, "--verify").code != 0


def test_a_part_counts_once_for_each_person(tmp_path):
    async def evening(server: Server) -> None:
        room = await hosted(server)
        await room.sit(person("bruno"), None, invited=True, part=PARTS[1])
        dealt = dealt_of(room)
        await room.stand_up(person("bruno"), 1)
        await room.sit(person("bruno"), None, invited=True, part=PARTS[2])
        assert dealt_of(room) == dealt
        assert len(room.live.session.record.luck or ()) == 2

    with_server(tmp_path / "t.sqlite", evening)


def test_seeded_and_forked_games_keep_their_luck(tmp_path):
    async def evening(server: Server) -> None:
        seeded = await server.rooms.create(person("ada"), NewTable(game="lueur", seats=TWO, seed=3))
        dealt = dealt_of(seeded)
        await seeded.sit(person("bruno"), None, invited=True, part=PARTS[1])
        assert dealt_of(seeded) == dealt
        assert seeded.live.session.record.luck is None
        room = await hosted(server)
        room.live.opened.marks.append("fork")
        assert not room.live.may_add_luck("bruno")

    with_server(tmp_path / "t.sqlite", evening)


def test_a_promise_holds_for_one_person_and_one_table(tmp_path):
    async def evening(server: Server) -> None:
        promised = await server.rooms.promise_luck(person("ada"))
        wanted = NewTable(game="lueur", luck=promised.id, part=PARTS[0])
        with pytest.raises(NoSuchThing):
            await server.rooms.create(person("mallory"), wanted)
        await server.rooms.create(person("ada"), wanted)
        with pytest.raises(NoSuchThing):
            await server.rooms.create(person("ada"), wanted)

    with_server(tmp_path / "t.sqlite", evening)


def test_a_part_without_a_promise_does_not_count(tmp_path):
    """A server that sees the part before it chooses its key could choose the luck."""

    async def evening(server: Server) -> None:
        room = await server.rooms.create(person("ada"), NewTable(game="lueur", part=PARTS[0]))
        assert room.live.session.record.luck == []

    with_server(tmp_path / "t.sqlite", evening)


@pytest.mark.parametrize("game", ["deadcells", "faceless", "lueur", "setawatch"])
def test_every_game_is_dealt_again(tmp_path, game):
    async def evening(server: Server) -> None:
        options = {"players": "2"}
        promised = await server.rooms.promise_luck(person("ada"))
        wanted = NewTable(game=game, options=options, seats=TWO, luck=promised.id, part=PARTS[0])
        room = await server.rooms.create(person("ada"), wanted)
        dealt = dealt_of(room)
        await room.sit(person("bruno"), None, invited=True, part=PARTS[1])
        assert dealt_of(room) != dealt
        again = resume(room.live.game, room.live.agreed_record(), room.live.content)
        assert again.record.start == room.live.session.record.start

    with_server(tmp_path / "t.sqlite", evening)


def test_the_promise_is_shown_before_the_part_is_asked_for(tmp_path):
    async def evening() -> None:
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
            promised = await ada.post("/api/luck", {})
            wanted = {
                "game": "lueur",
                "seats": [{"kind": "me"}, {"kind": "open"}],
                "luck": promised["id"],
                "part": PARTS[0],
            }
            table = await ada.post("/api/tables", wanted)
            at = f"/api/tables/{table['id']}"
            seen = await bruno.get(f"{at}?invite={table['invite']}")
            assert seen["commitment"] == promised["commitment"]
            bad = {"invite": table["invite"], "part": "xy" * 32}
            await refused(bruno.post(f"{at}/join", bad), 400, "BadMessage")
            await bruno.post(f"{at}/join", {"invite": table["invite"], "part": PARTS[1]})
            assert (await bruno.get(at))["commitment"] == ""
            async with bruno.sit(table["id"]) as seat:
                first = await seat.position()
                assert first.commitment == promised["commitment"]
                assert [one.part for one in first.luck] == PARTS[:2]

    run(evening)
