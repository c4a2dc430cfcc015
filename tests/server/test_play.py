"""People and bots play whole games through the public API."""

from __future__ import annotations

import asyncio
import random

import pytest
from msgspec.structs import replace

from embertable.games import GAMES
from embertable.server.protocol import Done, Refused, WantText
from tests.server.running import play, run, serving, signed_in


@pytest.mark.parametrize("game", GAMES)
def test_a_person_and_bots_play_a_whole_game(game, tmp_path):
    async def evening():
        async with serving(tmp_path / "tables.sqlite") as (_, address):
            ada = await signed_in(address)
            bots = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            options = {"players": "2"}
            table = await ada.post("/api/tables", {"game": game, "seats": bots, "options": options})
            async with ada.sit(table["id"]) as seat:
                last = await play(seat, random.Random(3))
            assert last.result is not None
            assert [event.n for event in last.events] == list(
                range(last.first, last.first + len(last.events))
            )

    run(evening)


def test_two_people_play_and_a_spectator_sees_least(tmp_path):
    async def evening():
        async with serving(tmp_path / "tables.sqlite") as (_, address):
            ada, bruno, clara = [
                await signed_in(address, name) for name in ("Ada", "Bruno", "Clara")
            ]
            seats = [{"kind": "me"}, {"kind": "open"}]
            table = await ada.post("/api/tables", {"game": "lueur", "seats": seats})
            invite = {"invite": table["invite"]}
            joined = await bruno.post(f"/api/tables/{table['id']}/join", invite)
            assert [chair["name"] for chair in joined["people"]] == ["Ada", "Bruno"]
            async with (
                ada.sit(table["id"]) as one,
                bruno.sit(table["id"], language="it") as two,
                clara.sit(table["id"], invite=table["invite"]) as watching,
            ):
                rng = random.Random(1)
                ends = await asyncio.gather(play(one, rng), play(two, rng))
                assert ends[0].result
                assert ends[1].result
                assert ends[0].result.data == ends[1].result.data
                assert ends[0].result.text != ends[1].result.text, "each in their language"
                seen = await watching.until(ends[0].seq)
                assert seen.seat is None
                assert not seen.options
                assert len(watching.events) <= len(one.events)

    run(evening)


def test_the_same_message_again_changes_nothing(tmp_path):
    async def evening():
        async with serving(tmp_path / "tables.sqlite") as (_, address):
            ada = await signed_in(address)
            seats = [{"kind": "me"}, {"kind": "me"}]
            table = await ada.post("/api/tables", {"game": "lueur", "seats": seats})
            async with ada.sit(table["id"]) as seat:
                position = await seat.my_turn()
                first = await seat.act(position.options[0], id="once")
                again = await seat.act(position.options[0], id="once")
                assert isinstance(first, Done)
                assert again == first

    run(evening)


def test_a_server_that_is_behind_reads_on_before_it_says_too_late(tmp_path):
    """The second server got no notice of what the first one wrote."""

    async def evening():
        store = tmp_path / "t.sqlite"
        async with serving(store) as (_, first), serving(store) as (behind, second):
            ada = await signed_in(first)
            wish = {"game": "lueur", "seats": [{"kind": "me"}, {"kind": "me"}]}
            table = (await ada.post("/api/tables", wish))["id"]
            await behind.rooms.room(table)
            async with ada.sit(table) as seat:
                position = await play(seat, random.Random(1), most=3)
            ada.address = second
            async with ada.sit(table) as seat:
                option = position.options[0]
                answer = await seat.act_again("w", position.seq, option.action, option.seat)
                assert isinstance(answer, Done), answer
                assert answer.seq == position.seq + 1

    run(evening)


def test_words_come_to_those_who_read_them(tmp_path):
    async def evening():
        async with serving(tmp_path / "tables.sqlite") as (_, address):
            ada = await signed_in(address)
            seats = [{"kind": "me"}, {"kind": "me"}]
            table = await ada.post("/api/tables", {"game": "lueur", "seats": seats})
            async with ada.sit(table["id"], want_text=False) as seat:
                position = await seat.my_turn()
                assert position.text == []
                await seat.send(WantText())
                assert len((await seat.position()).text) > 3
                await seat.act(position.options[0])
                assert seat.last
                assert len(seat.last.text) > 3

    run(evening)


@pytest.mark.rule("F-WALK-03")
def test_a_person_turns_a_figure_by_any_degree(tmp_path):
    """The short list is sent, and with it the range of which every number is an option."""

    async def evening():
        async with serving(tmp_path / "tables.sqlite") as (_, address):
            ada = await signed_in(address)
            seats = [{"kind": "me"}, {"kind": "me"}]
            wanted = {"game": "faceless", "seats": seats, "options": {"players": "2"}, "seed": 11}
            table = await ada.post("/api/tables", wanted)
            async with ada.sit(table["id"]) as seat:
                position = await seat.my_turn()
                while position.choice is not None and position.choice.free is None:
                    plays = [o for o in position.options if "yellow" in o.action.get("card", "")]
                    await seat.act((plays or position.options)[0])
                    position = await seat.my_turn()
                assert position.choice is not None
                free = position.choice.free
                assert free is not None
                assert (free.field, free.first, free.last) == ("heading", 0, 359)
                assert free.text == "Turn Judith to {n}°"
                listed = [option.action["heading"] for option in position.options]
                assert len(listed) < 60
                heading = next(n for n in range(360) if n not in listed)
                one = position.options[0]
                for wrong in (-1, 360, 1.5, "7"):
                    refused = await seat.act(replace(one, action={**free.action, "heading": wrong}))
                    assert isinstance(refused, Refused)
                done = await seat.act(replace(one, action={**free.action, "heading": heading}))
                assert isinstance(done, Done)
                after = await seat.until(done.seq)
                assert heading in [one["heading"] for one in after.view["figures"]]
                assert any("leaves Judith facing" in event for event in seat.events)

    run(evening)
