"""People: the host removes and mutes anybody, invitations are revoked, names differ, and looking leaves a mark."""

from __future__ import annotations

import random
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from embertable.server.app import Server
from embertable.server.client import Client
from embertable.server.entries import InvitesRevoked, Removed
from embertable.server.errors import BadMessage
from embertable.server.http_types import NewTable, SeatPlan
from embertable.server.projections import Seats
from embertable.server.protocol import Chat, ChatLine, Done, Refused, Undo
from embertable.server.room import Room
from embertable.server.sessions import clean_name, distinct_name
from embertable.server.sqlite import SqliteStore
from tests.server.running import play, run, serving, signed_in
from tests.server.test_hostile import person
from tests.server.test_sessions import closes_soon
from tests.server.test_tables import refused

TWO = [{"kind": "me"}, {"kind": "open"}]


async def three(address: str, **more: Any) -> tuple[Client, Client, Client, dict[str, Any], str]:
    """Ada hosts, Bruno has the other seat, Clara watches by invitation."""
    ada, bruno, clara = [await signed_in(address, name) for name in ("Ada", "Bruno", "Clara")]
    table = await ada.post("/api/tables", {"game": "lueur", "seats": TWO, **more})
    at = f"/api/tables/{table['id']}"
    await bruno.post(f"{at}/join", {"invite": table["invite"]})
    return ada, bruno, clara, table, at


async def stranger_of(host: Client, at: str, name: str) -> dict[str, Any]:
    found = (await host.get(f"{at}/strangers"))["strangers"]
    return next(one for one in found if one["name"] == name)


def test_a_spectator_is_muted_and_removed_while_watching(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno, clara, table, at = await three(address)
            async with clara.sit(table["id"], invite=table["invite"]) as seat:
                await seat.position()
                assert isinstance(await seat.ask(Chat(id="1", text="Hello.")), Done)
                known = await stranger_of(ada, at, "Clara")
                assert (known["here"], known["muted"], known["removed"]) == (True, False, False)
                await refused(bruno.post(f"{at}/silence", {"who": known["who"]}), 403, "NotYours")
                await refused(bruno.get(f"{at}/strangers"), 403, "NotYours")
                await ada.post(f"{at}/silence", {"who": known["who"]})
                answer = await seat.ask(Chat(id="2", text="Hello?"))
                assert isinstance(answer, Refused)
                assert answer.error == "Silenced"
                await ada.post(f"{at}/silence", {"who": known["who"], "muted": False})
                assert isinstance(await seat.ask(Chat(id="3", text="Hello!")), Done)
                await ada.post(f"{at}/remove", {"who": known["who"]})
                await closes_soon(seat)
                assert seat.farewell
                assert seat.farewell.error == "RemovedFromTable"
            await refused(clara.get(f"{at}?invite={table['invite']}"), 403, "RemovedFromTable")
            with pytest.raises(InvalidStatus):
                async with clara.sit(table["id"], invite=table["invite"]):
                    pass
            await ada.post(f"{at}/remove", {"who": known["who"], "removed": False})
            async with clara.sit(table["id"], invite=table["invite"]) as seat:
                await seat.position()

    run(evening)


@pytest.mark.parametrize("listed", [False, True])
def test_whoever_was_kicked_is_not_back_with_the_same_invitation(tmp_path, listed):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno, _, table, at = await three(address, listed=listed)
            await ada.post(f"{at}/kick", {"seat": 1})
            again = {"invite": table["invite"]}
            await refused(
                bruno.post(f"{at}/join", again),
                403,
                "RemovedFromTable" if listed else "NeedsInvite",
            )
            if not listed:
                other = await signed_in(address, "Bruno again")
                await refused(other.post(f"{at}/join", again), 403, "NeedsInvite")
                fresh = await ada.get(at)
                assert fresh["invite"] != table["invite"]
                await refused(
                    bruno.post(f"{at}/join", {"invite": fresh["invite"]}), 403, "RemovedFromTable"
                )
                await other.post(f"{at}/join", {"invite": fresh["invite"]})

    run(evening)


def test_revoked_invitations_open_nothing_and_seats_stay(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno, clara, table, at = await three(address)
            async with (
                bruno.sit(table["id"]) as seated,
                clara.sit(table["id"], invite=table["invite"]) as watching,
            ):
                await seated.position()
                await watching.position()
                await refused(bruno.post(f"{at}/revoke", {}), 403, "NotYours")
                fresh = await ada.post(f"{at}/revoke", {})
                await closes_soon(watching)
                assert isinstance(await seated.ask(Chat(id="1", text="Still here.")), Done)
            await refused(clara.get(f"{at}?invite={table['invite']}"), 403, "NeedsInvite")
            async with clara.sit(table["id"], invite=fresh["invite"]) as watching:
                await watching.position()

    run(evening)


def test_a_server_that_only_notes_removals_is_found_out(tmp_path, monkeypatch):
    """The control: the log says so, and nobody acts on it."""
    monkeypatch.setattr(Room, "_enforce", lambda self: None)
    with pytest.raises((TimeoutError, AssertionError)):
        test_revoked_invitations_open_nothing_and_seats_stay(tmp_path)


# Names.


@pytest.mark.parametrize(
    ("name", "others", "expected"),
    [
        ("Ada", ["Bruno"], "Ada"),
        ("Ada", ["Ada"], "Ada (2)"),
        ("ada", ["Ada", "Ada (2)"], "ada (3)"),
        ("Adа", ["Ada"], "Adа (2)"),
        ("A d a", ["Ada"], "A d a (2)"),
        ("Àda", ["Ada"], "Àda (2)"),
        ("x" * 40, ["x" * 40], "x" * 35 + " (2)"),
    ],
)
def test_names_that_look_alike_get_a_number(name, others, expected):
    assert distinct_name(name, others) == expected


@pytest.mark.parametrize(
    ("name", "other"),
    [
        *((f"Ada{unseen}", "Ada") for unseen in "\u3164\ufe0f\u034f\u2800\u115f\uffa0\U000e0100"),
        ("\u0412\u041e\u0412", "BOB"),
        ("\u039d\u0399\u039d\u0391", "NINA"),
        ("\u0422\u041e\u041c", "Tom"),
        ("\u0455am", "Sam"),
    ],
)
def test_names_that_only_their_bytes_tell_apart_get_a_number(name, other):
    assert distinct_name(clean_name(name), [other]).endswith("(2)")


@pytest.mark.parametrize("name", ["\u3164", "\ufe0f", "\u2800", "\u115f\u1160", "\u0300", "\u200b"])
def test_a_name_that_nobody_can_see_is_refused(name):
    with pytest.raises(BadMessage):
        clean_name(name)


@pytest.mark.parametrize(
    "text", ["\u2764\ufe0f", "Ame\u0301lie", "\u0410\u043d\u043d\u0430", "\u304b\u306a"]
)
def test_hearts_and_other_alphabets_stay_as_they_are(text):
    assert clean_name(text) == text


def test_everybody_at_a_table_has_a_name_of_their_own(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, other, third = [await signed_in(address, "Ada") for _ in range(3)]
            table = await ada.post("/api/tables", {"game": "lueur", "seats": TWO, "listed": True})
            joined = await other.post(f"/api/tables/{table['id']}/join", {})
            assert [one["name"] for one in joined["people"]] == ["Ada", "Ada (2)"]
            async with third.sit(table["id"]) as seat:
                await seat.send(Chat(id="1", text="Who am I?"))
                assert (await seat.expect(ChatLine)).name == "Ada (3)"

    run(evening)


# Looking at a hand, and consent.


def test_spectators_of_one_name_are_told_apart_by_what_they_write(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada, zoe, other = [await signed_in(address, name) for name in ("Ada", "Zoe", "Zoe")]
            table = await ada.post("/api/tables", {"game": "lueur", "listed": True})
            async with zoe.sit(table["id"]) as first, other.sit(table["id"]) as second:
                for number, seat in enumerate((first, second, first, second)):
                    assert isinstance(await seat.ask(Chat(id=f"{number}", text="Hello.")), Done)
                at = f"/api/tables/{table['id']}"
                strangers = (await ada.get(f"{at}/strangers"))["strangers"]
                assert sorted(one["name"] for one in strangers) == ["Zoe", "Zoe (2)"]
            lines = (await server.rooms.room(table["id"])).live.chat.lines
            assert [one.name for _, one in lines] == ["Zoe", "Zoe (2)", "Zoe", "Zoe (2)"]

    run(evening)


def test_a_host_who_looks_at_a_hand_leaves_a_mark_and_cannot_undo_alone(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada, bruno, _, table, at = await three(address, seed=3)
            room = await server.rooms.room(table["id"])
            async with ada.sit(table["id"]) as one, bruno.sit(table["id"]) as two:
                rng = random.Random(1)
                while not {
                    person for person in room.live.requests.decided if person != room.live.host
                }:
                    await one.position() if one.last is None else None
                    await two.position() if two.last is None else None
                    mover = one if room.live.played.awaited()[0] == 0 else two
                    await play(mover, rng, 1)
            await ada.post(f"{at}/kick", {"seat": 1})
            await ada.post(f"{at}/take-over", {"seat": 1})
            await ada.post(f"{at}/leave", {"seat": 1})
            assert "reseated" in room.live.marks()
            assert room.live.record().players[1] == "human:Bruno → Ada"
            async with ada.sit(table["id"]) as seat:
                last = await seat.position()
                assert "reseated" in last.marks
                assert not last.undo.propose
                if not last.undo.free:
                    answer = await seat.ask(Undo(id="u", seq=last.seq))
                    assert isinstance(answer, Refused)
                    assert answer.error in ("NobodyToAgree", "NoProposal")

    run(evening)


def test_undoing_alone_after_a_kick_is_found_out(tmp_path):
    """A removed player counts for consent; before the kick the other person did."""

    async def evening():
        server = Server(SqliteStore(tmp_path / "t.sqlite"))
        await server.open()
        try:
            seats = [SeatPlan(kind="me"), SeatPlan(kind="open")]
            room = await server.rooms.create(person("ada"), NewTable(game="lueur", seats=seats))
            await room.sit(person("bruno"), 1, invited=True)
            live = room.live
            assert live.others("ada") == {"bruno"}
            live.requests.decided["bruno"] = 1
            await room.kick(person("ada"), 1)
            assert live.others("ada") == {"bruno"}
            assert live.removed_players() == {"bruno"}
        finally:
            await server.close()

    run(evening)


def test_another_server_acts_on_removals_as_well():
    """Entries decide, whichever server wrote them."""
    seats = Seats([])
    for entry in (Removed(at=0.0, person="mallory"), InvitesRevoked(at=0.0)):
        seats.apply(entry)
    assert (seats.removed, seats.invites) == ({"mallory"}, 1)
    seats.apply(Removed(at=0.0, person="mallory", removed=False))
    assert not seats.removed
