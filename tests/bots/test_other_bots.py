"""Other people's bots: installed ones by name, and classes of the user's own modules."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

import embertable.server
from embertable.bots import Bot, get_bot, import_bot
from embertable.engine.errors import BrokenBot, UnknownBot
from embertable.engine.players import Player, read_player
from embertable.lab.ladder import digest_of_bot
from tests.cli import Commands
from tests.contract.games import ROOT
from tests.package.installed import run_all

LAST = """
from embertable import Bot

class LastBot(Bot):
    def decide(self, view, choice, options, imagine):
        return options[-1]

def last(seed):
    return LastBot(seed)

def nothing(seed):
    return None
"""


@pytest.fixture
def command(capsys):
    return Commands(capsys)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a module of bots, from which nothing stays imported."""
    (tmp_path / "my_bots.py").write_text(LAST)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "my_bots", raising=False)
    yield tmp_path
    sys.modules.pop("my_bots", None)


@pytest.mark.parametrize("name", ["my_bots:LastBot", "my_bots.LastBot", "my_bots:last"])
def test_a_class_or_factory_of_a_module_is_a_bot(here, name):
    bot = import_bot(name, 1)
    assert isinstance(bot, Bot)
    assert type(bot).__name__ == "LastBot"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("no_such_module:Bot", "ModuleNotFoundError: No module named 'no_such_module'."),
        ("my_bots:Nobody", "AttributeError: module 'my_bots' has no attribute 'Nobody'."),
        ("my_bots:nothing", "it makes a NoneType, not an embertable.Bot."),
        ("my_bots:Bot.LastBot", "There is no bot called"),
        ("pathlib.Path", "TypeError: "),
    ],
)
def test_what_is_no_bot_is_refused_in_one_sentence(here, command, name, reason):
    for call in (("simulate", "lueur", "--games", 1), ("ladder", "lueur", "--games", 1)):
        said = command(*call, "--bots", f"random,{name}")
        assert said.code == 2
        assert reason in said.sentence()


def test_a_name_from_elsewhere_imports_nothing(here):
    for name in ("my_bots:LastBot", "my_bots.LastBot"):
        with pytest.raises(UnknownBot):
            get_bot(name, 1)
    assert "my_bots" not in sys.modules


def test_the_server_knows_installed_bots_only():
    """A client says which bot it wants, and must not choose what is imported."""
    files = list(Path(embertable.server.__file__).parent.rglob("*.py"))
    assert any("get_bot" in file.read_text(encoding="utf-8") for file in files)
    assert not [file for file in files if "import_bot" in file.read_text(encoding="utf-8")]


def test_worker_processes_import_it_too(here, command):
    call = ("simulate", "lueur", "--games", 12, "--bots", "my_bots:LastBot,random", "--json")
    alone = command(*call, "--workers", 1).json()
    assert command(*call, "--workers", 2).json()["digest"] == alone["digest"]
    assert alone["bots"].keys() == {"my_bots:LastBot", "random"}


def test_it_takes_a_seat_and_comes_back_by_name_only(here, command, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    game = here / "game.json"
    call = ("play", "lueur", "--plain", "--pace", 0, "-o", "players=2")
    seats = "bot:my_bots.LastBot:Cinder,bot:random:Soot"
    assert command(*call, "--seats", seats, "--save", game).code == 0
    refused = command("play", "--plain", "--resume", game)
    assert refused.code == 2
    assert f"add --seats {seats}." in refused.sentence()
    assert command("play", "--plain", "--resume", game, "--seats", seats).code == 0


def test_a_seat_spells_it_with_a_dot():
    player = Player("Cinder", bot="my_bots:LastBot")
    assert player.spelled() == "bot:my_bots.LastBot:Cinder"
    assert read_player(player.spelled()) == Player("Cinder", bot="my_bots.LastBot")


def test_a_changed_bot_gets_new_results_on_the_ladder(here):
    before = digest_of_bot("my_bots:LastBot")
    (here / "my_bots.py").write_text(LAST + "# changed\n")
    digest_of_bot.cache_clear()
    assert digest_of_bot("my_bots:LastBot") != before
    assert digest_of_bot("greedy") == ""


def installed_bots(folder: Path, value: str) -> Path:
    metadata = folder / "lasts-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: lasts\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(f"[embertable.bots]\nlast = {value}\n")
    (folder / "lasts.py").write_text(LAST)
    return folder


def test_an_installed_bot_is_found_by_its_name(tmp_path):
    site = installed_bots(tmp_path, "lasts:LastBot")
    call = ["simulate", "lueur", "--games", "12", "--bots", "last,random", "--workers", "2"]
    played, unknown = run_all(
        site, tmp_path, [(call, ""), (["simulate", "lueur", "--bots", "lost"], "")]
    )
    assert "last" in played.out, played.err
    assert "greedy, last, random" in unknown.sentence()


def test_a_broken_package_is_named(tmp_path):
    site = installed_bots(tmp_path, "lasts:Gone")
    (said,) = run_all(site, tmp_path, [(["simulate", "lueur", "--bots", "last,random"], "")])
    assert "The bot last cannot be used: AttributeError" in said.sentence()


def test_the_first_bot_of_the_walk_through_beats_random_play(monkeypatch, command):
    monkeypatch.chdir(ROOT / "examples")
    monkeypatch.setattr(sys, "path", [*sys.path])
    call = ("ladder", "lueur", "--games", 2, "-o", "players=2", "--json")
    (rung,) = command(*call, "--bots", "random,first_bot:FirstBot").json()
    assert rung["rate"] == 1.0


def test_a_bot_that_fails_to_start_is_named():
    with pytest.raises(BrokenBot, match=r"pathlib\.Path cannot be used"):
        import_bot("pathlib.Path", 1)
