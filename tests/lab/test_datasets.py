"""Games as data: what a file holds is what its records hold."""

from __future__ import annotations

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest

from embertable.cli import run
from embertable.engine.errors import UnreadableFile
from embertable.engine.record import load_record
from embertable.engine.session import open_record
from embertable.envs.coders import coder
from embertable.envs.coding.turns import Turns
from embertable.lab.datasets import load_dataset
from embertable.lab.errors import ForeignDataset, OtherDataset
from embertable.lab.leaderboard import SPLITS
from tests.cli import Commands

FIRST = SPLITS["dev"].first


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A board of two games and one player, and its data."""
    folder = tmp_path_factory.mktemp("made")
    board, data = folder / "board", folder / "data"
    line = f"leaderboard play lueur setawatch --out {board} --games 2 --players random"
    assert run(line.split()) == 0
    assert run(f"leaderboard export {board} --out {data}".split()) == 0
    return board, data


@pytest.mark.parametrize("game", ["lueur", "setawatch"])
def test_every_decision_is_there_as_the_environments_show_it(made, game):
    board, data = made
    found = load_dataset(data / f"{game}.parquet")
    assert found.about["game"] == game
    records = [load_record(board / game / "dev" / "random" / f"{FIRST + at}.json") for at in (0, 1)]
    assert len(found.actions) == sum([len(record.entries) for record in records])
    assert set(found.seeds) == {FIRST, FIRST + 1}
    assert found.masks[np.arange(len(found.actions)), found.actions].all()
    assert set(found.players) == {"random"}
    # The first game again, by its numbers alone.
    numbers = coder(game)
    turns = Turns(numbers, open_record(numbers.game, records[0]).table)
    own = np.flatnonzero(found.seeds == FIRST)
    for row in own:
        seat = int(found.seats[row])
        assert turns.seat == seat
        assert bytes(turns.row(seat)) == found.observations[row].astype("<i4").tobytes()
        assert bytes(turns.mask(seat)) == found.masks[row].tobytes()
        turns.play(int(found.actions[row]))
    result = turns.table.result
    assert result is not None
    for row in own:
        assert found.won[row] == (found.seats[row] in result.winners)
        assert found.scores[row] == result.scores[found.seats[row]]


def test_the_rival_is_told_from_the_player(made):
    found = load_dataset(made[1] / "lueur.parquet")
    assert set(found.by[found.seats == 0]) == {"bot:random"}
    assert set(found.by[found.seats == 1]) == {"bot:greedy"}


def test_other_files_and_other_numbers_are_refused(made, tmp_path, monkeypatch):
    foreign = tmp_path / "x.parquet"
    foreign.write_bytes(b"nothing of the kind")
    with pytest.raises(ForeignDataset):
        load_dataset(foreign)
    pq.write_table(pa.table({"a": [1]}), foreign)
    with pytest.raises(ForeignDataset):
        load_dataset(foreign)
    monkeypatch.setattr(type(coder("lueur")), "digest", lambda _: "other")
    with pytest.raises(OtherDataset):
        load_dataset(made[1] / "lueur.parquet")


def test_a_missing_file_says_so(tmp_path):
    with pytest.raises(UnreadableFile, match=r"nothing\.parquet cannot be read .*: No such file"):
        load_dataset(tmp_path / "nothing.parquet")


def test_a_folder_without_records_is_one_sentence(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    said = Commands(capsys)("leaderboard", "export", "nothing", "--out", "data", "--lang", "en")
    assert said.code == 1
    assert "has no records" in said.sentence()
