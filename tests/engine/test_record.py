"""Record files: whole or not at all, and every kind of wrong file gets its sentence."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from embertable.engine.errors import (
    DamagedRecord,
    EmbertableError,
    ForeignRecord,
    NewerVersion,
    UnreadableFile,
)
from embertable.engine.record import FORMAT, RECORD, Entry, Record, load_record, record_from_json


def a_record() -> Record:
    return Record(
        game="toy",
        rules=3,
        content="c0",
        options={"mood": "calm"},
        seed=7,
        commitment="ab" * 32,
        start="s" * 32,
        players=["Ada", "bot:random"],
        entries=[
            Entry(0, {"is": "Say", "seat": 0, "word": "è"}, "h1"),
            Entry(0, None, "h2"),
            Entry(1, {"is": "Count", "seat": 1, "number": 2}, "h3"),
        ],
    )


def test_a_saved_record_comes_back_as_it_was(tmp_path):
    path = tmp_path / "game.json"
    a_record().save(path)
    again = load_record(path)
    assert again.file == str(path)
    again.file = "record"
    assert again == a_record()


def test_a_record_is_plain_json_with_one_field_a_line(tmp_path):
    path = tmp_path / "game.json"
    a_record().save(path)
    text = path.read_text(encoding="utf-8")
    assert text.startswith('{\n "format": "embertable-record",\n "version": 4,\n')
    assert text.endswith("}\n")
    assert "è" in text
    assert json.loads(text)["entries"][1] == {"seat": 0, "undo": True, "hash": "h2"}


def test_the_format_is_that_of_the_last_release():
    """Old records must open: a change of form needs a new version and keeps reading this one."""
    assert (FORMAT, RECORD.current) == ("embertable-record", 4)
    assert record_from_json({**a_record().to_json(), "version": 1}, a_record().file) == a_record()
    assert list(a_record().to_json()) == [
        "format",
        "version",
        "game",
        "rules",
        "content",
        "options",
        "seed",
        "commitment",
        "key",
        "players",
        "start",
        "entries",
    ]


# A file that cannot be written.


@pytest.mark.parametrize("step", ["fsync", "replace", "write"])
def test_a_failing_disk_leaves_the_old_record_and_no_rubbish(tmp_path, monkeypatch, step):
    path = tmp_path / "game.json"
    a_record().save(path)
    before = path.read_bytes()

    def fail(*args, **kwargs):
        raise OSError(28, "No space left on device")

    if step == "fsync":
        monkeypatch.setattr(os, "fsync", fail)
    elif step == "replace":
        monkeypatch.setattr(os, "replace", fail)
        monkeypatch.setattr(Path, "replace", fail)
    else:
        reading = Path.open

        def fail_to_write(self, mode="r", *args, **kwargs):
            return fail() if "w" in mode else reading(self, mode, *args, **kwargs)

        monkeypatch.setattr(Path, "open", fail_to_write)
    changed = a_record()
    changed.entries.clear()
    with pytest.raises(UnreadableFile) as refused:
        changed.save(path)
    assert str(refused.value) == f"{path} cannot be read or written: No space left on device."
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupted_save_leaves_the_old_record_and_no_rubbish(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    a_record().save(path)
    before = path.read_bytes()

    def interrupt(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        a_record().save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_record_that_cannot_be_put_into_json_leaves_the_old_one(tmp_path):
    path = tmp_path / "game.json"
    a_record().save(path)
    before = path.read_bytes()
    broken = a_record()
    broken.entries.append(Entry(0, {"is": object()}, "h4"))
    with pytest.raises(TypeError):
        broken.save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(UnreadableFile, match="No such file or directory"):
        a_record().save(tmp_path / "nowhere" / "game.json")


# A file that cannot be read.


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(UnreadableFile) as refused:
        load_record(tmp_path / "none.json")
    assert str(refused.value).endswith(
        "none.json cannot be read or written: No such file or directory."
    )


def test_a_folder_is_no_record(tmp_path):
    with pytest.raises(UnreadableFile):
        load_record(tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello",
        b"{}",
        b"[]",
        b"null",
        b"3",
        b'{"format": "other"}',
        b"\xff\xfe\x00",
        b"[" * 90,
    ],
)
def test_a_foreign_file_is_told_apart(tmp_path, content):
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(ForeignRecord) as refused:
        load_record(path)
    assert str(refused.value) == f"{path} is not an Embertable record."


def test_a_truncated_record_is_damaged_wherever_it_was_cut(tmp_path):
    path = tmp_path / "game.json"
    a_record().save(path)
    whole = path.read_bytes()
    for length in range(40, len(whole) - 2, 7):
        path.write_bytes(whole[:length])
        with pytest.raises((DamagedRecord, ForeignRecord)) as refused:
            load_record(path)
        assert str(path) in str(refused.value)


def test_every_changed_byte_is_either_harmless_or_named(tmp_path):
    path = tmp_path / "game.json"
    a_record().save(path)
    whole = path.read_bytes()
    named: list[str] = []
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + b"\x00" + whole[place + 1 :])
        try:
            load_record(path)
        except EmbertableError as error:
            named.append(str(error))
    assert len(named) > len(whole) // 3
    assert all(str(path) in sentence for sentence in named)


def test_nested_rubbish_does_not_exhaust_the_reader(tmp_path):
    path = tmp_path / "game.json"
    path.write_text('{"format": "embertable-record", "version": 1, "x": ' + "[" * 100_000)
    with pytest.raises(DamagedRecord):
        load_record(path)


def test_a_newer_record_asks_for_a_newer_embertable():
    saved = {**a_record().to_json(), "version": 5}
    with pytest.raises(NewerVersion) as refused:
        record_from_json(saved, "game.json")
    assert str(refused.value) == (
        "game.json has record version 5; this Embertable reads up to version 4. "
        "Open it with a newer release."
    )


WRONG: dict[str, tuple[object, ...]] = {
    "version": ("1", None, True, 1.5),
    "game": (None, 3, ["toy"]),
    "rules": ("3", None, True, 1.0),
    "content": (None, 3),
    "options": (None, "calm", ["mood"]),
    "seed": ("7", 1.5, True, []),
    "commitment": (None, 3),
    "key": (3, []),
    "players": (None, "Ada", {}),
    "start": (None, 0),
    "entries": (None, {}, "none"),
}


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, values in WRONG.items() for value in values]
)
def test_a_field_of_the_wrong_kind_is_named(field, value):
    saved = {**a_record().to_json(), field: value}
    with pytest.raises(DamagedRecord) as refused:
        record_from_json(saved, "game.json")
    assert str(refused.value) == (
        f"game.json is a damaged record: '{field}' is missing or of the wrong kind."
    )


@pytest.mark.parametrize("field", [field for field in WRONG if field not in {"seed", "key"}])
def test_a_missing_field_is_named(field):
    saved = a_record().to_json()
    del saved[field]
    with pytest.raises(DamagedRecord, match=f"'{field}' is missing"):
        record_from_json(saved)


def test_options_that_are_no_words_are_named():
    with pytest.raises(DamagedRecord, match="options are not words"):
        record_from_json({**a_record().to_json(), "options": {"mood": 3}})


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (3, "entry 1 is not an object"),
        ({"seat": 0, "hash": "h"}, "entry 1 neither does nor undoes anything"),
        ({"seat": 0, "undo": "yes", "hash": "h"}, "entry 1 neither does nor undoes anything"),
        ({"seat": 0, "do": "Say", "hash": "h"}, "entry 1 holds no action"),
        ({"seat": "0", "do": {}, "hash": "h"}, "'seat' is missing or of the wrong kind"),
        ({"seat": 0, "do": {}}, "'hash' is missing or of the wrong kind"),
    ],
)
def test_a_wrong_entry_is_named(entry, problem):
    with pytest.raises(DamagedRecord) as refused:
        record_from_json({**a_record().to_json(), "entries": [entry]})
    assert problem in str(refused.value)
