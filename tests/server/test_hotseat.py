"""One person in several seats: each new position is shown from a seat that may decide."""

from __future__ import annotations

import random

import pytest

from embertable.games import GAMES
from embertable.server.client import Client
from embertable.server.protocol import ViewFrom
from tests.server.running import play, run, serving, signed_in

BOTH = [{"kind": "me"}, {"kind": "me"}]


@pytest.mark.parametrize("game", GAMES)
def test_whoever_holds_all_seats_is_always_offered_something(game, tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            rng = random.Random(3)
            turns = set()
            # A random game of The Faceless may be lost before the second seat's first turn.
            for seed in range(8):
                wish = {"game": game, "seats": BOTH, "options": {"players": "2"}, "seed": seed}
                table = (await ada.post("/api/tables", wish))["id"]
                turns |= await turns_at(ada, table, rng)
                if turns == {0, 1}:
                    return
            raise AssertionError(f"only {turns} had a turn")

    run(evening)


async def turns_at(ada: Client, table: str, rng: random.Random) -> set[int]:
    """Play all seats without ever selecting one; which of them had a turn."""
    turns = set()
    async with ada.sit(table) as seat:
        position = await seat.position()
        for _ in range(40):
            if position.result:
                break
            assert position.options, f"{position.awaited} is awaited, {position.seat} looks"
            turns.add(position.options[0].seat)
            await seat.act(rng.choice(position.options))
            assert seat.last
            position = seat.last
        async with ada.sit(table, seat=position.seat) as fresh:
            await fresh.position()
            assert fresh.events == seat.events, "the log is whole after every turn"
    return turns


def test_another_own_seat_may_be_looked_at_until_the_table_goes_on(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            wish = {"game": "faceless", "seats": BOTH, "options": {"players": "2"}, "seed": 1}
            table = (await ada.post("/api/tables", wish))["id"]
            async with ada.sit(table) as seat:
                position = await seat.my_turn()
                awaited = position.awaited[0]
                assert position.seat == awaited
                await seat.send(ViewFrom(seat=1 - awaited))
                position = await seat.position()
                assert position.seat == 1 - awaited
                assert position.options == []
            async with ada.sit(table, seq=position.seq, seat=1 - awaited) as seat:
                assert (await seat.position()).seat == 1 - awaited, "also after a reconnection"
                await seat.send(ViewFrom(seat=awaited))
                await seat.position()
                last = await play(seat, random.Random(1), 1)
                assert last.options
                assert last.seat in last.awaited

    run(evening)
