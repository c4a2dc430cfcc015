"""A companion table in the terminal: one enters what was rolled, takes it back, and resumes it."""

import io
import json
from pathlib import Path

import pytest

import embertable
from embertable.engine.chance import seeded
from embertable.engine.errors import ChanceDecides
from embertable.engine.record import load_record
from embertable.engine.session import Session, resume
from embertable.engine.table import CHANCE
from embertable.terminal.hotseat import HotSeat
from embertable.terminal.plain import LineTable
from embertable.terminal.seats import read_seats
from tests.cli import Commands

LUEUR = embertable.load("lueur")
FOREVER = "1\n" * 900
BESIDE = ("play", "lueur", "--companion", "--plain", "--pace", "0")


def run(lines: str, save: Path, seats: str = "human:Ada,bot:random", language: str = "en"):
    chance = seeded(3)
    chance.entered = True
    players = read_seats(seats.split(","))
    session = Session(LUEUR, {"players": str(len(players))}, chance)
    table = LineTable(HotSeat(session, players, language, save), io.StringIO(lines), io.StringIO())
    assert table.run() == 0
    assert isinstance(table.sink, io.StringIO)
    return table.sink.getvalue()


def test_a_whole_game_with_a_bot_whose_dice_are_entered(tmp_path):
    heard = run(FOREVER, tmp_path / "game.json")
    assert "Draw the first player. Who goes first?" in heard
    assert "Turn up the next companion, for the nature space." in heard
    assert "What does it show?" in heard
    assert "The game is over." in heard
    record = load_record(tmp_path / "game.json")
    assert record.companion
    again = resume(LUEUR, record)
    assert again.table.result is not None
    assert {entry.seat for entry in record.entries} == {0, 1, CHANCE}


def test_two_people_at_one_keyboard(tmp_path):
    heard = run(FOREVER, tmp_path / "game.json", "human:Ada,human:Bruno", "it")
    assert "La partita è finita." in heard


def test_a_wrong_entry_is_taken_back_and_a_hint_has_nothing_to_say(tmp_path):
    heard = run("1\nundo\n2\nhint\nquit\n", tmp_path / "game.json")
    assert "Taken back. Enter it again." in heard
    entries = load_record(tmp_path / "game.json").entries
    assert [entry.seat for entry in entries[:3]] == [CHANCE, CHANCE, CHANCE]
    assert entries[1].action is None


def test_what_is_not_on_the_die_is_refused_in_words(tmp_path):
    heard = run("7\nseven\nquit\n", tmp_path / "game.json")
    assert "1 to 2" in heard
    assert load_record(tmp_path / "game.json").entries == []


def test_a_hint_says_that_chance_decides():
    chance = seeded(3)
    chance.entered = True
    players = read_seats(["human:Ada", "bot:random"])
    hotseat = HotSeat(Session(LUEUR, {"players": "2"}, chance), players, "it", None)
    with pytest.raises(ChanceDecides) as refused:
        hotseat.hint()
    assert hotseat.error_text(refused.value).startswith("Non c'è nulla da decidere")


@pytest.fixture
def command(capsys, monkeypatch):
    """The command line, with what is typed into it."""
    commands = Commands(capsys)

    def run(*arguments, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return commands(*arguments)

    return run


def test_the_command_refuses_what_cannot_be(command):
    said = command("play", "deadcells", "--companion", "--plain")
    assert said.code != 0
    assert "has no companion table yet" in said.err
    said = command(*BESIDE, "--seats", "bot:spark,bot:spark")
    assert said.code == 2
    assert "somebody enters what the dice and cards show" in said.err


def test_the_command_saves_and_resumes_a_companion_game(command, tmp_path):
    file = tmp_path / "beside.json"
    seats = ("--seats", "human:Ada,bot:spark", "--seed", "3")
    command(*BESIDE, *seats, "--save", file, typed="2\nquit\n")
    assert json.loads(file.read_text(encoding="utf-8"))["companion"] is True
    said = command("play", "--resume", file, "--plain", typed="1\n1\nquit\n")
    assert said.code == 0
    assert len(load_record(file).entries) > 2
    said = command("play", "--resume", file, "--companion", "--plain")
    assert "--companion" in said.err
    said = command("hint", file)
    assert "There is nothing to decide" in said.err
    assert command("replay", file).code == 0
    assert command("replay", file, "--verify").code == 0
