"""One set of flags, and help in the reader's language."""

from __future__ import annotations

import click
import pytest

from embertable.cli import run
from embertable.commands.help_text import help_texts, option_name
from embertable.commands.types import FILE, SEED, WORKERS
from embertable.engine.catalogue import LANGUAGES
from tests.cli import Commands, saved
from tests.test_cli_bad_values import commands, spelled

SILENT = {"completion"}
"""It prints a script, which has no language."""
PEOPLE_PLAY = {"play", "serve", "agent", "completion"}
"""They print no result."""
CAMPAIGNS = {f"campaign {one}" for one in ("new", "fork", "reset", "run", "verify", "rebuild")}


def options(flag: str) -> dict[str, click.Option]:
    return {
        name: param
        for name, command in commands()
        for param in command.params
        if isinstance(param, click.Option) and flag in param.opts
    }


@pytest.fixture
def command(capsys, monkeypatch, tmp_path) -> Commands:
    for name in ("EMBERTABLE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return Commands(capsys)


def test_every_command_speaks_the_readers_language():
    everybody = {name for name, _ in commands()}
    assert everybody - set(options("--lang")) == SILENT
    for param in options("--lang").values():
        assert isinstance(param.type, click.Choice)
        assert param.help == "The language of the output."


def test_every_result_can_be_had_as_json():
    everybody = {name for name, _ in commands()}
    assert everybody - set(options("--json")) <= PEOPLE_PLAY | CAMPAIGNS
    for param in options("--json").values():
        assert param.is_flag
        assert param.help == "Print JSON for programs."


def test_seeds_workers_folders_and_consent_mean_the_same_everywhere():
    for param in options("--seed").values():
        assert param.type is SEED
        assert param.help in {
            "The same seed gives the same games.",
            "Repeat the game with this seed.",
        }
    fixed = {name for name, param in options("--seed").items() if param.default == 1}
    assert set(options("--seed")) - fixed == {"play", "agent"}
    for name, param in options("--workers").items():
        assert param.type is WORKERS
        work = "serve" if name == "serve" else "play"
        assert str(param.help).startswith(f"Number of processes that {work}")
    for param in options("--out").values():
        assert param.type is FILE
        assert param.metavar == "FOLDER"
    assert {"export", "backup"} <= set(options("--yes"))
    assert len({param.help for param in options("--yes").values()}) == 1
    assert not options("--processes")


def test_a_copy_replaces_a_file_only_with_consent(command, tmp_path):
    from tests.test_cli_stores import make_store

    make_store(tmp_path / "tables.sqlite")
    for name in ("backup", "export"):
        call = (name, "copy", "--store", "tables.sqlite")
        (tmp_path / "copy").write_text("mine")
        refused = command(*call)
        assert refused.code == 1
        assert "--yes" in refused.sentence()
        assert (tmp_path / "copy").read_text() == "mine"
        assert command(*call, "--yes", "--json").json()["file"] == "copy"
        assert (tmp_path / "copy").read_bytes() != b"mine"
        assert not list(tmp_path.glob("*.new"))


def test_a_hint_as_json(command, tmp_path, monkeypatch):
    monkeypatch.setattr("embertable.bots.hints.TIMES_BLAZE", 0)
    saved(tmp_path / "game.json", decisions=4)
    assert {"seat", "action"} <= set(command("hint", "game.json", "--json").json())


# Help.


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_every_help_text_is_translated_and_none_is_left_over(language):
    texts = help_texts(language)
    used = {key for key in texts if key.startswith("any.")} | {"embertable.help"}
    everything = dict(commands())
    groups = {name.split()[0] for name in everything if " " in name}
    for name in groups:
        assert f"{name}.help" in texts, name
        used.add(f"{name}.help")
    for name, command in everything.items():
        assert f"{name}.help" in texts, name
        used.add(f"{name}.help")
        for param in command.params:
            if isinstance(param, click.Option):
                own, shared = f"{name}.{option_name(param)}", f"any.{option_name(param)}"
                assert own in texts or shared in texts, (
                    f"{name} {spelled(param)} is missing in locales/{language}/help.toml"
                )
                used |= {own, f"{own}_default"}
    assert set(texts) <= used


@pytest.mark.parametrize("name", ["", *[name for name, _ in commands()], "campaign", "content"])
def test_help_in_italian(command, monkeypatch, name):
    english = command(*name.split(), "--help").out
    assert english.startswith("Usage: embertable")
    by_flag = command(*name.split(), "--help", "--lang", "it").out
    assert command(*name.split(), "--lang=it", "-h").out == by_flag
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert command(*name.split(), "--help").out == by_flag
    assert by_flag.startswith("Uso: embertable")
    assert "Mostra questa pagina ed esce." in by_flag
    for word in ("Usage", "Options:", "Example:", "default", " the ", "Show "):
        assert word not in by_flag
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert command(*name.split(), "--help").out == english


def test_help_in_another_language_leaves_the_commands_as_they_are(command):
    command("simulate", "--help", "--lang", "it")
    assert "How many games" in command("simulate", "--help").out


# What an option cannot honour.


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (["--guide", "--seats", "human,bot:greedy"], "--seats"),
        (["--guide", "-o", "players=3"], "--option"),
        (["--guide", "--seed", "1"], "--seed"),
        (["--guide", "--content", "pack.toml"], "--content"),
        (["--resume", "game.json", "--seed", "1"], "--seed"),
        (["--resume", "game.json", "-o", "players=3"], "--option"),
    ],
)
def test_what_has_no_effect_is_refused(command, tmp_path, given, named):
    saved(tmp_path / "game.json", decisions=4)
    said = command("play", "lueur", "--plain", *given)
    assert said.code == 2
    assert said.sentence().startswith(f"{named} would have no effect: ")


@pytest.mark.parametrize("name", ["play", "agent"])
def test_a_seat_that_is_none_is_named(command, name):
    stdio = ["--stdio"] if name == "agent" else []
    for seats in ("nonsense", "nonsense,bot:greedy"):
        said = command(name, "lueur", *stdio, "--seats", seats)
        assert (said.code, said.out) == (2, "")
        assert said.sentence().startswith("There is no seat called nonsense; a seat may be: ")
    near = command(name, "lueur", *stdio, "--seats", "humn,agnt")
    assert "did you mean" in near.sentence() or name == "agent"
    few = command(name, "lueur", *stdio, "--seats", "bot:greedy")
    assert few.sentence().startswith("1 seat was named for a game of 2, 3, 4;")
    assert run(["play", "lueur", "--seats", "agent,human"]) == 2
