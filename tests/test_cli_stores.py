"""The commands about a server's store: what they refuse, and that reading never creates."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from embertable.server.sqlite import SqliteStore
from tests.cli import Commands

READING = (["doctor"], ["backup", "copy.sqlite"], ["export", "copy.jsonl"])


@pytest.fixture
def command(capsys, monkeypatch, tmp_path) -> Commands:
    for name in ("EMBERTABLE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return Commands(capsys)


def make_store(path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(path)
        await store.open()
        await store.close()

    asyncio.run(work())


@pytest.mark.parametrize("call", READING, ids=lambda call: call[0])
def test_a_reading_command_makes_no_store(command, tmp_path, call):
    said = command(*call, "--store", "nope.sqlite")
    assert said.code == 1
    assert said.sentence() == "There is no store at nope.sqlite."
    said = command(*call, "--store", "no/such/folder/nope.sqlite")
    assert said.code == 1
    assert said.sentence() == "There is no store at no/such/folder/nope.sqlite."
    assert command(*call).code == 1, "nor the usual one"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("call", READING, ids=lambda call: call[0])
def test_a_mistyped_store_is_guessed(command, tmp_path, call):
    make_store(tmp_path / "tables.sqlite")
    (tmp_path / "nopes.sqlite").write_text("not a store")
    said = command(*call, "--store", "nope.sqlite")
    assert said.sentence() == "There is no store at nope.sqlite (did you mean tables.sqlite?)."
    assert command(*call, "--store", "nope.sqlite", "--lang", "it").sentence() == (
        "Non c'è un archivio in nope.sqlite (forse tables.sqlite?)."
    )
    assert command(*call, "--store", "tables.sqlite").code == 0


@pytest.mark.parametrize("call", [*READING, ["import", "in.jsonl"], ["serve", "--port", "0"]])
@pytest.mark.parametrize("address", ["mysql://localhost/tables", "mongodb+srv://x", "sqlite:///t"])
def test_an_unknown_kind_of_store_is_refused(command, tmp_path, call, address):
    (tmp_path / "in.jsonl").write_text('{"format":"embertable-tables","version":1}\n')
    said = command(*call, "--store", address)
    assert said.code == 2
    assert address.partition("://")[0] in said.sentence()
    assert "postgresql://" in said.sentence()
    assert [one.name for one in tmp_path.iterdir()] == ["in.jsonl"]


@pytest.mark.parametrize("call", [*READING, ["import", "in.jsonl"], ["serve", "--port", "0"]])
def test_a_folder_or_a_foreign_file_is_no_store(command, tmp_path, call):
    (tmp_path / "in.jsonl").write_text('{"format":"embertable-tables","version":1}\n')
    (tmp_path / "folder").mkdir()
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0" * 1000)
    with sqlite3.connect(tmp_path / "places.sqlite") as foreign:
        foreign.execute("create table bookmarks (address text)")
        foreign.execute("pragma user_version = 77")
    foreign.close()
    before = (tmp_path / "places.sqlite").read_bytes()
    for name in ("folder", "photo.jpg", "places.sqlite"):
        said = command(*call, "--store", name)
        assert said.code == 1
        assert name in said.sentence()
    assert (tmp_path / "places.sqlite").read_bytes() == before
    assert not any(one.name.startswith("copy.") for one in tmp_path.iterdir())


def test_an_empty_file_is_no_store_to_read(command, tmp_path):
    (tmp_path / "empty.sqlite").touch()
    assert command("doctor", "--store", "empty.sqlite").code == 1
    assert (tmp_path / "empty.sqlite").read_bytes() == b""


@pytest.mark.parametrize("call", [*READING, ["import", "in.jsonl"], ["serve", "--port", "0"]])
def test_a_database_that_is_away(command, tmp_path, call):
    (tmp_path / "in.jsonl").write_text('{"format":"embertable-tables","version":1}\n')
    said = command(*call, "--store", "postgresql://ada:secret@127.0.0.1:9/tables")
    assert said.code == 1
    sentence = said.sentence()
    assert "postgresql://ada@127.0.0.1:9/tables" in sentence
    assert "secret" not in sentence
    assert "Errno" not in sentence
    assert command(*call, "--store", "postgresql://ada@127.0.0.1:port/").code == 1


def test_import_makes_a_store(command, tmp_path):
    (tmp_path / "in.jsonl").write_text('{"format":"embertable-tables","version":1}\n')
    assert command("import", "in.jsonl", "--store", "new/tables.sqlite").code == 0
    assert (tmp_path / "new" / "tables.sqlite").is_file()


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe binary \x80" * 50, b"{}\n", b"hello\n"])
def test_a_file_that_is_no_export_is_refused_and_makes_no_store(command, tmp_path, content):
    (tmp_path / "in.jsonl").write_bytes(content)
    said = command("import", "in.jsonl", "--store", "new.sqlite")
    assert said.code == 1
    assert "in.jsonl" in said.sentence()
    assert "codec" not in said.sentence()
    assert [one.name for one in tmp_path.iterdir()] == ["in.jsonl"]


@pytest.mark.parametrize("name", ["backup", "export"])
def test_a_copy_into_a_missing_folder(command, tmp_path, name):
    make_store(tmp_path / "tables.sqlite")
    said = command(name, "no/such/copy", "--store", "tables.sqlite")
    assert said.code == 1
    assert "no/such/copy" in said.sentence()
    assert "Errno" not in said.sentence()


@pytest.mark.parametrize("name", ["backup", "export"])
def test_a_copy_does_not_replace_a_file(command, tmp_path, name):
    make_store(tmp_path / "tables.sqlite")
    (tmp_path / "thesis").write_text("years of work")
    said = command(name, "thesis", "--store", "tables.sqlite")
    assert said.code == 1
    assert "--resume" not in said.sentence()
    assert (tmp_path / "thesis").read_text() == "years of work"
