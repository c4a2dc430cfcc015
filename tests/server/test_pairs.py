"""Moderation, all pairs (T30): whatever was ordered first, the second order holds as well, and records verify."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from embertable.server.app import Server
from embertable.server.errors import ServerError
from embertable.server.operator import Operator
from embertable.server.orders import Orders
from embertable.server.privacy import forget
from embertable.server.room import Room, handle_of
from tests.server.running import run
from tests.server.test_admin import in_charge
from tests.server.test_hostile import person
from tests.server.test_privacy import an_evening, check_record

Deed = Callable[[Server, Operator, Room], Awaitable[Any]]


async def is_refused(work: Awaitable[Any]) -> bool:
    try:
        await work
    except ServerError:
        return True
    return False


async def chats(server: Server, room: Room, who: str) -> bool:
    """Whether somebody may come in and say something."""
    try:
        server.orders.check_person(who)
        found = await server.rooms.room(room.live.id)
    except ServerError:
        return False
    return not await is_refused(found.chat(person(who), "Hello.", f"{who} {found.live.number}"))


async def mute_clara(server: Server, operator: Operator, room: Room) -> None:
    await room.silence(person("ada"), handle_of(room.live.id, "clara"), True)


async def remove_clara(server: Server, operator: Operator, room: Room) -> None:
    await room.remove(person("ada"), handle_of(room.live.id, "clara"), True)


DEEDS: dict[str, tuple[Deed, str]] = {
    "ban": (lambda _, operator, __: operator.ban("bruno", ""), "bruno"),
    "mute": (lambda _, operator, __: operator.mute("bruno", ""), "bruno"),
    "mute a spectator": (mute_clara, "clara"),
    "remove a spectator": (remove_clara, ""),
    "revoke": (lambda _, operator, room: operator.revoke(room.live.id), ""),
    "close": (lambda _, operator, room: operator.close(room.live.id, ""), "ada"),
    "quarantine": (lambda _, operator, room: operator.quarantine(room.live.id, ""), "ada"),
    "delete": (lambda _, operator, room: operator.delete(room.live.id, ""), "ada"),
    "forget": (lambda _, operator, __: forget(operator, "bruno"), ""),
    "read-only": (lambda _, operator, __: operator.set_mode("read-only", True), "ada"),
}
"""What is done, and who cannot chat at that table any more."""

GONE = ("quarantine", "delete")


@pytest.mark.parametrize("pair", list(itertools.permutations(DEEDS, 2)), ids=" then ".join)
def test_the_second_order_holds_after_the_first(tmp_path, pair, monkeypatch):
    monkeypatch.setattr("embertable.server.operator.FOLLOW_SECONDS", 0.0)

    async def evening() -> None:
        async with in_charge(tmp_path / "t.sqlite") as (server, operator, room):
            await an_evening(server, room)
            id, hashes = room.live.id, [one.hash for one in room.live.session.record.entries]
            invites = room.live.seats.invites
            for name in pair:
                # Some deeds have nothing left to act on: a host cannot mute at a closed table.
                await is_refused(DEEDS[name][0](server, operator, room))
                await server.follow_orders()
            for name in pair:
                silent = DEEDS[name][1]
                if silent and is_done(pair, name):
                    assert not await chats(server, room, silent), (name, silent)
            if not set(pair) & set(GONE):
                found = await server.rooms.room(id)
                assert [one.hash for one in found.live.session.record.entries] == hashes
                check_record(found)
                assert ("revoke" not in pair) or found.live.seats.invites > invites
                if "forget" in pair:
                    assert not found.live.seats.of_person("bruno")

    run(evening)


def is_done(pair: tuple[str, ...], name: str) -> bool:
    """Whether there was still something to act on after the first order."""
    if name == pair[0]:
        return True
    if name == "mute a spectator":
        return pair[0] not in ("close", "read-only", *GONE)
    # Nobody knows the id of whoever was forgotten; their session has ended.
    return pair[0] != "forget" or name not in ("ban", "mute")


def test_a_second_order_that_replaces_the_first_is_found_out(tmp_path, monkeypatch):
    """The control: a server that knows only the last order."""
    whole = Orders.refresh

    async def only_the_last(self, store):
        fresh = await whole(self, store)
        if fresh:
            self._known = fresh
        return fresh

    monkeypatch.setattr(Orders, "refresh", only_the_last)
    with pytest.raises(AssertionError):
        test_the_second_order_holds_after_the_first(tmp_path, ("mute", "revoke"), monkeypatch)
