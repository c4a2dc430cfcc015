"""Every argument and option of every command, with values that make no sense: one sentence each."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click
import pytest

from embertable.agents.endpoints import Reply
from embertable.cli import embertable
from embertable.lab.leaderboard import SPLITS, place_of, play_one, read_board, write_board
from embertable.server.entries import Opened, encode
from embertable.server.sqlite import SqliteStore
from embertable.server.store import Document
from tests.cli import Commands, saved

PLAN = """
game = "lueur"
games = 1
bots = ["random"]
"""

# A call of each command that works and is quick; files are made by `place`.
SEED = SPLITS["dev"].first
CALLS: dict[str, list[str]] = {
    "play": ["lueur", "--plain", "--pace", "0"],
    "serve": ["--port", "0", "--store", "tables.sqlite"],
    "export": ["copy.jsonl", "--store", "tables.sqlite"],
    "import": ["in.jsonl", "--store", "tables.sqlite"],
    "backup": ["copy.sqlite", "--store", "tables.sqlite"],
    "doctor": ["--store", "tables.sqlite"],
    **{
        f"admin {name}": [*target, "--store", "run.sqlite"]
        for names, target in (
            (("list", "people", "read-only", "drain", "reports", "audit", "tidy"), []),
            (("show", "close", "quarantine", "reopen", "delete", "revoke"), ["table"]),
            (("ban", "unban", "mute", "unmute", "sign-out", "forget"), ["ada"]),
            (("resolve",), ["report"]),
        )
        for name in names
    },
    "games": ["lueur"],
    "rules": ["lueur", "L-END-01"],
    "replay": ["game.json", "--at", "1"],
    "hint": ["game.json"],
    "review": ["game.json"],
    "agent": ["lueur", "--stdio"],
    "chat": [
        "lueur",
        "--model",
        "m",
        "--url",
        "http://127.0.0.1:9",
        "--out",
        "run",
        "--turns",
        "1",
    ],
    "simulate": ["lueur", "--games", "1", "--bots", "random"],
    "ladder": ["lueur", "--games", "1", "--bots", "random,random", "-o", "players=2"],
    "regret": ["lueur", "set.jsonl", "--decisions", "1", "--tables", "2", "-o", "players=2"],
    "train": ["setawatch", "games.jsonl", "--games", "5"],
    "leaderboard play": ["setawatch", "--out", "board", "--games", "1", "--players", "random"],
    "leaderboard add": ["board", "me", f"board/setawatch/dev/random/{SEED}.json"],
    "leaderboard verify": ["board"],
    "leaderboard export": ["board", "--out", "data"],
    "lab": ["plan.toml"],
    "campaign new": ["new.json"],
    "campaign show": ["ours.json"],
    "campaign fork": ["ours.json", "theirs.json"],
    "campaign reset": ["ours.json", "--yes"],
    "campaign rebuild": ["ours.json"],
    "campaign run": ["ours.json", "--players", "1", "--bots", "random"],
    "campaign verify": ["ours.json"],
    "campaign report": ["--campaigns", "1", "--runs", "1", "--players", "1", "--bots", "random"],
    "bench": ["--seconds", "0.1", "--game", "lueur"],
    "fuzz": ["lueur", "--seconds", "0.1"],
    "completion": ["bash"],
    "content check": ["lueur.toml"],
}
TOGETHER = {("rules", "--tests"): ["--coverage"]}
"""What an option needs to have an effect."""

BAD = {
    "missing": "no/such/thing.json",
    "empty": "",
    "foreign": "photo.jpg",
    "huge": "9" * 30,
    "long": "x" * 300,
    "negative": "-1",
    "nan": "nan",
    "folder": "folder",
    "unreadable": "secret.json",
}
NUMBERS = (click.types.IntParamType, click.types.FloatParamType)


def commands(
    group: click.Group = embertable, before: str = ""
) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def cases() -> list[tuple[str, str, str]]:
    """The command, the parameter and the kind of its value."""
    return [
        (name, spelled(param), kind)
        for name, command in commands()
        for param in command.params
        if not (isinstance(param, click.Option) and param.is_flag)
        for kind in BAD
    ]


def spelled(param: click.Parameter) -> str:
    return max(param.opts, key=len) if isinstance(param, click.Option) else str(param.name)


def call_with(name: str, param: str, value: str) -> list[str]:
    """The command's usual call with another value for one parameter."""
    call = list(CALLS[name])
    if param.startswith("-"):
        return [*name.split(), *call, *TOGETHER.get((name, param), []), f"{param}={value}"]
    command = dict(commands())[name]
    arguments = [str(one.name) for one in command.params if isinstance(one, click.Argument)]
    at = arguments.index(param)
    call[at : at + 1] = []
    # Values such as -1 are not options.
    return (
        [*name.split(), *call[:at], *call[at:], "--", value]
        if at == len(arguments) - 1
        else [*name.split(), *call[1:], "--", value, *CALLS[name][1 : len(arguments)]]
    )


@pytest.fixture(scope="module")
def prepared(tmp_path_factory) -> dict[str, bytes]:
    """The files of the calls, made once."""
    place = tmp_path_factory.mktemp("prepared")

    async def make_store() -> None:
        store = SqliteStore(place / "tables.sqlite")
        await store.open()
        await store.close()
        # The operator's commands need a table and a person.
        run = SqliteStore(place / "run.sqlite")
        await run.open()
        opened = Opened(at=0.0, host="ada", record={"game": "lueur"}, seats=[])
        await run.append("table", 1, encode(opened))
        await run.put(Document("sits", "ada:table", "ada", b"table", 0.0))
        await run.close()

    from embertable.games import load

    asyncio.run(make_store())
    saved(place / "game.json", decisions=4)
    path = place_of(place / "board", "setawatch", "random", SPLITS["dev"], SEED)
    path.parent.mkdir(parents=True)
    path.write_bytes(play_one(("setawatch", "random", SEED)))
    write_board(place / "board", read_board(place / "board"))
    content = load("lueur").folder() / "content" / "lueur.toml"
    board = [one for one in (place / "board").rglob("*") if one.is_file()]
    return {
        **{one.relative_to(place).as_posix(): one.read_bytes() for one in board},
        "tables.sqlite": (place / "tables.sqlite").read_bytes(),
        "run.sqlite": (place / "run.sqlite").read_bytes(),
        "game.json": (place / "game.json").read_bytes(),
        "in.jsonl": b'{"format":"embertable-tables","version":1}\n',
        "plan.toml": PLAN.encode(),
        "lueur.toml": content.read_bytes(),
        "photo.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF" * 100,
        "secret.json": b"{}",
    }


@pytest.fixture
def command(capsys, monkeypatch, tmp_path, prepared) -> Commands:
    for name in ("EMBERTABLE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for name, content in prepared.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder").mkdir()
    (tmp_path / "secret.json").chmod(0)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setattr("embertable.server.run.serve", only_listen)
    monkeypatch.setattr("embertable.agents.endpoints.Endpoint.ask", lambda *_: Reply("1", 1))
    monkeypatch.setattr("embertable.bots.hints.TIMES_BLAZE", 0)
    monkeypatch.setattr("embertable.commands.progress.FIRST", 1e9)
    monkeypatch.setattr("embertable.lab.workers.ProcessPoolExecutor", in_a_thread)
    run = Commands(capsys)
    assert run("campaign", "new", "ours.json").code == 0
    return run


def only_listen(server, listening, ready) -> None:
    listening.close()


def in_a_thread(*_: object, **__: object) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)


def test_every_command_has_a_call():
    assert {name for name, _ in commands()} == set(CALLS)


def test_the_help_says_what_every_number_means():
    for name, command in commands():
        for param in command.params:
            if isinstance(param, click.Option) and isinstance(param.type, NUMBERS):
                assert param.help, f"{name} {spelled(param)}"


@pytest.mark.parametrize("name", CALLS)
def test_the_usual_calls_work(command, name):
    said = command(*name.split(), *CALLS[name])
    assert (said.code, said.err) == (0, "")


@pytest.mark.parametrize(("name", "param"), sorted({(a, b) for a, b, _ in cases()}))
def test_bad_values_get_one_sentence(command, tmp_path, name, param):
    found = {spelled(one): one for one in dict(commands())[name].params}[param]
    for kind, value in BAD.items():
        call = call_with(name, param, value)
        said = command(*call)
        where = f"{' '.join(call)}: {said}"
        assert said.code in {0, 1, 2}, where
        if said.code:
            assert said.err.count("\n") == 1, where
            assert said.err.endswith(".\n"), where
            assert not said.err.startswith((".", " ", "cannot")), where
            for odd in (
                "Errno",
                "Traceback",
                "codec",
                "0x",
                "Error(",
                " ;",
                "called ;",
                "None",
                " .",
            ):
                assert odd not in said.err, where
        else:
            assert said.err == "", where
        if value == "" and name != "rules":
            assert said.code == 2, where
        if isinstance(found.type, NUMBERS) and kind in {
            "missing",
            "empty",
            "foreign",
            "nan",
            "huge",
        }:
            assert said.code == 2, where
        for name_of_copy in ("copy.jsonl", "copy.sqlite", "new.json", "theirs.json"):
            (tmp_path / name_of_copy).unlink(missing_ok=True)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable for root")
def test_unreadable_files_are_unreadable(command):
    with pytest.raises(PermissionError):
        Path("secret.json").read_bytes()
