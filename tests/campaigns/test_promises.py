"""Whatever a Run earned stays: it is counted once and in order, and no file is ever overwritten."""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from embertable import load
from embertable.engine.campaign_files import KeptCampaign
from embertable.engine.campaigns import campaign_bytes
from embertable.engine.codec import digest
from embertable.engine.files import FileLock
from embertable.engine.record import load_record
from embertable.engine.session import resume
from embertable.games.deadcells.campaign_file import load_campaign
from tests.cli import Commands, Said

GAME = load("deadcells")
MANY = "1\n" * 3000


class Table(Commands):
    """The commands, with somebody who types."""

    def __init__(self, capsys, monkeypatch, folder: Path) -> None:
        super().__init__(capsys)
        self.monkeypatch = monkeypatch
        self.file = folder / "ours.json"

    def type(self, lines: str, *arguments: object) -> Said:
        self.monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return self("play", "--plain", *arguments)

    def play(self, lines: str, *arguments: object, seats: str = "human:Ada") -> Said:
        """Play the campaign at the keyboard."""
        return self.type(lines, "deadcells", "--campaign", self.file, "--seats", seats, *arguments)

    def runs(self, file: Path | None = None) -> list[str]:
        return [run.record for run in load_campaign(GAME, file or self.file).runs]

    def files(self) -> dict[str, bytes]:
        return {file.name: file.read_bytes() for file in sorted(self.file.parent.glob("*.json"))}


@pytest.fixture
def table(capsys, monkeypatch, tmp_path) -> Table:
    for name in ("EMBERTABLE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    table = Table(capsys, monkeypatch, tmp_path)
    assert table("campaign", "new", table.file).code == 0
    return table


def is_finished(file: Path) -> bool:
    return resume(GAME, load_record(file)).table.has_ended()


def printed_line(said: Said) -> list[str]:
    """The command that the farewell prints, as a shell reads it."""
    found = re.search(r"embertable play (.*)", said.out)
    assert found, said.out
    return shlex.split(found[1])


# 1. A Run that was left is counted however it is continued.


def test_a_run_resumed_by_the_printed_line_is_counted(table):
    left = table.play("1\n1\nquit\n")
    done = table.type(MANY, *printed_line(left))
    assert done.code == 0
    (record,) = table.runs()
    assert is_finished(table.file.parent / record)


# 2. An interrupted Run goes on; no record is written over.


def test_the_campaign_goes_on_with_the_run_that_was_left(table):
    table.play("1\n1\nquit\n")
    (name,) = [name for name in table.files() if name != "ours.json"]
    before = load_record(table.file.parent / name)
    table.play("1\nquit\n")
    assert set(table.files()) == {"ours.json", name}
    after = load_record(table.file.parent / name)
    assert after.entries[: len(before.entries)] == before.entries
    assert after.commitment == before.commitment


def test_bots_go_on_with_the_run_that_was_left(table):
    table.play("1\n1\nquit\n")
    (name,) = [name for name in table.files() if name != "ours.json"]
    before = load_record(table.file.parent / name)
    assert table("campaign", "run", table.file, "--bots", "random").code == 0
    after = load_record(table.file.parent / name)
    assert after.entries[: len(before.entries)] == before.entries
    assert table.runs() == [name]


def test_a_reset_asks_and_no_record_is_overwritten_after_it(table):
    table("campaign", "run", table.file, "--bots", "random", "--runs", "2")
    before = table.files()
    table.monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert table("campaign", "reset", table.file).code != 0
    assert table.files() == before
    assert table("campaign", "reset", table.file, "--yes").code == 0
    assert table.runs() == []
    table("campaign", "run", table.file, "--bots", "random", "--runs", "2", "--seed", "9")
    after = table.files()
    assert {name: body for name, body in before.items() if name != "ours.json"}.items() <= (
        after.items()
    )
    (archive,) = [name for name in after if "archive" in name]
    assert len(table.runs(table.file.parent / archive)) == 2


# 3. A Run is counted once, in order, on the campaign that it began from.


def test_a_reset_is_not_undone_by_an_open_run(table):
    table("campaign", "run", table.file, "--bots", "random")
    left = table.play("1\n1\nquit\n")
    table("campaign", "reset", table.file, "--yes")
    table.type(MANY, *printed_line(left), "--campaign", table.file)
    assert table.runs() == []


def test_the_archive_of_a_reset_that_was_cut_short_counts_nothing(table):
    """Its campaign is still played, and gave this Run up."""
    left = table.play("1\n1\nquit\n")
    kept = KeptCampaign(GAME, table.file)
    archive = kept.set_aside(campaign_bytes(kept.campaigns.archived(kept.read())), "archive")
    table("campaign", "run", table.file, "--bots", "random", "--give-up")
    table.type(MANY, *printed_line(left))
    assert table.runs(archive) == []
    assert len(table.runs()) == 1


def test_a_counted_run_is_not_counted_again(table):
    table("campaign", "run", table.file, "--bots", "random", "--runs", "2")
    before = table.file.read_bytes()
    first, second = table.runs()
    table.type("quit\n", "--resume", table.file.parent / first, "--campaign", table.file)
    table.type("quit\n", "--resume", table.file.parent / first)
    assert table.runs() == [first, second]
    assert table.file.read_bytes() == before


def test_a_copy_of_a_record_is_not_counted_as_another_run(table):
    table.play("1\n1\nquit\n")
    (name,) = [name for name in table.files() if name != "ours.json"]
    copy = table.file.parent / "copy.json"
    copy.write_bytes((table.file.parent / name).read_bytes())
    table.play(MANY)
    assert table.runs() == [name]
    before = table.files()
    said = table.type(MANY, "--resume", copy)
    assert table.runs() == [name]
    assert table.files() == before
    assert said.code == 1


def test_again_plays_the_next_run_and_counts_it(table):
    lines = "1\n" * 400 + "again\n" + "1\n" * 400 + "again\n" + "1\n" * 400
    table.play(lines)
    counted = table.runs()
    assert len(counted) == 3
    chain = [load_record(table.file.parent / name).options["campaign"] for name in counted]
    assert len(set(chain)) == 3
    assert [len(json.loads(text)["history"]) for text in chain] == [0, 1, 2]


def test_a_second_run_is_refused_while_one_is_open(table):
    table.play("1\n1\nquit\n")
    before = table.files()
    other = table.file.parent / "other.json"
    for wish in (["--save", other], ["-o", "talk=signals"]):
        said = table.play(MANY, *wish)
        assert said.code == 1
        assert "Run 1 of" in said.sentence()
        assert "--give-up" in said.sentence()
    assert table.play(MANY, seats="human:Ada,bot:random").code == 1
    assert table.files() == before


def test_an_open_run_is_given_up_on_purpose(table):
    left = table.play("1\n1\nquit\n")
    table.play(MANY, "--give-up", seats="human:Ada,bot:random")
    (counted,) = table.runs()
    before = table.files()
    assert set(before) == {"ours.json", "ours-run-001.json", counted}
    said = table.type(MANY, *printed_line(left))
    assert said.code == 1
    assert "was given up" in said.sentence()
    assert table.files() == before
    assert table("campaign", "verify", table.file).code == 0


def test_a_finished_run_is_counted_even_if_it_is_given_up(table, monkeypatch):
    """Its process ended between the last decision and the counting."""
    with monkeypatch.context() as patch:
        patch.setattr(KeptCampaign, "count", killed)
        with pytest.raises(Killed):
            table.play(MANY)
    assert table.runs() == []
    assert "not counted" in table("campaign", "verify", table.file).out
    said = table.play("quit\n", "--give-up")
    assert "Run 1 had ended" in said.out
    assert table.runs() == ["ours-run-001.json"]


class Killed(BaseException):
    """The process ends here."""


def killed(*_: object) -> None:
    raise Killed


def test_a_run_is_counted_with_its_whole_record(table, monkeypatch):
    """The last save of its record failed, for instance on a full disk."""
    count = KeptCampaign.count

    def count_after_a_lost_save(kept, session, path):
        record = json.loads(path.read_text(encoding="utf-8"))
        record["entries"].pop()
        path.write_text(json.dumps(record), encoding="utf-8")
        return count(kept, session, path)

    monkeypatch.setattr(KeptCampaign, "count", count_after_a_lost_save)
    table.play(MANY)
    assert table.runs() == ["ours-run-001.json"]
    assert is_finished(table.file.parent / "ours-run-001.json")
    assert table("campaign", "verify", table.file).code == 0


def test_the_record_of_a_run_alone_names_serenade(table):
    table.play(MANY, "--seats", "human:Ada", "--seed", "3")
    said = table("replay", table.file.parent / "ours-run-001.json")
    assert said.code == 0
    assert "Serenade" in said.out
    assert "Ada" in said.out


def test_nothing_is_undone_once_the_run_is_counted(table):
    said = table.play("1\n" * 400 + "undo\nquit\n")
    assert "its last decision stands" in said.out
    assert len(table.runs()) == 1
    assert table("campaign", "verify", table.file).code == 0


# Finding a Run's campaign.


def test_a_run_whose_campaign_has_moved_says_how_to_name_it(table):
    left = table.play("1\n1\nquit\n")
    moved = table.file.parent / "elsewhere" / "mine.json"
    moved.parent.mkdir()
    table.file.rename(moved)
    said = table.type(MANY, *printed_line(left))
    assert said.code == 1
    assert "--campaign FILE" in said.sentence()
    record = table.file.parent / "ours-run-001.json"
    assert table.type(MANY, *printed_line(left), "--campaign", moved).code == 0
    assert len(table.runs(moved)) == 1
    assert is_finished(moved.parent / table.runs(moved)[0])
    assert record.exists()


def test_a_renamed_campaign_is_found_in_its_folder(table):
    left = table.play("1\n1\nquit\n")
    renamed = table.file.rename(table.file.with_name("renamed.json"))
    assert table.type(MANY, *printed_line(left)).code == 0
    assert len(table.runs(renamed)) == 1


def test_a_run_of_another_campaign_is_not_counted(table):
    left = table.play("1\n1\nquit\n")
    other = table.file.with_name("other.json")
    table("campaign", "new", other)
    said = table.type(MANY, *printed_line(left), "--campaign", other)
    assert "is not a Run of" in said.sentence()
    assert table.runs(other) == []


def test_a_record_of_version_1_finds_its_campaign_too(table):
    table.play("1\n1\nquit\n")
    record = table.file.parent / "ours-run-001.json"
    old = json.loads(record.read_text())
    del old["campaign"]
    record.write_text(json.dumps(old))
    table.file.write_text(json.dumps(version_1(json.loads(table.file.read_text()))))
    assert table.type(MANY, "--resume", record).code == 0
    assert table.runs() == ["ours-run-001.json"]


def version_1(saved: dict[str, Any]) -> dict[str, Any]:
    """A campaign without Runs as version 1 wrote it."""
    names = ("format", "game", "content", "campaign", "runs")
    old = {**{name: saved[name] for name in names}, "version": 1, "runs": []}
    return {**old, "check": digest(old)}


@pytest.mark.parametrize("version", ["version-1", "version-2"])
def test_a_campaign_of_an_earlier_version_opens_and_goes_on(table, version):
    folder = table.file.parent / "old"
    kept = Path(__file__).parent / version
    shutil.copytree(kept, folder)
    file = folder / "ours.json"
    assert table.runs(file) == ["ours-run-001.json", "ours-run-002.json"]
    assert table("campaign", "show", file).code == 0
    assert table("campaign", "verify", file).code == 0
    assert table("campaign", "run", file, "--bots", "random").code == 0
    assert len(table.runs(file)) == 3
    assert table("campaign", "verify", file).code == 0
    for record in kept.glob("ours-run-*.json"):
        assert (folder / record.name).read_bytes() == record.read_bytes()


# Files that are no campaign.


def test_a_record_is_not_taken_for_a_campaign(table):
    """A slip of the keyboard: rebuilding would put the record of a counted Run aside."""
    table("campaign", "run", table.file, "--bots", "random", "--runs", "2")
    record = table.file.parent / "ours-run-001.json"
    before = table.files()
    for arguments in (("rebuild", record), ("rebuild", record, record), ("show", record)):
        said = table("campaign", *arguments)
        assert said.code == 1
        assert "is the record of a game, not a campaign" in said.sentence()
    assert table.files() == before
    assert table("campaign", "verify", table.file).code == 0


@pytest.mark.parametrize(
    ("language", "words"), [("en", "rebuild it with"), ("it", "si ricostruisce con")]
)
def test_a_damaged_campaign_says_how_it_is_rebuilt(table, language, words):
    table("campaign", "run", table.file, "--bots", "random", "--runs", "2")
    table.file.write_bytes(table.file.read_bytes()[:200])
    said = table("campaign", "show", table.file, "--lang", language).sentence()
    assert words in said
    found = re.search(r"embertable (campaign rebuild .*\.json)", said)
    assert found
    assert table(*shlex.split(found[1])).code == 0
    assert len(table.runs()) == 2
    assert table("campaign", "verify", table.file).code == 0


# Two processes.


def test_a_run_is_not_played_in_two_windows(table):
    table.play("1\n1\nquit\n")
    record = table.file.parent / "ours-run-001.json"
    before = table.files()
    other = FileLock(record)
    other.take(False)
    try:
        for said in (
            table.play(MANY),
            table.play(MANY, "--give-up"),
            table.type(MANY, "--resume", record),
            table("campaign", "run", table.file, "--bots", "random"),
        ):
            assert said.code == 1
            assert "another window" in said.sentence()
    finally:
        other.release()
    assert table.files() == before
    assert table.play(MANY).code == 0


# What a campaign shows.


def test_show_tells_the_goal_the_open_run_and_what_each_run_unlocked(table):
    said = table("campaign", "show", table.file)
    assert "beat the Hand of the King" in said.out
    assert "Prices in Cells: Brutality 2" in said.out
    assert "Boss Cells: 0 of 5" in said.out
    assert "Runs may start in: Prisoners' Quarters" in said.out
    table("campaign", "run", table.file, "--bots", "greedy", "--players", "4", "--runs", "3")
    unlocked = [run.unlocked for run in load_campaign(GAME, table.file).runs]
    assert any(unlocked)
    assert table("campaign", "show", table.file).out.count("unlocked:") == len(
        [codes for codes in unlocked if codes]
    )
    table.play("1\n1\nquit\n")
    said = table("campaign", "show", table.file)
    line = said.out.splitlines()[-1]
    assert line.startswith("Run 4, 1 player, is open in ours-run-004.json.")
    assert table.type(MANY, *printed_line(said)).code == 0
    assert len(table.runs()) == 4


def test_the_goal_is_told_before_the_first_run_only(table):
    goal = "beat the Hand of the King"
    assert goal in table.play("quit\n").out
    assert goal in table.play("1\nquit\n").out
    assert goal not in table.play("quit\n").out
    table.play(MANY)
    assert goal not in table.play("quit\n").out


def test_a_run_outside_a_campaign_says_how_to_keep_it(table):
    record = table.file.parent / "single.json"
    said = table.type(
        "1\n" * 400 + "quit\n", "deadcells", "--seats", "human:Ada,bot:random", "--save", record
    )
    found = re.search(r"embertable campaign rebuild ours.json (.*)", said.out)
    assert found
    kept = table.file.parent / "kept.json"
    assert table("campaign", "rebuild", kept, *shlex.split(found[1])).code == 0
    assert table.runs(kept) == ["single.json"]
    assert table("campaign", "verify", kept).code == 0
