"""A companion table in the terminal: one enters what was rolled, takes it back, and resumes it."""

import asyncio
import io
import json
from pathlib import Path

import pytest
from textual.widgets import Static

import embertable
from embertable.engine.chance import seeded
from embertable.engine.errors import ChanceDecides
from embertable.engine.game import Game
from embertable.engine.record import load_record
from embertable.engine.session import Session, resume
from embertable.engine.table import CHANCE
from embertable.games.faceless.needle import ReadNeedle
from embertable.games.setawatch.dice_effects import RollDie
from embertable.terminal.app import TableApp
from embertable.terminal.hotseat import HotSeat
from embertable.terminal.plain import LineTable
from embertable.terminal.seats import read_seats
from embertable.terminal.table_screen import TableScreen
from embertable.terminal.widgets import Choices
from tests.cli import Commands

LUEUR = embertable.load("lueur")
FACELESS = embertable.load("faceless")
WATCH = embertable.load("setawatch")
FOREVER = "1\n" * 900
BESIDE = ("play", "lueur", "--companion", "--plain", "--pace", "0")


def run(
    lines: str,
    save: Path,
    seats: str = "human:Ada,bot:random",
    language: str = "en",
    game: Game = LUEUR,
):
    chance = seeded(3)
    chance.entered = True
    players = read_seats(seats.split(","))
    session = Session(game, {"players": str(len(players))}, chance)
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


def entered(save: Path) -> list[dict[str, object]]:
    """What was entered for chance, in order."""
    entries = load_record(save).entries
    return [entry.action for entry in entries if entry.seat == CHANCE and entry.action]


def test_all_dice_of_a_roll_are_typed_in_one_line(tmp_path):
    """Stored one by one; a line with a value that a die does not have enters none of them."""
    save = tmp_path / "game.json"
    start = "1\n" * 2 + "1 1 1 1 1 1 1 1 1\n"
    heard = run(start + "quit\n", save)
    laid = [action for action in entered(save) if action["is"] == "LayDie"]
    assert len(laid) == 9
    assert "Turn up the next companion" in heard
    heard = run("1\n" * 2 + "1 1 9 1\n1,2\nquit\n", save)
    assert "Type 1 to 5 there, not 9. Nothing was entered." in heard
    assert len([action for action in entered(save) if action["is"] == "LayDie"]) == 2


def test_more_numbers_than_dice_are_refused(tmp_path):
    heard = run("1 1 1\nquit\n", tmp_path / "game.json")
    assert "You typed 3 numbers, but only 1 answer is asked for now" in heard
    assert load_record(tmp_path / "game.json").entries == []
    heard = run("1 1 1\nquit\n", tmp_path / "game.json", language="it")
    assert "Hai scritto 3 numeri" in heard


def test_numbers_in_a_row_mean_nothing_where_somebody_decides(tmp_path):
    heard = run("1\n1 2\nquit\n", tmp_path / "game.json")
    assert "I do not understand “1 2”" in heard


def test_a_watch_is_rolled_in_one_line(tmp_path):
    save = tmp_path / "game.json"
    for choices in range(1, 16):
        run("1\n" * choices + " ".join("1" * 12) + "\nquit\n", save, "human:A,human:B", game=WATCH)
        if [action["is"] for action in entered(save)].count("ShowValue") == 12:
            return
    raise AssertionError("no round was rolled in one line")


def needle_table(save: Path, language: str = "en") -> HotSeat:
    """Two people at one keyboard, where the compass is first read."""
    chance = seeded(3)
    chance.entered = True
    session = Session(FACELESS, {"players": "2"}, chance)
    while not isinstance(choice := session.table.next_choice(), ReadNeedle):
        assert choice is not None
        session.play(session.table.offered(choice.seat)[0], choice.seat)
    return HotSeat(session, read_seats(["human:Ada", "human:Bruno"]), language, save)


def at_the_needle(save: Path, *typed: str, language: str = "en") -> str:
    """Type this where the compass is first read; what is heard from there on."""
    sink = io.StringIO()
    lines = io.StringIO("\n".join(typed) + "\nquit\n")
    LineTable(needle_table(save, language), lines, sink).run()
    return sink.getvalue()


def test_the_needle_is_entered_on_the_full_screen(tmp_path):
    app = TableApp(needle_table(tmp_path / "b.json"))

    async def run() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            screen = pilot.app.screen
            assert isinstance(screen, TableScreen)
            asked = str(screen.query_one("#prompt", Static).render())
            assert "Read your compass" in asked
            await pilot.press("equals_sign")
            await pilot.pause()
            await pilot.press("end", *["backspace"] * 3, "1", "3", "7", "enter")
            await pilot.pause()
            await pilot.pause()
            assert screen.hotseat.free_value == 137
            choices = screen.query_one(Choices)
            choices.point(len(screen.shown.options) - 1)
            await pilot.press("enter")
            await pilot.pause()

    asyncio.run(run())
    shown = [action for action in entered(tmp_path / "b.json") if action["is"] == "NeedleShows"]
    assert shown[0]["degrees"] == 137


def test_cards_of_a_watch_are_typed_by_name(tmp_path):
    """Three items and the first location; one that lies there already is not understood."""
    save = tmp_path / "game.json"
    typed = "whetstone\nwhetstone\nfire pot\nlamp oil\nsnowy pass\nquit\n"
    heard = run(typed, save, "human:A,human:B", game=WATCH)
    assert "Turn up the top Item card. Which is it?" in heard
    assert "I do not understand “whetstone”" in heard
    assert "The party reaches Snowy Pass" in heard
    items = [action["item"] for action in entered(save) if action["is"] == "ShowItem"]
    assert len(set(items)) == 3


def test_cards_of_a_watch_are_asked_for_in_italian(tmp_path):
    heard = run("quit\n", tmp_path / "game.json", "human:A,human:B", "it", WATCH)
    assert "Scoprite il primo oggetto del mazzo. Qual è?" in heard


def roll_table(save: Path) -> HotSeat:
    """Two people at one keyboard, where the twelve dice of the first night are rolled."""
    chance = seeded(3)
    chance.entered = True
    session = Session(WATCH, {"players": "2"}, chance)
    while not isinstance(choice := session.table.next_choice(), RollDie):
        assert choice is not None
        session.play(session.table.offered(choice.seat)[0], choice.seat)
    return HotSeat(session, read_seats(["human:Ada", "human:Bruno"]), "en", save)


def test_a_roll_is_entered_in_one_line_on_the_full_screen(tmp_path):
    app = TableApp(roll_table(tmp_path / "b.json"))

    async def run() -> None:
        async with app.run_test(size=(120, 40)) as pilot:

            async def typed(line: str) -> None:
                await pilot.press("equals_sign")
                await pilot.pause()
                await pilot.press(*["space" if one == " " else one for one in line], "enter")
                await pilot.pause()
                await pilot.pause()

            await pilot.pause()
            screen = pilot.app.screen
            assert isinstance(screen, TableScreen)
            assert "= enters the whole roll" in str(screen.query_one("#prompt", Static).render())
            await typed("2 9")
            reason = str(screen.query_one("#reason", Static).render())
            assert "not 9. Nothing was entered." in reason
            await typed("so what")
            assert "such as 3 5 1" in str(screen.query_one("#reason", Static).render())
            await typed("2 4 1 6")
            assert len(screen.hotseat.entry_row()) == 8
            await typed("3")
            assert len(screen.hotseat.entry_row()) == 7

    asyncio.run(run())
    shown = [action for action in entered(tmp_path / "b.json") if action["is"] == "ShowValue"]
    assert [action["value"] for action in shown] == [2, 4, 1, 6, 3]


@pytest.mark.parametrize(
    ("language", "typed", "degrees"),
    [
        ("en", "north-east", 60),
        ("en", "NE", 60),
        ("en", "south west", 240),
        ("en", "east", 0),
        ("en", "=77", 77),
        ("en", "301°", 301),
        ("it", "nord-ovest", 120),
        ("it", "ovest", 180),
        ("it", "SE", 300),
    ],
)
def test_a_direction_is_typed_in_words_or_degrees(tmp_path, language, typed, degrees):
    at_the_needle(tmp_path / "b.json", typed, language=language)
    shown = [action for action in entered(tmp_path / "b.json") if action["is"] == "NeedleShows"]
    assert shown[0]["degrees"] == degrees


def test_a_direction_that_is_none_is_said(tmp_path):
    heard = at_the_needle(tmp_path / "b.json", "=360", "up", "=-1")
    assert "Type a number from 0 to 359." in heard
    assert "I do not understand “up”" in heard
    shown = [action for action in entered(tmp_path / "b.json") if action["is"] == "NeedleShows"]
    assert shown == []


def test_a_whole_game_beside_the_compass(tmp_path):
    heard = run("1\n" * 2000, tmp_path / "game.json", "human:Ada,human:Bruno", game=FACELESS)
    assert "The model says" in heard
    assert "The game is over." in heard
    record = load_record(tmp_path / "game.json")
    assert resume(FACELESS, record).record.entries == record.entries


def test_a_card_is_typed_by_its_name(tmp_path):
    run("red 2\npurple 1\nquit\n", tmp_path / "game.json", game=FACELESS)
    assert [one["card"] for one in entered(tmp_path / "game.json")] == ["red-2", "purple-1"]


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
