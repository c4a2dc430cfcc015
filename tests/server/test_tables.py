"""Seats, invitations, the rights of the host, campaigns and the deal of the day."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus

import embertable.server
from embertable.games import load
from embertable.games.deadcells.campaign_file import new_file
from embertable.server.client import ApiError, Client
from embertable.server.protocol import (
    Carried,
    Carry,
    CatchUp,
    CaughtUp,
    Chat,
    ChatLine,
    Clause,
    Done,
    Hint,
    Hinted,
    Point,
    Pointed,
    React,
    Reacted,
    Refused,
    SetLanguage,
    Why,
)
from tests.server.running import play, run, serving, signed_in

TWO = [{"kind": "me"}, {"kind": "open"}]
HOT_SEAT = [{"kind": "me"}, {"kind": "me"}]
WITH_BOT = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]


async def refused(wish, status, error):
    with pytest.raises(ApiError) as caught:
        await wish
    assert (caught.value.status, caught.value.body["error"]) == (status, error)


def one_event(position):
    """The first event as sent to a new viewer of a seat."""
    assert position.first == 0
    return position.events[0].text


def test_games_are_described_in_both_languages(tmp_path):
    async def look():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            english, italian = [await ada.get(f"/api/games?lang={one}") for one in ("en", "it")]
            names = [game["name"] for game in english["games"]]
            assert names == ["faceless", "lueur", "setawatch", "deadcells"], "easiest first"
            assert all(game["settings"] and game["pitch"] for game in english["games"])
            assert english["games"][2]["pitch"] != italian["games"][2]["pitch"]
            rules = await ada.get("/api/games/lueur/rules")
            assert len(rules["clauses"]) > 100
            await refused(ada.get("/api/games/chess/rules"), 400, "UnknownGame")
            box = await ada.get("/api/games/setawatch/sources?lang=it")
            counts = Counter(one["source"] for one in box["components"])
            assert set(counts) == set(box["origins"]) == {"rulebook", "public", "designed"}
            assert "nostr" in box["origins"]["designed"]
            bolt = next(one for one in box["components"] if one["source"] == "designed")
            assert all([bolt["name"], bolt["text"], bolt["kind"]])

    run(look)


def test_seats_are_taken_left_kicked_muted_and_handed_to_bots(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
            table = await ada.post("/api/tables", {"game": "lueur", "seats": TWO})
            at = f"/api/tables/{table['id']}"
            seat = {"seat": 1}
            await refused(bruno.post(f"{at}/join", {}), 403, "NeedsInvite")
            await refused(bruno.post(f"{at}/join", {"invite": "forged"}), 403, "NeedsInvite")
            await refused(bruno.post(f"{at}/kick", {"seat": 0}), 403, "NotYours")
            invite = {"invite": table["invite"], "seat": 1}
            await bruno.post(f"{at}/join", invite)
            await refused(bruno.post(f"{at}/mute", {"seat": 0, "muted": True}), 403, "NotYours")
            await ada.post(f"{at}/mute", {"seat": 1, "muted": True})
            async with bruno.sit(table["id"]) as two:
                position = await two.position()
                assert position.chat_blocked
                answer = await two.ask(Chat(id="1", text="hello"))
                assert (type(answer), answer.error) == (Refused, "Silenced")
                await ada.post(f"{at}/kick", seat)
                assert await two.closed() == 1008
            await refused(bruno.get(at), 403, "RemovedFromTable")
            opened = await ada.get(at)
            assert opened["people"][1]["kind"] == "open"
            await refused(bruno.post(f"{at}/join", invite), 403, "NeedsInvite")
            (removed,) = (await ada.get(f"{at}/strangers"))["strangers"]
            await ada.post(f"{at}/remove", {"who": removed["who"], "removed": False})
            await bruno.post(f"{at}/join", {"invite": opened["invite"], "seat": 1})
            lent = await bruno.post(f"{at}/bot", {"seat": 1, "bot": "random"})
            assert lent["people"][1] | {"connected": 0} == {
                "seat": 1,
                "kind": "person",
                "name": "Bruno",
                "bot": "random",
                "connected": 0,
                "mine": True,
                "muted": False,
            }
            await refused(ada.post(f"{at}/take-over", seat), 403, "NotYours")
            back = await bruno.post(f"{at}/take-over", seat)
            assert back["people"][1]["bot"] == ""
            await bruno.post(f"{at}/leave", seat)
            await ada.post(f"{at}/bot", {"seat": 1, "bot": "random"})
            taken = await ada.post(f"{at}/take-over", seat)
            assert taken["people"][1]["mine"]
            for bot in ("wise", "pathlib:Path", "pathlib.Path"):
                await refused(ada.post(f"{at}/bot", {"seat": 1, "bot": bot}), 400, "UnknownBot")
            mine = await ada.get("/api/tables")
            assert [one["id"] for one in mine["mine"]] == [table["id"]]
            assert (await bruno.get("/api/tables"))["listed"] == []

    run(evening)


@pytest.mark.parametrize(
    ("wish", "bots"),
    [
        ({}, ["", "ember"]),
        ({"seats": [{"kind": "me"}, {"kind": "bot"}]}, ["", "ember"]),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]}, ["", "greedy"]),
    ],
    ids=["nobody named", "a bot without a name", "a named bot"],
)
def test_bots_that_nobody_names_are_of_the_usual_level(wish, bots, tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur", **wish})
            async with ada.sit(table["id"]) as seat:
                position = await seat.position()
                assert [one.bot for one in position.people] == bots

    run(evening)


def test_the_lobby_lists_what_is_listed(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
            wish = {"game": "lueur", "seats": TWO, "listed": True}
            table = await ada.post("/api/tables", wish)
            shown = await bruno.get("/api/tables")
            assert [one["id"] for one in shown["listed"]] == [table["id"]]
            assert shown["listed"][0]["invite"] == ""
            joined = await bruno.post(f"/api/tables/{table['id']}/join")
            assert joined["mine"]
            await refused(
                bruno.post("/api/tables", {"game": "lueur", "seats": TWO * 3}),
                400,
                "WrongSeatCount",
            )
            bad = {"game": "lueur", "options": {"journey": "moon"}}
            await refused(ada.post("/api/tables", bad), 400, "BadOption")
            await refused(ada.post("/api/tables", {"game": "lueur", "x": 1}), 400, "BadMessage")
            await refused(ada.get("/api/tables/none"), 404, "NoSuchTable")

    run(evening)


def test_a_private_table_is_shown_to_those_who_sit_there_and_to_the_invited(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, clara = [await signed_in(address, name) for name in ("Ada", "Clara")]
            stranger = Client(address)
            private = await ada.post("/api/tables", {"game": "lueur", "seats": HOT_SEAT})
            other = await ada.post("/api/tables", {"game": "lueur", "seats": HOT_SEAT})
            at = f"/api/tables/{private['id']}"
            for somebody in (clara, stranger):
                for secret in ("", "forged", other["invite"]):
                    await refused(somebody.get(f"{at}?invite={secret}"), 403, "NeedsInvite")
                    await refused(somebody.get(f"{at}/record?invite={secret}"), 403, "NeedsInvite")
                    with pytest.raises(InvalidStatus):
                        await somebody.sit(private["id"], invite=secret).__aenter__()
                async with somebody.sit(private["id"], invite=private["invite"]) as watching:
                    assert (await watching.position()).seat is None
            shown, cookie = await asyncio.to_thread(answer_with_cookie, address, at, private)
            assert shown["invite"] == "", "who only watches does not hand the secret on"
            assert f"Path={at};" in cookie
            stranger.cookie = cookie.partition(";")[0]
            async with stranger.sit(private["id"]) as watching:
                assert (await watching.position()).seat is None
            with pytest.raises(InvalidStatus):
                await stranger.sit(other["id"]).__aenter__()

    run(evening)


def answer_with_cookie(address: str, path: str, table: dict[str, Any]) -> tuple[Any, str]:
    """A table as an invited browser gets it, and the cookie that keeps the invitation."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    try:
        connection.request("GET", f"{path}?invite={table['invite']}")
        answer = connection.getresponse()
        return json.loads(answer.read()), answer.getheader("set-cookie", "")
    finally:
        connection.close()


def test_what_people_say_point_at_and_ask(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, clara = [await signed_in(address, name) for name in ("Ada", "Clara")]
            table = await ada.post("/api/tables", {"game": "lueur", "seats": HOT_SEAT, "seed": 4})
            watch = clara.sit(table["id"], invite=table["invite"])
            async with ada.sit(table["id"]) as one, watch as watching:
                position = await one.my_turn()
                await watching.position()
                assert isinstance(await one.ask(Chat(id="1", text=" so\n it\u202e begins ")), Done)
                assert (await watching.expect(ChatLine)).text == "so it begins"
                await one.send(Point(thing="space:fire"))
                assert (await watching.expect(Pointed)).thing == "space:fire"
                await one.send(Carry(thing="die-4"))
                held = await watching.expect(Carried)
                assert (held.seat, held.thing) == (position.seat, "die-4")
                await one.send(React(reaction="oops"))
                assert (await watching.expect(Reacted)).reaction == "oops"
                hint = await one.ask(Hint(id="2"))
                assert isinstance(hint, Hinted)
                assert 1 <= hint.option <= len(position.options)
                why = await one.ask(Why(id="3", action=position.options[0].action))
                assert isinstance(why, Clause)
                assert why.clause.startswith("L-")
                await one.act(position.options[0])
                other = await one.my_turn()
                assert other.seat != position.seat
                assert other.choice
                await one.act(other.options[0])
                told = await one.ask(CatchUp(id="4"))
                assert isinstance(told, CaughtUp)
                await one.send(SetLanguage(language="it"))
                italian = await one.position()
                assert italian.first == 0
                assert italian.events[0].text != one_event(other)
            async with clara.sit(table["id"], invite=table["invite"]) as again:
                assert (await again.expect(ChatLine)).text == "so it begins"

    run(evening)


def test_a_table_tells_what_its_host_agreed_on(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            wish = {"pace": {"seconds": 60, "increment": 5}, "listed": True, "absent": "greedy"}
            made = await ada.post("/api/tables", {"game": "lueur", "seats": TWO, **wish})
            assert {name: made[name] for name in wish} == wish
            plain = await ada.post("/api/tables", {"game": "lueur", "seats": TWO})
            assert (plain["pace"], plain["listed"], plain["absent"]) == (None, False, "")
            wrong = {"game": "lueur", "seats": TWO, "absent": "nobody-i-know"}
            await refused(ada.post("/api/tables", wrong), 400, "UnknownBot")

    run(evening)


def test_a_campaign_goes_on_with_each_run(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
            campaign = await ada.post("/api/campaigns", {"game": "deadcells"})
            wish = {"game": "deadcells", "seats": WITH_BOT, "campaign": campaign["id"]}
            await refused(bruno.post("/api/tables", wish), 404, "NoSuchThing")
            for runs in (1, 2):
                table = await ada.post("/api/tables", wish)
                assert "campaign" not in table["options"]
                async with ada.sit(table["id"]) as seat:
                    await play(seat, random.Random(runs))
                kept = await ada.get("/api/campaigns")
                assert [one["runs"] for one in kept["campaigns"]] == [runs]
            file = await ada.get(f"/api/campaigns/{campaign['id']}")
            copy = await bruno.post("/api/campaigns", file)
            assert copy["runs"] == 2
            file["campaign"]["runes"] = ["everything"]
            await refused(bruno.post("/api/campaigns", file), 400, "DamagedCampaign")
            await ada.request("DELETE", f"/api/campaigns/{campaign['id']}")
            assert (await ada.get("/api/campaigns"))["campaigns"] == []

    run(evening)


def test_a_campaign_belongs_to_the_game_that_it_names(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            campaign = await ada.post("/api/campaigns")
            assert campaign["game"] == "deadcells"
            wish = {"game": "lueur", "campaign": campaign["id"]}
            await refused(ada.post("/api/tables", wish), 404, "NoSuchThing")
            await refused(ada.post("/api/campaigns", {"game": "lueur"}), 400, "BadRecord")
            await refused(ada.post("/api/campaigns", {"game": ["deadcells"]}), 400, "BadRecord")
            await refused(ada.post("/api/campaigns", {"runs": []}), 400, "BadRecord")

    run(evening)


def test_the_server_knows_no_game_by_name():
    for file in Path(embertable.server.__file__).parent.rglob("*.py"):
        assert "embertable.games." not in file.read_text(), file


def test_a_campaign_is_handed_over_once_and_put_back_to_its_start(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            names = ("Ada", "Bruno", "Carla")
            ada, bruno, carla = [await signed_in(address, name) for name in names]
            game = load("deadcells")
            played = new_file(game)
            played.campaign.runes = ("vine",)
            mine = await ada.post("/api/campaigns", played.to_json(game))
            path = f"/api/campaigns/{mine['id']}"
            forged = {"invite": mine["invite"][:-2]}
            await refused(bruno.post(f"{path}/take", forged), 404, "NoSuchThing")
            await refused(bruno.post(f"{path}/reset"), 404, "NoSuchThing")
            taken = await bruno.post(f"{path}/take", {"invite": mine["invite"]})
            assert taken["id"] == mine["id"]
            assert (await ada.get("/api/campaigns"))["campaigns"] == []
            await refused(
                carla.post(f"{path}/take", {"invite": mine["invite"]}), 404, "NoSuchThing"
            )
            assert (await bruno.get(path))["campaign"]["runes"] == ["vine"]
            await bruno.post(f"{path}/reset")
            assert (await bruno.get(path))["campaign"] == new_file(game).to_json(game)["campaign"]

    run(evening)


def test_the_deal_of_the_day_is_the_same_for_all_and_dealt_once(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
            first = await ada.post("/api/daily/setawatch")
            assert (await ada.post("/api/daily/setawatch"))["id"] == first["id"]
            second = await bruno.post("/api/daily/setawatch")
            async with ada.sit(first["id"]) as one, bruno.sit(second["id"]) as two:
                assert (await one.my_turn()).view == (await two.my_turn()).view
                assert {"seeded", "daily"} <= set((one.last and one.last.marks) or [])
                await play(one, random.Random(1))
            deal = await bruno.get("/api/daily/setawatch")
            assert [(one["name"], one["mine"]) for one in deal["results"]] == [("Ada", False)]

    run(evening)
