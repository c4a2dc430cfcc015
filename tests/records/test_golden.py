"""Golden games: recorded whole games replay to the same hashes and read the same.

`python -m tests.records.make` writes them anew.
"""

import pytest

from embertable import load
from embertable.engine.errors import WrongHash
from embertable.engine.record import load_record
from embertable.engine.session import resume
from embertable.engine.table import SYSTEM
from tests.records.golden import NAMES, kinds_of, replayed
from tests.records.make import FOLDER, GOLDEN, Golden, game_text, write


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_replays_to_the_same_hashes(name):
    record = load_record(FOLDER / f"{name}.json")
    session, _ = replayed(name)
    assert session.table.result is not None
    assert session.record.entries == record.entries
    assert len(record.entries) > 40


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_reads_the_same(name):
    record = load_record(FOLDER / f"{name}.json")
    assert game_text(record) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_record_here_is_a_golden_game():
    assert {path.stem for path in FOLDER.glob("*.json")} == set(NAMES)
    assert len(GOLDEN) == len(NAMES)


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("second-thoughts")])
def test_some_golden_games_have_second_thoughts(name):
    record = load_record(FOLDER / f"{name}.json")
    assert sum(entry.action is None for entry in record.entries) > 3


def test_the_keeper_of_the_table_is_in_the_record():
    record = load_record(FOLDER / "faceless-goat-go-faster.json")
    assert any(entry.seat == SYSTEM for entry in record.entries)
    assert "The keeper: The sand has run out" in game_text(record)


def test_the_faceless_are_shown_at_length():
    names = [name for name in NAMES if name.startswith("faceless-")]
    kinds = {kind.__name__ for name in names for kind in kinds_of(name)}
    assert len(kinds) > 105
    results = [replayed(name)[0].table.result for name in names]
    outcomes = {result.outcome for result in results if result is not None}
    assert outcomes >= {"victory", "deck", "obstacle"}


def test_dead_cells_is_shown_at_length():
    names = [name for name in NAMES if name.startswith("deadcells-")]
    kinds = {kind.__name__ for name in names for kind in kinds_of(name)}
    assert len(kinds) > 150
    results = [replayed(name)[0].table.result for name in names]
    assert {result.outcome for result in results if result is not None} == {"victory", "defeat"}


def test_set_a_watch_is_shown_at_length():
    names = [name for name in NAMES if name.startswith("setawatch-")]
    kinds = {kind.__name__ for name in names for kind in kinds_of(name)}
    assert len(kinds) > 130
    tables = [replayed(name)[0].table for name in names]
    assert {table.state.players for table in tables} == {1, 2, 3, 4}
    assert {table.result.outcome for table in tables if table.result} >= {"won", "exhausted"}
    assert max([table.state.round for table in tables]) == 9


@pytest.mark.parametrize(
    "name", ["lueur-province-2", "faceless-easy-3", "deadcells-three", "setawatch-easy-won"]
)
def test_a_changed_hash_is_noticed(name):
    record = load_record(FOLDER / f"{name}.json")
    record.entries[40].hash = "0" * 32
    with pytest.raises(WrongHash):
        resume(load(record.game), record)


@pytest.mark.parametrize(
    "golden",
    [
        Golden("lueur-again", {"players": "2", "journey": "archipelago"}, 123, undo_one_in=6),
        Golden("faceless-again", {"players": "2", "difficulty": "easy"}, 5, bot="greedy"),
        Golden("deadcells-again", {"players": "2", "talk": "signals"}, 5),
    ],
    ids=lambda golden: golden.name,
)
def test_golden_games_are_made_the_same_way_twice(golden, tmp_path):
    write(golden, tmp_path)
    first = (tmp_path / f"{golden.name}.json").read_bytes()
    text = (tmp_path / f"{golden.name}.txt").read_text(encoding="utf-8")
    write(golden, tmp_path)
    assert (tmp_path / f"{golden.name}.json").read_bytes() == first
    assert game_text(load_record(tmp_path / f"{golden.name}.json")) == text
