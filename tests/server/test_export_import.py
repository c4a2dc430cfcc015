"""Stores are exported, imported, copied and examined; tables of every released form still open."""

from __future__ import annotations

import json
import random
import socket
import sqlite3
from pathlib import Path

import pytest

from tests.cli import Commands
from tests.server.running import play, run, serving, signed_in

KEPT = Path(__file__).parent / "stores"
"""Exports of every released form; all must stay readable."""


@pytest.fixture
def store(tmp_path):
    """A store with a finished game, a running one, and a campaign."""
    file = tmp_path / "t.sqlite"

    async def evening():
        async with serving(file) as (_, address):
            ada = await signed_in(address)
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            for most in (1000, 5):
                wish = {"game": "setawatch", "seats": seats}
                table = await ada.post("/api/tables", wish)
                async with ada.sit(table["id"]) as seat:
                    await play(seat, random.Random(1), most)
            await ada.post("/api/campaigns")

    run(evening)
    return file


def test_a_store_moves_to_another_place_whole(store, tmp_path, capsys):
    command = Commands(capsys)
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    assert "2 tables" in command("export", first, "--store", store).out
    assert first.stat().st_mode & 0o077 == 0
    other = tmp_path / "other.sqlite"
    for _ in range(2):
        assert "2 tables" in command("import", first, "--store", other).out
    command("export", second, "--store", other)
    assert second.read_text() == first.read_text()
    assert "session" not in first.read_text()
    assert command("export", first, "--store", store).code == 1, "it is there already"


def test_an_import_of_something_else_is_refused(store, tmp_path, capsys):
    command = Commands(capsys)
    first = tmp_path / "first.jsonl"
    command("export", first, "--store", store)
    head, table, *_ = first.read_text().splitlines()
    changed = json.loads(table)
    changed["entries"][0]["host"] = "somebody else"
    hostile = {"document": {"kind": "session", "id": "x", "owner": "", "body": "", "changed": 0}}
    files = {
        "": "line",
        "{}": "it is not an embertable-tables file",
        head.replace("1}", "2}"): "newer",
        f"{head}\n{{": "line 2 is not JSON",
        f"{head}\n[]": "line 2 is not an object",
        f'{head}\n{{"table": 1}}': "line 2 is not a table",
        f"{head}\n{json.dumps(changed)}": "has a different log here",
        f"{head}\n{json.dumps(hostile)}": "not imported",
    }
    for text, problem in files.items():
        bad = tmp_path / "bad.jsonl"
        bad.write_text(text)
        said = command("import", bad, "--store", store)
        if text:
            assert said.code == 1
            assert problem in said.sentence()
    assert command("import", tmp_path / "none", "--store", store).code == 1
    assert command("doctor", "--store", store).code == 0


def test_a_backup_is_the_store_and_can_be_made_while_it_is_used(store, tmp_path, capsys):
    command = Commands(capsys)
    copy = tmp_path / "copy.sqlite"
    held = sqlite3.connect(store)
    held.execute("begin")
    held.execute("select * from entries").fetchone()
    assert command("backup", copy, "--store", store).code == 0
    held.close()
    one, two = [command("doctor", "--store", file, "--json").json() for file in (store, copy)]
    assert one == two
    assert one["tables"] == 2
    assert command("backup", copy, "--store", store).code == 1


OTHER_HASH = """
    update entries set body = cast(replace(cast(body as text), '"hash":"', '"hash":"0') as blob)
    where seq = 2
"""


@pytest.mark.parametrize(
    ("harm", "problem"),
    [
        ("delete from entries where seq = 3", "entry 3 is missing"),
        ("delete from documents where kind = 'key'", "the key of its random numbers is missing"),
        ("update documents set body = zeroblob(32) where kind = 'key'", "key is not the one"),
        ("update entries set body = cast('{' as blob) where seq = 2", "cannot be read"),
        (OTHER_HASH, "does not replay"),
    ],
)
def test_the_doctor_finds_what_is_wrong(store, capsys, harm, problem):
    connection = sqlite3.connect(store)
    connection.execute(harm)
    connection.commit()
    connection.close()
    said = Commands(capsys)("doctor", "--store", store)
    assert said.code == 1
    assert problem in said.out


@pytest.mark.parametrize("file", sorted(KEPT.glob("*.jsonl")), ids=lambda file: file.stem)
def test_tables_of_every_released_form_open_and_go_on(file, tmp_path, capsys):
    command = Commands(capsys)
    store = tmp_path / "t.sqlite"
    assert command("import", file, "--store", store).code == 0
    findings = command("doctor", "--store", store, "--json").json()
    assert findings["problems"] == {}
    # A later release may play by other rules; then it says so instead of going on wrongly.
    assert all("rules version" in problem for problem in findings["read_only"].values())
    assert findings["tables"] >= 2


def test_a_store_that_is_none_and_a_port_that_is_taken_are_told_in_a_sentence(tmp_path, capsys):
    command = Commands(capsys)
    other = tmp_path / "other.txt"
    other.write_text("no database" * 100)
    assert "not a database" in command("doctor", "--store", other).sentence()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = command("serve", "--port", port, "--store", tmp_path / "t.sqlite")
        assert f"127.0.0.1:{port}" in said.sentence()
