"""What every released version wrote opens in this one, or says in a sentence why not (T31)."""

from __future__ import annotations

import importlib
import json
import re
import sqlite3
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from embertable import load
from embertable.bots.fitted import read_fit
from embertable.engine import content, versions
from embertable.engine.errors import (
    BadContent,
    EmbertableError,
    NewerVersion,
    OtherRules,
    WrongHash,
)
from embertable.engine.record import load_record, record_from_json
from embertable.engine.session import open_record, resume, resume_agreed
from embertable.engine.table import CHANCE
from embertable.engine.versions import KINDS
from embertable.games import GAMES
from embertable.lab.growing_file import GrowingFile
from embertable.lab.regret_set import RegretSet
from embertable.lab.training import TRAIN
from embertable.server.content_packs import read_pack
from tests.cli import Commands

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
HERE = Path(__file__).parent

for module in (
    "bots.fitted",
    "engine.content",
    "engine.record",
    "games.deadcells.campaign_file",
    "lab.regret_set",
    "lab.results_log",
    "lab.training",
    "server.export_import",
    "server.migrations",
    "server.protocol",
    "server.workshop.kept_packs",
):
    importlib.import_module(f"embertable.{module}")

FIXTURES = {
    "record": {
        1: [HERE / "record-1.json", TESTS / "records" / "lueur-province-2.json"],
        2: [HERE / "record-2.json"],
        3: [HERE / "record-3.json", TESTS / "records" / "lueur-companion.json"],
        4: [TESTS / "records" / "setawatch-companion.json"],
    },
    "campaign": {
        version: [TESTS / "campaigns" / f"version-{version}" / "ours.json"] for version in (1, 2)
    },
    "pack": {1: [HERE / "pack-1.toml"]},
    "kept_pack": {1: [HERE / "kept-pack-1.json"]},
    "store": {number: [TESTS / "server" / "stores" / f"form-{number}.sql"] for number in (1, 2)},
    "export": {1: [TESTS / "server" / "stores" / "form-1.jsonl"]},
    "results": {number: [HERE / f"results-{number}.jsonl"] for number in (1, 2)},
    "regret": {1: [HERE / "regret-1.jsonl"]},
    "train": {1: [HERE / "train-1.jsonl"]},
    "weights": {1: [HERE / "weights-1.json"]},
}
"""The files that each released version of each kind wrote."""

NOT_STORED = ("protocol",)


def test_every_version_of_every_kind_has_a_fixture():
    """Whoever raises a version adds what the last one wrote."""
    assert set(FIXTURES) | set(NOT_STORED) == set(KINDS)
    for name, files in FIXTURES.items():
        released = set(range(1, KINDS[name].current + 1))
        # What the present version writes, the other tests write all the time.
        assert released - {KINDS[name].current} <= set(files) <= released
        assert all(file.exists() for some in files.values() for file in some)


def test_the_page_names_every_kind_and_its_version():
    page = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")
    for name, kind in KINDS.items():
        assert re.search(rf"^\|[^|\n]*`{name}`[^|\n]*\| {kind.current} \|", page, re.MULTILINE), (
            f"docs/versions.md does not say that {name} has version {kind.current}"
        )


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_kind_is_refused_by_its_name(language):
    for kind in KINDS.values():
        with pytest.raises(NewerVersion) as refused:
            kind.check(kind.current + 1, "x.json")
        assert refused.value.render(language).endswith(".")


# Records and packs.


def outcomes(file: Path, pack: Path | None = None) -> tuple[str, str]:
    """The last hash of a record and of its replay; the sentence instead, if it goes differently."""
    record = load_record(file)
    game = load(record.game)
    session, problem = resume_agreed(game, record, game.read_content(pack) if pack else None)
    if problem is not None:
        return str(problem), str(problem)
    return record.entries[-1].hash, session.record.entries[-1].hash


def test_a_record_and_a_pack_of_the_first_release_open():
    theirs, ours = outcomes(HERE / "record-1.json", HERE / "pack-1.toml")
    assert theirs == ours
    assert "damaged" not in ours


def test_a_record_with_parts_of_its_players_opens():
    theirs, ours = outcomes(HERE / "record-2.json")
    assert theirs == ours
    assert len(load_record(HERE / "record-2.json").luck or ()) == 2


def test_a_companion_table_that_asked_for_dice_alone_opens_and_stays_one():
    """Version 3 dealt the cards of Set a Watch, and said only that the table was a companion's."""
    theirs, ours = outcomes(HERE / "record-3.json")
    assert theirs == ours
    record = load_record(HERE / "record-3.json")
    assert record.dice_only
    assert record.to_json()["companion"] == "dice"
    assert record_from_json(record.to_json()).dice_only
    kinds = {
        entry.action["is"] for entry in record.entries if entry.action and entry.seat == CHANCE
    }
    assert kinds == {"ShowValue", "StackFirewood"}
    other = load_record(TESTS / "records" / "lueur-companion.json")
    assert not open_record(load("lueur"), other).record.dice_only


def test_control_a_changed_pack_is_noticed(tmp_path):
    other = tmp_path / "pack-1.toml"
    text = (HERE / "pack-1.toml").read_text(encoding="utf-8")
    other.write_text(re.sub(r'"gain_bursts", n = \d', '"gain_bursts", n = 9', text), "utf-8")
    record = load_record(HERE / "record-1.json")
    game = load("lueur")
    with pytest.raises(OtherRules):
        resume(game, record, game.read_content(other))
    with pytest.raises(OtherRules):
        resume(game, record)  # The printed pack is not that pack either.
    record.content = game.read_content(other).hash
    record.rules = game.rules_version
    with pytest.raises(WrongHash):
        resume(game, record, game.read_content(other))


@pytest.mark.parametrize("place", ["top", "meta"])
def test_the_version_of_a_pack_is_read(place, tmp_path):
    text = (HERE / "pack-1.toml").read_text(encoding="utf-8")
    file: Path = tmp_path / "pack.toml"

    def written(version: str) -> Path:
        line = f"schema = {version}\n"
        whole = line + text if place == "top" else text.replace("[meta]\n", f"[meta]\n{line}", 1)
        file.write_text(whole, encoding="utf-8")
        return file

    game = load("lueur")
    if place == "meta":
        assert game.read_content(written("1")).hash
    with pytest.raises(NewerVersion, match="pack version 2"):
        game.read_content(written("2"))
    for bad in ("0", '"new"', "true", "1.5"):
        with pytest.raises(BadContent, match="schema"):
            game.read_content(written(bad))


def test_an_older_pack_is_migrated(monkeypatch, tmp_path):
    """A planted version 2 that renamed a table: packs of version 1 still open."""

    def renamed(tables):
        return {("meta" if name == "about" else name): rows for name, rows in tables.items()}

    later = versions.Kind("pack of tomorrow", renamed)
    monkeypatch.setattr(content, "PACK", later)
    del KINDS["pack of tomorrow"]
    old = tmp_path / "old.toml"
    text = (HERE / "pack-1.toml").read_text(encoding="utf-8")
    old.write_text(text.replace("[meta]", "[about]", 1), encoding="utf-8")
    assert load("lueur").read_content(old).hash
    monkeypatch.undo()
    with pytest.raises(BadContent):
        load("lueur").read_content(old)


@pytest.mark.parametrize("name", GAMES)
def test_a_pack_names_only_files_that_exist(name):
    game = load(name)
    for pack in (game.folder() / "content").glob("*.toml"):
        named = re.findall(r"[\w./-]+\.(?:md|txt|toml)\b", pack.read_text(encoding="utf-8"))
        assert [one for one in named if not (ROOT / one).exists()] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_printed_pack_remembers_its_earlier_forms(name):
    game = load(name)
    assert game.content().hash not in game.earlier_packs
    assert len(set(game.earlier_packs)) == len(game.earlier_packs)
    kept = [*(TESTS / "records").glob(f"{name}-*.json")]
    kept += (TESTS / "records" / "earlier").glob(f"{name}-*.json")
    for file in kept:
        assert game.plays(game.content(), json.loads(file.read_text())["content"]), file


def problems_of_threads(reading: Callable[[], object], monkeypatch) -> list[Exception]:
    problems: list[Exception] = []
    gate = threading.Barrier(8)

    def read() -> None:
        gate.wait()
        try:
            reading()
        except EmbertableError as error:
            problems.append(error)

    monkeypatch.setattr(content, "READERS", {})
    monkeypatch.setattr(load("deadcells"), "_content", None)
    read_pack.cache_clear()
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=read) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
        read_pack.cache_clear()
    return problems


def test_a_server_reads_packs_in_several_threads_at_once(monkeypatch):
    assert problems_of_threads(lambda: read_pack("deadcells", ""), monkeypatch) == []


def test_control_packs_that_all_threads_read_at_once_fail(monkeypatch):
    found = (problems_of_threads(load("deadcells").content, monkeypatch) for _ in range(20))
    assert any(found)


# Campaigns, stores, exports and results.


@pytest.fixture
def command(capsys) -> Commands:
    return Commands(capsys)


@pytest.mark.parametrize("number", sorted(FIXTURES["campaign"]))
def test_a_campaign_of_every_version_opens(number, command, tmp_path):
    for file in FIXTURES["campaign"][number][0].parent.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    said = command("campaign", "show", tmp_path / "ours.json")
    assert said.code == 0, said.err
    saved = json.loads((tmp_path / "ours.json").read_text())
    (tmp_path / "ours.json").write_text(json.dumps({**saved, "version": 99}))
    assert "campaign version 99" in command("campaign", "show", tmp_path / "ours.json").sentence()


@pytest.mark.parametrize("number", sorted(FIXTURES["store"]))
def test_a_store_of_every_form_is_examined_without_a_problem(number, command, tmp_path):
    store = tmp_path / "t.sqlite"
    with sqlite3.connect(store) as connection:
        connection.executescript(FIXTURES["store"][number][0].read_text(encoding="utf-8"))
    findings = command("doctor", "--store", store, "--json").json()
    assert findings["problems"] == {}
    assert findings["tables"] == 4
    with sqlite3.connect(store) as connection:
        assert connection.execute("pragma user_version").fetchone() == (KINDS["store"].current,)
        connection.execute("pragma user_version = 99")
    before = store.read_bytes()
    assert "store version 99" in command("doctor", "--store", store).sentence()
    assert store.read_bytes() == before


def test_an_export_of_every_version_is_imported_and_a_newer_one_refused(command, tmp_path):
    old = FIXTURES["export"][1][0]
    assert command("import", old, "--store", tmp_path / "t.sqlite").code == 0
    newer = tmp_path / "newer.jsonl"
    newer.write_text(old.read_text().replace('"version":1', '"version":9', 1))
    said = command("import", newer, "--store", tmp_path / "other.sqlite")
    assert "export version 9" in said.sentence()
    assert not (tmp_path / "other.sqlite").exists()


def test_results_of_a_newer_lab_are_refused(command, tmp_path):
    folder = tmp_path / "lab"
    folder.mkdir()
    file = folder / "games.jsonl"
    old = FIXTURES["results"][1][0].read_text()
    file.write_text(old.replace('"version":1', '"version":9', 1))
    before = file.read_bytes()
    call = ("lab", HERE / "plan.toml", "--out", folder)
    assert "results version 9" in command(*call).err
    assert file.read_bytes() == before
    file.write_text(old)
    # Of an older one it says that it belongs to another plan, or goes on.
    assert command(*call).code in (0, 1)
    assert file.read_text().startswith('{"format"')


def test_decisions_of_an_earlier_version_are_read():
    for file in FIXTURES["regret"][1]:
        found = RegretSet(file, None)
        assert (found.header["game"], found.decisions()) == ("lueur", 5)


def test_games_and_weights_of_an_earlier_version_are_read():
    for file in FIXTURES["train"][1]:
        assert len(GrowingFile(file, TRAIN, None).entries) == 2
    for file in FIXTURES["weights"][1]:
        assert read_fit(file, "setawatch", ("one", "two")).weights == (0.5, -1.25)
