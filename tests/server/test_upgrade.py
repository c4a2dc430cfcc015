"""Upgrades: after a raised rules version every table goes on, or is read-only and says why (T22)."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from embertable import load
from embertable.server.client import ApiError
from embertable.server.protocol import Chat, Done, Hint, Refused, Undo
from tests.records.earlier_games import EARLIER, OUTCOMES
from tests.rule_change import raise_rules
from tests.server.running import play, run, serving, signed_in

PRESENT = load("lueur").rules_version
BOTH = [{"kind": "me"}, {"kind": "me"}]
DECISIONS = 40
"""More than a first round of Lueur, in which the changed evening is reached."""


def played_table(store, decisions=DECISIONS, **wish):
    """A table of Lueur on which Ada decided for both seats: its id and her cookie."""
    kept: dict[str, Any] = {}

    async def evening():
        async with serving(store) as (_, address):
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur", "seats": BOTH, **wish})
            async with ada.sit(table["id"]) as seat:
                await play(seat, random.Random(3), decisions)
            kept.update(id=table["id"], cookie=ada.cookie, created=table)

    run(evening)
    return kept


def upgraded(store, kept, work):
    """Do something at the server of the next release, as Ada."""

    async def evening():
        async with serving(store) as (_, address):
            ada = await signed_in(address)
            ada.cookie = kept["cookie"]
            return await work(ada)

    return run(evening)


def test_a_running_table_goes_on_where_every_position_agrees(tmp_path, monkeypatch):
    store = tmp_path / "t.sqlite"
    kept = played_table(store)
    raise_rules(monkeypatch)

    async def look(ada):
        async with ada.sit(kept["id"]) as seat:
            position = await seat.my_turn()
            assert not position.read_only
            assert "under which it goes on" in position.notice
            assert isinstance(await seat.act(position.options[0]), Done)
        with pytest.raises(ApiError) as refused:
            await ada.post(f"/api/tables/{kept['id']}/continue")
        assert refused.value.body["error"] == "NotReadOnly"
        italian = await ada.get(f"/api/tables/{kept['id']}?lang=it")
        assert "con cui prosegue" in italian["notice"]

    upgraded(store, kept, look)


def test_a_table_of_these_rules_has_no_notice(tmp_path):
    store = tmp_path / "t.sqlite"
    kept = played_table(store, 3)

    async def look(ada):
        async with ada.sit(kept["id"]) as seat:
            position = await seat.my_turn()
            assert (position.notice, position.read_only) == ("", False)

    upgraded(store, kept, look)


def test_a_table_that_goes_differently_is_read_only_and_continues_elsewhere(tmp_path, monkeypatch):
    store = tmp_path / "t.sqlite"
    kept = played_table(store)
    raise_rules(monkeypatch, "evening")
    at = f"/api/tables/{kept['id']}"

    async def look(ada):
        ben = await signed_in(ada.address, "Ben")
        async with ada.sit(kept["id"]) as seat:
            position = await seat.position()
            promise = position.commitment
            assert position.read_only
            assert "so it is read-only" in position.notice
            assert (position.awaited, position.options, position.choice) == ([], [], None)
            assert not position.undo.free
            assert not position.undo.propose
            for message in (Undo(id="u", seq=position.seq), Hint(id="h")):
                answer = await seat.ask(message)
                assert isinstance(answer, Refused)
                assert answer.error == "ReadOnlyTable"
        info = await ada.get(at)
        assert info["read_only"]
        assert not info["awaited"]
        assert "solo guardare" in (await ada.get(f"{at}?lang=it"))["notice"]
        with pytest.raises(ApiError):
            await ben.post(f"{at}/continue")
        new = await ada.post(f"{at}/continue")
        assert [seat["name"] for seat in new["people"]] == [one["name"] for one in info["people"]]
        assert all(seat["mine"] for seat in new["people"])
        assert new["decisions"] == info["decisions"]
        # Asked again, it is the same table: nobody tries the luck twice.
        assert (await ada.post(f"{at}/continue"))["id"] == new["id"]
        async with ada.sit(new["id"]) as seat:
            position = await seat.my_turn()
            assert "continued" in position.marks
            assert position.commitment == promise
            assert not position.read_only
            last = await play(seat, random.Random(4), 200)
            assert last.seq > DECISIONS
        listed = await ada.get("/api/tables")
        assert {one["id"] for one in listed["mine"]} == {kept["id"], new["id"]}

    upgraded(store, kept, look)


def test_a_read_only_table_keeps_every_entry(tmp_path, monkeypatch, capsys):
    """Going back to the release that played it, the game goes on as if nothing had happened."""
    store = tmp_path / "t.sqlite"
    kept = played_table(store)
    with monkeypatch.context() as patch:
        raise_rules(patch, "evening")

        async def look(ada):
            async with ada.sit(kept["id"]) as seat:
                await seat.position()
                assert isinstance(
                    await seat.ask(Chat(id="c", text="See you at the new table")), Done
                )

        upgraded(store, kept, look)

    async def go_on(ada):
        async with ada.sit(kept["id"]) as seat:
            position = await seat.my_turn()
            assert position.notice == ""
            assert isinstance(await seat.act(position.options[0]), Done)
        assert (await ada.get(f"/api/tables/{kept['id']}"))["decisions"] == DECISIONS + 1

    upgraded(store, kept, go_on)


def test_control_without_a_new_version_a_difference_is_damage(tmp_path, monkeypatch):
    store = tmp_path / "t.sqlite"
    kept = played_table(store)
    raise_rules(monkeypatch, "evening")
    monkeypatch.setattr(load("lueur"), "rules_version", PRESENT)

    async def look(ada):
        with pytest.raises(ApiError) as refused:
            await ada.get(f"/api/tables/{kept['id']}")
        assert refused.value.body["error"] == "BrokenTable"

    upgraded(store, kept, look)


# Records of earlier rules.


@pytest.mark.parametrize(
    "name",
    ["faceless-silence-rules-1", "setawatch-easy-won-rules-3", "setawatch-riders-4-rules-2"],
)
def test_an_uploaded_record_of_earlier_rules_is_shown_as_far_as_it_agrees(name, tmp_path):
    saved = json.loads((EARLIER / f"{name}.json").read_text())
    agreed = json.loads(OUTCOMES.read_text())[name]

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            if agreed == "none":
                with pytest.raises(ApiError) as refused:
                    await ada.post("/api/records", saved)
                assert "sets the game up differently" in refused.value.body["text"]
                return
            last = len(saved["entries"]) if agreed == "all" else agreed
            info = await ada.post("/api/records", saved)
            assert info["decisions"] == last
            assert info["over"] == (agreed == "all")
            at = f"/api/records/{info['id']}"
            frame = await ada.get(f"{at}/replay?at=9999")
            assert (frame["at"], frame["last"]) == (last, last)
            sentence = "under which it goes on" if agreed == "all" else "so it is read-only"
            assert sentence in info["notice"]
            assert sentence in frame["notice"]
            assert (await ada.get(at))["entries"] == saved["entries"], "the file stays whole"
            fork = await ada.post(f"{at}/fork", {"at": last - 1})
            assert not fork["read_only"]

    run(evening)
