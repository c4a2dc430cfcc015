"""Records: download, upload, viewing from any seat, forks, and the proof of the random numbers."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from embertable.engine.chance import keyed
from embertable.server.client import ApiError
from tests.cli import Commands
from tests.server.running import play, run, serving, signed_in

BOTH = [{"kind": "me"}, {"kind": "me"}]


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A finished game of Lueur: its record, and the commitment from its start."""
    kept: dict[str, Any] = {}

    async def evening():
        async with serving(tmp_path_factory.mktemp("store") / "t.sqlite") as (_, address):
            ada, clara = [await signed_in(address, name) for name in ("Ada", "Clara")]
            table = await ada.post("/api/tables", {"game": "lueur", "seats": BOTH})
            at = f"/api/tables/{table['id']}"
            async with ada.sit(table["id"]) as seat:
                first = await seat.my_turn()
                kept["commitment"] = first.commitment
                running = await clara.get(f"{at}/record?invite={table['invite']}")
                assert running["is"] == "position"
                assert running["seat"] is None
                with pytest.raises(ApiError) as caught:
                    await clara.get(f"{at}/replay?at=1&invite={table['invite']}")
                assert caught.value.body["error"] == "NotOver"
                with pytest.raises(ApiError) as caught:
                    await clara.get(f"{at}/review?invite={table['invite']}")
                assert caught.value.body["error"] == "NotOver"
                with pytest.raises(ApiError) as caught:
                    await clara.get(f"{at}/chances?invite={table['invite']}")
                assert caught.value.body["error"] == "NotOver"
                rng = random.Random(5)
                last = await play(seat, rng)
                assert last.result
                kept["key"] = last.result.key
            kept["record"] = await clara.get(f"{at}/record")
            frame = await clara.get(f"{at}/replay?at=3&seat=1&lang=it")
            assert (frame["at"], frame["seat"]) == (3, 1)
            fork = await clara.post(f"{at}/fork", {"at": 4})
            async with clara.sit(fork["id"]) as seat:
                position = await seat.position()
                assert "fork" in position.marks
                assert position.awaited != []

    run(evening)
    return kept


def test_the_key_at_the_end_is_the_one_promised(finished):
    assert keyed(bytes.fromhex(finished["key"])).commitment() == finished["commitment"]
    assert finished["record"]["key"] == finished["key"]


def test_replay_verifies_a_downloaded_game_and_its_luck(finished, tmp_path, capsys):
    command = Commands(capsys)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(finished["record"]))
    assert command("replay", file, "--verify", "--json").json()["ok"]
    other = {**finished["record"], "key": "00" * 32}
    file.write_text(json.dumps(other))
    said = command("replay", file, "--verify")
    assert (said.code, "key is not the one promised" in said.err) == (1, True)


def damaged(record, how):
    copy = json.loads(json.dumps(record))
    how(copy)
    return copy


@pytest.mark.parametrize(
    ("how", "error"),
    [
        (lambda record: record.clear(), "ForeignRecord"),
        (lambda record: record.update(version=99), "NewerVersion"),
        (lambda record: record.update(game="chess"), "BadRecord"),
        (lambda record: record.update(key="11" * 32), "BadRecord"),
        (lambda record: record.update(key=None), "BadRecord"),
        (lambda record: record["entries"][3].update(hash="0"), "BadRecord"),
        (lambda record: record["entries"][3]["do"].update(seat=7), "BadRecord"),
        (lambda record: record.update(entries=[record["entries"][0]] * 6000), "BadRecord"),
    ],
)
def test_a_damaged_upload_is_refused_and_a_whole_one_played_again(finished, tmp_path, how, error):
    async def upload():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            with pytest.raises(ApiError) as caught:
                await ada.post("/api/records", damaged(finished["record"], how))
            assert (caught.value.status, caught.value.body["error"]) == (400, error)

    run(upload)


def test_an_uploaded_game_is_shown_and_goes_on(finished, tmp_path):
    async def upload():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            kept = await ada.post("/api/records", finished["record"])
            assert kept["over"]
            last = kept["decisions"]
            at = f"/api/records/{kept['id']}"
            frames = [await ada.get(f"{at}/replay?at={n}") for n in (0, 10, last)]
            assert [frame["at"] for frame in frames] == [0, 10, last]
            assert frames[2]["result"]
            assert frames[1]["decision"]
            assert await ada.get(at) == finished["record"]
            costly = (await ada.get(f"{at}/review?lang=it"))["decisions"]
            assert 1 <= len(costly) <= 3
            assert all(one["played"] != one["better"] and one["why"] for one in costly)
            first = await ada.get(f"{at}/chances?seat=1")
            assert (first["part"], first["last"]) == (0, last)
            assert first["points"][0]["number"] == 0
            rest = [
                await ada.get(f"{at}/chances?seat=1&part={n}") for n in range(1, first["parts"])
            ]
            end = rest[-1]["points"][-1]
            assert end["number"] == last
            assert end["chance"] in (0.0, 1.0)
            assert all(0 < one["number"] <= last for one in costly)
            assert all(one["text"].startswith("Io sceglierei «") for one in costly)
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            table = await ada.post(f"{at}/fork", {"at": 10, "seats": seats})
            async with ada.sit(table["id"]) as seat:
                assert (await play(seat, random.Random(2))).result

    run(upload)
