"""The screen as people at a keyboard meet it, driven by key presses."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from minnows import game as minnows_game
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Input, Static

import embertable
from embertable.engine.chance import seeded
from embertable.engine.record import load_record
from embertable.engine.seat_view import seat_view
from embertable.engine.session import Session, resume
from embertable.terminal.app import TableApp
from embertable.terminal.hotseat import HotSeat
from embertable.terminal.lueur import screenshot
from embertable.terminal.screens import (
    Curtain,
    FileName,
    HelpPage,
    LastEvening,
    LogPage,
    Question,
    RulesPage,
)
from embertable.terminal.seats import read_seats
from embertable.terminal.table_screen import TableScreen
from embertable.terminal.widgets import Board, Choices, LogPane
from embertable.text_view import text_view

LUEUR = embertable.load("lueur")
SMALL = (80, 24)
LARGE = (120, 40)
MOST_DECISIONS = 400
MOST_PAUSES = 2000

AppPilot = Pilot[None]


def hot_seat(
    save: Path, seats: str = "human:Ada,bot:random", seed: int = 1, **options: str
) -> HotSeat:
    players = read_seats(seats.split(","))
    options = {"players": str(len(players)), **options}
    return HotSeat(Session(LUEUR, options, seeded(seed)), players, "en", save)


def at_the_table(
    hotseat: HotSeat, scene: Callable[[AppPilot], Awaitable[None]], size: tuple[int, int] = SMALL
) -> TableApp:
    """Run the app and play a scene in it."""
    app = TableApp(hotseat)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await scene(pilot)

    asyncio.run(run())
    return app


def near_the_end(hotseat: HotSeat) -> HotSeat:
    """The game played to its last decisions by persons who always take the last option."""
    while not hotseat.is_over():
        bot = hotseat.bot_is_next()
        hotseat.choose(hotseat.bot_decision() if bot else hotseat.look().options[-1])
    hotseat.undo()
    hotseat.undo()
    return hotseat


async def settle(pilot: AppPilot) -> None:
    """Wait until the bots have decided and the screen has drawn it."""
    for _ in range(MOST_PAUSES):
        await pilot.pause()
        screen = pilot.app.screen
        if not isinstance(screen, TableScreen) or not screen.hotseat.bot_is_next():
            await pilot.pause()
            return
    raise AssertionError("the bots never finish")


async def press(pilot: AppPilot, *keys: str) -> None:
    await pilot.press(*keys)
    await settle(pilot)


async def play_on(pilot: AppPilot, decisions: int = MOST_DECISIONS) -> int:
    """Take the last option again and again, as long as the table asks."""
    for number in range(decisions):
        if not isinstance(pilot.app.screen, TableScreen):
            return number
        await press(pilot, "end", "enter")
    return decisions


def table(pilot: AppPilot) -> TableScreen:
    screen = pilot.app.screen_stack[1]
    assert isinstance(screen, TableScreen)
    return screen


def shown(pilot: AppPilot, selector: str) -> str:
    """The words that a part of the screen shows."""
    widget = pilot.app.screen.query_one(selector, Static)
    return "\n".join(strip.text.rstrip() for strip in widget.render_lines(widget.outer_size.region))


def state_hash(pilot: AppPilot) -> str:
    return LUEUR.state_hash(table(pilot).hotseat.session.table)


def labels(pilot: AppPilot) -> int:
    return pilot.app.screen.query_one(Choices).option_count


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "journey"), [(LARGE, "province"), (SMALL, "archipelago")], ids=["large", "small"]
)
def test_a_whole_game_by_keyboard(tmp_path, size, journey):
    save = tmp_path / "game.json"

    async def scene(pilot):
        assert await play_on(pilot) < MOST_DECISIONS
        assert isinstance(pilot.app.screen, LastEvening)
        assert "counts" in shown(pilot, "#count")
        assert save.name in "".join(shown(pilot, "#where").split())
        await press(pilot, "q")

    app = at_the_table(hot_seat(save, journey=journey), scene, size)
    assert str(save) in app.farewell
    assert resume(LUEUR, load_record(save)).table.result is not None


def test_people_at_one_keyboard_are_asked_by_name(tmp_path):
    async def scene(pilot):
        names = set()
        for _ in range(12):
            names.add(shown(pilot, "#prompt").split(":")[0].strip())
            await press(pilot, "end", "enter")
        assert names == {"Ada", "Bruno"}

    at_the_table(hot_seat(tmp_path / "g", "human:Ada,bot:random,human:Bruno"), scene)


def test_a_number_chooses_at_once(tmp_path):
    async def scene(pilot):
        second = table(pilot).shown.options[1]
        await press(pilot, "2")
        entries = table(pilot).hotseat.session.record.entries
        assert entries[0].action == LUEUR.codec().encode(second)

    at_the_table(hot_seat(tmp_path / "g"), scene)


class OneList(App[None]):
    """Nothing but options, and what was chosen of them."""

    def __init__(self, options: int) -> None:
        super().__init__()
        self.options = options
        self.chosen: list[int] = []

    def compose(self) -> ComposeResult:
        yield Choices()

    def on_mount(self) -> None:
        self.query_one(Choices).offer([f"option {n}" for n in range(1, self.options + 1)])

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        self.chosen.append(event.number + 1)


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        ("1", []),  # 1, or 10 to 19?
        ("1 7", [17]),
        ("3", [3]),
        ("2 9", []),  # there is no 29
        ("2 9 enter", []),
        ("2 9 enter enter", [2]),
        ("2 9 down enter", [3]),
        ("2 9 5", [5]),
        ("2 enter", [2]),
        ("0 enter", []),
        ("2 backspace 5", [5]),
        ("1 down enter", [2]),
        ("end enter", [24]),
    ],
)
def test_ten_or_more_options_take_both_digits(keys, chosen):
    app = OneList(24)

    async def run() -> None:
        async with app.run_test() as pilot:
            await pilot.press(*keys.split())

    asyncio.run(run())
    assert app.chosen == chosen


def test_a_number_that_is_not_offered_is_told(tmp_path):
    async def scene(pilot):
        before = state_hash(pilot)
        await press(pilot, "9")
        await press(pilot, "enter")
        assert "There is no option 9." in str(pilot.app.screen.query_one("#reason").content)
        assert state_hash(pilot) == before

    at_the_table(hot_seat(tmp_path / "g"), scene)


def test_undo_takes_back_any_number_of_decisions_and_marks_it(tmp_path):
    save = tmp_path / "game.json"

    async def scene(pilot):
        hashes = []
        for _ in range(6):
            hashes.append(state_hash(pilot))
            await press(pilot, "enter")
        for wanted in reversed(hashes):
            await press(pilot, "u")
            assert state_hash(pilot) == wanted
        assert "Ada decides again" in shown(pilot, "#news")
        await press(pilot, "u")
        assert "nothing to undo" in shown(pilot, "#news")

    at_the_table(hot_seat(save), scene)
    assert sum(entry.action is None for entry in load_record(save).entries) >= 6


def test_undo_after_the_end_reopens_the_game(tmp_path):
    async def scene(pilot):
        await play_on(pilot)
        await press(pilot, "escape")
        assert table(pilot).hotseat.is_over()
        await press(pilot, "u")
        assert not table(pilot).hotseat.is_over()
        assert labels(pilot) > 0
        await play_on(pilot)
        assert isinstance(pilot.app.screen, LastEvening)

    at_the_table(near_the_end(hot_seat(tmp_path / "g")), scene)


def test_the_language_switches_at_the_table(tmp_path):
    async def scene(pilot):
        await press(pilot, "1", "down", "down")
        english = shown(pilot, "#prompt")
        await press(pilot, "l")
        italian = shown(pilot, "#prompt")
        assert italian != english
        assert "aiuto" in shown(pilot, "#keys")
        assert pilot.app.screen.query_one(Choices).highlighted == 2
        await press(pilot, "l")
        assert shown(pilot, "#prompt") == english

    at_the_table(hot_seat(tmp_path / "g"), scene)


def test_the_rules_open_at_what_is_on_screen_and_can_be_searched(tmp_path):
    async def scene(pilot):
        await press(pilot, "1", "r")
        assert isinstance(pilot.app.screen, RulesPage)
        assert "L-RECRUIT-01" in shown(pilot, "#clauses")
        await press(pilot, *"cromaug")
        assert "L-CROMAUG-01" in shown(pilot, "#clauses")
        assert "L-RECRUIT-01" not in shown(pilot, "#clauses")
        pilot.app.screen.query_one(Input).value = "no such words"
        await pilot.pause()
        assert "No clause" in shown(pilot, "#clauses")
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, TableScreen)
        await press(pilot, "slash")
        assert isinstance(pilot.app.screen, RulesPage)

    at_the_table(hot_seat(tmp_path / "g"), scene)


def test_the_lit_option_is_explained(tmp_path):
    async def scene(pilot):
        await press(pilot, "1", "down")
        assert "1 reroll each round" in shown(pilot, "#reason")
        await press(pilot, "1")
        await press(pilot, "1")
        assert "Rule L-REROLL-01: press r to read it." in shown(pilot, "#reason")

    at_the_table(hot_seat(tmp_path / "g"), scene)


def test_help_and_log_open_and_close(tmp_path):
    async def scene(pilot):
        await press(pilot, "question_mark")
        assert isinstance(pilot.app.screen, HelpPage)
        await press(pilot, "pagedown", "escape", "1", "j")
        assert isinstance(pilot.app.screen, LogPage)
        assert "Ada sets out as" in shown(pilot, "#sentences")
        await press(pilot, "up", "escape")
        assert isinstance(pilot.app.screen, TableScreen)

    at_the_table(hot_seat(tmp_path / "g"), scene)


def test_a_hint_lights_an_option_and_plays_nothing(tmp_path):
    async def scene(pilot):
        before = state_hash(pilot)
        await press(pilot, "h")
        await pilot.app.workers.wait_for_complete()
        lit = pilot.app.screen.query_one(Choices).highlighted
        assert f"I would choose {lit + 1}" in shown(pilot, "#news")
        assert state_hash(pilot) == before

    at_the_table(hot_seat(tmp_path / "g"), scene)


def test_the_last_bot_says_why(tmp_path):
    async def scene(pilot):
        await press(pilot, "w")
        assert "No bot has explained a move" in shown(pilot, "#news")
        await press(pilot, "enter")
        await pilot.app.workers.wait_for_complete()
        await press(pilot, "w")
        assert "Cinder: It is clearly better than" in shown(pilot, "#news")

    at_the_table(hot_seat(tmp_path / "g", seats="human:Ada,bot:greedy:Cinder"), scene)


def test_a_bot_stops_thinking_once_everybody_has_left(tmp_path):
    hotseat = hot_seat(tmp_path / "g", seats="bot:search@600s:Cinder,human:Ada")
    hotseat.is_closed = True
    assert hotseat.bot_decision() in hotseat.session.table.offered()


def test_leaving_asks_and_staying_stays(tmp_path):
    save = tmp_path / "game.json"

    async def scene(pilot):
        await press(pilot, "1", "q")
        assert isinstance(pilot.app.screen, Question)
        await press(pilot, "2")
        assert isinstance(pilot.app.screen, TableScreen)
        await press(pilot, "q", "escape")
        assert isinstance(pilot.app.screen, TableScreen)
        await press(pilot, "q", "q")

    app = at_the_table(hot_seat(save), scene)
    assert app.farewell == (
        f"The game is saved in {save}. Resume it with: embertable play --resume {save}"
    )


@pytest.mark.parametrize("page", ["", "question_mark", "r", "c", "q"])
def test_control_c_leaves_at_once_from_any_page(tmp_path, page):
    save = tmp_path / "game.json"

    async def scene(pilot):
        await press(pilot, "1", *([page] if page else []))
        await press(pilot, "ctrl+c")

    app = at_the_table(hot_seat(save), scene)
    assert app.farewell.startswith(f"The game is saved in {save}.")


def test_control_c_asks_when_the_game_could_not_be_saved(tmp_path):
    (tmp_path / "file").write_text("")

    async def scene(pilot):
        await press(pilot, "1", "ctrl+c")
        assert isinstance(pilot.app.screen, Question)

    app = at_the_table(hot_seat(tmp_path / "file" / "game.json"), scene)
    assert app.farewell == ""


def test_a_saved_game_resumes_where_it_was(tmp_path):
    save = tmp_path / "game.json"
    hashes: list[str] = []

    async def first_evening(pilot):
        await play_on(pilot, 7)
        hashes.append(state_hash(pilot))
        await press(pilot, "q", "q")

    async def second_evening(pilot):
        hashes.append(state_hash(pilot))
        assert "Welcome back" in shown(pilot, "#news")
        await play_on(pilot, 3)

    at_the_table(hot_seat(save), first_evening)
    record = load_record(save)
    again = HotSeat(resume(LUEUR, record), read_seats(record.players), "en", save)
    at_the_table(again, second_evening)
    assert hashes[0] == hashes[1]


def test_a_copy_is_saved_under_another_name(tmp_path):
    copy = tmp_path / "copy.json"
    copy.write_text("mine")

    async def scene(pilot):
        await press(pilot, "1", "s")
        pilot.app.screen.query_one(Input).value = str(copy)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Question)  # it would replace a file
        await press(pilot, "2")
        assert copy.read_text() == "mine"
        await press(pilot, "s")
        pilot.app.screen.query_one(Input).value = str(copy)
        await press(pilot, "enter", "1")
        assert load_record(copy).game == "lueur"

    at_the_table(hot_seat(tmp_path / "game.json"), scene)


def test_a_file_that_cannot_be_written_is_told_and_the_game_goes_on(tmp_path):
    (tmp_path / "file").write_text("")

    async def scene(pilot):
        assert "cannot be read or written" in shown(pilot, "#news")
        await press(pilot, "1", "1")
        assert len(table(pilot).hotseat.session.past) >= 2
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, Question)
        assert "are not saved" in pilot.app.screen.question

    at_the_table(hot_seat(tmp_path / "file" / "game.json"), scene)


def test_playing_again_deals_anew(tmp_path):
    async def scene(pilot):
        await play_on(pilot)
        await press(pilot, "2")
        assert isinstance(pilot.app.screen, TableScreen)
        await settle(pilot)
        assert not table(pilot).hotseat.is_over()
        assert load_record(tmp_path / "game-2.json").players == ["human:Ada", "bot:random:Cinder"]

    at_the_table(near_the_end(hot_seat(tmp_path / "game.json")), scene)


def test_the_table_fits_when_the_window_changes(tmp_path):
    async def scene(pilot):
        await press(pilot, "1")
        screen = pilot.app.screen
        assert screen.query_one(LogPane).display
        for width, height in (SMALL, (100, 30), (60, 18), LARGE):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            region = screen.query_one(Choices).region
            assert region.bottom <= height
            assert region.height >= 2
            board = screen.query_one(Board)
            assert board.drawn_size[0] == board.draw_width() <= width
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        assert not screen.query_one(LogPane).display
        await press(pilot, "1")

    at_the_table(hot_seat(tmp_path / "g"), scene, LARGE)


def test_bots_alone_play_to_the_end(tmp_path):
    async def scene(pilot):
        assert isinstance(pilot.app.screen, LastEvening)

    at_the_table(hot_seat(tmp_path / "g", "bot:random,bot:random"), scene)


def test_the_final_count_is_told_line_by_line(tmp_path):
    hotseat = hot_seat(tmp_path / "g", "bot:random,bot:random")
    while not hotseat.is_over():
        hotseat.choose(hotseat.bot_decision())
    result = hotseat.look().result
    assert result is not None

    async def scene(pilot: Any) -> None:
        page = LastEvening(hotseat, result, pace=1000)
        pilot.app.push_screen(page)
        await pilot.pause()
        assert shown(pilot, "#count").strip() == ""
        page.show_next()
        page.show_next()
        await pilot.pause()
        assert "the cards" in shown(pilot, "#count")
        assert not page.query_one("#scores").display
        await pilot.press("space")
        assert page.query_one("#scores").display
        assert "victory" in shown(pilot, "#count").lower()

    at_the_table(hot_seat(tmp_path / "h"), scene)


def test_the_picture_for_the_readme_asks_nobody_for_anything(tmp_path):
    out = tmp_path / "table.svg"
    assert screenshot.main([str(out)]) == 0
    committed = (
        Path(screenshot.__file__)
        .parents[4]
        .joinpath("docs/pictures/lueur-terminal.svg")
        .read_text(encoding="utf-8")
    )
    for drawn in (out.read_text(encoding="utf-8"), committed):
        assert re.findall(r"https?://[^\"' ]*", drawn) == ["http://www.w3.org/2000/svg"]
        assert "@font-face" not in drawn
        assert "Keep&#160;your&#160;dice" in drawn


def test_the_way_on_after_looking_at_the_table_again(tmp_path):
    async def scene(pilot):
        await play_on(pilot)
        await press(pilot, "1")
        assert isinstance(pilot.app.screen, TableScreen)
        await press(pilot, "1")
        assert isinstance(pilot.app.screen, LastEvening)
        await press(pilot, "escape", "3")
        assert isinstance(pilot.app.screen, FileName)

    at_the_table(near_the_end(hot_seat(tmp_path / "g")), scene)


def test_a_resumed_log_shows_its_end(tmp_path):
    async def scene(pilot):
        log_pane = pilot.app.screen.query_one(LogPane)
        assert log_pane.max_scroll_y > 0
        assert log_pane.scroll_y == log_pane.max_scroll_y

    at_the_table(near_the_end(hot_seat(tmp_path / "g")), scene, LARGE)


def minnows(save: Path, seats: str) -> HotSeat:
    """A game with secret hands, without a picture and without a ledger here."""
    players = read_seats(seats.split(","))
    session = Session(minnows_game, {"players": str(len(players))}, seeded(1))
    return HotSeat(session, players, "en", save)


def test_a_game_without_a_picture_is_played_with_its_text(tmp_path):
    async def scene(pilot):
        assert "hand minnow, carp, perch" in shown(pilot, "#picture")
        await press(pilot, "r")
        assert isinstance(pilot.app.screen, RulesPage)
        await press(pilot, "escape")
        assert await play_on(pilot) < MOST_DECISIONS
        assert isinstance(pilot.app.screen, LastEvening)

    at_the_table(minnows(tmp_path / "g", "human:Ada,bot:random"), scene)


def test_a_curtain_falls_between_people_with_secrets(tmp_path):
    async def scene(pilot):
        hotseat = table(pilot).hotseat
        for name in ("Ada", "Bruno"):
            assert isinstance(pilot.app.screen, Curtain)
            assert pilot.app.screen.text.startswith(name)
            await press(pilot, "enter")
            assert isinstance(pilot.app.screen, TableScreen)
            assert hotseat.viewer == ["Ada", "Bruno"].index(name)
            await press(pilot, "1")

    at_the_table(minnows(tmp_path / "g", "human:Ada,human:Bruno"), scene)


def test_the_text_of_a_view_holds_no_secret_of_others(tmp_path):
    hotseat = minnows(tmp_path / "g", "human:Ada,human:Bruno")
    view = seat_view(hotseat.session.table, 1).view
    lines = text_view(hotseat.session.game, view, hotseat.catalogue(), 1, hotseat.content())
    ada, bruno = [line for line in lines if ", hand " in line]
    assert "hand -," in ada
    assert "hand -," not in bruno


def test_a_bot_that_is_awaited_is_named_with_what_it_decides(tmp_path):
    hotseat = hot_seat(tmp_path / "g", seats="human:Ada,bot:random:Cinder")
    while not hotseat.bot_is_next():
        hotseat.choose(hotseat.session.table.offered()[0])
    shown = seat_view(hotseat.session.table, 0)
    assert hotseat.bot_thinks(shown) == "Cinder is thinking: which adventurer to be …"
    hotseat.language = "it"
    assert hotseat.bot_thinks(shown).startswith("Cinder sta pensando: quale avventuriero")
    assert any("quale avventuriero" in line for line in hotseat.table_in_words(shown))
