"""The pages tell the truth: quoted code stands in its file, and the example record replays."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from embertable.engine.chance import seeded
from embertable.engine.record import record_from_json
from embertable.engine.session import Session, resume
from examples.tiny import game
from examples.tiny.baits import LayBait
from examples.tiny.nets import CastAgain
from tests.cli import Commands
from tests.contract.games import ROOT

TINY = ROOT / "examples" / "tiny"
PAGES = [
    ROOT / "CONTRIBUTING.md",
    *[
        ROOT / "docs" / f"{name}.md"
        for name in ("ARCHITECTURE", "add-a-game", "performance", "record")
    ],
]
QUOTED = re.compile(r"<!-- from (?P<file>[\w/.-]+) -->\n```\w+\n(?P<text>.*?)```", re.DOTALL)
FENCE = re.compile(r"^```(?P<kind>\w*)\n(?P<text>.*?)^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((?P<target>[^)#]+)(?:#[^)]*)?\)")
PATH = re.compile(r"`(?P<path>(?:src|tests|docs|examples|benchmarks|requirements)/[\w/.-]+)`")

QUOTES = [
    pytest.param(found["file"], found["text"], id=f"{page.name}-{found['file']}-{number}")
    for page in PAGES
    for number, found in enumerate(QUOTED.finditer(page.read_text(encoding="utf-8")), start=1)
]


@pytest.mark.parametrize(("file", "text"), QUOTES)
def test_quoted_code_stands_in_its_file(file, text):
    assert text in (ROOT / file).read_text(encoding="utf-8")


def test_the_walk_through_quotes_all_its_code():
    text = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    code = [found for found in FENCE.finditer(text) if found["kind"] != "sh"]
    assert len(code) == len(list(QUOTED.finditer(text)))
    assert len(code) >= 12


def test_the_walk_through_names_every_file_of_the_tiny_game():
    text = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    files = [path for path in TINY.rglob("*") if path.suffix in {".py", ".toml", ".md"}]
    assert len(files) > 10
    for path in files:
        assert f"`{path.relative_to(TINY).as_posix()}`" in text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_paths_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for found in LINK.finditer(text):
        if not found["target"].startswith("http"):
            assert (page.parent / found["target"]).exists(), found["target"]
    for found in PATH.finditer(text):
        path = found["path"].rstrip("/.")
        assert (ROOT / path).exists() or (TINY / path).exists(), path


def example_record() -> dict[str, object]:
    """The first round of a game of Minnows, with one bait taken back."""
    session = Session(game, {"heron": "yes"}, seeded(7), players=["Ada", "Bruno"])
    session.play(LayBait(1, "roach"), 1)
    session.undo(1)
    session.play(LayBait(1, "carp"), 1)
    session.play(LayBait(0, "perch"), 0)
    session.play(CastAgain(1), 1)
    return session.record.to_json()


def documented_record() -> dict[str, object]:
    text = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    (found,) = [found for found in FENCE.finditer(text) if found["kind"] == "json"]
    saved: dict[str, object] = json.loads(found["text"])
    return saved


def test_the_documented_record_is_a_real_one():
    assert documented_record() == example_record()


def test_the_documented_record_replays():
    session = resume(game, record_from_json(documented_record()))
    assert len(session.record.entries) == 5
    assert session.game.state_hash(session.table) == session.record.entries[-1].hash


def test_every_field_of_a_record_is_documented():
    text = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    described = set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))
    saved = example_record()
    entries = saved["entries"]
    assert isinstance(entries, list)
    # Only a game in which time runs out says how much is left, and the example is none.
    assert described == {*saved, *(name for entry in entries for name in entry), "clock"}


def test_a_registered_game_can_be_played_and_simulated(monkeypatch, capsys):
    monkeypatch.setattr("embertable.games.installed", lambda: {game.name: "examples.tiny"})
    commands = Commands(capsys)
    assert "minnows  Minnows" in commands("games").out
    simulated = commands("simulate", "minnows", "--games", 4, "--processes", 1, "--json").json()
    assert simulated["games"] == 4
    assert sum(simulated["results"].values()) == 4
    assert commands("fuzz", "minnows", "--seconds", 0.1, "--json").json()["ok"] is True


def test_pages_do_not_name_machines():
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert "/work/" not in text
        assert str(Path.home()) not in text
